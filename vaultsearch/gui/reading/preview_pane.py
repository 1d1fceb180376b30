"""The preview at the right: title, breadcrumb and outline around the page, related notes below."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from html import escape

from PySide6.QtCore import QModelIndex, QSize, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPalette,
    QResizeEvent,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QListView,
    QSizePolicy,
    QSplitter,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from vaultsearch.core.values.note import Heading, Preview, headings_above
from vaultsearch.core.values.pictures import CanvasDrawing
from vaultsearch.core.values.relations import RelatedNote
from vaultsearch.gui import phrases
from vaultsearch.gui.actions import Actions
from vaultsearch.gui.file_kinds import heading_name
from vaultsearch.gui.reading.canvas_view import CanvasView
from vaultsearch.gui.reading.code_blocks import CodeBlocks
from vaultsearch.gui.reading.find_bar import FindBar
from vaultsearch.gui.reading.history import PastBanner
from vaultsearch.gui.reading.note_document import Position
from vaultsearch.gui.reading.note_view import NoteView
from vaultsearch.gui.reading.page_style import page_icons
from vaultsearch.gui.reading.places import PlaceTree
from vaultsearch.gui.reading.sheets_view import SheetsView
from vaultsearch.gui.rows.row_painter import RowFonts, paint_row_ground, paint_side_bar
from vaultsearch.gui.rows.row_texts import SEPARATOR
from vaultsearch.gui.rows.two_line_rows import write_aligned
from vaultsearch.gui.theme import ACCENT_ROLE, GRID, SECONDARY_ROLE, Icons, Tokens
from vaultsearch.gui.translations import keep_translated, tr
from vaultsearch.gui.widgets import (
    AnyIndex,
    NarrowLabel,
    action_button,
    column_of,
    fill_split,
    is_enter,
    literal_tooltip,
    row_of,
    text_field,
)

_FILTER_PAUSE_MS = 300


class RelatedOrder(Enum):
    """The orders of related notes."""

    BEST = "best"
    NEWEST = "newest"
    TITLE = "title"

    def applied(self, related: Sequence[RelatedNote]) -> tuple[RelatedNote, ...]:
        """Sort related notes, which come best first."""
        if self is RelatedOrder.NEWEST:
            return tuple(sorted(related, key=lambda note: note.date, reverse=True))
        if self is RelatedOrder.TITLE:
            return tuple(sorted(related, key=lambda note: note.title.casefold()))
        return tuple(related)


class RelatedBar(QWidget):
    """Emits ``changed`` when the typing pauses, or with another choice."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("related_bar")
        self.field = text_field()
        self.order = QComboBox()
        for order in RelatedOrder:
            self.order.addItem("", order)
        self.unlinked = QCheckBox()
        self._pause = QTimer(self, singleShot=True, interval=_FILTER_PAUSE_MS)
        self._pause.timeout.connect(self.changed)
        self.field.textChanged.connect(lambda _: self._pause.start())
        self.field.returnPressed.connect(self._pause.start)
        self.order.currentIndexChanged.connect(lambda _: self.changed.emit())
        self.unlinked.toggled.connect(lambda _: self.changed.emit())
        margins = (2 * GRID, GRID, 2 * GRID, GRID)
        row_of((self.field, 1), self.order, self.unlinked, within=self, margins=margins, spacing=2 * GRID)
        keep_translated(self, self._set_texts)

    @property
    def conditions(self) -> str:
        """The typed filters, in the query language."""
        return self.field.text().strip()

    @property
    def chosen_order(self) -> RelatedOrder:
        """The order chosen in the box."""
        return RelatedOrder(self.order.currentData())

    def _set_texts(self) -> None:
        self.field.setPlaceholderText(self.tr("Filter: tag:, path:, after:"))
        self.field.setAccessibleName(self.tr("Filter of related notes"))
        for index, text in enumerate((self.tr("Best first"), self.tr("Newest first"), self.tr("By title"))):
            self.order.setItemText(index, text)
        self.order.setAccessibleName(self.tr("Order of related notes"))
        self.unlinked.setText(self.tr("Not linked"))
        self.unlinked.setToolTip(self.tr("Only notes that no link joins to this one"))


class Breadcrumb(QLabel):
    """The headings above a line as links, or the notes above a note; wrapped, hidden when empty."""

    line_chosen = Signal(int)
    """The file's line with the chosen heading."""

    def __init__(self, *, of_notes: bool = False) -> None:
        super().__init__()
        self._colour, self._of_notes = "", of_notes
        self._shown: tuple[Heading, ...] = ()
        self.setProperty("scale", "small")
        self.setProperty("tone", "secondary")
        self.setWordWrap(True)
        # Below the title, whatever the direction of the headings' letters.
        beneath = QStyle.visualAlignment(self.layoutDirection(), self.alignment())
        self.setAlignment(beneath | Qt.AlignmentFlag.AlignAbsolute)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        # A long path is wrapped, and must not widen the pane.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        keep_translated(
            self, lambda: self.setAccessibleName(tr("Notes above") if of_notes else tr("Parent headings"))
        )
        self.linkActivated.connect(lambda line: self.line_chosen.emit(int(line)))

    def set_link_colour(self, colour: str) -> None:
        """Set the links' colour."""
        self._colour = colour
        self.show_headings(self._shown)

    def show_headings(self, path: Sequence[Heading]) -> None:
        """Show the path, top heading first; a heading with line 0 is no link."""
        self._shown = tuple(path)
        style = f"color: {self._colour}; text-decoration: none"
        texts = ((heading.line, escape(phrases.shorten(heading.text))) for heading in path)
        links = (f'<a href="{line}" style="{style}">{text}</a>' if line else text for line, text in texts)
        self.setText(("↑ " if self._of_notes and path else "") + SEPARATOR.join(links))
        self.setAccessibleDescription(SEPARATOR.join(heading.text for heading in path))
        self.setVisible(bool(path))
        # Without a link there is nothing to do with the focus, nor anything to show it on.
        leads = any(heading.line for heading in path)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if leads else Qt.FocusPolicy.NoFocus)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Focus the first link; Qt's label shows no focus before Tab is pressed once more."""
        super().focusInEvent(event)
        if event.reason() == Qt.FocusReason.TabFocusReason:
            self.focusNextPrevChild(True)


_LEVEL_ROLE = int(Qt.ItemDataRole.UserRole)
"""A heading's depth, 0 for the note's highest level."""
_READ_ROLE = _LEVEL_ROLE + 1
"""True for the heading being read."""
_OUTLINE_INDENT = 3 * GRID
_MAX_INDENTS = 4


class OutlineList(QListView):
    """Lists headings; a click or Enter chooses."""

    line_chosen = Signal(int)
    """The file's line with the chosen heading."""
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.headings: tuple[Heading, ...] = ()
        self.read = -1
        """The row of the heading being read, -1 for none."""
        self._rows = QStandardItemModel(self)
        self.setModel(self._rows)
        self.setItemDelegate(_OutlineDelegate(self))
        self.setObjectName("outline_list")
        keep_translated(self, lambda: self.setAccessibleName(self.tr("Note outline")))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setMouseTracking(True)
        self.clicked.connect(self._choose)

    def show_headings(self, headings: tuple[Heading, ...]) -> None:
        """List a note's headings, none of which is being read."""
        if headings != self.headings:
            self.headings, self.read, rows = headings, -1, []
            highest = min((heading.level for heading in headings), default=0)
            for heading in headings:
                row = QStandardItem(heading.text)
                row.setToolTip(literal_tooltip(heading.text))
                row.setData(heading.level - highest, _LEVEL_ROLE)
                rows.append(row)
            self._rows.clear()
            self._rows.invisibleRootItem().appendRows(rows)

    def mark(self, line: int) -> None:
        """Mark the heading above a line in the file."""
        row = bisect_right(self.headings, line, key=lambda heading: heading.line) - 1
        if row != self.read:
            former, self.read = self.read, row
            for changed in {former, row} - {-1}:
                self._rows.item(changed).setData(changed == row, _READ_ROLE)
        # While the keyboard is here, the current row is the user's.
        if not self.hasFocus():
            self.setCurrentIndex(self._rows.index(row, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose on Enter, leave on Esc."""
        if is_enter(event):
            self._choose(self.currentIndex())
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Return room for about 28 letters."""
        return QSize(self.fontMetrics().averageCharWidth() * 28, super().sizeHint().height())

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.line_chosen.emit(self.headings[index.row()].line)


class _OutlineDelegate(QStyledItemDelegate):
    """Indents headings by level; the heading being read has a bar."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint ground, bar and text."""
        rect, palette = option.rect, option.palette
        is_read = bool(index.data(_READ_ROLE))
        painter.save()
        paint_row_ground(painter, option, QPalette.ColorRole.Base)
        if is_read:
            paint_side_bar(painter, option, palette.color(ACCENT_ROLE))
        painter.setFont(RowFonts.of(option.font).title if is_read else option.font)
        indent = min(index.data(_LEVEL_ROLE), _MAX_INDENTS) * _OUTLINE_INDENT
        role = QPalette.ColorRole.Text if is_read or not indent else SECONDARY_ROLE
        painter.setPen(palette.color(role))
        write_aligned(painter, option, rect.adjusted(3 * GRID + indent, 0, -GRID, 0), index.data())
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, _index: AnyIndex) -> QSize:
        """Return the row's height; the width is the view's."""
        return QSize(0, QFontMetrics(option.font).height() + 2 * GRID)


_OUTLINE_WIDTH = 52 * GRID
_ROOM_FOR_BOTH = 140 * GRID
"""Below this width, in device-independent pixels, the outline replaces the page."""


class PreviewPane(QWidget):
    """Shows a note around a passage; ``actions`` are the window's."""

    link_asked = Signal(QUrl)
    """A link out of the vault was clicked."""
    line_asked = Signal(int)
    """A line in this note was chosen, 0 for the top."""

    def __init__(self, tokens: Tokens, actions: Actions) -> None:
        super().__init__()
        self.setObjectName("preview_pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.shown: Preview | None = None
        self._unfolded = False
        self._drawn: QWidget | None = None
        # On one line: the page would move from note to note.
        self.title = NarrowLabel("title", tone="")
        self.past = PastBanner()
        self.headings = Breadcrumb()
        self.above = Breadcrumb(of_notes=True)
        # In the line of the headings, which begins with a margin only if there are notes above.
        self.above.setWordWrap(False)
        self.above.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.above.setMinimumWidth(1)
        self.above.hide()
        self.view: NoteView = NoteView(tokens)
        self.sheets = SheetsView()
        self.canvas = CanvasView()
        self._as_text = False
        self._line = 0
        self._text_action, self._outline_action = actions.page_text, actions.outline
        self._text_action.setEnabled(False)
        self.code: CodeBlocks = CodeBlocks(self.view, action_button(actions.copy_code))
        self.outline = OutlineList()
        self.related = PlaceTree()
        self.related_bar = RelatedBar()
        self.related_part = QWidget()
        keep_translated(self, lambda: self.related.name(self.tr("Related notes")), self._show_again)
        self.buttons = [
            action_button(action)
            for action in (actions.back, actions.forward, actions.page_text, actions.related, actions.outline)
        ]
        self.find_bar = FindBar([action_button(actions.previous_match), action_button(actions.next_match)])
        self._wire(actions)
        self.setMinimumWidth(280)
        self._place()
        self.clear()

    def show_preview(self, preview: Preview, position: Position | None = None) -> None:
        """Show the note, scrolled to the passage or to the position at an earlier visit."""
        self._show_header(preview)
        self._show_drawn(None)
        self.view.show_note(preview, position)
        self.show_line(_line_of(preview) if position is None else self.view.reading.line())

    def _show_header(self, preview: Preview) -> None:
        self.shown = preview
        self.past.show_past(preview.past, is_gone=preview.is_gone)
        self.title.setText(preview.title)
        self.title.tip = preview.path
        self.outline.show_headings(tuple(map(self._translate_heading, preview.outline)))
        self._arrange()

    def renew(self, preview: Preview) -> None:
        """Show a new version of the note, scrolled to the text being read; a note that is gone stays."""
        self._show_header(preview)
        if preview.is_gone:
            return
        self.view.renew(preview)
        self.show_line(self.view.reading.line() or _line_of(preview))

    def show_sheets(self, preview: Preview, sizes: tuple[tuple[float, float], ...]) -> None:
        """Show the PDF's pages, by size in points, in place of the text; () if there are none."""
        # Another note may have been chosen while the sizes were read.
        if preview is self.shown and sizes:
            self._show_drawn(self.sheets)
            self.sheets.show_pages(sizes, self.sheet_of(_line_of(preview)))

    def show_canvas(self, preview: Preview, drawing: CanvasDrawing | None) -> None:
        """Show the canvas as a drawing in place of the text; None if it cannot be drawn."""
        if preview is self.shown and drawing is not None:
            self._show_drawn(self.canvas)
            self.canvas.show_drawing(drawing, preview.passage or (0, 0))

    def show_as_text(self, as_text: bool) -> None:
        """Show PDFs and canvases as text, or as drawn."""
        page, line = self.sheets.page, self._line
        self._as_text = as_text
        self._text_action.setChecked(as_text)
        self._arrange()
        if self.shown is not None and self._drawn is self.sheets:
            # Show the same page as before.
            if not as_text:
                self.sheets.go_to(self.sheet_of(line))
            elif page == self.sheet_of(_line_of(self.shown)):
                # Scroll to the passage again: out of sight, the text was not laid out.
                self.view.show_note(self.shown)
            else:
                self.line_asked.emit(self._line_of_sheet(page))
        self.reading_part.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def reading_part(self) -> QWidget:
        """The visible view: a PDF's pages, a canvas's drawing, else the text."""
        return self.view if self._drawn is None or self._as_text else self._drawn

    def sheet_of(self, line: int) -> int:
        """Return the PDF page for a line in the text, from 1 on."""
        outline = self.shown.outline if self.shown is not None else ()
        return max(1, sum(heading.level == 1 and heading.line <= max(1, line) for heading in outline))

    def _translate_heading(self, heading: Heading) -> Heading:
        return replace(heading, text=heading_name(self.shown.path, heading.text)) if self.shown else heading

    def _show_drawn(self, view: QWidget | None) -> None:
        self._drawn = view
        self._text_action.setEnabled(view is not None)
        self._arrange()

    def show_line(self, line: int) -> None:
        """Show the headings above a line, in breadcrumb and outline."""
        if self.shown is not None:
            line = line or self.shown.starts[self.view.parts.numbers.start] - 1
            outline = self.shown.outline
            unplaced = [Heading(level, text, 0) for level, text in enumerate(self.shown.heading_path, 1)]
            path = headings_above(self.shown.path, outline, line) if outline else unplaced
            if path and path[0].text.strip().casefold() == self.shown.title.strip().casefold():
                # The first heading repeats the title.
                path = path[1:]
            self.headings.show_headings([self._translate_heading(heading) for heading in path])
            self.outline.mark(line)
            self._line = line

    def clear(self) -> None:
        """Show an empty pane."""
        self.shown = None
        self.past.show_past(None)
        self.title.clear()
        self.headings.show_headings(())
        self.outline.show_headings(())
        self._show_drawn(None)
        self.view.clear()

    def apply_theme(self, tokens: Tokens, icons: Icons) -> None:
        """Apply a theme's colours."""
        self.view.apply_theme(tokens, page_icons(icons, tokens, self.devicePixelRatioF()))
        for path in (self.above, self.headings):
            path.set_link_colour(tokens.secondary)
        self._show_again()

    def _show_again(self) -> None:
        if self.shown is not None:
            drawn = self._drawn
            self.show_preview(self.shown, self.view.reading.position())
            self._show_drawn(drawn)

    def toggle_outline(self) -> None:
        """Unfold the outline and focus it, or fold it and focus the page."""
        self._unfolded = not self._unfolded
        self._arrange()
        (self.outline if self._unfolded else self.reading_part).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out page and outline side by side if there is room."""
        super().resizeEvent(event)
        self._arrange()

    def _wire(self, actions: Actions) -> None:
        self.view.link_asked.connect(self.link_asked)
        self.view.line_asked.connect(self.line_asked)
        self.line_asked.connect(self._go_to_sheet)
        self.sheets.turned.connect(self._turn_to)
        self.canvas.link_asked.connect(self.link_asked)
        # The text goes on being laid out behind the pages.
        self.view.reading.read_to.connect(
            lambda line: self.show_line(line) if self.reading_part is self.view else None
        )
        self.view.measured.connect(self._align_header)
        self.headings.line_chosen.connect(self.line_asked)
        self.past.changes.clicked.connect(actions.history.trigger)
        self.outline.line_chosen.connect(self._choose)
        self.outline.left.connect(self.toggle_outline)

    def _go_to_sheet(self, line: int) -> None:
        self.sheets.go_to(self.sheet_of(line))
        if self.reading_part is self.canvas:
            self.canvas.go_to(line)
        if self.reading_part is not self.view:
            self.show_line(max(1, line))

    def _turn_to(self, page: int) -> None:
        """Show the heading of a PDF page, unless a line on this page is being read."""
        if page != self.sheet_of(self._line):
            self.show_line(self._line_of_sheet(page))

    def _line_of_sheet(self, page: int) -> int:
        pages = [heading.line for heading in self.shown.outline if heading.level == 1] if self.shown else []
        return pages[page - 1] if page <= len(pages) else 1

    def _choose(self, line: int) -> None:
        if not self.reading_part.isVisible():
            self._unfolded = False
            self._arrange()
        self.reading_part.setFocus(Qt.FocusReason.OtherFocusReason)
        self.line_asked.emit(line)

    def _align_header(self, side: int) -> None:
        """Align the title, find bar and strip of the past with the text between them."""
        self._header.setContentsMargins(side, 3 * GRID, 3 * GRID, 2 * GRID)
        for strip in (self.find_bar, self.past):
            strip.setContentsMargins(side, GRID, 3 * GRID, GRID)

    def _arrange(self) -> None:
        alone = self.width() < _ROOM_FOR_BOTH
        # Without headings, an empty list would stand in place of a narrow page.
        self._outline_action.setEnabled(bool(self.outline.headings))
        is_listed = self._unfolded and self._outline_action.isEnabled()
        self.outline.setVisible(is_listed)
        self.outline.setMaximumWidth(self.width() if alone else _OUTLINE_WIDTH)
        is_replaced = is_listed and alone
        # A layout takes its share of the room even if all in it is hidden.
        for place, stretch in enumerate((not is_replaced, is_replaced)):
            self._columns.setStretch(place, stretch)
        for part in (self.view, self.sheets, self.canvas):
            part.setVisible(part is self.reading_part and not is_replaced)

    def _place(self) -> None:
        header = QWidget()
        header.setObjectName("preview_header")
        top = row_of((self.title, 1), *self.buttons, spacing=GRID)
        path = row_of(self.above, (self.headings, 1), margins=0, spacing=3 * GRID)
        # The text below begins at one height, with headings and without.
        path.addStrut(self.fontMetrics().height())
        self._header = column_of(top, path, within=header, spacing=0)
        self._align_header(6 * GRID)
        page = QWidget()
        reading = column_of((self.view, 1), (self.sheets, 1), (self.canvas, 1), self.find_bar, spacing=0)
        self._columns = row_of((reading, 1), self.outline, within=page, margins=0, spacing=0)
        split = QSplitter(Qt.Orientation.Vertical)
        column_of(self.related_bar, (self.related, 1), within=self.related_part, margins=0, spacing=0)
        fill_split(split, (page, 3, 90 * GRID), (self.related_part, 2, 60 * GRID))
        column_of(header, self.past, (split, 1), within=self, margins=0, spacing=0)
        self._arrange()


def _line_of(preview: Preview) -> int:
    if preview.passage is not None:
        return preview.passage[0]
    number = preview.anchor.removeprefix("line-")
    return int(number) if number.isdigit() else 0

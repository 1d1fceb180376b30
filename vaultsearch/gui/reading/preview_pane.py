"""The preview at the right: title, breadcrumb and outline around the page, related notes below."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QSplitter, QVBoxLayout, QWidget

from vaultsearch.core.values.note import Heading, headings_above
from vaultsearch.gui.file_kinds import heading_name
from vaultsearch.gui.reading.canvas_view import CanvasView
from vaultsearch.gui.reading.find_bar import FindBar
from vaultsearch.gui.reading.headings import Breadcrumb, OutlineList
from vaultsearch.gui.reading.history import PastBanner
from vaultsearch.gui.reading.hover import CodeBlocks
from vaultsearch.gui.reading.note_view import NoteView
from vaultsearch.gui.reading.page_style import page_icons
from vaultsearch.gui.reading.places import PlaceTree, RelatedBar
from vaultsearch.gui.reading.sheets_view import SheetsView
from vaultsearch.gui.theme import GRID, Tokens
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import action_button, plain_label, tooltip

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from vaultsearch.core.values.note import Preview
    from vaultsearch.core.values.pictures import CanvasDrawing
    from vaultsearch.gui.actions.actions import Actions
    from vaultsearch.gui.reading.note_document import Position
    from vaultsearch.gui.theme import Icons

_OUTLINE_WIDTH = 52 * GRID
_ROOM_FOR_BOTH = 140 * GRID
"""Below this width, in device-independent pixels, the outline replaces the page."""


class PreviewPane(QWidget):
    """Shows a note around a passage; ``actions`` holds those of its buttons by name."""

    link_asked = Signal(QUrl)
    """A link out of the vault was clicked."""
    line_asked = Signal(int)
    """A line of this note was chosen, 0 for the top."""

    def __init__(self, tokens: Tokens, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("preview_pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._shown: Preview | None = None
        self._unfolded = False
        self._drawn: QWidget | None = None
        self.title = _title()
        self.past = PastBanner()
        self.headings = Breadcrumb()
        self.above = Breadcrumb(of_notes=True)
        keeps = self.above.sizePolicy()
        # The notes above come later than the note: its title must not move down for them.
        keeps.setRetainSizeWhenHidden(True)
        self.above.setSizePolicy(keeps)
        # One line, whose height is known before there is a path.
        self.above.setWordWrap(False)
        self.above.hide()
        self.view = NoteView(tokens)
        self.sheets = SheetsView()
        self.canvas = CanvasView()
        self._as_text = False
        self._line = 0
        self._text_action = actions.page_text
        self._text_action.setEnabled(False)
        self.code: CodeBlocks = CodeBlocks(self.view, action_button(actions.copy_code))
        self.outline = OutlineList()
        self.related = PlaceTree()
        self.related_bar = RelatedBar()
        self.related_part = QWidget()
        keep_translated(self, lambda: self.related.name(self.tr("Related notes")))
        keep_translated(self, self._show_again)
        self.buttons = [
            action_button(action)
            for action in (actions.back, actions.forward, actions.page_text, actions.related, actions.outline)
        ]
        self.find_bar = FindBar([action_button(actions.previous_match), action_button(actions.next_match)])
        self._wire(actions)
        self.setMinimumWidth(280)
        self._place()
        self.clear()

    @property
    def shown(self) -> Preview | None:
        """The preview that is shown, or None."""
        return self._shown

    @property
    def properties_folded(self) -> bool:
        """Whether properties are shown as a line with their names."""
        return self.view.properties_folded

    def fold_properties(self, *, folded: bool) -> None:
        """Show a note's properties as a line with their names, or whole, from now on."""
        self.view.fold_properties(folded=folded)

    def show_preview(self, preview: Preview, position: Position | None = None) -> None:
        """Show the note, scrolled to its passage or to the position of an earlier visit."""
        self._show_header(preview)
        self._show_drawn(None)
        self.view.show_note(preview, position)
        if position is not None:
            self.show_line(self.view.reading.line())
        else:
            self.show_line(_line_of(preview))

    def _show_header(self, preview: Preview) -> None:
        self._shown = preview
        self.past.show_past(preview.past)
        self.title.setText(preview.title)
        self.title.setToolTip(tooltip(preview.path))
        self.outline.show_headings(tuple(map(self._named, preview.outline)))

    def renew(self, preview: Preview) -> None:
        """Show the note as it is now, where it is being read."""
        self._show_header(preview)
        self.view.renew(preview)
        self.show_line(self.view.reading.line() or _line_of(preview))

    def show_sheets(self, preview: Preview, sizes: tuple[tuple[float, float], ...]) -> None:
        """Show the pages of the shown PDF, by their sizes, in place of their text; () if there are none."""
        # Another note may have been chosen while the sizes were read.
        if preview is self._shown and sizes:
            self._show_drawn(self.sheets)
            self.sheets.show_pages(sizes, self.sheet_of(_line_of(preview)))

    def show_canvas(self, preview: Preview, drawing: CanvasDrawing | None) -> None:
        """Show the shown canvas as a drawing in place of its text; None if it cannot be drawn."""
        if preview is self._shown and drawing is not None:
            self._show_drawn(self.canvas)
            self.canvas.show_drawing(drawing, preview.passage or (0, 0))

    def show_as_text(self, as_text: bool) -> None:
        """Show PDFs and canvases as text, or as they are drawn."""
        page, line = self.sheets.page, self._line
        self._as_text = as_text
        self._text_action.setChecked(as_text)
        self._arrange()
        if self._shown is not None and self._drawn is self.sheets:
            self._go_on(self._shown, page, line)
        self.reading_part.setFocus(Qt.FocusReason.OtherFocusReason)

    def _go_on(self, shown: Preview, page: int, line: int) -> None:
        """Show in the other view of a PDF the page that was read in the first one."""
        if not self._as_text:
            self.sheets.go_to(self.sheet_of(line))
        elif page == self.sheet_of(_line_of(shown)):
            # Its passage is gone to again: out of sight, the text was not laid out.
            self.view.show_note(shown)
        else:
            self.line_asked.emit(self._line_of_sheet(page))

    def toggle_text(self) -> None:
        """Show PDFs and canvases as text, or as they are drawn again."""
        self.show_as_text(not self._as_text)

    @property
    def reading_part(self) -> QWidget:
        """The page: the pictures of a PDF's pages, the drawing of a canvas, else the text."""
        return self.view if self._drawn is None or self._as_text else self._drawn

    def sheet_of(self, line: int) -> int:
        """Return the number of the page that has a line of the shown PDF's text."""
        outline = self._shown.outline if self._shown is not None else ()
        return max(1, sum(heading.level == 1 and heading.line <= max(1, line) for heading in outline))

    def _named(self, heading: Heading) -> Heading:
        return replace(heading, text=heading_name(self._shown.path, heading.text)) if self._shown else heading

    def _show_drawn(self, view: QWidget | None) -> None:
        self._drawn = view
        self._text_action.setEnabled(view is not None)
        self._arrange()

    def show_line(self, line: int) -> None:
        """Show the headings above a line of the note, in breadcrumb and outline."""
        if self._shown is not None:
            line = line or self._shown.starts[self.view.parts.numbers.start] - 1
            outline = self._shown.outline
            path = headings_above(self._shown.path, outline, line) if outline else _unlinked(self._shown)
            if path and path[0].text.strip().casefold() == self._shown.title.strip().casefold():
                # The first heading repeats the title.
                path = path[1:]
            self.headings.show_headings([self._named(heading) for heading in path])
            self.outline.mark(line)
            self._line = line

    def clear(self) -> None:
        """Show an empty pane."""
        self._shown = None
        self.past.show_past(None)
        self._show_drawn(None)
        self.title.clear()
        self.headings.show_headings(())
        self.outline.show_headings(())
        self.view.clear()

    def apply_theme(self, tokens: Tokens, icons: Icons) -> None:
        """Apply the colours of a theme."""
        self.view.apply_theme(tokens, page_icons(icons, tokens, self.devicePixelRatioF()))
        for path in (self.above, self.headings):
            path.set_link_colour(tokens.secondary)
        self._show_again()

    def _show_again(self) -> None:
        if self._shown is not None:
            drawn = self._drawn
            self.show_preview(self._shown, self.view.reading.position())
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
        self.view.reading.read_to.connect(self._read_to)
        self.view.measured.connect(self._align_header)
        self.headings.line_chosen.connect(self.line_asked)
        self.past.changes_asked.connect(actions.history.trigger)
        self.title.linkActivated.connect(lambda _: self.line_asked.emit(0))
        self.outline.line_chosen.connect(self._choose)
        self.outline.left.connect(self.toggle_outline)

    def _read_to(self, line: int) -> None:
        # The text goes on being laid out behind the pages.
        if self.reading_part is self.view:
            self.show_line(line)

    def _go_to_sheet(self, line: int) -> None:
        self.sheets.go_to(self.sheet_of(line))
        if self.reading_part is self.canvas:
            self.canvas.go_to(line)
        if self.reading_part is not self.view:
            self.show_line(max(1, line))

    def _turn_to(self, page: int) -> None:
        """Show the heading of a page of the PDF, unless a line on it is being read."""
        if page != self.sheet_of(self._line):
            self.show_line(self._line_of_sheet(page))

    def _line_of_sheet(self, page: int) -> int:
        pages = [heading.line for heading in self._shown.outline if heading.level == 1] if self._shown else []
        return pages[page - 1] if page <= len(pages) else 1

    def _choose(self, line: int) -> None:
        if not self.reading_part.isVisible():
            self._unfolded = False
            self._arrange()
        self.reading_part.setFocus(Qt.FocusReason.OtherFocusReason)
        self.line_asked.emit(line)

    def _align_header(self, side: int) -> None:
        """Align the title and the find bar with the text between them."""
        # The path above the title has the room of a margin, so that nothing moves when it comes.
        self._header.setContentsMargins(side, 0, 3 * GRID, 2 * GRID)
        self.find_bar.indent(side)
        self.past.indent(side)

    def _arrange(self) -> None:
        alone = self.width() < _ROOM_FOR_BOTH
        self.outline.setVisible(self._unfolded)
        self.outline.setMaximumWidth(self.width() if alone else _OUTLINE_WIDTH)
        for part in (self.view, self.sheets, self.canvas):
            part.setVisible(part is self.reading_part and not (self._unfolded and alone))

    def _place(self) -> None:
        header = QWidget()
        header.setObjectName("preview_header")
        top = QHBoxLayout()
        top.setSpacing(GRID)
        top.addWidget(self.title, 1)
        for button in self.buttons:
            top.addWidget(button)
        self._header = lines = QVBoxLayout(header)
        self._align_header(6 * GRID)
        lines.setSpacing(0)
        lines.addWidget(self.above)
        lines.addLayout(top)
        lines.addWidget(self.headings)
        page = QWidget()
        both = QHBoxLayout(page)
        both.setContentsMargins(0, 0, 0, 0)
        both.setSpacing(0)
        reading = QVBoxLayout()
        reading.setSpacing(0)
        reading.addWidget(self.view, 1)
        reading.addWidget(self.sheets, 1)
        reading.addWidget(self.canvas, 1)
        reading.addWidget(self.find_bar)
        both.addLayout(reading, 1)
        both.addWidget(self.outline)
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.addWidget(page)
        beneath = QVBoxLayout(self.related_part)
        beneath.setContentsMargins(0, 0, 0, 0)
        beneath.setSpacing(0)
        beneath.addWidget(self.related_bar)
        beneath.addWidget(self.related, 1)
        split.addWidget(self.related_part)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(self.past)
        column.addWidget(split, 1)
        self._arrange()


def _title() -> QLabel:
    label = plain_label(scale="title", wraps=True)
    label.setIndent(0)
    # A title of one long word must not widen the pane.
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label


def _unlinked(preview: Preview) -> list[Heading]:
    return [Heading(level, text, 0) for level, text in enumerate(preview.heading_path, 1)]


def _line_of(preview: Preview) -> int:
    if preview.passage is not None:
        return preview.passage[0]
    number = preview.anchor.removeprefix("line-")
    return int(number) if number.isdigit() else 0

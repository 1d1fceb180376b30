"""The page: a note as rich text, the passage marked. Fetches nothing from network or disk."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import unquote

from PySide6.QtCore import QByteArray, QEvent, QMimeData, QRectF, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextDocument,
    QWheelEvent,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from vaultsearch.core.values.note import FOLD_ADDRESS, PROPERTIES, Preview, with_folds
from vaultsearch.gui.file_kinds import translate_file_words
from vaultsearch.gui.reading.annotations import FoundMarks, LinkGlimpse, WordMarks
from vaultsearch.gui.reading.copying import selected_text
from vaultsearch.gui.reading.note_document import NoteDocument, Position, ReadingPosition
from vaultsearch.gui.reading.note_pictures import NotePictures
from vaultsearch.gui.reading.page_style import PASSAGE_INSET, TEXT_SIZE, page_style
from vaultsearch.gui.theme import ACCENT_BAR_WIDTH, ACCENT_ROLE, GRID, Tokens
from vaultsearch.gui.translations import keep_translated

MAX_PARTS = 8
"""The most parts on the page at once: as much as Qt can lay out anew within a frame."""

_LETTERS = {"narrow": 58, "medium": 75, "wide": 110}
"""The longest line, in letters."""
_MIN_MARGIN = 6 * GRID
_INDENT = 7 * GRID
_SCREENS_AHEAD = 1.5


class NoteView(QTextBrowser):
    """Shows a note in a centred column: first a single part, then the parts around it."""

    link_asked = Signal(QUrl)
    """A link out of the vault, http or https, was clicked."""
    note_asked = Signal(str)
    """The address behind a clicked link within the vault."""
    tag_asked = Signal(str)
    """A tag, without ``#``, was clicked."""
    line_asked = Signal(int)
    """The target line of a clicked link within this note."""
    part_wanted = Signal(int)
    """A part's number: pass the part to `add_part`."""
    measured = Signal(int)
    """The text's new left edge, in device-independent pixels from the view's."""
    parts_changed = Signal()
    """Other parts are on the page; their words are not marked yet."""
    whole_text_wanted = Signal()
    """All text on the page was copied, and the note has parts that are not on it."""

    def __init__(self, tokens: Tokens) -> None:
        super().__init__()
        self._tokens = tokens
        self._preview: Preview | None = None
        self._icons: Mapping[str, QImage] = {}
        self._requested: int | None = None
        self._zoom = 1.0
        self._font_family, self._letters = "", _LETTERS["medium"]
        self.properties_folded = False
        # By number and passage held, if any: another passage opens a fold again.
        self._chosen_folds: dict[tuple[int, object], bool] = {}
        self._shown_folds: dict[int, tuple[tuple[int, object], bool]] = {}
        self._is_all_open = False
        self.parts = NoteDocument(self.document())
        self.reading = ReadingPosition(self, self.parts)
        self.marks = WordMarks(self, self.parts, tokens)
        self.found_marks = FoundMarks(self, self.parts, tokens)
        self.pictures = NotePictures(self.document(), self)
        self.pictures.arrived.connect(self._insert_pictures)
        self.pictures.appeared.connect(self._show_again)
        self.setObjectName("note_view")
        keep_translated(self, lambda: self.setAccessibleName(self.tr("Note")))
        # Qt would load the link's target into the page: `_follow` asks others.
        self.setOpenLinks(False)
        # Or Qt would remember each part that is put on the page, to undo it.
        self.setUndoRedoEnabled(False)
        self.anchorClicked.connect(self._follow)
        self.glimpse = LinkGlimpse(self)
        self.verticalScrollBar().valueChanged.connect(self._want_more)
        self.horizontalScrollBar().rangeChanged.connect(self._update_horizontal_bar)

    def apply_theme(self, tokens: Tokens, icons: Mapping[str, QImage]) -> None:
        """Set colours and icons, for the next note shown."""
        self._tokens = tokens
        self._icons = icons
        self.marks.apply_theme(tokens)
        self.found_marks.apply_theme(tokens)

    def set_zoom(self, zoom: float) -> None:
        """Scale letters and pictures by ``zoom``; the text being read stays in place."""
        self._zoom = zoom
        self._show_again()

    def set_reading(self, font_family: str, width: str) -> None:
        """Set font family, "" for the system's, and "narrow", "medium" or "wide" lines."""
        letters = _LETTERS[width]
        if (font_family, letters) != (self._font_family, self._letters):
            self._font_family, self._letters = font_family, letters
            self._show_again()

    def show_note(self, preview: Preview, position: Position | None = None) -> None:
        """Show the note and scroll to the passage, or to the position at an earlier visit."""
        self._set_up(preview)
        place = position or preview
        self.show_part(place.part, place.html, position or preview.anchor)

    def _set_up(self, preview: Preview) -> None:
        base, font = QFont(self.font()), QFont(self.font())
        for written in (base, font) if self._font_family else ():
            written.setFamilies([self._font_family, *self.font().families()])
        # By its info, as a font that is set in pixels has no size in points.
        base.setPointSizeF(self.fontInfo().pointSizeF() * self._zoom)
        font.setPointSizeF(base.pointSizeF() * TEXT_SIZE)
        self.document().setDefaultFont(font)
        self.document().setDefaultStyleSheet(page_style(self._tokens, base))
        self.document().setIndentWidth(_INDENT * self._zoom)
        # The same note, made anew, stays folded as the user left it.
        if self._preview is None or self._preview.path != preview.path:
            self._chosen_folds, self._shown_folds, self._is_all_open = {}, {}, False
        self._preview = preview
        self.reading.begins = preview.begins
        self.parts.named = self._name_and_fold
        self.pictures.forget()

    def line_read(self, shown: Preview) -> int:
        """Return the line being read, or a line not far above it."""
        if self._is_at_passage():
            return shown.starts[shown.part]
        return max(shown.starts[self.reading.position().part], self.reading.line(0))

    def _name_and_fold(self, html: str) -> str:
        """Write a part's words in the window's language, and fold properties and callouts."""
        shown = self._preview
        path, passage = ("", None) if shown is None else (shown.path, shown.passage)

        def is_open(number: int, has_passage: bool) -> bool:
            is_whole = number == PROPERTIES and not self.properties_folded
            # A passage that was found must be seen, whatever the note folds, until the user folds it.
            fold, opens = (number, passage if has_passage else None), number < 0 or is_whole or has_passage
            is_shown = self._chosen_folds.get(fold, opens or self._is_all_open)
            self._shown_folds[number] = fold, is_shown
            return is_shown

        return with_folds(translate_file_words(path, html), is_open)

    def unfold(self) -> None:
        """Unfold everything in this note: the user searches in it, or copies it whole."""
        has_closed = not all(is_open for _, is_open in self._shown_folds.values())
        self._chosen_folds, self._is_all_open = {}, True
        if has_closed:
            self._show_again()

    def _show_again(self) -> None:
        if self._preview is not None and self.parts.numbers:
            self.show_note(self._preview, self.reading.position())

    def _is_at_passage(self) -> bool:
        return self._preview is not None and self.reading.goal == self._preview.anchor

    def renew(self, preview: Preview) -> None:
        """Show a new version of the note; the text being read stays in place if it still exists."""
        if self._is_at_passage():
            self.show_note(preview)
            return
        text, position = self.reading.text(), self.reading.position()
        self._set_up(preview)
        self.show_part(preview.part, preview.html, "")
        block = self.parts.find_block(text, position.block)
        self.reading.go(Position(preview.part, preview.html, block, position.below))

    def show_part(self, number: int, html: str, goal: str | Position) -> None:
        """Show a single part of this note, and scroll to an anchor or position in it."""
        self._requested = None
        self._begin(number, html)
        self.reading.go(goal)
        self.parts_changed.emit()
        self._want_more()

    def add_part(self, number: int, html: str | None) -> None:
        """Add the requested part to the page; None if it cannot be read."""
        if html is None:
            # The note has changed on the disk: no more parts of this version can be read.
            return
        self._requested = None
        here, selects_all = self.parts.numbers, self._selects_all
        if len(here) >= MAX_PARTS:
            # Parts out of sight are removed: the page must stay quick to lay out.
            # The part is requested again later, so that no frame takes too long.
            position = self.reading.position()
            seen = self.cursorForPosition(self.viewport().rect().bottomLeft()).block()
            last = self.parts.place_of(seen)[0]
            following = [self.parts.html_of(part) for part in range(position.part + 1, last + 1)]
            self._begin(position.part, position.html)
            for part_html in following:
                self.parts.append(part_html)
            self.pictures.add(self.parts.take_pictures(), self._column())
            self.reading.go(position)
            self.reading.release()
            self.parts_changed.emit()
        elif number in (here.start - 1, here.stop):
            with self.reading.held_in_place():
                (self.parts.append if number == here.stop else self.parts.prepend)(html)
            self.pictures.add(self.parts.take_pictures(), self._column())
            self.parts_changed.emit()
        if selects_all:
            self.selectAll()
        self._want_more()

    def clear(self) -> None:
        """Show an empty page."""
        self._preview = None
        self.pictures.forget()
        self.found_marks.clear()
        self.marks.clear()
        self.parts.clear()

    def loadResource(self, type: int, name: QUrl | str) -> object:
        """Return only our own icons and decoded pictures: a note fetches nothing."""
        if type != QTextDocument.ResourceType.ImageResource.value:
            return QByteArray()
        address = name if isinstance(name, str) else name.toEncoded().toStdString()
        # Qt looks on the disk for an image without a resource: return a blank one instead.
        blank = QImage(1, 1, QImage.Format.Format_ARGB32)
        blank.fill(0)
        if (icon := self._icons.get(address)) is not None:
            height = QFontMetricsF(self.document().defaultFont()).height() * self.devicePixelRatioF()
            return icon.scaledToHeight(round(height), Qt.TransformationMode.SmoothTransformation)
        return self.pictures.image(address) or blank

    def event(self, event: QEvent) -> bool:
        """Keep the copy shortcut from the window while text is selected here."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(self._copies(event))
            return event.isAccepted()
        return super().event(event)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Go to the next link; a page being hidden stays in place, and gives the focus away."""
        return (
            super().focusNextPrevChild(next) if self.isVisible() else QWidget.focusNextPrevChild(self, next)
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the selected text, or scroll."""
        if self._copies(event):
            self.copy()
        else:
            self.reading.release()
            super().keyPressEvent(event)

    def copy(self) -> None:
        """Copy the selected text; if that is all the page, unfold it, and ask for the rest of a long note."""
        if self._selects_all:
            self.unfold()
            self.selectAll()
        super().copy()
        is_cut = self._preview is not None and len(self.parts.numbers) < len(self._preview.starts)
        if is_cut and self._selects_all:
            self.whole_text_wanted.emit()

    @property
    def _selects_all(self) -> bool:
        cursor, end = self.textCursor(), self.document().characterCount() - 1
        return (cursor.selectionStart(), cursor.selectionEnd()) == (0, end) and cursor.hasSelection()

    def createMimeDataFromSelection(self) -> QMimeData:
        """Return the selected text as copied and dragged."""
        # Not what Qt makes, which writes its own over it when the data are read.
        return selected_text(self.textCursor())

    def _copies(self, event: QKeyEvent) -> bool:
        return event.matches(QKeySequence.StandardKey.Copy) and self.textCursor().hasSelection()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll, and release the goal."""
        self.reading.release()
        super().wheelEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a selection, and release the goal."""
        self.reading.release()
        super().mousePressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the column centred and the text being read at the same height."""
        if event.size().width() == event.oldSize().width():
            super().resizeEvent(event)
        # The scroll bar appears or goes while a note is being set.
        elif not self.parts.numbers:
            super().resizeEvent(event)
            self._set_measure()
        else:
            with self.reading.held_in_place():
                super().resizeEvent(event)
                self._set_measure()
                self.pictures.fit(self._column())
        self._want_more()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the passage's background and bar beneath the text, without gaps between blocks."""
        area = self.parts.passage_area()
        if not area.isNull():
            first = self.parts.marked[0].block()
            mirrored = first.textDirection() == Qt.LayoutDirection.RightToLeft
            frame = self.document().rootFrame().frameFormat()
            area.setLeft(frame.leftMargin() - PASSAGE_INSET)
            area.setRight(self.document().size().width() - frame.rightMargin() + PASSAGE_INSET)
            scrolled = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
            area = area.adjusted(0, -GRID, 0, GRID).translated(-scrolled[0], -scrolled[1])
            left = area.right() - ACCENT_BAR_WIDTH if mirrored else area.left()
            bar = QRectF(left, area.top(), ACCENT_BAR_WIDTH, area.height())
            painter = QPainter(self.viewport())
            painter.fillRect(area, QColor(self._tokens.passage))
            painter.fillRect(bar, self.palette().color(ACCENT_ROLE))
            painter.end()
        super().paintEvent(event)

    def _begin(self, number: int, html: str) -> None:
        # Or the resize while the new note is written would scroll to the former note's place.
        self.reading.release()
        self.found_marks.clear()
        self.marks.clear()
        self.pictures.take_off()
        self.pictures.measure(self._widest(), self.devicePixelRatioF(), self._zoom, self._tokens.text)
        self.parts.begin(number, html)
        self._set_measure()
        self.pictures.add(self.parts.take_pictures(), self._column())

    def _want_more(self) -> None:
        """Request the next part at the nearer end, unless the page is full and the end far out of sight."""
        if self._preview is None or self._requested is not None or not self.parts.numbers:
            return
        here, bar = self.parts.numbers, self.verticalScrollBar()
        ahead, count = _SCREENS_AHEAD * self.viewport().height(), len(self._preview.starts)
        ends = (bar.value(), here.start - 1), (bar.maximum() - bar.value(), here.stop)
        sides = [end for end in ends if end[1] in range(count) and (end[0] < ahead or len(here) < MAX_PARTS)]
        if sides:
            self._requested = min(sides)[1]
            self.part_wanted.emit(self._requested)

    def _insert_pictures(self) -> None:
        with self.reading.held_in_place():
            self.pictures.place(self._column())

    def _widest(self) -> float:
        return self._letters * QFontMetricsF(self.document().defaultFont()).averageCharWidth()

    def _column(self) -> float:
        return min(self._widest(), self.viewport().width() - 2 * _MIN_MARGIN)

    def _set_measure(self) -> None:
        side = max(_MIN_MARGIN, (self.viewport().width() - self._widest()) / 2)
        frame = self.document().rootFrame()
        shape = frame.frameFormat()
        if shape.leftMargin() != side:
            shape.setLeftMargin(side)
            shape.setRightMargin(side)
            shape.setTopMargin(2 * GRID)
            shape.setBottomMargin(_MIN_MARGIN)
            frame.setFrameFormat(shape)
        # As it is now: with another margin, the scroll bar may have come, and with it this method again.
        self.measured.emit(round(frame.frameFormat().leftMargin()) + self.viewport().x())

    def _update_horizontal_bar(self, _least: int, most: int) -> None:
        """Hide the horizontal scroll bar if a table merely reaches into the margin."""
        is_cut_off = most > self.document().rootFrame().frameFormat().rightMargin()
        policy = Qt.ScrollBarPolicy
        shown = policy.ScrollBarAsNeeded if is_cut_off else policy.ScrollBarAlwaysOff
        self.setHorizontalScrollBarPolicy(shown)

    def _follow(self, link: QUrl) -> None:
        scheme, _, rest = link.toEncoded().toStdString().partition(":")
        if scheme in ("http", "https"):
            self.link_asked.emit(link)
        elif scheme in ("note", "place"):
            self.note_asked.emit(f"{scheme}:{rest}")
        elif link.toString().startswith(FOLD_ADDRESS):
            # The properties, or a callout by line.
            number = int(link.toString().removeprefix(FOLD_ADDRESS))
            fold, is_open = self._shown_folds[number]
            self._chosen_folds[fold] = not is_open
            if number == PROPERTIES:
                self.properties_folded = is_open
            self._show_again()
        elif scheme == "tag":
            self.tag_asked.emit(unquote(rest))
        elif link.fragment().startswith("line-"):
            self.line_asked.emit(int(link.fragment().removeprefix("line-")))

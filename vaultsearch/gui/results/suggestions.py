"""Suggested queries or notes as links, in a column or a line; other spellings; the offer of a language."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QPushButton, QSizePolicy, QWidget

from vaultsearch.core.values.query import NameMatch
from vaultsearch.core.values.search import ReadingPlan, Relaxation, Spelling, UnreadNotes
from vaultsearch.gui import phrases
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import (
    column_of,
    elide_at_word,
    is_enter,
    literal_tooltip,
    plain_label,
    row_of,
    types_letter,
)

_ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
_PADDING = 13
"""The style sheet's padding at each side of a link's text, and the border."""


class SuggestionLink(QPushButton):
    """Shows a sentence, shortened to the room."""

    arrow = Signal(object)
    """The pressed arrow's Qt.Key."""
    typed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sentence = ""
        """The whole sentence; the button may show it shortened."""
        self.setProperty("link", True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()

    def say(self, sentence: str, detail: str) -> None:
        """Show another sentence, with ``detail`` as the tooltip."""
        self.sentence = sentence
        self.setAccessibleName(sentence)
        self.setToolTip(literal_tooltip(detail))
        self._fit()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return room for the whole sentence."""
        width = QFontMetrics(self.font()).horizontalAdvance(self.sentence) + 1 + 2 * _PADDING
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return little: other widgets have precedence."""
        return QSize(6 * GRID, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the sentence to the room."""
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose by Enter as by Space; pass arrows and letters on."""
        if is_enter(event):
            self.click()
        elif event.key() in _ARROWS:
            self.arrow.emit(Qt.Key(event.key()))
        elif types_letter(event):
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def _fit(self) -> None:
        room = max(0, self.width() - 2 * _PADDING)
        text = elide_at_word(self.sentence, QFontMetrics(self.font()), room, or_nothing=True)
        self.setText(text.replace("&", "&&"))


_MAX_LINKS = 4
_MAX_SUGGESTIONS = 8
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Another query and a description of the results, or a note and the title.

    ``detail`` is the tooltip: the query, or the note's path.
    """

    sentence: str
    detail: str
    choice: Relaxation | NameMatch


class Suggestions(QWidget):
    """Shows suggestions in a column, or as many as fit on a line, and opens the rest from a last link.

    A line has the same height without links, and then shows a sentence instead.
    """

    chosen = Signal(object)
    """The clicked Suggestion's choice."""
    left_upwards = Signal()
    left_downwards = Signal()
    typed = Signal(str)
    _labels_links = False

    def __init__(self, *, in_a_line: bool = False) -> None:
        super().__init__()
        self._is_line = in_a_line
        self._shown: tuple[Suggestion, ...] = ()
        self.links = tuple(self._create_link(index) for index in range(_MAX_LINKS))
        self.more = self._create_link(-1)
        self.more.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.otherwise = plain_label(scale="small", tone="secondary")
        self.otherwise.setParent(self)
        self.otherwise.hide()
        if self._is_line:
            # The links' text is aligned with the notice above.
            self.otherwise.setIndent(3 * GRID + 1)
            margins = (GRID - 1, 0, 4 * GRID, 0)
            row_of(self.otherwise, *self.links, self.more, 0, within=self, margins=margins, spacing=GRID)
            self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            self.hide()
        else:
            column = column_of(within=self, margins=0, spacing=GRID)
            for link in self.links:
                column.addWidget(link, alignment=Qt.AlignmentFlag.AlignHCenter)
        keep_translated(self, self._set_texts)

    @property
    def sentences(self) -> list[str]:
        """The shown links' sentences, in order."""
        return [link.sentence for link in self.links if not link.isHidden()]

    def suggest(self, suggested: tuple[Suggestion, ...]) -> None:
        """Show suggestions; if they are shown already, nothing moves and the focus stays."""
        self.otherwise.setVisible(self._is_line and bool(suggested) == self._labels_links)
        suggested = suggested[: _MAX_SUGGESTIONS if self._is_line else _MAX_LINKS]
        if suggested == self._shown:
            return
        # On a new link, the next Enter would choose a sentence nobody has read.
        had_focus = any(link.hasFocus() for link in self.links)
        self._shown = suggested
        for link, relaxation in zip(self.links, self._shown, strict=False):
            link.say(relaxation.sentence, relaxation.detail)
        self._fit()
        if had_focus:
            self.left_upwards.emit()

    def clear(self) -> None:
        """Suggest nothing, without a sentence: the suggestions are not known yet, or not wanted."""
        self.suggest(())
        self.otherwise.hide()

    def enter(self) -> None:
        """Take the keyboard focus if there is a link."""
        if self._shown:
            self.links[0].setFocus(Qt.FocusReason.TabFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many as fit."""
        super().resizeEvent(event)
        if self._is_line:
            self._fit()

    def _create_link(self, index: int) -> SuggestionLink:
        link = SuggestionLink(self)
        link.clicked.connect(
            lambda: self._open_rest() if index < 0 else self.chosen.emit(self._shown[index].choice)
        )
        link.arrow.connect(lambda key: self._focus_beside(index, key))
        link.typed.connect(self.typed)
        return link

    def fill_rest(self, menu: QMenu) -> QMenu:
        """Fill a menu with the suggestions that have no room, and return it."""
        for each in self._shown[len(self.sentences) :]:
            action = menu.addAction(each.sentence.replace("&", "&&"))
            action.triggered.connect(lambda _=False, choice=each.choice: self.chosen.emit(choice))
        return menu

    def _open_rest(self) -> None:
        menu = self.fill_rest(QMenu(self))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def _set_texts(self) -> None:
        self.setAccessibleName(self.tr("Suggested searches"))
        self.otherwise.setText(self.tr("Try other words."))
        for link in (*self.links[len(self._shown) :], self.more):
            # For a screen reader, before there is a sentence.
            link.setAccessibleName(self.accessibleName())

    def _focus_beside(self, index: int, key: Qt.Key) -> None:
        if self._is_line and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            (self.left_upwards if key == Qt.Key.Key_Up else self.left_downwards).emit()
            return
        mirrored = self._is_line and self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        index = len(self.sentences) if index < 0 else index
        to = index + (-_STEPS[key] if mirrored else _STEPS[key])
        if to < 0:
            self.left_upwards.emit()
        elif to < len(self.sentences):
            self.links[to].setFocus(Qt.FocusReason.TabFocusReason)
        elif not self.more.isHidden():
            self.more.setFocus(Qt.FocusReason.TabFocusReason)

    def _fit(self) -> None:
        """Show the suggestions; on a line, the first and as many more as fit beside the link to the rest."""
        widths = [link.sizeHint().width() + GRID for link in self.links[: len(self._shown)]]
        count = len(widths)
        room = self.contentsRect().width() - 5 * GRID
        if not self.otherwise.isHidden():
            room -= self.otherwise.sizeHint().width() + GRID
        self.more.say(f"+{len(self._shown)}", "")
        rest = self.more.sizeHint().width() + GRID
        while self._is_line and count > 1 and sum(widths[:count]) + rest * (count < len(self._shown)) > room:
            count -= 1
        self.more.say(f"+{len(self._shown) - count}", "")
        for index, link in enumerate(self.links):
            link.setVisible(index < count)
        self.more.setVisible(count < len(self._shown))


class TitledNotes(Suggestions):
    """Shows, on a line, notes with a title named in the query."""

    _labels_links = True

    def __init__(self) -> None:
        super().__init__(in_a_line=True)

    def _set_texts(self) -> None:
        super()._set_texts()
        self.setAccessibleName(self.tr("Notes with this title"))
        self.otherwise.setText(self.tr("Notes"))


class SpellingLine(QWidget):
    """Says how a query's spelling was corrected, or suggests another spelling."""

    chosen = Signal(str)
    """The query to search for instead."""

    def __init__(self) -> None:
        super().__init__()
        self._spelling: Spelling | None = None
        self.label = plain_label(scale="small")
        # The corrected words are bold; they are escaped below.
        self.label.setTextFormat(Qt.TextFormat.RichText)
        self.label.setIndent(4 * GRID)
        self.label.setMinimumWidth(1)
        self.link = SuggestionLink()
        # The undo is whole; the words searched for are shortened before it.
        self.link.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.link.clicked.connect(self.choose)
        row_of(self.label, self.link, 0, within=self, margins=0, spacing=0)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        keep_translated(self, self._set_text)

    def show_spelling(self, spelling: Spelling | None) -> None:
        """Show an answer's spelling; hide if it is as typed."""
        self._spelling = spelling
        self._set_text()
        self.link.setVisible(spelling is not None)
        self.label.setVisible(spelling is not None and spelling.is_searched)
        self.setVisible(spelling is not None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the corrected words to the room."""
        super().resizeEvent(event)
        self._set_text()

    def choose(self) -> None:
        """Search with the other spelling."""
        if self._spelling is not None:
            self.chosen.emit(self._spelling.query)

    def _set_text(self) -> None:
        spelling = self._spelling
        if spelling is None:
            # The name until there is a sentence.
            self.link.setAccessibleName(self.tr("Other spelling"))
            return
        if spelling.is_searched:
            self.link.say(self.tr("Search for “{}”").format(spelling.typed), spelling.query)
            if self.link.sizeHint().width() > self.width() * 2 // 3:
                # A long query would push the undo out of the window.
                self.link.say(self.tr("Search as typed"), spelling.query)
        else:
            self.link.say(self.tr("Did you mean “{}”?").format(spelling.corrected), spelling.query)
        sentence, metrics = self.tr("Showing results for {}"), QFontMetrics(self.label.font())
        room = self.width() - self.link.sizeHint().width() - metrics.horizontalAdvance(sentence) - 5 * GRID
        # Bold letters are about a tenth wider.
        shown = elide_at_word(spelling.corrected, metrics, max(0, room * 0.9), or_nothing=True)
        self.label.setText(sentence.format(f"<b>{escape(shown)}</b>"))


class UnreadOffer(SuggestionLink):
    """Offers to index the notes for queries in another language, with the cost; a click starts it."""

    chosen = Signal(str, bool)
    """A language code, and whether to index notes for queries in it."""

    def __init__(self) -> None:
        super().__init__()
        self._unread: UnreadNotes | None = None
        self._is_wanted = False
        self.clicked.connect(self._choose)
        keep_translated(self, self._set_text)

    def show_unread(self, unread: UnreadNotes | None) -> None:
        """Offer to index the notes missing from an answer; hide if none is missing, or all are expected."""
        if unread is not None and unread.reading is ReadingPlan.EXPECTED:
            unread = None
        self._unread = unread
        self._is_wanted = unread is not None and unread.reading is ReadingPlan.WANTED
        self._set_text()
        self.setVisible(unread is not None)

    def _choose(self) -> None:
        if self._unread is not None:
            self._is_wanted = not self._is_wanted
            self._set_text()
            self.chosen.emit(self._unread.language, self._is_wanted)

    def _set_text(self) -> None:
        if self._unread is None:
            # The name until there is a sentence.
            self.setAccessibleName(self.tr("Index your notes for another language"))
            return
        name = phrases.translate_language(self._unread.language_name)
        if self._is_wanted:
            self.say(self.tr("Undo: don't index your notes for {}").format(name), "")
        else:
            cost = phrases.format_time_left(self._unread.seconds)
            self.say(self.tr("Index your notes for {} ({})").format(name, cost), "")

"""Completion in the field: ask the engine, list its proposals, insert the chosen one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

from vaultsearch.core.values.query import ProposalKind
from vaultsearch.core.values.search import Mode

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultsearch.core.values.query import Completions, Proposal
    from vaultsearch.gui.asking.proposals_list import ProposalsList
    from vaultsearch.gui.asking.search_pane import SearchPane
    from vaultsearch.gui.engine.engine_thread import EngineThread

_KEY = Qt.Key
_LEAVING = frozenset({QEvent.Type.FocusOut, QEvent.Type.Resize, QEvent.Type.Hide})


class CompletionController(QObject):
    """Joins the field's keys and the list of proposals.

    The list opens by itself if an operator needs a value. Operators themselves are proposed on request only:
    their names are words that people also search for. Down in the empty field requests them, too, unless it
    leads on into a list, as ``leads_down`` says.
    """

    opened = Signal()
    """Proposals are shown."""
    closed = Signal()
    """No proposals are shown any more."""

    def __init__(
        self,
        pane: SearchPane,
        proposals: ProposalsList,
        engine: EngineThread,
        leads_down: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__(pane)
        self._pane = pane
        self._field = pane.field
        self._list = proposals
        self._engine = engine
        self._leads_down = leads_down
        self._request: tuple[str, int] | None = None
        self._is_wanted = False
        self._answer: Completions | None = None
        self._field.textEdited.connect(lambda _: self._ask())
        self._field.cursorPositionChanged.connect(lambda *_: self._close_if_left())
        self._field.textChanged.connect(lambda _: self._close_if_left())
        self._field.installEventFilter(self)
        proposals.chosen.connect(self.accept)

    @property
    def is_choosing(self) -> bool:
        """Whether a filter's value is half typed, and its completions are shown."""
        return self._list.isVisible() and self._answer is not None and not self._answer.complete

    def ask(self) -> None:
        """Propose anything that fits at the cursor, operators too."""
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._is_wanted = True
        self._ask()

    def accept(self, proposal: Proposal) -> None:
        """Insert ``proposal`` in the place of the typed text; propose its values if it is an operator."""
        if self._answer is not None:
            answer = self._answer
            self.close()
            self._field.replace(answer.start, answer.end, proposal.text)
            if proposal.leads_on:
                self._ask()
            else:
                self.close()

    def close(self) -> None:
        """Close the list, and drop the pending answer."""
        self._engine.drop("complete")
        self._request = None
        self._is_wanted = False
        self._answer = None
        if self._list.isVisible():
            self._list.hide()
            self.closed.emit()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Handle the keys that move through the proposals while the list is open."""
        if event.type() in _LEAVING:
            self.close()
        if not isinstance(event, QKeyEvent) or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        handler = self._handler(event.key())
        if handler is None:
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() == QEvent.Type.KeyPress:
            handler()
        return True

    def _handler(self, key: int) -> Callable[[], None] | None:
        if not self._list.isVisible():
            leads_down = key == _KEY.Key_Down and not self._field.text() and not self._leads_down()
            return self.ask if leads_down else None
        chosen = self._list.current()
        handlers: dict[int, Callable[[], None]] = {
            _KEY.Key_Down: lambda: self._list.step(1),
            _KEY.Key_Up: lambda: self._list.step(-1),
            _KEY.Key_Escape: self.close,
            _KEY.Key_Tab: lambda: self.accept(chosen or self._list.first()),
        }
        if chosen is not None:
            handlers[_KEY.Key_Return] = handlers[_KEY.Key_Enter] = lambda: self.accept(chosen)
        return handlers.get(key)

    def _ask(self) -> None:
        if self._pane.mode == Mode.GREP or self._field.hasSelectedText():
            self.close()
            return
        query, cursor = self._request = self._standing()
        self._engine.ask("complete", lambda vault: vault.query.completions(query, cursor), self._show)

    def _show(self, answer: Completions) -> None:
        own = any(proposal.kind != ProposalKind.OPERATOR for proposal in answer.proposals)
        if not answer.proposals or not (own or self._is_wanted):
            self.close()
        else:
            self._answer = answer
            self._list.propose(answer.proposals, self._field, chosen=not answer.complete)
            self.opened.emit()

    def _standing(self) -> tuple[str, int]:
        return self._field.text(), self._field.cursor_index

    def _close_if_left(self) -> None:
        """Close if the text or the cursor no longer is the one that the proposals are for."""
        if self._request is not None and self._standing() != self._request:
            self.close()

"""The basket: passages that the user collects, in the user's order, and what they make as a context."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vaultsearch.core.values.context import ContextFormat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vaultsearch.core.values.context import Context
    from vaultsearch.core.values.search import Chunk, Result
    from vaultsearch.gui.engine.engine_thread import EngineThread

_JOB = "basket"


class Basket(QObject):
    """Holds passages and has ``engine`` assemble them after each change, within the token budget."""

    changed = Signal()
    """Other passages are in it, or in another order, or written in another form."""
    assembled = Signal(object)
    """The Context that they make; None while there is none."""

    def __init__(self, engine: EngineThread, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._kept: tuple[Chunk, ...] = ()
        self._former: tuple[Chunk, ...] = ()
        self._context: Context | None = None
        self._style = ContextFormat.MARKDOWN

    @property
    def kept(self) -> tuple[Chunk, ...]:
        """What is in it, in order."""
        return self._kept

    @property
    def ids(self) -> frozenset[str]:
        """The passages in it, by their ids."""
        return frozenset(chunk.id for chunk in self._kept)

    @property
    def context(self) -> Context | None:
        """What they make; None while that is not known, or nothing is in it."""
        return self._context

    @property
    def style(self) -> ContextFormat:
        """How it is written."""
        return self._style

    @property
    def can_restore(self) -> bool:
        """Tell whether it was emptied and can be filled again."""
        return not self._kept and bool(self._former)

    def toggle(self, result: Result) -> bool:
        """Put a passage in at the end, or take it out; tells whether it is in now."""
        if result.chunk.id in self.ids:
            self.remove([result.chunk.id])
            return False
        self._become((*self._kept, result.chunk))
        return True

    def remove(self, chunk_ids: Iterable[str]) -> None:
        """Take passages out."""
        gone = frozenset(chunk_ids)
        self._become(tuple(chunk for chunk in self._kept if chunk.id not in gone))

    def arrange(self, chunk_ids: Iterable[str]) -> None:
        """Put what is in it in another order."""
        by_id = {chunk.id: chunk for chunk in self._kept}
        self._become(tuple(by_id[one] for one in chunk_ids if one in by_id))

    def clear(self) -> None:
        """Empty it; `restore` brings all back."""
        if self._kept:
            self._former = self._kept
            self._become(())

    def restore(self) -> None:
        """Bring back what was in it when it was emptied."""
        if self.can_restore:
            self._become(self._former)

    def forget(self) -> None:
        """Empty it for good: it was filled from another vault."""
        self._former = ()
        self._become(())

    def write_as(self, style: ContextFormat) -> None:
        """Have it written in another form."""
        if style != self._style:
            self._style = style
            self._become(self._kept)

    def _become(self, kept: tuple[Chunk, ...]) -> None:
        self._kept, style = kept, self._style
        self._take(None)
        self.changed.emit()
        if kept:
            self._engine.ask(
                _JOB, lambda vault: vault.context(kept, style=style, keep_order=True), self._take
            )
        else:
            self._engine.drop(_JOB)

    def _take(self, context: Context | None) -> None:
        self._context = context
        self.assembled.emit(context)

"""The basket: passages collected by the user, in the user's order, and the context assembled from them."""

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
    """Holds passages; ``engine`` assembles them into a context after each change, within the token budget."""

    changed = Signal()
    """The passages, their order or the output format changed."""
    assembled = Signal(object)
    """The Context assembled from the passages; None while there is none."""

    def __init__(self, engine: EngineThread, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._kept: tuple[Chunk, ...] = ()
        self._former: tuple[Chunk, ...] = ()
        self._context: Context | None = None
        self._style = ContextFormat.MARKDOWN

    @property
    def kept(self) -> tuple[Chunk, ...]:
        """The passages in the basket, in order."""
        return self._kept

    @property
    def ids(self) -> frozenset[str]:
        """The ids of the passages in the basket."""
        return frozenset(chunk.id for chunk in self._kept)

    @property
    def context(self) -> Context | None:
        """The context assembled from the passages; None while that runs, or the basket is empty."""
        return self._context

    @property
    def style(self) -> ContextFormat:
        """The output format."""
        return self._style

    @property
    def can_restore(self) -> bool:
        """Whether the basket was emptied and can be restored."""
        return not self._kept and bool(self._former)

    def toggle(self, results: Iterable[Result]) -> bool:
        """Add passages at the end, or remove them if all are in; return whether they were added."""
        held, chunks = self.ids, tuple(result.chunk for result in results)
        added = tuple(chunk for chunk in chunks if chunk.id not in held)
        if not added:
            self.remove(chunk.id for chunk in chunks)
            return False
        self._set((*self._kept, *added))
        return True

    def remove(self, chunk_ids: Iterable[str]) -> None:
        """Remove passages."""
        gone = frozenset(chunk_ids)
        self._set(tuple(chunk for chunk in self._kept if chunk.id not in gone))

    def arrange(self, chunk_ids: Iterable[str]) -> None:
        """Reorder the passages."""
        by_id = {chunk.id: chunk for chunk in self._kept}
        self._set(tuple(by_id[one] for one in chunk_ids if one in by_id))

    def clear(self) -> None:
        """Empty the basket; `restore` undoes it."""
        if self._kept:
            self._former = self._kept
            self._set(())

    def restore(self) -> None:
        """Restore the passages removed by `clear`."""
        if self.can_restore:
            self._set(self._former)

    def forget(self) -> None:
        """Empty the basket for good: another vault is open."""
        self._former = ()
        self._set(())

    def write_as(self, style: ContextFormat) -> None:
        """Set the output format."""
        if style != self._style:
            self._style = style
            self._set(self._kept)

    def _set(self, kept: tuple[Chunk, ...]) -> None:
        self._kept, style = kept, self._style
        self._set_context(None)
        self.changed.emit()
        if kept:
            self._engine.ask(
                _JOB, lambda vault: vault.context(kept, style=style, keep_order=True), self._set_context
            )
        else:
            self._engine.drop(_JOB)

    def _set_context(self, context: Context | None) -> None:
        self._context = context
        self.assembled.emit(context)

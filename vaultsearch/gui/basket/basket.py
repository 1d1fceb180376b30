"""The basket: passages collected by the user, kept by the vault, and the context assembled from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from vaultsearch.core.values.context import ContextFormat, PassageState

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from vaultsearch.core.values.context import Context
    from vaultsearch.core.values.search import Chunk, Result
    from vaultsearch.gui.engine.engine_thread import EngineThread
    from vaultsearch.service.protocol import VaultService

_COMPARES_MS = 1_000
"""How often passages are compared with their notes while these are indexed."""
_JOB, _LOAD, _STATES, _RENEW = "basket", "basket load", "basket states", "basket renew"


class Basket(QObject):
    """Holds passages; ``engine`` assembles them into a context after each change, within the token budget."""

    changed = Signal()
    """The passages, their order or the output format changed."""
    assembled = Signal(object)
    """The Context assembled from the passages; None while there is none."""

    def __init__(self, engine: EngineThread, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._chunks: tuple[Chunk, ...] = ()
        self._former: tuple[Chunk, ...] = ()
        self._context: Context | None = None
        self._style = ContextFormat.MARKDOWN
        self._states: dict[str, PassageState] = {}
        self._is_loaded = False
        self._folder: Path | None = None
        self._soon = QTimer(self, interval=_COMPARES_MS, singleShot=True)
        self._soon.timeout.connect(self._compare)
        engine.progress.connect(lambda _: self._soon.isActive() or self._soon.start())
        engine.sync_finished.connect(lambda _: self._compare())

    @property
    def chunks(self) -> tuple[Chunk, ...]:
        """The passages in the basket, in order."""
        return self._chunks

    @property
    def ids(self) -> frozenset[str]:
        """The ids of the passages in the basket."""
        return frozenset(chunk.id for chunk in self._chunks)

    @property
    def context(self) -> Context | None:
        """The context assembled from the passages; None while that runs, or the basket is empty."""
        return self._context

    @property
    def states(self) -> Mapping[str, PassageState]:
        """The passages whose notes were compared with them, by id."""
        return self._states

    @property
    def style(self) -> ContextFormat:
        """The output format."""
        return self._style

    @property
    def can_restore(self) -> bool:
        """Whether the basket was emptied and can be restored."""
        return not self._chunks and bool(self._former)

    def toggle(self, results: Iterable[Result]) -> bool:
        """Add passages at the end, or remove them if all are in; return whether they were added."""
        chunks = tuple(result.chunk for result in results)
        if self.add(chunks):
            return True
        self.remove(chunk.id for chunk in chunks)
        return False

    def add(self, chunks: Iterable[Chunk]) -> int:
        """Add the passages that are not in yet at the end; return how many were added."""
        held = self.ids
        added = tuple(chunk for chunk in chunks if chunk.id not in held)
        if added:
            self._set((*self._chunks, *added))
        return len(added)

    def remove(self, chunk_ids: Iterable[str]) -> None:
        """Remove passages."""
        gone = frozenset(chunk_ids)
        self._set(tuple(chunk for chunk in self._chunks if chunk.id not in gone))

    def arrange(self, chunk_ids: Iterable[str]) -> None:
        """Reorder the passages."""
        by_id = {chunk.id: chunk for chunk in self._chunks}
        self._set(tuple(by_id[chunk_id] for chunk_id in chunk_ids if chunk_id in by_id))

    def clear(self) -> None:
        """Empty the basket; `restore` undoes it."""
        if self._chunks:
            self._former = self._chunks
            self._set(())

    def restore(self) -> None:
        """Restore the passages removed by `clear`."""
        if self.can_restore:
            self._set(self._former)

    def open(self, folder: Path) -> None:
        """Take the basket of the vault that was opened, by its folder, in place of the former vault's."""
        self.forget()
        self._folder = folder
        self._engine.ask(_LOAD, lambda vault: vault.basket.load(), self._take_loaded)

    def forget(self) -> None:
        """Show an empty basket: no vault is open."""
        self._soon.stop()
        self._engine.drop(_LOAD)
        self._former, self._states, self._is_loaded = (), {}, False
        self._show(())

    def renew(self, chunk_id: str) -> None:
        """Replace a passage that has changed by the one that stands in its place now."""
        chunk = next((chunk for chunk in self._chunks if chunk.id == chunk_id), None)
        if chunk is not None and self._states.get(chunk_id) is PassageState.CHANGED:
            self._engine.ask(
                f"{_RENEW} {chunk_id}",
                lambda vault: vault.basket.current_passage(chunk),
                lambda renewed_chunk: self._replace(chunk_id, renewed_chunk),
            )

    def renew_all(self) -> None:
        """Renew every passage that has changed."""
        for chunk in self._chunks:
            self.renew(chunk.id)

    def write_as(self, style: ContextFormat) -> None:
        """Set the output format."""
        if style != self._style:
            self._style = style
            self._show(self._chunks)

    def _take_loaded(self, loaded: tuple[Chunk, ...]) -> None:
        """Put the passages added meanwhile behind those that were kept."""
        known = {chunk.id for chunk in loaded}
        added = tuple(chunk for chunk in self._chunks if chunk.id not in known)
        self._is_loaded = True
        if added:
            self._set((*loaded, *added))
        else:
            self._show(loaded)
        self._compare()

    def _compare(self) -> None:
        chunks = self._chunks
        if chunks:
            self._engine.ask(
                _STATES,
                lambda vault: vault.basket.states(chunks),
                lambda states: self._take_states(chunks, states),
            )

    def _take_states(self, chunks: tuple[Chunk, ...], states: tuple[PassageState, ...]) -> None:
        self._states = {chunk.id: state for chunk, state in zip(chunks, states, strict=True)}
        self.changed.emit()

    def _replace(self, chunk_id: str, renewed_chunk: Chunk | None) -> None:
        if renewed_chunk is None:
            self._states[chunk_id] = PassageState.GONE
            self.changed.emit()
            return
        others = {chunk.id for chunk in self._chunks} - {chunk_id}
        self._states.pop(chunk_id, None)
        replaced = (renewed_chunk if chunk.id == chunk_id else chunk for chunk in self._chunks)
        self._set(
            tuple(chunk for chunk in replaced if chunk is not renewed_chunk or renewed_chunk.id not in others)
        )

    def _set(self, chunks: tuple[Chunk, ...]) -> None:
        """Show the passages, and keep them; before they are loaded, those that were kept are not replaced."""
        self._show(chunks)
        folder = self._folder

        async def save(vault: VaultService) -> None:
            if vault.folder == folder:  # else another vault is being opened, whose basket this is not
                await vault.basket.save(chunks)

        if self._is_loaded:
            self._engine.submit("basket save", save)

    def _show(self, chunks: tuple[Chunk, ...]) -> None:
        self._chunks, style = chunks, self._style
        self._set_context(None)
        self.changed.emit()
        if chunks:
            self._engine.ask(
                _JOB, lambda vault: vault.context(chunks, style=style, keep_order=True), self._set_context
            )
        else:
            self._engine.drop(_JOB)

    def _set_context(self, context: Context | None) -> None:
        self._context = context
        self.assembled.emit(context)

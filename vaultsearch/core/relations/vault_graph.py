"""The notes of an index with their links, kept until the index changes: what all relations begin from."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.index.link_graph import LinkGraph
from vaultsearch.core.values.relations import NoteName
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vaultsearch.core.index.stored_notes import StoredNote


class SupportsNotes(Protocol):
    """A corpus that gives its notes."""

    async def get_notes(self) -> tuple[StoredNote, ...]:
        """Give every note with its text; the same tuple until the index changes."""
        ...


@dataclass(frozen=True, slots=True)
class VaultGraph:
    """All notes by path, with their links and tags."""

    notes: Mapping[str, StoredNote]
    links: LinkGraph
    tagged: Mapping[str, tuple[str, ...]]
    """The notes that carry each tag."""

    @classmethod
    def of(cls, notes: tuple[StoredNote, ...]) -> VaultGraph:
        """Resolve the links of all notes. Takes a while for thousands of them."""
        tagged: dict[str, list[str]] = {}
        for note in notes:
            for tag in note.tags:
                tagged.setdefault(tag, []).append(note.path)
        return cls(
            {note.path: note for note in notes},
            LinkGraph.of(notes),
            {tag: tuple(paths) for tag, paths in tagged.items()},
        )

    def at(self, path: str) -> NoteName:
        """Give the note at a path; raises NoteNotFoundError."""
        if path not in self.notes:
            raise NoteNotFoundError.missing(path)
        return self.name(path)

    def name(self, path: str) -> NoteName:
        """Give a note that is there by its path and title."""
        return NoteName(path, self.notes[path].title)


class VaultGraphs:
    """Gives the graph of a corpus as it is now; made in a thread, once for each state of the index."""

    def __init__(self, corpus: SupportsNotes) -> None:
        self._corpus = corpus
        self._notes: tuple[StoredNote, ...] | None = None
        self._making: asyncio.Task[VaultGraph] | None = None

    async def __call__(self) -> VaultGraph:
        """Give the graph."""
        notes = await self._corpus.get_notes()
        if self._making is None or self._notes is not notes:
            self._notes = notes
            self._making = asyncio.ensure_future(in_thread(VaultGraph.of, notes))
        return await asyncio.shield(self._making)

"""The notes of an index with their links, and their passages: computed once for each state of the index."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.index.link_graph import LinkGraph
from vaultsearch.core.values.relations import NoteName
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultsearch.core.index.tables.stored_notes import StoredNotes
    from vaultsearch.core.values.note import StoredNote, StoredPlace


_PLACEHOLDER = re.compile(r"\{\{ *(?:date|time|title)\b|<%[-_+*]? *tp\.")
"""Placeholders of Obsidian's templates and of the plugin Templater."""


_TEMPLATE_FOLDERS = frozenset({"template", "templates", "vorlage", "vorlagen", "模板", "模版"})
"""Names of folders of templates, without case, and without signs before them."""


def _is_template(note: StoredNote) -> bool:
    """Return whether a note is a template, which is about nothing."""
    folders = (name.lstrip("_-. 0123456789").casefold() for name in note.path.split("/")[:-1])
    return any(name in _TEMPLATE_FOLDERS for name in folders) or bool(_PLACEHOLDER.search(note.text))


@dataclass(frozen=True, slots=True)
class VaultGraph:
    """All notes by path, with their links, the notes that carry each tag, and those that are templates."""

    notes: Mapping[str, StoredNote]
    links: LinkGraph
    tagged: Mapping[str, tuple[str, ...]]
    templates: frozenset[str] = frozenset()

    @classmethod
    def of(cls, notes: tuple[StoredNote, ...]) -> VaultGraph:
        """Resolve the links of all notes; slow enough for thousands of notes to need a thread."""
        tagged: dict[str, list[str]] = {}
        for note in notes:
            for tag in note.tags:
                tagged.setdefault(tag, []).append(note.path)
        return cls(
            {note.path: note for note in notes},
            LinkGraph.of(notes),
            {tag: tuple(paths) for tag, paths in tagged.items()},
            frozenset(note.path for note in notes if _is_template(note)),
        )

    def note_at(self, path: str) -> NoteName:
        """Return the name of the note at a path. Raise NoteNotFoundError if there is none."""
        if path not in self.notes:
            raise NoteNotFoundError.missing(path)
        return self.name(path)

    def name(self, path: str) -> NoteName:
        """Return path and title of a note that exists."""
        return NoteName(path, self.notes[path].title)


class VaultGraphs:
    """The graph of a corpus as it is now; built in a thread, once for each state of the index."""

    def __init__(self, stored: StoredNotes) -> None:
        self._stored = stored
        self._notes: tuple[StoredNote, ...] | None = None
        self._building: asyncio.Task[VaultGraph] | None = None

    async def __call__(self) -> VaultGraph:
        """Return the graph."""
        notes = await self._stored.all()
        if self._building is None or self._notes is not notes:
            self._notes = notes
            self._building = asyncio.ensure_future(in_thread(VaultGraph.of, notes))
        return await asyncio.shield(self._building)


class NotePlaces:
    """The passages of every note, by path, in the note's order; sorted once for each state of the index."""

    def __init__(self, stored: StoredNotes) -> None:
        self._stored = stored
        self._sorted: tuple[tuple[StoredPlace, ...], Mapping[str, Sequence[StoredPlace]]] = ((), {})

    async def __call__(self) -> Mapping[str, Sequence[StoredPlace]]:
        """Return them as the index is now."""
        places = await self._stored.places()
        if self._sorted[0] is not places:
            self._sorted = (places, await in_thread(_by_note, places))
        return self._sorted[1]


def _by_note(places: Sequence[StoredPlace]) -> dict[str, list[StoredPlace]]:
    places_by_path: dict[str, list[StoredPlace]] = {}
    for place in sorted(places, key=attrgetter("path", "line_start")):
        places_by_path.setdefault(place.path, []).append(place)
    return places_by_path

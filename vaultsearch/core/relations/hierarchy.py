"""The notes above others: by a property that names them, by folders, and by maps of content."""

from __future__ import annotations

from collections import defaultdict
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import regex

from vaultsearch.core.relations.property_links import linked_by_properties
from vaultsearch.core.text import fold
from vaultsearch.core.values.note import NOTE_KINDS
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vaultsearch.core.relations.vault_graph import VaultGraph, VaultGraphs
    from vaultsearch.core.values.note import StoredNote
    from vaultsearch.core.values.relations import NoteName

    _Known = tuple[VaultGraph | None, "Parents", Mapping[str, tuple[str, ...]]]

_ABOVE = frozenset(["up", "parent", "parents", "above", "übergeordnet", "上级", "父级"])
"""Folded names of the properties that name the notes above."""
_FOLDER_NOTES = ("index", "_index")
"""Names of a folder's note, besides the folder's own."""
_MAP_TAGS = frozenset(["moc", "map", "index", "hub"])
_MAP_TITLE = regex.compile(r"\bmocs?\b|\bmaps? of content\b|^∑|索引$", regex.IGNORECASE)
_FEWEST_LINKS = 3
"""Links of a map of content."""

Parents = dict[str, dict[str, None]]


class HierarchyFinder:
    """Finds what hangs beneath what in one corpus, once for each state of the index."""

    def __init__(self, graphs: VaultGraphs) -> None:
        self._graphs = graphs
        self._known: _Known = None, {}, {}

    async def above(self, path: str) -> tuple[NoteName, ...]:
        """Return the note above the one at a path, the one above that and so on, the topmost first."""
        graph, parents = await self._graphs(), (await self._current())[1]
        way = [path]
        while nearest := next((each for each in parents.get(way[-1], ()) if each not in way), None):
            way.append(nearest)
        return tuple(graph.name(each) for each in reversed(way[1:]) if each in graph.notes)

    async def by_note(self) -> Mapping[str, tuple[str, ...]]:
        """Map the path of each note to the names of all notes above it, the nearest first."""
        return (await self._current())[2]

    async def _current(self) -> _Known:
        graph = await self._graphs()
        if self._known[0] is not graph:
            self._known = graph, *(await in_thread(_with_names, graph))
        return self._known


def _with_names(graph: VaultGraph) -> tuple[Parents, dict[str, tuple[str, ...]]]:
    parents = parents_of(graph)
    names = {}
    for path in parents:
        above = dict.fromkeys(parents[path])
        for nearer in above_in_turn(path, parents):
            above.setdefault(nearer)
        notes = (graph.notes[each] for each in above)
        names[path] = tuple(dict.fromkeys(name for note in notes for name in _names(note)))
    return parents, names


def _names(note: StoredNote) -> tuple[str, ...]:
    return note.title, PurePosixPath(note.path).stem, *note.aliases


def above_in_turn(path: str, parents: Mapping[str, Mapping[str, None]]) -> list[str]:
    """List all notes above one, the nearest first; where notes hang beneath each other, each once."""
    order = [path]
    for each in order:
        order += [above for above in parents.get(each, ()) if above not in order]
    return order[1:]


def parents_of(graph: VaultGraph) -> Parents:
    """Map each note that hangs beneath others to those right above it: of properties, folders, then maps."""
    parents: Parents = defaultdict(dict)
    by_folded_path = {fold(path): path for path in graph.notes}
    for path, note in graph.notes.items():
        if note.kind not in NOTE_KINDS or path in graph.templates:
            continue
        for name, target in linked_by_properties(graph, note):
            if fold(name) in _ABOVE and target in graph.notes and target != path:
                parents[path][target] = None
        if (above := _folder_note(path, by_folded_path)) is not None:
            parents[path][above] = None
    for path, note in graph.notes.items():
        targets = graph.links.targets(path)
        if len(targets) >= _FEWEST_LINKS and _is_map(note):
            for target in targets:
                if path not in parents.get(target, ()) and target not in parents.get(path, ()):
                    parents[target][path] = None
    return parents


def _folder_note(path: str, by_folded_path: Mapping[str, str]) -> str | None:
    """Return the note that stands for the folder of a note or, of a folder's note, for the one above it."""
    folder = PurePosixPath(path).parent
    while folder.name:
        inside = [folder / f"{name}.md" for name in (folder.name, *_FOLDER_NOTES)]
        for candidate in (*inside, folder.with_suffix(".md")):
            found = by_folded_path.get(fold(str(candidate)))
            if found is not None and found != path:
                return found
        folder = folder.parent
    return None


def _is_map(note: StoredNote) -> bool:
    """Return whether a note is a map of content, by a tag or its title."""
    tags = {fold(tag.rpartition("/")[2]) for tag in note.tags}
    return bool(tags & _MAP_TAGS) or _MAP_TITLE.search(note.title) is not None

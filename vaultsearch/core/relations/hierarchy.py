"""The note hierarchy: parents told by properties, folder notes and maps of content.

Derived from the links and properties in the index, in a thread, once per index state.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import PurePosixPath
from typing import TypeAlias

import regex

from vaultsearch.core.relations.vault_graph import VaultGraph, VaultGraphs, linked_by_properties
from vaultsearch.core.text import fold_text
from vaultsearch.core.threads import MadeOnce, giving_way
from vaultsearch.core.values.note import NOTE_KINDS, StoredNote, differing_notes
from vaultsearch.core.values.relations import NoteName

_PARENT_PROPERTIES = frozenset(["up", "parent", "parents", "above", "übergeordnet", "上级", "父级"])
"""Folded names of properties for parent notes."""
_FOLDER_NOTES = ("index", "_index")
"""Names of a folder's note, besides the folder's own name."""
_MAP_TAGS = frozenset(["moc", "map", "index", "hub"])
_MAP_TITLE = regex.compile(r"\bmocs?\b|\bmaps? of content\b|^∑|索引$", regex.IGNORECASE)
_MIN_MAP_LINKS = 3
"""Minimum links in a map of content."""

Parents = dict[str, dict[str, None]]
_ParentsWithNames: TypeAlias = "tuple[Parents, Mapping[str, tuple[str, ...]]]"


class HierarchyFinder:
    """Finds the note hierarchy in a corpus, once per index state."""

    def __init__(self, graphs: VaultGraphs) -> None:
        self._derived = MadeOnce(graphs, _parents_with_names, _renew_parents)

    async def above(self, path: str) -> tuple[NoteName, ...]:
        """Return a note's parent, grandparent and so on, the topmost first."""
        graph, (parents, _) = await self._derived.with_source()
        way = [path]
        # Notes may hang beneath each other, which must not loop forever.
        while nearest := next((each for each in parents.get(way[-1], ()) if each not in way), None):
            way.append(nearest)
        return tuple(graph.name(each) for each in reversed(way[1:]) if each in graph.notes)

    async def by_note(self) -> Mapping[str, tuple[str, ...]]:
        """Map each note's path to the names of all notes above, the nearest first."""
        return (await self._derived())[1]


def _parents_with_names(graph: VaultGraph) -> _ParentsWithNames:
    parents = parents_of(graph)
    names = {}
    for path in giving_way(parents):
        above = dict.fromkeys(parents[path])
        for nearer in ancestors_of(path, parents):
            above.setdefault(nearer)
        notes = (graph.notes[each] for each in above)
        names[path] = tuple(
            dict.fromkeys(name for n in notes for name in (n.title, PurePosixPath(n.path).stem, *n.aliases))
        )
    return parents, names


def _renew_parents(former: VaultGraph, parents: _ParentsWithNames, graph: VaultGraph) -> _ParentsWithNames:
    """Return the same parents if no note changed in what tells them: most changes are to texts."""
    gone, new = differing_notes(former.listed, graph.listed)

    def outline(graph: VaultGraph, note: StoredNote) -> tuple[object, ...]:
        # Path and properties also tell kind, title and aliases. Most notes' links tell nothing.
        tells = _is_map(note) or any(fold_text(name) in _PARENT_PROPERTIES for name in note.properties)
        targets = graph.links.targets(note.path) if tells else ()
        return note.properties, note.tags, tells, targets, note.path in graph.templates

    before = {note.path: outline(former, note) for note in gone}
    now = {note.path: outline(graph, note) for note in new}
    return parents if before == now else _parents_with_names(graph)


def ancestors_of(path: str, parents: Mapping[str, Mapping[str, None]]) -> list[str]:
    """List all notes above a note, the nearest first, each only once even if there is a cycle."""
    order = [path]
    for each in order:
        order += [above for above in parents.get(each, ()) if above not in order]
    return order[1:]


def parents_of(graph: VaultGraph) -> Parents:
    """Map each note to its direct parents: from properties, folders, then maps of content."""
    parents: Parents = defaultdict(dict)
    by_folded_path = {fold_text(path): path for path in graph.notes}

    @cache
    def of_folder(folder: str) -> list[str]:
        """List the notes that represent a folder: inside or beside it, as folder note plugins do."""
        inside = (f"{folder}/{name}.md" for name in (folder.rpartition("/")[2], *_FOLDER_NOTES))
        notes = (by_folded_path.get(fold_text(path)) for path in (*inside, f"{folder}.md"))
        return [path for path in notes if path is not None]

    for path, note in giving_way(graph.notes.items()):
        if note.kind not in NOTE_KINDS or path in graph.templates:
            continue
        for target in _parents_by_properties(graph, note):
            parents[path][target] = None
        # The folder's note or, for a folder's note, that of the next folder up.
        folders = (path[:end] for end in range(len(path) - 1, 0, -1) if path[end] == "/")
        above = (each for folder in folders for each in of_folder(folder) if each != path)
        for nearest in islice(above, 1):
            parents[path][nearest] = None
    for path, note in giving_way(graph.notes.items()):
        targets = graph.links.targets(path)
        if len(targets) >= _MIN_MAP_LINKS and _is_map(note):
            for target in targets:
                # Two maps with links to each other are on the same level.
                if path not in parents.get(target, ()) and target not in parents.get(path, ()):
                    parents[target][path] = None
    return parents


def _is_map(note: StoredNote) -> bool:
    """Return whether a note is a map of content by a tag or by the title, if it has enough links."""
    is_tagged = any(fold_text(tag.rpartition("/")[2]) in _MAP_TAGS for tag in note.tags)
    return is_tagged or _MAP_TITLE.search(note.title) is not None


def _parents_by_properties(graph: VaultGraph, note: StoredNote) -> Iterator[str]:
    # Checked first: few notes have such a property, and resolving all links took most of the time.
    if any(fold_text(name) in _PARENT_PROPERTIES for name in note.properties):
        for name, target in linked_by_properties(graph, note):
            if fold_text(name) in _PARENT_PROPERTIES and target in graph.notes and target != note.path:
                yield target

"""Values renewed after an edit are those derived of all notes: links, templates and facets."""

from __future__ import annotations

import random

from tests.builders import stored
from vaultsearch.core.query.narrowing import FacetCounter, FacetTable
from vaultsearch.core.relations.vault_graph import VaultGraph, VaultGraphs
from vaultsearch.core.values.note import StoredNote
from vaultsearch.core.values.query import CountedNotes

NAMES = ["Keel", "Mast", "Boat/Keel", "Boat/Oar", "Templates/Log"]
LINES = [
    "[[Keel]]",
    "[[Oar]]",
    "[[Boat/Keel]]",
    "[mast](Mast.md)",
    "[[Rope]]",
    "#oak",
    "#oak/old",
    "{{date}}",
]


def written(chooser: random.Random, name: str) -> StoredNote:
    """Return a note of random lines, sometimes with an alias by which others mean it."""
    alias = chooser.choice(["", "", "---\naliases: [Rope]\n---\n"])
    return stored(f"{name}.md", alias + "\n".join(chooser.sample(LINES, 3)))


def edits(chooser: random.Random) -> list[tuple[StoredNote, ...]]:
    """Return states of a few notes, each after a note was written, added or removed."""
    notes = {name: written(chooser, name) for name in NAMES[:3]}
    states = [tuple(notes.values())]
    for _ in range(60):
        name = chooser.choice(NAMES)
        if notes.pop(name, None) is None or chooser.random() < 0.7:
            notes[name] = written(chooser, name)
        states.append(tuple(notes.values()))
    return states


def test_after_any_edits_links_and_facets_are_those_of_all_notes() -> None:
    states = edits(random.Random(11))
    graph, table, former = VaultGraph.of(states[0]), FacetTable.of(states[0]), states[0]
    for state in states[1:]:
        graph = VaultGraph.of(state, graph)
        table, former = FacetTable.renewed(former, table, state), state
        assert graph == VaultGraph.of(state)
        assert table == FacetTable.of(state)


async def test_what_is_renewed_is_that_of_the_former_state() -> None:
    states = edits(random.Random(5))
    present = states[0]

    class Notes:
        async def lately(self) -> tuple[StoredNote, ...]:
            return present

    graphs, facets = VaultGraphs(Notes()), FacetCounter(Notes().lately)  # type: ignore[arg-type]  # asks no more
    for present in states[:12]:
        graph = await graphs()
        assert graph == VaultGraph.of(present)
        assert all(graph.notes[note.path] is note for note in present)
        whole = FacetTable.of(present).count(None, CountedNotes.VAULT)
        assert await facets("", None, CountedNotes.VAULT) == whole

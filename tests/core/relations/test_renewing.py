"""After edits, links, templates and facets are renewed, and are those derived of all notes."""

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
ALIASES = ["", "", "---\naliases: [Rope]\n---\n"]


async def test_after_any_edits_links_and_facets_are_those_of_all_notes() -> None:
    chooser, notes, present = random.Random(11), dict[str, StoredNote](), tuple[StoredNote, ...]()

    class Notes:
        async def lately(self) -> tuple[StoredNote, ...]:
            return present

    graphs, facets = VaultGraphs(Notes()), FacetCounter(Notes().lately)  # type: ignore[arg-type]  # asks no more
    for _ in range(60):
        name = chooser.choice(NAMES)
        if notes.pop(name, None) is None or chooser.random() < 0.7:
            notes[name] = stored(f"{name}.md", chooser.choice(ALIASES) + "\n".join(chooser.sample(LINES, 3)))
        present = tuple(notes.values())
        assert await graphs() == VaultGraph.of(present)
        counts = await facets("", None, CountedNotes.VAULT)
        assert counts == FacetTable.of(present).count(None, CountedNotes.VAULT)

"""The graph of a vault's links; renewed after edits, it is that derived of all notes, as are its facets."""

from __future__ import annotations

import random
from pathlib import Path

from tests.builders import stored
from tests.core.search.indexed_notes import indexed
from vaultsearch.core.query.narrowing import FacetCounter, FacetTable
from vaultsearch.core.relations.relations import loose_ends
from vaultsearch.core.relations.vault_graph import VaultGraph, VaultGraphs
from vaultsearch.core.values.note import StoredNote
from vaultsearch.core.values.query import CountedNotes
from vaultsearch.core.vault.links import LinkGraph

NOTES = {
    "a.md": "[[b]], [[B|again]], [[#Here]], [[a]], [[Gone]], ![[photo.PNG]], [[v1.2]]\n",
    "b.md": "[[gone#Part]]\n",
}


async def test_links_are_resolved_and_what_is_missing_is_named_in_one_case(tmp_path: Path) -> None:
    async with indexed(tmp_path, NOTES) as corpus:
        graph = LinkGraph.of(await corpus.notes.all())
    assert graph.targets("a.md") == ("b.md",)
    assert graph.sources == {"a.md": (), "b.md": ("a.md",)}
    assert graph.requested == {"gone": ("a.md", "b.md"), "v1.2": ("a.md",)}
    assert graph.neighbours("b.md") == ("a.md",)
    assert [link.link.target for link in graph.outgoing["a.md"] if link.is_to_attachment] == ["photo.PNG"]


async def test_a_missing_note_is_one_however_links_to_it_are_written(tmp_path: Path) -> None:
    notes = {"a.md": "[[Example]] and [x](Example.md) and [[example.md]]\n", "b.md": "[y](Example.md)\n"}
    async with indexed(tmp_path, notes) as corpus:
        graph = LinkGraph.of(await corpus.notes.all())
        ends = await loose_ends(VaultGraphs(corpus.notes))
    assert graph.requested == {"example": ("a.md", "b.md")}
    assert [target.target for target in ends.unresolved] == ["Example"]


async def test_the_headings_above_a_line_are_told(tmp_path: Path) -> None:
    text = "intro\n# A\n## B\nx\n### C\n## D\ny\n# E\n"
    async with indexed(tmp_path, {"n.md": text}) as corpus:
        (note,) = await corpus.notes.all()
    told = [note.heading_path(line) for line in (1, 2, 4, 5, 7, 9)]
    assert told == [(), ("A",), ("A", "B"), ("A", "B", "C"), ("A", "D"), ("E",)]


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

"""The graph of a vault's links."""

from __future__ import annotations

from pathlib import Path

from tests.core.search.indexed_notes import indexed
from vaultsearch.core.relations.relations import loose_ends
from vaultsearch.core.relations.vault_graph import VaultGraphs
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

"""The links of a note with the text around them, and the loose ends of a vault."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.search.indexed_notes import indexed
from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.index.tables.schema import NoteRows
from vaultsearch.core.relations.relations import LinkReader, loose_ends
from vaultsearch.core.relations.vault_graph import VaultGraphs

NOTES = {
    "Sea/Otter.md": "---\naliases: [Enhydra]\ntitle: The sea otter\n---\n"
    "Eats [[Urchin]] and [[Kelp|weed]].\nSee ![[otter.png]] and [[Nowhere#Part]] and [[#Below]].\n",
    "Urchin.md": "# Food\n\n## Who eats it\n\nThe [[enhydra]] does; so says [a book](Sea/Otter.md).\n",
    "Kelp.md": "Shelters the sea otter.\n",
    "Wolf.md": "Alone, and it dreams of [[nowhere]].\n",
    "Moon.md": "Alone.\n",
    "Board.canvas": '{"nodes": [{"id": "1", "type": "file", "file": "Sea/Otter.md", "x": 0, "y": 0,'
    ' "width": 1, "height": 1}], "edges": []}',
}


async def test_a_note_tells_what_links_to_it_from_where_and_what_it_links_to(tmp_path: Path) -> None:
    notes = {path: text for path, text in NOTES.items() if path.endswith(".md")}
    async with indexed(tmp_path, notes) as corpus:
        links = await LinkReader(corpus.notes, VaultGraphs(corpus.notes))("Sea/Otter.md")
    assert (links.note.path, links.note.title) == ("Sea/Otter.md", "The sea otter")
    (back,) = links.backlinks
    assert (back.path, back.line, back.heading_path) == ("Urchin.md", 5, ("Food", "Who eats it"))
    assert back.text == "The [[enhydra]] does; so says [a book](Sea/Otter.md)."
    assert [(one.path, one.written) for one in links.outgoing] == [
        ("Urchin.md", "Urchin"),
        ("Kelp.md", "Kelp"),
    ]
    assert [(one.path, one.written, one.line) for one in links.unresolved] == [(None, "Nowhere", 6)]
    assert [(one.path, one.text) for one in links.mentions] == [("Kelp.md", "Shelters the sea otter.")]


async def test_a_path_without_a_note_is_a_known_trouble(tmp_path: Path) -> None:
    async with indexed(tmp_path, {"Sea/Otter.md": NOTES["Sea/Otter.md"]}) as corpus:
        with pytest.raises(NoteNotFoundError):
            (await VaultGraphs(corpus.notes)()).note_at("Badger.md")


async def test_loose_ends_are_notes_without_links_and_links_without_notes(tmp_path: Path) -> None:
    notes = {path: text for path, text in NOTES.items() if path.endswith(".md")}
    async with indexed(tmp_path, notes) as corpus:
        ends = await loose_ends(VaultGraphs(corpus.notes))
    assert [one.path for one in ends.orphans] == ["Moon.md", "Wolf.md"]
    (missing,) = ends.unresolved
    assert missing.target == "Nowhere"
    assert {(one.path, one.line) for one in missing.references} == {("Sea/Otter.md", 6), ("Wolf.md", 1)}


async def test_links_are_told_anew_once_the_index_has_changed(tmp_path: Path) -> None:
    from tests.builders import CHUNKER, parsed

    async with indexed(tmp_path, {"a.md": "x\n", "b.md": "[[a]]\n"}) as corpus:
        graphs = VaultGraphs(corpus.notes)
        assert [one.path for one in (await loose_ends(graphs)).orphans] == []
        assert await graphs() is await graphs()
        note = parsed("b.md", "No link any more.\n")
        await corpus.writer.replace_notes([NoteRows.of(note, CHUNKER.chunks(note))])
        assert [one.path for one in (await loose_ends(graphs)).orphans] == ["a.md", "b.md"]

"""Related notes, by meaning with the real models, by links and tags; the links of a note, and loose ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.search.indexed_notes import indexed, synced_vault
from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.index.tables.schema import NoteRows
from vaultsearch.core.relations.related import RelatedNotesRanker
from vaultsearch.core.relations.relations import LinkReader, loose_ends
from vaultsearch.core.relations.vault_graph import VaultGraphs

ENGLISH = {
    "Sourdough.md": "The starter is fed with rye flour every evening.\n\n"
    "## Baking\n\nThe loaf is baked in a hot cast-iron pot with the lid on.\n",
    "Bread oven.md": "# Bread oven\n\n## Clay\n\nThe dome was built of clay and sand.\n\n"
    "## First loaf\n\nA loaf of bread baked in it for forty minutes; the crust was black.\n",
    "Mast.md": "The mast of the boat was cut from a single larch and is oiled every autumn.\n",
    "Rigging.md": "Shrouds and stays hold the mast of a sailing boat upright.\n",
    "Rent.md": "The landlord wants the rent on the third of each month.\n",
}
CHINESE = {
    "面包.md": "面团在冰箱里放一夜，第二天早上放进铸铁锅里烤。\n",
    "烤箱.md": "新买的烤箱温度不准，烤出来的面包外皮总是太黑。\n",
    "房租.md": "房东要求每月三号之前把房租转到他的账户里。\n",
    "合同.md": "租房合同明年三月到期，要和房东谈新的租金。\n",
}


async def test_notes_that_talk_about_the_same_come_first_and_say_where(tmp_path: Path) -> None:
    async with synced_vault(tmp_path, ENGLISH) as session:
        first, *_ = await session.relations.related("Sourdough")
        assert first.path == "Bread oven.md"
        assert first.reasons[0] == "similar topic: Bread oven > First loaf"
        assert (first.heading_path, first.line) == (("Bread oven", "First loaf"), 9)
        assert 0 < first.score <= 1
        mast = await session.relations.related("Mast", 1)
        assert [one.path for one in mast] == ["Rigging.md"]
        assert "Rent.md" not in [one.path for one in await session.relations.related("Mast")]


async def test_notes_in_another_language_find_their_own_and_have_no_summary(tmp_path: Path) -> None:
    async with synced_vault(tmp_path, {**CHINESE, "Mast.md": ENGLISH["Mast.md"]}) as session:
        assert (await session.relations.related("面包"))[0].path == "烤箱.md"
        assert (await session.relations.related("房租"))[0].path == "合同.md"
        assert not (await session.relations.summary("房租")).text


LINKED = {
    "a.md": "---\ntags: [rare, usual]\n---\n[[Hub]] and [[Niche]], and [[Missing]]\n",
    "b.md": "---\ntags: [usual]\n---\n[[Niche]]\n",
    "c.md": "---\ntags: [rare]\n---\nnothing\n",
    "d.md": "[[Hub]]\n",
    "e.md": "[[missing]]\n",
    "f.md": "[[a]]\n",
    "Hub.md": "x\n",
    "Niche.md": "x\n",
    "List.md": "[[a]], [[g]]\n",
    "g.md": "x\n",
    **{f"many{i}.md": "---\ntags: [usual]\n---\n[[Hub]]\n" for i in range(8)},
    "alone.md": "y\n",
}


async def test_links_and_tags_tell_before_there_are_vectors_and_the_rare_ones_more(tmp_path: Path) -> None:
    async with indexed(tmp_path, LINKED) as corpus:
        found = {
            one.path: one for one in await RelatedNotesRanker(corpus, VaultGraphs(corpus.notes))("a.md", 50)
        }
        assert await RelatedNotesRanker(corpus, VaultGraphs(corpus.notes))("alone.md", 50) == ()
    reasons = {path: one.reasons for path, one in found.items()}
    assert reasons["f.md"] == ("links here",)
    assert reasons["Niche.md"] == ("linked from here",)
    assert reasons["b.md"] == ("both link to Niche", "shares #usual")
    assert reasons["e.md"] == ("both link to Missing",)
    assert reasons["g.md"] == ("both linked from List",)
    # Sentences for people keep their template: the window translates it.
    assert [getattr(reason, "template", "") for reason in reasons["g.md"]] == ["both linked from {}"]
    assert reasons["c.md"] == ("shares #rare",)
    assert found["b.md"].score > found["d.md"].score
    assert found["c.md"].score > 0
    assert "alone.md" not in found
    assert "a.md" not in found


@pytest.mark.parametrize("n", [1, 3])
async def test_no_more_than_asked_for_are_given(tmp_path: Path, n: int) -> None:
    async with indexed(tmp_path, LINKED) as corpus:
        assert len(await RelatedNotesRanker(corpus, VaultGraphs(corpus.notes))("a.md", n)) == n


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

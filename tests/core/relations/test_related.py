"""Related notes, by meaning with the real models, by links and tags; a vault's links, and its loose ends."""

import random
from pathlib import Path
from typing import Any

import pytest

from tests.builders import stored
from tests.core.search.indexed_notes import indexed, synced_vault, write_passages
from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.query.narrowing import FacetCounter, FacetTable
from vaultsearch.core.relations.hierarchy import HierarchyFinder
from vaultsearch.core.relations.related import RelatedNotesRanker
from vaultsearch.core.relations.relations import CorpusRelations, loose_ends
from vaultsearch.core.relations.vault_graph import VaultGraph, VaultGraphs
from vaultsearch.core.values.note import ListedNotes, StoredNote, differing_notes
from vaultsearch.core.values.query import CountedNotes
from vaultsearch.core.vault.links import LinkGraph

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
        assert (first.path, first.reasons[0]) == ("Bread oven.md", "similar topic: Bread oven > First loaf")
        assert (first.heading_path, first.line) == (("Bread oven", "First loaf"), 9)
        assert 0 < first.score <= 1
        assert [one.path for one in await session.relations.related("Mast", 1)] == ["Rigging.md"]
        assert "Rent.md" not in [one.path for one in await session.relations.related("Mast")]


async def test_notes_in_another_language_find_their_own_and_have_no_summary(tmp_path: Path) -> None:
    async with synced_vault(tmp_path, {**CHINESE, "Mast.md": ENGLISH["Mast.md"]}) as session:
        assert (await session.relations.related("面包"))[0].path == "烤箱.md"
        assert (await session.relations.related("房租"))[0].path == "合同.md"
        assert not (await session.relations.summary("房租")).text


LINKED = {
    "a.md": "---\ntags: [rare, usual]\n---\n[[Hub]] and [[Niche]], and [[Missing]]\n",
    "b.md": "---\ntags: [usual]\n---\n[[Niche]]\n", "c.md": "---\ntags: [rare]\n---\nnothing\n",
    "d.md": "[[Hub]]\n", "e.md": "[[missing]]\n", "f.md": "[[a]]\n", "Hub.md": "x\n", "Niche.md": "x\n",
    "List.md": "[[a]], [[g]]\n", "g.md": "x\n",
    **{f"many{i}.md": "---\ntags: [usual]\n---\n[[Hub]]\n" for i in range(8)}, "alone.md": "y\n",
}  # fmt: skip


async def test_links_and_tags_tell_before_there_are_vectors_and_the_rare_ones_more(tmp_path: Path) -> None:
    async with indexed(tmp_path, LINKED) as corpus:
        ranker = RelatedNotesRanker(corpus, VaultGraphs(corpus.notes.lately))
        ranked = await ranker("a.md", 50)
        assert [await ranker("a.md", n) for n in (1, 3)] == [ranked[:1], ranked[:3]]
        assert await ranker("alone.md", 50) == ()
    found = {one.path: one for one in ranked}
    reasons = {path: one.reasons for path, one in found.items()}
    expected = {
        "f.md": ("links here",), "Niche.md": ("linked from here",),
        "b.md": ("both link to Niche", "shares #usual"), "e.md": ("both link to Missing",),
        "g.md": ("both linked from List",), "c.md": ("shares #rare",),
    }  # fmt: skip
    assert {path: reasons[path] for path in expected} == expected
    # Sentences for people keep their template: the window translates it.
    assert [getattr(reason, "template", "") for reason in reasons["g.md"]] == ["both linked from {}"]
    assert found["b.md"].score > found["d.md"].score
    assert found["c.md"].score > 0
    assert {*found} == {*LINKED} - {"a.md", "alone.md"}


NOTES = {
    "Sea/Otter.md": "---\naliases: [Enhydra]\ntitle: The sea otter\n---\n"
    "Eats [[Urchin]] and [[Kelp|weed]].\nSee ![[otter.png]] and [[Nowhere#Part]] and [[#Below]].\n",
    "Urchin.md": "# Food\n\n## Who eats it\n\nThe [[enhydra]] does; so says [a book](Sea/Otter.md).\n",
    "Kelp.md": "Shelters the sea otter.\n",
    "Wolf.md": "Alone, and it dreams of [[nowhere]].\n",
    "Moon.md": "Alone.\n",
}


async def test_a_note_tells_what_links_to_it_from_where_and_what_it_links_to(tmp_path: Path) -> None:
    async with indexed(tmp_path, NOTES) as corpus:
        links = await CorpusRelations(corpus).links_of("Sea/Otter.md")
        graph = await VaultGraphs(corpus.notes.lately)()
    assert (links.note.path, links.note.title) == ("Sea/Otter.md", "The sea otter")
    (back,) = links.backlinks
    assert (back.path, back.line, back.heading_path) == ("Urchin.md", 5, ("Food", "Who eats it"))
    assert back.text == "The [[enhydra]] does; so says [a book](Sea/Otter.md)."
    assert [(link.path, link.written) for link in links.outgoing] == [
        ("Urchin.md", "Urchin"),
        ("Kelp.md", "Kelp"),
    ]
    assert [(one.path, one.written, one.line) for one in links.unresolved] == [(None, "Nowhere", 6)]
    assert [(one.path, one.text) for one in links.mentions] == [("Kelp.md", "Shelters the sea otter.")]
    with pytest.raises(NoteNotFoundError):
        graph.note_at("Badger.md")


async def test_loose_ends_are_notes_without_links_and_links_without_notes(tmp_path: Path) -> None:
    async with indexed(tmp_path, NOTES) as corpus:
        ends = await loose_ends(VaultGraphs(corpus.notes.lately))
    assert [one.path for one in ends.orphans] == ["Moon.md", "Wolf.md"]
    (missing,) = ends.unresolved
    assert missing.target == "Nowhere"
    assert {(one.path, one.line) for one in missing.references} == {("Sea/Otter.md", 6), ("Wolf.md", 1)}


async def test_a_missing_note_is_one_however_links_to_it_are_written(tmp_path: Path) -> None:
    notes = {"a.md": "[[Example]] and [x](Example.md) and [[example.md]]\n", "b.md": "[y](Example.md)\n"}
    async with indexed(tmp_path, notes) as corpus:
        ends = await loose_ends(VaultGraphs(corpus.notes.lately))
        assert LinkGraph.of(await corpus.notes.all()).requested == {"example": ("a.md", "b.md")}
    assert [target.target for target in ends.unresolved] == ["Example"]


async def test_the_headings_above_a_line_are_told(tmp_path: Path) -> None:
    async with indexed(tmp_path, {"n.md": "intro\n# A\n## B\nx\n### C\n## D\ny\n# E\n"}) as corpus:
        (note,) = await corpus.notes.all()
    told = [note.heading_path(line) for line in (1, 2, 4, 5, 7, 9)]
    assert told == [(), ("A",), ("A", "B"), ("A", "B", "C"), ("A", "D"), ("E",)]


NAMES = ["Keel", "Mast", "Boat/Boat", "Boat/Keel", "Boat/Oar", "Templates/Log"]
LINES = [
    "[[Keel]]", "[[Oar]]", "[[Boat/Keel]]", "[mast](Mast.md)", "[[Rope]]", "#oak", "#oak/old", "{{date}}",
    "more words", "[[Boat]]", "#moc", "#Oak",
]  # fmt: skip
ALIASES = ["", "", "", "---\naliases: [Rope]\n---\n", "---\nup: '[[Oar]]'\n---\n"]


async def test_links_are_told_anew_once_the_index_has_changed(tmp_path: Path) -> None:
    async with indexed(tmp_path, {"a.md": "x\n", "b.md": "[[a]]\n"}) as corpus:
        graphs = VaultGraphs(corpus.notes.lately)
        assert [one.path for one in (await loose_ends(graphs)).orphans] == []
        assert await graphs() is await graphs()
        await write_passages(corpus, {"b.md": "No link any more.\n"})
        assert [one.path for one in (await loose_ends(graphs)).orphans] == ["a.md", "b.md"]


def unordered(graph: VaultGraph) -> tuple[object, ...]:
    """Return all of a graph but the order of its notes, in which they were written."""
    links = graph.links
    mappings = (links.sources, links.requested, graph.tagged)
    paths = ({name: frozenset(paths) for name, paths in mapping.items()} for mapping in mappings)
    return graph.notes, links.outgoing, graph.templates, *paths


async def test_after_any_edits_links_hierarchy_and_facets_are_those_of_all_notes() -> None:
    chooser, notes, present = random.Random(11), dict[str, StoredNote](), ListedNotes()

    class Notes:
        async def lately(self) -> tuple[StoredNote, ...]:
            return present

    corpus: Any = Notes()  # asked for no more
    hierarchy, facets = HierarchyFinder(graphs := VaultGraphs(corpus.lately)), FacetCounter(corpus.lately)
    for _ in range(200):
        asked_last = present
        for _ in range(chooser.choice([1, 1, 3])):
            name = chooser.choice(NAMES)
            gone = [notes.pop(name)] if name in notes else []
            if not gone or chooser.random() < 0.7:
                lines = chooser.sample(LINES, chooser.choice([1, 3, 6]))
                notes[name] = stored(f"{name}.md", chooser.choice(ALIASES) + "\n".join(lines))
            present = present.followed_by(notes.values(), gone, [notes[name]] if name in notes else [])
        differing = [{*map(id, each)} for each in differing_notes(asked_last, present)]
        assert differing == [{*map(id, each)} for each in differing_notes([*asked_last], [*present])]
        assert unordered(await graphs()) == unordered(VaultGraph.of(present))
        above, anew = [
            {path: frozenset(names) for path, names in (await finder.by_note()).items()}
            for finder in (hierarchy, HierarchyFinder(VaultGraphs(corpus.lately)))
        ]
        assert above == anew
        every = None, CountedNotes.VAULT
        assert await facets("", *every) == FacetTable.of(present).count(*every)

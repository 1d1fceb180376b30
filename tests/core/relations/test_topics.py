"""Topics and map of a vault: which notes belong together and are near, their labels, and that they stay."""

import tracemalloc
from collections.abc import AsyncIterator
from itertools import chain, combinations
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from unittest.mock import Mock

import numpy as np
import pytest

from tests.builders import stored, write_notes
from tests.core.search.indexed_notes import synced_vault
from tests.scripted_model import MODEL, ScriptedModel, serving
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.protocols import Vectors
from vaultsearch.core.relations import note_map
from vaultsearch.core.relations.communities import NoteVectors, edges_of, find_communities, note_vectors
from vaultsearch.core.relations.note_map import MAP_FILE, optimize_places
from vaultsearch.core.relations.topics import TOPICS_FILE, NoteTerms, label_of, terms_of
from vaultsearch.core.relations.vault_graph import VaultGraph, reached_notes
from vaultsearch.core.values.context import TextKind
from vaultsearch.core.values.relations import VaultMap, VaultTopic, best_topics
from vaultsearch.core.values.search import Mode, Space
from vaultsearch.service.vault import Vault

pytestmark = pytest.mark.asyncio(loop_scope="module")
BOAT = {
    "Keel.md": "The keel of the boat is of oak, with bronze bolts below [[Mast]].",
    "Mast.md": "The mast of the boat is spruce; its rigging is steel. See [[Sail]].",
    "Sail.md": "The sail of the boat hangs on the [[Mast]] and is of cotton.",
    "Rudder.md": "The rudder of the boat turns on bronze, aft of the [[Keel]].",
    "Varnish for boats.md": "Seven coats of varnish for the boat, on [[Rudder]] and [[Mast]].",
}
BREAD = {
    "Sourdough bread.md": "Bread of rye with sourdough, baked hot. See [[Flour for bread]].",
    "Flour for bread.md": "Which flour of rye is ground for the bread of the week.",
    "Baking bread.md": "Bread is baked for an hour; the [[Sourdough bread]] longer.",
    "Bread oven.md": "The oven for the bread is of stone, and so is [[Baking bread]].",
    "Rye bread.md": "Rye bread keeps for a week, as [[Sourdough bread]] does.",
}
OTHERS = {
    "2026-05-01.md": "Rain.\n",
    "Templates/Day.md": "---\ntags: [boat]\n---\n{{date}} [[Keel]] [[Mast]] [[Sourdough bread]]\n",
    "Templates/Week.md": "---\ntags: [boat]\n---\nNothing yet.\n",
}


NOTES = BOAT | BREAD | OTHERS


def paths(topic: VaultTopic) -> set[str]:
    return {note.path for note in topic.notes}


def topic_with(topics: tuple[VaultTopic, ...], path: str) -> VaultTopic:
    return next(topic for topic in topics if path in paths(topic))


async def test_notes_that_link_and_mean_the_same_are_a_topic_and_a_template_is_in_none(vault: Vault) -> None:
    assert await vault.query.list_notes('topic:""'), "a filter waits for topics that were never computed"
    topics = await vault.relations.topics()
    assert paths(topic_with(topics, "Keel.md")) >= BOAT.keys()
    assert paths(topic_with(topics, "Rye bread.md")) >= BREAD.keys()
    assert not any(path.startswith("Templates/") for topic in topics for path in paths(topic))


async def test_a_topic_is_asked_for_by_its_words_and_gives_passages_of_its_notes(vault: Vault) -> None:
    topics = await vault.relations.topics()
    bread = topic_with(topics, "Rye bread.md")
    assert len({topic.label for topic in topics}) == len(topics)
    passages = await vault.relations.topic_passages(bread, 3)
    assert len({passage.path for passage in passages}) == 3, "each of another note"
    assert {passage.path for passage in passages} <= paths(bread)
    notes = await vault.query.list_notes(f'topic:"{bread.label}"')
    assert BREAD.keys() <= {note.path for note in notes}
    assert not {note.path for note in notes} & BOAT.keys()
    assert await vault.query.list_notes("topic:no-such-topic") == ()
    proposed = await vault.query.completions("topic:", 6)
    assert bread.label in {proposal.label for proposal in proposed.proposals}
    facets = await vault.query.facets("", Mode.HYBRID, ())
    assert bread.label in {facet.value for facet in facets.topics}
    (best, *_) = best_topics(topics, ["Rye bread.md", "Keel.md", "Bread oven.md"], 2)
    assert "Rye bread.md" in paths(best)
    assert best_topics(topics, ["Templates/Day.md"], 2) == ()


async def test_an_edit_keeps_number_and_label_also_in_a_new_process(own_vault: Vault, tmp_path: Path) -> None:
    file = tmp_path / "index" / TOPICS_FILE
    file.write_text('{"state": "", "topics": [{"number": "x"}]}')  # damaged, it is made anew
    before = topic_with(await own_vault.relations.topics(), "Keel.md")
    write_notes(tmp_path / "vault", {"Anchor.md": "The anchor of the boat, below [[Mast]] and [[Keel]]."})
    await own_vault.index.sync()
    after = topic_with(await own_vault.relations.topics(), "Keel.md")
    assert (after.number, after.label) == (before.number, before.label)
    assert "Anchor.md" in paths(after)
    stored = file.stat()
    async with await Vault.open(tmp_path / "vault", tmp_path / "index", Parameters(), write=False) as other:
        assert topic_with(await other.relations.topics(), "Keel.md") == after
    assert file.stat().st_mtime_ns == stored.st_mtime_ns


async def test_vectors_of_notes_hold_no_pages_of_passages() -> None:
    async def pages() -> AsyncIterator[tuple[list[str], Vectors]]:
        for page in range(40):
            ids = [f"{page}.md:0", *[f"long.md:{page} {place}" for place in range(99)]]
            yield ids, np.eye(100, 384, dtype=np.float32)

    corpus = SimpleNamespace(vectors=dict.fromkeys(Space, SimpleNamespace(pages=pages)))
    tracemalloc.start()
    try:
        main, *_ = await note_vectors(cast(LanceCorpus, corpus))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(main.paths) == 41
    assert (main.vectors[-1][1:100] > 0).all(), "the sum of a note's passages"
    (of_some, *_) = await note_vectors(cast(LanceCorpus, corpus), frozenset({"3.md"}))
    assert of_some.paths == ("3.md",)
    assert most < 2_000_000, "all pages would be 6 MB"


async def test_of_dense_groups_each_is_divided_again_and_the_same_edges_give_the_same_communities() -> None:
    groups = [[f"{letter}{number}" for number in range(10)] for letter in "abcd"]
    edges = {pair: 1.0 for group in groups for pair in combinations(sorted(group), 2)}
    edges |= {("a0", "b0"): 6.0, ("a1", "b1"): 6.0, ("a2", "b2"): 6.0, ("c0", "d0"): 6.0, ("c1", "d1"): 6.0}
    found = find_communities(edges)
    assert found == find_communities(dict(reversed(edges.items())))
    assert {note for community in found for note in community.notes} == {n for group in groups for n in group}
    leaves = [child for community in found for child in (community.children or (community,))]
    assert sorted(sorted(leaf.notes) for leaf in leaves) == groups


@pytest.mark.parametrize(("n_notes", "joining"), [(9, {"two": 2}), (15, {"two": 2, "three": 3})])
async def test_a_tag_joins_two_notes_or_up_to_a_fifth_of_all(n_notes: int, joining: dict[str, int]) -> None:
    tags = ["#alone #two #three #four", "#two #three #four", "#three #four", "#four"]
    notes = [stored(f"{i}.md", tags[i] if i < len(tags) else "x") for i in range(n_notes)]
    assert edges_of(VaultGraph.of(tuple(notes)), ()) == {
        (f"#{tag}", f"{i}.md"): pytest.approx(0.5 / n**0.5) for tag, n in joining.items() for i in range(n)
    }


async def test_a_link_counts_most_then_likeness_and_three_notes_are_a_topic() -> None:
    graph = VaultGraph.of((stored("a", "[[b.md]] [[c.md]]"), stored("b.md", ""), stored("c.md", "")))
    near = SimpleNamespace(neighbours=lambda count: [("b.md", "c.md", 0.4)] * (count == 8))
    edges = edges_of(graph, [cast(NoteVectors, near)])
    assert edges == pytest.approx({("a", "b.md"): 0.5**0.5, ("a", "c.md"): 0.5**0.5, ("b.md", "c.md"): 0.05})
    assert [community.notes for community in find_communities(edges)] == [("a", "b.md", "c.md")]
    texts = {"a": "[[b.md]] [[Gone]] #oak", "b.md": "", "near": "", "missing": "[[Gone]]", "tag": "#oak"}
    graph = VaultGraph.of(tuple(stored(*note) for note in texts.items()))
    reached = reached_notes(graph, {"a": 1.0}, {"a": {"near": 0.9}})
    assert [note.path for note in reached] == ["b.md", "near", "missing", "tag"]


@pytest.mark.parametrize(
    ("name", "text", "weights"),
    [
        ("Windows 10 of June 2024, h2o", "", {"window": 1.0, "window 10": 1.0, "june": 1.0, "h2o": 1.0}),
        ("Machine-learning, models", "", {"machin": 1.0, "machin learn": 1.0, "learn": 1.0, "model": 1.0}),
        ("2024", "#garden/raised-bed [[Trips/Old boat.md]]",
         {"rais": 1.0, "rais bed": 1.0, "bed": 1.0, "garden": 1.0, "boat": 0.7}),
        ("2024", "The oak boat, https://oar.org", {"boat": 0.25, "oak": 0.25, "oak boat": 0.25}),
    ],
)  # fmt: skip
async def test_words_and_phrases_count_by_their_place(name: str, text: str, weights: object) -> None:
    assert terms_of(stored(f"{name}.md", text), "en", (), {}).weights == weights


@pytest.mark.parametrize(
    ("notes", "label"),
    [
        ([{"oak": 0.3}] * 2, "oak"),
        ([{"oak": 0.25}] * 2, ""),  # in the text alone
        ([{"oak": 1.0}, {}], ""),  # the name of a single note
        ([{"oak": 1.0}, {"oak": 1.0, "old oak": 1.0}, {"old oak": 1.0}], "old oak"),
        ([{"oak": 1.0}, {"oak": 1.0, "oak door": 0.7}, {"oak": 1.0, "oak door": 0.7}], "oak"),
        ([{"oak": 1.0, "oak door": 0.7}] * 2, "oak door"),
        ([{"oak": 1.0, "boat": 2.0, "bread": 3.0, "rye": 4.0}] * 2, "rye, bread, boat"),
        # A run of characters, if its neighbors vary.
        *(([{run: 1.0}] * 3, label) for run, label in (("天然气", "天然气"), ("天然", ""), ("然气", ""))),
    ],
)
async def test_labels_are_terms_of_several_names(notes: list[dict[str, float]], label: str) -> None:
    terms = {
        use: NoteTerms(weights, {}, f"天然气{use}") for use, weights in zip("站灶费", notes, strict=False)
    }
    assert label_of(list(terms), terms, dict.fromkeys(("oak", *chain(*notes)), 0.1)) == label


SUMMARY = (
    "<think>Boats or bread?</think>Bread of rye is baked in an oven [1][2][3][4][5].\n"
    "The boat has a keel of oak and a mast of spruce [1][2][3][4][5]. Napoleon built it in 1812 [1]."
)


async def test_what_notes_share_is_shown_if_they_support_it(own_vault: Vault, tmp_path: Path) -> None:
    with serving(ScriptedModel((SUMMARY,))) as model:
        await own_vault.use({"ask.base_url": model.address, "ask.model": MODEL})
        requests, characters = await own_vault.estimate_by_model(TextKind.TOPICS)
        topics = await own_vault.relations.topics()
        assert not any(topic.summary for topic in topics)
        assert requests >= 2
        assert not model.requests
        assert await own_vault.write_by_model(TextKind.TOPICS, "path:Keel.md") < requests
        assert await own_vault.write_by_model(TextKind.TOPICS) > 0
        sent = [request.body["messages"] for request in model.chats]
        assert len(sent) == requests
        assert sum(len(message["content"]) for messages in sent for message in messages) == characters
        topics = await own_vault.relations.topics()
        assert topic_with(topics, "Keel.md").summary == "The boat has a keel of oak and a mast of spruce."
        assert topic_with(topics, "Rye bread.md").summary == "Bread of rye is baked in an oven."
        assert await own_vault.write_by_model(TextKind.TOPICS) == 0
        # What was said of another text is shown no more, and is made anew.
        write_notes(tmp_path / "vault", {"Keel.md": "The keel of the boat is of larch now. [[Mast]]"})
        await own_vault.index.sync()
        topics = await own_vault.relations.topics()
        assert not topic_with(topics, "Keel.md").summary
        assert topic_with(topics, "Rye bread.md").summary
        assert await own_vault.write_by_model(TextKind.TOPICS) > 0


def mean_distance(shown: VaultMap, group: set[str], other: set[str]) -> float:
    places = {dot.path: np.array((dot.x, dot.y)) for dot in shown.dots}
    return float(np.mean([np.linalg.norm(places[a] - places[b]) for a in group for b in other if a != b]))


async def test_notes_of_a_topic_are_near_and_coloured_alike_on_the_map(vault: Vault) -> None:
    shown, boat, bread = await vault.relations.note_map(), set(BOAT), set(BREAD)
    assert {dot.path for dot in shown.dots} == boat | bread, "no template, and none of a day"
    assert mean_distance(shown, boat, bread) > 1.5 * mean_distance(shown, boat, boat)
    topics = {dot.path: dot.topic for dot in shown.dots}
    assert topics["Keel.md"] == topics["Mast.md"] != topics["Rye bread.md"]
    assert set(shown.labels) == {topic for topic in topics.values() if topic}
    pairs = [{shown.dots[one].path, shown.dots[other].path} for one, other in shown.links]
    assert {"Mast.md", "Sail.md"} in pairs


async def test_a_new_note_moves_no_other_on_the_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    making = Mock(wraps=edges_of)
    monkeypatch.setattr(note_map, "edges_of", making)
    async with synced_vault(tmp_path, BOAT | BREAD) as vault:
        shown = await vault.relations.note_map()
        assert shown == await vault.relations.note_map()
        write_notes(tmp_path / "vault", {"Anchor.md": "The anchor of the boat, by [[Keel]] and [[Mast]]."})
        await vault.index.sync()
        moved = await vault.relations.note_map()
        before, after = ({dot.path: (dot.x, dot.y) for dot in one.dots} for one in (shown, moved))
        assert after == before | {"Anchor.md": after["Anchor.md"]}
    assert (tmp_path / "index" / MAP_FILE).exists()
    async with await Vault.open(tmp_path / "vault", tmp_path / "index", Parameters(), write=False) as vault:
        assert await vault.relations.note_map() == moved
    assert making.call_count == 2, "for each state of the notes, whichever process asks"


async def test_the_same_edges_give_the_same_places_and_groups_stand_apart() -> None:
    edges = np.array([*combinations(range(10), 2), *combinations(range(10, 20), 2), (0, 10)])
    begun = np.random.default_rng(1).normal(size=(20, 2))
    places = optimize_places(begun, edges, np.ones(len(edges)))
    assert np.array_equal(places, optimize_places(begun, edges, np.ones(len(edges))))
    within = np.linalg.norm(places[:10] - places[:10].mean(axis=0), axis=1).mean()
    assert 0.2 < 2 * within < np.linalg.norm(places[:10].mean(axis=0) - places[10:].mean(axis=0))
    assert np.isfinite(places).all()

"""The map: notes that belong together are near, and a new note moves no other."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest

from tests.builders import write_notes
from tests.core.relations.test_topics import BOAT, BREAD
from tests.core.search.indexed_notes import synced_vault
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.relations import note_map
from vaultsearch.core.relations.communities import edges_of
from vaultsearch.core.relations.note_map import MAP_FILE, optimize_places
from vaultsearch.core.values.relations import VaultMap
from vaultsearch.service.vault import Vault


def mean_distance(shown: VaultMap, one: set[str], other: set[str]) -> float:
    places = {dot.path: np.array((dot.x, dot.y)) for dot in shown.dots}
    apart = [float(np.linalg.norm(places[a] - places[b])) for a in one for b in other if a != b]
    return sum(apart) / len(apart)


async def test_notes_of_a_topic_are_near_and_coloured_alike(tmp_path: Path) -> None:
    async with synced_vault(tmp_path, BOAT | BREAD) as vault:
        shown = await vault.relations.note_map()
        boat, bread = set(BOAT), set(BREAD)
        assert {dot.path for dot in shown.dots} == boat | bread
        assert mean_distance(shown, boat, bread) > 1.5 * mean_distance(shown, boat, boat)
        topics = {dot.path: dot.topic for dot in shown.dots}
        assert topics["Keel.md"] == topics["Mast.md"] != topics["Rye bread.md"]
        assert set(shown.labels) == {topic for topic in topics.values() if topic}
        pairs = {(shown.dots[one].path, shown.dots[other].path) for one, other in shown.links}
        assert ("Mast.md", "Sail.md") in pairs or ("Sail.md", "Mast.md") in pairs


async def test_a_new_note_moves_no_other_and_the_places_are_stored(tmp_path: Path) -> None:
    async with synced_vault(tmp_path, BOAT | BREAD) as vault:
        before = {dot.path: (dot.x, dot.y) for dot in (await vault.relations.note_map()).dots}
        write_notes(tmp_path / "vault", {"Anchor.md": "The anchor of the boat, by [[Keel]] and [[Mast]]."})
        await vault.index.sync()
        after = {dot.path: (dot.x, dot.y) for dot in (await vault.relations.note_map()).dots}
        assert {path: after[path] for path in before} == before
        assert "Anchor.md" in after
    assert (tmp_path / "index" / MAP_FILE).exists()
    async with await Vault.open(tmp_path / "vault", tmp_path / "index", Parameters(), write=False) as vault:
        assert {dot.path: (dot.x, dot.y) for dot in (await vault.relations.note_map()).dots} == after


async def test_a_map_is_made_once_for_a_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    making = Mock(wraps=edges_of)
    monkeypatch.setattr(note_map, "edges_of", making)
    for _ in range(2):
        async with synced_vault(tmp_path, BOAT | BREAD | {"Templates/Day.md": "{{date}}\n"}) as vault:
            shown = await vault.relations.note_map()
            assert shown == await vault.relations.note_map()
            assert "Templates/Day.md" not in {dot.path for dot in shown.dots}
    assert making.call_count == 1


def test_the_same_edges_give_the_same_places_and_groups_stand_apart() -> None:
    edges = np.array([*combinations(range(10), 2), *combinations(range(10, 20), 2), (0, 10)])
    begun = np.random.default_rng(1).normal(size=(20, 2))
    places = optimize_places(begun, edges, np.ones(len(edges)))
    assert np.array_equal(places, optimize_places(begun, edges, np.ones(len(edges))))
    within = np.linalg.norm(places[:10] - places[:10].mean(axis=0), axis=1).mean()
    assert np.linalg.norm(places[:10].mean(axis=0) - places[10:].mean(axis=0)) > 2 * within
    assert np.isfinite(places).all()

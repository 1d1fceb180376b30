"""Near-duplicate passages, with the real model, and before there is any vector."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from tests.core.search.indexed_notes import indexed, synced_vault
from vaultsearch.core.relations import duplicates as module
from vaultsearch.core.relations.duplicates import DuplicateFinder, near_pairs

KEEL = (
    "The keel bolts are bronze and were replaced in 1998. They have to be tightened every spring, before the"
    " boat goes back into the water, and must never be left to the yard.\n"
)
NOTES = {
    "Boat.md": f"# Boat\n\n## Keel\n\n{KEEL}",
    "Yard.md": f"# Spring work\n\n{KEEL.replace('1998', '1999').replace('every spring', 'each spring')}",
    "Copy.md": KEEL.upper(),
    "About bolts.md": "Bronze bolts hold a keel for decades. Whoever replaces them in spring before "
    "launching needs a torque wrench, patience and a dry week at the yard, and somebody to hold the lamp.\n",
    "Twice.md": "# One\n\nThis very sentence stands twice in a single note, and in no other one at all.\n\n"
    "# Two\n\nThis very sentence stands twice in a single note, and in no other one at all.\n",
    "Short a.md": "Back to the start.\n",
    "Short b.md": "Back to the start.\n",
}


async def test_what_is_nearly_the_same_text_is_a_group_and_what_only_means_it_is_not(tmp_path: Path) -> None:
    async with synced_vault(tmp_path, NOTES) as session:
        (group,) = await session.relations.duplicates()
        assert await session.relations.duplicates() is await session.relations.duplicates()
        (the_very_same,) = await DuplicateFinder(session._corpus, 0.999)()
    assert [one.path for one in the_very_same.passages] == ["Boat.md", "Copy.md"]
    found = {one.path: one for one in group.passages}
    assert list(found) == ["Boat.md", "Copy.md", "Yard.md"]
    assert (found["Boat.md"].heading_path, found["Boat.md"].line_start) == (("Boat", "Keel"), 5)
    assert found["Boat.md"].similarity == found["Copy.md"].similarity == 1.0
    assert 0.9 < found["Yard.md"].similarity < 1.0


async def test_the_very_same_text_is_found_before_there_are_vectors(tmp_path: Path) -> None:
    async with indexed(tmp_path, NOTES) as corpus:
        (group,) = await DuplicateFinder(corpus)()
    assert [one.path for one in group.passages] == ["Boat.md", "Copy.md"]


def long_paragraph(separator: str) -> str:
    return separator.join(
        f"On day {day} the keel bolts were tightened by {day * 7} turns, and the yard was told."
        for day in range(50)
    )


@pytest.mark.parametrize("separator", [" ", "\n"])
async def test_a_copied_paragraph_is_listed_once_for_all_its_passages(tmp_path: Path, separator: str) -> None:
    copied = f"{long_paragraph(separator)}\n\nA last word that is long enough, but stands in a single note.\n"
    notes = {"Boat.md": f"# Log\n\n{copied}", "Yard.md": f"# Told\n\n{copied.replace('day 3 ', 'day III ')}"}
    async with synced_vault(tmp_path, notes) as session:
        (group,) = await session.relations.duplicates()
    last = 3 + long_paragraph(separator).count("\n")
    assert [(one.path, one.line_start) for one in group.passages] == [("Boat.md", 3), ("Yard.md", 3)]
    assert all(last <= one.line_end <= last + 2 and 0.9 < one.similarity < 1 for one in group.passages)
    assert all("On day 0 " in one.text and "On day 49 " in one.text for one in group.passages)


async def test_paragraphs_of_their_own_are_groups_of_their_own(tmp_path: Path) -> None:
    paragraphs = f"{KEEL * 3}\n{NOTES['About bolts.md'] * 3}"
    async with synced_vault(tmp_path, {"Boat.md": paragraphs, "Yard.md": paragraphs}) as session:
        groups = await session.relations.duplicates()
    assert [[(one.path, one.line_start) for one in group.passages] for group in groups] == [
        [("Boat.md", 5), ("Yard.md", 5)],
        [("Boat.md", 1), ("Yard.md", 1)],
    ]


@pytest.mark.parametrize("block", [1, 3, 7, 64])
def test_blocks_of_any_size_give_each_pair_once(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BLOCK_ROWS", block)
    chooser = np.random.default_rng(block)
    vectors = chooser.normal(size=(40, 4)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    lengths = np.sort(chooser.integers(10, 100, size=40))
    found = [
        pair
        for start in range(0, 40, block)
        for pair in near_pairs(vectors, lengths, start, least_cosine=0.5, least_ratio=0.6)
    ]
    wanted = [
        (i, j)
        for i, j in combinations(range(40), 2)
        if vectors[i] @ vectors[j] >= 0.5 and lengths[i] >= 0.6 * lengths[j]
    ]
    assert sorted(found) == wanted != []

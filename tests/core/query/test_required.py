"""A word behind a plus stands in every passage; one of a time only keeps it from being read as one."""

from datetime import date

import pytest

from tests.core.search.test_literal import Search, search
from vaultsearch.core.query.query import parse_query

__all__ = ["search"]  # a fixture
pytestmark = pytest.mark.asyncio(loop_scope="module")
TODAY = date(2026, 11, 28)


@pytest.mark.parametrize(
    ("typed", "required"),
    [
        ("+oar", ["each passage contains oar"]),
        ("rope +oar, +C#?", ["each passage contains oar", "each passage contains C#"]),
        ("tag:x +oar +oar", ["tagged x", "each passage contains oar"]), ("1+1 C++ + oar", []),
        ("+49 30 1234567", []), ("+49301234567", []), ("what did I do +last +month", []),
        ("+oar +last +month", ["each passage contains oar"]),
    ],
)  # fmt: skip
async def test_words_behind_a_plus_are_required(typed: str, required: list[str]) -> None:
    assert parse_query(typed, TODAY).reading.split(" · ")[1:] == required


NOTES = {
    "Long.md": f"# Long\n\nAn oar of ash.\n\n{'Row the boat ashore. ' * 120}\n\nThe boards are of oak.\n",
    "Boards.md": "The boards of a boat, and more boards.\n",
    "Oar.md": "A blade and a loom, for the boat.\n",
    "船.md": "关于标签的笔记\n",
}


@pytest.mark.parametrize(
    ("typed", "held"),
    [("+oar boat", "oar"), ("boat +OAR", "oar"), ("+boards boat", "boards"), ("+标签 boat", "标签")],
)  # fmt: skip
async def test_each_row_holds_the_word_in_its_text_or_title(search: Search, typed: str, held: str) -> None:
    results = (await search(typed, notes=NOTES)).results
    assert results
    assert all(held in f"{result.title} {result.text}".casefold() for result in results)


async def test_no_part_of_a_word_is_held_for_it(search: Search) -> None:
    assert [(await search(typed, notes=NOTES)).results for typed in ("+oars boat", "+oa boat")] == [(), ()]

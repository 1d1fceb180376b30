"""Used notes rise, to second place at most, and nothing moves without a history."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import chunk
from vaultsearch.core.recall import Recall, boost_used
from vaultsearch.core.values.query import DAY_S, AskedQuestion, PastQuestion, PastUse, UseHistory
from vaultsearch.core.values.search import Result, Snippet, Use, UsedBefore

NOW = 1.8e9
NEAR = (0.95, 0.312)


def results(*names: str) -> list[Result]:
    """Return passages of notes of these names, best first; ``A/2`` is another passage of A."""
    found = []
    for rank, name in enumerate(names):
        title, _, heading = name.partition("/")
        one = chunk(f"{title}.md:{rank}", heading_path=(heading,) if heading else (), score=1 - rank / 100)
        found.append(Result(one, Snippet(one.text), "", ""))
    return found


def use(path: str, question: str = "pottery course", at: float = NOW, heading: str = "") -> PastUse:
    return PastUse(question, path, (heading,) if heading else (), Use.OPENED, 1.0, at)


def order(found: tuple[Result, ...]) -> list[str]:
    return [one.chunk.title for one in found]


def test_a_note_that_was_opened_rises_to_the_second_place_and_says_so() -> None:
    found = boost_used(results(*"ABCDE"), UseHistory((use("D.md"),)))
    assert order(found) == list("ADBCE")
    assert found[1].last_used == UsedBefore("pottery course", Use.OPENED)
    assert [one.last_used for one in found].count(None) == 4


TITLED = [replace(one, is_exact_title=True) for one in results(*"AB")]


@pytest.mark.parametrize(
    ("found", "uses", "expected"),
    [
        # The passage that was opened rises, not another of its note; if its heading has changed, the best.
        (results("A", "B/Oak", "C", "B/Glue"), [use("B.md", heading="Glue")], "A, B/Glue, B/Oak, C"),
        (results("A", "C", "B/Oak", "B/Glue"), [use("B.md", heading="Gone")], "A, B/Oak, C, B/Glue"),
        # The first place and exact titles do not move; three notes rise at most, the heaviest first.
        ([*TITLED, *results(*"CDE")], [use("E.md"), use("B.md")], "A, B, E, C, D"),
        (results(*"ABC"), [use("A.md")], "A, B, C"),
        (results(*"ABCDEFG"), [use(f"{name}.md") for name in "GFED"], "A, G, F, E, B, C, D"),
        (results(*"ABCA"), [], "A, B, C, A"),
    ],
)
def test_passages_rise_by_their_use(found: list[Result], uses: list[PastUse], expected: str) -> None:
    boosted = boost_used(found, UseHistory(tuple(uses)))
    assert ["/".join((one.chunk.title, *one.chunk.heading_path)) for one in boosted] == expected.split(", ")


def test_of_equal_scores_the_note_that_is_used_most_comes_first() -> None:
    same = [replace(one, chunk=replace(one.chunk, score=0.5)) for one in results(*"BCD")]
    first, last = results("A", "E")[0], results(*"ABCDE")[4]
    found = boost_used([first, *same, last], UseHistory(worths={"D.md": 2.0, "C.md": 0.5, "E.md": 9.0}))
    assert order(found) == list("ADCBE")
    assert all(one.last_used is None for one in found)


@given(st.lists(st.sampled_from("ABCDEFGH"), unique=True, max_size=8), st.sets(st.sampled_from("ABCDEFGHXY")))
def test_nothing_is_lost_and_what_was_not_used_keeps_its_order(names: list[str], used: set[str]) -> None:
    found = order(boost_used(results(*names), UseHistory(tuple(use(f"{name}.md") for name in sorted(used)))))
    assert sorted(found) == sorted(names)
    assert found[:1] == names[:1]
    rising = sorted(used)[:3]
    assert [name for name in found if name not in rising] == [name for name in names if name not in rising]


# -- which past questions are near


def past(words: str, vector: tuple[float, float] | None = None, *uses: PastUse) -> PastQuestion:
    made = np.array(vector, dtype=np.float32).tobytes() if vector else None
    return PastQuestion(words, "model" if vector else "", made, uses)


def test_the_same_words_and_near_ones_are_recalled_others_are_not() -> None:
    same, near = past("Pottery  Course", None, use("A.md")), past("a course in pottery", NEAR, use("B.md"))
    recall = Recall((same, near, past("bread", (0.5, 0.866), use("C.md"))))
    asked = AskedQuestion("pottery course", "model", (1.0, 0.0))
    assert {one.path for one in recall.history(asked, NOW).uses} == {"A.md", "B.md"}
    assert [one.path for one in recall.history(AskedQuestion("pottery course"), NOW).uses] == ["A.md"]
    assert not Recall((near,)).near(AskedQuestion("陶艺课", "another", NEAR)), "no model reads another's"


def test_a_use_raises_for_sixty_days_and_the_last_one_most() -> None:
    uses = [use(f"{age}.md", at=NOW - age * DAY_S) for age in (9, 59, 61, 0)]
    recalled = Recall((past("q", None, *uses),)).history(AskedQuestion("q"), NOW).uses
    assert [one.path for one in recalled] == ["0.md", "9.md", "59.md"]

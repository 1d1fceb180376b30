"""Used notes rise, to second place at most, and nothing moves without a history."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import chunk
from vaultsearch.core.recall import Recall, boost_used
from vaultsearch.core.values.query import DAY_S, AskedQuestion, PastQuestion, PastUse, UseHistory
from vaultsearch.core.values.search import Result, Snippet, Use, UsedBefore

NOW = 1.8e9


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


def test_the_passage_that_was_opened_rises_not_another_of_its_note() -> None:
    found = boost_used(results("A", "B/Oak", "C", "B/Glue"), UseHistory((use("B.md", heading="Glue"),)))
    assert [one.chunk.heading_path for one in found[:2]] == [(), ("Glue",)]


def test_of_a_note_whose_headings_have_changed_the_best_passage_rises() -> None:
    found = boost_used(results("A", "C", "B/Oak", "B/Glue"), UseHistory((use("B.md", heading="Gone"),)))
    assert found[1].chunk.heading_path == ("Oak",)


def test_the_first_place_and_exact_titles_do_not_move() -> None:
    named = [replace(one, is_exact_title=True) for one in results(*"AB")]
    found = boost_used([*named, *results(*"CDE")], UseHistory((use("E.md"), use("B.md"))))
    assert order(found) == list("ABECD")
    assert order(boost_used(results(*"ABC"), UseHistory((use("A.md"),)))) == list("ABC")


def test_three_notes_rise_at_most_the_heaviest_first() -> None:
    uses = tuple(use(f"{name}.md") for name in "GFED")
    assert order(boost_used(results(*"ABCDEFG"), UseHistory(uses))) == list("AGFEBCD")


def test_of_equal_scores_the_note_that_is_used_most_comes_first() -> None:
    same = [replace(one, chunk=replace(one.chunk, score=0.5)) for one in results(*"BCD")]
    first, last = results("A", "E")[0], results(*"ABCDE")[4]
    found = boost_used([first, *same, last], UseHistory(worths={"D.md": 2.0, "C.md": 0.5, "E.md": 9.0}))
    assert order(found) == list("ADCBE")
    assert all(one.last_used is None for one in found)


@given(st.lists(st.sampled_from("ABCDEFGH"), unique=True, max_size=8), st.sets(st.sampled_from("ABCDEFGHXY")))
def test_nothing_is_lost_and_what_was_not_used_keeps_its_order(names: list[str], used: set[str]) -> None:
    given_results = results(*names)
    found = order(boost_used(given_results, UseHistory(tuple(use(f"{name}.md") for name in sorted(used)))))
    assert sorted(found) == sorted(names)
    assert found[:1] == names[:1]
    rising = sorted(used)[:3]
    assert [name for name in found if name not in rising] == [name for name in names if name not in rising]


def test_without_a_history_the_results_are_what_they_were() -> None:
    given_results = results(*"ABCA")
    assert boost_used(given_results, UseHistory()) == tuple(given_results)


# -- which past questions are near


def past(words: str, vector: tuple[float, float] | None = None, *uses: PastUse) -> PastQuestion:
    made = np.array(vector, dtype=np.float32).tobytes() if vector else None
    return PastQuestion(words, "model" if vector else "", made, uses)


def test_the_same_words_and_near_ones_are_recalled_others_are_not() -> None:
    recall = Recall(
        (
            past("Pottery  Course", None, use("A.md")),
            past("a course in pottery", (0.95, 0.312), use("B.md")),
            past("bread", (0.5, 0.866), use("C.md")),
        )
    )
    asked = AskedQuestion("pottery course", "model", (1.0, 0.0))
    assert {one.path for one in recall.history(asked, NOW).uses} == {"A.md", "B.md"}
    assert [one.path for one in recall.history(AskedQuestion("pottery course"), NOW).uses] == ["A.md"]


def test_questions_that_another_model_read_are_not_compared() -> None:
    recall = Recall((past("Töpferkurs", (1.0, 0.0), use("A.md")),))
    assert not recall.near(AskedQuestion("陶艺课", "another", (1.0, 0.0)))


def test_a_use_raises_for_sixty_days() -> None:
    recall = Recall((past("q", None, use("A.md", at=NOW - 59 * DAY_S), use("B.md", at=NOW - 61 * DAY_S)),))
    assert [one.path for one in recall.history(AskedQuestion("q"), NOW).uses] == ["A.md"]


def test_what_was_used_last_is_the_heaviest() -> None:
    recall = Recall((past("q", None, use("A.md", at=NOW - 9 * DAY_S), use("B.md", at=NOW)),))
    assert [one.path for one in recall.history(AskedQuestion("q"), NOW).uses] == ["B.md", "A.md"]

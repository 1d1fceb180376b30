"""From scores to probabilities, and when it is said that nothing answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import chunk
from vaultsearch.core.search.fusion import (
    ANSWER_CALIBRATIONS,
    PASSAGE_CALIBRATIONS,
    Calibration,
    answer_probability,
    is_unanswered,
)
from vaultsearch.core.values.search import LegRank

CALIBRATIONS = [*PASSAGE_CALIBRATIONS.values(), *ANSWER_CALIBRATIONS.values()]


@pytest.mark.parametrize("calibration", CALIBRATIONS)
@given(st.floats(-12, 12), st.floats(-12, 12))
def test_a_higher_score_is_never_less_likely(calibration: Calibration, one: float, other: float) -> None:
    low, high = (calibration.probability(score) for score in sorted((one, other)))
    assert 0 <= low <= high <= 1


def test_the_leg_that_knows_best_is_asked() -> None:
    both = chunk(ranks={"semantic": LegRank(1, 0.9), "cross": LegRank(1, -11.0)})
    assert answer_probability(both) == PASSAGE_CALIBRATIONS["cross"].probability(-11.0)
    assert answer_probability(chunk(ranks={"fulltext": LegRank(1, 8.0)})) is None


def test_what_no_passage_comes_near_to_is_unanswered_unless_its_words_stand_there() -> None:
    far = [chunk(f"n{i}.md:0", text="Dugongs graze.", ranks={"cross": LegRank(i, -11.0 - i)}) for i in (1, 2)]
    assert is_unanswered(far, "how to mend a bicycle")
    assert not is_unanswered(far, "grazing dugongs")
    near = chunk("near.md:0", ranks={"cross": LegRank(1, 5.0)})
    assert not is_unanswered([*far, near], "how to mend a bicycle")
    assert not is_unanswered([chunk(ranks={"fulltext": LegRank(1, 8.0)})], "how to mend a bicycle")


@pytest.mark.parametrize(
    ("query", "score", "unanswered"),
    [
        ("xkcdqqq", 0.31, True),
        ("asdf jkl qwer", 0.31, True),
        ("asdf jkl qwer zzzz", 0.31, False),
        ("come si pota un ulivo", 0.31, True),
        ("torta der für di", 0.31, True),
        ("asdf dugongs", 0.31, False),
        ("xkcdqqq", 0.32, False),
        ("asdf jkl qwer zzzz", 0.24, False),
        ("asdf jkl qwer zzzz", 0.22, True),
        ("asdf dugongs", 0.22, True),
        ("dugongs", 0.22, False),
        ("海牛吃海草吗", 0.31, True),
        ("海牛在温暖的海里吃海草", 0.31, False),
    ],
)
def test_unknown_words_are_answered_by_what_is_likely(query: str, score: float, unanswered: bool) -> None:
    """Nonsense over notes in two languages showed "Top 50 passages", as if they answered."""
    found = [chunk(text="Dugongs graze der für un.", ranks={"multilingual": LegRank(1, score)})]
    assert is_unanswered(found, query) is unanswered


@pytest.mark.parametrize(("late", "unanswered"), [(0.41, True), (0.43, False)])
def test_english_models_are_not_fooled_by_nonsense(late: float, unanswered: bool) -> None:
    """ "animals" had no clear answer over notes on dugongs and numbats."""
    found = [chunk(ranks={"multilingual": LegRank(1, 0.31), "late": LegRank(1, late)})]
    assert is_unanswered(found, "animals") is unanswered

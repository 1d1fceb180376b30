"""Figures of rankings, as trec_eval has them, and their confidence intervals."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.evaluation.figures import estimate_mean, note_figures, paired_difference

PATHS = st.sampled_from([f"{number}.md" for number in range(60)])


@given(
    st.dictionaries(PATHS, st.integers(0, 3), min_size=1, max_size=60),
    st.lists(PATHS, unique=True, max_size=60),
)
def test_note_figures_are_those_of_trec_eval(grades: dict[str, int], ranking: list[str]) -> None:
    measures = pytest.importorskip("ir_measures")
    names = {"MRR@10": "RR@10", "Hit@1": "Success@1"}
    run = {"1": {path: float(-rank) for rank, path in enumerate(ranking)}}
    for name, (found,) in note_figures([grades], [ranking]).items():
        measure, _, cutoff = names.get(name, name).partition("@")
        expected = measures.calc_aggregate([getattr(measures, measure) @ int(cutoff)], {"1": grades}, run)
        assert found == pytest.approx(next(iter(expected.values())), abs=1e-6), name


SHARES = st.lists(st.floats(0, 1), min_size=1, max_size=40).map(np.array)


@given(st.lists(SHARES, min_size=1, max_size=3))
def test_the_interval_holds_the_mean_and_lies_among_the_values(sets: list[np.ndarray]) -> None:
    found = estimate_mean(sets)
    assert found.low <= found.mean <= found.high
    assert found.mean == pytest.approx(np.mean([values.mean() for values in sets]))
    assert min(values.min() for values in sets) - 1e-9 <= found.low
    assert found.high <= max(values.max() for values in sets) + 1e-9


@given(st.lists(SHARES, min_size=1, max_size=3))
def test_a_ranking_differs_from_itself_by_nothing(sets: list[np.ndarray]) -> None:
    found, below = paired_difference(sets, sets)
    assert (found.mean, found.low, found.high, below) == (0, 0, 0, 0)


def test_a_difference_that_is_the_same_for_every_question_is_certain() -> None:
    values = np.array([0.1, 0.9, 0.4])
    found, below = paired_difference([values], [values + 0.1])
    assert (found.mean, found.low, found.high) == pytest.approx((-0.1, -0.1, -0.1))
    assert below == 1


def test_more_questions_make_a_narrower_interval() -> None:
    few, many = np.array([0.0, 1.0] * 10), np.array([0.0, 1.0] * 1000)
    narrow, wide = estimate_mean([many]), estimate_mean([few])
    assert narrow.high - narrow.low < wide.high - wide.low
    # The standard error of a share of 1/2 over 2,000 questions is 0.0112.
    assert narrow.high - narrow.low == pytest.approx(2 * 1.96 * 0.0112, rel=0.1)


def test_each_test_set_counts_as_much_as_any_other() -> None:
    assert estimate_mean([np.ones(1000), np.zeros(10)]).mean == 0.5

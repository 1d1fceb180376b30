"""Metrics against values computed by hand."""

from __future__ import annotations

from math import log2

import pytest

from vaultsearch.core.evaluation.figures import note_figures


def test_note_figures_are_those_worked_out_by_hand() -> None:
    grades = [{"a.md": 1, "b.md": 1}, {"c.md": 1}, {"d.md": 1}]
    rankings = [["x.md", "a.md", "y.md", "b.md"], ["c.md"], []]
    found = {name: values.tolist() for name, values in note_figures(grades, rankings).items()}
    gained, ideal = 1 / log2(3) + 1 / log2(5), 1 + 1 / log2(3)
    assert found["nDCG@10"] == pytest.approx([gained / ideal, 1, 0])
    assert found["nDCG@5"] == pytest.approx([gained / ideal, 1, 0])
    assert found["MRR@10"] == [0.5, 1, 0]
    assert found["Hit@1"] == [0, 1, 0]
    assert found["R@5"] == found["R@10"] == found["R@50"] == [1, 1, 0]
    assert found["P@5"] == pytest.approx([2 / 5, 1 / 5, 0])


def test_what_stands_below_the_cutoff_does_not_count() -> None:
    ranking = [f"{number}.md" for number in range(60)]
    found = note_figures([{"10.md": 1, "59.md": 1}], [ranking])
    assert found["MRR@10"][0] == found["nDCG@10"][0] == found["R@10"][0] == 0
    assert found["R@50"][0] == 0.5


def test_a_higher_grade_counts_for_more() -> None:
    grades = [{"a.md": 2, "b.md": 1}]
    right = note_figures(grades, [["a.md", "b.md"]])["nDCG@10"][0]
    wrong = note_figures(grades, [["b.md", "a.md"]])["nDCG@10"][0]
    assert right == 1
    assert wrong == pytest.approx((1 + 2 / log2(3)) / (2 + 1 / log2(3)))

"""Metrics against values computed by hand."""

from __future__ import annotations

from math import log2

import pytest

from vaultsearch.core.evaluation.figures import excerpt_figures, note_figures
from vaultsearch.core.values.evaluation import Excerpt, Question
from vaultsearch.core.values.note import Span


def asked(id: str, *excerpts: Excerpt, **grades: int) -> Question:
    return Question(id, "?", {f"{name}.md": grade for name, grade in grades.items()}, excerpts)


def test_note_figures_are_those_worked_out_by_hand() -> None:
    questions = [asked("1", a=1, b=1), asked("2", c=1), asked("3", d=1)]
    rankings = [["x.md", "a.md", "y.md", "b.md"], ["c.md"], []]
    found = {name: values.tolist() for name, values in note_figures(questions, rankings).items()}
    gained, ideal = 1 / log2(3) + 1 / log2(5), 1 + 1 / log2(3)
    assert found["nDCG@10"] == pytest.approx([gained / ideal, 1, 0])
    assert found["nDCG@5"] == pytest.approx([gained / ideal, 1, 0])
    assert found["MRR@10"] == [0.5, 1, 0]
    assert found["Hit@1"] == [0, 1, 0]
    assert found["R@5"] == found["R@10"] == found["R@50"] == [1, 1, 0]
    assert found["P@5"] == pytest.approx([2 / 5, 1 / 5, 0])


def test_what_stands_below_the_cutoff_does_not_count() -> None:
    ranking = [f"{number}.md" for number in range(60)]
    found = note_figures([Question("1", "?", {"10.md": 1, "59.md": 1})], [ranking])
    assert found["MRR@10"][0] == found["nDCG@10"][0] == found["R@10"][0] == 0
    assert found["R@50"][0] == 0.5


def test_a_higher_grade_counts_for_more() -> None:
    questions = [asked("1", a=2, b=1)]
    right = note_figures(questions, [["a.md", "b.md"]])["nDCG@10"][0]
    wrong = note_figures(questions, [["b.md", "a.md"]])["nDCG@10"][0]
    assert right == 1
    assert wrong == pytest.approx((1 + 2 / log2(3)) / (2 + 1 / log2(3)))


def test_excerpt_figures_count_each_character_once() -> None:
    question = asked("1", Excerpt("a.md", Span(0, 10)), Excerpt("b.md", Span(100, 110)), a=1)
    passages = [("a.md", Span(5, 25)), ("a.md", Span(0, 15)), ("c.md", Span(0, 25)), ("b.md", None)]
    found = excerpt_figures([question], [passages])
    assert found["Chars@1"][0] == 5 / 20
    assert found["Chars@5"][0] == found["Chars@10"][0] == 10 / 20
    assert found["CharP@1"][0] == 5 / 20
    assert found["CharP@5"][0] == 10 / 50


def test_nothing_found_holds_nothing() -> None:
    found = excerpt_figures([asked("1", Excerpt("a.md", Span(0, 10)), a=1)], [[]])
    assert {values[0] for values in found.values()} == {0}

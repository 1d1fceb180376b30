"""The table of how well the defaults rank: the golden questions as a test set, and a line of figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.bench.ranking import SAMPLE_VAULT, rows, shown, write_golden
from vaultsearch.core.evaluation.testsets import load_test_set
from vaultsearch.core.evaluation.values import Estimate, Evaluation, LegFigures

if TYPE_CHECKING:
    from pathlib import Path


def test_the_golden_questions_are_a_test_set_whose_answers_are_in_the_sample_vault(tmp_path: Path) -> None:
    read = load_test_set(write_golden(tmp_path), SAMPLE_VAULT)
    assert len(read.questions) >= 60
    assert read.notices == ()


def test_a_line_has_a_figure_of_each_leg_with_its_interval() -> None:
    half = {"nDCG@10": Estimate(0.5, 0.4, 0.6)}
    legs = tuple(
        LegFigures(leg, half, 1.0, 1.0) for leg in ("semantic", "fulltext", "rrf", "hybrid", "chain")
    )
    (line,) = rows(Evaluation("sea", 3, legs))
    assert line == "| sea (3) | nDCG@10 |" + " 0.500 [0.400, 0.600] |" * 5
    assert shown(Estimate(0.02, -0.01, 0.05), signed=True) == "+0.020 [-0.010, +0.050]"

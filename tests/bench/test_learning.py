"""Simulated users gain on questions they repeat, lose nothing on new ones, and the effect fades."""

import random
from pathlib import Path

import numpy as np

from tests.bench.learning import Answered, changed_by_first_rows, judged, simulated
from tests.builders import chunk
from vaultsearch.core.values.query import AskedQuestion
from vaultsearch.core.values.search import Result, Snippet


def questions(count: int) -> list[Answered]:
    """Return unrelated questions; every other answer is below the second rank."""
    vectors = np.linalg.qr(np.random.default_rng(0).normal(size=(count, count)))[0]
    made = []
    for number in range(count):
        right = f"right {number}.md:0"
        ids = [f"wrong {one}.md:0" for one in random.Random(number).sample(range(90), 9)]
        ids.insert(2 + number % 3 if number % 2 else 0, right)
        results = tuple(
            Result(chunk(one, score=-float(rank)), Snippet(""), "", "") for rank, one in enumerate(ids)
        )
        asked = AskedQuestion(f"question {number}", "model", tuple(vectors[number].tolist()))
        made.append(Answered(asked, results, lambda one, right=right: one.chunk.id == right))  # type: ignore[misc]
    return made


def test_users_gain_on_what_they_ask_again_and_lose_nothing_on_what_is_new(tmp_path: Path) -> None:
    asked = questions(40)
    gains = [simulated(asked, seed, tmp_path) for seed in range(3)]
    figures = judged(gains, changed_by_first_rows(asked, tmp_path))
    assert [(name, figure) for name, figure, _, holds in figures if not holds] == []

"""The same question has the same results with the same numbers in the library, a shell and over MCP."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest

from tests.cli.command import Command
from tests.core.search.test_scores import is_in_order
from tests.mcp_server.serving import Asked
from vaultsearch.core.values.search import Mode, Result
from vaultsearch.service.blocking import BlockingVault

QUESTIONS = [
    "how many coats of varnish does it need?",
    "Mast ",
    "#boat",
    "twelve hours in a cold",
    "spar day",
]
# The other modes answer by fewer steps, and are numbered in the same place.
ASKED = [(question, Mode.HYBRID) for question in QUESTIONS] + [
    (question, mode) for mode in Mode if mode is not Mode.HYBRID for question in (QUESTIONS[0], "#boat")
]
N = 8
MISSING = -1e9

Place: TypeAlias = tuple[str, int | None]


def known(values: Iterable[float | None]) -> list[float]:
    """Return numbers with `MISSING` in place of missing ones, which can be compared with nothing nearly."""
    return [MISSING if value is None or value != value else value for value in values]  # noqa: PLR0124  # NaN


class Numbers(NamedTuple):
    """Where results stand, in their order, and their numbers, which depend a little on what is cached."""

    places: list[Place]
    scores: list[float]
    probabilities: list[float]

    @classmethod
    def of(cls, results: Iterable[Result]) -> Numbers:
        listed = list(results)
        places = [(one.path, None if one.chunk.is_generated else one.chunk.line_start) for one in listed]
        return cls.untied(places, (one.score for one in listed), (one.probability for one in listed))

    @classmethod
    def read(cls, results: Iterable[Mapping[str, Any]]) -> Numbers:
        listed = list(results)
        places = [(one["path"], one["line_start"]) for one in listed]
        return cls.untied(places, (one["score"] for one in listed), (one["probability"] for one in listed))

    @classmethod
    def untied(
        cls, places: list[Place], scores: Iterable[float | None], probabilities: Iterable[float | None]
    ) -> Numbers:
        """Put rows of one score in the order of their places: vectors in memory round otherwise."""
        rows = list(zip(places, known(scores), known(probabilities), strict=True))
        if all(score > MISSING for _, score, _ in rows):
            rows.sort(key=lambda row: (-round(row[1], 2), str(row[0])))
        return cls([row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows])

    def nearly(self) -> Any:
        return (self.places, pytest.approx(self.scores, 1e-3), pytest.approx(self.probabilities, 1e-3))


@pytest.fixture(scope="module")
def library(home: Path) -> Iterable[BlockingVault]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VAULTSEARCH_HOME", str(home))
        with BlockingVault(home / "vault") as vault:
            yield vault


@pytest.mark.parametrize(("question", "mode"), ASKED)
def test_a_question_has_the_same_scores_and_probabilities_through_each_door(
    ask: Asked, library: BlockingVault, home: Path, question: str, mode: Mode
) -> None:
    # `score` was a raw number in JSON and the library, and a probability over MCP, which did not descend.
    stages = list(library.search_stages(question, N, mode))
    assert all(map(is_in_order, stages))
    results = library.search(question, N, mode)
    expected = Numbers.of(results).nearly()
    assert Numbers.of(stages[-1].results) == expected
    if mode is Mode.EXPLORE:
        asked = ask("explore", query=question, n=N)
    else:
        asked = ask("search", query=question, mode=mode.value, n=N)
    assert Numbers.read(asked["results"]) == expected
    words = ["search", question, "--mode", mode.value, "-n", str(N), "--vault", str(home / "vault")]
    command, code = Command(home), 0 if results else 1
    printed = command(*words, "--json", code=code).stdout
    assert Numbers.read(json.loads(printed)["results"]) == expected
    if mode is not Mode.HYBRID:
        return
    lines = command(*words, "--format", "jsonl", code=code).stdout
    assert Numbers.read(map(json.loads, lines.splitlines())) == expected
    rows = command(*words, "--format", "tsv", code=code).stdout.splitlines()
    scores = known(float(score) if (score := row.split("\t")[2]) else None for row in rows)
    assert scores == pytest.approx(known(one.score for one in results), 1e-3, 1e-3)
    if find_spec("pandas"):
        table = library.to_pandas(question, N, mode)
        found = zip(table["path"], table["line_start"], strict=True)
        assert Numbers(list(found), known(table["score"]), known(table["probability"])) == expected


def test_an_exact_title_stands_first_though_others_answer_likelier(library: BlockingVault) -> None:
    results = library.search("Long", N)
    assert results[0].is_exact_title
    assert results[0].path == "Long.md"
    scores = [one.score or 0.0 for one in results]
    assert scores == sorted(scores, reverse=True)

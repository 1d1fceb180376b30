"""Questions -> runs: a leg's ranking of notes for each, also as TREC run files for other tools."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import quote, unquote

from vaultsearch.core.errors import QueryError
from vaultsearch.core.files import users_umask
from vaultsearch.core.values.evaluation import Answered, EvaluationProgress, LegRun

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from vaultsearch.core.values.evaluation import QuestionSet
    from vaultsearch.core.values.search import Chunk

NOTES_RANKED = 50
_MOST_PASSAGES = 1000
_MORE = 4

Ask: TypeAlias = "Callable[[str, int], Awaitable[Sequence[Chunk]]]"
"""Returns the n best passages for a question, best first."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A way to rank: ``ask`` answers as the window does, with ``n`` passages.

    ``go_on`` returns longer lists, for the notes after those; it may skip costly steps that order the first
    passages alone.
    """

    name: str
    ask: Ask
    go_on: Ask
    n: int = 50


async def rank(
    leg: Leg,
    questions: Sequence[str],
    note_count: int,
    on_progress: Callable[[EvaluationProgress], None] = lambda _: None,
) -> LegRun:
    """Ask a leg all questions, one after the other; the first once before, unmeasured, to warm up.

    ``note_count`` is the number of notes in the vault, an upper limit of a ranking. A question that raises
    QueryError has an empty answer and a notice.
    """
    n_ranked = min(NOTES_RANKED, note_count)
    answers: list[Answered] = []
    notices: list[str] = []
    if questions:
        await _request(leg, questions[0], n_ranked, [])
    for question in questions:
        on_progress(EvaluationProgress(leg.name, len(answers), len(questions)))
        answers.append(await _request(leg, question, n_ranked, notices))
    on_progress(EvaluationProgress(leg.name, len(answers), len(questions)))
    return LegRun(leg.name, tuple(answers), tuple(notices))


async def _request(leg: Leg, question: str, n: int, notices: list[str]) -> Answered:
    start = time.perf_counter()
    try:
        passages = await leg.ask(question, leg.n)
    except QueryError as error:
        notices.append(f"{leg.name}: {question!r} can't be searched: {error}")
        return Answered((), (), time.perf_counter() - start)
    seconds = time.perf_counter() - start
    notes = note_ranking(passages)
    n_requested, given = leg.n, len(passages)
    while len(notes) < n and given >= n_requested and n_requested < _MOST_PASSAGES:
        n_requested = min(_MOST_PASSAGES, n_requested * _MORE)
        further = await leg.go_on(question, n_requested)
        given = len(further)
        notes = list(dict.fromkeys([*notes, *note_ranking(further)]))
    return Answered(tuple(passages), tuple(notes[:n]), seconds)


def note_ranking(passages: Iterable[Chunk]) -> list[str]:
    """Return the paths of the passages' notes, each once, in the order of their best passages."""
    return list(dict.fromkeys(chunk.path for chunk in passages))


def write_run(folder: Path, test_set: QuestionSet, run: LegRun) -> Path:
    """Write a leg's ranking of notes as ``<leg>.run`` in a folder and return the file.

    Six columns: question, Q0, note, rank, score, leg. Paths are percent-encoded, and so are the spaces of an
    id, since a space would break the format. The score counts the notes down to 1: tools order by it, and
    break ties each in their own way.
    """
    file = folder / f"{run.leg}.run"
    with users_umask():
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(_lines(test_set, run)), encoding="utf-8", newline="\n")
    return file


def encoded(path: str) -> str:
    """Percent-encode a note's path."""
    return quote(path, safe="/")


def decoded(written: str) -> str:
    """Undo `encoded`."""
    return unquote(written)


def _lines(test_set: QuestionSet, run: LegRun) -> Iterator[str]:
    for question, answer in zip(test_set.questions, run.answers, strict=True):
        question_id = re.sub(r"\s", lambda space: quote(space[0]), question.id)
        for rank, path in enumerate(answer.notes, start=1):
            score = len(answer.notes) - rank + 1
            yield f"{question_id} Q0 {encoded(path)} {rank} {score} {run.leg}\n"

"""Asks a leg and ranks notes: a note stands where its best passage does."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from vaultsearch.core.errors import QueryError
from vaultsearch.core.values.evaluation import Answered, EvaluationProgress, LegRun

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence

    from vaultsearch.core.values.search import Chunk

NOTES_RANKED = 50
_MOST_PASSAGES = 1000
_MORE = 4

Ask: TypeAlias = "Callable[[str, int], Awaitable[Sequence[Chunk]]]"
"""Gives the n best passages for a question, best first."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A way to rank: ``ask`` answers as the window would have it, with ``n`` passages.

    ``go_on`` gives longer lists, for the notes beyond those; it may leave out what is dear and
    orders the first passages alone.
    """

    name: str
    ask: Ask
    go_on: Ask
    n: int = 50


async def rank(
    leg: Leg,
    questions: Sequence[str],
    notes_there: int,
    on_progress: Callable[[EvaluationProgress], None] = lambda _: None,
) -> LegRun:
    """Ask a leg all the questions, one after the other; the first is asked once before, unmeasured.

    ``notes_there`` is how many notes there are, so that no more of them are looked for. A question
    that cannot be asked is answered by nothing, and told.
    """
    wanted = min(NOTES_RANKED, notes_there)
    answers: list[Answered] = []
    notices: list[str] = []
    if questions:
        await _asked(leg, questions[0], wanted, [])
    for question in questions:
        on_progress(EvaluationProgress(leg.name, len(answers), len(questions)))
        answers.append(await _asked(leg, question, wanted, notices))
    on_progress(EvaluationProgress(leg.name, len(answers), len(questions)))
    return LegRun(leg.name, tuple(answers), tuple(notices))


async def _asked(leg: Leg, question: str, wanted: int, notices: list[str]) -> Answered:
    start = time.perf_counter()
    try:
        passages = await leg.ask(question, leg.n)
    except QueryError as error:
        notices.append(f"{leg.name}: {question!r} cannot be asked: {error}")
        return Answered((), (), time.perf_counter() - start)
    seconds = time.perf_counter() - start
    notes = note_ranking(passages)
    asked, given = leg.n, len(passages)
    while len(notes) < wanted and given >= asked and asked < _MOST_PASSAGES:
        asked = min(_MOST_PASSAGES, asked * _MORE)
        further = await leg.go_on(question, asked)
        given = len(further)
        notes = list(dict.fromkeys([*notes, *note_ranking(further)]))
    return Answered(tuple(passages), tuple(notes[:wanted]), seconds)


def note_ranking(passages: Iterable[Chunk]) -> list[str]:
    """Give the paths of the passages' notes, each once, at the place of its best passage."""
    return list(dict.fromkeys(chunk.path for chunk in passages))

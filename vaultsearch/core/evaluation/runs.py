"""Legs -> runs: asks a leg questions, and ranks the notes it finds."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from vaultsearch.core.errors import QueryError
from vaultsearch.core.values.evaluation import Answered, EvaluationProgress, LegRun
from vaultsearch.core.values.search import Chunk

N_NOTES_RANKED = 50
_MAX_PASSAGES = 1000
_GROWTH_FACTOR = 4

Ask: TypeAlias = "Callable[[str, int], Awaitable[Sequence[Chunk]]]"
"""Returns a question's n best passages, best first."""


@dataclass(frozen=True, slots=True)
class EvaluatedLeg:
    """A way to rank: ``ask`` answers as the window does, with ``n`` passages.

    ``go_on`` returns longer lists, for notes beyond those; it may skip costly reordering of the first
    passages.
    """

    name: str
    ask: Ask
    go_on: Ask
    n: int = 50


async def rank_questions(
    leg: EvaluatedLeg,
    questions: Sequence[str],
    note_count: int,
    on_progress: Callable[[EvaluationProgress], None] = lambda _: None,
) -> LegRun:
    """Ask a leg all questions in turn; the first is asked unmeasured before, to warm up.

    ``note_count`` is the vault's number of notes, an upper limit for rankings. A question raising QueryError
    gets an empty answer and a notice.
    """
    n_ranked = min(N_NOTES_RANKED, note_count)
    answers: list[Answered] = []
    notices: list[str] = []
    if questions:
        # Models and tables are loaded by the first question, which would be measured with it.
        await _ask_leg(leg, questions[0], n_ranked, [])
    for question in questions:
        on_progress(EvaluationProgress(leg.name, len(answers), len(questions)))
        answers.append(await _ask_leg(leg, question, n_ranked, notices))
    on_progress(EvaluationProgress(leg.name, len(answers), len(questions)))
    return LegRun(leg.name, tuple(answers), tuple(notices))


async def _ask_leg(leg: EvaluatedLeg, question: str, n: int, notices: list[str]) -> Answered:
    start = time.perf_counter()
    try:
        passages = await leg.ask(question, leg.n)
    except QueryError as error:
        notices.append(f"{leg.name}: {question!r} can't be searched: {error}")
        return Answered((), (), time.perf_counter() - start)
    seconds = time.perf_counter() - start
    notes = note_ranking(passages)
    n_requested, given = leg.n, len(passages)
    # Many passages may be of few notes; as many notes are ranked for a leg of passages as for one of notes.
    while len(notes) < n and given >= n_requested and n_requested < _MAX_PASSAGES:
        n_requested = min(_MAX_PASSAGES, n_requested * _GROWTH_FACTOR)
        further = await leg.go_on(question, n_requested)
        given = len(further)
        # The notes that were ranked as the window does keep their places.
        notes = list(dict.fromkeys([*notes, *note_ranking(further)]))
    return Answered(tuple(passages), tuple(notes[:n]), seconds)


def note_ranking(passages: Iterable[Chunk]) -> list[str]:
    """Return the passages' notes without duplicates, ordered by best passage."""
    return list(dict.fromkeys(chunk.path for chunk in passages))

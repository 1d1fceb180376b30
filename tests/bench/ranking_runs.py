"""Runs over a test set: words, meaning, their bare fusion, and each stage of the search, with CPU times."""

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tests.bench.judged_figures import measure
from tests.bench.judged_sets import Question, QuestionSet
from tests.bench.ranking_sets import RankedSet
from vaultsearch.core.evaluation.figures import MeasuredSet
from vaultsearch.core.evaluation.runs import note_ranking
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.search.vector_cache import shared_vector_cache
from vaultsearch.core.values.evaluation import Answered, LegRun
from vaultsearch.core.values.search import Chunk, Mode
from vaultsearch.core.vault.file_content import decode_text
from vaultsearch.service.evaluation import LEGS as EVALUATED
from vaultsearch.service.evaluation import up_to_date
from vaultsearch.service.vault import Vault

SINGLE = {"fulltext": "words", "semantic": "meaning", "rrf": "bare RRF"}
STAGES = {"fused": "fused", "read": "before the last", "chain": "chain"}
"""The stages of a search: fused, after the last reranker but one, and at the end."""
LEGS = {**SINGLE, **STAGES}
BEST = "Best@1"
"""Whether the first note has the highest grade, for graded answers."""
_N, _DEEPER = 50, 400


async def asked(
    one: RankedSet, questions: QuestionSet, parameters: Parameters, legs: Sequence[str] = tuple(LEGS)
) -> list[LegRun]:
    """Index the notes as the parameters say, and ask every leg every question."""
    texts = [question.text for question in questions.questions]
    shared_vector_cache.cache_clear()  # else a second run over the same passages would take less
    async with await up_to_date(one.vault, parameters, lambda _: None, questions=texts) as session:
        return await asked_of(session, texts, legs)


async def asked_of(session: Vault, texts: Sequence[str], legs: Sequence[str] = tuple(LEGS)) -> list[LegRun]:
    """Ask every leg of an open vault every question."""
    await session.warm_up()
    answers: dict[str, list[Answered]] = {leg: [] for leg in legs}
    for text in [*texts[:1], *texts]:  # the first once before, unmeasured: what it loads is not its own
        found = await _stages(session, text)
        for leg in SINGLE.keys() & answers.keys():
            found[leg] = await _alone(session, leg, text)
        for leg, kept in answers.items():
            kept.append(found[leg])
    return [LegRun(leg, tuple(kept[1:])) for leg, kept in answers.items()]


def measured(one: RankedSet, questions: QuestionSet, runs: Sequence[LegRun]) -> MeasuredSet:
    """Make figures of the answers; the seconds are those of CPU."""

    def text(path: str) -> str:
        return decode_text((one.vault / path).read_bytes()).text

    found = measure(questions, runs, lru_cache(maxsize=64)(text))
    rankings = {run.leg: [answer.notes for answer in run.answers] for run in runs}
    best = {leg: best_first(questions.questions, ranked) for leg, ranked in rankings.items()}
    return replace(found, figures={leg: {**had, BEST: best[leg]} for leg, had in found.figures.items()})


def best_first(questions: Sequence[Question], rankings: Sequence[Sequence[str]]) -> NDArray[np.float64]:
    """Return for each question whether its first note has the highest grade: partly right is not right."""
    pairs = zip(questions, rankings, strict=True)
    return np.array([float(q.grades.get(r[0]) == max(q.grades.values())) if r else 0.0 for q, r in pairs])


async def _alone(session: Vault, leg: str, question: str) -> Answered:
    start = time.process_time()
    passages = await EVALUATED[leg](session)(question, _N)
    return _answered(passages, time.process_time() - start)


async def _stages(session: Vault, question: str) -> dict[str, Answered]:
    """Search as the window does, and keep its stages; a question is no query, nothing in it an operator."""
    start = time.process_time()
    kept: list[tuple[str, list[Chunk], float]] = []
    async for stage in session.search_stages(question, _N, Mode.HYBRID, operators=False, per_note=0):
        passages = [result.chunk for result in stage.results]
        kept.append((stage.name, passages, time.process_time() - start))
    deeper = await _deeper(session, question, kept[-1][1])
    fused = next(at for at, (name, *_) in enumerate(kept) if name == "fused")
    read = max(fused, len(kept) - 2)
    places = {"fused": fused, "read": read, "chain": len(kept) - 1}
    return {leg: _answered(kept[at][1], kept[at][2], deeper) for leg, at in places.items()}


async def _deeper(session: Vault, question: str, passages: Sequence[Chunk]) -> list[str]:
    """Return further notes if the passages are of fewer than ten, as `core.evaluation.runs.rank` does."""
    if len(passages) < _N or len(note_ranking(passages)) >= 10:
        return []
    found = session.search_stages(question, _DEEPER, Mode.HYBRID, rerank=False, operators=False, per_note=0)
    stages = [stage async for stage in found]
    return note_ranking(result.chunk for result in stages[-1].results)


def _answered(passages: Sequence[Chunk], seconds: float, deeper: Sequence[str] = ()) -> Answered:
    notes = dict.fromkeys([*note_ranking(passages), *deeper])
    return Answered(tuple(passages), tuple(notes)[:_N], seconds)

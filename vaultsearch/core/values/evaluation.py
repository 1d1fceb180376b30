"""Values of an evaluation: questions, retrievers' answers, and metrics computed from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vaultsearch.core.values.search import Chunk


@dataclass(frozen=True, slots=True)
class Answered:
    """A retriever's answer to a question, best first, and the duration.

    ``passages`` come from the first request; ``notes`` are paths ranked by best passage, requested until
    there are 50 or no more.
    """

    passages: tuple[Chunk, ...]
    notes: tuple[str, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class LegRun:
    """A run: a retriever's answers to a test set, in question order."""

    leg: str
    answers: tuple[Answered, ...]
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and the 95 % confidence interval, by bootstrap over the questions."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference between two retrievers' means on the same questions.

    ``share_below`` is the share of resampled differences below 0.
    """

    metric: str
    leg: str
    other: str
    estimate: Estimate
    share_below: float


@dataclass(frozen=True, slots=True)
class LegFigures:
    """A retriever's metrics: an estimate by metric, and latency percentiles in milliseconds."""

    leg: str
    estimates: Mapping[str, Estimate]
    p50_ms: float
    p95_ms: float


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The results on a test set, or the mean over several, summing up ``questions``."""

    name: str
    questions: int
    legs: tuple[LegFigures, ...]
    differences: tuple[Difference, ...] = ()
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MissedQuestion:
    """A question whose answer did not come first.

    Attributes:
        path: The note with the answer.
        rank: The answer's place, from 1; 0 if it was not found.
        first: The title of the first note, "" if none was found.
    """

    text: str
    path: str
    rank: int
    first: str


@dataclass(frozen=True, slots=True)
class OwnReport:
    """The results on questions generated from the user's own notes, overall and by kind.

    ``kinds`` describes each kind, ``limits`` such questions' validity; ``missed`` are the questions the last
    leg, the whole chain, did not answer first.
    """

    overall: Evaluation
    by_kind: tuple[Evaluation, ...]
    kinds: tuple[str, ...]
    limits: tuple[str, ...]
    missed: tuple[MissedQuestion, ...] = ()


@dataclass(frozen=True, slots=True)
class EvaluationProgress:
    """An evaluation's progress: the current step, with completed and total units."""

    step: str
    done: int = 0
    total: int = 0

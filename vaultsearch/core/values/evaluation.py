"""What goes through an evaluation: questions, what a leg answered, and the figures made of that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vaultsearch.core.values.note import Span
    from vaultsearch.core.values.search import Chunk


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A stretch of a note that answers a question: characters of the file's text."""

    path: str
    span: Span


@dataclass(frozen=True, slots=True)
class Question:
    """A question and its judgments: a grade of 1 or more by note's path, 0 for notes judged of no use.

    Of a text of many topics, ``topics`` are those, each with the paths of the notes that answer it.
    """

    id: str
    text: str
    grades: Mapping[str, int]
    excerpts: tuple[Excerpt, ...] = ()
    topics: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """A test set: ``notices`` are sentences about what of it was left out, and why."""

    name: str
    questions: tuple[Question, ...]
    notices: tuple[str, ...] = ()

    @property
    def has_excerpts(self) -> bool:
        """Tell whether every question names the stretches that answer it."""
        return bool(self.questions) and all(question.excerpts for question in self.questions)

    @property
    def has_topics(self) -> bool:
        """Tell whether every question is a text of many topics."""
        return bool(self.questions) and all(question.topics for question in self.questions)


@dataclass(frozen=True, slots=True)
class Answered:
    """What a leg answered to a question, best first, and how long that took.

    ``passages`` are those that the leg was first asked for; ``notes`` the paths of the notes, each at
    the place of its best passage, gone on with until there are 50 or no more.
    """

    passages: tuple[Chunk, ...]
    notes: tuple[str, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class LegRun:
    """A leg's answers to a test set's questions, in the questions' order."""

    leg: str
    answers: tuple[Answered, ...]
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its 95 % interval, by bootstrap over the questions."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Difference:
    """One leg's mean less another's on the same questions.

    ``share_below`` is the share of the resampled differences that are below 0.
    """

    metric: str
    leg: str
    other: str
    estimate: Estimate
    share_below: float


@dataclass(frozen=True, slots=True)
class LegFigures:
    """A leg's figures: an estimate by metric, and how long it took to answer, in milliseconds."""

    leg: str
    estimates: Mapping[str, Estimate]
    p50_ms: float
    p95_ms: float


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What was measured on one test set, or in the mean over several (then ``questions`` is their sum)."""

    name: str
    questions: int
    legs: tuple[LegFigures, ...]
    differences: tuple[Difference, ...] = ()
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnReport:
    """What questions made of one's own notes tell: of all together, and of each kind that there is.

    ``kinds`` says what each kind is, ``limits`` what such questions can tell and what not.
    """

    overall: Evaluation
    by_kind: tuple[Evaluation, ...]
    kinds: tuple[str, ...]
    limits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EvaluationProgress:
    """How far an evaluation is: what is being done, and how much of how much of that is done."""

    step: str
    done: int = 0
    total: int = 0

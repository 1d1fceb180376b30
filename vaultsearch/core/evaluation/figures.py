"""Runs -> figures: each leg's metrics, their means over test sets, and the differences between legs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.evaluation.generated_questions import KINDS, RIGHT
from vaultsearch.core.values.evaluation import Difference, Estimate, Evaluation, LegFigures, Question
from vaultsearch.core.values.note import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from vaultsearch.core.evaluation.generated_questions import GeneratedQuestion
    from vaultsearch.core.values.evaluation import LegRun, QuestionSet
    from vaultsearch.core.values.search import Chunk


_LENGTHS_TRIED = (48, 24, 12, 6, 3, 1)
_LEAST = 0.9


def passage_span(chunk: Chunk, text: str) -> Span | None:
    """Return the span of the note's text that a passage covers, or None if the passage has no text.

    ``text`` is the note's text, with line feeds. A long line is cut into sentences without markup, so a
    passage may not stand there verbatim: its span is then found by its letters, from the first to the last.
    """
    content = chunk.content.strip()
    if not content or chunk.is_generated:
        return None
    window = _lines_span(text, chunk.line_start, chunk.line_end)
    # Within the passage's own lines: the same sentence may stand elsewhere, too.
    start = text.find(content, window.start, window.end)
    if start >= 0:
        return Span(start, start + len(content))
    return _by_letters(content, text, window)


def merged(spans: Iterable[Span]) -> list[Span]:
    """Merge spans that overlap or touch, and return them in order."""
    apart: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.start, span.end)):
        if apart and span.start <= apart[-1].end:
            apart[-1] = Span(apart[-1].start, max(apart[-1].end, span.end))
        else:
            apart.append(span)
    return apart


def length(spans: Iterable[Span]) -> int:
    """Count the characters, each once."""
    return sum(span.end - span.start for span in merged(spans))


def covered(spans: Sequence[Span], by: Sequence[Span]) -> int:
    """Count the characters of ``spans`` that are in ``by``, too, each once."""
    # By inclusion and exclusion: what both have is counted twice in the sum.
    return length(spans) + length(by) - length([*spans, *by])


def _lines_span(text: str, first: int, last: int) -> Span:
    """Return the span of the lines ``first`` to ``last``, 1-based and inclusive."""
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[: first - 1])
    end = start + sum(len(line) + 1 for line in lines[first - 1 : last]) - 1
    return Span(start, max(start, min(end, len(text))))


def _by_letters(content: str, text: str, window: Span) -> Span:
    """Find the letters alone: all in a row, or else the first and the last of them."""
    owners = [index for index in range(window.start, window.end) if text[index].isalnum()]
    stream, letters_sought = "".join(text[place] for place in owners), "".join(filter(str.isalnum, content))
    if not letters_sought or not stream:
        return window
    first = stream.find(letters_sought)
    if first >= 0:
        last = first + len(letters_sought) - 1
    else:
        first = next((place for n in _LENGTHS_TRIED if (place := stream.find(letters_sought[:n])) >= 0), 0)
        last = _last(stream, letters_sought, first)
    start, end = owners[first], owners[last] + 1
    # Include the marks next to the first and the last word: quotes, brackets, full stops.
    while start > window.start and _is_mark(text[start - 1]):
        start -= 1
    while end < window.end and _is_mark(text[end]):
        end += 1
    return Span(start, end)


def _last(stream: str, passage: str, first: int) -> int:
    """Return the index of the last letter of a passage whose letters begin at ``first``.

    The file may have more letters than the passage, such as a link's address, but hardly any fewer: the
    search for the last letters begins near the passage's length.
    """
    near = first + int(_LEAST * len(passage))
    for n in _LENGTHS_TRIED:
        tail = passage[-n:]
        place = stream.find(tail, max(first, near - len(tail)))
        if place >= 0:
            return place + len(tail) - 1
    return len(stream) - 1


def _is_mark(char: str) -> bool:
    return not char.isspace() and not char.isalnum()


RESAMPLES = 2000
_SEED = 20090719
_TAILS = (2.5, 97.5)


def estimate(values: Sequence[NDArray[np.float64]]) -> Estimate:
    """Return the mean over sets of the mean over questions, with its 95 % interval.

    ``values`` holds an array (questions,) for each set; questions are resampled within their set.
    """
    mean = float(np.mean([value.mean() for value in values]))
    low, high = np.percentile(_resampled_means(values), _TAILS)
    # By rounding, the mean of a few equal values may lie outside of its own resampled interval.
    return Estimate(mean, min(float(low), mean), max(float(high), mean))


def paired_difference(
    values: Sequence[NDArray[np.float64]], others: Sequence[NDArray[np.float64]]
) -> tuple[Estimate, float]:
    """Return the difference of two means over the same questions, and the share of resamples below 0.

    Both hold an array (questions,) for each set, in the same order: a question is resampled for both at once.
    """
    differences = [value - other for value, other in zip(values, others, strict=True)]
    below = float(np.mean(_resampled_means(differences) < 0))
    return estimate(differences), below


def _resampled_means(values: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return the means of the resamples, float64 (RESAMPLES,); deterministic."""
    random = np.random.default_rng(_SEED)
    total = np.zeros(RESAMPLES)
    for value in values:
        # Within each set, so that a set of many questions does not outweigh the others.
        drawn = random.integers(0, len(value), (RESAMPLES, len(value)))
        total += value[drawn].mean(axis=1)
    return total / len(values)


NOTE_METRICS = {
    "nDCG@5": "nDCG@5",
    "nDCG@10": "nDCG@10",
    "MRR@10": "RR@10",
    "Hit@1": "Success@1",
    "R@5": "R@5",
    "R@10": "R@10",
    "R@50": "R@50",
    "P@5": "P@5",
}
"""The metrics of a ranking of notes, and their names in ir-measures."""

_CUTOFFS = (1, 5, 10)
EXCERPT_METRICS = tuple(f"{name}@{n}" for name in ("Chars", "CharP") for n in _CUTOFFS)
"""Character recall (Chars) and precision (CharP) of the excerpts in the first n passages."""

TOPIC_METRICS = {"Topics@5": 5, "Topics@10": 10}
"""The share of a text's topics that one of the first n notes answers, and n."""


def topic_figures(
    questions: Sequence[Question], rankings: Sequence[Sequence[str]]
) -> dict[str, NDArray[np.float64]]:
    """Return each of `TOPIC_METRICS`, float64 (questions,).

    ``rankings`` are as for `note_figures`. A note that answers several topics counts for each.
    """
    figures = {name: np.zeros(len(questions)) for name in TOPIC_METRICS}
    for row, (question, ranking) in enumerate(zip(questions, rankings, strict=True)):
        for name, n in TOPIC_METRICS.items():
            ranked_paths = {*ranking[:n]}
            answered = sum(not ranked_paths.isdisjoint(paths) for paths in question.topics)
            figures[name][row] = answered / max(1, len(question.topics))
    return figures


def note_figures(
    questions: Sequence[Question], rankings: Sequence[Sequence[str]]
) -> dict[str, NDArray[np.float64]]:
    """Return each of `NOTE_METRICS`, float64 (questions,).

    ``rankings`` hold the notes' paths for each question, best first, each path once. A question without any
    result counts as 0.
    """
    import ir_measures

    measures = {}
    for name, known in NOTE_METRICS.items():
        # WORKAROUND ir-measures 0.4.3: `parse_measure` needs `ast.Num`, which Python 3.14 has no more.
        measure, _, cutoff = known.partition("@")
        measures[getattr(ir_measures, measure) @ int(cutoff)] = name
    row = {question.id: index for index, question in enumerate(questions)}
    judged = {question.id: dict(question.grades) for question in questions}
    # Scores that descend by one, since the metrics order notes by their scores.
    run = {
        question.id: {path: float(len(ranking) - index) for index, path in enumerate(ranking)}
        for question, ranking in zip(questions, rankings, strict=True)
    }
    figures = {name: np.zeros(len(questions)) for name in NOTE_METRICS}
    for measured in ir_measures.iter_calc(list(measures), judged, run):
        figures[measures[measured.measure]][row[measured.query_id]] = measured.value
    return figures


def excerpt_figures(
    questions: Sequence[Question], passages: Sequence[Sequence[tuple[str, Span | None]]]
) -> dict[str, NDArray[np.float64]]:
    """Return each of `EXCERPT_METRICS`, float64 (questions,).

    ``passages`` hold for each question the places of its passages, best first: a path, and a span of
    characters of the note's text. Characters that two passages share count once.
    """
    figures = {name: np.zeros(len(questions)) for name in EXCERPT_METRICS}
    for row, (question, passages_found) in enumerate(zip(questions, passages, strict=True)):
        excerpts_by_path = _by_path([(excerpt.path, excerpt.span) for excerpt in question.excerpts])
        for n in _CUTOFFS:
            retrieved = _by_path([(path, span) for path, span in passages_found[:n] if span is not None])
            shared = sum(covered(spans, retrieved.get(path, ())) for path, spans in excerpts_by_path.items())
            figures[f"Chars@{n}"][row] = shared / max(1, _total(excerpts_by_path))
            figures[f"CharP@{n}"][row] = shared / max(1, _total(retrieved))
    return figures


def _by_path(spans_by_path: Sequence[tuple[str, Span]]) -> dict[str, list[Span]]:
    spans: dict[str, list[Span]] = {}
    for path, span in spans_by_path:
        spans.setdefault(path, []).append(span)
    return spans


def _total(spans: Mapping[str, Sequence[Span]]) -> int:
    return sum(length(span) for span in spans.values())


COMPARED = ("nDCG@10", "MRR@10", "Hit@1", "Chars@5", "Topics@5", "Topics@10")
"""The metrics by which legs are compared."""
_KNOWN_ITEM_METRICS = ("nDCG@10", "MRR@10", "Hit@1", "R@5", "R@10", "R@50")
"""The metrics that are meaningful if a question has one right answer."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The metrics of one test set, float64 (questions,) by leg and metric, and the seconds by leg."""

    name: str
    figures: Mapping[str, Mapping[str, NDArray[np.float64]]]
    seconds: Mapping[str, Sequence[float]]
    notices: tuple[str, ...] = ()

    @property
    def questions(self) -> int:
        """The number of questions."""
        return len(next(iter(self.seconds.values()), ()))


@dataclass(frozen=True, slots=True)
class Comparisons:
    """The pairs of legs to compare.

    Each leg that is not in ``singles`` is compared with each of the ``baselines`` listed before it, and with
    the best of the ``singles``: the one with the highest mean of the same metric on the same test set.
    """

    singles: Collection[str] = ()
    baselines: Sequence[str] = ()


def measure(test_set: QuestionSet, runs: Sequence[LegRun], text_of: Callable[[str], str]) -> Measured:
    """Score the runs of legs; ``text_of`` returns a note's text by path, called if there are excerpts."""
    figures = {run.leg: _leg_figures(test_set, run, text_of) for run in runs}
    seconds = {run.leg: [answer.seconds for answer in run.answers] for run in runs}
    notices = tuple(notice for run in runs for notice in run.notices)
    return Measured(test_set.name, figures, seconds, (*test_set.notices, *notices))


def _leg_figures(
    test_set: QuestionSet, run: LegRun, text_of: Callable[[str], str]
) -> dict[str, NDArray[np.float64]]:
    figures = note_figures(test_set.questions, [answer.notes for answer in run.answers])
    if test_set.has_topics:
        figures |= topic_figures(test_set.questions, [answer.notes for answer in run.answers])
    if test_set.has_excerpts:
        # Legs find the same passages again and again, and locating one reads the note.
        known: dict[tuple[str, int, str], Span | None] = {}
        figures_of_leg = [
            [(chunk.path, _span(chunk, text_of, known)) for chunk in answer.passages[:10]]
            for answer in run.answers
        ]
        figures |= excerpt_figures(test_set.questions, figures_of_leg)
    return figures


def _span(
    chunk: Chunk, text_of: Callable[[str], str], known: dict[tuple[str, int, str], Span | None]
) -> Span | None:
    key = chunk.path, chunk.line_start, chunk.content
    if key not in known:
        known[key] = passage_span(chunk, text_of(chunk.path))
    return known[key]


def measure_generated(questions: Sequence[GeneratedQuestion], runs: Sequence[LegRun]) -> list[Measured]:
    """Score runs over generated questions: all questions first, then each kind that occurs."""
    judged_questions = [
        Question(str(index), question.text, {RIGHT: 1}) for index, question in enumerate(questions)
    ]
    figures = {}
    for run in runs:
        answered = zip(questions, run.answers, strict=True)
        all_figures = note_figures(
            judged_questions, [question.ranking(answer.passages) for question, answer in answered]
        )
        figures[run.leg] = {metric: all_figures[metric] for metric in _KNOWN_ITEM_METRICS}
    seconds = {run.leg: [answer.seconds for answer in run.answers] for run in runs}
    notices = tuple(notice for run in runs for notice in run.notices)
    overall = Measured("all questions", figures, seconds, notices)
    rows = {
        kind: [index for index, question in enumerate(questions) if question.kind == kind] for kind in KINDS
    }
    return [overall, *(_part(overall, kind, chosen) for kind, chosen in rows.items() if chosen)]


def _part(whole: Measured, kind: str, rows: Sequence[int]) -> Measured:
    figures = {
        leg: {metric: values[list(rows)] for metric, values in by_metric.items()}
        for leg, by_metric in whole.figures.items()
    }
    return Measured(kind, figures, {leg: [s[row] for row in rows] for leg, s in whole.seconds.items()})


def evaluation(measured: Sequence[Measured], comparisons: Comparisons) -> Evaluation:
    """Average the figures over test sets of equal weight, and compare the legs.

    A metric that a test set lacks is averaged over the others.
    """
    legs = [leg for leg in measured[0].figures if all(leg in measurement.figures for measurement in measured)]
    return Evaluation(
        measured[0].name if len(measured) == 1 else "mean over the sets",
        sum(measurement.questions for measurement in measured),
        tuple(_leg(leg, measured) for leg in legs),
        tuple(_differences(legs, measured, comparisons)),
        measured[0].notices if len(measured) == 1 else (),
    )


def _leg(leg: str, measured: Sequence[Measured]) -> LegFigures:
    figures = [measurement.figures[leg] for measurement in measured]
    estimates = {
        metric: estimate([of_set[metric] for of_set in figures if metric in of_set])
        for metric in dict.fromkeys(chain.from_iterable(figures))
    }
    p50, p95 = np.percentile(
        [1000 * s for measurement in measured for s in measurement.seconds[leg]], (50, 95)
    )
    return LegFigures(leg, estimates, float(p50), float(p95))


def _differences(
    legs: Sequence[str], measured: Sequence[Measured], comparisons: Comparisons
) -> Iterator[Difference]:
    singles = [leg for leg in legs if leg in comparisons.singles]
    for leg in [leg for leg in legs if leg not in singles]:
        for baseline in [
            compared_leg for compared_leg in legs[: legs.index(leg)] if compared_leg in comparisons.baselines
        ]:
            yield from _by_metric(leg, measured, _always(baseline), baseline)
        if singles:
            yield from _by_metric(leg, measured, _best_of(singles), "best single leg")


def _always(leg: str) -> Callable[[Measured, str], str]:
    return lambda _, __: leg


def _best_of(singles: Sequence[str]) -> Callable[[Measured, str], str]:
    return lambda measurement, metric: max(
        singles, key=lambda leg: float(measurement.figures[leg][metric].mean())
    )


def _by_metric(
    leg: str, measured: Sequence[Measured], other_of: Callable[[Measured, str], str], named: str
) -> Iterator[Difference]:
    for metric in COMPARED:
        sets = [measurement for measurement in measured if metric in measurement.figures[leg]]
        if sets:
            difference, below = paired_difference(
                [measurement.figures[leg][metric] for measurement in sets],
                [measurement.figures[other_of(measurement, metric)][metric] for measurement in sets],
            )
            yield Difference(metric, leg, named, difference, below)

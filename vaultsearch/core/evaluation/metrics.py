"""Rankings and judgments -> metrics of each question: those of trec_eval, by ir-measures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.evaluation.spans import covered, length

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from vaultsearch.core.values.evaluation import Question
    from vaultsearch.core.values.note import Span

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

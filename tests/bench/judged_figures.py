"""Runs over test sets -> figures of notes, of the characters of excerpts, and of topics."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.bench.judged_sets import VAULT, Question, QuestionSet, load_test_set
from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.evaluation.figures import MeasuredSet, note_figures
from vaultsearch.core.evaluation.runs import EvaluatedLeg, rank_questions
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.evaluation import LegRun
from vaultsearch.core.values.note import Span
from vaultsearch.core.values.search import Chunk, LongQueryOutcome
from vaultsearch.core.vault.file_content import decode_text
from vaultsearch.service.evaluation import make_leg, up_to_date
from vaultsearch.service.vault import Vault

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


def measure(test_set: QuestionSet, runs: Sequence[LegRun], text_of: Callable[[str], str]) -> MeasuredSet:
    """Score the runs of legs; ``text_of`` returns a note's text by path, called if there are excerpts."""
    figures = {run.leg: _leg_figures(test_set, run, text_of) for run in runs}
    seconds = {run.leg: [answer.seconds for answer in run.answers] for run in runs}
    notices = tuple(notice for run in runs for notice in run.notices)
    return MeasuredSet(test_set.name, figures, seconds, (*test_set.notices, *notices))


def _leg_figures(
    test_set: QuestionSet, run: LegRun, text_of: Callable[[str], str]
) -> dict[str, NDArray[np.float64]]:
    rankings = [answer.notes for answer in run.answers]
    figures = note_figures([question.grades for question in test_set.questions], rankings)
    if test_set.has_topics:
        figures |= topic_figures(test_set.questions, rankings)
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


PASSAGE = "passage"
"""The leg that searches with a text in segments."""


async def measure_test_set(
    folder: Path, legs: Sequence[str], parameters: Parameters, limit: int | None = None
) -> MeasuredSet:
    """Measure the legs on the first ``limit`` questions of a test set. Raise VaultSearchError."""
    test_set = load_test_set(folder)
    test_set = replace(test_set, questions=test_set.questions[:limit])
    texts, vault = [question.text for question in test_set.questions], folder / VAULT
    async with await up_to_date(vault, parameters, lambda _: None, questions=texts) as session:
        await session.warm_up()
        notes = (await session.status()).notes
        runs = [await rank_questions(make_leg(leg, session), texts, notes) for leg in legs]

    def text(path: str) -> str:
        return decode_text((vault / path).read_bytes()).text

    return measure(test_set, runs, lru_cache(maxsize=64)(text))


def passage_leg(session: Vault) -> EvaluatedLeg:
    """Rank notes for a text, segment by segment."""

    async def ranked(text: str, n: int) -> list[Chunk]:
        answer = await session.search_passage(text, n)
        if answer.outcome is LongQueryOutcome.FAILED:
            raise VaultSearchError(answer.trouble or "", answer.remedy or "")
        return [result.chunk for result in answer.results]

    return EvaluatedLeg(PASSAGE, ranked, ranked)

"""Example questions made of the headings of indexed notes, each answered by what stands below its heading."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING
from zlib import crc32

from vaultsearch.core.evaluation.generated_questions import bare, heading_questions
from vaultsearch.core.evaluation.note_facts import HeadingSpan, NoteFacts
from vaultsearch.core.text import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultsearch.core.index.stored_notes import StoredNote

_SHORTEST_ANSWER = 120
"""Characters below a heading that may hold an answer."""
_SHORTEST, _LONGEST = 12, 60
"""Characters of a question; in fewer there is hardly one. Chinese ones take half of them."""
_WIDE = re.compile(r"[^\x00-\u2fff]")
_NUMBERS = re.compile(r"\d")
_MOST_LOOKED_AT = 2000
"""Notes that are looked at: where so many make no question, more would not."""


def example_questions(notes: Sequence[StoredNote], n: int = 3) -> tuple[str, ...]:
    """Make up to ``n`` questions, of a note each, in the words of its headings; deterministic.

    The choice depends on each note alone: other notes that change do not change the examples.
    """
    headings = Counter(fold(heading.text) for note in notes for heading in note.headings)
    found: list[str] = []
    for note in sorted(notes, key=_place)[:_MOST_LOOKED_AT]:
        question = next(_questions(note, headings), None)
        if question is not None:
            found.append(question)
        if len(found) == n:
            break
    return tuple(found)


def _place(note: StoredNote) -> tuple[int, str]:
    return crc32(note.path.encode("utf-8", "surrogatepass")), note.path


def _questions(note: StoredNote, headings: Counter[str]) -> Iterator[str]:
    """Yield the questions that only this note answers; one with numbers is a date or a version."""
    spans = tuple(_answering(note))
    unique = tuple(span for span in spans if headings[fold(span.text)] == 1)
    for question in heading_questions([NoteFacts(note.path, note.title, note.aliases, unique, (), None)]):
        length = len(question.text) + len(_WIDE.findall(question.text))
        if _SHORTEST <= length <= _LONGEST and not _NUMBERS.search(question.text):
            asks = question.heading is not None and question.heading.text.rstrip()[-1:] in "?？"
            yield question.text + ("?" if asks else "")


def _answering(note: StoredNote) -> Iterator[HeadingSpan]:
    """Yield the headings with enough text between them and the next one."""
    lines = note.text.split("\n")
    ends = [heading.line - 1 for heading in note.headings[1:]] + [len(lines)]
    for heading, end in zip(note.headings, ends, strict=False):  # a note without headings has an end
        if len(bare(" ".join(lines[heading.line : end]))) >= _SHORTEST_ANSWER:
            yield HeadingSpan(heading.text, heading.line, end)

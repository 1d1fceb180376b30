"""Example questions made of the headings of indexed notes, each answered by what stands below its heading."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING
from zlib import crc32

from vaultsearch.core.evaluation.generated_questions import HeadingSpan, NoteFacts, bare, heading_questions
from vaultsearch.core.text import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultsearch.core.values.stored_notes import StoredNote

_SHORTEST_ANSWER = 120
"""Characters below a heading that may hold an answer."""
_SHORTEST, _SAYS_ENOUGH, _LONGEST = 12, 24, 60
"""Characters of a question, of a heading that makes one by itself; Chinese ones count as two."""
_WIDE = re.compile(r"[^\x00-\u2fff]")
_NUMBERS = re.compile(r"\d")
_MOST_LOOKED_AT = 2000
"""Notes that are looked at: where so many make no question, more would not."""


def example_questions(notes: Sequence[StoredNote], n: int = 3) -> tuple[str, ...]:
    """Make up to ``n`` questions, of a note each, in the words of its headings; deterministic.

    Headings that say enough by themselves come before those that need the note's title. The order depends on
    each note's path alone: other notes that change hardly change the examples.
    """
    headings = Counter(fold(heading.text) for note in notes for heading in note.headings)
    alone: list[str] = []
    titled: list[str] = []
    for note in sorted(notes, key=_place)[:_MOST_LOOKED_AT]:
        made = list(_questions(note, headings))
        first = next((text for text, says_enough in made if says_enough), None)
        if first is not None:
            alone.append(first)
        elif made:
            titled.append(made[0][0])
        if len(alone) == n:
            break
    return tuple([*alone, *titled][:n])


def _place(note: StoredNote) -> tuple[int, str]:
    return crc32(note.path.encode("utf-8", "surrogatepass")), note.path


def _questions(note: StoredNote, headings: Counter[str]) -> Iterator[tuple[str, bool]]:
    """Yield the questions that only this note answers; one with numbers is a date or a version.

    A heading of a few words says nothing without the note's title: the second value is False then.
    """
    spans = tuple(_answering(note))
    unique = tuple(span for span in spans if headings[fold(span.text)] == 1)
    for question in heading_questions([NoteFacts(note.path, note.title, note.aliases, unique, (), None)]):
        asks = question.heading is not None and question.heading.text.rstrip()[-1:] in "?？"
        alone = asks or _width(question.text) >= _SAYS_ENOUGH
        text = question.text if alone else f"{bare(note.title)}, {question.text}"
        if _SHORTEST <= _width(text) <= _LONGEST and not _NUMBERS.search(text):
            yield text + ("?" if asks else ""), alone


def _width(text: str) -> int:
    return len(text) + len(_WIDE.findall(text))


def _answering(note: StoredNote) -> Iterator[HeadingSpan]:
    """Yield the headings with enough text between them and the next one."""
    lines = note.text.split("\n")
    ends = [heading.line - 1 for heading in note.headings[1:]] + [len(lines)]
    for heading, end in zip(note.headings, ends, strict=False):  # a note without headings has an end
        if len(bare(" ".join(lines[heading.line : end]))) >= _SHORTEST_ANSWER:
            yield HeadingSpan(heading.text, heading.line, end)

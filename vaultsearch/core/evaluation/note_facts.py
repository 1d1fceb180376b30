"""A note -> the facts to generate questions from: headings, links, aliases, first sentence. In the worker."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.query.words import query_terms

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultsearch.core.protocols import Source
    from vaultsearch.core.values.note import Link, Note, Revision

_log = logging.getLogger(__name__)

_SENTENCE_END = re.compile(r"(?<=[.!?…])\s|(?<=[。！？])")
_LONGEST_SENTENCE = 300
_SHORTEST_SENTENCE = 4
_SHORTEST_REST = 60
"""Characters that a note must have besides its first sentence."""


@dataclass(frozen=True, slots=True)
class HeadingSpan:
    """A heading and its section: 1-based, the heading's line and the last one."""

    text: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class NoteFacts:
    """The facts of a note; ``sentence`` is its first, or None if it makes no question."""

    path: str
    title: str
    aliases: tuple[str, ...]
    headings: tuple[HeadingSpan, ...]
    links: tuple[Link, ...]
    sentence: str | None


def gather_facts(source: Source, revisions: Sequence[Revision]) -> list[NoteFacts]:
    """Read the facts of notes; skip notes that cannot be read."""
    return list(_gathered(source, revisions))


def _gathered(source: Source, revisions: Sequence[Revision]) -> Iterator[NoteFacts]:
    for revision in revisions:
        try:
            note = source.read(revision)
        except Exception:
            # The report of the sync lists the failure.
            _log.debug("no questions path=%s", revision.path, exc_info=True)
            continue
        yield NoteFacts(
            note.path, note.title, note.aliases, tuple(_headings(note)), note.links, first_sentence(note)
        )


def _headings(note: Note) -> Iterator[HeadingSpan]:
    end = len(note.text.split("\n"))
    for index, heading in enumerate(note.headings):
        following = (other.line - 1 for other in note.headings[index + 1 :] if other.level <= heading.level)
        own = HeadingSpan(heading.text, heading.line, next(following, end))
        if any(stands_under(own, block.line_start) for s in note.sections for block in s.blocks):
            yield own


def stands_under(heading: HeadingSpan, line: int) -> bool:
    """Return whether a line is in the section of a heading, or in one nested in it."""
    return heading.first <= line <= heading.last


def first_sentence(note: Note) -> str | None:
    """Return the first sentence of a note that begins with a paragraph, verbatim.

    None if it has too few words, is too long for a question, or leaves too little of the note.
    """
    blocks = [block for section in note.sections for block in section.blocks if block.text.strip()]
    if not blocks or blocks[0].kind != "paragraph":
        return None
    sentence = _SENTENCE_END.split(blocks[0].text, maxsplit=1)[0].strip()
    rest = sum(len(block.text) for block in blocks) - len(sentence)
    if len(sentence) > _LONGEST_SENTENCE or rest < _SHORTEST_REST:
        return None
    return sentence if says_enough(sentence, _SHORTEST_SENTENCE) else None


def says_enough(text: str, words: int) -> bool:
    """Return whether a text has so many content words; without spaces, two characters count as one."""
    terms = query_terms(text)
    return sum(1 if term.isascii() else max(1, len(term) // 2) for term in terms) >= words

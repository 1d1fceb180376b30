"""A note -> what could be asked of it: headings, links, aliases, its first sentence. In the worker."""

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
"""Characters that must be left of a note when its first sentence is taken out."""


@dataclass(frozen=True, slots=True)
class HeadingSpan:
    """A heading with text below it, and the lines that it stands over: 1-based, its own and the last."""

    text: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class NoteFacts:
    """What a note offers to questions; ``sentence`` is its first, None where nothing would be left."""

    path: str
    title: str
    aliases: tuple[str, ...]
    headings: tuple[HeadingSpan, ...]
    links: tuple[Link, ...]
    sentence: str | None


def gather_facts(source: Source, revisions: Sequence[Revision]) -> list[NoteFacts]:
    """Read notes for what they offer; those that cannot be read offer nothing."""
    return list(_gathered(source, revisions))


def _gathered(source: Source, revisions: Sequence[Revision]) -> Iterator[NoteFacts]:
    for revision in revisions:
        try:
            note = source.read(revision)
        except Exception:
            # The report of the sync has what is wrong with it.
            _log.debug("no questions path=%s", revision.path, exc_info=True)
            continue
        yield NoteFacts(
            note.path, note.title, note.aliases, tuple(_headings(note)), note.links, first_sentence(note)
        )


def _headings(note: Note) -> Iterator[HeadingSpan]:
    end = len(note.text.split("\n"))
    for at, heading in enumerate(note.headings):
        following = (other.line - 1 for other in note.headings[at + 1 :] if other.level <= heading.level)
        own = HeadingSpan(heading.text, heading.line, next(following, end))
        if any(stands_under(own, block.line_start) for s in note.sections for block in s.blocks):
            yield own


def stands_under(heading: HeadingSpan, line: int) -> bool:
    """Tell whether a line stands under a heading, or under one that is under it."""
    return heading.first <= line <= heading.last


def first_sentence(note: Note) -> str | None:
    """Give the note's first sentence as it stands in its first block's text, if that is a paragraph.

    None where it says too little, is too long to be a question, or leaves too little of the note.
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
    """Tell whether a text has so many telling words; two letters are one where no spaces are written."""
    terms = query_terms(text)
    return sum(1 if term.isascii() else max(1, len(term) // 2) for term in terms) >= words

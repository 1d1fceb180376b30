"""What a search with a whole passage answers: topics with their results, or why there are none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultsearch.core.values.search import Result, Step


class PassageOutcome(StrEnum):
    """How it went: something was found, nothing comes near enough, or the search itself failed."""

    FOUND = "found"
    NO_HITS = "no hits"
    FAILED = "system error"


@dataclass(frozen=True, slots=True)
class PassageTopic:
    """A stretch of the text that the same notes answer: 1-based lines, inclusive, of the text as it was read.

    ``label`` are its most telling words. ``messages`` are the numbers of the first and last, of a chat.
    """

    label: str
    line_start: int
    line_end: int
    results: tuple[Result, ...]
    messages: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class PassageCounts:
    """What went through the search: pieces cut, passages found for each, and how many were left each time."""

    pieces: int = 0
    per_piece: tuple[int, ...] = ()
    collected: int = 0
    deduplicated: int = 0
    given: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class PassageAnswer:
    """The answer to a passage; ``results`` are the best of all topics, each topic has its own besides.

    ``text`` is the passage as it was read, a chat as Markdown. Where the outcome is FAILED, ``trouble`` says
    in a sentence why, and ``remedy`` what to do. ``notice`` tells what an answer lacks, if anything.
    """

    outcome: PassageOutcome
    results: tuple[Result, ...] = ()
    topics: tuple[PassageTopic, ...] = ()
    text: str = ""
    messages: int = 0
    counts: PassageCounts = PassageCounts()
    steps: tuple[Step, ...] = ()
    notice: str | None = None
    trouble: str | None = None
    remedy: str | None = None

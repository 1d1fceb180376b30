"""What a search with a whole passage answers: topics with their results, or why there are none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultsearch.core.values.search import Result, Step


class LongQueryOutcome(StrEnum):
    """How it went: something was found, nothing comes near enough, or the search itself failed."""

    FOUND = "found"
    NO_HITS = "no hits"
    FAILED = "system error"


@dataclass(frozen=True, slots=True)
class LongQueryTopic:
    """A stretch of the text that the same notes answer: 1-based lines, inclusive, of the text as it was read.

    ``label`` are its most telling words. ``messages`` are the numbers of the first and last, of a chat.
    """

    label: str
    line_start: int
    line_end: int
    results: tuple[Result, ...]
    messages: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class LongQueryCounts:
    """What went through the search: pieces cut, passages found for each, and how many were left each time."""

    segments: int = 0
    per_segment: tuple[int, ...] = ()
    collected: int = 0
    deduplicated: int = 0
    given: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class LongQueryAnswer:
    """The answer to a passage; ``results`` are the best of all topics, each topic has its own besides.

    ``text`` is the passage as it was read, a chat as Markdown. Where the outcome is FAILED, ``trouble`` says
    in a sentence why, and ``remedy`` what to do. ``notice`` tells what an answer lacks, if anything.
    """

    outcome: LongQueryOutcome
    results: tuple[Result, ...] = ()
    topics: tuple[LongQueryTopic, ...] = ()
    text: str = ""
    messages: int = 0
    counts: LongQueryCounts = LongQueryCounts()
    steps: tuple[Step, ...] = ()
    notice: str | None = None
    trouble: str | None = None
    remedy: str | None = None

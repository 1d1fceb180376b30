"""Values of a long query's answer: topics with their results, or the reason why there are none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultsearch.core.values.search import Result, Step


class LongQueryOutcome(StrEnum):
    """Outcome of a long query: results found, nothing relevant enough, or the search failed."""

    FOUND = "found"
    NO_HITS = "no hits"
    FAILED = "system error"


@dataclass(frozen=True, slots=True)
class LongQueryTopic:
    """A segment range of the text with the same relevant notes; lines are 1-based and inclusive.

    ``label`` is its most distinctive words. ``messages`` are the numbers of the first and last message of a
    chat. A topic that returns has the line ranges of its later segments in ``returns``.
    """

    label: str
    line_start: int
    line_end: int
    results: tuple[Result, ...]
    messages: tuple[int, int] | None = None
    returns: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class LongQueryCounts:
    """Counters of a long query: segments, passages per segment, and the passages left after each step."""

    segments: int = 0
    per_segment: tuple[int, ...] = ()
    collected: int = 0
    deduplicated: int = 0
    given: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class LongQueryAnswer:
    """The answer to a long query; ``results`` are the best of all topics, besides each topic's own.

    Attributes:
        text: The text as read; a chat as Markdown.
        notice: A sentence on the answer's limitation, or None.
        trouble: The reason as a sentence if the outcome is FAILED.
        remedy: The remedy as a sentence if the outcome is FAILED.
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

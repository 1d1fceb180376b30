"""Other wordings of a question, and a passage that might answer it (HyDE), by a language model."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from vaultsearch.core.models.chat_client import Messages
    from vaultsearch.core.values.search import Chunk

_MOST = 3
_ASKED_FOR = """\
Write three other ways to search notes for the answer to a question, each on a line of its own, in the \
language of the question; then, on a fourth line that begins with "Passage:", two sentences of a note that \
would answer it. Write nothing else"""
_MARK = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s*")
_PASSAGE = re.compile(r"^\s*\W*passage\W*[:：]\s*", re.IGNORECASE)
_RANK = 60
"""The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009)."""
_WEIGHT = 0.5
"""The weight of the ranking of a variant: that of the question itself counts twice as much."""


@dataclass(frozen=True, slots=True)
class Variants:
    """Other queries for a question.

    Attributes:
        queries: The question in other words.
        passage: A made-up passage that would answer it, "" if there is none.
    """

    queries: tuple[str, ...] = ()
    passage: str = ""

    @property
    def searched(self) -> tuple[str, ...]:
        """All texts to search with."""
        return (*self.queries, *filter(None, (self.passage,)))


async def variants_of(question: str, complete: Callable[[Messages], Awaitable[str]]) -> Variants:
    """Ask a language model for variants. Raise ModelUnavailableError if it cannot be asked."""
    answer = await complete((("system", _ASKED_FOR), ("user", question)))
    lines = [_MARK.sub("", line).strip() for line in answer.splitlines()]
    passages = [_PASSAGE.sub("", line) for line in lines if _PASSAGE.match(line)]
    queries = [line.strip('"“”') for line in lines if line and not _PASSAGE.match(line)]
    known = {question.casefold()}
    distinct = [query for query in dict.fromkeys(queries) if query.casefold() not in known]
    return Variants(tuple(distinct[:_MOST]), next(iter(passages), ""))


def fused_with(chunks: Sequence[Chunk], others: Sequence[Sequence[Chunk]]) -> list[Chunk]:
    """Fuse the ranking of a question with those of its variants by reciprocal ranks.

    The scores of the passages that are there already stay along the list, so that they fall.
    """
    points: dict[str, float] = {}
    known: dict[str, Chunk] = {}
    for weight, ranking in ((1.0, chunks), *((_WEIGHT, other) for other in others)):
        for rank, chunk in enumerate(ranking, start=1):
            known.setdefault(chunk.id, chunk)
            points[chunk.id] = points.get(chunk.id, 0.0) + weight / (_RANK + rank)
    order = sorted(points, key=lambda id_: -points[id_])
    top = max((chunk.score or 0.0 for chunk in chunks), default=1.0)
    best = max(points.values(), default=1.0)
    return [replace(known[id_], score=top - (best - points[id_])) for id_ in order]

"""Search with a language model: other wordings, a hypothetical answer (HyDE), and reranking."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from vaultsearch.core.models.chat_client import Messages
from vaultsearch.core.models.prompt_texts import LIST_MARK, PROMPTS
from vaultsearch.core.search.blending import blend_first, passage_text, shift_below
from vaultsearch.core.values.search import Chunk

_MAX_QUERIES = 3
_PASSAGE_PREFIX = re.compile(r"^\W*passage\W*[:：]\s*", re.IGNORECASE)
_RRF_K = 60
"""The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009)."""
_VARIANT_WEIGHT = 0.5
"""The total weight of all variants' rankings; the question itself counts twice as much.

With this weight each, four variants by a small model outweighed the question, see Figures.
"""


async def ask_variants(
    question: str, complete: Callable[[Messages], Awaitable[str]]
) -> tuple[list[str], list[str]]:
    """Ask a language model for the question in other words, and for a hypothetical passage with the answer.

    The second list is empty without a passage. Raise ModelUnavailableError if the model cannot be asked.
    """
    answer = await complete((("system", PROMPTS["variants"]), ("user", question)))
    lines = [LIST_MARK.sub("", line).strip() for line in answer.splitlines()]
    passages = [_PASSAGE_PREFIX.sub("", line) for line in lines if _PASSAGE_PREFIX.match(line)]
    # Small models number their lines and quote them, whatever they are asked for.
    queries = [line.strip('"“”') for line in lines if line and not _PASSAGE_PREFIX.match(line)]
    distinct = [query for query in dict.fromkeys(queries) if query.casefold() != question.casefold()]
    return distinct[:_MAX_QUERIES], passages[:1]


def fuse_variants(chunks: Sequence[Chunk], others: Sequence[Sequence[Chunk]]) -> list[Chunk]:
    """Fuse a question's ranking with variants' by reciprocal ranks; scores fall from the former top score."""
    points: dict[str, float] = {}
    known: dict[str, Chunk] = {}
    each = _VARIANT_WEIGHT / max(1, len(others))
    for weight, ranking in ((1.0, chunks), *((each, other) for other in others)):
        for rank, chunk in enumerate(ranking, start=1):
            known.setdefault(chunk.id, chunk)
            points[chunk.id] = points.get(chunk.id, 0.0) + weight / (_RRF_K + rank)
    order = sorted(points, key=lambda id_: -points[id_])
    # Points of reciprocal ranks are of another scale; only their differences are taken over.
    top = max((chunk.score or 0.0 for chunk in chunks), default=1.0)
    best = max(points.values(), default=1.0)
    return [replace(known[id_], score=top - (best - points[id_])) for id_ in order]


_MAX_RANKED = 10
"""Passages the model orders."""
_MAX_SCORED = 20
"""Passages a rerank server scores."""
_MAX_CHARACTERS = 800
"""Characters per passage shown to the model."""
_NUMBER_PATTERN = re.compile(r"\d{1,9}")


@dataclass(frozen=True, eq=False)
class LanguageModelReranker:
    """Has a language model order the first ten passages (listwise), by calling ``complete``."""

    complete: Callable[[Messages], Awaitable[str]]
    name = "language model"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return the n best; passages not named by the model follow those named.

        Raises ModelUnavailableError if the model cannot be asked.
        """
        first = chunks[:_MAX_RANKED]
        if len(first) < 2:  # nothing to order
            return chunks[:n]
        texts = (passage_text(chunk)[:_MAX_CHARACTERS] for chunk in first)
        numbered = "\n\n".join(f"[{number}] {text}" for number, text in enumerate(texts, start=1))
        prompt = ("system", PROMPTS["ranking"]), ("user", f"{numbered}\n\nQuestion: {query}")
        answer = await self.complete(prompt)
        order = named_order(answer, len(first))
        # The model tells an order and no scores: the passages exchange theirs.
        scores = sorted((chunk.score or 0.0 for chunk in first), reverse=True)
        ordered = [replace(first[place], score=score) for place, score in zip(order, scores, strict=True)]
        return [*ordered, *shift_below(ordered, chunks[_MAX_RANKED:])][:n]


@dataclass(frozen=True, eq=False)
class RerankServerReranker:
    """Has a server score the first passages; ``score`` returns a score per text, in order."""

    score: Callable[[str, Sequence[str]], Awaitable[list[float]]]
    name = "rerank server"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return the n best; raise ModelUnavailableError if the server cannot be asked."""
        first = chunks[:_MAX_SCORED]
        scores = await self.score(query, [passage_text(chunk) for chunk in first]) if first else []
        return blend_first(chunks, scores, None, self.name)[:n]


def named_order(answer: str, count: int) -> list[int]:
    """Return the indices of ``count`` passages in the order named by an answer, then the others."""
    # The answer may hold anything: numbers out of range, twice the same, or none.
    named = [int(number) - 1 for number in _NUMBER_PATTERN.findall(answer)]
    return list(dict.fromkeys([*(place for place in named if 0 <= place < count), *range(count)]))

"""The literal floor of a ranking: passages that hold what was typed, as it was typed, stand above the others.

Whoever types a file name, a version, a rare word or five words of a sentence wants the passage that holds
them; whoever asks a question seldom types what stands in a passage word by word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from vaultsearch.core.analyzer.tokens import is_elided, tokens, words_in
from vaultsearch.core.index.searchable_text import SearchedText
from vaultsearch.core.languages.function_words import function_words
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.text import fold, runs
from vaultsearch.core.values.note import FileKind
from vaultsearch.core.values.search import Chunk, LegRank

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence

    from vaultsearch.core.filters import Filter
    from vaultsearch.core.protocols import SupportsLiteralQuery

LITERAL = "literal"
"""The leg of literal matches; its score is the `Match`."""
_CANDIDATES = 60
"""Passages with all the words that are compared with what was typed."""
_RARE = 4
"""Passages at most that hold a rare word: it stands in one or two notes."""
_FEW_WORDS = 3
"""Words of a query, without function words, that may be the remains of one literal."""
_BETWEEN = r"[\W_]+(?:[^\W\d_]{1,7}['’])?"
"""What stands between neighbouring words: an elided article may, too."""
_OTHERS = r"(?:[\W_]+[^\W_]+){0,2}"


class Match(IntEnum):
    """How literally a passage holds a query; higher is more so."""

    RARE = 1
    """A rare word of it, but not all words."""
    ALL = 2
    """All words, in any order."""
    NEAR = 3
    """All words in order, with two others between them at most."""
    PHRASE = 4
    """All words in a row."""
    EXACT = 5
    """The very characters, but for case, width and accents."""


@dataclass(frozen=True)
class LiteralQuery:
    """A query as it is looked for literally.

    Attributes:
        text: The words of the query as typed.
        language: The language of the query.
    """

    text: str
    language: str = ENGLISH

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words, folded, with their apostrophes, in order."""
        found = (match for match in words_in(self.text) if not is_elided(self.text, match))
        return tuple(fold(match.group()) for match in found)

    @cached_property
    def content_words(self) -> tuple[str, ...]:
        """The words that are no function words."""
        ignored = function_words(ENGLISH) | function_words(self.language)
        return tuple(word for word in self.words if word not in ignored)

    @cached_property
    def is_literal(self) -> bool:
        """Whether a token looks like no word of a sentence: an address, a version, a name with signs."""
        return any(token.compounds or any(map(_has_digit, token.words)) for token in tokens(self.text))

    def match(self, chunk: Chunk) -> Match:
        """Return how literally a passage holds the query that holds all its words."""
        text = _searched(chunk)
        if self._exact.search(text):
            return Match.EXACT
        if not self.words:
            return Match.ALL
        if self._phrase.search(text):
            return Match.PHRASE
        return Match.NEAR if self._near.search(text) else Match.ALL

    @cached_property
    def _exact(self) -> re.Pattern[str]:
        return re.compile(_bounded(r"\s+", fold(self.text).split()))

    @cached_property
    def _phrase(self) -> re.Pattern[str]:
        return re.compile(_bounded(_BETWEEN, self.words))

    @cached_property
    def _near(self) -> re.Pattern[str]:
        return re.compile(_bounded(_OTHERS + _BETWEEN, self.words))

    def least_match(self, holding: int) -> Match | None:
        """Return the least literal match that puts a passage above others, None if none does.

        Args:
            holding: The number of passages that hold all the words.
        """
        if len(tokens_of(self.text)) == 1:
            return Match.PHRASE if self.is_literal or holding <= _RARE else None
        if self.is_literal:
            return Match.ALL
        if len(self.words) > 2:
            return Match.PHRASE
        return Match.PHRASE if holding <= _RARE else None


def tokens_of(text: str) -> list[str]:
    """List the tokens of a text as written."""
    return [text[token.start : token.end] for token in tokens(text)]


def _bounded(between: str, words: Sequence[str]) -> str:
    """Return the pattern of words with something between them; of scripts without spaces, within others."""
    start = r"(?<![^\W_])" if _is_spaced(words[0][:1]) else ""
    end = r"(?![^\W_])" if _is_spaced(words[-1][-1:]) else ""
    return start + between.join(map(re.escape, words)) + end


def _is_spaced(character: str) -> bool:
    return character.isalnum() and not runs(character)


def _has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))


@lru_cache(maxsize=500)
def _folded(text: str) -> str:
    return fold(text)


def _searched(chunk: Chunk) -> str:
    names, rest, _ = SearchedText.of(chunk)
    return _folded("\n".join((names, rest, *chunk.addresses)))


class LiteralFloor:
    """Find the passages that hold what was typed.

    Args:
        corpus: The index of terms.
        count: Counts the passages that hold a folded word, 0 if unknown.
    """

    def __init__(
        self, corpus: SupportsLiteralQuery, count: Callable[[str], Awaitable[int]] | None = None
    ) -> None:
        self._corpus = corpus
        self._count = count

    async def __call__(self, query: str, where: Filter | None, language: str = ENGLISH) -> list[Chunk]:
        """Return the passages that stand above all others for a query, the most literal first."""
        sought = LiteralQuery(" ".join(query.split()), language)
        holding = [
            chunk for chunk in await self._corpus.query_literal(query, _CANDIDATES, where) if _is_own(chunk)
        ]
        least = sought.least_match(len(holding)) if sought.words else Match.EXACT
        matches = [(sought.match(chunk), chunk) for chunk in holding] if least is not None else []
        kept = [(match, chunk) for match, chunk in matches if least is not None and match >= least]
        if not holding and sought.words:
            kept = [(Match.RARE, chunk) for chunk in await self._with_rare_word(sought, where)]
        return _ranked(kept)

    async def _with_rare_word(self, sought: LiteralQuery, where: Filter | None) -> list[Chunk]:
        """Return the passages with the rarest word of a short query without function words."""
        words = sought.content_words
        if self._count is None or not 1 < len(words) <= _FEW_WORDS or len(words) < len(sought.words):
            return []
        counts = {word: await self._count(word) for word in words}
        rare = [word for word, count in counts.items() if 0 < count <= _RARE]
        if not rare:
            return []
        rarest = min(rare, key=counts.__getitem__)
        return [chunk for chunk in await self._corpus.query_literal(rarest, _RARE, where) if _is_own(chunk)]


def _is_own(chunk: Chunk) -> bool:
    """Return whether a passage's text is its own: a picture borrows that of the paragraphs around it."""
    return chunk.kind is not FileKind.IMAGE or chunk.is_recognised or not chunk.heading_path


def _ranked(matches: Iterable[tuple[Match, Chunk]]) -> list[Chunk]:
    ordered = sorted(matches, key=lambda pair: -pair[0])
    return [
        chunk.scored(chunk.score, {LITERAL: LegRank(rank, float(match))})
        for rank, (match, chunk) in enumerate(ordered, start=1)
    ]


def literal_first(chunks: Sequence[Chunk], literal: Sequence[Chunk]) -> list[Chunk]:
    """Put the literal matches above all other passages: by their match, then in the order of ``chunks``."""
    if not literal:
        return list(chunks)
    matches = {chunk.id: chunk for chunk in literal}
    places = {chunk.id: place for place, chunk in enumerate(chunks)}
    ranked = {chunk.id: chunk for chunk in chunks if chunk.id in matches}
    top = max((chunk.score or 0.0 for chunk in chunks), default=0.0)
    first = [
        (ranked.get(key) or chunk).scored(top, {**(ranked.get(key) or chunk).ranks, **chunk.ranks})
        for key, chunk in matches.items()
    ]
    first.sort(key=lambda chunk: (-chunk.ranks[LITERAL].score, places.get(chunk.id, len(places))))
    return [*first, *(chunk for chunk in chunks if chunk.id not in matches)]

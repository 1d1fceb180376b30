"""The literal floor of a ranking: passages containing the query as typed lead all others.

Whoever types a file name, a version, a rare word or five words of a sentence wants the passage with exactly
these; questions are seldom found in a passage word by word.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import regex

from vaultsearch.core.analyzer import find_words, is_elided, letters_and_digits, tokenize_text
from vaultsearch.core.chunking.embedded_text import SearchedText
from vaultsearch.core.filters import Filter
from vaultsearch.core.text import fold_text, plain_numerals, unspaced_runs, with_accents, with_small_i
from vaultsearch.core.values.search import Chunk, LegRank

if TYPE_CHECKING:
    from vaultsearch.core.index.corpus import LanceCorpus

LITERAL_LEG = "literal"
"""The leg of literal matches; the score is the `LiteralMatch`."""
_CANDIDATES = 60
"""Passages with all the words, to compare with the query as typed."""
_SIGNED_CANDIDATES = 400
"""The same for a word with signs, such as `--key`: the bare word may be frequent."""
_MAX_RARE_HOLDERS = 4
"""A rare word is in at most this many passages, in one or two notes."""
_MAX_TOKENS = 3
"""Up to this many query tokens, one may stand for the whole."""
_SIGNS, _ARTICLE, _OTHER_WORD = map(re.compile, (r"[\W_]+", r"[^\W\d_]{1,7}['’]", r"[^\W_]+"))
_SEPARATOR = f"{_SIGNS.pattern}(?:{_ARTICLE.pattern})?"
"""Signs between neighboring words, and possibly an elided article."""
_HUMP = regex.compile(r"(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})")
_NUMBER = re.compile(r"[\W\d]+")
_CODE = re.compile(r"\d{4}|[^\W\d]\d|\d[^\W\d]")
_SIGNS_BESIDE = re.compile(r"^[^\w\s]|[^\w\s]$")
_YEAR = re.compile(r"(?:19|20)\d\d")
_VERSION = re.compile(r"\d+(?:\.\d+)+")
"""A version, which texts may write with a *v*."""
_STRAIGHT = str.maketrans("’‘“”„«»", '\'\'"""""')


class LiteralMatch(IntEnum):
    """How literally a passage contains a query; higher is more literal."""

    PART = 1
    """An address, number or the like in it, but not all words; or a word the query begins."""
    ALL = 2
    """All words, in any order."""
    NEAR = 3
    """All words in order, at most two others in between; two words in reverse order."""
    PHRASE = 4
    """All words in a row."""
    EXACT = 5
    """The exact characters, including accents, except for case and width."""
    HEADING = 6
    """The query is the heading of the passage or of a section."""


@dataclass(frozen=True)
class LiteralQuery:
    """A query to look up literally."""

    text: str

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The folded words in order, with apostrophes."""
        # An elided article such as the French l' may stand in the text or not, see `_SEPARATOR`.
        matches = (match for match in find_words(self.text) if not is_elided(self.text, match))
        return tuple(word for match in matches if (word := _fold_plain(match.group())))

    @cached_property
    def literal_tokens(self) -> tuple[str, ...]:
        """The tokens unlike words in a sentence: addresses, versions, names with signs."""
        # With signs within, letters beside digits, or many digits: 75 is any number.
        return tuple(
            self.text[token.start : token.end]
            for token in tokenize_text(self.text)
            if token.compounds or any(map(_CODE.search, token.words))
        )

    @property
    def is_signed(self) -> bool:
        """Whether this is a single word with meaningful signs: `--login`, `C++`."""
        return len(token_texts(self.text)) == 1 and _SIGNS_BESIDE.search(self.text) is not None

    @property
    def is_part_of_a_name(self) -> bool:
        """Whether this may be part of a path, an address or the like; part of a number says nothing."""
        names = (token for token in self.literal_tokens if not _NUMBER.fullmatch(token))
        return any(re.search(r"[^\W_]\W[^\W_]", name) for name in names)

    def match(self, chunk: Chunk) -> LiteralMatch:
        """Return how literally a passage with all the words contains the query."""
        of_sections = (section.heading_path[-1] for section in chunk.sections if section.heading_path)
        headings = map(_fold_parts, (*chunk.headings[-1:], *of_sections))
        if len(self.words) > 1 and _fold_plain(self.text).strip() in headings:
            return LiteralMatch.HEADING
        addresses = "\n".join(chunk.addresses)
        written = with_small_i(_written_text(chunk), chunk.language)
        exact = _whole_text_pattern(_keep_accents(self.text))
        if exact.search(f"{_keep_accents(written)}\n{_keep_accents(addresses)}"):
            return LiteralMatch.EXACT
        # Signs alone: there are no words whose order could be compared.
        if not self.words:
            return LiteralMatch.ALL
        text = f"{_seen_text(chunk)}\n{_fold_parts(addresses)}"
        if self._phrase.search(text):
            return LiteralMatch.PHRASE
        is_reverse = len(self.words) == 2 and re.search(_row_pattern(self.words[::-1]), text)
        return LiteralMatch.NEAR if is_reverse or _stand_near(self.words, text) else LiteralMatch.ALL

    def differs_by_accents(self, chunk: Chunk) -> bool:
        """Return whether a passage contains the characters, ignoring accents."""
        pattern = _whole_text_pattern(_fold_plain(self.text))
        return pattern.search(_fold_plain(_written_text(chunk))) is not None

    def is_seen(self, chunk: Chunk) -> bool:
        """Return whether a passage's text contains the words in a row, not only a link's address."""
        return bool(self.words) and self._phrase.search(_seen_text(chunk)) is not None

    @cached_property
    def _phrase(self) -> re.Pattern[str]:
        return re.compile(_row_pattern(self.words))

    def least_match(self, holding: int) -> LiteralMatch | None:
        """Return the least literal match to lift a passage above others, None if none is enough.

        ``holding`` is the number of passages with all the words.
        """
        if len(token_texts(self.text)) == 1:
            if self.literal_tokens or holding <= _MAX_RARE_HOLDERS:
                # Passages hold a number as a whole, however they part its digits.
                return LiteralMatch.ALL if _NUMBER.fullmatch(self.text) else LiteralMatch.PHRASE
            return LiteralMatch.EXACT if self.is_signed else None
        if self.literal_tokens:
            return LiteralMatch.ALL
        # Three words in a row are seldom a coincidence; one or two must be rare besides.
        if len(self.words) > 2:
            return LiteralMatch.PHRASE
        if len(self.words) == 2:
            return LiteralMatch.NEAR if holding <= _MAX_RARE_HOLDERS else LiteralMatch.HEADING
        return LiteralMatch.PHRASE if holding <= _MAX_RARE_HOLDERS else None


def token_texts(text: str) -> list[str]:
    """List a text's tokens as written."""
    return [text[token.start : token.end] for token in tokenize_text(text)]


@lru_cache(maxsize=500)
def _whole_text_pattern(text: str) -> re.Pattern[str]:
    """Return a pattern for a whole text; in scripts without spaces, for any part of a text."""
    words = text.split()
    # Not `\b`: for regular expressions, the underscore is part of a word.
    start = r"(?<![^\W_])" if _is_spaced(words[0][:1]) else ""
    end = r"(?![^\W_])" if _is_spaced(words[-1][-1:]) else ""
    return re.compile(start + r"\s+".join(map(re.escape, words)) + end)


def _row_pattern(words: Sequence[str]) -> str:
    """Return a pattern for words in a row.

    Letters and digits may be separate or not: `16 GB` is `16GB`, and `iphone` is in `iPhone15`.
    """
    runs = _letter_and_digit_runs(words)
    pattern = _edge_pattern(runs[0][0], "<!") + re.escape(runs[0])
    for before, after in pairwise(runs):
        pattern += f"(?:{_SEPARATOR}{'|' * _may_join(before, after)})" + re.escape(after)
    return pattern + _edge_pattern(runs[-1][-1], "!")


def _stand_near(words: Sequence[str], text: str) -> bool:
    """Return whether words are in order in a text, with at most two others between neighbors."""
    # Word by word: a pattern for all tried the words of a refrain in all combinations, for minutes.
    runs = _letter_and_digit_runs(words)
    first = re.compile(f"{_edge_pattern(runs[0][0], '<!')}(?={re.escape(runs[0])})")
    ends = {match.end() + len(runs[0]) for match in first.finditer(text)}
    for before, after in pairwise(runs):
        starts = {start for end in ends for start in _near_starts(text, end)}
        starts |= ends if _may_join(before, after) else set()
        ends = {start + len(after) for start in starts if text.startswith(after, start)}
    last = re.compile(_edge_pattern(runs[-1][-1], "!"))
    return any(last.match(text, end) for end in ends)


def _near_starts(text: str, position: int) -> Iterator[int]:
    """Yield the starts of the three words after a position, behind an elided article, too."""
    for _ in range(3):
        if (signs := _SIGNS.match(text, position)) is None:
            return
        yield signs.end()
        if article := _ARTICLE.match(text, signs.end()):
            yield article.end()
        if (other := _OTHER_WORD.match(text, signs.end())) is None:
            return
        position = other.end()


def _letter_and_digit_runs(words: Sequence[str]) -> list[str]:
    return [run for word in words for run in letters_and_digits(word)]


def _may_join(before: str, after: str) -> bool:
    return _is_spaced(before[-1]) and before[-1].isdecimal() != after[0].isdecimal()


def _edge_pattern(character: str, side: str) -> str:
    """Return a pattern for a word's edge: no letter beside a letter, no digit beside a digit."""
    if not _is_spaced(character):
        return ""
    return f"(?{side}" + (r"\d)" if character.isdecimal() else r"[^\W\d_])")


def _is_spaced(character: str) -> bool:
    return character.isalnum() and not unspaced_runs(character)


# A query typed letter by letter is compared with the same passages again and again.
@lru_cache(maxsize=500)
def _fold_parts(text: str) -> str:
    """Fold a text, and add CamelCase words split: "user by id" for getUserById."""
    parted = _HUMP.sub(" ", text)
    return _fold_plain(text) if parted == text else f"{_fold_plain(text)}\n{_fold_plain(parted)}"


def _fold_plain(text: str) -> str:
    """Fold a text, and straighten apostrophes and quotation marks."""
    return fold_text(plain_numerals(text)).translate(_STRAIGHT)


@lru_cache(maxsize=500)
def _keep_accents(text: str) -> str:
    return with_accents(text).translate(_STRAIGHT)


def _seen_text(chunk: Chunk) -> str:
    return _fold_parts(_written_text(chunk))


def _written_text(chunk: Chunk) -> str:
    names, rest, _ = SearchedText.of(chunk)
    return f"{names}\n{rest}"


class LiteralFloor:
    """Find a corpus's passages containing what was typed."""

    def __init__(self, corpus: LanceCorpus) -> None:
        self._corpus = corpus

    async def __call__(
        self, query: str, where: Filter | None = None, wholes: Sequence[str] = ()
    ) -> list[Chunk]:
        """Return the passages to rank first, most literal first; if none, those with any of ``wholes``."""
        sought = LiteralQuery(" ".join(query.split()))
        most = _SIGNED_CANDIDATES if sought.is_signed else _CANDIDATES
        holding = await self._holding(query, most, where)
        if not sought.literal_tokens and len(holding) < most:
            # A word that a reader sees goes before one that only the address of a link holds.
            holding = [chunk for chunk in holding if sought.is_seen(chunk)] or holding
        least = sought.least_match(len(holding)) if sought.words else LiteralMatch.EXACT
        if not holding and sought.is_part_of_a_name:
            # The index holds a path, an address or a dotted name whole, and by its words.
            holding = await self._holding(" ".join(sought.words), _CANDIDATES, where)
            least = LiteralMatch.PHRASE
        if not holding and _VERSION.fullmatch(sought.text):
            return await self(f"v{sought.text}", where)
        if not holding and sought.words:
            holding = await self._with_literal_token(sought, where)
            if not holding:
                n = _CANDIDATES // max(1, len(wholes))
                by_word = await asyncio.gather(*(self._holding(word, n, where) for word in wholes))
                holding = list({chunk.id: chunk for chunks in by_word for chunk in chunks}.values())
            return _rank_matches([(LiteralMatch.PART, chunk) for chunk in holding])
        if least is None and len(sought.words) != 1:
            return []
        matches = [(sought.match(chunk), chunk) for chunk in holding]
        if least is None:
            # Of words that differ by accents alone, the one that is typed is meant.
            others = [chunk for match, chunk in matches if match < LiteralMatch.EXACT]
            if not any(map(sought.differs_by_accents, others)):
                return []
            least = LiteralMatch.EXACT
        return _rank_matches([(match, chunk) for match, chunk in matches if match >= least])

    async def is_held(self, text: str) -> bool:
        """Return whether any passage contains all words of a text, names with signs as written."""
        return bool(await self._holding(text, 1, None))

    async def _with_literal_token(self, sought: LiteralQuery, where: Filter | None) -> list[Chunk]:
        """Return the passages with an address, number or the like from a query of several words.

        Rare words do not count: of 140 typed questions over xquad, 13 lost their answer to a rare word. Nor
        do questions, which may be about a year: of 100 in Hindi, 17 lost their answer. Nor years: "dessert
        in 2023" asks for dessert. Nor the first digits of a telephone number, which many have.
        """
        for token in sought.literal_tokens if 1 < len(token_texts(sought.text)) <= _MAX_TOKENS else ():
            if _YEAR.fullmatch(token) or re.search(rf"{re.escape(token)}\W{{1,3}}\d", sought.text):
                continue
            # One more than rare, to see whether it is rarer than that.
            holding = await self._holding(token, _MAX_RARE_HOLDERS + 1, where)
            if 0 < len(holding) <= _MAX_RARE_HOLDERS:
                return holding
        return []

    async def _holding(self, text: str, n: int, where: Filter | None) -> list[Chunk]:
        holders = await self._corpus.query_literal(text, n, where)
        # A picture holds its paragraph's words only since the note holds them, which is found itself.
        return [chunk for chunk in holders if not chunk.is_borrowed]


def _rank_matches(matches: Iterable[tuple[LiteralMatch, Chunk]]) -> list[Chunk]:
    ordered = sorted(matches, key=lambda pair: -pair[0])
    return [
        chunk.scored(chunk.score, {LITERAL_LEG: LegRank(rank, float(match))})
        for rank, (match, chunk) in enumerate(ordered, start=1)
    ]


def with_others(literal: Sequence[Chunk], near: Sequence[Chunk]) -> tuple[Chunk, ...]:
    """Add passages with the same in other words to literal matches, as `LiteralMatch.NEAR`."""
    matches = {chunk.id: (LiteralMatch(int(chunk.ranks[LITERAL_LEG].score)), chunk) for chunk in literal}
    for chunk in near:
        match, known = matches.get(chunk.id, (LiteralMatch.NEAR, chunk))
        matches[chunk.id] = max(match, LiteralMatch.NEAR), known
    return tuple(_rank_matches(matches.values()) if near else literal)


def literal_first(chunks: Sequence[Chunk], literal: Sequence[Chunk]) -> list[Chunk]:
    """Move literal matches above all other passages, ordered by match, then as in ``chunks``."""
    if not literal:
        return list(chunks)
    matches = {chunk.id: chunk.ranks for chunk in literal}
    places = {chunk.id: place for place, chunk in enumerate(chunks)}
    # All with the highest score: scores along the list must not rise.
    top = max((chunk.score or 0.0 for chunk in chunks), default=0.0)
    candidates = {chunk.id: chunk for chunk in (*literal, *chunks) if chunk.id in matches}
    first = [chunk.scored(top, {**chunk.ranks, **matches[key]}) for key, chunk in candidates.items()]
    first.sort(key=lambda chunk: (-chunk.ranks[LITERAL_LEG].score, places.get(chunk.id, len(places))))
    return [*first, *(chunk for chunk in chunks if chunk.id not in matches)]

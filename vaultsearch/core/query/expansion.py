"""Query expansion: spelling corrections, completions of the last word, and script variants.

The user is told about corrections, with a query to undo them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import re
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, pairwise
from unicodedata import normalize

import regex

from vaultsearch.core.analyzer import find_words, fold_word, tokenize_text
from vaultsearch.core.dates.intervals import question_interval
from vaultsearch.core.index.tables.stored_notes import StoredNotes, TextsVersion
from vaultsearch.core.languages.detection import LISTED_LANGUAGES, is_foreign, is_listed_word
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.query.query import Query, replaced_words
from vaultsearch.core.query.question_language import QueryLanguages
from vaultsearch.core.query.questions import is_question_word
from vaultsearch.core.query.vocabulary import (
    CountedWords,
    DatedWordCounts,
    WordCounter,
    WordVocabulary,
    compounds_of,
)
from vaultsearch.core.query.words import (
    SHORTEST_PREFIX,
    is_spaced,
    last_is_typed,
    query_terms,
    script_variants,
)
from vaultsearch.core.text import fold_text
from vaultsearch.core.threads import in_thread, in_turn
from vaultsearch.core.today import today
from vaultsearch.core.tracing import question_timeout
from vaultsearch.core.values.query import Correction
from vaultsearch.core.values.search import Spelling, WeightedWords

_log = logging.getLogger(__name__)

_MIN_KNOWN_PASSAGES = 3
"""A word in this many passages is taken as intended: misspellings in notes are rarer."""
_MIN_LETTERS = 4
"""Minimum letters for a correction."""
_MIN_LETTERS_FOR_TWO_EDITS = 8
_MAX_LOOKED_UP = 24
"""Maximum words looked up per query: comparing a word with a large vault's 100,000 takes 6 ms."""
_MAX_CORRECTIONS = 3
_MAX_BEGUN = 8
# Weight of a match relative to the word as typed. An unknown word has no match to outrank.
# Measured on the questions of cranfield and xquad: complete, with two typos each, and cut off at the end.
_UNKNOWN_WEIGHT = 0.6
_RARE_WEIGHT = 0.1
_BEGUN_UNKNOWN_WEIGHT = 0.3
_BEGUN_WEIGHT = 0.1
_COMPOUND_WEIGHTS = 0.3, 0.1  # of a word in no passage, and of one that is in some
# The same word in another script ranks below the word as typed.
_VARIANT_WEIGHT = 0.8
_PATIENCE_S = 0.05
_LEAST_COUNT_S = 0.1
"""Minimum seconds assumed for a count. With 1.0, misspellings of words in a new vault of 500 notes went
uncorrected until everything was read and encoded.
"""
_UNKNOWN_PATIENCE_S = 1.0
"""Seconds that a query with an unknown word waits for language detection."""
VERBATIM_SIGN = "+"
"""Prefix of a word to search for as typed, whether the vault has it or not."""
_LETTERS = regex.compile(r"[\p{L}\p{M}]+")
_DOUBLED = re.compile(r"(.)\1")
_ARTICLE = re.compile(r"^[وف]?(?:ال|بال|كال|لل)")
"""Of an Arabic word: letters that no slip is looked for in."""


@dataclass(frozen=True, slots=True)
class Expansion:
    """The additional words of a query: ``begun`` by the last word, in another script, or compounds with one.

    ``wholes`` are possible meanings of the whole query: completions of a single word unknown to the vault and
    to dictionaries, or two words joined, if the vault has the result.
    """

    corrections: tuple[Correction, ...] = ()
    begun: tuple[str, ...] = ()
    begun_weight: float = _BEGUN_WEIGHT
    variants: tuple[str, ...] = ()
    compounds: tuple[WeightedWords, ...] = ()
    wholes: tuple[str, ...] = ()

    @property
    def weighted(self) -> tuple[WeightedWords, ...]:
        """Return the additional words, grouped by the weight of a match."""
        unknown = [word for each in self.corrections if not each.known for word in each.words]
        rare = [word for each in self.corrections if each.known for word in each.words]
        groups = (
            (unknown, _UNKNOWN_WEIGHT),
            (rare, _RARE_WEIGHT),
            (self.begun, self.begun_weight),
            (self.variants, _VARIANT_WEIGHT),
        )
        weighted = (WeightedWords(" ".join(words), weight) for words, weight in groups if words)
        return *weighted, *self.compounds


def expand_words(
    query: str, vocabulary: WordVocabulary, language: str = ENGLISH, *, is_certain: bool = True
) -> Expansion:
    """Expand a query by corrections and completions from the index's vocabulary.

    Unless the language is certain, a word may be corrected to any language.
    """
    terms = query_terms(query, language)
    plain, parts = _doubtful_words(query, vocabulary)
    last = terms[-1] if terms and last_is_typed(query, language) else ""
    begun: tuple[str, ...] = ()
    if len(last) >= SHORTEST_PREFIX and is_spaced(last):
        begun = tuple(vocabulary.beginning(last, _MAX_BEGUN))
    # A prefix of a known word is unfinished, not misspelt. Parts of names are always looked up.
    forms = {term: _other_affixes(term, vocabulary) for term in terms}
    doubtful = (term for term in terms if term in parts or (term in plain and not (term == last and begun)))
    looked_up = [term for term in doubtful if not forms[term]]
    # A file name is in no language.
    spoken = {term: language if is_certain and term in plain else None for term in looked_up}
    # Dictionaries list words with accents, which folding removes.
    written = {fold_word(m.group()): m.group().lower() for m in find_words(normalize("NFC", query))}
    counts = {
        term: _count_known(term, written.get(term, term), vocabulary, spoken[term]) for term in looked_up
    }
    corrections = [
        replace(correction, is_part=term in parts)
        for term in _doubtful_by_count(counts)
        if (correction := _find_correction(term, written.get(term, term), vocabulary, spoken[term]))
    ]
    if corrections and len(terms) > 1 and is_question_word(written.get(terms[0], terms[0])):
        corrections = [each for each in corrections if each.typed != terms[0]]
    if corrections and (when := question_interval(query, today())):
        # A month is no misspelling, even if it is in no note.
        of_time = {fold_word(match.group()) for match in find_words(query[when.start : when.end])}
        corrections = [each for each in corrections if each.typed not in of_time]
    if corrections and is_certain:
        corrections = _of_one_language(query, corrections, vocabulary, language)
    # A last word in the vault may be complete; an unknown last word is surely unfinished.
    is_known = bool(vocabulary.count_as_written(last))
    weight = _BEGUN_WEIGHT if is_known else _BEGUN_UNKNOWN_WEIGHT
    # Words in the vault made of two neighboring query words: data base, database.
    pairs = ((first, second) for first, second in pairwise(terms) if first.isalpha() and second.isalpha())
    joined = tuple(pair for pair in map("".join, pairs) if vocabulary.count_as_written(pair))
    # A plus means: exactly as typed.
    wholes = joined if len(terms) == 2 and VERBATIM_SIGN not in query else ()
    if terms == (last,) and last in plain and len(last) >= _MIN_LETTERS and not is_known:
        wholes = () if _is_listed(written.get(last, last), vocabulary, None) else (*forms[last], *begun)
    of_forms = chain.from_iterable(forms.values())
    spellings = (*script_variants(query), *_other_spellings(terms, written, vocabulary), *of_forms, *joined)
    compounds = tuple(
        WeightedWords(" ".join(compound), _COMPOUND_WEIGHTS[bool(vocabulary.count_as_written(word))])
        for word in sorted(plain)[:_MAX_LOOKED_UP]
        if (compound := compounds_of(word, vocabulary))
    )
    return Expansion(tuple(corrections), begun, weight, spellings, compounds, wholes)


def _doubtful_words(query: str, vocabulary: WordVocabulary) -> tuple[frozenset[str], frozenset[str]]:
    """Return possibly misspelt folded words, and parts of names with signs.

    Words with a plus never are. Of a name such as a file name or address, these are the parts in no passage,
    unless capitals separate them (`getUserName`): the vocabulary knows such a name only as a whole.
    """
    plain: set[str] = set()
    parts: set[str] = set()
    for token in tokenize_text(query):
        if query[token.start] == VERBATIM_SIGN:
            continue
        if not (token.compounds or token.parts) and len(token.words) == 1:
            # "don't" is no word of the vocabulary, which has the letters before an apostrophe.
            if not _CONTRACTED.search(query, token.start, token.end):
                plain.update(token.words)
            continue
        written = [match.group() for match in find_words(query[token.start : token.end])]
        evenly_cased = (part for part in written if part[1:].islower() or part.isupper())
        parts.update(word for word in map(fold_word, evenly_cased) if not vocabulary.count_as_written(word))
    return frozenset(plain), frozenset(parts - plain)


_CONTRACTED = re.compile(r"\w['’](?!s\b)\w", re.IGNORECASE)
_SPELLINGS = (("ue", "u"), ("oe", "o"), ("ae", "a"), ("aa", "a"), ("ss", "s"))
"""Spellings for ü, ö, ä, å and ß, each with the folded letters."""
_MARKED = {"ü": "ue", "ö": "oe", "ä": "ae", "å": "aa", "ø": "oe"}


def _other_spellings(
    terms: Sequence[str], written: Mapping[str, str], vocabulary: WordVocabulary
) -> Iterator[str]:
    """Yield query words as the vault spells them: Müller and Mueller."""
    for term in terms:
        others = {term.replace(two, spelling) for two, spelling in _SPELLINGS if two in term}
        marked = written.get(term, term)
        others.add(fold_text("".join(_MARKED.get(letter, letter) for letter in marked)))
        yield from (other for other in sorted(others - {term}) if vocabulary.count_as_written(other))


_HEBREW, _ARABIC = regex.compile(r"[\u05d0-\u05ea]{3,}"), regex.compile(r"[\u0621-\u064a]{3,}")
_AFFIXES = (
    (_HEBREW, "[ושהכלבמ]{0,3}", "(?:ים|ות|י)?"),
    (_ARABIC, "[وف]?(?:ال|بال|كال|لل|ب|ل)?", "(?:ه|ات|ين|ون|ي|ها|نا|تي|ته|تها)?"),
)
"""The articles, prepositions and endings that are written as one with a word."""


def _other_affixes(term: str, vocabulary: WordVocabulary) -> tuple[str, ...]:
    """Return the vault's words that are a word with other articles, prepositions and endings, or none."""
    words: dict[str, None] = {}
    for script, before, after in _AFFIXES:
        cuts = range(len(term)) if script.fullmatch(term) else ()
        parts = [term[cut:] for cut in cuts if regex.fullmatch(before, term[:cut])]
        for core in filter(script.fullmatch, (*parts, *(regex.sub(f"{after}$", "", part) for part in parts))):
            known = (
                word for word in (core, *vocabulary.containing(core)) if vocabulary.count_as_written(word)
            )
            words |= dict.fromkeys(word for word in known if regex.fullmatch(before + core + after, word))
    return tuple(word for word in words if word != term)[:_MAX_BEGUN]


def _doubtful_by_count(counts: Mapping[str, int]) -> list[str]:
    """Return the possibly misspelt words, given their counts; only the rarest if the query is long."""
    doubtful = [
        term
        for term, count in counts.items()
        if count < _MIN_KNOWN_PASSAGES
        and len(_ARTICLE.sub("", term)) >= _MIN_LETTERS
        and _LETTERS.fullmatch(term)
        and is_spaced(term)
    ]
    rarest = frozenset(sorted(doubtful, key=counts.__getitem__)[:_MAX_LOOKED_UP])
    return [term for term in doubtful if term in rarest]


def _of_one_language(
    query: str, corrections: Sequence[Correction], vocabulary: WordVocabulary, language: str
) -> list[Correction]:
    """Drop corrections to another language than the query's: "backen" is not a misspelt "backed"."""
    words = [match.group().lower() for match in find_words(normalize("NFC", query))]

    @cache
    def is_in(joined: str) -> bool:
        known = {word for word in words if vocabulary.stands_in(fold_text(word), joined)}
        return not is_foreign(words, known, joined)

    def is_meant(word: str) -> bool:
        return any(map(is_in, vocabulary.languages(fold_text(word)) or {language}))

    alternatives = [
        correction
        if correction.is_part
        else replace(correction, words=tuple(filter(is_meant, correction.words)))
        for correction in corrections
    ]
    return [alternative for alternative in alternatives if alternative.words]


def _find_correction(
    term: str, written: str, vocabulary: WordVocabulary, language: str | None
) -> Correction | None:
    from rapidfuzz.distance import OSA

    is_known = vocabulary.count_as_written(term) > 0
    edits = 1 if is_known or len(term) < _MIN_LETTERS_FOR_TWO_EDITS else 2
    words = tuple(vocabulary.near(term, edits, _MAX_CORRECTIONS, language))
    if is_known:
        # The same letters in another order, or doubled: real words seldom differ so. Before this rule, most
        # of 300 rare words in no dictionary were doubted for a word with another letter.
        letters, undoubled = sorted(term), _DOUBLED.sub(r"\1", term)
        words = tuple(
            word
            for word in words
            if sorted(fold_text(word)) == letters or _DOUBLED.sub(r"\1", fold_text(word)) == undoubled
        )
    # Accents break ties: "alléége" is "allégée", not "allégé".
    distances = {
        word: (OSA.distance(term, fold_text(word)), OSA.distance(written, word.lower())) for word in words
    }
    words = tuple(sorted(words, key=distances.__getitem__))
    # Garten is no misspelt garden in a vault with some passages in German.
    listing = (language,) if language else (ENGLISH, *vocabulary.all_languages)
    is_listed = any(is_listed_word(written, each) for each in listing)
    if is_listed and not is_known:
        # "boot" may be a misspelt "boat" or the name of a note, but not the operator "bnot" of some code.
        listed = {word for word in words for each in listing if is_listed_word(word, each)}
        words = tuple(word for word in words if word in listed or fold_text(word) in vocabulary.in_titles)
    # Only as a last resort: most long words can be cut into two short ones that exist.
    if not is_known and not words and (parts := vocabulary.parted(term)):
        words = (parts,)
    return Correction(term, is_known, words, not is_known and not is_listed) if words else None


def _count_known(term: str, written: str, vocabulary: WordVocabulary, language: str | None) -> int:
    """Count the passages with a word as written; at least `_MIN_KNOWN_PASSAGES` if it is a word or form.

    A form found in neither the vault nor an English dictionary does not count, unless it is a plural:
    "holdding" shares a stem with "holding".
    """
    exact, spoken = vocabulary.count_as_written(term), vocabulary.languages(term)
    is_word = _is_listed(written, vocabulary, language)
    if exact:  # without a dictionary, nothing tells a slip from a word
        are_listed = (is_listed_word(written, each) for each in spoken)
        is_word = is_word or not spoken.issubset(LISTED_LANGUAGES) or any(are_listed)
    else:
        languages = (each for each in _likely_languages(vocabulary, language) if is_word or each != ENGLISH)
        plurals = map(vocabulary.count_as_written, (term.removesuffix("s"), f"{term}s"))
        is_word = any((*plurals, *(vocabulary.count(term, each) for each in languages)))
    return max(exact, _MIN_KNOWN_PASSAGES if is_word else 0)


def _is_listed(word: str, vocabulary: WordVocabulary, language: str | None) -> bool:
    return any(is_listed_word(word, each) for each in _likely_languages(vocabulary, language))


def _likely_languages(vocabulary: WordVocabulary, language: str | None) -> Iterable[str]:
    """Return the query's language, or the vault's languages if it is uncertain."""
    return (language,) if language is not None else dict.fromkeys((ENGLISH, *vocabulary.spoken))


@dataclass(slots=True)
class WordExpander:
    """Query expander with the stored notes' vocabulary, recounted in the background after changes.

    A query waits only a moment for a count, then uses the previous vocabulary. A query in a language foreign
    to the passages is not corrected: foreign words are no misspellings. Lives on one event loop.

    Counts pause at least ``rested_s`` seconds per second of counting: otherwise every saved note would cost
    one. ``languages`` detects the query's language, else English; ``stored`` has counts of former processes.
    """

    notes: StoredNotes
    rested_s: float = 60.0
    languages: QueryLanguages | None = None
    stored: CountedWords | None = None
    _counted_at: float = -math.inf
    _took_s: float = 0.0
    _counted: DatedWordCounts | None = None
    _vocabulary: WordVocabulary = field(default_factory=WordVocabulary)
    _counting: asyncio.Task[None] | None = None
    _put_off: bool = False
    _last: tuple[str, WordVocabulary | None, Expansion] = ("", None, Expansion())

    async def __call__(self, query: str) -> Expansion:
        """Expand a query."""
        await self.prepare(question_timeout(_PATIENCE_S))
        vocabulary = self._vocabulary
        if self._last[0] != query or self._last[1] is not vocabulary:
            language: str | None = ENGLISH
            if self.languages is not None:
                language = await self.languages.detect_soon(query)
                if language is None:
                    # Only the language tells whether an unknown word is misspelt: it is waited for longer.
                    doubtful = await in_thread(expand_words, query, vocabulary, is_certain=False)
                    if doubtful.corrections:
                        language = await self.languages.detect_soon(query, _UNKNOWN_PATIENCE_S)
            is_certain = not self.languages or await self.languages.is_certain(query)
            expanded = await in_thread(
                expand_words, query, vocabulary, language or ENGLISH, is_certain=is_certain
            )
            if language is None:  # still being detected, so the words may be foreign
                return replace(expanded, corrections=())
            if expanded.corrections and self.languages and await self.languages.is_foreign(query):
                # A word in no passage in the question's language is foreign to the question.
                spoken = (
                    correction
                    for correction in expanded.corrections
                    if correction.is_part or vocabulary.may_mean(fold_text(correction.words[0]), language)
                )
                expanded = replace(expanded, corrections=tuple(spoken))
            self._last = (query, vocabulary, expanded)
        return self._last[2]

    async def vocabulary(self) -> WordVocabulary:
        """Return the current vocabulary, empty before the first count."""
        await self.prepare(question_timeout(_PATIENCE_S))
        return self._vocabulary

    @property
    def is_ready(self) -> bool:
        """Whether the words were counted at least once."""
        return bool(self._vocabulary)

    @contextlib.contextmanager
    def put_off(self) -> Iterator[None]:
        """Postpone the first count within this context: it would delay the first answer."""
        self._put_off = True
        try:
            yield
        finally:
            self._put_off = False

    async def prepare(self, patience_s: float | None = None) -> None:
        """Wait for the current count, at most ``patience_s`` seconds."""
        if self._put_off and not self._vocabulary and patience_s == _PATIENCE_S:
            return
        version = await self.notes.texts_version()
        rested = time.monotonic() - self._counted_at >= self._pause_s(self._took_s)
        counted = self._counted and self._counted.version
        if self._running is None and version != counted and (rested or not self._vocabulary):
            self._counting = asyncio.create_task(self._count(version))
        if self._running is not None:
            await asyncio.wait([self._running], timeout=patience_s)

    async def close(self) -> None:
        """Cancel the count in progress."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait([self._running])

    @property
    def _running(self) -> asyncio.Task[None] | None:
        # It goes on, and ends, also if whoever waits for it is cancelled.
        return None if self._counting is None or self._counting.done() else self._counting

    @contextlib.asynccontextmanager
    async def through_merge(self) -> AsyncIterator[None]:
        """Keep the counts through a merge of the tables, which moves all texts, and drops former versions."""
        version = await self.notes.texts_version()
        if self._counted and self._running is None:
            self._counting = asyncio.create_task(self._count(version, may_take_long=False))
            await asyncio.wait([self._counting])
        known = self._counted
        yield
        # Only one process writes, and its own writes wait.
        merged = await self.notes.texts_version()
        if known and known is self._counted and known.version == version != merged:
            self._counted = known = replace(known, version=merged)
            # No changes are merged into the counts while they are written.
            if self.stored:
                self._counting = asyncio.create_task(self.stored.write(known))
                await asyncio.wait([self._counting])

    async def _count(self, version: TextsVersion, *, may_take_long: bool = True) -> None:
        start, known = time.monotonic(), self._counted
        # Until done: changes merged in part must not be merged again.
        self._counted = None
        try:
            changes = await self._changes(version, known)
            if changes is None:
                known = await self.stored.read(version) if self.stored else None
                changes = await self._changes(version, known)
            if known and changes:
                await in_turn(known.words.merge, changes)
                known = replace(known, version=version, ago_s=0.0)
            elif not may_take_long:
                return
            elif not known or self._vocabulary or not 0 <= known.ago_s < self._pause_s(known.took_s):
                words = await self._count_texts(version)
                known = DatedWordCounts(words, version, 0.0, time.monotonic() - start)
                if self.stored:
                    await self.stored.write(known)
            self._vocabulary = await in_turn(WordVocabulary, *await in_turn(known.words.counted))
            self._last = ("", None, Expansion())  # it holds the former vocabulary until the next question
            self._counted, self._counted_at = known, time.monotonic() - known.ago_s
            self._took_s = time.monotonic() - start if changes else known.took_s
        except (LookupError, OSError, RuntimeError, ValueError) as error:
            # The full-text retriever reports index errors to the user.
            _log.warning("words not counted error=%s", error)

    def _pause_s(self, took_s: float) -> float:
        return self.rested_s * max(_LEAST_COUNT_S, took_s)

    async def _changes(self, version: TextsVersion, known: DatedWordCounts | None) -> WordCounter | None:
        """Count the texts changed since known counts, or return None if they cannot be told."""
        try:
            return await self._count_texts(version, known.version) if known else None
        except (LookupError, OSError, RuntimeError, ValueError):  # such as files of a version that is gone
            return None

    async def _count_texts(self, version: TextsVersion, former: TextsVersion | None = None) -> WordCounter:
        words = WordCounter()
        async for sign, texts in self.notes.words(version, former):
            await in_turn(words.add, texts, sign)
        return words


def spelling_of(query: Query, corrections: Sequence[Correction]) -> Spelling | None:
    """Return the spelling searched for instead, else the spelling to suggest, or None."""
    searched = {correction.typed: correction.words[0] for correction in corrections if correction.replaces}
    if searched:
        # Undone by a plus before the words, or before the names that they are part of.
        verbatim = query.text
        for token in reversed(list(tokenize_text(query.text))):
            if any(word in searched for word in token.words):
                verbatim = verbatim[: token.start] + VERBATIM_SIGN + verbatim[token.start :]
        return _make_spelling(query, searched, verbatim, is_searched=True)
    suggested = {correction.typed: correction.words[0] for correction in corrections if correction.known}
    if suggested:
        return _make_spelling(query, suggested, replaced_words(query.text, suggested), is_searched=False)
    return None


def _make_spelling(query: Query, meant: dict[str, str], other: str, *, is_searched: bool) -> Spelling:
    typed = [match.group() for match in find_words(query.words) if fold_word(match.group()) in meant]
    corrected = " ".join(meant[fold_word(word)] for word in typed)
    return Spelling(" ".join(typed), corrected, other, is_searched)

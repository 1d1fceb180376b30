"""A query's words, their variants in other scripts, and their spans in a text for snippets and marks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate, chain, pairwise
from typing import Any

import regex

from vaultsearch.core.analyzer import (
    APOSTROPHE,
    NO_CLITIC,
    NOT_PLAIN,
    find_words,
    fold_word,
    is_elided,
    letters_and_digits,
    stem_word,
    stemmer_language,
    word_parts,
)
from vaultsearch.core.languages.detection import function_words
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.text import UNSPACED, count_shared, fold_text
from vaultsearch.core.values.note import Span

_BEGIN = (
    r"(?:(?<![^\W_])|(?<=\d)(?=[^\W\d_])|(?<=[^\W\d_])(?=\d)"
    "|(?-i:(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})))"
)
"""Matches where a word or a part of a word may begin."""
_FOREIGN_LETTER = re.compile(r"[^\W\x00-\x7f]")
_UNSPACED_RUN = regex.compile(rf"{UNSPACED}+", regex.V1)
_HANGUL = regex.compile(r"\p{Hangul}")
SHORTEST_PREFIX = 3
"""Shorter prefixes match too many words."""
_MIN_KOREAN_SYLLABLES = 2
"""Minimum syllables that a Korean word shares with a matching term."""
_PREFIX_MARK = "*"
"""Suffix of a term that matches as a prefix; no word contains it."""
_HIRAGANA = {katakana: katakana - 0x60 for katakana in range(ord("ァ"), ord("ヶ") + 1)}
# Minimum letters of a meaningful run: inflections are written in hiragana, and a syllable in Thai, Lao, Khmer
# or Burmese takes several letters.
_SYLLABIC = r"[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]"
_MIN_LETTERS_OF_SCRIPT = ((regex.compile(_SYLLABIC), 4), (regex.compile(r"\p{Hiragana}"), 3))
_CONVERSIONS = ("s2tw", "s2hk", "t2s")
_HAN = regex.compile(r"\p{Han}+")
_KANA = regex.compile(r"(?:\p{Hiragana}|ー){2,}|(?:\p{Katakana}|ー){2,}")
_OTHER_KANA = {letter: letter + 0x60 for letter in range(ord("ぁ"), ord("ゖ") + 1)}
_OTHER_KANA |= {other: letter for letter, other in _OTHER_KANA.items()}


# Evaluated for each passage of an answer.
@lru_cache(maxsize=64)
def query_terms(query: str, language: str = ENGLISH) -> tuple[str, ...]:
    """List a query's folded words; function words only if there are no others.

    A run of a script without spaces is a term.
    """
    # Most names and lines have no apostrophe, and only before one may a word be elided.
    may_elide = "'" in query or "’" in query
    words = (fold_word(m.group()) for m in find_words(query) if not (may_elide and is_elided(query, m)))
    terms = list(dict.fromkeys(words))
    meaningful = [term for term in terms if term not in function_words(language)]
    # "to be or not to be" has only function words, so these are searched for.
    return tuple(meaningful or terms)


def word_spans(text: str) -> list[Span]:
    """Return the spans of the words in a text."""
    return [Span(match.start(), match.end()) for match in find_words(text)]


def content_words(query: str) -> str:
    """Return the query without English function words, or unchanged if it has no others."""
    ignored = function_words(ENGLISH)
    words = [match.group() for match in find_words(query) if fold_text(match.group()) not in ignored]
    return " ".join(words) or query


def last_is_typed(query: str, language: str = ENGLISH) -> bool:
    """Return whether the query ends in an unfinished word, function words aside."""
    last = next((m for m in find_words(query) if m.end() == len(query)), None)
    return last is not None and fold_text(last.group()) not in function_words(language)


def is_spaced(term: str) -> bool:
    """Return whether a word is in a script written with spaces."""
    return term.isascii() or not _UNSPACED_RUN.search(term)


@lru_cache(maxsize=64)
def typed_terms(query: str, language: str = ENGLISH) -> tuple[str, ...]:
    """List the query's terms as `query_terms` does, with an unfinished last word as a prefix."""
    terms = query_terms(query, language)
    if not last_is_typed(query, language):
        return terms
    last = fold_word(query[word_spans(query)[-1].start :])
    return tuple(mark_prefix(term) if term == last else term for term in terms)


def mark_prefix(term: str) -> str:
    """Mark a term as a prefix, unless it is too short or in a script without spaces."""
    return term + _PREFIX_MARK if len(term) >= SHORTEST_PREFIX and is_spaced(term) else term


# Every stage of an answer, and of a page, looks for the same terms in nearly the same texts.
@lru_cache(maxsize=4096)
def find_terms(text: str, terms: tuple[str, ...], language: str = ENGLISH) -> tuple[Span, ...]:
    """Return the spans of words in a text that match any folded term, in order.

    A word matches a term with the same stem, as in the index, or a `mark_prefix` of it; otherwise,
    parts of either may match. A Korean word matches up to the end of the common prefix, at least
    two syllables, because particles follow. In scripts without spaces, any part of the term matches
    if it is long enough to be meaningful.
    """
    sought = _prepare_terms(_with_parts(terms), stemmer_language(language))
    spans = [*_spaced_spans(text, sought), *_unspaced_spans(text, sought.unspaced)]
    spans += [Span(*match.span()) for pattern in sought.parted.values() for match in pattern.finditer(text)]
    return tuple(_drop_overlaps(spans))


@lru_cache(maxsize=256)
def _with_parts(terms: tuple[str, ...]) -> tuple[str, ...]:
    """Add the letters and digits of terms that have both, unless they stand alone: see `QuestionTerms`."""
    cuts = (letters_and_digits(term.removesuffix(_PREFIX_MARK)) for term in terms)
    return (*terms, *(part for cut in cuts for part in cut if len(cut) > 1 < len(part)))


def _drop_overlaps(spans: list[Span]) -> list[Span]:
    if len(spans) < 2:
        return spans
    ordered = sorted(spans, key=lambda span: (span.start, -span.end))
    ends = accumulate((span.end for span in ordered), max, initial=0)
    return [span for span, end in zip(ordered, ends, strict=False) if span.start >= end]


def held_terms(text: str, terms: tuple[str, ...]) -> set[str]:
    """Return the spaced terms found by `find_terms` in a text, in a single pass."""
    sought = _prepare_terms(terms, stemmer_language(ENGLISH))
    parted = {term for term, pattern in sought.parted.items() if pattern.search(text)}
    words = {match.group() for match in _words_like(text, sought)}
    return parted.union(*map(_terms_matching(terms), words))


@lru_cache(maxsize=16)
def _terms_matching(terms: tuple[str, ...]) -> Callable[[str], frozenset[str]]:
    """Return a function from a word to the terms it matches, which compares each word only once."""
    each = {term: _prepare_terms((term,), stemmer_language(ENGLISH)) for term in terms}

    @lru_cache(maxsize=4096)
    def matching(written: str) -> frozenset[str]:
        return frozenset(
            term
            for term, sought in each.items()
            if _sought_spans(written, sought)
            or (sought.korean and _shared_beginning(written, sought.korean) >= _MIN_KOREAN_SYLLABLES)
        )

    return matching


@dataclass(frozen=True, slots=True)
class _SoughtTerms:
    """Terms, sorted by how to find them: spaced terms by stem or beginning.

    ``parted`` finds where a space or sign separates the letters and digits of a term: `16 GB` for `16gb`.
    """

    unspaced: tuple[str, ...]
    exact: frozenset[str]
    stems: frozenset[str]
    begun: tuple[str, ...]
    korean: tuple[str, ...]
    spaced: frozenset[str]
    parted: Mapping[str, re.Pattern[str]]
    language: str


@lru_cache(maxsize=256)
def _prepare_terms(terms: tuple[str, ...], language: str) -> _SoughtTerms:
    """Prepare terms for a search; cached, because an answer looks for the same terms in a hundred texts."""
    spaced = frozenset(term for term in terms if is_spaced(term))
    plain = [term.removesuffix(_PREFIX_MARK) for term in spaced]
    cuts = {term: letters_and_digits(word) for term, word in zip(spaced, plain, strict=True)}
    parted = {term: r"[^\w\n]".join(map(re.escape, cut)) for term, cut in cuts.items() if len(cut) > 1}
    return _SoughtTerms(
        tuple(run for term in terms for run in _UNSPACED_RUN.findall(term)),
        frozenset(part for term in spaced for part in term.split()),
        frozenset(stem_word(part, language) for term in plain for part in term.split()),
        tuple(term.removesuffix(_PREFIX_MARK) for term in spaced if term.endswith(_PREFIX_MARK)),
        tuple(term for term in spaced if _HANGUL.match(term)),
        spaced,
        {term: re.compile(rf"(?<![^\W_]){part}(?![^\W_])", re.IGNORECASE) for term, part in parted.items()},
        language,
    )


def _spaced_spans(text: str, sought: _SoughtTerms) -> Iterator[Span]:
    answers: dict[str, list[Span]] = {}
    for match in _words_like(text, sought):
        written = match.group()
        if written not in answers:
            answers[written] = _sought_spans(written, sought)
        if answers[written]:
            yield from (Span(match.start() + s.start, match.start() + s.end) for s in answers[written])
        elif sought.korean and (shared := _shared_beginning(written, sought.korean)) >= _MIN_KOREAN_SYLLABLES:
            # Offsets in a decomposed word differ, so the whole word is marked.
            is_composed = len(_word_forms(written, sought.language)[0]) == len(written)
            yield Span(match.start(), match.start() + shared if is_composed else match.end())


def _words_like(text: str, sought: _SoughtTerms) -> Iterator[re.Match[str]]:
    """Return the words of a text that may match; in plain letters, those that begin like a term."""
    if not sought.spaced:
        return iter(())
    if not text.isascii() and (_FOREIGN_LETTER.search(text) or NOT_PLAIN.search(text)):
        return find_words(text)
    beginnings, pattern = _beginning_as(sought.spaced, sought.language)
    # Most passages lack the letters, which is seen twenty times as quickly as by the pattern.
    lower = text.lower() if text.isascii() and all(map(str.isascii, beginnings)) else ""
    return iter(()) if lower and not any(map(lower.__contains__, beginnings)) else pattern.finditer(text)


def _sought_spans(written: str, sought: _SoughtTerms) -> list[Span]:
    """Return the span of a sought word, else the spans of sought parts."""
    if _is_form(written, sought):
        return [Span(0, len(written))]
    parts = word_parts(written)
    return _drop_overlaps([Span(start, end) for start, end in parts if _is_form(written[start:end], sought)])


def _is_form(written: str, sought: _SoughtTerms) -> bool:
    word, own_stems = _word_forms(written, sought.language)
    is_form = not sought.exact.isdisjoint(word.split()) or not sought.stems.isdisjoint(own_stems)
    return is_form or word.startswith(sought.begun)


@lru_cache(maxsize=64)
def _beginning_as(terms: frozenset[str], language: str) -> tuple[frozenset[str], re.Pattern[str]]:
    """Return the beginnings of terms' forms, and the pattern of words with them: few words in a text do."""
    stems = {stem_word(term.removesuffix(_PREFIX_MARK), language) for term in terms}
    # All forms share the prefix: "sky" and "skies" share two letters.
    prefixes = frozenset(s[:1] if len(s) <= SHORTEST_PREFIX else s[:SHORTEST_PREFIX] for s in stems)
    beginnings = "|".join(sorted(map(re.escape, prefixes)))
    # Looked for first, as few places have one: a third of the time.
    word = rf"(?={beginnings}){_BEGIN}{NO_CLITIC}(?:{beginnings})[^\W_]*{APOSTROPHE}"
    return prefixes, re.compile(word, re.IGNORECASE)


def _shared_beginning(written: str, terms: Sequence[str]) -> int:
    """Return the length of a word's longest common prefix with any term."""
    word = fold_word(written)
    return max(count_shared(word, term) for term in terms)


@lru_cache(maxsize=50_000)
def _word_forms(written: str, language: str) -> tuple[str, frozenset[str]]:
    """Return a folded word and the stem; in Persian also the ending's stem, which folding separates.

    As in the index, a function word has no other forms. Cached, because a vault has few distinct words and
    every answer displays many.
    """
    folded = fold_word(written)
    ignored = function_words(language)
    return folded, frozenset(stem_word(part, language) for part in folded.split() if part not in ignored)


def _unspaced_spans(text: str, terms: Sequence[str]) -> Iterator[Span]:
    """Yield the longest parts of terms in each run of the text; hiragana and katakana are equal."""
    converted_terms = [term.translate(_HIRAGANA) for term in terms]
    held = frozenset(chain.from_iterable(converted_terms))
    for match in _UNSPACED_RUN.finditer(text) if converted_terms else ():
        clusters = regex.findall(r"\X", match.group())
        places = [0, *accumulate(map(len, clusters))]
        letters = [_fold_letter(cluster) for cluster in clusters]
        position = 0
        while position < len(letters):
            longest = 0
            if letters[position][:1] in held:
                cluster = clusters[position]
                least = next((least for script, least in _MIN_LETTERS_OF_SCRIPT if script.match(cluster)), 2)
                longest = max(_shared_letters(letters, position, term, least) for term in converted_terms)
            if longest:
                yield Span(match.start() + places[position], match.start() + places[position + longest])
            position += longest or 1


@lru_cache(maxsize=20_000)
def _fold_letter(cluster: str) -> str:
    return fold_text(cluster).translate(_HIRAGANA)


def _shared_letters(letters: Sequence[str], offset: int, term: str, least: int) -> int:
    """Count the letters from ``offset`` on that match a part of the term; 0 if fewer than ``least``."""
    most = 0
    start = term.find(letters[offset])
    while start >= 0:
        end, count = start, 0
        while offset + count < len(letters) and term.startswith(letters[offset + count], end):
            end += len(letters[offset + count])
            count += 1
        if end - start >= min(least, len(term)):
            most = max(most, count)
        # A letter may occur several times in a term, and a later place may match further.
        start = term.find(letters[offset], start + 1)
    return most


@lru_cache(maxsize=500)
def script_variants(text: str) -> tuple[str, ...]:
    """Return the spellings of words in other scripts, without duplicates.

    The optional package opencc converts between simplified and traditional Chinese; without it, Chinese has
    no variants. Hiragana and katakana are converted to each other.
    """
    swapped = ((run, run.translate(_OTHER_KANA)) for run in _KANA.findall(text))
    kana = (other for run, other in swapped if other != run)
    return tuple(dict.fromkeys([*kana, *(word for run in _HAN.findall(text) for word in _convert_run(run))]))


def _convert_run(run: str) -> Iterator[str]:
    for converter in _chinese_converters():
        other: str = converter.convert(run)
        # A conversion that changes the length cannot be compared letter by letter.
        if len(other) != len(run):
            yield other
            continue
        # The differing parts with a letter of context on either side, as words extend across the edges;
        # unchanged parts would count twice if they were searched for again.
        near = [False] * len(run)
        for position, (before, after) in enumerate(zip(run, other, strict=True)):
            if before != after:
                # Clipped at the end, where a slice assignment would lengthen the list.
                context = slice(max(0, position - 1), position + 2)
                near[context] = [True] * len(near[context])
        pairs = pairwise([False, *near, False])
        edges = [index for index, (changed, next_changed) in enumerate(pairs) if changed != next_changed]
        yield from (other[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True))


@cache
def _chinese_converters() -> tuple[Any, ...]:
    """Load the dictionaries lazily, for the first Chinese words."""
    try:
        from opencc import OpenCC
    except ImportError:
        return ()
    return tuple(OpenCC(name) for name in _CONVERSIONS)

"""Text -> terms with their spans: one analyzer for what is indexed, asked, counted, corrected and marked.

A token is a run of a text without spaces. Its *words* are what a reader would call so: an e-mail address has
several. Its *compounds* are the token, and its parts between slashes and the like, as one term each, spelt
alike however they are written: ``wi-fi``, ``WiFi`` and ``wifi``, ``1,249.50`` and ``1.249,50``.

A word is two terms: as it is written (folded), and its stem by the passage's language behind a mark, so that
the very form weighs more than another one. Scripts without spaces are single characters and pairs of them.

"""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import repeat
from typing import TYPE_CHECKING, Any

import regex
import Stemmer

from vaultsearch.core.languages.detection import function_words
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.text import UNSPACED, fold, runs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


_SPACED = rf"[\w--_--{UNSPACED}--\p{{Hangul}}]"
_CLITIC = "(?:s|t|re|ve|ll|d|m)"
_WHOLE = "aujourd['’]hui|prud['’]homm"
"""Words that begin like an elision and are none."""
APOSTROPHE = rf"(?:['’]{_CLITIC}(?![^\W_])(?!['’]))?"
"""The ending that a plain word may have: an English possessive or contraction."""
NO_CLITIC = rf"(?!(?<=[^\W_]['’]){_CLITIC}(?![^\W_])(?!['’]))"
"""Holds where no plain word's ending begins."""
_WORD = regex.compile(
    rf"{UNSPACED}+|\p{{Hangul}}+|(?:{_WHOLE}){_SPACED}*|{_SPACED}+(?:['’]{_CLITIC}(?!{_SPACED}|['’]))?",
    regex.V1 | regex.IGNORECASE,
)
_PLAIN_WORD = re.compile(rf"(?:{_WHOLE})[^\W_]*|[^\W_]+{APOSTROPHE}", re.IGNORECASE)
NOT_PLAIN = re.compile(
    "[²³¹¼-¾\u0300-\u036f\u0483-\u0489\u0530-\u1fff\u200b-\u200f"
    "\u203f-\u218f\u2460-\u24ff\u2776-\u2793\u2c00-\U0010ffff]"
)
"""Characters without which the standard library's word pattern suffices, which is much faster."""

_ELIDED = frozenset(
    (
        *("l", "d", "j", "m", "t", "s", "n", "c", "v", "qu", "jusqu", "lorsqu", "puisqu", "quoiqu", "quelqu"),
        *("dell", "nell", "all", "dall", "sull", "coll", "un", "quell", "quest", "bell", "tutt", "sant"),
        *("mezz", "senz", "nient", "anch", "com", "cos", "dov", "gl", "ch"),
    )
)
"""The remains of words that French, Italian, Catalan and Occitan elide before an apostrophe."""
_SURELY_BEFORE_A_VOWEL = re.compile(r"[aeiouyhàâäèéêëìíîïòóôöùúûüœæ]", re.IGNORECASE)

# Plus and hash stay at both ends, and a full stop at the beginning: +49, C#, .NET.
_OUTER = re.compile(r"^[^\w.+#]+|[^\w+#]+$")
_STRONG = re.compile(r"[/\\@:?=&#~+,;|%<>()\[\]{}\"“”„«»…—–*!$^`•·]+")
# An address is the same term with these and without them.
_SCHEME = re.compile(r"^(?:[a-z][a-z0-9+.-]*://|mailto:)?(?:www\d?\.)?", re.IGNORECASE)
_SOFT = re.compile(r"(?<=[^\W_])[-_'’‐‑\u00ad]+(?=[^\W_])")
_SIGNED = re.compile(r"[^\W\d_]\w*(?:\+\+|#)$|\.[^\W\d_]\w+$")
"""Names whose signs say something: C++, C#, .NET, .gitignore."""
_NUMBER = re.compile(r"\d{1,3}(?:[.,'’]\d{3})+(?:[.,]\d+)?|\d+[.,]\d+")
_IS_NUMBER = re.compile(r"[+-]?[\d.,'’]+%?")
_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)
_CAMEL = re.compile(r"[^\W\d_A-Z]*[a-z\d][A-Z]")
_HUMP = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_SHORTEST_HUMP = 3
_SYMBOL = regex.compile(
    r"(?:\p{Extended_Pictographic}|\p{Regional_Indicator})[\p{M}\u200d\ufe0f\p{Emoji_Modifier}"
    r"\p{Extended_Pictographic}\p{Regional_Indicator}]*|[\p{Sc}§¶†‡°№]|[\p{So}--[\p{Extended_Pictographic}]]",
    regex.V1,
)
_JOINED_NUMBER = re.compile(
    r"(?<![\w.,])\+?\(?\d{1,5}\)?(?:[  ./()-]{1,3}\d{2,}){1,8}(?![\w.,]\d)"
    r"|(?<!\w)[A-Z]{2}\d{2}(?: [A-Z0-9]{2,4}){2,8}(?!\w)"
)
_MAY_JOIN = re.compile(r"\d(?:[  ./()-]{1,4}\d{2}|\d [A-Z0-9]{2})")
"""Stands in whatever the pattern above matches."""
_FEWEST_DIGITS, _MOST_DIGITS = 7, 34
LONGEST_TERM = 80
"""Characters of a term; what is longer is cut, in the index as in the question."""
_MOST_PIECES = 40
"""Words of a token: an address with its tracking data, or a picture in base64, has thousands."""


@dataclass(frozen=True, slots=True)
class Token:
    """A run of a text without spaces.

    Attributes:
        start: Its first character in the text.
        end: The character behind it.
        words: Its words, folded, in order.
        compounds: Spellings of several of its words as one, and its symbols.
    """

    start: int
    end: int
    words: tuple[str, ...]
    compounds: tuple[str, ...] = ()


def words_in(text: str) -> Iterator[re.Match[str]]:
    """Yield the words of a text in order: of scripts without spaces, whole runs."""
    if NOT_PLAIN.search(text):
        yield from _WORD.finditer(text)
    else:
        yield from _PLAIN_WORD.finditer(text)


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a text that say something, in order."""
    for match in re.finditer(r"\S+", text):
        words, compounds = split_token(match.group())
        if words or compounds:
            yield Token(match.start(), match.end(), words, compounds)


@lru_cache(maxsize=50_000)
def split_token(raw: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words and the compounds of a run without spaces.

    Cached: of the tokens of a vault, most stand in it many times.
    """
    # The common case by far, which needs no pattern.
    if raw.isascii() and raw.isalpha() and not _CAMEL.match(raw):
        return (raw.lower()[:LONGEST_TERM],), ()
    words: dict[str, None] = {}
    compounds: dict[str, None] = {}
    for match in words_in(raw[: LONGEST_TERM * _MOST_PIECES]):
        if len(words) >= _MOST_PIECES:
            break
        if not is_elided(raw, match):
            words |= dict.fromkeys(_words(match.group()))
    for compound in (*_compounds(raw), *_symbols(raw)):
        folded = compound[:LONGEST_TERM]
        if folded and folded not in words:
            compounds[folded] = None
    return tuple(words), tuple(compounds)


def joined_numbers(text: str) -> Iterator[str]:
    """Yield the numbers that spaces part, as one: of telephones, of accounts (IBAN), of cards."""
    # Most texts hold none, and the pattern tries every place of those that do.
    if _MAY_JOIN.search(text) is None:
        return
    for match in _JOINED_NUMBER.finditer(text):
        joined = re.sub(r"[^A-Za-z0-9]", "", match.group())
        if _FEWEST_DIGITS <= len(joined) <= _MOST_DIGITS:
            yield joined.lower()


def fold_word(written: str) -> str:
    """Fold a word without an English possessive's ending, and drop apostrophes: ``Don’t`` is ``dont``."""
    if "'" not in written and "’" not in written:
        return fold(written)
    return fold(_POSSESSIVE.sub("", written)).replace("'", "").replace("’", "")


def is_elided(text: str, match: re.Match[str]) -> bool:
    """Return whether a word of a text is what an elision leaves of it: the ``l`` of ``l'orologio``."""
    after = text[match.end() : match.end() + 2]
    is_before = len(after) == 2 and after[0] in "'’" and bool(_SURELY_BEFORE_A_VOWEL.match(after[1]))
    return is_before and fold(match.group()) in _ELIDED


def _words(written: str) -> Iterator[str]:
    """Yield a word folded, without an English possessive's ending, and the words that capitals part in it."""
    yield from (word[:LONGEST_TERM] for word in fold_word(written).split())
    base = _POSSESSIVE.sub("", written)
    if base.isascii() and _CAMEL.match(base):
        yield from (hump.lower() for hump in _HUMP.findall(base) if len(hump) >= _SHORTEST_HUMP)


def _compounds(raw: str) -> Iterator[str]:
    """Yield the token and its segments as one term each, where they have several words or signs."""
    core = _SCHEME.sub("", _OUTER.sub("", raw))
    if len(core) > LONGEST_TERM * 4:
        return
    if _SIGNED.match(core):
        yield fold(core)
    core = _POSSESSIVE.sub("", core.strip("#+").strip("."))
    if _IS_NUMBER.fullmatch(core):
        yield core
        yield from _plain_numbers(core) if _NUMBER.fullmatch(core) else ()
        return
    segments = [segment for part in _STRONG.split(core) if (segment := part.strip(".-_'’"))]
    if len(segments) > 1:
        yield _as_one(core.rstrip("/").replace("\\", "/"))
    for segment in segments:
        if not segment.isalnum():
            yield _as_one(segment)
        if _NUMBER.fullmatch(segment):
            yield from _plain_numbers(segment)


def _as_one(written: str) -> str:
    """Spell a compound without what other spellings of it may lack: hyphens, underscores, apostrophes."""
    return "".join(fold(_SOFT.sub("", written)).split())


def _plain_numbers(written: str) -> Iterator[str]:
    """Yield the number without separators of thousands, and with a point before its decimals.

    A single separator before three digits may be either: both are given.
    """
    parts = re.split(r"[.,'’]", written)
    signs = re.findall(r"[.,'’]", written)
    is_decimal = len(parts[-1]) != 3 or (len(signs) > 1 and signs[-1] != signs[-2])
    if is_decimal:
        yield f"{''.join(parts[:-1])}.{parts[-1]}"
        return
    yield "".join(parts)
    if len(parts) == 2:
        yield ".".join(parts)


def _symbols(raw: str) -> Iterator[str]:
    if raw.isascii():
        return
    for match in _SYMBOL.finditer(raw):
        # The variation selector asks for a coloured emoji; keyboards differ in writing it.
        yield match.group().replace("\ufe0f", "")


_SNOWBALL = """
ar arabic, ca catalan, cs czech, da danish, de german, el greek, en english, es spanish,
et estonian, eu basque, fa persian, fi finnish, fr french, hi hindi, hu hungarian, hy armenian,
id indonesian, it italian, lt lithuanian, nb norwegian, ne nepali, nl dutch, no norwegian,
pl polish, pt portuguese, ro romanian, ru russian, sr serbian, sv swedish, ta tamil, tr turkish
"""
"""The languages that have an algorithm of Snowball's, and its name there."""
_ALGORITHMS: dict[str, str] = dict(pair.split() for pair in _SNOWBALL.split(","))


class _ThreadStemmers(threading.local):
    """The stemmers of one thread: a stemmer is not thread-safe."""

    def __init__(self) -> None:
        self.by_algorithm: dict[str, Any] = {}

    def of(self, algorithm: str) -> Any:
        if algorithm not in self.by_algorithm:
            # Without its own cache (0): `stem` has one for all threads.
            self.by_algorithm[algorithm] = Stemmer.Stemmer(algorithm, 0)
        return self.by_algorithm[algorithm]


_STEMMERS = _ThreadStemmers()


@cache
def stemmer(language: str) -> str:
    """Return the code of the language by whose algorithm a language is stemmed.

    English for one without, as its words may be English ones.
    """
    return language if _ALGORITHMS.get(language) in Stemmer.algorithms() else ENGLISH


@lru_cache(maxsize=100_000)
def stem(word: str, language: str = ENGLISH) -> str:
    """Return the stem of a folded word in a language, by its ISO 639-1 code.

    Words of languages without an algorithm are stemmed as English ones.
    """
    stemmed: str = _STEMMERS.of(_ALGORITHMS[stemmer(language)]).stemWord(word)
    return stemmed or word


ANALYZER = "terms-1"
"""The name of this way to make terms: with each change of it, the words of an index are made anew."""
_STEM_MARK = "~"
"""Stands before a stem; no other term begins with it."""


def passage_terms(text: str, language: str = ENGLISH) -> str:
    """Return the terms of a text in a language, joined by spaces, as often as they stand in it."""
    of_tokens = filter(None, map(_token_terms, text.split(), repeat(language)))
    return " ".join((*of_tokens, *joined_numbers(text)))


def stem_term(word: str, language: str) -> str:
    """Return the term of a folded word's stem; a stem matches in passages of its own language alone."""
    return _stem_term(stem(word, language), language)


def _stem_term(stemmed: str, language: str) -> str:
    return f"{_STEM_MARK}{stemmer(language)}:{stemmed}"


@lru_cache(maxsize=50_000)
def _token_terms(raw: str, language: str) -> str:
    """Return the terms of a run without spaces, joined by spaces, which takes half the memory of a tuple."""
    # Not by the caches of its parts: with each token in all three, they took 30 MB of a process that reads.
    words, compounds = split_token.__wrapped__(raw)
    compound_terms = [*compounds]
    ignored = function_words(language)
    for word in words:
        if not (NOT_PLAIN.search(word) and runs(word)):
            compound_terms.append(word)
            # Function words have no stems: each would stand in nearly every passage once more.
            if word not in ignored:
                compound_terms.append(_stem_term(stem.__wrapped__(word, language), language))
        else:
            compound_terms += _characters(word)
    return " ".join(compound_terms)


def _characters(word: str) -> Iterator[str]:
    """Yield the characters of a run of a script without spaces, its pairs, and a Korean word itself."""
    (run,) = runs(word) or [word]
    # Korean has spaces, but particles stick to its words: the word itself, and its pairs for the stem.
    if "가" <= run[:1] <= "힣":
        yield run
    yield from run
    yield from (run[start : start + 2] for start in range(len(run) - 1))


@dataclass(frozen=True, slots=True)
class QuestionTerms:
    """The terms of a question, by the ways in which they match.

    Attributes:
        words: Its words as they are written, folded.
        compounds: What several of its words are as one, its symbols and numbers.
        stems: The stems of its words, by each of the languages given.
        characters: Characters and pairs of them, of scripts without spaces.
        unspaced: The runs of scripts without spaces, joined by spaces.
    """

    words: tuple[str, ...]
    compounds: tuple[str, ...]
    stems: tuple[str, ...]
    characters: tuple[str, ...]
    unspaced: str

    @property
    def exact(self) -> tuple[str, ...]:
        """The terms that match in this very form alone."""
        return *self.words, *self.compounds


@lru_cache(maxsize=256)
def question_terms(text: str, languages: tuple[str, ...] = (ENGLISH,)) -> QuestionTerms:
    """Return the terms of a question to passages in these languages."""
    all_tokens = list(tokens(text))
    unspaced = {word: None for token in all_tokens for word in token.words if runs(word)}
    words = {word: None for token in all_tokens for word in token.words if word not in unspaced}
    compounds = {compound: None for token in all_tokens for compound in token.compounds}
    compounds |= dict.fromkeys(joined_numbers(text))
    return QuestionTerms(
        tuple(words),
        tuple(compounds),
        tuple(dict.fromkeys(term for word in words for term in _stems(word, languages))),
        tuple(dict.fromkeys(term for run in unspaced for term in _characters(run))),
        " ".join(unspaced),
    )


def _stems(word: str, languages: Sequence[str]) -> Iterable[str]:
    return dict.fromkeys(stem_term(word, language) for language in languages)

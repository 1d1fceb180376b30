"""Text -> tokens: its words, and what several of them are as one, such as addresses, names and numbers.

A token is a run of a text without spaces. Its *words* are what a reader would call so: an e-mail address has
several. Its *compounds* are the token, and its parts between slashes and the like, as one term each, spelt
alike however they are written: ``wi-fi``, ``WiFi`` and ``wifi``, ``1,249.50`` and ``1.249,50``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import regex

from vaultsearch.core.text import UNSPACED, fold

if TYPE_CHECKING:
    from collections.abc import Iterator

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

_OUTER = re.compile(r"^[^\w.+#]+|[^\w+#]+$")
_STRONG = re.compile(r"[/\\@:?=&#~+,;|%<>()\[\]{}\"“”„«»…—–*!$^`•·]+")
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
    if re.search(r"\d{2}", text) is None:
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
        yield match.group().replace("\ufe0f", "")

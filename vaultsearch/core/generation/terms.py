"""Extract terms for comparing an answer's sentence with passages: stems, or Chinese characters."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Set
from pathlib import Path

import regex

from vaultsearch.core.analyzer import stem_word
from vaultsearch.core.languages.detection import function_words
from vaultsearch.core.text import fold_text

UNSPACED_LANGUAGES = ("zh", "ja")
_FILE = Path(__file__).with_name("words.toml")
WORDS: Mapping[str, Mapping[str, str]] = tomllib.loads(_FILE.read_text("utf-8"))
"""Tables of words, and of patterns, by language."""
TITLES = frozenset(
    ["mr", "mrs", "ms", "dr", "herr", "herrn", "frau", "señor", "señora", "sr", "sra", "don", "doña"]
)
"""Words before a name that are no part of it."""
_HAN_RUN = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]+")
_LATIN_WORD = regex.compile(r"[A-Za-z]{2,}")
_WORD = regex.compile(r"[\p{L}\p{M}]{2,}")
_ALIKE, _INSIDE = 5, 4
"""Letters at the start, and of a whole word, by which words are alike: languages have long compounds."""
_UNIT_MARK = "unit"
_DURATION_OF = {
    way: f"duration {number}"
    for number, ways in enumerate(WORDS["durations"].values())
    for way in ways.split()
}
# Letters alone, so that the unit is read as a word.
_UNIT_OF = {
    way: f"{_UNIT_MARK}{chr(97 + number) * 3}"
    for number, ways in enumerate(WORDS["units"].values())
    for way in ways.split()
}
UNITS = frozenset(_UNIT_OF) | frozenset(_DURATION_OF)
"""The ways in which units and durations are written: no words, as numbers are compared with them."""
_UNIT = regex.compile(
    rf"(?<!\p{{L}})(?:{'|'.join(map(regex.escape, sorted(_UNIT_OF, key=len, reverse=True)))})(?![\p{{L}}²])",
    regex.IGNORECASE,
)
_UNITS_LONGEST_FIRST = "|".join(map(regex.escape, sorted(UNITS, key=len, reverse=True)))
_UNIT_BEHIND = regex.compile(
    rf"[\s\u00a0-]{{0,9}}({_UNITS_LONGEST_FIRST})(?![A-Za-z\p{{Latin}}²])", regex.IGNORECASE
)
_UNIT_WEIGHT = 0.4


def stem_words(text: str, language: str) -> list[str]:
    """Return a text's stems in order, without function words and with normalized units."""
    ignored = function_words(language) | TITLES
    return [
        stem_word(word, language)
        for word in map(fold_text, _WORD.findall(with_units(text)))
        if word not in ignored
    ]


def comparable_terms(text: str, language: str, *, single: bool = False) -> frozenset[str]:
    """Return stems for words with content; in Chinese, characters, and pairs unless ``single``."""
    if language not in UNSPACED_LANGUAGES:
        return frozenset(stem_words(text, language))
    functions = function_words(language)
    in_text = {word.lower() for word in _LATIN_WORD.findall(text)}
    for run in _HAN_RUN.findall(text):
        in_text.update(letter for letter in run if letter not in functions)
        if not single:
            pairs = (run[start : start + 2] for start in range(len(run) - 1))
            in_text.update(pair for pair in pairs if functions.isdisjoint(pair))
    return frozenset(in_text)


def with_units(text: str) -> str:
    """Return a text with normalized units."""
    return _UNIT.sub(lambda match: _UNIT_OF[match[0].casefold()], text)


def unit_behind(text: str, end: int) -> str:
    """Return the normalized unit or duration following a number that ends at ``end``, or ""."""
    found = _UNIT_BEHIND.match(text, end)
    return (_DURATION_OF | _UNIT_OF).get(found[1].casefold(), "") if found else ""


def term_weight(term: str) -> float:
    """Return a term's weight, 0 to 1; units weigh less, as they follow many numbers."""
    return _UNIT_WEIGHT if term.startswith(_UNIT_MARK) else 1.0


def is_held(term: str, known: Set[str]) -> bool:
    """Return whether known terms include a term, a part or compound, or a word beginning alike."""
    return term in known or any(
        (len(other) >= _INSIDE <= len(term) and (other in term or term in other))
        or (len(other) >= _ALIKE <= len(term) and other[:_ALIKE] == term[:_ALIKE])
        for other in known
    )


def share_held(mine: Set[str], known: Set[str]) -> float:
    """Return the share of terms held by others, 0 to 1."""
    return sum(is_held(term, known) for term in mine) / max(1, len(mine))

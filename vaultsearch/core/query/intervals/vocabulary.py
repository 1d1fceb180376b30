"""The words of time in twelve languages: months and weekdays by CLDR, the rest by tables of our own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from vaultsearch.core.query.intervals.words import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Value: TypeAlias = "int | str"

# Kinds of words, of which each is a letter of the grammar. Of the others, which stand in `WORDS`: y a year,
# u a unit, l last, t this, x next, g ago (v before it), d a day from today, s a season, e a decade, q a
# quarter, I a written date; k, j, z what stands behind the number of a month, day, year; f, h, b, a since,
# until, before and after behind what they are of.
NUMBER, MONTH, WEEKDAY, ORDINAL = "n", "m", "w", "o"
IN, SINCE, UNTIL, BEFORE, AFTER, BETWEEN, AND, TO = "i", "F", "H", "B", "A", "P", "C", "T"
FILLER = "_"
AGO = "g"
NAME = "-"
"""Words that hold words of time, and are the name of something else."""
RELATIVE = frozenset("ultxgvdniwFfHhBbAaPCT")
"""Kinds of words that name no month, season, year or date by themselves."""

COUNTED = frozenset("kjz")
"""Kinds of words that name a month, day or year together with a number."""

LANGUAGES = ("en", "de", "zh", "fr", "es", "it", "pt", "nl", "ru", "pl", "ja", "ko")
UNSPACED = frozenset({"zh", "ja"})
"""Languages without spaces between words: their words are found within a run of letters."""

_AMBIGUOUS: Mapping[str, frozenset[str]] = {
    "zh": frozenset("春夏秋冬"),
    "ja": frozenset("春夏秋冬"),
    "en": frozenset(
        {"may", "march", "a", "an", "second", "fall", "spring", "summer", "winter", "autumn", "fifties"}
    ),
    "fr": frozenset({"mars", "été", "mai", "printemps", "automne", "hiver"}),
    "es": frozenset({"primavera", "verano", "otoño", "invierno"}),
    "it": frozenset({"primavera", "estate", "autunno", "inverno"}),
    "pt": frozenset({"primavera", "verão", "outono", "inverno"}),
    "de": frozenset({"frühling", "frühjahr", "sommer", "herbst", "winter"}),
    "nl": frozenset({"lente", "zomer", "herfst", "winter", "voorjaar", "najaar"}),
}
"""Words that are of time only beside a number, a year, a preposition or "last"; so is each short form."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word as a language reads it: its kind, its value, and whether it counts only beside others."""

    kind: str
    value: Value = 0
    is_weak: bool = False


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of one language."""

    language: str
    words: Mapping[str, tuple[Word, ...]]

    def may_occur(self, text: str) -> bool:
        """Return whether a casefolded text has a word of time that says something by itself."""
        if self.language in UNSPACED or self.language == "ko" or re.search("[0-9]", text):
            return True
        words = (self.words.get(word, ()) for word in re.findall(r"[\w'’-]+", text))
        return any(word.kind not in _BESIDE for those in words for word in those)

    @property
    def pattern(self) -> re.Pattern[str]:
        """A pattern of the words, the longest first."""
        return _pattern(self.language)


_OTHERWISE = frozenset({"mar"})
"""Short forms that are other words far more often: the sea, and not March or Tuesday."""
_BESIDE = frozenset({IN, SINCE, UNTIL, BEFORE, AFTER, BETWEEN, AND, TO, FILLER, NUMBER, ORDINAL})
"""Kinds of words that say nothing of time alone, nor with one another."""
_BEGINNING, _ENDING = r"(?<!\w)", r"(?!\w)"
_ENDINGS = {"ko": r"(?=부터|까지|에|의|은|는|이후|이전|\W|$)"}
_PREFIXES = ("지난", "이번", "다음", "저번")
"""Korean words that are written together with the next one, as digits are with what they count."""
_BEGINNINGS = {"ko": "(?:" + "|".join([r"(?<![^\W\d])", *(f"(?<={prefix})" for prefix in _PREFIXES)]) + ")"}


@cache
def vocabulary(language: str) -> Vocabulary:
    """Return the vocabulary of a language."""
    words: dict[str, list[Word]] = {}
    for phrase, word in (*_phrases(language), *_names(language)):
        known = words.setdefault(phrase, [])
        if word.kind == NAME:
            continue
        if word not in known and not any(one.kind == word.kind and not one.is_weak for one in known):
            known.append(word)
    return Vocabulary(language, {word: tuple(read) for word, read in words.items()})


@cache
def _pattern(language: str) -> re.Pattern[str]:
    longest_first = sorted(vocabulary(language).words, key=len, reverse=True)
    alternatives = "|".join(re.escape(word) for word in longest_first)
    begins, ends = _BEGINNINGS.get(language, _BEGINNING), _ENDINGS.get(language, _ENDING)
    spaced = alternatives if language in UNSPACED else f"{begins}(?:{alternatives}){ends}"
    if language == "ko":
        spaced = rf"(?<!\w)(?:{'|'.join(_PREFIXES)})|(?<=\w)(?:부터|까지)|{spaced}"
    return re.compile(spaced)


@cache
def first_weekday() -> int:
    """Return what weeks begin with where this computer is: 0 for Monday, 6 for Sunday."""
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.default("LC_TIME").first_week_day
    except (UnknownLocaleError, ValueError):  # such as C
        return 0


def _phrases(language: str) -> Iterator[tuple[str, Word]]:
    """Return the words of the table."""
    ambiguous = _AMBIGUOUS.get(language, frozenset())
    for head, listed in WORDS[language].items():
        kind, _, value = head.partition(" ")
        number: Value = int(value) if re.fullmatch(r"-?\d+", value) else value
        for phrase in listed.split(", "):
            yield phrase, Word(kind, number or 0, phrase in ambiguous)


def _names(language: str) -> Iterator[tuple[str, Word]]:
    """Return the names of months and weekdays by CLDR; a short form is weak."""
    from babel import Locale

    locale = Locale.parse(language)
    ambiguous = _AMBIGUOUS.get(language, frozenset())
    for kind, names in ((MONTH, locale.months), (WEEKDAY, locale.days)):
        for context in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                for number, name in names[context][width].items():
                    written = name.casefold().rstrip(".")
                    is_weak = kind == MONTH or (width != "wide" and len(written) < 4) or written in ambiguous
                    if (kind == WEEKDAY and len(written) < 2) or written.isdigit() or written in _OTHERWISE:
                        continue
                    if language in UNSPACED and written[0].isdigit():
                        continue  # a number and a unit
                    yield written, Word(kind, number, is_weak)
                    for form in _forms(written, language) if kind == WEEKDAY and width == "wide" else ():
                        yield form, Word(kind, number, is_weak=True)


def _forms(name: str, language: str) -> tuple[str, ...]:
    """Return forms of a weekday's name that CLDR does not list."""
    if language == "ko":
        return (f"{name}에",)
    if language == "pt":
        return (name.removesuffix("-feira"),)
    if language == "ru" and name.endswith("а"):
        return (f"{name[:-1]}у",)
    return ()

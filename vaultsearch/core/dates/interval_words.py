"""Words for time in twenty-five languages, from `interval_words.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeAlias

from vaultsearch.core.text import fold_text

Value: TypeAlias = "int | str"

# Kinds of words are letters in the grammar; those without a name here are explained in the table.
NUMBER, MONTH, WEEKDAY, ORDINAL = "n", "m", "w", "o"
_WEAK = {"M": MONTH, "W": WEEKDAY, "D": "d"}
"""Names, such as May and Sun, that count only beside other time words; a day among them only in operands."""
FILLER = "_"
AGO, DAY = "g", "d"
NAME = "-"
"""Words that contain time words, but name something else."""
SPOILER = "!"
"""Words before a time that is not meant as a whole, or not as one: every Monday."""
RELATIVE = frozenset("ultxgvpdniwFfHhBbAaPCTK")
"""Kinds of words that alone name no month, season, year or date."""
COUNTED = frozenset("kjz")
"""Kinds of words that name a month, day or year together with a number."""
UNSPACED = frozenset({"zh", "ja", "th"})
"""Languages without spaces between words: words are looked for inside runs of letters."""
_JOINED = UNSPACED | {"ko"}
_DIGITS = ("", *"一二三四五六七八九")
NUMERALS = {
    (_DIGITS[number // 10].removeprefix("一") + "十") * (number > 9) + _DIGITS[number % 10]: number
    for number in range(1, 100)
}
"""The Chinese and Japanese numerals to 99."""

_FILE = Path(__file__).with_name("interval_words.toml")
_TABLE: Mapping[str, Mapping[str, Any]] = tomllib.loads(_FILE.read_text("utf-8"))
LANGUAGES = tuple(_TABLE)
_LETTERS_BY_LANGUAGE = {each: _TABLE[each].get("letters", "[a-z]|[0-9]{4}") for each in LANGUAGES}
BEHIND = frozenset(language for language in LANGUAGES if "behind" in _TABLE[language])
"""Languages with "last" behind a unit."""
FROM_MONDAY = frozenset(language for language in LANGUAGES if "monday" in _TABLE[language])
"""Languages whose "last week" begins on Monday, whatever the computer's region."""


@dataclass(frozen=True, slots=True)
class TimeWord:
    """A word in a language: kind, value, and whether it counts only beside other words."""

    kind: str
    value: Value = 0
    is_weak: bool = False


@dataclass(frozen=True)
class TimeVocabulary:
    """The time words of a language."""

    language: str
    words: Mapping[str, tuple[TimeWord, ...]]

    def kinds_of(self, words: Set[str]) -> frozenset[str]:
        """Return the kinds of the phrases that begin with one of these words."""
        return frozenset("".join(self._kinds[word] for word in words & self._kinds.keys()))

    @cached_property
    def _kinds(self) -> Mapping[str, str]:
        kinds: dict[str, str] = {}
        for phrase, read in self.words.items():
            for first in _LETTERS.findall(phrase)[:1]:
                kinds[first] = kinds.get(first, "") + "".join(word.kind for word in read)
        return kinds

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """A pattern for the words, the longest first."""
        alternatives = "|".join(map(re.escape, sorted(self.words, key=len, reverse=True)))
        if self.language in UNSPACED:
            return re.compile(alternatives)
        table = _TABLE[self.language]
        spaced = f"{table.get('begins', _BEGINNING)}(?:{alternatives}){table.get('ends', _ENDING)}"
        return re.compile("|".join((*filter(None, [table.get("also")]), spaced)))


_BESIDE = frozenset("iFHBAPCT_no!")
"""Kinds of words that mean no time alone, nor together."""
_BEGINNING, _ENDING = r"(?<!\w)", r"(?:(?!\w)|(?<!\w))"
"""A word ends before no letter, or with a sign: l'été, mi-mai."""
_LETTERS = re.compile(r"(?:[^\W\d_]|[\u0900-\u0963])+")
"""A word, with the vowel signs of Hindi."""
_NAMING, _SHORT = frozenset("umws"), frozenset("us")
_SHORTEST = 4
"""Letters of a word known without its accents, unless it is a unit or season: "ate" is not "até"."""


def words_in(text: str) -> frozenset[str]:
    """Return the words in a casefolded text."""
    return frozenset(_LETTERS.findall(text))


def languages_of(text: str) -> list[str]:
    """Return the languages whose words for time begin in a casefolded text; digits alone are read in one."""
    words, has_digits = words_in(text), re.search("[0-9]", text) is not None
    written = {letters: re.search(letters, text) is not None for letters in {*_LETTERS_BY_LANGUAGE.values()}}
    languages = [language for language, letters in _LETTERS_BY_LANGUAGE.items() if written[letters]]
    always = _JOINED.union(languages[:has_digits])
    # "Morgen früh" is a time, and neither word is one.
    beside = frozenset[str]() if has_digits else _BESIDE
    return [each for each in languages if each in always or time_vocabulary(each).kinds_of(words) - beside]


@cache
def time_vocabulary(language: str) -> TimeVocabulary:
    """Return a language's vocabulary, with each word as typed without accents, too."""
    table = _TABLE[language]
    ambiguous, joined = table.get("ambiguous", "").split(), table.get("joined", "").split()
    words: dict[str, list[TimeWord]] = {}
    for line in table["words"].strip().splitlines():
        kind, _, groups = line.partition(" ")
        for group in groups.split("; "):
            named, _, phrases = group.rpartition(": ")
            value: Value = int(named) if re.fullmatch(r"-?\d+", named) else named or 0
            for phrase in phrases.split(", "):
                word = TimeWord(_WEAK.get(kind, kind), value, kind in _WEAK or phrase in ambiguous)
                for each in (phrase, *(before + phrase for before in joined if word.kind in _NAMING)):
                    known = words.setdefault(each.casefold(), [])
                    is_known = any(other.kind == word.kind and not other.is_weak for other in known)
                    if word.kind != NAME and not is_known and word not in known:
                        known.append(word)
    for phrase, read in [(phrase, read) for phrase, read in words.items() if not phrase.isascii()]:
        bare = fold_text(phrase)
        if len(bare) >= _SHORTEST or not bare.isascii() or any(word.kind in _SHORT for word in read):
            words.setdefault(bare, read)
    for numeral, number in NUMERALS.items() if language in UNSPACED else ():
        words.setdefault(numeral, []).append(TimeWord(NUMBER, number))
    return TimeVocabulary(language, {word: tuple(read) for word, read in words.items()})

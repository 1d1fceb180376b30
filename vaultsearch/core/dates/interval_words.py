"""Words for time in twelve languages, from `interval_words.toml`.

Names of months and weekdays come from CLDR: reading the locales at run time took a seventh of a search from
the shell, and 10 MB.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TypeAlias

Value: TypeAlias = "int | str"

# Kinds of words; each is a letter in the grammar. Further kinds in the table: y year, u unit, l last, t this,
# x next, g ago (v if it comes before; p is a unit ago), d a day from today, s season, e decade, q quarter,
# K numbered week, I written date; k, j, z a suffix to the number of a month, day, year; f, h, b, a since,
# until, before and after if they follow their operand.
NUMBER, MONTH, WEEKDAY, ORDINAL = "n", "m", "w", "o"
_WEAK = {"M": MONTH, "W": WEEKDAY, "D": "d"}
"""Names, such as May and Sun, that count only beside other time words; a day among them only in operands."""
IN, SINCE, UNTIL, BEFORE, AFTER, BETWEEN, AND, TO = "i", "F", "H", "B", "A", "P", "C", "T"
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
UNSPACED = frozenset({"zh", "ja"})
"""Languages without spaces between words: words are looked for inside runs of letters."""
_DIGITS = ("", *"一二三四五六七八九")
NUMERALS = {
    (_DIGITS[number // 10].removeprefix("一") + "十") * (number > 9) + _DIGITS[number % 10]: number
    for number in range(1, 100)
}
"""The Chinese and Japanese numerals to 99."""

_FILE = Path(__file__).with_name("interval_words.toml")
_TABLE: Mapping[str, Mapping[str, str]] = tomllib.loads(_FILE.read_text("utf-8"))
LANGUAGES = tuple(_TABLE)


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

    def may_occur(self, text: str) -> bool:
        """Return whether a casefolded text has a time word that means something alone."""
        if self.language in UNSPACED or self.language == "ko" or re.search("[0-9]", text):
            return True
        # "Morgen früh" is a time, and neither word is one.
        words = (word for written in self.pattern.findall(text) for word in self.words[written])
        return any(word.kind not in _BESIDE for word in words)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """A pattern for the words, the longest first."""
        alternatives = "|".join(map(re.escape, sorted(self.words, key=len, reverse=True)))
        if self.language in UNSPACED:
            return re.compile(alternatives)
        begins, ends = _BEGINNINGS.get(self.language, _BEGINNING), _ENDINGS.get(self.language, _ENDING)
        spaced = f"{begins}(?:{alternatives}){ends}"
        if self.language == "ko":
            spaced = rf"(?<!\w)(?:{'|'.join(_PREFIXES)})|(?<=\w)(?:부터|까지)|{spaced}"
        return re.compile(spaced)


_BESIDE = frozenset({IN, SINCE, UNTIL, BEFORE, AFTER, BETWEEN, AND, TO, FILLER, NUMBER, ORDINAL, SPOILER})
"""Kinds of words that mean no time alone, nor together."""
_BEGINNING, _ENDING = r"(?<!\w)", r"(?:(?!\w)|(?<!\w))"
"""A word ends before no letter, or with a sign: l'été, mi-mai."""
_ENDINGS = {"ko": r"(?=부터|까지|에|의|은|는|이후|이전|\W|$)"}
_PREFIXES = ("지난", "이번", "다음", "저번")
"""Korean words joined to the next word, like digits to a unit."""
_BEGINNINGS = {"ko": "(?:" + "|".join([r"(?<![^\W\d])", *(f"(?<={prefix})" for prefix in _PREFIXES)]) + ")"}


@cache
def time_vocabulary(language: str) -> TimeVocabulary:
    """Return a language's vocabulary."""
    ambiguous = _TABLE[language].get("ambiguous", "").split()
    words: dict[str, list[TimeWord]] = {}
    for line in _TABLE[language]["words"].strip().splitlines():
        kind, _, groups = line.partition(" ")
        for group in groups.split("; "):
            named, _, phrases = group.rpartition(": ")
            value: Value = int(named) if re.fullmatch(r"-?\d+", named) else named or 0
            for phrase in phrases.split(", "):
                word = TimeWord(_WEAK.get(kind, kind), value, kind in _WEAK or phrase in ambiguous)
                known = words.setdefault(phrase, [])
                is_known = word in known or any(each.kind == word.kind and not each.is_weak for each in known)
                if word.kind != NAME and not is_known:
                    known.append(word)
    for numeral, number in NUMERALS.items() if language in UNSPACED else ():
        words.setdefault(numeral, []).append(TimeWord(NUMBER, number))
    return TimeVocabulary(language, {word: tuple(read) for word, read in words.items()})

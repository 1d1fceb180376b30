"""Extract facts from a text in a form to be compared: numbers, dates, names.

A number may be read in several ways: 1.000 as 1 or as 1,000, 03/05 as May 3 or as March 5. A sentence claims
any single reading for each number; a passage states all readings for all numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import TypeAlias

import regex

from vaultsearch.core.analyzer import stem_word
from vaultsearch.core.chunking.chunker import sentence_spans
from vaultsearch.core.dates.interval_words import LANGUAGES, MONTH, NUMBER, WEEKDAY, time_vocabulary
from vaultsearch.core.generation.terms import UNSPACED_LANGUAGES, WORDS, unit_behind
from vaultsearch.core.languages.detection import function_words
from vaultsearch.core.text import fold_text

Readings: TypeAlias = "Iterator[tuple[frozenset[str], str]]"
"""Pairs of the readings of a number and the text that it is written as."""

_SPACE = "\u00a0\u202f "
_GERMAN = "de"
_GROUPED = re.compile(rf"\d{{1,3}}(?:[.,'’{_SPACE}]\d{{3}})+(?!\d)")
_NUMBER = re.compile(rf"{_GROUPED.pattern}(?:[.,]\d+)?|\d+(?:[.,]\d+)*")
_YEAR_FIRST = re.compile(r"(?<!\d)(\d{4})[-/.](0?[1-9]|1[0-2])(?:[-/.](0?[1-9]|[12]\d|3[01]))?(?!\d)")
_DAY_FIRST = re.compile(
    r"(?<![\d./])(\d{1,2})(?:\.\s?(\d{1,2})\.(?:\s?(\d{2,4}))?|/(\d{1,2})/(\d{2,4}))(?!\d)"
)
_AND_A_HALF = re.compile(r"\b(\w{1,20}) and a half\b")
_TIME = re.compile(
    r"(?i)(?<![\d:])(\d{1,2})(?:(?::|\s?h\s?)(\d{2})(?![\d:])(?:\s?([ap])\.?m\b)?|\s?([ap])\.?m\b)"
)
"""A time of day, or minutes and seconds, which states its first number, but not its second one alone."""
_MONTH_IN_HAN = re.compile(r"(?<![\d.])(\d{1,2})\s?[月월]")
_MULTIPLIED = re.compile(r"(?i)(?<!\d)(\d{1,15}(?:[.,]\d{1,15})?)\s*([万萬亿億千]|k\b|mio\b|million)")
_FACTORS = {"千": 1e3, "k": 1e3, "m": 1e6, "万": 1e4, "萬": 1e4, "亿": 1e8, "億": 1e8}
_HAN_DIGITS = {
    **{digit: value for value, digit in enumerate("〇一二三四五六七八九")},
    "零": 0,
    "两": 2,
    "兩": 2,
}
_HAN_UNITS = {"十": 10, "百": 100, "千": 1000}
_HAN_NUMBER = re.compile(f"[{''.join((*_HAN_DIGITS, *_HAN_UNITS))}]{{1,40}}")
_COUNTED = "个個年天日月周次种種人名岁歲元块塊分小本条條张張台只支公米斤克升倍页頁章节節层層位件款"
"""Measure words, which tell a number in Chinese from the same character in a word, such as 三明治."""
_HAN_COUNTED = re.compile(f"{_HAN_NUMBER.pattern}(?=[{_COUNTED}])")
_DAYS_OF_WEEK = "7"
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_MONTH, _WEEKDAY = "month ", "weekday "
_OTHER_WORDS = frozenset(
    ["may", "march", "mars", "mar", "sat", "sun", "so", "do", "mi", "di", "mo", "fr", "sa"]
)
"""Words for months and weekdays that are other words unless a number is near."""
_NEAR = 4
"""Characters."""
_SMALL = frozenset({("1",), ("2",), ("3",)})
"""Numbers that a sentence may have counted by itself, as of the two of them."""
_LONGEST_NUMBER = 40
_MONTHS, _DAYS = 12, 31
_THIS_CENTURY = 2000
_FIRST_YEAR, _LAST_YEAR, _DIGITS_OF_YEAR = 1500, 2100, 4


@lru_cache(8)  # a passage is asked for each number of a sentence
def stated_numbers(text: str, language: str) -> frozenset[str]:
    """Return every reading for numbers, months and weekdays in a text, and for words implying them."""
    return frozenset().union(*(read for read, _ in stated_readings(text, language)))


def stated_readings(text: str, language: str) -> list[tuple[frozenset[str], str]]:
    """Return numbers, months and weekdays in a text, each with readings and as written."""
    readings = [*_of_dates(text), *_of_times(text), *_of_digits(_TIME.sub(r"\1", text))]
    readings += _of_words(text, language, _implied_numbers(language))
    whole = {written: min(read) for read, written in readings if len(read) == 1}
    for half in _AND_A_HALF.finditer(text):
        if half[1] in whole:
            readings.append((frozenset({f"{whole[half[1]]}.5"}), half[0]))
    if language in UNSPACED_LANGUAGES:
        readings += _of_han(text, _HAN_NUMBER)
        implied = WORDS["implied_in_chinese"].items()
        readings += [(frozenset({number}), word) for word, number in implied if word in text]
    return readings


def claimed_numbers(text: str, language: str) -> list[tuple[frozenset[str], str]]:
    """Return numbers, months and weekdays in a sentence, each with readings and as written."""
    # Dates are claimed as a whole; their digits are no further numbers.
    bare = _TIME.sub(" ", _DAY_FIRST.sub(" ", _YEAR_FIRST.sub(" ", text)))
    readings = [*_of_dates(text), *_of_times(text), *_of_digits(bare, is_claim=True)]
    readings += _of_words(bare, language, {})
    readings += _of_han(bare, _HAN_COUNTED) if language in UNSPACED_LANGUAGES else []
    # A "1" is too often the number of a list, or a "one" that counts nothing.
    return [(read, written) for read, written in readings if read.isdisjoint({"1"})]


def kind_of(readings: frozenset[str]) -> str:
    """Return a number's kind: a month, a weekday, a year, or any other number."""
    marks = sorted(reading.partition(" ")[0] for reading in readings if " " in reading)
    if marks:
        return marks[0]
    is_year = all(
        reading.isdecimal() and len(reading) == _DIGITS_OF_YEAR and _FIRST_YEAR < int(reading) < _LAST_YEAR
        for reading in readings
    )
    return "year" if is_year else "number"


def _of_dates(text: str) -> Readings:
    for found in _YEAR_FIRST.finditer(text):
        year, month, day = found.groups()
        yield frozenset({year}), year
        yield frozenset({f"{_MONTH}{int(month)}"}), found[0]
        if day:
            yield frozenset({str(int(day))}), found[0]
    for found in _DAY_FIRST.finditer(text):
        first, second, *years = [int(part) for part in found.groups() if part]
        if not (0 < min(first, second) <= _MONTHS and max(first, second) <= _DAYS):
            continue  # a version, such as 2.0.
        yield frozenset({f"{_MONTH}{first}", f"{_MONTH}{second}"}), found[0]
        yield frozenset({str(first), str(second)}), found[0]
        for year in years:
            yield frozenset({str(year if year > 99 else _THIS_CENTURY + year)}), found[0]  # short


def _of_times(text: str) -> Readings:
    for found in _TIME.finditer(text):
        hours, minutes, half = int(found[1]), found[2] or "00", (found[3] or found[4] or "").lower()
        # 2:30 pm is 14:30; 14:00 may be said as 14, and 6:30 be written as 6.30.
        ways = {hours, hours % 12 + 12 * (half == "p")} if half else {hours}
        plain = {_format_number(float(f"{way}.{minutes}")) for way in ways}
        yield frozenset({*(f"{way}:{minutes}" for way in ways), *plain}), found[0]


def _of_digits(text: str, *, is_claim: bool = False) -> Readings:
    months = {found.start(1): found for found in _MONTH_IN_HAN.finditer(text)}
    for found in months.values():
        yield frozenset({f"{_MONTH}{int(found[1])}"}), found[0]
    multiplied = {found.start(1): found for found in _MULTIPLIED.finditer(text)}
    for found in _NUMBER.finditer(text):
        if is_claim and found.start() in months:
            continue
        readings = frozenset(_digit_values(found[0]))
        if (times := multiplied.get(found.start())) is not None:
            product = _format_number(float(times[1].replace(",", ".")) * _FACTORS[times[2][0].lower()])
            # A sentence that says "3万" claims 30,000; a passage with it states the 3 as well. "3 million"
            # may stand there as "three million".
            is_whole = is_claim and times[2][0] not in "mM"
            readings = frozenset({product}) if is_whole else readings | {product}
        yield readings, found[0]


def _digit_values(written: str) -> Iterator[str]:
    if len(written) > _LONGEST_NUMBER:
        yield written  # of a model gone astray: as a number it would be infinite
        return
    grouped = _GROUPED.match(written)
    if grouped is not None:
        decimals = written[grouped.end() :].replace(",", ".")
        yield _format_number(float(re.sub(r"\D", "", grouped[0]) + decimals))
    if not re.search(rf"['’{_SPACE}]", written):
        parts = re.split(r"[.,]", written)
        yield _format_number(float(".".join(parts))) if len(parts) < 3 else written  # else a version


def _format_number(number: float) -> str:
    return f"{number:g}" if number != int(number) else str(int(number))


def _of_words(text: str, language: str, implied: Mapping[str, tuple[str, ...]]) -> Readings:
    """Yield the numbers words state; pass ``implied`` for passages only."""
    # English beside the text's own: names of months in notes are often English ones.
    languages = [each for each in dict.fromkeys((language, "en")) if each in LANGUAGES]
    for words in (number_words(each) for each in languages if each not in UNSPACED_LANGUAGES):
        for found in _WORD.finditer(text):
            word = fold_text(found[0])
            forms_of = (word, word.removesuffix("s"), word.rpartition("-")[0])  # freitags, twenty-minute
            readings = next((words[form] for form in forms_of if form in words), implied.get(word))
            if readings and (implied or not _is_another_word(found, text, readings)):
                yield frozenset(readings), found[0]
    if language in UNSPACED_LANGUAGES:
        for phrase, readings in number_words(language).items():
            if readings[0].startswith(_WEEKDAY) and phrase in text:
                yield frozenset(readings), phrase


def _is_another_word(match: re.Match[str], text: str, readings: tuple[str, ...]) -> bool:
    """Return whether a sentence's word states no number a passage must hold."""
    if readings in _SMALL:
        return not unit_behind(text, match.end())
    if match[0].lower() not in _OTHER_WORDS:
        return False
    around = text[max(0, match.start() - _NEAR) : match.start()] + text[match.end() : match.end() + _NEAR]
    return not (match[0][0].isupper() and any(map(str.isdigit, around)))


def _of_han(text: str, pattern: re.Pattern[str]) -> Readings:
    # A percentage is no hundred: 百分之十.
    for found in pattern.finditer(text.replace("百分之", "   ")):
        value = str(_han_value(found[0]))
        is_month = text.startswith("月", found.end())
        yield frozenset({value, f"{_MONTH}{value}"} if is_month else {value}), found[0]


def _han_value(written: str) -> int:
    if not any(unit in written for unit in _HAN_UNITS):
        return int("".join(str(_HAN_DIGITS[digit]) for digit in written))
    total, digit = 0, 0
    for letter in written:
        if letter in _HAN_UNITS:
            # 十 alone is ten: a unit without a digit before it counts once.
            total, digit = total + (digit or 1) * _HAN_UNITS[letter], 0
        else:
            digit = _HAN_DIGITS[letter]
    return total + digit


@cache
def number_words(language: str) -> Mapping[str, tuple[str, ...]]:
    """Map a language's folded words for numbers, months and weekdays to their readings."""
    stated: dict[str, tuple[str, ...]] = {}
    marks = {MONTH: _MONTH, WEEKDAY: _WEEKDAY, NUMBER: ""}
    for phrase, words in time_vocabulary(language).words.items():
        for word in words:
            if word.kind in marks:
                known = stated.get(fold_text(phrase), ())
                stated[fold_text(phrase)] = tuple(dict.fromkeys((*known, f"{marks[word.kind]}{word.value}")))
    for number, word_for in enumerate(WORDS["teens"].get(language, "").split(), start=11):
        stated[fold_text(word_for)] = (str(number),)
    if language in WORDS["hundred"]:
        stated[WORDS["hundred"][language]] = ("100",)
    for tens, ten in enumerate(WORDS["tens"].get(language, "").split(), start=2):
        stated[fold_text(ten)] = (str(10 * tens),)
        for ones, one in enumerate(WORDS["ones"][language].split(), start=1):
            stated[fold_text(WORDS["joined"][language].format(ten=ten, one=one))] = (str(10 * tens + ones),)
    return stated


@cache
def _implied_numbers(language: str) -> Mapping[str, tuple[str, ...]]:
    """Map a passage's words to the numbers they imply: "third" implies 3, "week" implies 7.

    "Mar" is March here: as a word in another language it would state nothing.
    """
    implied = dict.fromkeys(WORDS["weeks"].get(language, "").split(), (_DAYS_OF_WEEK,))
    for number, word in enumerate(WORDS["ordinals"].get(language, "").split(), start=1):
        implied |= {f"{word}{ending}": (str(number),) for ending in ("", "r", "n", "s", "m")}
    others = {"mar": (f"{_MONTH}3",), "fortnight": ("2", "14")}
    return {**{fold_text(word): numbers for word, numbers in implied.items()}, **others}


_HAN = r"\p{Han}\p{Hiragana}\p{Katakana}"
_SPACED_WORD = regex.compile(
    rf"[[\p{{L}}\p{{M}}]--[{_HAN}]][[\p{{L}}\p{{M}}\p{{N}}'’-]--[{_HAN}]]*", regex.V1
)
_CAPITAL = regex.compile(r"\p{Lu}")
_STARTS_A_SENTENCE = regex.compile(r"^[\s\W]*$|[.!?:;»“\"(]\s*$")
_LOOKED_BACK = 40
"""Characters before a word in which the end of a sentence is looked for: a whole note would take long."""
_PARTS = re.compile(r"[-'’]")
_SHARED = 4
"""Letters that two forms of a name share at least: Anna, Annas."""
_ENDING = 2
"""Letters by which forms of a name differ at most."""
_ABBREVIATION = regex.compile(
    r"\b(?:\p{L}|[ie]\.\s?[eg]|approx|vs|mr|mrs|ms|dr|prof|st|ca|bzw|vgl|inkl|evtl|ggf|sog|resp|incl)\.\s*$",
    regex.IGNORECASE,
)
"""As in the middle of a sentence: z. B., e.g., approx."""
_BEFORE_NUMBER = regex.compile(r"\b\p{L}{1,3}\.\s*$")
"""As before a number: no. 12, fig. 3, S. 40."""
_CONTINUES = regex.compile(r"\p{Ll}")
_LOOKED_BACK_AT_END = 12
_DAY = re.compile(r"\b\d{1,2}\.\s*$")
_MONTH_NAME = re.compile("Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez")
"""Behind a day's number in German, which ends with a full stop."""


def line_sentences(line: str) -> list[str]:
    """Cut a line where sentences end, but not between an abbreviation and a number."""
    parts: list[str] = []
    for start, end in sentence_spans(line):
        if parts and _is_cut(parts[-1], line[start:end]):
            parts[-1] += line[start:end]
        else:
            parts.append(line[start:end])
    return [part.strip() for part in parts]


def _is_cut(part: str, rest: str) -> bool:
    """Return whether a line's part ends in mid-sentence."""
    end = part[-_LOOKED_BACK_AT_END:]
    if _ABBREVIATION.search(end) or (part.rstrip().endswith(".") and _CONTINUES.match(rest)):
        return True
    if rest[0].isdigit():
        return _BEFORE_NUMBER.search(end) is not None
    return _DAY.search(end) is not None and _MONTH_NAME.match(rest) is not None


def find_names(text: str, language: str) -> list[str]:
    """Return words capitalized within a sentence, or with a capital letter inside.

    In German this includes all nouns; scripts without capitals yield none.
    """
    functions = function_words(language)
    found_names: list[str] = []
    for found in _SPACED_WORD.finditer(text):
        word = found[0]
        starts = (
            _STARTS_A_SENTENCE.search(text[max(0, found.start() - _LOOKED_BACK) : found.start()]) is not None
        )
        is_name = _CAPITAL.search(word[1:]) or (_CAPITAL.match(word) and not starts)
        # A single capital is an initial, or "I".
        if is_name and len(word) > 1 and word.lower() not in functions:
            found_names.append(word)
    return found_names


_UNSPACED_NAME = regex.compile(r"(?:^|[，。；：！？,;:!?\n]|[由被让給给向跟和在是])\s{0,9}(\p{Han}{2})")
_NO_NAME = frozenset("一二三四五六七八九十百千万年月日天次第只去前")
_IN_NAMES = frozenset("小好")
"""Function words in Chinese that names begin or end with."""


def unspaced_names(text: str, language: str) -> list[str]:
    """Return what may be names in Chinese: what begins a clause, or stands behind words such as "by"."""
    ignored = (function_words(language) - _IN_NAMES) | _NO_NAME
    found_names = dict.fromkeys(found[1] for found in _UNSPACED_NAME.finditer(text))
    return [name for name in found_names if ignored.isdisjoint(name)]


_TITLE = regex.compile("《([^《》]{1,200})》")
_SOUNDS = regex.compile(f"[{WORDS['sounds']['zh']}]{{3,}}")
"""Characters that stand for the sounds of foreign names (the tables of Xinhua), without everyday ones."""


def missing_unspaced_name(claim: str, text: str) -> str:
    """Return a title or foreign name in a Chinese sentence missing from a text, or ""."""
    for title in _TITLE.findall(claim):
        if title not in text:
            return str(title)
    for found in _SOUNDS.finditer(claim):
        name = found[0]
        if not any(name[start : start + 2] in text for start in range(len(name) - 1)):
            return str(name)
    return ""


def word_forms(text: str, language: str) -> frozenset[str]:
    """Return a text's folded words, their parts, and the stems for both."""
    words = {fold_text(found[0]) for found in _SPACED_WORD.finditer(text)}
    parts = words | {part for word in words for part in _PARTS.split(word) if part}
    return frozenset(parts | {stem_word(part, language) for part in parts})


def has_form(word: str, known: frozenset[str], language: str) -> bool:
    """Return whether a text's `word_forms` contain a word, perhaps in another form."""
    folded = fold_text(word).removesuffix("'s").removesuffix("’s").rstrip("'’")
    if folded in known or stem_word(folded, language) in known:
        return True
    parts = [part for part in _PARTS.split(folded) if part]
    if len(parts) > 1:
        # MIT-licensed names MIT.
        named = [part for part in _PARTS.split(word) if part and not part.islower()]
        return all(has_form(part, known, language) for part in named or parts)
    return len(folded) >= _SHARED and any(_differ_by_ending(folded, other) for other in known)


def _differ_by_ending(word: str, other: str) -> bool:
    shorter, longer = sorted((word, other), key=len)
    shared = max(_SHARED, len(shorter) - _ENDING)
    begins_alike = len(longer) - len(shorter) <= _ENDING and longer.startswith(shorter[:shared])
    return len(shorter) >= _SHARED and begins_alike

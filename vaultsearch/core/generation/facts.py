"""The facts of a text, in a form in which two texts can be compared: numbers, dates, names, negations.

A number may be read in several ways: 1.000 is a thousand and one, 03/05 the third of May and the fifth of
March. A sentence claims one of the readings of each; a passage states all readings of all of them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

import regex

from vaultsearch.core.analyzer import stem
from vaultsearch.core.chunking.chunker import sentence_spans
from vaultsearch.core.languages.detection import function_words
from vaultsearch.core.query.interval_words import LANGUAGES, MONTH, NUMBER, WEEKDAY, vocabulary
from vaultsearch.core.text import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


Readings: TypeAlias = "Iterator[tuple[frozenset[str], str]]"
"""Pairs of the readings of a number and the text that it is written as."""

_SPACE = "\u00a0\u202f "
_GROUPED = re.compile(rf"\d{{1,3}}(?:[.,'’{_SPACE}]\d{{3}})+(?!\d)")
_NUMBER = re.compile(rf"{_GROUPED.pattern}(?:[.,]\d+)?|\d+(?:[.,]\d+)*")
_YEAR_FIRST = re.compile(r"(?<!\d)(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?!\d)")
_DAY_FIRST = re.compile(
    r"(?<![\d./])(\d{1,2})(?:\.\s?(\d{1,2})\.(?:\s?(\d{2,4}))?|/(\d{1,2})/(\d{2,4}))(?!\d)"
)
_MONTH_IN_HAN = re.compile(r"(?<![\d.])(\d{1,2})\s?[月월]")
_MULTIPLIED = re.compile(r"(\d+(?:\.\d+)?)\s*([万萬亿億千]|k\b)", re.IGNORECASE)
_FACTORS = {"千": 1e3, "k": 1e3, "万": 1e4, "萬": 1e4, "亿": 1e8, "億": 1e8}
_HAN_DIGITS = {
    **{digit: value for value, digit in enumerate("〇一二三四五六七八九")},
    "零": 0,
    "两": 2,
    "兩": 2,
}
_HAN_UNITS = {"十": 10, "百": 100, "千": 1000}
_HAN_NUMBER = re.compile(f"[{''.join((*_HAN_DIGITS, *_HAN_UNITS))}]+")
_COUNTED = "个個年天日月周次种種人名岁歲元块塊分小本条條张張台只支公米斤克升倍页頁章节節层層位件款"
"""Measure words, which tell a number in Chinese from the same character in a word, such as 三明治."""
_HAN_COUNTED = re.compile(f"{_HAN_NUMBER.pattern}(?=[{_COUNTED}])")
_HAN_LANGUAGES = ("zh", "ja")
_ONES = {
    "en": "one two three four five six seven eight nine",
    "de": "ein zwei drei vier fünf sechs sieben acht neun",
}
_TEENS = {
    "en": "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
    "de": "elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn",
}
_TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "de": "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
}
_HUNDRED = {"en": "hundred", "de": "hundert"}
_JOINED = {"en": "{ten}-{one}", "de": "{one}und{ten}"}
_ORDINALS = {
    "en": "first second third fourth fifth sixth seventh eighth ninth tenth",
    "de": "erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte",
}
_WEEKS = {"en": "week weeks", "de": "woche wochen", "fr": "semaine", "es": "semana", "it": "settimana"}
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
_THIS_CENTURY = 2000


def stated_numbers(text: str, language: str) -> frozenset[str]:
    """Return every reading of the numbers, months and weekdays in a text, and of what implies them."""
    readings = [*_of_dates(text), *_of_digits(text), *_of_words(text, language, _implied(language))]
    readings += _of_han(text, _HAN_NUMBER) if language in _HAN_LANGUAGES else []
    return frozenset().union(*(read for read, _ in readings))


def claimed_numbers(text: str, language: str) -> list[tuple[frozenset[str], str]]:
    """Return the numbers, months and weekdays of a sentence, each with its readings and as it is written."""
    # Dates are claimed as a whole; their digits are no further numbers.
    bare = _DAY_FIRST.sub(" ", _YEAR_FIRST.sub(" ", text))
    readings = [*_of_dates(text), *_of_digits(bare, is_claim=True), *_of_words(bare, language, {})]
    readings += _of_han(bare, _HAN_COUNTED) if language in _HAN_LANGUAGES else []
    # A "1" is too often the number of a list, or a "one" that counts nothing.
    return [(read, written) for read, written in readings if read.isdisjoint({"1"})]


def _of_dates(text: str) -> Readings:
    for found in _YEAR_FIRST.finditer(text):
        year, month, day = found.groups()
        yield frozenset({year}), year
        yield frozenset({f"{_MONTH}{int(month)}"}), found[0]
        if day:
            yield frozenset({str(int(day))}), found[0]
    for found in _DAY_FIRST.finditer(text):
        first, second, *years = [int(part) for part in found.groups() if part]
        yield frozenset({f"{_MONTH}{first}", f"{_MONTH}{second}"}), found[0]
        yield frozenset({str(first), str(second)}), found[0]
        for year in years:
            yield frozenset({str(year if year > 99 else _THIS_CENTURY + year)}), found[0]  # short


def _of_digits(text: str, *, is_claim: bool = False) -> Readings:
    months = {found.start(1): found for found in _MONTH_IN_HAN.finditer(text)}
    for found in months.values():
        yield frozenset({f"{_MONTH}{int(found[1])}"}), found[0]
    multiplied = {found.start(1): found for found in _MULTIPLIED.finditer(text)}
    for found in _NUMBER.finditer(text):
        if is_claim and found.start() in months:
            continue
        readings = frozenset(_values(found[0]))
        if (times := multiplied.get(found.start())) is not None:
            product = _plain(float(times[1]) * _FACTORS[times[2].lower()])
            # A sentence that says "3万" claims 30,000; a passage with it states the 3 as well.
            readings = frozenset({product}) if is_claim else readings | {product}
        yield readings, found[0]


def _values(written: str) -> Iterator[str]:
    grouped = _GROUPED.match(written)
    if grouped is not None:
        decimals = written[grouped.end() :].replace(",", ".")
        yield _plain(float(re.sub(r"\D", "", grouped[0]) + decimals))
    if not re.search(rf"['’{_SPACE}]", written):
        parts = re.split(r"[.,]", written)
        yield _plain(float(".".join(parts))) if len(parts) < 3 else written  # else a version


def _plain(number: float) -> str:
    return f"{number:g}" if number != int(number) else str(int(number))


def _of_words(text: str, language: str, implied: Mapping[str, tuple[str, ...]]) -> Readings:
    """Yield what words state; those of ``implied`` belong to passages."""
    # English beside the text's own: names of months in notes are often English ones.
    languages = [each for each in dict.fromkeys((language, "en")) if each in LANGUAGES]
    for words in (_words(each) for each in languages if each not in _HAN_LANGUAGES):
        for found in _WORD.finditer(text):
            word = fold(found[0])
            readings = words.get(word) or implied.get(word)
            if readings and (implied or not _is_another_word(found, text, readings)):
                yield frozenset(readings), found[0]
    if language in _HAN_LANGUAGES:
        for phrase, readings in _words(language).items():
            if readings[0].startswith(_WEEKDAY) and phrase in text:
                yield frozenset(readings), phrase


def _is_another_word(match: re.Match[str], text: str, readings: tuple[str, ...]) -> bool:
    """Return whether a word of a sentence states no number that a passage must hold."""
    if readings in _SMALL:
        return True
    if match[0].lower() not in _OTHER_WORDS:
        return False
    around = text[max(0, match.start() - _NEAR) : match.start()] + text[match.end() : match.end() + _NEAR]
    return not (match[0][0].isupper() and any(map(str.isdigit, around)))


def _of_han(text: str, pattern: re.Pattern[str]) -> Readings:
    for found in pattern.finditer(text):
        value = _han_value(found[0])
        yield frozenset({str(value), f"{_MONTH}{value}"}), found[0]


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
def _words(language: str) -> Mapping[str, tuple[str, ...]]:
    """Map the folded words of a language for numbers, months and weekdays to their readings."""
    stated: dict[str, tuple[str, ...]] = {}
    marks = {MONTH: _MONTH, WEEKDAY: _WEEKDAY, NUMBER: ""}
    for phrase, words in vocabulary(language).words.items():
        for word in words:
            if word.kind in marks:
                stated[fold(phrase)] = (*stated.get(fold(phrase), ()), f"{marks[word.kind]}{word.value}")
    for number, word_for in enumerate(_TEENS.get(language, "").split(), start=11):
        stated[fold(word_for)] = (str(number),)
    if language in _HUNDRED:
        stated[_HUNDRED[language]] = ("100",)
    for tens, ten in enumerate(_TENS.get(language, "").split(), start=2):
        stated[fold(ten)] = (str(10 * tens),)
        for ones, one in enumerate(_ONES[language].split(), start=1):
            stated[fold(_JOINED[language].format(ten=ten, one=one))] = (str(10 * tens + ones),)
    return stated


@cache
def _implied(language: str) -> Mapping[str, tuple[str, ...]]:
    """Map words of a passage to the numbers that they imply: there is a third of three, and a week is 7 days.

    "Mar" is March here: as a word of another language it would state nothing.
    """
    implied = dict.fromkeys(_WEEKS.get(language, "").split(), (_DAYS_OF_WEEK,))
    for number, word in enumerate(_ORDINALS.get(language, "").split(), start=1):
        implied |= {f"{word}{ending}": (str(number),) for ending in ("", "r", "n", "s", "m")}
    return {**{fold(word): numbers for word, numbers in implied.items()}, "mar": (f"{_MONTH}3",)}


UNSPACED_LANGUAGES = ("zh", "ja")
_HAN = r"\p{Han}\p{Hiragana}\p{Katakana}"
_SPACED_WORD = regex.compile(
    rf"[[\p{{L}}\p{{M}}]--[{_HAN}]][[\p{{L}}\p{{M}}\p{{N}}'’-]--[{_HAN}]]*", regex.V1
)
_CAPITAL = regex.compile(r"\p{Lu}")
_STARTS_A_SENTENCE = regex.compile(r"^[\s\W]*$|[.!?:;»“\"(]\s*$")
_PARTS = re.compile(r"[-'’]")
_SHARED = 4
"""Letters that two forms of a name share at least: Anna, Annas."""
_ENDING = 2
"""Letters by which forms of a name differ at most."""
_NEGATIONS: Mapping[str, str] = {
    "en": r"not|never|no|none|nothing|nobody|neither|nor|without|cannot|\w+n['’]t",
    "de": r"nicht|nichts|nie|niemals|niemand|kein\w*|ohne|weder",
    "fr": r"ne|n['’]\w+|pas|jamais|sans|aucune?|rien",
    "es": r"no|nunca|jamás|sin|ningun[oa]?|ningún|nada",
    "it": r"non|mai|senza|nessun[oa]?|niente|nulla",
    "pt": r"não|nunca|sem|nenhum\w*|nada",
    "nl": r"niet|niets|nooit|geen|zonder",
}
_NEGATION_IN_CHINESE = re.compile(
    "不(?![同断过仅但只管论少久错])|没有?|無法|无法|未(?!来|來)|从不|禁止|别(?![的人])|勿"
)
_LIMITS = "less|more|only|just|later|than|but|nur|mehr|weniger"
"""Words behind a negation that make it none: no more than, not only."""
_BEHIND = regex.compile(rf"(?:[\s*_]+(?!(?:{_LIMITS})\b)[\p{{L}}\p{{M}}'’-]+){{1,4}}")
_BEHIND_IN_CHINESE = regex.compile(r"\p{Han}{1,4}")
_FEW_LETTERS = 2
_ABBREVIATION = regex.compile(r"\b\p{L}{1,3}\.\s*$")
"""As before a number: no. 12, fig. 3, S. 40."""


def line_sentences(line: str) -> list[str]:
    """Cut a line at the ends of its sentences, but not between an abbreviation and its number."""
    parts: list[str] = []
    for start, end in sentence_spans(line):
        if parts and line[start].isdigit() and _ABBREVIATION.search(parts[-1]):
            parts[-1] += line[start:end]
        else:
            parts.append(line[start:end])
    return [part.strip() for part in parts]


def names(text: str, language: str) -> list[str]:
    """Return the words of a text that begin with a capital letter within a sentence, or have one inside.

    In German, that is so of all nouns; scripts without capitals have none.
    """
    functions = function_words(language)
    found_names: list[str] = []
    for found in _SPACED_WORD.finditer(text):
        word = found[0]
        starts = _STARTS_A_SENTENCE.search(text[: found.start()]) is not None
        is_name = _CAPITAL.search(word[1:]) or (_CAPITAL.match(word) and not starts)
        # A single capital is an initial, or "I".
        if is_name and len(word) > 1 and word.lower() not in functions:
            found_names.append(word)
    return found_names


def forms(text: str, language: str) -> frozenset[str]:
    """Return the folded words of a text, their parts, and the stems of both."""
    words = {fold(found[0]) for found in _SPACED_WORD.finditer(text)}
    parts = words | {part for word in words for part in _PARTS.split(word) if part}
    return frozenset(parts | {stem(part, language) for part in parts})


def has_form(word: str, known: frozenset[str], language: str) -> bool:
    """Return whether the `forms` of a text hold a word, or another form of it."""
    folded = fold(word).removesuffix("'s").removesuffix("’s").rstrip("'’")
    if folded in known or stem(folded, language) in known:
        return True
    parts = [part for part in _PARTS.split(folded) if part]
    if len(parts) > 1:
        return all(has_form(part, known, language) for part in parts)
    return len(folded) >= _SHARED and any(_differ_by_ending(folded, other) for other in known)


def _differ_by_ending(word: str, other: str) -> bool:
    shorter, longer = sorted((word, other), key=len)
    shared = max(_SHARED, len(shorter) - _ENDING)
    return (
        len(shorter) >= _SHARED
        and len(longer) - len(shorter) <= _ENDING
        and longer.startswith(shorter[:shared])
    )


def denied(text: str, language: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the stems of the words that a text denies, and of all others; pairs of characters in Chinese.

    Denied are the few words behind a negation. None are in a language of which no negations are known.
    """
    in_chinese = language in UNSPACED_LANGUAGES
    words = _NEGATIONS.get(language)
    if not in_chinese and words is None:
        return frozenset(), _content(text, language)
    pattern = _NEGATION_IN_CHINESE if in_chinese else re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    behind: list[str] = []
    rest: list[str] = []
    end = 0
    for found in pattern.finditer(text):
        if found.start() >= end:
            following = (_BEHIND_IN_CHINESE if in_chinese else _BEHIND).match(text, found.end())
            rest.append(text[end : found.start()])
            end = following.end() if following else found.end()
            behind.append(text[found.end() : end])
    rest.append(text[end:])
    return _content(" ".join(behind), language), _content(" ".join(rest), language)


def _content(text: str, language: str) -> frozenset[str]:
    functions = function_words(language)
    if language in UNSPACED_LANGUAGES:
        runs = regex.findall(r"\p{Han}+", text)
        # Without a dictionary, pairs of characters stand for the words of an unspaced script.
        return frozenset(run[start : start + 2] for run in runs for start in range(len(run) - 1))
    words = (fold(found[0]) for found in _SPACED_WORD.finditer(text))
    return frozenset(
        stem(word, language) for word in words if word not in functions and len(word) > _FEW_LETTERS
    )

"""The grammar of time phrases, and the search for the interval named in a text.

Used for questions, operators, properties and note names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, lru_cache
from itertools import product
from math import prod
from typing import TypeAlias

import regex

from vaultsearch.core.dates.days import DATED_DIGITS, Calendar, Interval, first_weekday, interval_of_numbers
from vaultsearch.core.dates.interval_words import (
    AGO,
    BEHIND,
    COUNTED,
    DAY,
    FILLER,
    FROM_MONDAY,
    LANGUAGES,
    NUMBER,
    NUMERALS,
    ORDINAL,
    RELATIVE,
    SPOILER,
    UNSPACED,
    TimeWord,
    languages_of,
    time_vocabulary,
    words_in,
)
from vaultsearch.core.text import plain_digits

# The grammar of time phrases. Each word becomes the letter for its kind (see `interval_words`), and a rule is
# a regular expression over these letters.

_STEPS = {"l": -1, "t": 0, "x": 1}
_WHOLE_YEARS = {"lastyear": -1, "thisyear": 0, "nextyear": 1, "yearbeforelast": -2}
_MARKS = {"k": "month", "j": "day", "z": "year"}
_MONTHS_OF_SEASON = 3
_MAX_VAGUE_WEEK = 4

_STEP, _STEP_BEHIND, _UNIT = "(?P<step>[ltx])", "(?P<behind>[ltx])", "(?P<unit>[ukjz])"
_COUNT, _DAY = "(?P<n>n)", "(?P<n>[on])j?"
_YEAR = "(?:(?P<y>y)z?|(?P<whole>u)|(?P<of>[ltx])(?P<whole>[uz])|(?P<whole>[uz])(?P<of>[ltx]))"
_MONTH = "(?:(?P<m>m)|(?P<m>n)k)"
_QUARTER = "(?:(?P<q>q)|(?P<n>[no])(?P<unit>u)|(?P<unit>u)(?P<n>n))"


class Phrase:
    """Words matched by a rule, by group name; methods raise ValueError if together they mean nothing."""

    def __init__(self, words: Mapping[str, TimeWord], calendar: Calendar, language: str) -> None:
        self.words, self.calendar, self.language = words, calendar, language

    def number(self, name: str) -> int:
        """Return a word's value."""
        value = self.words[name].value
        if not isinstance(value, int):
            raise ValueError
        return value

    def unit(self, name: str = "unit") -> str:
        """Return the unit named by a word."""
        word = self.words[name]
        return _MARKS.get(word.kind) or str(word.value)

    def step(self, name: str = "step") -> int | None:
        """Return -1 for "last", 0 for "this", 1 for "next", or None; some languages put it after the noun.

        -2 and 2 stand for the unit before and after these, such as 上上周.
        """
        # "mes pasado" but "last month": after the noun, other languages' words belong to the next phrase.
        if name == "step" and "behind" in self.words:
            if self.language not in BEHIND:
                raise ValueError
            name = "behind"
        return self.number(name) or _STEPS[self.words[name].kind] if name in self.words else None

    def month(self) -> int:
        """Return the named month."""
        if not 1 <= (month := self.number("m")) <= 12:
            raise ValueError
        return month

    def year(self) -> int | None:
        """Return the named year, by number or as "last year", or None."""
        if "y" in self.words:
            return self.number("y")
        if "whole" not in self.words:
            return None
        unit = self.unit("whole")
        if unit in _WHOLE_YEARS:
            return self.calendar.today.year + _WHOLE_YEARS[unit]
        if unit != "year" or (step := self.step("of")) is None:
            raise ValueError
        return self.calendar.today.year + step


def _read_months(phrase: Phrase, month: int, count: int) -> Interval:
    """Return months in the named year, else the latest, or the last, current or next."""
    calendar, step = phrase.calendar, phrase.step()
    year = phrase.year()
    if year is None:
        # Without a year, people mean the past: in May, "March" is this year's, "June" last year's.
        year = calendar.latest_year(month)
        current = calendar.months(year, month, count)
        is_now = current.last is not None and current.last >= calendar.today
        if step is not None and step < 0:
            year += step + 1 - is_now
        elif step == 1:
            year += 1
        elif step == 0:
            year = year if is_now else calendar.today.year
    return calendar.months(year, month, count)


def _read_unit(phrase: Phrase) -> Interval:
    step, unit = phrase.step(), phrase.unit()
    if unit in _WHOLE_YEARS:
        return phrase.calendar.unit("year", _WHOLE_YEARS[unit])
    # "The last days" are no single day.
    if step is None or (unit == "day" and step):
        raise ValueError
    return phrase.calendar.unit(unit, step)


def _read_year(phrase: Phrase) -> Interval:
    if "unit" in phrase.words and phrase.unit() != "year":
        raise ValueError
    return phrase.calendar.years(phrase.number("y"))


def _read_span(phrase: Phrase) -> Interval:
    if (step := phrase.step()) not in (-1, 1):
        raise ValueError
    return phrase.calendar.span(phrase.unit(), -step * phrase.number("n"))


def _read_quarter(phrase: Phrase) -> Interval:
    quarter = phrase.number("q" if "q" in phrase.words else "n")
    if not 1 <= quarter <= 4 or ("unit" in phrase.words and phrase.unit() != "quarter"):
        raise ValueError
    return _read_months(phrase, 3 * quarter - 2, 3)


def _read_decade(phrase: Phrase) -> Interval:
    value = phrase.number("e")
    # "The thirties" are in the last century, "the twenties" in this.
    return phrase.calendar.years(value if value > 99 else (1900 if value >= 30 else 2000) + value, 10)


def _read_week(phrase: Phrase) -> Interval:
    number, calendar = phrase.number("n"), phrase.calendar
    year = phrase.year()
    # "The first week" may be the first of anything.
    is_vague = phrase.words["n"].kind == "o" and number <= _MAX_VAGUE_WEEK and year is None
    is_week = 1 <= number <= 53 and not ("unit" in phrase.words and phrase.unit() != "week")
    if not is_week or (is_vague and phrase.language not in UNSPACED):
        raise ValueError
    if year is None:
        year = calendar.today.year
        # A week in the future means last year's.
        year -= date.fromisocalendar(year, number, 1) > calendar.today
    return calendar.week(date.fromisocalendar(year, number, 1))


def _read_weekday(phrase: Phrase) -> Interval:
    step, weekday = phrase.step(), phrase.number("w")
    if "unit" in phrase.words and phrase.unit() != "week":
        raise ValueError
    # In Chinese, "last Monday" is the Monday in last week.
    if step is not None and ("unit" in phrase.words or phrase.language == "zh"):
        return phrase.calendar.weekday_in(weekday, step)
    return phrase.calendar.weekday(weekday, step)


def _read_days(phrase: Phrase) -> Interval:
    """Return a day, or the days from a day of the same month."""
    day, month, year = phrase.number("n"), phrase.month(), phrase.year()
    last = date(phrase.calendar.latest_year(month, day) if year is None else year, month, day)
    return Interval(last.replace(day=phrase.number("from")) if "from" in phrase.words else last, last)


_RULES: tuple[tuple[str, Callable[[Phrase], Interval]], ...] = (
    ("(?P<d>d)", lambda phrase: phrase.calendar.unit("day", phrase.number("d"))),
    (f"{_STEP}{_UNIT}|{_UNIT}{_STEP_BEHIND}|(?P<unit>u)", _read_unit),
    (
        f"{_COUNT}{_UNIT}g|v{_COUNT}{_UNIT}|(?P<unit>p)",
        lambda phrase: phrase.calendar.ago(phrase.unit(), phrase.number("n") if "n" in phrase.words else 1),
    ),
    # "seit zwei Wochen"
    (f"F{_COUNT}{_UNIT}", lambda phrase: phrase.calendar.span(phrase.unit(), phrase.number("n"))),
    (f"{_STEP}{_COUNT}{_UNIT}|{_COUNT}{_UNIT}{_STEP}|{_COUNT}{_STEP}{_UNIT}", _read_span),
    (
        f"{_MONTH}(?:i?{_YEAR})?|{_YEAR}i?{_MONTH}|{_STEP}{_MONTH}|{_MONTH}{_STEP_BEHIND}",
        lambda phrase: _read_months(phrase, phrase.month(), 1),
    ),
    ("(?P<y>y)z?|(?P<unit>u)(?P<y>y)|(?P<y>y)(?P<unit>u)", _read_year),
    (
        f"(?P<season>s)(?:i?{_YEAR})?|{_YEAR}i?(?P<season>s)|{_STEP}(?P<season>s)|(?P<season>s){_STEP_BEHIND}",
        lambda phrase: _read_months(phrase, phrase.number("season"), _MONTHS_OF_SEASON),
    ),
    ("(?P<e>e)", _read_decade),
    (f"{_QUARTER}(?:i?{_YEAR})?|{_YEAR}i?{_QUARTER}", _read_quarter),
    (
        f"(?:(?P<unit>u)(?P<n>[no])|(?P<n>o)(?P<unit>u)|(?P<n>K))(?:i?{_YEAR})?|{_YEAR}(?:(?P<n>o)(?P<unit>u)|(?P<unit>u)(?P<n>[no]))",
        _read_week,
    ),
    (
        f"(?P<w>w)|{_STEP}(?P<w>w)|(?P<w>w){_STEP_BEHIND}|{_STEP}(?P<unit>u)i?(?P<w>w)|(?P<unit>u){_STEP}(?P<w>w)"
        f"|(?P<w>w)i?{_STEP}(?P<unit>u)|(?P<w>w)i?(?P<unit>u){_STEP}",
        _read_weekday,
    ),
    (f"w?(?:{_DAY}i?{_MONTH}(?:i?{_YEAR})?|{_MONTH}{_DAY}(?:i?{_YEAR})?|{_YEAR}{_MONTH}{_DAY})", _read_days),
    (f"[PF]?(?P<from>[on])j?[CTHf]{_DAY}i?{_MONTH}(?:i?{_YEAR})?h?", _read_days),
    (f"[PF]?(?:{_YEAR})?{_MONTH}(?P<from>[on])j?[CTHf]{_DAY}(?:i?{_YEAR})?h?", _read_days),
)
_BETWEEN = regex.compile(r"P(?P<a>.+)[CTH](?P<b>.+)|F?(?P<a>.+)[TH](?P<b>.+)|(?P<a>.+)[Tf](?P<b>.+)h")
_OPEN = regex.compile(
    r"(?P<since>F)(?P<a>.+)|(?P<a>.+)(?P<since>f)|(?P<until>H)(?P<a>.+)|(?P<a>.+)(?P<until>h)"
    r"|(?P<before>B)(?P<a>.+)|(?P<a>.+)(?P<before>b)|(?P<after>A)(?P<a>.+)|(?P<a>.+)(?P<after>a)"
)


@cache
def _compile_rule(rule: str) -> regex.Pattern[str]:
    """Compile a rule when a phrase is first read: most commands need none, and all rules take 25 ms."""
    return regex.compile(f"i?(?:{rule})")


def interval_of(words: Sequence[TimeWord | Interval], calendar: Calendar, language: str) -> Interval | None:
    """Return the interval meant by words in a language, or None."""
    kinds = "".join("I" if isinstance(word, Interval) else word.kind for word in words)
    # A point before a range: "the 3rd to the 10th of June" is a single phrase, though its parts alone would
    # mean something else.
    if (point := _read_point(kinds, words, calendar, language)) is not None:
        return point
    if (between := _BETWEEN.fullmatch(kinds)) is not None:
        return _read_between(between, words, calendar, language)
    ends = _OPEN.fullmatch(kinds)
    point = _read_point(ends["a"], words[slice(*ends.span("a"))], calendar, language) if ends else None
    if ends is None or point is None:
        return None
    day = timedelta(days=1)
    if ends["before"]:
        return Interval(None, point.first - day if point.first else None)
    if ends["after"]:
        return Interval(point.last + day if point.last else None, None)
    return Interval(point.first, None) if ends["since"] else Interval(None, point.last)


def _read_between(
    match: regex.Match[str], words: Sequence[TimeWord | Interval], calendar: Calendar, language: str
) -> Interval | None:
    (start, middle), (behind, end) = match.span("a"), match.span("b")
    last = _read_point(match["b"], words[behind:end], calendar, language)
    if last is None or last.last is None:
        return None
    # "March to June 2024": the latest March before June 2024.
    earlier = Calendar(min(last.last, calendar.today), calendar.first_weekday)
    first = _read_point(match["a"], words[start:middle], earlier, language)
    if first is None or first.first is None or first.first > last.last:
        return None
    return Interval(first.first, last.last)


def _read_point(
    kinds: str, words: Sequence[TimeWord | Interval], calendar: Calendar, language: str
) -> Interval | None:
    if kinds.removeprefix("i") == "I" and isinstance(written := words[-1], Interval):
        return written
    # The first rule to make sense of the words wins: rules for single words come first.
    for rule, read in _RULES:
        if (match := _compile_rule(rule).fullmatch(kinds)) is not None:
            groups = {name: words[match.start(name)] for name in match.groupdict() if match[name] is not None}
            named = {name: word for name, word in groups.items() if not isinstance(word, Interval)}
            try:
                return read(Phrase(named, calendar, language))
            except (ValueError, OverflowError):  # without a meaning, or beyond the calendar
                continue
    return None


_WordOrInterval: TypeAlias = "TimeWord | Interval"

_MAX_PHRASE_WORDS = 12
_MAX_READINGS = 1_000
"""Readings multiply with each ambiguous word: a line of them took a minute; a page needs up to 212."""
_MAX_TEXT_LENGTH = 1_000
_WRITTEN = re.compile(
    DATED_DIGITS
    + r"""
    | (?P<dotted>(?<![\d.])\d{1,2}\.\s?\d{1,2}\.(?!\d))
    | (?P<decade>(?<![\w])(?:années|años|anos|anni|lata|jaren|годы)\s+(?:19|20)?\d0(?!\d)
        |(?<!\w)['’]?(?:19|20)?\d0(?:s|['’]s|er(?:n|jahren?)?|-[хе])(?!\w)|(?<!\d)(?:19|20)?\d0(?:年代|년대))
    | (?P<quarter>(?<!\w)[qt][1-4](?!\w))
    | (?P<week>(?<!\w)(?:kw|cw)\d\d?(?!\w))
    | (?P<ordinal>第\s?\d{1,2}|第[一二三四五六七八九十]{1,3}
        |(?<!\w)\d{1,2}(?:st|nd|rd|th|er|º|ª|-го|-е|e)(?!\w)|(?<![\w.])\d{1,2}\.(?=\s|$))
    | (?P<year>(?<!\d)(?:19|20)\d\d(?![\d%]))
    | (?P<number>(?<![\d.,])\d{1,3}(?!\d|[.,]\d|\s?%))
    | (?P<dash>\s?[–—~〜]\s?|\s-\s?|-\s|(?<=[^\W\d])-(?=[^\W\d])|(?<=\ds)-(?=\d)
        |(?<=\d)-(?=\d{1,3}(?!\d))|(?<=\d{4})-(?=\d))
    """,
    re.VERBOSE,
)
_TENS_JOINTS = frozenset({"", "-", "y", "e", "et"})
"""Between tens and ones: twenty-five, treinta y cinco."""
_KINDS = {"decade": "e", "quarter": "q", "week": "K", "ordinal": "o", "year": "y", "number": "n", "dash": "T"}
_VERBATIM = re.compile(r"(?<!\S)\+\S+")
_JOINTS = re.compile(r"(?<=\d)[-_.]+(?=[^\W\d_])|(?<=[^\W\d_])[-_.]+(?=\d)|_")
"""Signs in place of a space, as in 29-Mar-2025."""
_DATED, _NAMING = frozenset("wnomquykj"), frozenset("mukz")
"""Kinds of words in a date with a year; and the kinds it needs, unless it is in digits alone."""
_ONE_DIGIT, _NO_YEAR = re.compile(r"(?<!\d)(?=\d\.)"), re.compile(r"\d\d?(?:/\d\d?|\. ?\d\d?\.)")
_WEEK = re.compile(r"\Awk?(?=\d\d?\Z)")
_FROM_TO = re.compile(r"(\d{4}[-\dwq]*)(?:/|\.{2,3})(\d{4}[-\dwq]*)", re.ASCII)
_BETWEEN_WORDS = re.compile(r"[\s,]*|\.\s|[-/]")
_JOINED_BEFORE = re.compile(r"(?:\d\.?[-–/]|[^\W\d]\.|[@百千万萬零〇])\Z")
_JOINED_AFTER = re.compile(r"[-/]\d|\.[^\W\d]|@")
"""Signs that join a phrase to what is beside it: Q1/24 is not the last Q1, monday.com not Monday; nor
一百二十天前 二十天前."""


@dataclass(frozen=True, slots=True)
class QuestionInterval:
    """The interval named in a question; the words are from ``start`` to ``end``.

    It is ``relative`` if no word names a month, year or date, which notes may contain, too.
    """

    start: int
    end: int
    interval: Interval
    relative: bool
    language: str


@dataclass(frozen=True, slots=True)
class _TimeToken:
    start: int
    end: int
    read: tuple[_WordOrInterval, ...]


def question_interval(question: str, today: date) -> QuestionInterval | None:
    """Find a question's interval in the computer's region; a ``+word`` is never part of it."""
    # Replaced by as many characters outside any word, so that positions stay the same.
    others = _VERBATIM.sub(lambda word: "\0" * len(word.group()), question)
    return find_interval(others, today, first_weekday())


@lru_cache(maxsize=256)
def find_interval(question: str, today: date, first_weekday: int = 0) -> QuestionInterval | None:
    """Find the longest phrase for an interval in a question, or None.

    ``first_weekday`` begins the week: 0 for Monday, 6 for Sunday.
    """
    # Not ß, whose small form is longer: offsets would be wrong.
    folds = ((letter, letter.casefold()) for letter in question[:_MAX_TEXT_LENGTH])
    text = plain_digits("".join(folded if len(folded) == 1 else letter for letter, folded in folds))
    begins = {language: 0 if language in FROM_MONDAY else first_weekday for language in languages_of(text)}
    phrases = (_longest_phrase(text, Calendar(today, day), language) for language, day in begins.items())
    return max(filter(None, phrases), key=lambda when: when.end - when.start, default=None)


def whole_interval(text: str, today: date) -> Interval | None:
    """Return the interval meant by a whole text; weeks begin on Monday.

    Words such as May, which have another meaning in a sentence, have none here; "a month ago" is a day.
    """
    text = " ".join(text[:_MAX_TEXT_LENGTH].casefold().split())
    if match := _FROM_TO.fullmatch(text):
        begin, end = map(interval_of_numbers, match.groups())
        # An interval that ends before it begins is a slip, not empty.
        is_forward = begin and end and Interval(begin.first, None).meets(end)
        return Interval(begin.first, end.last) if begin and end and is_forward else None
    # A version in a sentence, 3.5.24 is a date here; as is 3.5., in the latest year that has it.
    padded = _ONE_DIGIT.sub("0", text) if text.count(".") == 2 else text
    years = range(today.year, today.year - 9, -1) if _NO_YEAR.fullmatch(text) else ()
    written = (padded, *(f"{text.rstrip('.')}{'/' if '/' in text else '.'}{year}" for year in years))
    numbered = [each for each in map(interval_of_numbers, written) if each and each.first]
    if day := next((each for each in numbered if not years or (each.first or today) <= today), None):
        return day
    calendar, text = Calendar(today, is_exact=True), _WEEK.sub("cw", text)
    return _read_whole(text, calendar) or _read_whole(_JOINTS.sub(" ", text), calendar)


def dated_phrase(text: str) -> Interval | None:
    """Return the day, week, month, quarter or year named by words within a text, with a year."""
    text = plain_digits(_JOINTS.sub(" ", text[:_MAX_TEXT_LENGTH].casefold()))
    # Only in languages with the name of a month or unit in the text: most texts have none.
    words = words_in(text)
    languages = (each for each in LANGUAGES if time_vocabulary(each).kinds_of(words) & _NAMING)
    phrases = (_longest_phrase(text, Calendar(date.max), language, _DATED) for language in languages)
    longest = max(filter(None, phrases), key=lambda when: when.end - when.start, default=None)
    return longest.interval if longest else None


def _read_whole(text: str, calendar: Calendar) -> Interval | None:
    for language in languages_of(text):
        run = next(_token_runs(text, language), [])
        if run and (run[0].start, run[-1].end) == (0, len(text)):
            meant = _interval_of_tokens(run, calendar, language, is_whole=True)
            if meant is not None:
                return meant[0]
    return None


def _longest_phrase(
    text: str, calendar: Calendar, language: str, kinds: frozenset[str] | None = None
) -> QuestionInterval | None:
    """Return the longest phrase; with ``kinds``, only of these kinds of words, and with a year."""
    best: QuestionInterval | None = None
    readings_left = _MAX_READINGS
    for run in _token_runs(text, language):
        for first in range(len(run)):
            for last in range(min(len(run), first + _MAX_PHRASE_WORDS), first, -1):
                start, end = run[first].start, run[last - 1].end
                # Try shorter phrases only while they could still beat the best.
                if best is not None and end - start <= best.end - best.start:
                    break
                if (readings := prod(len(token.read) for token in run[first:last])) > readings_left:
                    continue
                readings_left -= readings
                found = _interval_of_tokens(run[first:last], calendar, language, kinds=kinds)
                if found is not None and not _is_spoilt(text, run, first, end):
                    best = QuestionInterval(start, end, *found, language)
                    break
    return best


def _is_spoilt(text: str, run: Sequence[_TimeToken], first: int, end: int) -> bool:
    """Return whether adjacent text changes a phrase's meaning, like a second 上 before 上周."""
    start = run[first].start
    if _JOINED_BEFORE.search(text[max(0, start - 3) : start]) or _JOINED_AFTER.match(text, end):
        return True
    if first == 0:
        return False
    before, kinds = run[first - 1], {*map(_kind_of, run[first].read)}
    kinds_before = {*map(_kind_of, before.read)}
    # "Alle gestern geänderten Notizen" are of one day.
    is_repeated = SPOILER in kinds_before and DAY not in kinds
    return is_repeated or (before.end == start and not kinds_before.isdisjoint(kinds & _STEPS.keys()))


def _interval_of_tokens(
    tokens: Sequence[_TimeToken],
    calendar: Calendar,
    language: str,
    *,
    is_whole: bool = False,
    kinds: frozenset[str] | None = None,
) -> tuple[Interval, bool] | None:
    """Return the interval meant by the words, and whether it is relative."""
    if prod(len(token.read) for token in tokens) > _MAX_READINGS:
        return None
    for words in product(*(token.read for token in tokens)):
        spoken = [word for word in words if isinstance(word, Interval) or word.kind != FILLER]
        if not spoken or (FILLER in (_kind_of(words[0]), _kind_of(words[-1])) and not is_whole):
            continue
        # Alone, "May", "march" and "fall" are seldom times.
        weak = [isinstance(word, TimeWord) and word.is_weak for word in spoken]
        own_kinds = list(map(_kind_of, spoken))
        is_weak = all(weak) or (DAY, True) in zip(own_kinds, weak, strict=True)
        # A year or month number alone may be a version, a part number, a flower.
        if not is_whole and (is_weak or own_kinds in (["y"], [NUMBER], [NUMBER, "k"])):
            continue
        # 2022年 alone is a year mentioned in a text, not the text's date.
        if kinds is not None and not {"y"} < set(own_kinds) - {"z"} <= kinds:
            continue
        if (interval := interval_of(spoken, calendar, language)) is not None:
            # 月 names a month after a number, but not in 上个月.
            names_month = AGO not in own_kinds and not {NUMBER, ORDINAL}.isdisjoint(own_kinds)
            return interval, (RELATIVE if names_month else RELATIVE | COUNTED).issuperset(own_kinds)
    return None


def _kind_of(word: _WordOrInterval) -> str:
    return word.kind if isinstance(word, TimeWord) else ""


def _token_runs(text: str, language: str) -> Iterator[list[_TimeToken]]:
    """Yield runs of time words with nothing but spaces between them."""
    run: list[_TimeToken] = []
    more_than_ones = 20 if language == "fr" else 10
    for token in _time_tokens(text, language):
        if run and not _BETWEEN_WORDS.fullmatch(text, run[-1].end, token.start):
            yield run
            run = []
        # Ones are added to the tens before them: twenty-five days ago is not five days ago.
        tens = next((word for word in reversed(run[-2:]) if _spoken_number(word, text) > 19), None)
        is_joined = tens is not None and text[tens.end : token.start].strip() in _TENS_JOINTS
        if tens and is_joined and 0 < (ones := _spoken_number(token, text)) < more_than_ones:
            del run[run.index(tens) :]
            number = TimeWord(NUMBER, _spoken_number(tens, text) + ones)
            run.append(_TimeToken(tens.start, token.end, (number,)))
        else:
            run.append(token)
    if run:
        yield run


def _spoken_number(token: _TimeToken, text: str) -> int:
    """Return the number said by a word, 0 for any other word and for digits."""
    words = (word for word in token.read if isinstance(word, TimeWord) and word.kind == NUMBER)
    values = (word.value for word in words if isinstance(word.value, int))
    return 0 if text[token.start].isdecimal() else next(values, 0)


def _time_tokens(text: str, language: str) -> Iterator[_TimeToken]:
    known = time_vocabulary(language)
    position = 0
    while position < len(text):
        word, written = known.pattern.search(text, position), _WRITTEN.search(text, position)
        matches = filter(None, (written, word))
        match = min(matches, key=lambda match: (match.start(), -match.end()), default=None)
        if match is None:
            return
        if read := known.words[match.group()] if match is word else _read_digits(match):
            yield _TimeToken(match.start(), match.end(), read)
        position = match.end()


def _read_digits(match: re.Match[str]) -> tuple[_WordOrInterval, ...]:
    """Return the meaning of digits and signs; () for a nonexistent day."""
    kind = match.lastgroup or ""
    numbers = [int(number) for number in re.findall(r"\d+", match.group())]
    if kind in ("dated", "dotted"):
        # Without a year, 3.4. may as well be a section number.
        dated = interval_of_numbers(match.group()) if kind == "dated" else None
        return () if dated is None else (dated,)
    if kind == "ordinal" and not numbers:
        numbers = [NUMERALS.get(match.group().removeprefix("第"), 0)]
    return (TimeWord(_KINDS[kind], next(iter(numbers), 0)),)

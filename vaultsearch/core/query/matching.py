"""Whether a condition holds for a note: what the index cannot decide by itself."""

from __future__ import annotations

import operator
from datetime import datetime
from functools import reduce
from itertools import chain
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

import regex

from vaultsearch.core.filters import AllOf, AnyOf, Not
from vaultsearch.core.languages.names import language_name
from vaultsearch.core.query.conditions import (
    PARTS_OF_A_NOTE,
    Cased,
    Compared,
    Condition,
    Dated,
    Empty,
    Equals,
    HasProperty,
    Holds,
    Matches,
    Place,
    Within,
)
from vaultsearch.core.query.lookup import is_held

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from vaultsearch.core.query.lookup import Lines, Looking, TextTest

_SIGNS = {">": operator.gt, ">=": operator.ge, "<": operator.lt, "<=": operator.le, "=": operator.eq}


def values_of(properties: Mapping[str, Any], name: str) -> list[Any]:
    """List the values of the properties of this name, in any case."""
    wanted = _caseless(name)
    return [value for key, value in properties.items() if _caseless(key.strip()) == wanted]


def items(value: Any) -> list[Any]:
    """Give a list's items, those of lists within it among them; of anything else, itself."""
    return [item for part in value for item in items(part)] if isinstance(value, list) else [value]


def texts(value: Any) -> tuple[list[str], list[str]]:
    """Give what words are looked for in: texts that may hold them, and texts that must be them."""
    held = [item for item in items(value) if isinstance(item, str)]
    exact = [_written(item) for item in items(value) if isinstance(item, (bool, int, float))]
    return held, exact


def compares(value: Any, asked: Compared) -> bool:
    """Tell whether a value, or an item of a list, stands so to a number, a date or a text."""
    return any(_compares(item, asked) for item in items(value))


def _compares(item: Any, asked: Compared) -> bool:
    mine, theirs = _number(item), _number(asked.text)
    if mine is not None and theirs is not None:
        return bool(_SIGNS[asked.sign](mine, theirs))
    moment = _moment(item)
    if moment is not None and asked.days is not None:
        return _stands(asked.sign, moment, *asked.days)
    return asked.sign == "=" and _caseless(str(item)) == _caseless(asked.text)


def _caseless(text: str) -> str:
    return normalize("NFC", text).casefold()


def _stands(sign: str, moment: datetime, start: datetime, end: datetime) -> bool:
    """Compare with a whole day, month or year: later is after its end."""
    match sign:
        case ">":
            return moment >= end
        case ">=":
            return moment >= start
        case "<":
            return moment < start
        case "<=":
            return moment < end
        case _:
            return start <= moment < end


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        return float(value)
    except (ValueError, OverflowError):
        return None


def _moment(value: Any) -> datetime | None:
    if not isinstance(value, str):
        return None
    try:
        return datetime.fromisoformat(value.strip()).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


def _written(value: bool | float) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).removesuffix(".0")


# Looks around, takes without giving back, or means the ends of the text: in more than a line, such an
# expression may miss what it matches in the line.
_SEES_ITS_SURROUNDINGS = regex.compile(r"\(\?(?!:)|[*+?}]\+|\\[^\W_a-z]|\\[gkz1-9]|\(\*")


def holds(condition: Condition, where: Looking) -> bool:
    """Tell whether a condition holds for what is looked at."""
    match condition:
        case Holds(text) | Equals(text):
            answer = where.holds(text) if isinstance(condition, Holds) else where.equals(text)
        case Matches(pattern):
            answer = where.matches(pattern)
        case AllOf(parts):
            answer = all(holds(part, where) for part in parts)
        case AnyOf(parts):
            answer = any(holds(part, where) for part in parts)
        case Not(part):
            answer = not holds(part, where)
        case Cased(minded, part):
            answer = holds(part, where.minding(minded))
        case Within(place, part):
            answer = _within(place, part, where)
        case Dated(_, start, end):
            date = where.note.date
            answer = (start is None or date >= start) and (end is None or date < end)
        case HasProperty():
            answer = _has_property(condition, where)
    return answer


def matched(condition: Condition, where: Looking) -> list[Lines] | None:
    """Give None where a condition does not hold, else the lines that it holds for.

    Those are the lines of what ``block:``, ``section:`` and ``task:`` match, and of ``line:`` the first
    one in each passage; there are none where a condition is about the note as a whole.
    """
    match condition:
        case AllOf(parts):
            lines: list[Lines] = []
            for part in parts:
                found = matched(part, where)
                if found is None:
                    return None
                lines += found
            return lines
        case AnyOf(parts):
            held = [found for part in parts if (found := matched(part, where)) is not None]
            return list(chain.from_iterable(held)) if held else None
        case Cased(minded, part):
            return matched(part, where.minding(minded))
        case Within(place, part) if place in PARTS_OF_A_NOTE:
            return _matching_units(place, part, where) or None
        case _:
            return [] if holds(condition, where) else None


def _within(place: Place, part: Condition, where: Looking) -> bool:
    note = where.note
    match place:
        case Place.TAG:
            return bool(note.tags) and holds(_named(part, _as_tag), where.minding(False).at((), note.tags))
        case Place.LINK:
            return bool(note.links) and holds(_named(part, _as_target), where.at((), where.links.of(note)))
        case Place.HEADING:
            return any(holds(part, where.at((heading.text,))) for heading in note.headings)
        case _ if place in PARTS_OF_A_NOTE:
            return bool(_matching_units(place, part, where))
        case Place.CONTENT:
            return holds(part, where.at((where.whole.text,)))
        case _:
            return holds(part, where.at((_text(place, where),)))


def _text(place: Place, where: Looking) -> str:
    match place:
        case Place.PATH:
            return where.above + where.note.path
        case Place.TITLE:
            return where.note.title
        case _:
            return where.note.path.rpartition("/")[2]


def _matching_units(place: Place, part: Condition, where: Looking) -> list[Lines]:
    if place is Place.LANG:
        return [one.lines for one in where.passages if _is_in_language(part, one.language, where)]
    whole = where.whole
    if not all(word.casefold() in whole.folded for word in _needed(part)):
        return []
    test = _test(part, where)
    if place is Place.LINE:
        return _matching_lines(part, test, where)
    found = whole.units(place, [heading.line for heading in where.note.headings])
    return [(start, end) for text, folded, start, end in found if test(text, folded)]


def _is_in_language(part: Condition, language: str, where: Looking) -> bool:
    """Tell whether a language is meant, by its code or its English name."""
    names = (language, language_name(language)) if language else ()
    return holds(part, where.minding(False).at((), names))


def _matching_lines(part: Condition, test: TextTest, where: Looking) -> list[Lines]:
    """Give the first line of each passage that matches; where there is none, the first outside of them.

    There are very many lines: too many to be kept as units, or to be tried one by one without need.
    """
    texts, folded = where.whole.lines(folded=not isinstance(part, Matches))
    pattern = _sought_pattern(part)
    seek = where.pattern_test(pattern) if pattern else None

    def first(start: int, end: int) -> int | None:
        if seek and end - start > 1 and not seek("\n".join(texts[start:end]), ""):
            return None
        for at in range(start, end):
            if test(texts[at], folded[at]):
                return at
        return None

    inside = (first(start - 1, min(end, len(texts))) for (start, end), _ in where.passages)
    found = [(at + 1, at + 1) for at in inside if at is not None]
    if found:
        return found
    outside = (first(*between) for between in _between([lines for lines, _ in where.passages], len(texts)))
    return [(at + 1, at + 1) for at in outside if at is not None]


def _between(passages: Iterable[Lines], lines: int) -> Iterator[tuple[int, int]]:
    """Give where the lines begin and end, from 0, that stand before, between and after passages."""
    reached = 0
    for start, end in passages:
        yield reached, start - 1
        reached = max(reached, end)
    yield reached, lines


def _sought_pattern(condition: Condition) -> str | None:
    """Give a regular expression that matches in a text if the condition holds for a line of it."""
    match condition:
        case Matches(pattern) if not _SEES_ITS_SURROUNDINGS.search(pattern):
            return pattern
        case AllOf(parts):
            return next((found for part in parts if (found := _sought_pattern(part))), None)
        case _:
            return None


def _test(condition: Condition, where: Looking) -> TextTest:
    """Give a condition as a test of one text after the other, each as written and without case.

    The same as `holds`, without a look at the condition for each of very many texts.
    """
    match condition:
        case Holds(wanted):
            return _word_test(wanted, where.cased)
        case Matches(pattern):
            return where.pattern_test(pattern)
        case AllOf(parts) | AnyOf(parts) if parts:
            join = _both if isinstance(condition, AllOf) else _either
            return reduce(join, [_test(part, where) for part in parts])
        case Not(part):
            unwanted = _test(part, where)
            return lambda text, folded: not unwanted(text, folded)
        case Cased(minded, part):
            return _test(part, where.minding(minded))
        case _:
            return lambda text, _: holds(condition, where.at((text,)))


def _both(first: TextTest, second: TextTest) -> TextTest:
    return lambda text, folded: first(text, folded) and second(text, folded)


def _either(first: TextTest, second: TextTest) -> TextTest:
    return lambda text, folded: first(text, folded) or second(text, folded)


def _word_test(wanted: str, cased: bool) -> TextTest:
    text_wanted = wanted if cased else wanted.casefold()
    first, *others = text_wanted.split() or [""]
    if others:
        if cased:
            return lambda text, _: first in text and is_held(text_wanted, text)
        return lambda _, folded: first in folded and is_held(text_wanted, folded)
    if cased:
        return lambda text, _: first in text
    return lambda _, folded: first in folded


def _needed(condition: Condition) -> Iterable[str]:
    """Give words that a text must hold for the condition to hold in a part of it: a quick first look."""
    match condition:
        case Holds(text):
            return text.split()
        case AllOf(parts):
            return [word for part in parts for word in _needed(part)]
        case _:
            return ()


def _as_tag(text: str) -> str:
    return text.lstrip("#").rstrip("/")


def _as_target(text: str) -> str:
    return text.strip("[]").removesuffix(".md")


def _named(condition: Condition, rename: Callable[[str], str]) -> Condition:
    """Write the names in a condition as notes carry them."""
    match condition:
        case Holds(text):
            return Holds(rename(text))
        case AllOf(parts):
            return AllOf(tuple(_named(part, rename) for part in parts))
        case AnyOf(parts):
            return AnyOf(tuple(_named(part, rename) for part in parts))
        case Not(part):
            return Not(_named(part, rename))
        case _:
            return condition


def _has_property(asked: HasProperty, where: Looking) -> bool:
    properties, value = where.note.properties, asked.value
    named = asked.named
    if named is None:
        found = values_of(properties, asked.name)
    else:
        called = where.minding(False)
        found = [one for name, one in properties.items() if holds(named, called.at((), (name.strip(),)))]
    match value:
        case None:
            return bool(found)
        case Empty():
            return any(one is None for one in found)
        case Compared():
            return any(compares(one, value) for one in found)
        case _:
            return any(holds(value, where.at(*texts(one))) for one in found)

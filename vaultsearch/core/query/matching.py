"""Note-by-note evaluation of conditions beyond the index."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from itertools import accumulate, chain, islice
from pathlib import PurePosixPath
from typing import Any

import regex

from vaultsearch.core.dates.days import interval_of_numbers
from vaultsearch.core.filters import AllOf, AnyOf, Not
from vaultsearch.core.languages.names import language_name
from vaultsearch.core.query.conditions import (
    PARTS_OF_A_NOTE,
    VAULT_PLACES,
    Cased,
    Compared,
    Condition,
    ConditionPlace,
    Dated,
    DateOf,
    Empty,
    Equals,
    HasProperty,
    Holds,
    Matches,
    Past,
    Within,
    map_parts,
    moments_of,
    number_of,
)
from vaultsearch.core.query.lookup import MatchedLines, TextTest, TextView, contains_words, normalize_composed
from vaultsearch.core.text import fold_case
from vaultsearch.core.values.times import iso_moment

_SIGNS = {">": operator.gt, ">=": operator.ge, "<": operator.lt, "<=": operator.le, "=": operator.eq}
# Lookaround, possessive quantifiers and anchors to the text's ends: over several lines at once, such an
# expression may miss a match within a single line.
_SEES_ITS_SURROUNDINGS = regex.compile(r"\(\?(?!:)|[*+?}]\+|\\[^\W_a-z]|\\[gkz1-9]|\(\*")
_RANGE = regex.compile(r"([^.]+?(?:\.\d+)?)\s*\.\.+\s*(.+)")
_FULL_YEAR = regex.compile(r"(?<!\d)\d{4}(?!\d)")
_LINK = regex.compile(r"\[\[([^\[\]|#]*)[^\[\]|]*\|?([^\[\]]*)\]\]")


def values_of(properties: Mapping[str, Any], name: str) -> list[Any]:
    """List the values of all properties with this name, ignoring case."""
    folded_name = fold_case(name)
    return [value for key, value in properties.items() if fold_case(key.strip()) == folded_name]


def flat_items(value: Any) -> list[Any]:
    """Flatten nested lists; wrap a scalar in a list."""
    return [item for part in value for item in flat_items(part)] if isinstance(value, list) else [value]


def property_texts(value: Any) -> tuple[list[str], list[str]]:
    """Return a property's strings, which may contain a word, and scalars, which must equal it."""
    held = [item for item in flat_items(value) if isinstance(item, str)]
    exact = [write_scalar(item) for item in flat_items(value) if isinstance(item, (bool, int, float))]
    return held, exact


def satisfies_comparison(value: Any, condition: Compared) -> bool:
    """Return whether a value, or an item in a list, compares so with a number, a date or a text."""

    def item_compares(item: Any) -> bool:
        mine, theirs = number_of(item), number_of(condition.text)
        if mine is not None and (ends := _RANGE.fullmatch(condition.text)):
            least, most = map(number_of, ends.groups())
            return least is not None and most is not None and least <= mine <= most
        if mine is not None and theirs is not None:
            return bool(_SIGNS[condition.sign](mine, theirs))
        moment = moment_of(item)
        if moment is not None and condition.days is not None:
            start, end = condition.days
            # "After" a whole day, month or year means after the end.
            answers = {">": moment >= end, ">=": moment >= start, "<": moment < start, "<=": moment < end}
            return answers.get(condition.sign, start <= moment < end)
        return condition.sign == "=" and fold_case(str(item)) == fold_case(condition.text)

    return any(map(item_compares, flat_items(value)))


def moment_of(value: Any) -> datetime | None:
    """Return the moment named by a text, also a linked daily note, in local time, or None.

    Besides ISO form, dates are read in digits, with a full year: 12.05.2026.
    """
    if not isinstance(value, str):
        return None
    text = value.strip().removeprefix("[[").removesuffix("]]")
    try:
        return iso_moment(text).astimezone()
    except (ValueError, OverflowError, OSError):
        interval = interval_of_numbers(text) if _FULL_YEAR.search(text) else None
    return None if interval is None else moments_of(interval)[0]


def write_scalar(value: bool | float) -> str:
    """Write a number or flag as in a query."""
    if isinstance(value, bool):
        return "true" if value else "false"
    # YAML reads 3.0 as a float; a search for 3 means it as well.
    return str(value).removesuffix(".0")


def condition_holds(condition: Condition, view: TextView) -> bool:
    """Evaluate a condition on a view of a note."""
    match condition:
        case Holds(text) | Equals(text):
            answer = view.holds(text) if isinstance(condition, Holds) else view.equals(text)
        case Matches(pattern):
            answer = view.matches(pattern)
        case AllOf(parts):
            answer = all(condition_holds(part, view) for part in parts)
        case AnyOf(parts):
            answer = any(condition_holds(part, view) for part in parts)
        case Not(part):
            answer = not condition_holds(part, view)
        case Cased(minded, part):
            answer = condition_holds(part, view.with_case(minded))
        case Within(place, part):
            answer = _holds_within(place, part, view)
        case Dated():
            answer = bool(_dated_lines(condition, view))
        case HasProperty() | Past():
            answer = isinstance(condition, Past) or _has_property(condition, view)
    return answer


def matched_lines(condition: Condition, view: TextView) -> list[MatchedLines] | None:
    """Return the lines matched by a condition, or None if it does not hold.

    These are the lines matched by ``block:``, ``section:`` and ``task:``, and for ``line:`` the first match
    in each passage; the list is empty for a condition on the note as a whole.
    """
    match condition:
        case AllOf(parts):
            lines: list[MatchedLines] = []
            for part in parts:
                found = matched_lines(part, view)
                if found is None:
                    return None
                lines += found
            return lines
        case AnyOf(parts):
            held = [part_lines for part in parts if (part_lines := matched_lines(part, view)) is not None]
            return list(chain.from_iterable(held)) if held else None
        case Cased(minded, part):
            return matched_lines(part, view.with_case(minded))
        case Dated(of=DateOf.DUE | DateOf.ABOUT):
            lines = _dated_lines(condition, view)
        case Within(place, part) if place in PARTS_OF_A_NOTE:
            lines = _matching_units(place, part, view)
        case _:
            return [] if condition_holds(condition, view) else None
    return lines or None


def first_line(condition: Condition, view: TextView) -> int | None:
    """Return the first line with what a condition names, None if it is about the note as a whole."""
    match condition:
        case AllOf(parts) | AnyOf(parts):
            return next((line for part in parts if (line := first_line(part, view))), None)
        case Cased(minded, part):
            return first_line(part, view.with_case(minded))
        case Within(ConditionPlace.HEADING, part):
            headings = view.note.headings
            return next((h.line for h in headings if condition_holds(part, view.with_texts((h.text,)))), None)
        case Holds(text):
            return view.line_of(text)
        case Matches():
            lines: list[MatchedLines] | None = _matching_units(ConditionPlace.LINE, condition, view)
        case _:
            lines = matched_lines(condition, view)
    return min(lines)[0] if lines else None


def _dated_lines(condition: Dated, view: TextView) -> list[MatchedLines]:
    """Return the lines with a matching date; line 1 for the note's own date."""
    note = view.note
    match condition.of:
        case DateOf.DUE | DateOf.ABOUT:
            start, end = condition.start, condition.end
            day = start.day if start and end and end - start < timedelta(hours=30) else 0
            dates = view.whole.dates(condition.of, note.date.year, view.month_first, day)
            held = (line for line, moment in dates if condition.holds(moment))
            return [(line, line) for line in dict.fromkeys(held)]
        case DateOf.EDITED:
            moment = note.modified or note.date
        case DateOf.CREATED:
            if note.date == note.modified:
                return []  # the note does not say when it was begun
            moment = note.date
        case _:
            moment = note.date
    return [(1, 1)] if condition.holds(moment) else []


def _holds_within(place: ConditionPlace, part: Condition, view: TextView) -> bool:
    note = view.note
    match place:
        case ConditionPlace.TAG:
            # Checked first, because most notes have no tags, and a view costs more.
            return bool(note.tags) and condition_holds(
                _rename_names(part, lambda text: Holds(text.lstrip("#").rstrip("/"))),
                view.with_case(False).with_texts((), note.tags),
            )
        case ConditionPlace.LINK:
            return bool(note.links) and condition_holds(
                _rename_targets(part), view.with_texts((), view.links.of(note))
            )
        case ConditionPlace.HEADING:
            return any(condition_holds(part, view.with_texts((heading.text,))) for heading in note.headings)
        case _ if place in PARTS_OF_A_NOTE:
            return bool(_matching_units(place, part, view))
        case _ if place in VAULT_PLACES or place is ConditionPlace.TYPE:
            return _has_name(place, part, view)
        case ConditionPlace.PATH:
            part, text = _rename_names(part, _path_written), view.above + note.path
        case ConditionPlace.CONTENT:
            text = view.whole.text
        case _:
            text = note.title if place is ConditionPlace.TITLE else note.path.rpartition("/")[2]
    return condition_holds(part, view.with_texts((text,)))


def _has_name(place: ConditionPlace, part: Condition, view: TextView) -> bool:
    """Return whether a condition holds for a note's names as a file, or within the whole vault."""
    view = view.with_case(False)
    if place is ConditionPlace.TYPE:
        types = (view.note.kind, PurePosixPath(view.note.path).suffix[1:])
        return condition_holds(part, view.with_texts((), types))
    names = view.vault_names.get(place, {}).get(view.note.path, ())
    if place is ConditionPlace.UNDER:
        return condition_holds(_rename_targets(part), view.with_texts((), names))
    return condition_holds(part, view.with_texts(names))


def _matching_units(place: ConditionPlace, part: Condition, view: TextView) -> list[MatchedLines]:
    if place is ConditionPlace.LANG:
        plain_view = view.with_case(False)
        # A language is named by its code or its English name.
        codes = {place.language for place in view.passages}
        names = {code: (code, language_name(code)) if code else () for code in codes}
        languages = {
            code for code, named in names.items() if condition_holds(part, plain_view.with_texts((), named))
        }
        return [(p.line_start, p.line_end) for p in view.passages if p.language in languages]
    whole = view.whole
    # Search the whole text before cutting it: few notes need units.
    if not all(fold_case(word) in whole.folded for word in _needed_words(part)):
        return []
    test = text_test(part, view)
    if place is ConditionPlace.LINE:
        return _matching_lines(part, test, view)
    units = whole.units(place, [heading.line for heading in view.note.headings])
    return [(start, end) for text, folded, start, end in units if test(text, folded)]


def _matching_lines(part: Condition, test: TextTest, view: TextView) -> list[MatchedLines]:
    """Return each passage's first matching line or, if none match, the first outside passages.

    A note has too many lines to cache as units, or to test each without need.
    """
    texts, folded = view.whole.lines(folded=not isinstance(part, Matches))
    pattern = _sought_pattern(part)
    seek = view.pattern_test(pattern) if pattern else None

    def first(start: int, end: int) -> list[MatchedLines]:
        # One search over many lines is far quicker than a search per line.
        if seek and end - start > 1 and not seek("\n".join(texts[start:end]), ""):
            return []
        numbers = (index + 1 for index in range(start, end) if test(texts[index], folded[index]))
        return [(number, number) for number in islice(numbers, 1)]

    passages = [(place.line_start, place.line_end) for place in view.passages]
    inside = (first(start - 1, min(end, len(texts))) for start, end in passages)
    # Lines outside all passages, such as properties, count only if no passage matches.
    if lines := [*chain.from_iterable(inside)]:
        return lines
    ends = accumulate((end for _, end in passages), max, initial=0)
    starts = (*(start - 1 for start, _ in passages), len(texts))
    return [*chain.from_iterable(map(first, ends, starts))]


def _sought_pattern(condition: Condition) -> str | None:
    """Return a regular expression to match wherever the condition holds for a line, or None."""
    match condition:
        case Matches(pattern) if not _SEES_ITS_SURROUNDINGS.search(pattern):
            return pattern
        case AllOf(parts):
            return next((sought for part in parts if (sought := _sought_pattern(part))), None)
        case _:
            return None


def text_test(condition: Condition, view: TextView) -> TextTest:
    """Compile a condition to a predicate on texts, passed as written and case-folded.

    Equivalent to `condition_holds`, but dispatches on the condition once, not once per text.
    """
    match condition:
        case Holds(wanted):
            return _word_test(wanted, view.cased)
        case Matches(pattern):
            return view.pattern_test(pattern)
        case AllOf(parts) | AnyOf(parts) if parts:
            tests = [text_test(part, view) for part in parts]
            join = all if isinstance(condition, AllOf) else any
            return lambda text, folded: join(test(text, folded) for test in tests)
        case Not(part):
            unwanted = text_test(part, view)
            return lambda text, folded: not unwanted(text, folded)
        case Cased(minded, part):
            return text_test(part, view.with_case(minded))
        case _:
            # Conditions rare within lines are evaluated in the general way.
            return lambda text, _: condition_holds(condition, view.with_texts((text,)))


def _word_test(word: str, cased: bool) -> TextTest:
    text_wanted = normalize_composed(word) if cased else fold_case(normalize_composed(word))
    first, *others = text_wanted.split() or [""]
    if others:
        if cased:
            return lambda text, _: first in text and contains_words(text_wanted, text)
        return lambda _, folded: first in folded and contains_words(text_wanted, folded)
    if cased:
        return lambda text, _: first in text
    return lambda _, folded: first in folded


def _needed_words(condition: Condition) -> Iterable[str]:
    """Return words needed to satisfy the condition, for a quick rejection."""
    match condition:
        case Holds(text):
            return normalize_composed(text).split()
        case AllOf(parts):
            return [word for part in parts for word in _needed_words(part)]
        case _:
            return ()


def _rename_targets(condition: Condition) -> Condition:
    return _rename_names(condition, lambda text: Holds(text.strip("[]").removesuffix(".md")))


def _rename_names(condition: Condition, rename: Callable[[str], Condition]) -> Condition:
    """Map the names in a condition to the form used in notes."""
    if isinstance(condition, Holds):
        return rename(condition.text)
    return map_parts(condition, lambda part: _rename_names(part, rename))


def _path_written(text: str) -> Condition:
    """Read a path as it is or as people write it: with Windows' slashes, or one before the topmost folder."""
    path = text.replace("\\", "/")
    readings: list[Condition] = [*map(Holds, dict.fromkeys((path, text)))]
    if path.startswith(("/", "./")):
        readings.append(Matches("^" + regex.escape(path.lstrip("./"))))
    return readings[0] if len(readings) == 1 else AnyOf(tuple(readings))


def _has_property(condition: HasProperty, view: TextView) -> bool:
    properties, value = view.note.properties, condition.value
    named = condition.named
    if named is None:
        values = values_of(properties, condition.name)
    else:
        called = view.with_case(False)
        values = [
            value
            for name, value in properties.items()
            if condition_holds(named, called.with_texts((), (name.strip(),)))
        ]
    match value:
        case None:
            return bool(values)
        case Empty():
            # Obsidian leaves "" or [] where the last value was removed.
            return any(all(item in (None, "") for item in flat_items(value)) for value in values)
        case Compared():
            return any(satisfies_comparison(own, value) for own in values)
        case _:
            return any(condition_holds(value, view.with_texts(*_texts_and_names(own))) for own in values)


def _texts_and_names(value: Any) -> tuple[list[str], list[str]]:
    """Return `property_texts`, a link also by the note, with and without brackets, and by the text."""
    held, exact = property_texts(value)
    links = [link for text in held for link in _LINK.findall(text)]
    return held, [*exact, *(name for note, shown in links for name in (note, shown, f"[[{note}]]") if name)]

"""An iCalendar text (RFC 5545), such as the invitation in a mail -> Markdown: what, when, where, and why."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vaultsearch.core.vault.documents.document_text import cleaned, escaped, joined
from vaultsearch.core.vault.documents.plain import written_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_FOLDED = re.compile(r"\n[ \t]")
_PROPERTY = re.compile(r'([A-Za-z-]+)((?:;(?:"[^"]*"|[^":])*)?):(.*)')
_ESCAPED = re.compile(r"\\([nN;,\\])")
_MOMENT = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?")
_ZONE = re.compile(r";TZID=\"?([^;\":]+)", re.IGNORECASE)
_NAME = re.compile(r";CN=(?:\"([^\"]*)\"|([^;:]*))", re.IGNORECASE)
_ENTRIES = frozenset(("VEVENT", "VTODO", "VJOURNAL"))
_MOST_ENTRIES = 1_000


def read_calendar(text: str) -> str:
    """Return the entries of a calendar: title, time, place and people of each as a list, then its text."""
    lines = _FOLDED.sub("", cleaned(text)).split("\n")
    return joined(block for entry in _entries(lines) for block in _written(entry))


def _entries(lines: Iterable[str]) -> Iterator[dict[str, list[tuple[str, str]]]]:
    """Yield the properties of each entry as parameters and values by name, without those of its alarms."""
    within: list[str] = []
    entry: dict[str, list[tuple[str, str]]] = {}
    count = 0
    for line in lines:
        match = _PROPERTY.match(line)
        if match is None:
            continue
        name, value = match[1].upper(), match[3].strip()
        if name == "BEGIN":
            within.append(value.upper())
        elif name == "END":
            if within and within.pop() in _ENTRIES and count < _MOST_ENTRIES:
                yield entry
                entry, count = {}, count + 1
        elif within and within[-1] in _ENTRIES:
            entry.setdefault(name, []).append((match[2], value))


def _written(entry: dict[str, list[tuple[str, str]]]) -> Iterator[str]:
    times = [time for name in ("DTSTART", "DTEND", "DUE") for time in map(_time, entry.get(name, ()))]
    people = map(_person, (*entry.get("ORGANIZER", ()), *entry.get("ATTENDEE", ())))
    lines = [_line(entry, "SUMMARY"), " – ".join(times), _line(entry, "LOCATION")]
    lines += [escaped(", ".join(filter(None, dict.fromkeys(people))))]
    yield "\n".join(f"- {line}" for line in lines if line)
    yield written_text(_text(entry, "DESCRIPTION").strip())


def _time(parameters_and_value: tuple[str, str]) -> str:
    """Return a date, with its time and zone if it has them, as it is commonly written."""
    parameters, value = parameters_and_value
    moment = _MOMENT.match(value)
    if moment is None:
        return escaped(value)
    day = "-".join(moment.group(1, 2, 3))
    if moment[4] is None:
        return day
    zone = _ZONE.search(parameters)
    named = "UTC" if moment[6] else zone[1] if zone else ""
    return escaped(f"{day} {moment[4]}:{moment[5]} {named}".strip())


def _person(parameters_and_value: tuple[str, str]) -> str:
    parameters, value = parameters_and_value
    name = _NAME.search(parameters)
    address = re.sub(r"(?i)^mailto:", "", value)
    return " ".join(f"{(name[1] or name[2]) if name else ''} {address}".split())


def _line(entry: dict[str, list[tuple[str, str]]], name: str) -> str:
    return escaped(" ".join(_text(entry, name).split()))


def _text(entry: dict[str, list[tuple[str, str]]], name: str) -> str:
    values = (value for _, value in entry.get(name, ()))
    return "\n".join(_ESCAPED.sub(lambda sign: "\n" if sign[1] in "nN" else sign[1], text) for text in values)

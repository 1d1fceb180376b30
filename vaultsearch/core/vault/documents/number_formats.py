"""A cell's value and the code of its number format -> what the sheet shows, of percentages, dates and times.

Codes: ECMA-376, part 1, 18.8.31. Some depend on the system's language, which a file doesn't tell.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import NamedTuple

_TOKEN = re.compile(
    r"""\[(?P<elapsed>h+|m+|s+)\]|\[(?P<bracket>[^\]]*)\]|"(?P<text>[^"]*)"|\\(?P<escaped>.)|[_*](?P<space>.)"""
    r"""|(?P<noon>AM/PM|A/P)|(?P<part>y+|m+|d+|h+|s+)|(?P<tenths>\.0+)|(?P<sign>.)""",
    re.IGNORECASE | re.DOTALL,
)
_PERCENT = re.compile(r"(?P<whole>[#0?,]+)(?:\.(?P<places>[#0?]+))?\s*%")
_QUOTED = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|[_*].')
_OF_SYSTEM = re.compile(
    r"mm-dd-yy|m/d/yy(?: h:mm)?|.*\[\$-[fx](?:400|800|sysdate|systime)\].*", re.IGNORECASE
)
_LOCALE = re.compile(r"\$[^-]*-([0-9a-f]+)", re.IGNORECASE)
_ENGLISH, _GERMAN = 0x09, 0x07
_LANGUAGE_BITS = 0x3FF
_MONTHS = {
    _ENGLISH: "January February March April May June July August September October November December",
    _GERMAN: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
}
_DAYS = {
    _ENGLISH: "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    _GERMAN: "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
}
_MIDNIGHT = re.compile(r" 0?0:00(?::00)?$")
_MOST_PLACES = 10


class _Token(NamedTuple):
    """A part of a format: its kind, the name of a group of the pattern, and how it is written."""

    kind: str
    written: str


def formatted(value: object, code: str) -> str | None:
    """Return a value as a format shows it, None if the format says nothing of it that is known."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return _percentage(value, code)
    if isinstance(value, date | time | timedelta) and not _OF_SYSTEM.fullmatch(code):
        return _moment(value, code)
    return None


@lru_cache(maxsize=256)
def _percent_places(code: str) -> str | None:
    """Return the decimal places of a percentage as its format writes them, None of another format."""
    match = _PERCENT.search(_QUOTED.sub("", code.partition(";")[0]))
    return (match["places"] or "")[:_MOST_PLACES] if match else None


def _percentage(value: float, code: str) -> str | None:
    places = _percent_places(code)
    if places is None:
        return None
    number = f"{value * 100:.{len(places)}f}"
    for _ in range(len(places) - len(places.rstrip("#?"))):
        number = number.removesuffix("0")
    return f"{number.removesuffix('.')}%"


@lru_cache(maxsize=256)
def _tokens(code: str) -> tuple[_Token, ...]:
    """Return the parts of a format's first section, minutes as "minute" since months are written alike."""
    tokens_found = []
    for match in _TOKEN.finditer(code):
        if match[0] == ";":
            break
        kind = match.lastgroup or ""
        tokens_found.append(_Token(kind, match[kind]))
    parts = [index for index, token in enumerate(tokens_found) if token.kind in ("part", "elapsed")]
    for before, at, after in zip([None, *parts], parts, [*parts[1:], None], strict=False):
        near = (tokens_found[before].written[0].lower() if before is not None else "") == "h" or (
            tokens_found[after].written[0].lower() if after is not None else ""
        ) == "s"
        if tokens_found[at].kind == "part" and tokens_found[at].written[0] in "mM" and near:
            tokens_found[at] = _Token("minute", tokens_found[at].written)
    return tuple(tokens_found)


def _moment(value: date | time | timedelta, code: str) -> str | None:
    tokens = _tokens(code)
    if not any(token.kind in ("part", "minute", "elapsed") for token in tokens):
        return None
    language = _language(tokens)
    written = [_part(token, value, tokens, language) for token in tokens]
    if any(part is None for part in written):
        return None
    line = " ".join("".join(part for part in written if part).split())
    is_day = isinstance(value, datetime) and value.time() == time()
    return _MIDNIGHT.sub("", line) if is_day else line


def _language(tokens: tuple[_Token, ...]) -> int:
    found = (_LOCALE.match(token.written) for token in tokens if token.kind == "bracket")
    codes = [int(match[1], 16) & _LANGUAGE_BITS for match in found if match and len(match[1]) <= 8]
    return codes[0] if codes else _ENGLISH


def _part(
    token: _Token, value: date | time | timedelta, tokens: tuple[_Token, ...], language: int
) -> str | None:
    """Return one part of what a format shows, None if it cannot be told."""
    if token.kind in ("text", "escaped", "sign"):
        return token.written if token.written != "@" else ""
    if token.kind in ("bracket", "space"):
        return " " if token.kind == "space" else ""
    if isinstance(value, timedelta):
        return _elapsed(token, value)
    if token.kind in ("noon", "tenths", "minute", "elapsed") or token.written[0] in "hHsS":
        return _of_day(token, value, has_noon=any(token.kind == "noon" for token in tokens))
    return _of_year(token.written.lower(), value, language) if isinstance(value, date) else None


def _elapsed(token: _Token, value: timedelta) -> str | None:
    seconds = round(value.total_seconds())
    unit = token.written[0].lower()
    width = len(token.written)
    if token.kind == "elapsed":
        return f"{seconds // {'h': 3600, 'm': 60, 's': 1}[unit]:0{width}}"
    if token.kind == "minute":
        return f"{seconds // 60 % 60:0{width}}"
    if token.kind == "part" and unit in "hs":
        return f"{seconds // 3600 % 24 if unit == 'h' else seconds % 60:0{width}}"
    return "" if token.kind == "tenths" else None


def _of_day(token: _Token, value: date | time, *, has_noon: bool) -> str | None:
    day_time = value if isinstance(value, time) else value.time() if isinstance(value, datetime) else time()
    if token.kind == "noon":
        return "AM" if day_time.hour < 12 else "PM"
    if token.kind == "tenths":
        return f".{day_time.microsecond:06}"[: len(token.written)]
    width = min(2, len(token.written))
    if token.kind == "minute":
        return f"{day_time.minute:0{width}}"
    if token.written[0] in "sS":
        return f"{day_time.second:0{width}}"
    return f"{(day_time.hour + 11) % 12 + 1 if has_noon else day_time.hour:0{width}}"


def _of_year(written: str, value: date, language: int) -> str | None:
    width = len(written)
    if written[0] == "y":
        return f"{value.year:04}" if width > 2 else f"{value.year % 100:02}"
    number, names = (value.month, _MONTHS) if written[0] == "m" else (value.day, _DAYS)
    if width <= 2:
        return f"{number:0{width}}"
    if language not in names:
        return None
    value_of_unit = number - 1 if written[0] == "m" else value.weekday()
    name = names[language].split()[value_of_unit]
    short = 2 if names is _DAYS and language == _GERMAN else 3
    return name if width == 4 else name[:1] if width > 4 else name[:short]

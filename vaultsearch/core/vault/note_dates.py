"""Date a note by properties or name, preferring the vault's own date formats."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, timezone
from pathlib import Path
from typing import Any

from vaultsearch.core.dates.days import Calendar, Interval, first_dated, full_year, interval_of_numbers
from vaultsearch.core.dates.intervals import dated_phrase
from vaultsearch.core.values.note import PropertyValue
from vaultsearch.core.values.times import (
    dated_stem,
    first_moment,
    interval_in_name,
    is_offset,
    iso_moment,
    local_day,
)

_DATE_KEYS = """
created date createdat datecreated creationdate createddate createdon createdtime ctime timestamp journalday
datum erstellt erstelltam erstelldatum fecha creado fechadecreación datedecréation crééle data creato criado
aangemaakt дата создано датасоздания utworzono 日期 创建时间 创建日期 日付 作成日 作成日時 날짜 작성일"""
"""Properties with a note's date, best first; without case, spaces and signs."""
_KEY_SIGNS = re.compile(r"[\W_]+")
_WIKILINK = re.compile(r"!?\[\[(?:[^\[\]|]*/)?([^\[\]|/#]+)[^\[\]]*\]\]")
_CLOCK_TIME = re.compile(
    r"(?:[T ,]|(?<!\d))(\d{1,2}):(\d\d)(?::(\d\d))?(?:[.,]\d+)?\s?([ap])?\.?(?:m\b\.?)?"
    r" ?(?:Z|(?:GMT|UTC)?([+-]\d\d):?(\d\d)|GMT|UTC)?(?: ?\(.*\))?",
    re.IGNORECASE,
)
_DAY_AND_MONTH = re.compile(
    r"(\d(?<![\d./-]\d)\d?)(?:([-/_])(\d{1,2})\2|\.\d{1,2}\.)(?:(?:19|20)\d\d|\d\d)(?!\d|[./-]\d)"
)
_DAY_NAME = re.compile(r"(?:\A|/)[\d\W_]+\Z")
"""A name without letters, as of a daily note."""
_UNIX_SECONDS, _UNIX_MILLISECONDS = range(10**9, 4 * 10**9), range(10**12, 4 * 10**12)
"""Unix times from 2001 on: smaller numbers mean something else."""
_PLAUSIBLE_YEARS = range(1900, 2100)
_STAMP_FORMATS = {12: "%Y%m%d%H%M", 14: "%Y%m%d%H%M%S"}
_MAX_DATE_CHARS = 200


@dataclass(frozen=True, slots=True)
class DateFormats:
    """The date formats used in a vault.

    Attributes:
        names: Path patterns for daily and periodic notes, without the ending.
        month_first: Whether 3/4/2025 is in March; None if unknown.
        n_files: The vault's files when this was learned.
    """

    names: tuple[str, ...] = ()
    month_first: bool | None = None
    n_files: int = field(default=0, compare=False)

    @classmethod
    def of_vault(
        cls, root: Path, texts: Iterable[str], n_files: int = 0, former: DateFormats | None = None
    ) -> DateFormats:
        """Read the vault's settings; learn the order of day and month from them, or from ``texts``.

        A ``former`` order holds until the settings change, or a tenth of the files came or went.
        """
        formats: list[tuple[str, str]] = []
        for name in _SETTINGS_FILES:
            # No Obsidian vault, or a file damaged by sync: the other formats are still read.
            with suppress(OSError, ValueError, RecursionError):
                formats += _find_formats(json.loads((root / name).read_bytes()))
        orders = []
        for form, _ in formats:
            day, month, year = (re.search(letters, form) for letters in ("D", "(?<!M)MM?(?!M)", "[YGg]"))
            # With the year first, the month always precedes the day.
            if day and month and year and year.start() >= day.start():
                orders.append(month.start() < day.start())
        names = tuple(filter(None, (_path_pattern(form, folder) for form, folder in formats)))
        if former and former.names == names and 10 * abs(n_files - former.n_files) <= former.n_files:
            return former
        return cls(names, learn_month_first(texts, orders), n_files)

    def interval_in_name(self, path: str, month_first: bool | None) -> Interval | None:
        """Return the day or period in a note's name."""
        stem = dated_stem(path)
        for pattern in self.names:
            match = re.search(pattern, stem, re.IGNORECASE)
            if match and (interval := _combine_date_parts(match.groupdict())):
                return interval
        return interval_in_name(path, month_first)


def learn_month_first(texts: Iterable[str], orders: Sequence[bool] = ()) -> bool | None:
    """Return whether 3/4/2025 is in March by known ``orders``, else in these texts; None if unknown."""
    dates = (match for text in texts for match in _DAY_AND_MONTH.finditer(text))
    # Only unambiguous dates: 3.4.2025 is always in April, and 3/25/2025 in March.
    orders = orders or [
        match[3] is not None and int(match[1]) <= 12
        for match in dates
        if match[3] is None or int(match[1]) > 12 or int(match[3]) > 12
    ]
    # In a tie, each note's language decides.
    most = 2 * sum(orders) - len(orders)
    return most > 0 if most else None


def find_created_date(
    path: str, properties: Mapping[str, PropertyValue], text: str = "", forms: DateFormats = DateFormats()
) -> datetime | None:
    """Return a note's date from properties, else from the name, in UTC.

    The day that is a daily note's whole name outranks a property with another day: the note may have been
    written, or imported, later. A time without a zone is local time; for weeks, months, quarters and years,
    see `first_moment`.
    """
    dated = {_KEY_SIGNS.sub("", key.casefold()): value for key, value in properties.items()}
    values = [dated[key] for key in _DATE_KEYS.split() if key in dated]
    month_first = forms.month_first
    if month_first is None and any(map(_DAY_AND_MONTH.search, (path, *map(str, values)))):
        from vaultsearch.core.languages.detection import detect_language, is_surely_in
        from vaultsearch.core.languages.names import ENGLISH

        shown = text[:_LANGUAGE_SAMPLE_CHARS]
        detected = detect_language(shown)
        # In English, the order depends on the territory.
        month_first = False if detected.language != ENGLISH and is_surely_in(shown, detected) else None
    interval = forms.interval_in_name(path, month_first)
    is_daily = interval and interval.first == interval.last and _DAY_NAME.search(dated_stem(path))
    for value in values:
        moment = _to_utc(_parse_property(value, month_first))
        if moment and not (is_daily and interval and local_day(moment) != interval.first):
            return moment
    return None if interval is None else _to_utc(first_moment(interval))


def _to_utc(moment: datetime | None) -> datetime | None:
    try:
        return None if moment is None else moment.astimezone(UTC)
    # The years 1 and 9999 leave the range in some zones; Windows rejects dates before 1970.
    except (OverflowError, ValueError, OSError):
        return None


def _parse_property(value: PropertyValue, month_first: bool | None) -> datetime | None:
    if isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, datetime):
        return value.replace(microsecond=0)
    if isinstance(value, date):
        return datetime.combine(value, time())
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        value = str(value).partition(".")[0]
    return _parse_date(value[:_MAX_DATE_CHARS].strip(), month_first) if isinstance(value, str) else None


def _parse_date(text: str, month_first: bool | None) -> datetime | None:
    text = _WIKILINK.sub(r"\1", text).strip("\"' <>")
    if text.isdecimal() and len(text) != len("20250314"):
        return _parse_digits(text)
    if (interval := interval_of_numbers(text, month_first)) is not None:
        return first_moment(interval)
    with suppress(ValueError):
        return iso_moment(text).replace(microsecond=0)
    clock = _CLOCK_TIME.search(text)
    bare = text if clock is None else f"{text[: clock.start()]} {text[clock.end() :]}".strip(" ,")
    interval = interval_of_numbers(bare, month_first) or first_dated(bare, month_first) or dated_phrase(bare)
    if interval is None or clock is None or interval.first is None or interval.first != interval.last:
        return None if interval is None else first_moment(interval)
    return _combine_day_and_clock(interval.first, clock)


def _parse_digits(digits: str) -> datetime | None:
    number = int(digits)
    if number in _UNIX_MILLISECONDS or number in _UNIX_SECONDS:
        return datetime.fromtimestamp(number // (1000 if number in _UNIX_MILLISECONDS else 1), UTC)
    if number in _PLAUSIBLE_YEARS:
        return first_moment(Calendar(date.min).years(number))
    try:
        return datetime.strptime(digits, _STAMP_FORMATS[len(digits)])
    except (KeyError, ValueError):
        return None


def _combine_day_and_clock(day: date, clock: re.Match[str]) -> datetime:
    hour, minute, second, half, zone_hour, zone_minute = clock.groups()
    hours = int(hour) % 12 + 12 * (half in "pP") if half else int(hour)
    try:
        moment = datetime.combine(day, time(hours, int(minute), int(second or 0)))
    except ValueError:
        return datetime.combine(day, time())
    if zone_hour is not None:
        offset = timedelta(hours=int(zone_hour), minutes=int(f"{zone_hour[0]}{zone_minute}"))
        return moment.replace(tzinfo=timezone(offset)) if is_offset(offset) else moment
    is_utc = clock[0].rstrip().upper().endswith(("Z", "GMT", "UTC"))
    return moment.replace(tzinfo=UTC) if is_utc else moment


# --- the vault's date formats ---------------------------------------------------------------------

_SETTINGS_FILES = (".obsidian/daily-notes.json", ".obsidian/plugins/periodic-notes/data.json")
_LANGUAGE_SAMPLE_CHARS = 4_000
_WORD_PATTERN = r"[^\W\d_]++\.?"
"""Possessive: matching a format with a hundred day names would take hours."""
_ORDINAL_PATTERN = r"\d{1,2}(?:st|nd|rd|th|er|[eºª.])?"
_TOKEN_PATTERNS = {
    **dict.fromkeys(("YYYY", "GGGG", "gggg"), r"(?P<year>\d{4})"),
    **dict.fromkeys(("YY", "GG", "gg"), r"(?P<year>\d\d)"),
    **dict.fromkeys(("MMMM", "MMM"), rf"(?P<name>{_WORD_PATTERN})"),
    **dict.fromkeys(("MM", "M"), r"(?P<month>\d{1,2})"),
    **dict.fromkeys(("DDDD", "DDD"), r"(?P<day_of_year>\d{1,3})"),
    **dict.fromkeys(("DD", "D", "Do"), rf"(?P<day>{_ORDINAL_PATTERN})"),
    **dict.fromkeys(("WW", "W", "Wo", "ww", "w", "wo"), rf"(?P<week>{_ORDINAL_PATTERN})"),
    **dict.fromkeys(("Q", "Qo"), r"(?P<quarter>[1-4])(?:st|nd|rd|th|er|[eºª.])?"),
    **dict.fromkeys(("dddd", "ddd", "dd", "A", "a"), _WORD_PATTERN),
    **dict.fromkeys(("d", "do", "e", "E", "HH", "H", "hh", "h", "mm", "m", "ss", "s"), _ORDINAL_PATTERN),
}
"""Text pattern for each moment.js format token, as used by Obsidian."""
_FORMAT_TOKEN = re.compile(
    r"\[([^\]]{0,99})\]|" + "|".join(sorted(_TOKEN_PATTERNS, key=len, reverse=True)) + "|.", re.DOTALL
)


def _find_formats(content: Any) -> Iterator[tuple[str, str]]:
    """Yield each format with folder from settings in any version, for any type of note."""
    if isinstance(content, dict):
        form, folder = content.get("format"), content.get("folder")
        if isinstance(form, str) and form:
            yield form, folder.strip("/") if isinstance(folder, str) else ""
        content = list(content.values())
    for value in content if isinstance(content, list) else ():
        yield from _find_formats(value)


def _path_pattern(form: str, folder: str) -> str | None:
    """Return the path pattern for notes named by a format, None if the format has no year."""
    groups, parts = set[str](), []
    for token in _FORMAT_TOKEN.finditer(form):
        part = re.escape(token[0] if token[1] is None else token[1])
        part = part if token[1] is not None else _TOKEN_PATTERNS.get(token[0], part)
        # Folder and name may both contain the year, but Python allows a group name only once.
        group = re.match(r"\(\?P<(\w+)>", part)
        if group and group[1] in groups:
            part = part.replace(group[0], "(?:")
        groups |= {group[1]} if group else set()
        parts.append(part)
    beginning = rf"\A{re.escape(folder)}/(?:.*/)?" if folder else r"(?:\A|/)"
    return rf"{beginning}{''.join(parts)}\Z" if "year" in groups else None


def _combine_date_parts(parts: Mapping[str, str | None]) -> Interval | None:
    """Combine the parts of a date; return None for an impossible day."""
    numbers = {name: digits[0] for name, text in parts.items() if (digits := re.findall(r"\d+", text or ""))}
    year = full_year(numbers["year"])
    if name := parts.get("name"):
        named = dated_phrase(f"{name.rstrip('.')} {year}")
        numbers["month"] = str(named.first.month) if named and named.first else "0"
    if "day_of_year" in numbers:
        with suppress(ValueError, OverflowError):  # beyond the calendar
            first = date(year, 1, 1) + timedelta(days=int(numbers["day_of_year"]) - 1)
            return Interval(first, first) if first.year == year else None
        return None
    signs = {"quarter": "-Q", "week": "-W"} if "month" not in numbers else {"month": "-", "day": "-"}
    written = "".join(sign + numbers[part] for part, sign in signs.items() if part in numbers)
    return interval_of_numbers(f"{year:04}{written}")

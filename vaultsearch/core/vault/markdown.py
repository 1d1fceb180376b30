"""The bytes of a file -> a `Note`. Pure: equal bytes give equal notes."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, date, datetime, time
from itertools import chain
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, cast

from vaultsearch.core.values.note import Note, PropertyValue, Revision
from vaultsearch.core.values.times import date_in_name
from vaultsearch.core.vault.body import Body, parse_body
from vaultsearch.core.vault.decoding import decode, hash_of
from vaultsearch.core.vault.frontmatter import Frontmatter, parse_scalar, read_frontmatter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from vaultsearch.core.values.note import PropertyValue

_CREATED = ("created", "date", "created_at", "date_created", "creation_date", "created_date", "created_on")
_SEPARATORS = re.compile(r"[,\s]+")
_DATE = re.compile(
    r"\D{0,2}(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?\W*\Z", re.ASCII
)


def parse_note(revision: Revision, raw: bytes) -> Note:
    """Parse a note. Raise UnreadableNoteError if the bytes are not text."""
    decoded = decode(raw)
    lines = decoded.text.split("\n")
    front = read_frontmatter(lines)
    body = parse_body(lines, front.line_count, drawing="excalidraw-plugin" in front.properties)
    return note_of(revision, raw, decoded.text, front, body, (decoded.problem,) if decoded.problem else ())


def note_of(
    revision: Revision,
    raw: bytes,
    text: str,
    front: Frontmatter,
    body: Body,
    problems: tuple[str, ...] = (),
) -> Note:
    """Assemble a note from its parts."""
    properties = _with_fields(front.properties, body.facts.fields)
    return Note(
        path=revision.path,
        title=title_of(revision.path, front.properties),
        text=text,
        content_hash=hash_of(raw),
        revision=revision,
        modified=revision.modified,
        created=created_of(revision.path, properties),
        properties=properties,
        tags=tags_of(front.properties, body.facts.tags),
        aliases=aliases_of(front.properties),
        links=front.links + tuple(body.facts.links),
        headings=body.headings,
        sections=body.sections,
        problems=(*problems, *front.problems, *body.facts.problems),
    )


def _with_fields(
    properties: dict[str, PropertyValue], fields: Iterable[tuple[str, str]]
) -> dict[str, PropertyValue]:
    """Add Dataview's inline fields; properties at the top of the note take precedence."""
    inline_fields: dict[str, list[PropertyValue]] = {}
    for key, text in fields:
        if key not in properties:
            inline_fields.setdefault(key, []).append(cast("PropertyValue", parse_scalar(text)))
    return properties | {
        key: values if len(values) > 1 else values[0] for key, values in inline_fields.items()
    }


def title_of(path: str, properties: Mapping[str, PropertyValue]) -> str:
    """Return the ``title`` property if there is one, else the file's name without its suffix, in NFC."""
    title = next((value for key, value in properties.items() if key.lower() == "title"), None)
    if isinstance(title, (str, int, float, date)) and not isinstance(title, bool):
        text = " ".join((title.isoformat() if isinstance(title, date) else str(title)).split())
        if text:
            return unicodedata.normalize("NFC", text)
    return unicodedata.normalize("NFC", PurePosixPath(path).stem)


def tags_of(properties: Mapping[str, PropertyValue], inline: Iterable[str]) -> tuple[str, ...]:
    """Return all distinct tags in lower case without ``#``, each followed by its parents."""
    tags: dict[str, None] = {}
    listed = (_SEPARATORS.split(text) for text in _listed(properties, ("tags", "tag"), _SEPARATORS))
    for written in (*chain.from_iterable(listed), *inline):  # a tag contains no space, even in a list
        tag = unicodedata.normalize("NFC", written).strip("#[] ").strip("/").lower()
        while tag:
            tags.setdefault(tag)
            tag = tag.rpartition("/")[0].rstrip("/")
    return tuple(tags)


def aliases_of(properties: Mapping[str, PropertyValue]) -> tuple[str, ...]:
    """Return the aliases of a note; a plain string is a comma-separated list."""
    listed = _listed(properties, ("aliases", "alias"), re.compile(r"\s*,\s*"))
    return tuple(
        dict.fromkeys(unicodedata.normalize("NFC", alias.strip()) for alias in listed if alias.strip())
    )


def created_of(path: str, properties: Mapping[str, PropertyValue]) -> datetime | None:
    """Return the date of a note from its properties, else from its name, in UTC.

    A time without a zone is local time.
    """
    named = {key.lower().replace(" ", "_").replace("-", "_"): value for key, value in properties.items()}
    for key in _CREATED:
        if (moment := _moment(named.get(key))) is not None:
            return moment
    return _moment(date_in_name(path))


def _listed(
    properties: Mapping[str, PropertyValue], names: tuple[str, ...], separators: re.Pattern[str]
) -> Iterator[str]:
    for key, value in properties.items():
        if key.lower() in names:
            yield from separators.split(value) if isinstance(value, str) else _strings(value)


def _strings(value: PropertyValue) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, date):
        yield value.isoformat()
    elif isinstance(value, (str, int, float)) and not isinstance(value, bool):
        yield str(value)


def _moment(value: PropertyValue) -> datetime | None:
    if isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, str):
        value = _parse(value.strip())
    if isinstance(value, date) and not isinstance(value, datetime):
        value = datetime.combine(value, time())
    if not isinstance(value, datetime):
        return None
    try:
        return value.astimezone(UTC)
    except (OverflowError, ValueError, OSError):  # years 1 and 9999, and dates that the platform rejects
        return None


def _parse(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        pass
    match = _DATE.match(text)
    if match is None:
        return None
    try:
        # The pattern's groups are datetime's arguments in order; the type checker cannot count them.
        return datetime(*(int(part or 0) for part in match.groups()))  # type: ignore[arg-type]  # six at most
    except ValueError:
        return None

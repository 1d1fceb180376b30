"""The bytes of a file -> a `Note`. Pure: the same bytes give the same note."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, cast

from vaultsearch.core.values.note import Note, PropertyValue, Revision
from vaultsearch.core.vault.body import Body, parse_body
from vaultsearch.core.vault.decoding import decode
from vaultsearch.core.vault.frontmatter import Frontmatter, read_frontmatter
from vaultsearch.core.vault.metadata import aliases_of, created_of, tags_of, title_of
from vaultsearch.core.vault.yaml_loading import typed

if TYPE_CHECKING:
    from collections.abc import Iterable


def parse_note(revision: Revision, raw: bytes) -> Note:
    """Parse a note. Raises UnreadableNoteError where the bytes are no text."""
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
    """Put a note together from its parts."""
    properties = _with_fields(front.properties, body.facts.fields)
    return Note(
        path=revision.path,
        title=title_of(revision.path, front.properties),
        text=text,
        content_hash=hashlib.blake2b(raw, digest_size=16).hexdigest(),
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
    """Add Dataview's inline fields; what stands at the top of the note comes first and stays."""
    found: dict[str, list[PropertyValue]] = {}
    for key, text in fields:
        if key not in properties:
            found.setdefault(key, []).append(cast("PropertyValue", typed(text)))
    return properties | {key: values if len(values) > 1 else values[0] for key, values in found.items()}

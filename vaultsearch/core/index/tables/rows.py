"""Notes and passages as rows, made in the process that reads them: the window's has only to write them."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from vaultsearch.core.chunking.embedded_text import columns_of, embedded_texts, searchable
from vaultsearch.core.index.tables.passage_cache import packed
from vaultsearch.core.messages import stored
from vaultsearch.core.values.note import Heading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.values.note import Note, Revision
    from vaultsearch.core.values.search import Chunk


MOST_OF_NOTE = 64
"""Tags, aliases and links of its note that a passage's row holds; conditions look up further tags by note.

With all of them, one note of 10,000 tags and 5,000 links made an index of 14 MB in place of 1.3.
"""

_PLAIN = ("id", "path", "line_start", "line_end", "tags", "modified", "created", "language", "kind")


@dataclass(frozen=True, slots=True)
class NoteRows:
    """A note as a row, and its passages as rows."""

    revision: Revision
    content_hash: str
    note: dict[str, Any]
    passages: list[dict[str, Any]]

    @classmethod
    def of(cls, note: Note, chunks: Sequence[Chunk]) -> NoteRows:
        """Write a note and all its passages."""
        keys = [embedded.key for embedded in embedded_texts(chunks)]
        rows = [_chunk_row(chunk, key) for chunk, key in zip(chunks, keys, strict=True)]
        return cls(note.revision, note.content_hash, _note_row(note), rows)

    @property
    def path(self) -> str:
        """The note's path."""
        return self.revision.path


_LINK = ("kind", "target", "line")
"""The fields of a link that its note's row keeps: the others are read in its text."""
_HEADING = [field.name for field in fields(Heading)]
_OF_NOTE = ("tags", "aliases", "links")
"""The fields of a passage that are its note's."""


def _note_row(note: Note) -> dict[str, Any]:
    return {
        "path": note.path,
        "title": note.title,
        "content_hash": note.content_hash,
        "size": note.revision.size,
        "mtime_ns": note.revision.mtime_ns,
        "modified": note.modified,
        "created": note.created,
        "tags": note.tags,
        "aliases": note.aliases,
        "properties": _json(note.properties),
        "links": _json([{name: getattr(link, name) for name in _LINK} for link in note.links]),
        "headings": _json([{name: getattr(heading, name) for name in _HEADING} for heading in note.headings]),
        "problems": [stored(problem) for problem in note.problems],
        "text": note.text,
        "leads_out": note.leads_out,
        "kind": note.kind.value,
        "unread": note.unread,
    }


def _chunk_row(chunk: Chunk, text_key: str) -> dict[str, Any]:
    """Return a passage as a row; the columns that full text searches in others are empty in it."""
    if any(len(getattr(chunk, name)) > MOST_OF_NOTE for name in _OF_NOTE):
        chunk = replace(chunk, **{name: getattr(chunk, name)[:MOST_OF_NOTE] for name in _OF_NOTE})
    searched = searchable(chunk)
    row = {name: getattr(chunk, name) for name in _PLAIN} | {"packed": packed(chunk), "text_key": text_key}
    return row | dict(zip(columns_of(chunk.kind), searched, strict=True))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=_plain)


def _plain(value: object) -> str:
    return value.isoformat() if isinstance(value, date | datetime) else str(value)

"""The columns of the tables, and the values read from rows.

Worker processes make rows, too: they import this without pyarrow, which is 8 MB of memory in each.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from datetime import date, datetime
from sys import intern
from typing import TYPE_CHECKING, Any, TypeAlias

from vaultsearch.core.chunking.embedded_text import columns_of, embedded_texts, searchable
from vaultsearch.core.index.tables.passage_cache import packed
from vaultsearch.core.messages import stored
from vaultsearch.core.values.note import FileKind, Heading, Link, LinkKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pyarrow as pa

    from vaultsearch.core.values.note import Note, Revision
    from vaultsearch.core.values.search import Chunk


_Columns: TypeAlias = "list[tuple[str, Any]]"


FILE_STATE = "file_state"
"""The notes' column that an index lacks until its first sync by this version."""


def notes_schema() -> pa.Schema:
    """Return the notes' columns."""
    import pyarrow as pa

    text, texts, moment = _types()
    columns: _Columns = [
        ("path", text),
        ("title", text),
        ("content_hash", text),
        ("size", pa.int64()),
        ("mtime_ns", pa.int64()),
        ("modified", moment),
        ("created", moment),
        ("tags", texts),
        ("aliases", texts),
        ("properties", text),
        ("links", text),
        ("headings", text),
        ("problems", texts),
        ("text", text),
        ("leads_out", pa.bool_()),
        ("kind", text),
        ("unread", pa.list_(pa.int32())),
        (FILE_STATE, pa.int64()),
    ]
    return pa.schema(columns)


def chunks_schema() -> pa.Schema:
    """Return the passages' columns; ``text_key`` names the text that a passage is embedded by."""
    import pyarrow as pa

    text, texts, moment = _types()
    columns: _Columns = [
        ("id", text),
        ("path", text),
        ("line_start", pa.int32()),
        ("line_end", pa.int32()),
        ("tags", texts),
        ("modified", moment),
        ("created", moment),
        ("language", text),
        ("kind", text),
        # The whole passage as one value; the columns beside it are only those that conditions, searches
        # and the sync read.
        ("packed", pa.binary()),
        ("words", text),
        ("unspaced", text),
        ("file_words", text),
        ("file_unspaced", text),
        ("text_key", text),
    ]
    return pa.schema(columns)


FILTERED = ("id", "path", "tags", "modified", "created", "language", "kind")
"""The passages' columns that conditions are evaluated on: the tables of vectors have them, too."""


def vectors_schema(dimension: int) -> pa.Schema:
    """Return the columns of a space's vectors, one for each passage that has been encoded.

    In a table of their own, a vector is appended: in the passages' rows, it rewrote them and their place in
    the word index. Of 6,000 passages, the first index took 3.9 s of CPU for its tables, and now 2.1 s; an
    edit of one note 0.12 s, and now 0.09 s. ``key`` names the text that a vector was made from, and
    ``is_stale`` tells that the passage has another one since its note was renamed.
    """
    import pyarrow as pa

    passages: list[Any] = [field for field in chunks_schema() if field.name in FILTERED]
    vector: Any = pa.list_(pa.float16(), dimension)
    return pa.schema([*passages, ("key", pa.string()), ("is_stale", pa.bool_()), ("vector", vector)])


def summaries_schema(dimension: int) -> pa.Schema:
    """Return the columns of the notes' summaries; ``content_hash`` is that of the note summarized."""
    import pyarrow as pa

    text, vector = pa.string(), pa.list_(pa.float16(), dimension)
    columns: _Columns = [("path", text), ("content_hash", text), ("text", text), ("vector", vector)]
    return pa.schema(columns)


def model_texts_schema(dimension: int) -> pa.Schema:
    """Return the columns of the texts by a language model, of which a passage may have several.

    ``passage`` is the passage's id, ``label`` tells its texts apart, and ``digest`` names the text that is
    encoded. ``id`` is the passage's once more, or empty for a text that no search may find it by.
    """
    import pyarrow as pa

    names = ("id", "passage", "path", "label", "digest")
    columns: _Columns = [
        *((name, pa.string()) for name in names),
        ("vector", pa.list_(pa.float16(), dimension)),
    ]
    return pa.schema(columns)


def titles_schema() -> pa.Schema:
    """Return the columns of the titles' vectors, in float16; each ``model`` has a length of its own."""
    import pyarrow as pa

    columns: _Columns = [("title", pa.string()), ("model", pa.string()), ("vector", pa.binary())]
    return pa.schema(columns)


def _types() -> tuple[Any, Any, Any]:
    """Return the types of a text, of a list of texts, and of a moment."""
    import pyarrow as pa

    return pa.string(), pa.list_(pa.string()), pa.timestamp("us", tz="UTC")


STORED_NOTE_COLUMNS = [
    *("path", "title", "created", "modified", "text", "tags", "aliases", "properties", "links", "headings"),
    "kind",
]
"""The columns of a note that conditions are evaluated on."""


def stored_note_values(row: Mapping[str, Any]) -> dict[str, Any]:
    """Read the fields of a `StoredNote` from a row; names that many notes share are held once."""
    return {
        "path": row["path"],
        "title": intern(row["title"]),
        "date": row["created"] or row["modified"],
        "modified": row["modified"],
        "text": row["text"],
        "tags": tuple(map(intern, row["tags"] or ())),
        "properties": {intern(name): value for name, value in _read(row["properties"]).items()},
        "aliases": tuple(row["aliases"] or ()),
        "links": tuple(
            Link(_LINK_KINDS[link["kind"]], intern(link["target"]), link["line"])
            for link in _read(row["links"])
        ),
        "headings": tuple(Heading(**heading) for heading in _read(row["headings"])),
        "kind": FileKind(row["kind"]),
    }


_LINK_KINDS = {kind.value: kind for kind in LinkKind}


def _read(written: str) -> Any:
    """Read JSON. Most of it is empty, and there is some for each of ten thousand notes."""
    if written == "{}":
        return {}
    return [] if written == "[]" else json.loads(written)


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
        # Of all passages of the note together: those of one window share a text, and its key.
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
        # As templates with values: a reader in another language is told in that one.
        "problems": [stored(problem) for problem in note.problems],
        "text": note.text,
        "leads_out": note.leads_out,
        "kind": note.kind.value,
        "unread": note.unread,
        FILE_STATE: note.revision.state,
    }


def _chunk_row(chunk: Chunk, text_key: str) -> dict[str, Any]:
    """Return a passage as a row; the columns that full text searches in others are empty in it."""
    if any(len(getattr(chunk, name)) > MOST_OF_NOTE for name in _OF_NOTE):
        chunk = replace(chunk, **{name: getattr(chunk, name)[:MOST_OF_NOTE] for name in _OF_NOTE})
    searched = searchable(chunk)
    row = {name: getattr(chunk, name) for name in _PLAIN} | {"packed": packed(chunk), "text_key": text_key}
    return row | dict(zip(columns_of(chunk.kind), searched, strict=True))


def _plain(value: object) -> str:
    return value.isoformat() if isinstance(value, date | datetime) else str(value)


_json = json.JSONEncoder(ensure_ascii=False, default=_plain).encode
"""Made once: `json.dumps` makes an encoder for each value that it writes so."""

"""Define the tables' columns, and the values read from rows.

Worker processes make rows, too: they import this without pyarrow, which is 8 MB of memory in each.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from sys import intern
from typing import TYPE_CHECKING, Any, TypeAlias

from vaultsearch.core.chunking import embedded_text
from vaultsearch.core.index.tables.passage_cache import pack_passage, write_json
from vaultsearch.core.messages import store_message
from vaultsearch.core.text import index_tags
from vaultsearch.core.values.note import NOTE_KINDS, FileKind, Heading, LinkKind, Note, ParsedLink, Revision
from vaultsearch.core.values.search import Chunk

if TYPE_CHECKING:
    import pyarrow as pa


_Columns: TypeAlias = "list[tuple[str, Any]]"

FILE_STATE = "file_state"
"""A column of the notes that an index lacks until the first sync by this version."""


def notes_schema() -> pa.Schema:
    """Return the notes' columns."""
    import pyarrow as pa

    text, texts, moment = _column_types()
    columns: _Columns = [
        ("path", text), ("title", text), ("content_hash", text), ("size", pa.int64()),
        ("mtime_ns", pa.int64()), ("modified", moment), ("created", moment), ("tags", texts),
        ("aliases", texts), ("properties", text), ("links", text), ("headings", text), ("problems", texts),
        ("text", text), ("leads_out", pa.bool_()), ("kind", text), ("unread", pa.list_(pa.int32())),
        (FILE_STATE, pa.int64()),
    ]  # fmt: skip
    return pa.schema(columns)


def chunks_schema() -> pa.Schema:
    """Return the passages' columns; ``text_key`` names the text a passage is embedded by."""
    import pyarrow as pa

    text, texts, moment = _column_types()
    columns: _Columns = [
        ("id", text), ("path", text), ("line_start", pa.int32()), ("line_end", pa.int32()), ("tags", texts),
        ("modified", moment), ("created", moment), ("language", text), ("kind", text),
        # The whole passage as one value; the columns beside it are only those that conditions, searches
        # and the sync read.
        ("packed", pa.binary()),
        ("words", text),
        ("unspaced", text),
        ("file_words", text),
        ("file_unspaced", text),
        ("text_key", text),
    ]  # fmt: skip
    return pa.schema(columns)


FILTERED_COLUMNS = ("id", "path", "tags", "modified", "created", "language", "kind")
"""The passages' columns used in conditions: vector tables have them, too."""


def vectors_schema(dimension: int) -> pa.Schema:
    """Return the columns for a space's vectors, one per encoded passage.

    In a table of their own, vectors are appended: in passage rows, each rewrote the row and the row's place
    in the word index. For 6,000 passages, table work in a first index went from 3.9 to 2.1 s CPU; for an edit
    of a note from 0.12 to 0.09 s. ``key`` names the text a vector was made from; ``is_stale`` means a
    rename has since given the passage another.
    """
    import pyarrow as pa

    passages: list[Any] = [field for field in chunks_schema() if field.name in FILTERED_COLUMNS]
    vector: Any = pa.list_(pa.float16(), dimension)
    return pa.schema([*passages, ("key", pa.string()), ("is_stale", pa.bool_()), ("vector", vector)])


def summaries_schema(dimension: int) -> pa.Schema:
    """Return the columns for note summaries; ``content_hash`` belongs to the summarized note."""
    import pyarrow as pa

    text, vector = pa.string(), pa.list_(pa.float16(), dimension)
    columns: _Columns = [("path", text), ("content_hash", text), ("text", text), ("vector", vector)]
    return pa.schema(columns)


def model_texts_schema(dimension: int) -> pa.Schema:
    """Return the columns for a language model's texts, possibly several per passage.

    ``passage`` is the passage id, ``label`` distinguishes texts, and ``digest`` names the encoded text.
    ``id`` repeats the passage id, or is empty if no search may find the text.
    """
    import pyarrow as pa

    columns: _Columns = [(name, pa.string()) for name in ("id", "passage", "path", "label", "digest")]
    return pa.schema([*columns, ("vector", pa.list_(pa.float16(), dimension))])


def titles_schema() -> pa.Schema:
    """Return the columns for title vectors, in float16; their length depends on ``model``."""
    import pyarrow as pa

    columns: _Columns = [("title", pa.string()), ("model", pa.string()), ("vector", pa.binary())]
    return pa.schema(columns)


def _column_types() -> tuple[Any, Any, Any]:
    """Return the Arrow types for a text, a list of texts, and a moment."""
    import pyarrow as pa

    return pa.string(), pa.list_(pa.string()), pa.timestamp("us", tz="UTC")


STORED_NOTE_COLUMNS = [
    *("path", "title", "created", "modified", "text", "tags", "aliases", "properties", "links", "headings"),
    "kind",
]
"""The note columns used in conditions."""


def stored_note_values(row: Mapping[str, Any], text: str | Callable[[], bytes]) -> dict[str, Any]:
    """Read the fields for a `StoredNote` from a row; names shared by many notes are held once."""
    return {
        "path": row["path"],
        "title": intern(row["title"]),
        "date": row["created"] or row["modified"],
        "modified": row["modified"],
        "text": text,
        "tags": tuple(map(intern, index_tags(row["tags"] or ()))),
        "written_tags": tuple(map(intern, row["tags"] or ())),
        "properties": {intern(name): value for name, value in _read_json(row["properties"]).items()},
        "aliases": tuple(row["aliases"] or ()),
        "links": tuple(
            ParsedLink(_LINK_KINDS[link["kind"]], intern(link["target"]), link["line"])
            for link in _read_json(row["links"])
        ),
        "headings": tuple(Heading(**heading) for heading in _read_json(row["headings"])),
        "kind": FileKind(row["kind"]),
    }


_LINK_KINDS = {kind.value: kind for kind in LinkKind}


def _read_json(written: str) -> Any:
    """Read JSON, quickly if empty: most is, and there is some for each of ten thousand notes."""
    if written == "{}":
        return {}
    return [] if written == "[]" else json.loads(written)


MAX_NOTE_VALUES = 64
"""Maximum tags, aliases and links from the note in a passage row; conditions look up further tags by note.

Unlimited, one note with 10,000 tags and 5,000 links grew an index from 1.3 to 14 MB.
"""

_PLAIN_COLUMNS = ("id", "path", "line_start", "line_end", "tags", "modified", "created", "language", "kind")


@dataclass(frozen=True, slots=True)
class NoteRows:
    """A note as a row, and the passages as rows."""

    revision: Revision
    content_hash: str
    note: dict[str, Any]
    passages: list[dict[str, Any]]

    @classmethod
    def of(cls, note: Note, chunks: Sequence[Chunk]) -> NoteRows:
        """Convert a note and all passages to rows."""
        # Of all passages of the note together: those of one window share a text, and its key.
        keys = [embedded.key for embedded in embedded_text.embedded_texts(chunks)]
        rows: list[dict[str, Any]] = []
        for whole, key in zip(chunks, keys, strict=True):
            cut = {name: getattr(whole, name)[:MAX_NOTE_VALUES] for name in _OF_NOTE}
            is_cut = any(len(getattr(whole, name)) > MAX_NOTE_VALUES for name in _OF_NOTE)
            chunk = replace(whole, **cut) if is_cut else whole
            # The columns searched for other kinds stay empty.
            is_note = chunk.kind in NOTE_KINDS
            columns = embedded_text.NOTE_COLUMNS if is_note else embedded_text.FILE_COLUMNS
            row = {name: getattr(chunk, name) for name in _PLAIN_COLUMNS}
            row |= {"tags": index_tags(chunk.tags), "packed": pack_passage(chunk), "text_key": key}
            rows.append(row | dict(zip(columns, embedded_text.searched_values(chunk), strict=True)))
        return cls(note.revision, note.content_hash, _note_row(note), rows)

    @property
    def path(self) -> str:
        """The note's path."""
        return self.revision.path


_LINK = ("kind", "target", "line")
"""The link fields kept in a note's row: the others are read from the text."""
_HEADING = [field.name for field in fields(Heading)]
_NOTE_FIELDS = (
    *("path", "title", "content_hash", "modified", "created", "tags", "aliases"),
    *("text", "leads_out", "unread"),
)
"""The note's fields that its row has as they are."""
_OF_NOTE = ("tags", "aliases", "links")
"""The passage fields taken from the note."""


def _note_row(note: Note) -> dict[str, Any]:
    return {
        **{name: getattr(note, name) for name in _NOTE_FIELDS},
        "size": note.revision.size,
        "mtime_ns": note.revision.mtime_ns,
        "properties": write_json(note.properties),
        "links": write_json([{name: getattr(link, name) for name in _LINK} for link in note.links]),
        "headings": write_json(
            [{name: getattr(heading, name) for name in _HEADING} for heading in note.headings]
        ),
        # As templates with values: a reader in another language is told in that one.
        "problems": [store_message(problem) for problem in note.problems],
        "kind": note.kind.value,
        FILE_STATE: note.revision.state,
    }

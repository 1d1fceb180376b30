"""A passage in one value of its row: to read nineteen columns of ninety passages takes half as long again.

Deflated, its text as in the file and its text as read, nearly the same, take little more room than one.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from itertools import chain
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias

from vaultsearch.core.index.searchable_text import SearchedText, bare_headings
from vaultsearch.core.values.note import FileKind
from vaultsearch.core.values.search import Chunk, ChunkSection, own_headings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

PASSAGE = ["packed", "modified"]
"""The columns that a passage is read from; a file's date may change without its text."""
_LEVEL = 1
"""Of zlib: the higher ones take longer for a fiftieth less."""
_NAMES = [field.name for field in fields(Chunk) if field.name not in ("modified", "score", "ranks")]
_values = attrgetter(*_NAMES)
_searched = itemgetter(
    *map(_NAMES.index, ("title", "aliases", "heading_path", "page", "text", "language", "sections"))
)
_KINDS = {kind.value: kind for kind in FileKind}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Written: TypeAlias = tuple[bytes, int | None]
"""A packed passage and its file's date, in microseconds since 1970."""


def packed(passage: Chunk) -> bytes:
    """Write a passage, but for its file's date, and for what a question made of it."""
    return zlib.compress(json.dumps(_values(passage), ensure_ascii=False, default=_plain).encode(), _LEVEL)


def written_in(rows: Any) -> list[Written]:
    """List the rows of an Arrow table or batch with the columns `PASSAGE` as they are written.

    Dates that Arrow turns into Python's take as long as the rest of their rows, and to cast them an import.
    """
    modified = rows["modified"]
    parts = getattr(modified, "chunks", [modified])  # of a table, or the one of a batch
    moments = chain.from_iterable(part.view("int64").to_pylist() for part in parts)
    return list(zip(rows["packed"].to_pylist(), moments, strict=True))


def passages_of(rows: Any) -> list[Chunk]:
    """Read the passages of an Arrow table or batch with the columns `PASSAGE`."""
    return [passage_of(*written) for written in written_in(rows)]


def passage_of(written: bytes, modified: int | None) -> Chunk:
    """Read a passage from its packed value, and its file's date, in microseconds since 1970."""
    values = dict(zip(_NAMES, _unpacked(written), strict=True))
    for name in ("heading_path", "tags", "aliases", "links", "addresses"):
        values[name] = tuple(values[name])
    values["sections"] = sections_of(values["sections"])
    values["created"] = values["created"] and datetime.fromisoformat(values["created"])
    values["kind"] = _KINDS[values["kind"]]
    return Chunk(**values, modified=None if modified is None else _EPOCH + timedelta(microseconds=modified))


def sections_of(written: Iterable[Sequence[Any]]) -> tuple[ChunkSection, ...]:
    """Read the sections of a passage from JSON."""
    return tuple(
        ChunkSection(start, end, first, last, tuple(path)) for start, end, first, last, path in written
    )


def searched_in(rows: Any) -> Iterator[SearchedText]:
    """Yield the texts that full text searches of an Arrow batch with the column ``packed``.

    Of all passages of a vault: not made passages of, they take a third less.
    """
    for written in rows["packed"].to_pylist():
        title, aliases, heading_path, page, text, language, sections = _searched(_unpacked(written))
        headings = (*own_headings(heading_path, page), *bare_headings(sections))
        yield SearchedText.joined(title, aliases, headings, text, language)


def moved(written: bytes, passage: str, path: str) -> bytes:
    """Write a packed passage anew under another id and path of its note."""
    values = _unpacked(written)
    values[_NAMES.index("id")], values[_NAMES.index("path")] = passage, path
    return zlib.compress(json.dumps(values, ensure_ascii=False).encode(), _LEVEL)


def _unpacked(written: bytes) -> list[Any]:
    # As str: json looks for the encoding of bytes, which takes it a quarter longer.
    values: list[Any] = json.loads(zlib.decompress(written).decode())
    # A former version wrote no addresses and sections; the next sync does.
    return values + [()] * (len(_NAMES) - len(values))


def _plain(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)

"""A passage in one value of its row: to read nineteen columns of ninety passages takes half as long again.

Deflated, its text as in the file and its text as read, nearly the same, take little more room than one.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import fields
from datetime import datetime
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from vaultsearch.core.values.note import FileKind
from vaultsearch.core.values.search import Chunk

if TYPE_CHECKING:
    from collections.abc import Mapping

PASSAGE = ["packed", "modified"]
"""The columns that a passage is read from; a file's date may change without its text."""
_LEVEL = 1
"""Of zlib: the higher ones take longer for a fiftieth less."""
_NAMES = [field.name for field in fields(Chunk) if field.name not in ("modified", "score", "ranks")]
_values = attrgetter(*_NAMES)
_KINDS = {kind.value: kind for kind in FileKind}


def packed(passage: Chunk) -> bytes:
    """Write a passage, but for its file's date, and for what a question made of it."""
    return zlib.compress(json.dumps(_values(passage), ensure_ascii=False, default=_plain).encode(), _LEVEL)


def passage_of(row: Mapping[str, Any]) -> Chunk:
    """Read a passage from the columns `PASSAGE` of its row."""
    values = dict(zip(_NAMES, json.loads(zlib.decompress(row["packed"])), strict=True))
    for name in ("heading_path", "tags", "aliases", "links"):
        values[name] = tuple(values[name])
    values["created"] = values["created"] and datetime.fromisoformat(values["created"])
    values["kind"] = _KINDS[values["kind"]]
    return Chunk(**values, modified=row["modified"])


def moved(written: bytes, passage: str, path: str) -> bytes:
    """Write a packed passage anew under another id and path of its note."""
    values = json.loads(zlib.decompress(written))
    values[_NAMES.index("id")], values[_NAMES.index("path")] = passage, path
    return zlib.compress(json.dumps(values, ensure_ascii=False).encode(), _LEVEL)


def _plain(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)

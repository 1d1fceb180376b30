"""The properties of a note as a reader sees them: the passage of a note that holds hardly anything else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vaultsearch.core.values.note import Block

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultsearch.core.values.note import Note, PropertyValue

_NAME = "Properties: "
_WIKILINK = re.compile(r"!?\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")


def properties_block(note: Note) -> Block | None:
    """Give the properties at the top of a note as a block; None where there are none."""
    lines = note.text.split("\n")
    if lines[0].rstrip() != "---":
        return None
    end = next((i for i in range(1, len(lines)) if lines[i].rstrip() == "---"), len(lines))
    content = "\n".join(lines[1:end])
    told = list(_told(note)) if note.properties else [line.strip() for line in lines[1:end] if line.strip()]
    return Block("properties", 2, end, content, _NAME + ";\n".join(told)) if told else None


def _told(note: Note) -> Iterator[str]:
    for key, value in note.properties.items():
        if key.lower() != "title":
            text = " ".join(_text(value).split())
            yield f"{key}: {text}" if text else key


def _text(value: PropertyValue) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ", ".join(filter(None, map(_text, value)))
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_text(item)}" for key, item in value.items())
    return _WIKILINK.sub(r"\1", str(value))

"""Shared by the tests of this folder: parse a note from a text, and abbreviate its parts."""

from vaultsearch.core.values.note import Note, Revision
from vaultsearch.core.vault.markdown import parse_note


def parse(text: str | bytes, path: str = "Folder/Some note.md") -> Note:
    raw = text.encode() if isinstance(text, str) else text
    return parse_note(Revision(path, len(raw), 0), raw)


def texts(note: Note) -> list[str]:
    return [block.text for section in note.sections for block in section.blocks]


def kinds(note: Note) -> list[str]:
    return [block.kind for section in note.sections for block in section.blocks]


def shown(text: str) -> str:
    """Return the text of a note's only block."""
    (only,) = texts(parse(text))
    return only

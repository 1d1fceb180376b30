"""Values of the quick switcher: notes found by a name, and notes to begin with."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from vaultsearch.core.values.note import Span


class NameKind(StrEnum):
    """The kinds of names that a note has, the most telling first."""

    TITLE = "title"
    ALIAS = "alias"
    FILE = "file name"
    HEADING = "heading"


@dataclass(frozen=True, slots=True)
class NoteEntry:
    """A note in a list of notes; ``uri`` opens it in Obsidian, ``modified`` is when its file was saved."""

    path: str
    title: str
    uri: str
    modified: datetime

    @property
    def folder(self) -> str:
        """The folders of the note, "" for none."""
        return self.path.rpartition("/")[0]


@dataclass(frozen=True, slots=True)
class NameMatch:
    """A note, or a heading in it, whose name matches the typed letters.

    Attributes:
        name: The matched name as written.
        marks: The matched letters of the name.
        uri: Opens the note, or the heading, in Obsidian.
        line: The heading's 1-based line, 0 for the note's top.
    """

    note: NoteEntry
    kind: NameKind
    name: str
    uri: str
    marks: tuple[Span, ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class Beginnings:
    """Notes and questions to begin with, while nothing is typed.

    Attributes:
        opened: Notes that were opened from here, the latest first.
        changed: Notes that were saved last, the latest first.
        questions: Questions that passages of these notes answer.
    """

    opened: tuple[NoteEntry, ...] = ()
    changed: tuple[NoteEntry, ...] = ()
    questions: tuple[str, ...] = ()

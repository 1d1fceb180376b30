"""The conditions of a query, which filter and do not rank, and their descriptions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from vaultsearch.core.filters import AllOf, AnyOf, Not

if TYPE_CHECKING:
    from datetime import datetime

Condition: TypeAlias = (
    "Holds | Equals | Matches | Within | Cased | HasProperty | Dated"
    " | AllOf[Condition] | AnyOf[Condition] | Not[Condition]"
)


class Place(StrEnum):
    """The scope of a condition: the operator's name as typed."""

    FILE = "file"
    PATH = "path"
    CONTENT = "content"
    TITLE = "title"
    HEADING = "heading"
    TAG = "tag"
    LINK = "link"
    LINE = "line"
    BLOCK = "block"
    SECTION = "section"
    TASK = "task"
    TASK_TODO = "task-todo"
    TASK_DONE = "task-done"
    LANG = "lang"
    TYPE = "type"


PARTS_OF_A_NOTE = frozenset(
    [Place.LINE, Place.BLOCK, Place.SECTION, Place.TASK, Place.TASK_TODO, Place.TASK_DONE, Place.LANG]
)
"""Places that are line ranges: only the matching passages of a note are results."""


@dataclass(frozen=True, slots=True)
class Holds:
    """The text occurs, ignoring case and with any white space between its words; "" always holds."""

    text: str


@dataclass(frozen=True, slots=True)
class Equals:
    """A property's value equals the text, ignoring case."""

    text: str


@dataclass(frozen=True, slots=True)
class Matches:
    """The regular expression, known to compile, matches somewhere."""

    pattern: str


@dataclass(frozen=True, slots=True)
class Within:
    """The part holds in at least one such place of the note."""

    place: Place
    part: Condition


@dataclass(frozen=True, slots=True)
class Cased:
    """The part holds with case-sensitive (``minded``) or case-insensitive comparison."""

    minded: bool
    part: Condition


@dataclass(frozen=True, slots=True)
class HasProperty:
    """The note has the property and, with ``value``, one of its values satisfies it.

    ``named`` is a condition on property names, used instead of ``name`` if that stands for several.
    """

    name: str
    value: Condition | Compared | Empty | None = None
    named: Condition | None = None


@dataclass(frozen=True, slots=True)
class Empty:
    """The property exists without a value; an empty string or list is a value."""


@dataclass(frozen=True, slots=True)
class Compared:
    """Comparison of a property's value; ``days`` is the half-open interval of ``text`` if that is a date."""

    sign: str
    text: str
    days: tuple[datetime, datetime] | None = None


@dataclass(frozen=True, slots=True)
class Dated:
    """The note's date (its own, else the modification date) is in the half-open interval [start, end)."""

    description: str
    start: datetime | None = None
    end: datetime | None = None


PLACE_PHRASES = {
    Place.FILE: "file name contains",
    Place.PATH: "path contains",
    Place.CONTENT: "content contains",
    Place.TITLE: "title contains",
    Place.HEADING: "a heading contains",
    Place.TAG: "tagged",
    Place.LINK: "links to",
    Place.LINE: "a line contains",
    Place.BLOCK: "a block contains",
    Place.SECTION: "a section contains",
    Place.TASK: "a task contains",
    Place.TASK_TODO: "an open task contains",
    Place.TASK_DONE: "a finished task contains",
    Place.LANG: "a passage is in",
    Place.TYPE: "is a file of the type",
}
"""Description of each operator, followed by its operand."""


def describe(condition: Condition) -> str:
    """Describe a condition in words, such as ``path contains Sub``."""
    match condition:
        case Holds() | Equals() | Matches():
            words = f"contains {_operand(condition)}"
        case Within(place, part):
            words = f"{PLACE_PHRASES[place]} {_operand(part)}"
        case Dated(words):
            pass
        case HasProperty(name, value):
            words = _property(name, value)
        case Cased(minded, part):
            words = f"{describe(part)} ({'matching case' if minded else 'ignoring case'})"
        case Not(part):
            words = f"not ({describe(part)})"
        case AllOf(parts):
            words = " and ".join(_bracketed(part) for part in parts)
        case AnyOf(parts):
            words = " or ".join(_bracketed(part) for part in parts)
    return words


def held_texts(condition: Condition) -> list[str]:
    """List the texts that a matching note may display: those not under a negation."""
    match condition:
        case Holds(text):
            return [text]
        case AllOf(parts) | AnyOf(parts):
            return [text for part in parts for text in held_texts(part)]
        case Within(place, part) if place not in (Place.TAG, Place.LINK, Place.PATH, Place.LANG, Place.TYPE):
            return held_texts(part)
        case Cased(_, part):
            return held_texts(part)
        case _:
            return []


def _bracketed(condition: Condition) -> str:
    written = describe(condition)
    return f"({written})" if isinstance(condition, (AllOf, AnyOf)) else written


def _operand(condition: Condition) -> str:
    match condition:
        case Holds(text) | Equals(text):
            plain = isinstance(condition, Holds) and text and not set(text) & set(' ()"')
            return text if plain else f"“{text}”"
        case Matches(pattern):
            return f"/{pattern}/"
        case AllOf(parts):
            return "(" + " and ".join(map(_operand, parts)) + ")"
        case AnyOf(parts):
            return "(" + " or ".join(map(_operand, parts)) + ")"
        case Not(part):
            return f"not {_operand(part)}"
        case _:
            return f"({describe(condition)})"


def _property(name: str, value: Condition | Compared | Empty | None) -> str:
    match value:
        case None:
            return f"has the property {name}"
        case Empty():
            return f"the property {name} has no value"
        case Compared(sign, text):
            return f"the property {name} {sign} {text}"
        case Equals(text):
            return f"the property {name} is “{text}”"
        case _:
            return f"the property {name} contains {_operand(value)}"

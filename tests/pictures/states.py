"""What the pictures show: looks, and in each of them the states that a person comes through."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Type:
    """Type into the field, from anew, and wait for the last answer."""

    text: str


@dataclass(frozen=True, slots=True)
class Press:
    """Press keys, such as ``Ctrl+K``, in whatever has the keyboard."""

    keys: str


@dataclass(frozen=True, slots=True)
class Do:
    """Trigger an action."""

    action: str


@dataclass(frozen=True, slots=True)
class Await:
    """Wait until the notes are read (``read``), an answer to a ``job`` came, or for so many milliseconds."""

    what: str | int


@dataclass(frozen=True, slots=True)
class Size:
    """Give the window another size."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Picture:
    """Save a picture under a name."""

    name: str


Step = Type | Press | Do | Await | Size | Picture


@dataclass(frozen=True, slots=True)
class Look:
    """A start of the program: its environment, and what is done in it."""

    steps: tuple[Step, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    dark: bool = False


_READ = (Do("open_sample"), Await("read"))
_FOUND = (Type("what would Anna like for her birthday"), Await("preview"))
_BASKET = (Press("Down"), Press("Space"), Press("Down"), Press("Space"), Await("basket"), Do("basket"))

LOOKS: Mapping[str, Look] = {
    "states": Look(
        (
            Picture("welcome"),
            Do("open_sample"),
            Await(700),
            Picture("indexing"),
            Await("read"),
            Picture("idle"),
            *_FOUND,
            Await(300),
            Picture("results"),
            Do("group"),
            Press("Down"),
            Press("Right"),
            Await(300),
            Picture("grouped"),
            Do("group"),
            *_BASKET,
            Await(300),
            Picture("basket"),
            Do("clear"),
            Do("palette"),
            Picture("palette"),
            Press("Escape"),
            Do("shortcuts"),
            Await(200),
            Picture("shortcuts"),
            Press("Escape"),
            Type("quarterly revenue of the zeppelin department"),
            Await(300),
            Picture("unanswered"),
            Do("mode_literal"),
            Type("zeppelins"),
            Picture("nothing"),
            Do("mode_hybrid"),
            *_FOUND,
            Size(720, 480),
            Await(300),
            Picture("small"),
        )
    ),
    "dark": Look((*_READ, *_FOUND, *_BASKET, Await(300), Picture("dark")), dark=True),
    "double": Look((*_READ, *_FOUND, Await(300), Picture("double")), {"QT_SCALE_FACTOR": "2"}),
}

"""The looks, and in each the states that a user passes through."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


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
class Copy:
    """Put a text on the clipboard."""

    text: str


@dataclass(frozen=True, slots=True)
class Await:
    """Wait until the notes are read (``read``), an answer to a ``job`` came, or for so many milliseconds."""

    what: str | int


@dataclass(frozen=True, slots=True)
class Size:
    """Resize the window."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Speak:
    """Choose another language."""

    language: str


@dataclass(frozen=True, slots=True)
class Picture:
    """Save a picture under a name."""

    name: str


Step = Type | Press | Do | Copy | Await | Size | Speak | Picture


@dataclass(frozen=True, slots=True)
class Look:
    """A start of the program: its environment and settings, and the actions in it.

    ``vault`` is a folder beside these tests, "" for the sample vault that the steps open. ``prefix`` begins
    the pictures' names.
    """

    steps: tuple[Step, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    dark: bool = False
    language: str = "en"
    vault: str = ""
    size: tuple[int, int] = (1180, 760)
    prefix: str = ""


_READ = (Do("open_sample"), Await("read"))
_FOUND = (Type("what would Anna like for her birthday"), Await("preview"))
_MEANT = (Type("why is my bread so dense"), Await("marks"), Await(300))
_DRAFT = (
    "Plans for the summer: the boat goes back into the water in May, with new planks and paint.\n\n"
    "Bread: the rye loaf came out flat again, I should keep the leaven warmer overnight.\n\n"
    "And a present for Anna, who has her birthday in September."
)
_BASKET = (Press("Down"), Press("Space"), Press("Down"), Press("Space"), Await("basket"), Do("basket"))
_UNANSWERED = (Type("quarterly revenue of the bakery department in Hamburg"), Await("relax"), Await(300))
_NOTHING = (Type("rye planks tag:recipe -path:Recipes"), Await("relax"), Await(300), Press("Down"))

_LOOKS: Mapping[str, Look] = {
    "manual": Look(
        (
            *_READ,
            Do("manual"),
            Await(700),
            Picture("manual"),
            Do("shortcuts"),
            Await(300),
            Picture("manual-shortcuts"),
        )
    ),
    "states": Look(
        (
            Picture("welcome"),
            Do("open_sample"),
            Await(700),
            Picture("indexing"),
            Await("read"),
            Await("preview"),
            Await(300),
            Picture("idle"),
            *_FOUND,
            Await(300),
            Picture("results"),
            Type("when is high water"),
            Await("answer"),
            Await(200),
            Picture("answer"),
            *_FOUND,
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
            Do("related"),
            Await("related"),
            Await(300),
            Picture("related"),
            Do("related"),
            Do("outline"),
            Await(200),
            Picture("outline"),
            Do("outline"),
            Do("toggle_sidebar"),
            Await("facets"),
            Await(300),
            Picture("sidebar"),
            Do("toggle_sidebar"),
            Do("focus_field"),
            Type("tag:boat -[status:done] planks"),
            Await(300),
            Picture("chips"),
            Type("tag:boat after:"),
            Await(500),
            Picture("dates"),
            Copy(_DRAFT),
            Do("search_with_clipboard"),
            Await("passage"),
            Await(500),
            Picture("topics"),
            Do("settings"),
            Await(1500),
            Picture("settings"),
            Press("Escape"),
            Do("palette"),
            Picture("palette"),
            Press("Escape"),
            Do("shortcuts"),
            Await(200),
            Picture("shortcuts"),
            Press("Escape"),
            *_UNANSWERED,
            Picture("unanswered"),
            *_NOTHING,
            Picture("nothing"),
            Do("mode_literal"),
            Type("planc"),
            Await("relax"),
            Await(300),
            Picture("nothing-literal"),
            Do("mode_hybrid"),
            *_FOUND,
            Size(720, 480),
            Await(300),
            Picture("small"),
        )
    ),
    "dark": Look(
        (*_READ, *_NOTHING, Picture("dark-nothing"), *_FOUND, *_BASKET, Await(300), Picture("dark")),
        dark=True,
    ),
    "table": Look(
        (
            *_READ,
            *_FOUND,
            Do("table"),
            Await("properties"),
            Await(300),
            Picture("table"),
            Do("order_title"),
            Do("group"),
            Press("Down"),
            Press("Right"),
            Await(300),
            Picture("table-grouped"),
        )
    ),
    "spelling": Look(
        (
            *_READ,
            Type("garbaord planks"),
            Await(500),
            Picture("corrected"),
            Do("other_spelling"),
            Await(700),
            Picture("as-typed"),
            Type("nmmc.co.uk"),
            Await(500),
            Picture("literal"),
            Speak("de"),
            Type("garbaord planks"),
            Await(500),
            Picture("corrected-de"),
        )
    ),
    "switched": Look(
        (
            *_READ,
            *_FOUND,
            *_BASKET,
            Do("toggle_sidebar"),
            Await("facets"),
            Speak("de"),
            Await(500),
            Picture("switched"),
            Do("clear"),
            Size(720, 480),
            Await(300),
            Do("toggle_sidebar"),
            Await("facets"),
            Await(300),
            Picture("switched-small"),
        )
    ),
    "marks": Look((*_READ, *_MEANT, Picture("marks"), Do("next_match"), Await(100), Picture("next-match"))),
    "dark-marks": Look((*_READ, *_MEANT, Do("next_match"), Await(100), Picture("dark-marks")), dark=True),
    "all": Look(
        (
            Await("read"),
            *_READ,
            Do("all_vaults"),
            Await("read"),
            *_FOUND,
            Do("toggle_sidebar"),
            Await("facets"),
            Await(300),
            Picture("all-vaults"),
            Do("focus_field"),
            *_BASKET,
            Await(300),
            Picture("all-vaults-basket"),
            Do("clear"),
            Type("path:office planks"),
            Await(500),
            Picture("all-vaults-narrowed"),
        ),
        vault="office",
    ),
    "rtl": Look(
        (Await("read"), Type("القهوة"), Await("preview"), Await(500), Picture("right-to-left")), vault="rtl"
    ),
}

_STATES = _LOOKS["states"]
LOOKS: Mapping[str, Look] = {
    **_LOOKS,
    "states-dark": replace(_STATES, dark=True, prefix="dark-"),
    "states-small": replace(_STATES, size=(900, 600), prefix="900-"),
    "states-large": replace(_STATES, environment={"QT_SCALE_FACTOR": "1.5"}, size=(900, 600), prefix="1.5-"),
    "states-double": replace(_STATES, environment={"QT_SCALE_FACTOR": "2"}, prefix="2-"),
    "states-german": replace(_STATES, language="de", prefix="german-"),
    "states-chinese": replace(_STATES, language="zh", prefix="chinese-"),
}

"""The looks, and in each the states that a user passes through."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that a user does, and the text that it is done with."""

    text: str


class Type(Deed):
    """Type into the field, from anew, and wait for the last answer."""


class Press(Deed):
    """Press keys, such as ``Ctrl+K``, in whatever has the keyboard."""


class Do(Deed):
    """Trigger an action."""


class Copy(Deed):
    """Put a text on the clipboard."""


class Speak(Deed):
    """Choose another language."""


class Picture(Deed):
    """Save a picture under a name."""


@dataclass(frozen=True, slots=True)
class Await:
    """Wait until the notes are read (``read``), an answer to a ``job`` came, or for so many milliseconds."""

    what: str | int


@dataclass(frozen=True, slots=True)
class Size:
    """Resize the window."""

    width: int
    height: int


Step = Deed | Await | Size


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


def _shot(name: str, *steps: Step, wait: int = 300) -> tuple[Step, ...]:
    """Take steps, and a picture once nothing moves any more."""
    return (*steps, Await(wait), Picture(name))


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
_SIDEBAR = (Do("toggle_sidebar"), Await("facets"))
_UNFOLD = (Do("group"), Press("Down"), Press("Right"))

_LOOKS: Mapping[str, Look] = {
    "manual": Look(
        (*_shot("manual", *_READ, Do("manual"), wait=700), *_shot("manual-shortcuts", Do("shortcuts")))
    ),
    "states": Look(
        (
            Picture("welcome"),
            *_shot("indexing", Do("open_sample"), wait=700),
            *_shot("idle", Await("read"), Await("preview")),
            *_shot("results", *_FOUND),
            *_shot("answer", Type("when is high water"), Await("answer"), wait=200),
            *_shot("grouped", *_FOUND, *_UNFOLD),
            *_shot("basket", Do("group"), *_BASKET),
            *_shot("related", Do("clear"), Do("related"), Await("related")),
            *_shot("outline", Do("related"), Do("outline"), wait=200),
            *_shot("sidebar", Do("outline"), *_SIDEBAR),
            Do("toggle_sidebar"),
            Do("focus_field"),
            *_shot("chips", Type("tag:boat -[status:done] planks")),
            *_shot("dates", Type("tag:boat after:"), wait=500),
            *_shot("topics", Copy(_DRAFT), Do("search_with_clipboard"), Await("passage"), wait=500),
            *_shot("settings", Do("settings"), wait=1500),
            *(Press("Escape"), Do("palette"), Picture("palette")),
            *_shot("shortcuts", Press("Escape"), Do("shortcuts"), wait=200),
            *(Press("Escape"), *_UNANSWERED, Picture("unanswered")),
            *(*_NOTHING, Picture("nothing")),
            *_shot("nothing-literal", Do("mode_literal"), Type("planc"), Await("relax")),
            *_shot("small", Do("mode_hybrid"), *_FOUND, Size(720, 480)),
        )
    ),
    "dark": Look((*_READ, *_NOTHING, Picture("dark-nothing"), *_shot("dark", *_FOUND, *_BASKET)), dark=True),
    "table": Look(
        (
            *_shot("table", *_READ, *_FOUND, Do("table"), Await("properties")),
            *_shot("table-grouped", Do("order_title"), *_UNFOLD),
        )
    ),
    "spelling": Look(
        (
            *_shot("corrected", *_READ, Type("garbaord planks"), wait=500),
            *_shot("as-typed", Do("other_spelling"), wait=700),
            *_shot("literal", Type("nmmc.co.uk"), wait=500),
            *_shot("corrected-de", Speak("de"), Type("garbaord planks"), wait=500),
        )
    ),
    "switched": Look(
        (
            *_shot("switched", *_READ, *_FOUND, *_BASKET, *_SIDEBAR, Speak("de"), wait=500),
            *(Do("clear"), Size(720, 480), Await(300)),
            *_shot("switched-small", *_SIDEBAR),
        )
    ),
    "marks": Look((*_READ, *_MEANT, Picture("marks"), *_shot("next-match", Do("next_match"), wait=100))),
    "dark-marks": Look(_shot("dark-marks", *_READ, *_MEANT, Do("next_match"), wait=100), dark=True),
    "all": Look(
        (
            *(Await("read"), *_READ, Do("all_vaults"), Await("read")),
            *_shot("all-vaults", *_FOUND, *_SIDEBAR),
            *_shot("all-vaults-basket", Do("focus_field"), *_BASKET),
            *_shot("all-vaults-narrowed", Do("clear"), Type("path:office planks"), wait=500),
        ),
        vault="office",
    ),
    "rtl": Look(
        _shot("right-to-left", Await("read"), Type("القهوة"), Await("preview"), wait=500), vault="rtl"
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

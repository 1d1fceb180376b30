"""The actions of the monkey, drawn from a seed. Places are shares of the window that is in front."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from vaultsearch.gui.actions import ACTION_SPECS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

LANGUAGES = ("en", "de", "zh")
THEMES = ("light", "dark", "system")


@dataclass(frozen=True, slots=True)
class Press:
    """Keys pressed together, as ``Ctrl+L``."""

    keys: str


@dataclass(frozen=True, slots=True)
class Type:
    """ASCII text, letter by letter."""

    text: str


@dataclass(frozen=True, slots=True)
class Click:
    """``button`` is 1, 2 or 3, as X counts them."""

    x: float
    y: float
    button: int = 1
    times: int = 1
    modifier: str = ""


@dataclass(frozen=True, slots=True)
class Drag:
    """From one place to another, in small steps."""

    x: float
    y: float
    to_x: float
    to_y: float


@dataclass(frozen=True, slots=True)
class Wheel:
    """``steps`` of the wheel, upwards if positive."""

    x: float
    y: float
    steps: int
    modifier: str = ""


@dataclass(frozen=True, slots=True)
class Resize:
    """A new size of the window."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Prefer:
    """A preference set to another value."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Copy:
    """Text put on the clipboard."""

    text: str


@dataclass(frozen=True, slots=True)
class OpenVault:
    """Open one of the vaults, by its number."""

    number: int


@dataclass(frozen=True, slots=True)
class ChangeFiles:
    """Create, change, rename or delete ``count`` files beneath the window."""

    kind: str
    count: int
    seed: int


@dataclass(frozen=True, slots=True)
class Compare:
    """Ask for a word, go down a few rows, and compare the selected row with the note shown."""

    word: str
    rows: int


Action: TypeAlias = (
    Press | Type | Click | Drag | Wheel | Resize | Prefer | Copy | OpenVault | ChangeFiles | Compare
)

_FIELD = (Press("Ctrl+L"), Press("Ctrl+A"))

INCIDENT: tuple[Action, ...] = (
    *_FIELD,
    Type("type:pdf quicksort"),
    *[Press("Tab")] * 10,
    *_FIELD,
    Type("dog"),
)
"""After these, while it indexed, the window once died of a segmentation fault near `QFont::~QFont`."""

_SYNTAX = (
    "type:pdf quicksort",
    "type:image ",
    "tag:",
    "tag:#a",
    "path:",
    "after:2023 ",
    "before:2019",
    '"not closed',
    "/a.*b/",
    "/[/",
    "(a OR (b",
    "NOT ",
    "- ",
    "OR",
    "has:task",
    "title:",
    "link:",
    "a" * 300,
)
_PASTED = (
    "城市 花园",
    "Straße Übung",
    "A paragraph about one thing.\n\nAnother about something else, with more words in it than are typed.",
    "zwei Wörter\tund ein Tab",
    "🙂 \u202e abc",
    "word " * 400,
    "",
)
_MOVES = (
    *("Tab", "Shift+Tab", "Return", "Escape", "Space", "Delete", "BackSpace", "Menu", "F10"),
    *("Up", "Down", "Left", "Right", "Page_Up", "Page_Down", "Home", "End"),
    *("Shift+Down", "Shift+Up", "Ctrl+Home", "Ctrl+End", "Ctrl+Left", "Ctrl+BackSpace"),
    *("Ctrl+A", "Ctrl+C", "Ctrl+V", "Ctrl+X", "Ctrl+Z", "Ctrl+Shift+Z", "F2", "Alt+Left", "Alt+Right"),
)
_LEFT_ALONE = {"Ctrl+Q"}
"""Quitting is not random: the program is started again then, which takes seconds."""
_SHORTCUTS = tuple(keys for spec in ACTION_SPECS for keys in spec.shortcuts if keys not in _LEFT_ALONE)
_PREFERENCES = {
    "theme": THEMES,
    "language": LANGUAGES,
    "density": ("comfortable", "compact"),
}
_CALM = 80
"""Actions between two times in which files change beneath, and of those times."""


class Monkey:
    """Draws actions from a seed: ``words`` are those of the notes, ``vaults`` the number of vaults."""

    def __init__(self, seed: int, words: Sequence[str], vaults: int) -> None:
        self._random = Random(seed)
        self._words = words
        self._vaults = vaults

    def actions(self) -> Iterator[Action]:
        """Yield actions without end, those of the known incident first."""
        yield from INCIDENT
        habits = self._habits()
        count = 0
        while True:
            for action in self._random.choices(list(habits), list(habits.values()))[0]():
                count += 1
                yield action
            if count // _CALM % 2 and self._random.random() < 0.3:
                yield self._change()

    def _habits(self) -> dict[Callable[[], tuple[Action, ...]], int]:
        return {
            self._moves: 30,
            self._asks: 14,
            self._clicks: 22,
            self._shortcut: 14,
            self._wheels: 6,
            self._drags: 4,
            self._resizes: 3,
            self._prefers: 2,
            self._pastes: 3,
            self._compares: 4,
            self._opens: 1,
            lambda: (self._change(),): 1,
            lambda: (Press("Escape"), Press("Escape")): 6,
            lambda: INCIDENT: 1,
        }

    def _moves(self) -> tuple[Action, ...]:
        return (Press(self._random.choice(_MOVES)),) * self._random.choice((1, 1, 1, 2, 3, 10))

    def _asks(self) -> tuple[Action, ...]:
        text = self._random.choice((*_SYNTAX, *self._random.choices(self._words, k=2 * len(_SYNTAX))))
        return (*_FIELD, Type(text)) if self._random.random() < 0.8 else (Type(text),)

    def _clicks(self) -> tuple[Action, ...]:
        button = self._random.choices((1, 2, 3), (12, 1, 2))[0]
        times = self._random.choices((1, 2, 3), (8, 2, 1))[0]
        modifier = self._random.choices(("", "Shift", "Ctrl"), (10, 1, 1))[0]
        return (Click(*self._place(), button, times, modifier),)

    def _shortcut(self) -> tuple[Action, ...]:
        return (Press(self._random.choice(_SHORTCUTS)),)

    def _wheels(self) -> tuple[Action, ...]:
        steps, modifier = self._random.choice((-10, -3, -1, 1, 3)), self._random.choice(("", "", "", "Ctrl"))
        return (Wheel(*self._place(), steps, modifier),)

    def _drags(self) -> tuple[Action, ...]:
        return (Drag(*self._place(), *self._place()),)

    def _resizes(self) -> tuple[Action, ...]:
        return (Resize(self._random.randint(720, 1270), self._random.randint(480, 770)),)

    def _prefers(self) -> tuple[Action, ...]:
        name = self._random.choice(list(_PREFERENCES))
        return (Prefer(name, self._random.choice(_PREFERENCES[name])),)

    def _pastes(self) -> tuple[Action, ...]:
        keys = self._random.choice(("Ctrl+V", "Ctrl+Shift+V"))
        return (Copy(self._random.choice(_PASTED)), *_FIELD, Press(keys))

    def _compares(self) -> tuple[Action, ...]:
        return (Compare(self._random.choice(self._words), self._random.randint(0, 4)),)

    def _opens(self) -> tuple[Action, ...]:
        return (OpenVault(self._random.randrange(self._vaults)),)

    def _change(self) -> ChangeFiles:
        kind = self._random.choices(("edit", "create", "rename", "delete", "move"), (8, 4, 3, 2, 1))[0]
        return ChangeFiles(kind, self._random.choice((1, 1, 3, 20)), self._random.getrandbits(32))

    def _place(self) -> tuple[float, float]:
        return round(self._random.random(), 3), round(self._random.random(), 3)

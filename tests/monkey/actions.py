"""The actions of the monkey, drawn from a seed. Places are shares of the window that is in front."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from vaultsearch.gui.actions import ACTION_SPECS

LANGUAGES = ("en", "de", "zh")
THEMES = ("light", "dark", "system")


class Action(NamedTuple):
    """A deed and its values; `Trial` does it.

    press keys, as ``Ctrl+L``; type ASCII text; click x, y, button (1, 2 or 3, as X counts them), times and
    modifier; drag x, y, to_x, to_y; wheel x, y, steps (upwards if positive), modifier; resize width, height;
    prefer name, value; copy text; open the number of a vault; change the kind and count of files beneath the
    window, a seed; compare the selected row with the note shown: a word to ask for, rows to go down.
    """

    deed: str
    values: tuple[str | int | float, ...]


def _press(keys: str) -> Action:
    return Action("press", (keys,))


def _type(text: str) -> Action:
    return Action("type", (text,))


_FIELD = (_press("Ctrl+L"), _press("Ctrl+A"))

INCIDENT: tuple[Action, ...] = (
    *_FIELD, _type("type:pdf quicksort"), *[_press("Tab")] * 10, *_FIELD, _type("dog"),
)  # fmt: skip
"""After these, while it indexed, the window once died of a segmentation fault near `QFont::~QFont`."""

_SYNTAX = (
    *("type:pdf quicksort", "type:image ", "tag:", "tag:#a", "path:", "after:2023 ", "before:2019"),
    *('"not closed', "/a.*b/", "/[/", "(a OR (b", "NOT ", "- ", "OR", "has:task", "title:", "link:"),
    "a" * 300,
)
_PASTED = (
    *("城市 花园", "Straße Übung"),
    "A paragraph about one thing.\n\nAnother about something else, with more words in it than are typed.",
    *("zwei Wörter\tund ein Tab", "🙂 \u202e abc", "word " * 400, ""),
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
_PREFERENCES = {"theme": THEMES, "language": LANGUAGES, "density": ("comfortable", "compact")}
_CALM = 80
"""Actions between two times in which files change beneath, and of those times."""


class Monkey:
    """Draws actions from a seed: ``words`` are those of the notes, ``vaults`` the number of vaults."""

    def __init__(self, seed: int, words: Sequence[str], vaults: int) -> None:
        self._random = Random(seed)
        self._words, self._vaults = words, vaults

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
            self._moves: 30, self._asks: 14, self._clicks: 22, self._shortcut: 14, self._wheels: 6,
            self._drags: 4, self._resizes: 3, self._prefers: 2, self._pastes: 3, self._compares: 4,
            self._opens: 1, lambda: (self._change(),): 1, lambda: (_press("Escape"), _press("Escape")): 6,
            lambda: INCIDENT: 1,
        }  # fmt: skip

    def _moves(self) -> tuple[Action, ...]:
        return (_press(self._random.choice(_MOVES)),) * self._random.choice((1, 1, 1, 2, 3, 10))

    def _asks(self) -> tuple[Action, ...]:
        text = self._random.choice((*_SYNTAX, *self._random.choices(self._words, k=2 * len(_SYNTAX))))
        return (*_FIELD, _type(text)) if self._random.random() < 0.8 else (_type(text),)

    def _clicks(self) -> tuple[Action, ...]:
        button = self._random.choices((1, 2, 3), (12, 1, 2))[0]
        times = self._random.choices((1, 2, 3), (8, 2, 1))[0]
        modifier = self._random.choices(("", "Shift", "Ctrl"), (10, 1, 1))[0]
        return (Action("click", (*self._place(), button, times, modifier)),)

    def _shortcut(self) -> tuple[Action, ...]:
        return (_press(self._random.choice(_SHORTCUTS)),)

    def _wheels(self) -> tuple[Action, ...]:
        steps, modifier = self._random.choice((-10, -3, -1, 1, 3)), self._random.choice(("", "", "", "Ctrl"))
        return (Action("wheel", (*self._place(), steps, modifier)),)

    def _drags(self) -> tuple[Action, ...]:
        return (Action("drag", (*self._place(), *self._place())),)

    def _resizes(self) -> tuple[Action, ...]:
        return (Action("resize", (self._random.randint(720, 1270), self._random.randint(480, 770))),)

    def _prefers(self) -> tuple[Action, ...]:
        name = self._random.choice(list(_PREFERENCES))
        return (Action("prefer", (name, self._random.choice(_PREFERENCES[name]))),)

    def _pastes(self) -> tuple[Action, ...]:
        keys = self._random.choice(("Ctrl+V", "Ctrl+Shift+V"))
        return (Action("copy", (self._random.choice(_PASTED),)), *_FIELD, _press(keys))

    def _compares(self) -> tuple[Action, ...]:
        return (Action("compare", (self._random.choice(self._words), self._random.randint(0, 4))),)

    def _opens(self) -> tuple[Action, ...]:
        return (Action("open", (self._random.randrange(self._vaults),)),)

    def _change(self) -> Action:
        kind = self._random.choices(("edit", "create", "rename", "delete", "move"), (8, 4, 3, 2, 1))[0]
        return Action("change", (kind, self._random.choice((1, 1, 3, 20)), self._random.getrandbits(32)))

    def _place(self) -> tuple[float, float]:
        return round(self._random.random(), 3), round(self._random.random(), 3)

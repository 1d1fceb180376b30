"""The colours of a page besides the window's own: those of callouts and of code, light and dark."""

from __future__ import annotations

from dataclasses import dataclass

from vaultsearch.gui.looks.tokens import DARK, Tokens


@dataclass(frozen=True, slots=True)
class PageColours:
    """Inks that can be read on the page, on the passage's ground and on that of code, as ``#rrggbb``."""

    blue: str
    green: str
    amber: str
    red: str
    purple: str
    grey: str

    @staticmethod
    def of(tokens: Tokens) -> PageColours:
        """Give the colours that go with a theme."""
        return _DARK if tokens == DARK else _LIGHT


_LIGHT = PageColours(
    blue="#1f5f99", green="#1f6b45", amber="#8a4f00", red="#a8322a", purple="#7a3f94", grey="#656057"
)
_DARK = PageColours(
    blue="#86bdf0", green="#83cc9d", amber="#e3b268", red="#f29a90", purple="#cfa3e6", grey="#a9a297"
)

LOOKS = {
    "note": "blue",
    "tip": "green",
    "done": "green",
    "question": "amber",
    "warning": "amber",
    "danger": "red",
    "example": "purple",
    "quote": "grey",
}
"""The colour of each look of callouts."""

CODE = {
    "comment": "grey",
    "keyword": "purple",
    "string": "green",
    "number": "amber",
    "name": "blue",
    "builtin": "blue",
    "deleted": "red",
}
"""The colour of each class of words in code."""


def code_ground(tokens: Tokens) -> str:
    """Give the ground of code and of callouts."""
    return Tokens.tinted(tokens.raised, tokens.text, 0.06)

"""Values of the learned use of notes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vaultsearch.core.values.search import Use

DAY_S = 86_400.0
HALF_LIFE_S = 30 * DAY_S


def decay(seconds: float) -> float:
    """Return the weight of a use after so many seconds: frecency with a half-life of 30 days."""
    # A clock that was set back must not make a use worth more than a new one.
    return float(0.5 ** (max(0.0, seconds) / HALF_LIFE_S))


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question's words and its vector by ``model``; () and "" if no model encoded it."""

    words: str
    model: str = ""
    vector: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class PastUse:
    """The use of a note for a question: its place in the note, its kind, and its last time (Unix seconds).

    ``weight`` is the number of uses at that time, older ones decayed with a half-life of 30 days.
    """

    question: str
    path: str
    heading_path: tuple[str, ...]
    use: Use
    weight: float
    used_at: float

    def worth(self, now: float) -> float:
        """Return the weight decayed to the present."""
        return self.weight * decay(now - self.used_at)


@dataclass(frozen=True, slots=True)
class PastQuestion:
    """A question, its unit vector (float32) by ``model`` or None, and the uses of notes for it."""

    words: str
    model: str
    vector: bytes | None
    uses: tuple[PastUse, ...]


@dataclass(frozen=True, slots=True)
class History:
    """The boosts for one question: past uses, the heaviest first, one per note.

    ``worths`` are the weights of all notes used for any question, by path; they break ties.
    """

    uses: tuple[PastUse, ...] = ()
    worths: Mapping[str, float] = field(default_factory=dict)

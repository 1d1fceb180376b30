"""What is known of the use of notes: frozen values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vaultsearch.core.values.search import Use

DAY_S = 86_400.0
HALF_LIFE_S = 30 * DAY_S


def decay(seconds: float) -> float:
    """Give what a use of so long ago is worth: frecency with a half-life of 30 days."""
    return float(0.5 ** (max(0.0, seconds) / HALF_LIFE_S))


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question's words, and its vector by the model called so; () and "" where no model read it."""

    words: str
    model: str = ""
    vector: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class PastUse:
    """The use of a note for a question: where in the note, how, and when at last, in seconds since 1970.

    ``weight`` is the number of uses at that moment, an older one counting half as much every 30 days.
    """

    question: str
    path: str
    heading_path: tuple[str, ...]
    use: Use
    weight: float
    at: float

    def worth(self, now: float) -> float:
        """Give the weight as it is now."""
        return self.weight * decay(now - self.at)


@dataclass(frozen=True, slots=True)
class PastQuestion:
    """A question, its unit vector (float32) by ``model`` or None, and the uses of notes for it."""

    words: str
    model: str
    vector: bytes | None
    uses: tuple[PastUse, ...]


@dataclass(frozen=True, slots=True)
class History:
    """What raises the results of one question: past uses, the heaviest first, one of each note.

    ``worths`` are those of all notes that were used for any question, by path: they order equal scores.
    """

    uses: tuple[PastUse, ...] = ()
    worths: Mapping[str, float] = field(default_factory=dict)

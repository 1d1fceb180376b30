"""How likely a passage answers the question, and leaving out what hardly does."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vaultsearch.core.values import Chunk


@dataclass(frozen=True, slots=True)
class Calibration:
    """A logistic curve from a leg's score to a probability: half at ``middle``, steeper with ``slope``."""

    middle: float
    slope: float

    def probability(self, score: float) -> float:
        """Give 0 to 1."""
        return 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, self.slope * (score - self.middle)))))


CALIBRATIONS: Mapping[str, Calibration] = {
    "cross": Calibration(middle=8.01, slope=0.279),
    "late": Calibration(middle=0.862, slope=8.68),
    "semantic": Calibration(middle=0.766, slope=8.08),
}
"""Of the legs that mean the same for every question, the one that knows best first.

Fitted on the thirty first candidates of 870 questions to five vaults (two of documentation, encyclopedia
paragraphs, abstracts, a person's notes), of which 3 to 13 in a hundred answered; each vault counted the same.
On a vault left out of the fit, the probabilities are off by 0.04, 0.05 and 0.03 in the mean (expected
calibration error, ten bins; worst 0.08, 0.11 and 0.08).
"""


def probability(chunk: Chunk) -> float | None:
    """Give how likely a passage answers, by the best leg that scored it; None where none did."""
    for leg, calibration in CALIBRATIONS.items():
        if leg in chunk.ranks:
            return calibration.probability(chunk.ranks[leg].score)
    return None


@dataclass(frozen=True, slots=True)
class ThresholdReranker:
    """Leaves out passages that answer with a probability below ``minimum``; the order stays.

    What none of those legs scored, such as a passage found by its words alone, stays, too.
    """

    minimum: float = 0.01

    @property
    def name(self) -> str:
        """What the status line calls it."""
        return "threshold"

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Give n at most."""
        known = ((chunk, probability(chunk)) for chunk in chunks)
        return [chunk for chunk, likely in known if likely is None or likely >= self.minimum][:n]

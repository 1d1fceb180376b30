"""Calibration of scores: the probability that a passage answers, or that any note answers at all."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.search.fusion import coverage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultsearch.core.values.search import Chunk

_UNLIKELY = 0.2


@dataclass(frozen=True, slots=True)
class Calibration:
    """A logistic curve from a leg's score to a probability: half at ``middle``, steeper with ``slope``."""

    middle: float
    slope: float

    def log_odds(self, score: float) -> float:
        """Return the logarithm of the odds."""
        return self.slope * (score - self.middle)

    def probability(self, score: float) -> float:
        """Return the probability, 0 to 1."""
        # Beyond 50, the exponential of an odd score could overflow.
        return 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, self.log_odds(score)))))


PASSAGE_CALIBRATIONS: Mapping[str, Calibration] = {
    "cross": Calibration(middle=8.01, slope=0.279),
    "late": Calibration(middle=0.862, slope=8.68),
    "semantic": Calibration(middle=0.766, slope=8.08),
    "sentences": Calibration(middle=0.439, slope=16.8),
}
"""Of the legs that mean the same for every question, the one that knows best first.

Fitted on the thirty first candidates of 870 questions to five vaults (two of documentation, encyclopedia
paragraphs, abstracts, a person's notes), of which 3 to 13 in a hundred answered; each vault counted the same.
On a vault left out of the fit, the probabilities are off by 0.04, 0.05 and 0.03 in the mean (expected
calibration error, ten bins; worst 0.08, 0.11 and 0.08). The multilingual model's, on those of 2,700 questions
in English, German and Chinese to paragraphs in each of these.
"""


def probability(chunk: Chunk) -> float | None:
    """Return the probability that a passage answers, by the best leg that scored it; None if none did."""
    for leg, calibration in PASSAGE_CALIBRATIONS.items():
        if leg in chunk.ranks:
            return calibration.probability(chunk.ranks[leg].score)
    return None


_READING = frozenset({"cross", "late", "sentences"})
ANSWER_CALIBRATIONS: dict[str, Calibration] = {
    "cross": Calibration(middle=-3.85, slope=0.421),
    "late": Calibration(middle=0.507, slope=15.9),
    "semantic": Calibration(middle=0.369, slope=21.3),
}
MULTILINGUAL_ANSWER_CALIBRATIONS: dict[str, Calibration] = {
    "sentences": Calibration(middle=0.327, slope=18.8),
    "multilingual": Calibration(middle=0.315, slope=16.6),
}
"""Of the highest score that any passage has: whether there is an answer in the notes at all.

Fitted on six vaults, with twenty of their own questions and twenty of the others' each. On a vault left out
of the fit, 7, 7 and 9 in a hundred questions are on the wrong side of one half. Below a probability of 0.2
lie 91, 79 and 85 in a hundred of the questions to other vaults, and 6, 5 and 4 of a vault's own: mostly
single words, which are found by words. The multilingual model's, on 2,700 questions, asked once of everything
and once of all but the article that answers: of these, 44 and 36 in a hundred lie below 0.2, and 7 and 8 of
those.
"""


def answer_log_odds(chunk: Chunk, *, by_reading: bool) -> float | None:
    """Return the log odds that a passage answers, by the models that have read it; None if none has.

    Of several models the mean. Not ``by_reading``, by the passage's vector instead.
    """
    calibrations = ANSWER_CALIBRATIONS | MULTILINGUAL_ANSWER_CALIBRATIONS
    legs = [leg for leg in calibrations.keys() & chunk.ranks.keys() if (leg in _READING) is by_reading]
    odds = [calibrations[leg].log_odds(chunk.ranks[leg].score) for leg in legs]
    return sum(odds) / len(odds) if odds else None


def is_unanswered(chunks: Sequence[Chunk], query: str, language: str = ENGLISH) -> bool:
    """Return whether most likely none of these passages, the best of the vault, answers a question.

    A question whose words all stand in one passage never counts as unanswered. If two models read the
    passages, neither must have found an answer.
    """
    likely = [
        best_probability
        for calibrations in (ANSWER_CALIBRATIONS, MULTILINGUAL_ANSWER_CALIBRATIONS)
        if (best_probability := _best_probability(chunks, calibrations)) is not None
    ]
    if not likely or max(likely) >= _UNLIKELY:
        return False
    return coverage(query, chunks, language) < 1.0


def _best_probability(chunks: Sequence[Chunk], calibrations: Mapping[str, Calibration]) -> float | None:
    """Return the highest probability of any passage, by the best leg that scored some; None if none did."""
    for leg, calibration in calibrations.items():
        scores = [chunk.ranks[leg].score for chunk in chunks if leg in chunk.ranks]
        if scores:
            return calibration.probability(max(scores))
    return None

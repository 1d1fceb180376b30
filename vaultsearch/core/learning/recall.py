"""A question -> the past questions of the same words or near in meaning, and the notes used for them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.text import fold
from vaultsearch.core.values.learning import DAY_S, History

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vaultsearch.core.values.learning import AskedQuestion, PastQuestion, PastUse

RAISES_FOR_S = 60 * DAY_S
"""The time for which a use raises a note. People come back to a question within weeks; after 90 days less
than a tenth of the effect is to be left, and a fixed end can be told to the user in a sentence."""

_LEAST = {"multilingual-e5-small": 0.965}
"""The thresholds of models whose cosines are all high. Of 280 typed questions in German and Chinese, pairs
that ask for different things reach 0.954, paraphrases at least 0.970. By the other models it is 0.78 (except
for translations) and 0.91, and 0.80 for different ones of 190 in English: 0.9 separates them."""


@dataclass(frozen=True, slots=True)
class Recall:
    """The past questions of one vault for which notes were used; ``least`` is the cosine of a near one."""

    questions: tuple[PastQuestion, ...] = ()
    least: float = 0.9

    def __bool__(self) -> bool:
        """Return whether there are any past questions."""
        return bool(self.questions)

    def reads(self, model: str) -> bool:
        """Return whether a past question was embedded by this model, so that a new one's vector is of use."""
        return any(question.model == model for question in self.questions)

    def near(self, question: AskedQuestion) -> list[PastQuestion]:
        """Return the past questions of the same words, then those with near vectors, nearest first."""
        words = _folded(question.words)
        same = [past_question for past_question in self.questions if _folded(past_question.words) == words]
        others = [
            past_question
            for past_question in self.questions
            if past_question.model == question.model and _folded(past_question.words) != words
        ]
        cosines = _cosines(question, others)
        nearest = sorted(zip(cosines, others, strict=True), key=lambda pair: -pair[0])
        least = max(self.least, _LEAST.get(question.model, self.least))
        return same + [past_question for cosine, past_question in nearest if cosine >= least]

    def history(self, question: AskedQuestion, now: float) -> History:
        """Return the uses that raise results of a question at ``now``, in seconds since 1970."""
        best: dict[str, PastUse] = {}
        fresh = (
            use
            for past_question in self.near(question)
            for use in past_question.uses
            if now - use.used_at <= RAISES_FOR_S
        )
        for use in sorted(fresh, key=lambda use: -use.worth(now)):
            best.setdefault(use.path, use)
        worths: dict[str, float] = defaultdict(float)
        for past_question in self.questions:
            for use in past_question.uses:
                worths[use.path] += use.worth(now)
        return History(tuple(best.values()), worths)


def _cosines(question: AskedQuestion, others: Sequence[PastQuestion]) -> Iterable[float]:
    vectors = [
        np.frombuffer(past_question.vector, dtype=np.float32)
        for past_question in others
        if past_question.vector is not None
    ]
    if not question.vector or len(vectors) < len(others):
        return [-1.0] * len(others)
    if not vectors:
        return []
    cosines: list[float] = (np.stack(vectors) @ np.asarray(question.vector, dtype=np.float32)).tolist()
    return cosines


def _folded(words: str) -> str:
    return " ".join(fold(words).split())

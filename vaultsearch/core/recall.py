"""Recall of similar past questions, and raising the notes used for them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from vaultsearch.core.text import fold_line
from vaultsearch.core.values.query import DAY_S, AskedQuestion, PastQuestion, PastUse, UseHistory
from vaultsearch.core.values.search import Result, UsedBefore, clamp_descending

RAISE_DURATION_S = 60 * DAY_S
"""How long a use raises a note. People come back to a question within weeks; after 90 days less than a tenth
of the effect should be left, and a fixed end can be explained in a sentence."""

_MIN_COSINE, _MIN_COSINES = 0.9, {"multilingual-e5-small": 0.965}
"""The least cosine of a similar question, and by models whose cosines are all high.

Of 280 typed questions in German and Chinese, pairs that ask for different things reach 0.954, paraphrases at
least 0.970. By the other models it is 0.78 (except for translations) and 0.91, and 0.80 for different ones of
190 in English: 0.9 separates them.
"""


@dataclass(frozen=True, slots=True)
class Recall:
    """A vault's past questions with used notes."""

    questions: tuple[PastQuestion, ...] = ()

    def __bool__(self) -> bool:
        """Return whether there are any past questions."""
        return bool(self.questions)

    def reads(self, model: str) -> bool:
        """Return whether this model embedded any past question, so a new vector is useful."""
        return any(question.model == model for question in self.questions)

    def near(self, question: AskedQuestion) -> list[PastQuestion]:
        """Return past questions with the same words, then those with near vectors, nearest first."""
        words = fold_line(question.words)
        same = [past_question for past_question in self.questions if fold_line(past_question.words) == words]
        of_model = (past for past in self.questions if past.model == question.model)
        others = [past for past in of_model if fold_line(past.words) != words]
        vectors = [np.frombuffer(past.vector, dtype=np.float32) for past in others if past.vector is not None]
        if not question.vector or not vectors or len(vectors) < len(others):
            return same
        cosines = np.stack(vectors) @ np.asarray(question.vector, dtype=np.float32)
        nearest = sorted(zip(cosines.tolist(), others, strict=True), key=lambda pair: -pair[0])
        least = _MIN_COSINES.get(question.model, _MIN_COSINE)
        return same + [past_question for cosine, past_question in nearest if cosine >= least]

    def history(self, question: AskedQuestion, now: float) -> UseHistory:
        """Return the uses raising a question's results at ``now``, in seconds since 1970."""
        best: dict[str, PastUse] = {}
        uses = (use for past_question in self.near(question) for use in past_question.uses)
        fresh = (use for use in uses if now - use.used_at <= RAISE_DURATION_S)
        for use in sorted(fresh, key=lambda use: -use.worth(now)):
            # Sorted by worth, so the first use of a note is its best.
            best.setdefault(use.path, use)
        # Of all past questions, not only the near ones: it only breaks ties.
        worths: dict[str, float] = defaultdict(float)
        for past_question in self.questions:
            for use in past_question.uses:
                worths[use.path] += use.worth(now)
        return UseHistory(tuple(best.values()), worths)


_MAX_RAISED = 3
"""The most notes raised; otherwise notes opened for a question would displace the ranking."""


def boost_used(results: Sequence[Result], history: UseHistory) -> tuple[Result, ...]:
    """Raise the results used for similar questions; the first result and notes named by the question stay."""
    named = next((index for index, result in enumerate(results) if not result.is_exact_title), len(results))
    fixed = max(1, named)  # exact title and alias matches are not for a habit to bury
    ordered, worths = list(results), history.worths
    if worths and all(result.chunk.score is not None for result in results[fixed:]):
        # Results with equal scores are ordered by use.
        ordered[fixed:] = [
            result
            for _, tied in groupby(results[fixed:], key=lambda result: result.chunk.score)
            for result in sorted(tied, key=lambda result: -worths.get(result.chunk.path, 0.0))
        ]
    rising: dict[str, PastUse] = {}
    for use in history.uses[:_MAX_RAISED]:
        # The note's best passage under the used heading, else its best passage.
        of_note = [result for result in ordered if result.chunk.path == use.path]
        under = [result for result in of_note if result.chunk.heading_path == use.heading_path]
        rising |= {result.chunk.id: use for result in (under or of_note)[:1]}
    before = {chunk_id: UsedBefore(past.question, past.use) for chunk_id, past in rising.items()}
    marked = [replace(r, last_used=before[r.chunk.id]) if r.chunk.id in before else r for r in ordered]
    ranks = {chunk_id: rank for rank, chunk_id in enumerate(rising)}
    rest = sorted(marked[fixed:], key=lambda result: ranks.get(result.chunk.id, len(ranks)))
    above = marked[fixed - 1].score if marked else None
    # A risen result takes the score of the one above: the list is to stay in descending order.
    risen = [replace(r, chunk=r.chunk.scored(above)) if r.chunk.id in ranks else r for r in rest]
    return clamp_descending((*marked[:fixed], *risen))

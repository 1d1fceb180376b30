"""How likely each sentence of a note answers a question, by the models that know its language."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.index.chunking import embedding_text
from vaultsearch.core.search.calibration import Calibration
from vaultsearch.core.search.reranking.late_interaction import max_similarities

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultsearch.core.context.sentences import Sentence
    from vaultsearch.core.protocols import Encoder, Runner, TokenEncoder
    from vaultsearch.core.search.reranking.cross_encoder import PairScorer

CALIBRATIONS: Mapping[str, Calibration] = {
    "cross": Calibration(middle=-2.75, slope=0.543),
    "late": Calibration(middle=0.491, slope=24.7),
    "multilingual": Calibration(middle=0.350, slope=18.1),
}
"""Of the score of a note's best sentence: whether the note answers at all.

Fitted on 150 questions to five long files, and on 83 each to paragraphs of an encyclopedia in English,
German and Chinese, each set counting the same. Against them stand 100 questions to other files, and 197
each to other paragraphs, half of them of the very article. Above a probability of 0.3 lie, in a hundred of
the notes that answer, and below it of those that do not: by the cross-encoder 97 and 100 (files), 98 and 86
(paragraphs); by late interaction 98 and 100, 98 and 86; by the multilingual model 100 and 70, 94 and 79,
German 94 and 83, Chinese 92 and 80. With the set that is counted left out of the fit: 95 and 100, 98 and
82; 97 and 100, 99 and 82; 100 and 52, 93 and 81, 92 and 84, 92 and 80.
"""

_CANDIDATES = 24
"""Sentences, the nearest to the question, that the slower models read."""
_AT_ONCE = 32
_PAIRS_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class SentenceScorer:
    """Scores sentences in English by ``encoder`` and ``cross_encoder``, others by ``multilingual``.

    Without a cross-encoder, late interaction has the last word. ``run`` puts the work where the models
    are, a little at a time, so that whoever gives it up is soon rid of it.
    """

    encoder: TokenEncoder
    multilingual: Encoder | None
    cross_encoder: PairScorer | None
    run: Runner
    sentences: Encoder | None = None
    """The model that reads sentences in place of ``multilingual``, whose passages' vectors are kept."""

    async def english(self, question: str, title: str, note: Sequence[Sentence]) -> dict[Sentence, float]:
        """Give the log-odds of the sentences that come nearest, of a note's in their order.

        Each is read by itself, and once more under its headings, since what it says "it" to stands there
        or before it (where there is a cross-encoder, with its neighbours); the scores' mean counts.
        """
        cosines = await self._cosines(self.encoder, question, note)
        nearest = sorted(np.argsort(-cosines)[:_CANDIDATES].tolist())
        read, alone = [note[i] for i in nearest], [note[i].read for i in nearest]
        if self.cross_encoder is None:
            headed = [embedding_text(title, one.heading_path, one.read) for one in read]
            pairs = [await self._late(question, texts) for texts in (alone, headed)]
        else:
            around = [embedding_text(title, note[i].heading_path, _with_neighbours(note, i)) for i in nearest]
            pairs = [await self._crossed(self.cross_encoder, question, texts) for texts in (alone, around)]
        leg = "late" if self.cross_encoder is None else "cross"
        return _log_odds(read, [(one + other) / 2 for one, other in zip(*pairs, strict=True)], leg)

    async def others(self, question: str, note: Sequence[Sentence]) -> dict[Sentence, float]:
        """Give the log-odds of sentences that the multilingual model reads."""
        encoder = self.sentences or self.multilingual or self.encoder
        cosines = await self._cosines(encoder, question, note)
        return _log_odds(note, cosines.tolist(), "multilingual")

    async def _cosines(
        self, encoder: Encoder, question: str, note: Sequence[Sentence]
    ) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        asked = (await self.run(encoder.encode_queries, [question]))[0]
        found = [
            await self.run(encoder.encode_passages, [one.read for one in note[at : at + _AT_ONCE]])
            for at in range(0, len(note), _AT_ONCE)
        ]
        cosines: np.ndarray[tuple[int], np.dtype[np.float32]] = np.concatenate(found) @ asked
        return cosines

    async def _late(self, question: str, texts: Sequence[str]) -> list[float]:
        return await self.run(max_similarities, self.encoder, question, texts)

    async def _crossed(self, model: PairScorer, question: str, texts: Sequence[str]) -> list[float]:
        scores: list[float] = []
        for at in range(0, len(texts), _PAIRS_AT_ONCE):
            scores += await self.run(model.scores, question, texts[at : at + _PAIRS_AT_ONCE])
        return scores


def probability(log_odds: float) -> float:
    """Give 0 to 1."""
    return 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, log_odds))))


def _with_neighbours(note: Sequence[Sentence], at: int) -> str:
    """Give a sentence with those before and after it, where they stand in the same section."""
    near = note[max(0, at - 1) : at + 2]
    return " ".join(one.read for one in near if one.heading_path == note[at].heading_path)


def _log_odds(note: Sequence[Sentence], scores: Sequence[float], leg: str) -> dict[Sentence, float]:
    curve = CALIBRATIONS[leg]
    return {one: curve.slope * (score - curve.middle) for one, score in zip(note, scores, strict=True)}

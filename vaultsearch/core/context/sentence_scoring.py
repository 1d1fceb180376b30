"""Sentences and a question -> the log-odds of an answer, by the models that know their language."""

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
"""Map the score of a note's best sentence to the probability that the note answers, by model.

Fitted on 150 questions to five long files, and on 83 each to paragraphs of an encyclopedia in English,
German and Chinese, each set counting the same. The negatives are 100 questions to other files, and 197 each
to other paragraphs, half of them of the same article. In percent, the notes that answer above a probability
of 0.3, and the others below it: by the cross-encoder 97 and 100 (files), 98 and 86
(paragraphs); by late interaction 98 and 100, 98 and 86; by the multilingual model 100 and 70, 94 and 79,
German 94 and 83, Chinese 92 and 80. With the set that is counted held out of the fit: 95 and 100, 98 and
82; 97 and 100, 99 and 82; 100 and 52, 93 and 81, 92 and 84, 92 and 80.
"""

_CANDIDATES = 24
"""Sentences nearest to the question that the slower models read."""
_AT_ONCE = 32
_PAIRS_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class SentenceScorer:
    """Scores English sentences by ``encoder`` and ``cross_encoder``, others by ``multilingual``.

    Without a cross-encoder, late interaction decides. ``run`` calls the models in small batches, so that a
    cancelled search stops soon. ``sentences`` is an encoder of sentences to use in place of ``multilingual``,
    which encodes the passages.
    """

    encoder: TokenEncoder
    multilingual: Encoder | None
    cross_encoder: PairScorer | None
    run: Runner
    sentences: Encoder | None = None

    async def english(self, question: str, title: str, note: Sequence[Sentence]) -> dict[Sentence, float]:
        """Return the log-odds of those of a note's sentences, given in their order, that are nearest.

        Each is scored alone, and once more under its headings (for a cross-encoder, with its neighbours),
        since those name the thing that the sentence calls "it"; the mean counts.
        """
        cosines = await self._cosines(self.encoder, question, note)
        nearest = sorted(np.argsort(-cosines)[:_CANDIDATES].tolist())
        read, alone = [note[i] for i in nearest], [note[i].read for i in nearest]
        if self.cross_encoder is None:
            headed = [embedding_text(title, sentence.heading_path, sentence.read) for sentence in read]
            pairs = [await self._late(question, texts) for texts in (alone, headed)]
        else:
            around = [embedding_text(title, note[i].heading_path, _with_neighbours(note, i)) for i in nearest]
            pairs = [await self._crossed(self.cross_encoder, question, texts) for texts in (alone, around)]
        leg = "late" if self.cross_encoder is None else "cross"
        return _log_odds(read, [(sentence + other) / 2 for sentence, other in zip(*pairs, strict=True)], leg)

    async def others(self, question: str, note: Sequence[Sentence]) -> dict[Sentence, float]:
        """Return the log-odds of sentences by the multilingual model."""
        encoder = self.sentences or self.multilingual or self.encoder
        cosines = await self._cosines(encoder, question, note)
        return _log_odds(note, cosines.tolist(), "multilingual")

    async def _cosines(
        self, encoder: Encoder, question: str, note: Sequence[Sentence]
    ) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        question_vector = (await self.run(encoder.encode_queries, [question]))[0]
        similarities = [
            await self.run(
                encoder.encode_passages, [sentence.read for sentence in note[start : start + _AT_ONCE]]
            )
            for start in range(0, len(note), _AT_ONCE)
        ]
        cosines: np.ndarray[tuple[int], np.dtype[np.float32]] = np.concatenate(similarities) @ question_vector
        return cosines

    async def _late(self, question: str, texts: Sequence[str]) -> list[float]:
        return await self.run(max_similarities, self.encoder, question, texts)

    async def _crossed(self, model: PairScorer, question: str, texts: Sequence[str]) -> list[float]:
        scores: list[float] = []
        for start in range(0, len(texts), _PAIRS_AT_ONCE):
            scores += await self.run(model.scores, question, texts[start : start + _PAIRS_AT_ONCE])
        return scores


def probability(log_odds: float) -> float:
    """Convert log-odds to a probability, 0 to 1."""
    return 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, log_odds))))


def _with_neighbours(note: Sequence[Sentence], index: int) -> str:
    """Return a sentence with its neighbours in the same section."""
    near = note[max(0, index - 1) : index + 2]
    return " ".join(sentence.read for sentence in near if sentence.heading_path == note[index].heading_path)


def _log_odds(note: Sequence[Sentence], scores: Sequence[float], leg: str) -> dict[Sentence, float]:
    curve = CALIBRATIONS[leg]
    return {
        sentence: curve.slope * (score - curve.middle) for sentence, score in zip(note, scores, strict=True)
    }

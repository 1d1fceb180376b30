"""A note and a question -> quotes: the sentences that answer it, word for word as they stand."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Protocol

from vaultsearch.core.context.note_blocks import NoteBlocks
from vaultsearch.core.context.sentence_scoring import probability
from vaultsearch.core.context.sentences import Sentence, sentences_of
from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.filters import AtPath
from vaultsearch.core.query.query import require_short
from vaultsearch.core.values.context import Answer, Quote, ReadNote
from vaultsearch.core.values.search import Space

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence, Set

    from vaultsearch.core.context.sentence_scoring import SentenceScorer
    from vaultsearch.core.filters import Filter
    from vaultsearch.core.protocols import Encoder, Vectors
    from vaultsearch.core.query.question_language import QueryLanguages
    from vaultsearch.core.values.search import Chunk

_TOGETHER = 1.0
"""Sentences are quoted whose log-odds are lower than the best one's by this at most.

With this, and eight sentences at most, quotes agree best with the excerpts that are known to answer, by each
of the models: over 140 questions to long files, the cross-encoder has a precision of 0.56 and a recall of
0.58, late interaction of 0.49 and 0.47.
"""
SURE = 0.8
"""The least probability of a sentence that is shown as the answer.

Of 134 questions to the sample vault, 44 have such a sentence in a first passage that answers with a
probability of 0.1 at least; all 44 are in a note that was judged to answer. Of ten questions that it cannot
answer, none has one.
"""
_READ_WHOLE = 60
"""Passages up to which every sentence of a note is read."""
_NEAREST = 40
"""Passages of a longer note whose sentences are read."""


class SupportsSpaceVectors(Protocol):
    """The stored vectors of passages."""

    async def of(self, ids: Sequence[str], space: Space = ...) -> dict[str, Vectors]:
        """Map the ids of those passages that have a vector to it."""
        ...


class SupportsQuotes(Protocol):
    """A corpus that returns a note's text, its passages, and their vectors."""

    async def get_document(self, id: str) -> str:
        """Return a note's text. Raise KeyError if there is no such note."""
        ...

    async def get_chunks(self, where: Filter) -> list[Chunk]:
        """Return the passages that a filter allows, in their order."""
        ...

    @property
    def vectors(self) -> SupportsSpaceVectors:
        """The stored vectors."""
        ...


@dataclass(frozen=True, slots=True)
class Choice:
    """Chooses up to ``most`` sentences to quote, none if the best one's probability is below ``minimum``.

    ``minimum`` is 0 to 1; its measurement is at `CALIBRATIONS`.
    """

    minimum: float = 0.3
    most: int = 8

    def of(self, scores: dict[Sentence, float]) -> dict[Sentence, float]:
        """Choose sentences by their log-odds."""
        best = max(scores.values(), default=None)
        if best is None or probability(best) < self.minimum:
            return {}
        near = sorted(scores, key=lambda sentence: -scores[sentence])[: self.most]
        return {sentence: scores[sentence] for sentence in near if scores[sentence] >= best - _TOGETHER}


class NoteReader:
    """Reads one note: its text, and the quotes that answer a question.

    English sentences are scored by the English models if the question is in English, all others by the
    multilingual one. In a note of very many passages, those nearest to the question are read. ``scorer`` is
    called when it is first needed.
    """

    def __init__(
        self,
        corpus: SupportsQuotes,
        scorer: Callable[[], SentenceScorer],
        languages: QueryLanguages,
        uri: Callable[[str], str],
        choice: Choice = Choice(),  # a frozen value
    ) -> None:
        self._corpus = corpus
        self._scorer = scorer
        self._languages = languages
        self._uri = uri
        self._choice = choice

    async def __call__(self, path: str, question: str = "") -> ReadNote:
        """Read a note, without quotes if there is no question. Raise NoteNotFoundError or QueryError."""
        require_short(question)
        try:
            text = await self._corpus.get_document(path)
        except KeyError:
            raise NoteNotFoundError.missing(path) from None
        chunks = await self._corpus.get_chunks(AtPath(path))
        title = chunks[0].title if chunks else PurePosixPath(path).stem
        question_words = question.strip()
        quotes = await self._quotes(text, chunks, question_words) if question_words and chunks else ()
        return ReadNote(path, title, self._uri(path), text, question_words or None, quotes)

    async def answer(self, chunk: Chunk, question: str) -> Answer | None:
        """Return the sentence of a passage that answers a question, None unless one surely does."""
        question_words = question.strip()
        try:
            text = await self._corpus.get_document(chunk.path)
        except KeyError:
            return None
        scores = await self._scores(text, [chunk], question_words) if question_words else {}
        best = max(scores, key=lambda sentence: scores[sentence], default=None)
        if best is None or probability(scores[best]) < SURE:
            return None
        line = 0 if chunk.is_generated else best.line_start
        score = round(probability(scores[best]), 3)
        return Answer(best.read, chunk.path, chunk.title, best.heading_path, line, score)

    async def _quotes(self, text: str, chunks: list[Chunk], question: str) -> tuple[Quote, ...]:
        chosen = self._choice.of(await self._scores(text, chunks, question))
        return quotes_of(text, chosen, with_lines=not chunks[0].is_generated)

    async def _scores(self, text: str, chunks: list[Chunk], question: str) -> dict[Sentence, float]:
        """Return the log-odds that sentences of passages of one note answer."""
        scorer, routing = self._scorer(), await self._languages.routing()
        is_english = routing.reads(await self._languages(question))
        chosen = await self._nearest(scorer, chunks, question, is_english=is_english)
        lines = frozenset(
            line for sentence in chosen for line in range(sentence.line_start, sentence.line_end + 1)
        )
        read = await scorer.run(note_sentences, text, lines, chunks[0].path)
        ours = [sentence for sentence in read if is_english and routing.reads(_language(sentence, chunks))]
        others = [sentence for sentence in read if sentence not in set(ours)]
        scores: dict[Sentence, float] = {}
        if ours:
            scores |= await scorer.english(question, chunks[0].title, ours)
        if others:
            scores |= await scorer.others(question, others)
        return scores

    async def _nearest(
        self, scorer: SentenceScorer, chunks: list[Chunk], question: str, *, is_english: bool
    ) -> list[Chunk]:
        """Return the passages to read: in a long note the nearest ones, and those without a vector."""
        if len(chunks) <= _READ_WHOLE:
            return chunks
        spaces: list[tuple[Space, Encoder]] = [(Space.MULTILINGUAL, scorer.multilingual or scorer.encoder)]
        if is_english or scorer.multilingual is None:
            spaces.insert(0, (Space.MAIN, scorer.encoder))
        known, nearest = set[str](), set[str]()
        for space, encoder in spaces:
            question_vector = (await scorer.run(encoder.encode_queries, [question]))[0]
            vectors = await self._corpus.vectors.of([c.id for c in chunks if c.id not in known], space)
            own = {
                chunk: vector for chunk, vector in vectors.items() if vector.shape == question_vector.shape
            }
            cosines = {chunk: float(vector @ question_vector) for chunk, vector in own.items()}
            known.update(cosines)
            nearest.update(sorted(cosines, key=lambda chunk: -cosines[chunk])[:_NEAREST])
        return [sentence for sentence in chunks if sentence.id in nearest or sentence.id not in known]


def note_sentences(text: str, lines: Set[int], path: str) -> list[Sentence]:
    """Split these lines of a note's text into sentences; called in the process of the models."""
    sentences = sentences_of(NoteBlocks.of(text, path), lines)
    return [sentence for sentence in sentences if sentence.line_start in lines or sentence.line_end in lines]


def _language(sentence: Sentence, chunks: Iterable[Chunk]) -> str:
    holding = (chunk for chunk in chunks if chunk.line_start <= sentence.line_start <= chunk.line_end)
    return next((holder.language for holder in holding), "")


def quotes_of(text: str, chosen: dict[Sentence, float], *, with_lines: bool = True) -> tuple[Quote, ...]:
    """Join sentences that follow each other in a block, and return the quotes best first."""
    groups: list[list[Sentence]] = []
    for one in sorted(chosen, key=lambda sentence: sentence.start):
        last = groups[-1][-1] if groups else None
        if last and last.block == one.block and not text[last.end : one.start].strip():
            groups[-1].append(one)
        else:
            groups.append([one])
    quotes = [_quote(text, group, chosen, with_lines=with_lines) for group in groups]
    return tuple(sorted(quotes, key=lambda quote: -quote.probability))


def _quote(text: str, group: Sequence[Sentence], scores: dict[Sentence, float], *, with_lines: bool) -> Quote:
    first, last = group[0], group[-1]
    return Quote(
        text[first.start : last.end],
        first.line_start if with_lines else None,
        last.line_end if with_lines else None,
        round(probability(max(scores[sentence] for sentence in group)), 3),
        first.heading_path,
    )

"""A note and a question -> quotes: the sentences that answer, word for word."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import PurePosixPath

import numpy as np

from vaultsearch.core.chunking.chunker import embedding_text, sentence_spans
from vaultsearch.core.context.blocks import NoteBlocks, without_frame
from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.filters import AtPath
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.languages.detection import frequent_words, function_words
from vaultsearch.core.protocols import Encoder, Runner, TokenEncoder
from vaultsearch.core.query.query import require_short
from vaultsearch.core.query.question_language import QueryLanguages
from vaultsearch.core.query.questions import is_question
from vaultsearch.core.search.cross_encoder import PairScorer
from vaultsearch.core.search.fusion import Calibration, odds_to_probability
from vaultsearch.core.search.late_interaction import max_similarities
from vaultsearch.core.search.results import SnippetText, read_drawn_parts
from vaultsearch.core.text import fold_text, row_cells, split_into_runs
from vaultsearch.core.values.context import Quote, ReadNote, SentenceAnswer, distinct_answers
from vaultsearch.core.values.note import Block
from vaultsearch.core.values.search import Chunk, Space
from vaultsearch.core.vault.markdown import parse_body

_TABLE_RULE = re.compile(r"[\s|:-]+")
_LINK = re.compile(r"!?\[\[([^\[\]]*)\]\]|!?\[([^\[\]]*)\]\([^()\s]*\)")
_CALLOUT_MARK = re.compile(r"^(?:[-*+] )?\[![\w|-]+\][-+]? ?")
_WORD = re.compile(r"\w+")
_FULL_LINE_CHARACTERS = 60
"""The least length of a line assumed to be wrapped if it ends within a sentence."""
_MAX_CODE_LINES = 12
"""Lines of code taken as a sentence; longer code is split at empty lines."""
_FOOTNOTE = re.compile(r"\[\^[^\]\s]{1,200}\](?!:)")
"""A reference, defined elsewhere: alone, a sentence does not show what it is."""
_LIST_MARK = re.compile(r"\s*+(?:>\s?+)*+\s*+(?:[-*+]|\d++[.)])\s")
_QUOTE_MARKS = re.compile(r"^(?:\s{0,99}>)+\s?", re.MULTILINE)
_ENDS = (".", "!", "?", "…", "。", "！", "？", ":", "：", ";", "；", "|")


@dataclass(frozen=True, slots=True)
class Sentence:
    """The characters ``text[start:end]`` of a note, with 1-based lines.

    ``block`` is the block's number; ``read`` is the text for a model, without markup.
    """

    start: int
    end: int
    line_start: int
    line_end: int
    block: int
    read: str
    heading_path: tuple[str, ...] = ()


def sentences_of(note: NoteBlocks, lines: Set[int] | None = None) -> list[Sentence]:
    """Split a note's blocks at these lines into sentences, table rows and parts of code."""
    sentences, number = [], 0
    for section in note.sections:
        for block in section.blocks:
            number += 1
            if lines is not None and lines.isdisjoint(range(block.line_start, block.line_end + 1)):
                continue
            match block.kind:
                case "table":
                    placed = _table_sentences(block)
                case "fence" | "math":
                    placed = _code_sentences(without_frame(block))
                case _:
                    placed = _prose_sentences(block)
            for line, column, text, read in placed:
                start = note.starts[line - 1] + column
                end_line = line + text.count("\n")
                place = start, start + len(text), line, end_line
                sentences.append(Sentence(*place, number, read, section.heading_path))
    return sentences


def _table_sentences(block: Block) -> Iterator[tuple[int, int, str, str]]:
    lines = block.content.split("\n")
    head = row_cells(lines[0])
    for index, line in enumerate(lines):
        # The head of a table is no sentence of its own, since each row is read with it.
        if line.strip() and (index > 1 or len(lines) < 3) and not _TABLE_RULE.fullmatch(line):
            column = len(line) - len(line.lstrip())
            # A row may have more cells than the head.
            pairs = zip(head + [""] * 99, row_cells(line), strict=False)
            read = ", ".join(f"{name}: {cell}" if name else cell for name, cell in pairs if cell)
            yield block.line_start + index, column, line.strip(), _without_markup(read)


def _code_sentences(block: Block) -> Iterator[tuple[int, int, str, str]]:
    lines = block.content.split("\n")
    start = 0
    for index in range(len(lines) + 1):
        full = index - start >= _MAX_CODE_LINES
        if index == len(lines) or (not lines[index].strip() and len(lines) > _MAX_CODE_LINES) or full:
            part = "\n".join(lines[start:index])
            if part.strip():
                yield block.line_start + start, 0, part, part
            start = index + (index < len(lines) and not lines[index].strip())


def _prose_sentences(block: Block) -> Iterator[tuple[int, int, str, str]]:
    lines = block.content.split("\n")
    start = 0
    for index, line in enumerate(lines):
        following = lines[index + 1] if index + 1 < len(lines) else ""
        goes_on = bool(following.strip()) and not _LIST_MARK.match(following)
        is_wrapped = goes_on and len(line) >= _FULL_LINE_CHARACTERS and not line.rstrip().endswith(_ENDS)
        if is_wrapped:
            continue
        text = "\n".join(lines[start : index + 1])
        for begin, end in sentence_spans(text):
            sentence = text[begin:end]
            before = text[: begin + len(sentence) - len(sentence.lstrip())]
            column = len(before) - (before.rfind("\n") + 1)
            read = _without_markup(_QUOTE_MARKS.sub("", sentence.strip()))
            if any(letter.isalnum() for letter in read):
                yield block.line_start + start + before.count("\n"), column, sentence.strip(), read
        start = index + 1


def _without_markup(markdown: str) -> str:
    """Return a sentence without markup."""
    body = parse_body(_FOOTNOTE.sub("", markdown).split("\n"), 0)
    read = " ".join(block.text for section in body.sections for block in section.blocks)
    return " ".join(read.split()).removeprefix("- ")


CALIBRATIONS: Mapping[str, Calibration] = {
    "cross": Calibration(middle=-2.75, slope=0.543),
    "late": Calibration(middle=0.491, slope=24.7),
    "multilingual": Calibration(middle=0.350, slope=18.1),
}
"""By model, maps the score of a note's best sentence to the probability of an answer.

Fitted on 150 questions to five long files, and on 83 each to paragraphs of an encyclopedia in English, German
and Chinese, each set counting the same. The negatives are 100 questions to other files, and 197 each to other
paragraphs, half of them of the same article. In percent, the notes that answer above a probability of 0.3,
and the others below it: by the cross-encoder 97 and 100 (files), 98 and 86 (paragraphs); by late interaction
98 and 100, 98 and 86; by the multilingual model 100 and 70, 94 and 79, German 94 and 83, Chinese 92 and 80.
With the set that is counted held out of the fit: 95 and 100, 98 and 82; 97 and 100, 99 and 82; 100 and 52, 93
and 81, 92 and 84, 92 and 80.
"""

_MAX_CANDIDATES = 24
"""Sentences nearest to the question, read by the slower models."""
_BATCH_SIZE = 32
_PAIR_BATCH_SIZE = 4


@dataclass(frozen=True, slots=True)
class SentenceScorer:
    """Scores English sentences by ``encoder`` and ``cross_encoder``, others by ``multilingual``.

    Without a cross-encoder, late interaction decides. ``run`` calls the models in small batches, so a
    cancelled search stops soon. ``sentences`` encodes sentences in place of ``multilingual``, which encodes
    the passages.
    """

    encoder: TokenEncoder
    multilingual: Encoder | None
    cross_encoder: PairScorer | None
    run: Runner
    sentences: Encoder | None = None

    async def english(self, question: str, title: str, note: Sequence[Sentence]) -> dict[Sentence, float]:
        """Return the log-odds of the sentences nearest to the question; ``note`` lists all in order.

        Average the scores of each sentence alone and below its headings (for a cross-encoder, also with
        neighbors): headings name what a sentence calls "it".
        """
        cosines = await self._cosines(self.encoder, question, note)
        nearest = sorted(np.argsort(-cosines)[:_MAX_CANDIDATES].tolist())
        read, alone = [note[i] for i in nearest], [note[i].read for i in nearest]
        if self.cross_encoder is None:
            headed = [embedding_text(title, sentence.heading_path, sentence.read) for sentence in read]
            pairs = [
                await self.run(max_similarities, self.encoder, question, texts) for texts in (alone, headed)
            ]
        else:
            around, pairs, scores = [], [], self.cross_encoder.scores
            for i in nearest:
                path, near = note[i].heading_path, note[max(0, i - 1) : i + 2]
                text = " ".join(sentence.read for sentence in near if sentence.heading_path == path)
                around.append(embedding_text(title, path, text))
            for texts in (alone, around):
                batches = [texts[i : i + _PAIR_BATCH_SIZE] for i in range(0, len(texts), _PAIR_BATCH_SIZE)]
                pairs.append([s for batch in batches for s in await self.run(scores, question, batch)])
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
        texts = [sentence.read for sentence in note]
        similarities = [
            await self.run(encoder.encode_passages, texts[start : start + _BATCH_SIZE])
            for start in range(0, len(texts), _BATCH_SIZE)
        ]
        cosines: np.ndarray[tuple[int], np.dtype[np.float32]] = np.concatenate(similarities) @ question_vector
        return cosines


def _only_points(sentence: str, language: str) -> bool:
    """Return whether a sentence has links, and beside them no content word of its own."""
    linked = {
        word for match in _LINK.finditer(sentence) for word in _folded_words(match[1] or match[2] or "")
    }
    own = _folded_words(_LINK.sub(" ", sentence))
    # "All about rivets in [[Fastenings#Copper rivets]]" stood above the note that answers.
    return bool(linked) and own <= linked | frequent_words() | function_words(language)


def _folded_words(text: str) -> set[str]:
    return set(_WORD.findall(fold_text(text)))


def _log_odds(note: Sequence[Sentence], scores: Sequence[float], leg: str) -> dict[Sentence, float]:
    return dict(zip(note, map(CALIBRATIONS[leg].log_odds, scores), strict=True))


_MAX_QUOTED, _MAX_ODDS_GAP = 8, 1.0
"""The most by which a quoted sentence's log-odds may be below the best.

With this, and eight sentences at most, quotes agree best with the excerpts that are known to answer, by each
of the models: over 140 questions to long files, the cross-encoder has a precision of 0.56 and a recall of
0.58, late interaction of 0.49 and 0.47.
"""
MIN_ANSWER_PROBABILITY = 0.95
"""The least probability of a sentence shown as the answer.

Chosen on 504 English questions to six sets and 290 in German, Spanish, Chinese and four more languages: of
323 and 80 answers, 3.4 and 5.0 in a hundred begin in a note that was not judged to answer. With .8, and
without asking that the first sentence be of the first passage's note, it was 4.9 and 6.1 of 381 and 131.
`python -m tests.bench.cards` counts them.
"""
_MAX_WHOLE_PASSAGES = 60
"""Up to this many passages, all sentences of a note are read."""
_MAX_NEAREST_PASSAGES = 40
"""Passages of a longer note whose sentences are read."""


def choose_quoted(scores: dict[Sentence, float], minimum: float = 0.3) -> dict[Sentence, float]:
    """Choose sentences by log-odds; none if the best has a probability below ``minimum``."""
    best = max(scores.values(), default=None)
    if best is None or odds_to_probability(best) < minimum:
        return {}
    near = sorted(scores, key=lambda sentence: -scores[sentence])[:_MAX_QUOTED]
    return {sentence: scores[sentence] for sentence in near if scores[sentence] >= best - _MAX_ODDS_GAP}


@dataclass(frozen=True, slots=True)
class QuoteReader:
    """Reads a note: its text, and quotes to answer a question.

    If the question is English, the English models score English sentences; the multilingual model scores all
    others. In a note of very many passages, only the nearest are read. ``scorer`` is called when first
    needed.
    """

    corpus: LanceCorpus
    scorer: Callable[[], SentenceScorer]
    languages: QueryLanguages
    uri: Callable[[str], str]

    async def __call__(self, path: str, question: str = "") -> ReadNote:
        """Read a note; without a question, no quotes. Raise NoteNotFoundError or QueryError."""
        require_short(question)
        try:
            text = await self.corpus.get_document(path)
        except KeyError:
            raise NoteNotFoundError.missing(path) from None
        chunks = await self.corpus.get_chunks(AtPath(path))
        title = chunks[0].title if chunks else PurePosixPath(path).stem
        question_words = question.strip()
        quotes: tuple[Quote, ...] = ()
        if question_words and chunks:
            chosen = choose_quoted(await self._scores(text, chunks, question_words))
            quotes = quotes_of(text, chosen, with_lines=not chunks[0].is_generated)
        return ReadNote(path, title, self.uri(path), text, question_words or None, quotes)

    async def answers(self, chunks: Sequence[Chunk], question: str) -> tuple[SentenceAnswer, ...]:
        """Return at most one sentence per passage that surely answers a question; mere words have none.

        Return none if the first passage's note has no such sentence: other passages alone are often wrong.
        """
        # Sentences are looked for in the notes as they are now.
        if any(each.is_past for each in chunks) or not is_question(question, await self.languages(question)):
            return ()
        answers = [answer for chunk in chunks if (answer := await self._answer(chunk, question))]
        return distinct_answers(answers) if answers and answers[0].path == chunks[0].path else ()

    async def _answer(self, chunk: Chunk, question: str) -> SentenceAnswer | None:
        try:
            text = await self.corpus.get_document(chunk.path)
        except KeyError:
            return None
        scores = await self._scores(text, [chunk], question.strip())
        said = [each for each in scores if not _only_points(text[each.start : each.end], chunk.language)]
        best = max(said, key=lambda sentence: scores[sentence], default=None)
        if best is None or (likely := odds_to_probability(scores[best])) < MIN_ANSWER_PROBABILITY:
            return None
        line, read = 0 if chunk.is_generated else best.line_start, _shown_text(text, best)
        return SentenceAnswer(read, chunk.path, chunk.title, best.heading_path, line, round(likely, 3))

    async def _scores(self, text: str, chunks: list[Chunk], question: str) -> dict[Sentence, float]:
        """Return the log-odds of sentences in passages of a single note."""
        scorer, routing = self.scorer(), await self.languages.routing()
        is_english = routing.reads(await self.languages(question))
        chosen = await self._nearest(scorer, chunks, question, is_english=is_english)
        lines = frozenset(line for chunk in chosen for line in range(chunk.line_start, chunk.line_end + 1))
        read = await scorer.run(note_sentences, text, lines, chunks[0].path)
        # Backwards: of several passages at a line, the first one counts.
        languages = {
            line: chunk.language
            for chunk in reversed(chunks)
            for line in range(chunk.line_start, chunk.line_end + 1)
        }
        ours: list[Sentence] = []
        others: list[Sentence] = []
        for sentence in read:
            is_ours = is_english and routing.reads(languages.get(sentence.line_start, ""))
            (ours if is_ours else others).append(sentence)
        scores: dict[Sentence, float] = {}
        if ours:
            scores |= await scorer.english(question, chunks[0].title, ours)
        if others:
            scores |= await scorer.others(question, others)
        return scores

    async def _nearest(
        self, scorer: SentenceScorer, chunks: list[Chunk], question: str, *, is_english: bool
    ) -> list[Chunk]:
        """Return the passages to read: in a long note the nearest, and those without a vector."""
        if len(chunks) <= _MAX_WHOLE_PASSAGES:
            return chunks
        spaces: list[tuple[Space, Encoder]] = [(Space.MULTILINGUAL, scorer.multilingual or scorer.encoder)]
        if is_english or scorer.multilingual is None:
            spaces.insert(0, (Space.MAIN, scorer.encoder))
        known, nearest = set[str](), set[str]()
        for space, encoder in spaces:
            question_vector = (await scorer.run(encoder.encode_queries, [question]))[0]
            vectors = await self.corpus.vectors[space].of([c.id for c in chunks if c.id not in known])
            # Vectors of another model, kept until the notes are encoded anew, have another length.
            own = {id_: vector for id_, vector in vectors.items() if vector.shape == question_vector.shape}
            cosines = {chunk: float(vector @ question_vector) for chunk, vector in own.items()}
            known.update(cosines)
            nearest.update(sorted(cosines, key=lambda chunk: -cosines[chunk])[:_MAX_NEAREST_PASSAGES])
        return [sentence for sentence in chunks if sentence.id in nearest or sentence.id not in known]


def note_sentences(text: str, lines: Set[int], path: str) -> list[Sentence]:
    """Split these lines of a note into sentences; runs in the models' process."""
    sentences = sentences_of(NoteBlocks.of(text, path), lines)
    return [sentence for sentence in sentences if sentence.line_start in lines or sentence.line_end in lines]


def quotes_of(text: str, chosen: dict[Sentence, float], *, with_lines: bool = True) -> tuple[Quote, ...]:
    """Join adjacent sentences of a block, and return the quotes best first."""
    groups = split_into_runs(
        sorted(chosen, key=lambda sentence: sentence.start),
        lambda last, next_: last.block == next_.block and not text[last.end : next_.start].strip(),
    )
    quotes = []
    for group in groups:
        start, end = group[0], group[-1]
        from_line, to_line = (start.line_start, end.line_end) if with_lines else (None, None)
        likely = round(odds_to_probability(max(chosen[sentence] for sentence in group)), 3)
        read = " ".join(_shown_text(text, quoted) for quoted in group)
        quotes.append(
            Quote(text[start.start : end.end], from_line, to_line, likely, start.heading_path, read)
        )
    return tuple(sorted(quotes, key=lambda quote: -quote.probability))


def _shown_text(text: str, sentence: Sentence) -> str:
    plain = SnippetText(_CALLOUT_MARK.sub("", sentence.read))
    return read_drawn_parts(plain, text[sentence.start : sentence.end], keep_offsets=False).text

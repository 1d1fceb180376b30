"""Likeness of question and title: a question often names a note, half-remembered or by a synonym."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import lru_cache, partial
from typing import TYPE_CHECKING

import regex

from vaultsearch.core.analyzer import stem_word
from vaultsearch.core.errors import ModelUnavailableError, VaultSearchError, WorkerDiedError
from vaultsearch.core.languages.names import ENGLISH, UNDETERMINED
from vaultsearch.core.protocols import Encoder, Runner, Vectors
from vaultsearch.core.query.words import query_terms
from vaultsearch.core.search.vector_cache import QuestionVectors, shared_vector_cache
from vaultsearch.core.text import UNSPACED
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.search import Chunk, LegRank, limit_per_note

if TYPE_CHECKING:
    from vaultsearch.core.query.question_language import QueryLanguages

TITLE_LEG = "title"
"""The leg of titles; the score is cosine plus shared words, 0 for a title that says nothing."""

TITLES_WEIGHT = 6.0
"""The weight of titles beside words and meaning, fitted with theirs: see `fusion`."""
_SAYS_NOTHING_COSINE = 0.3
"""The cosine up to which a title says nothing about the question. Without it, titles of English notes drag
German questions down (Hit@1 .820 instead of .847 on 150 questions of xquad)."""

_WORDS_OF_A_NAME = 3.0
"""Up to this many words, the multilingual model's title similarity counts in full, in longer questions less.
It compares whole sentences with titles badly (xquad-de Hit@1 .950 without this, .955 with)."""
_WORDS_OF_A_QUESTION = 5.0
"""Up to this many words, titles and the deduction for lines count in full; in longer questions less, by the
square of this over the word count. A long question describes an answer and names no note.

On 225 questions of 6 to 15 words the fused answer has nDCG@10 .414 without this rule, .424 with it (with 6
words .421, with 4 .427), on 472 of 5 to 12 words .816 and .824 of the characters asked for; on 77 of 2 to 6
words .858 and .857 (with 4 .855). Of the loss, the deduction for lines takes .016, the full weight .014.
"""
_FOREIGN_TITLE_WEIGHT = 0.4
"""The weight of a title in another language than the question (typed questions over the
sample vault: Hit@1 .825 with full weight, .860 with this one).
"""
_LINE_CHARACTERS = 120
"""Characters. Of 129 wrong first rows of 531 typed questions, 43 were passages of less than 40; on ten sets,
Hit@1 is .799 without this rule, .810 with 80 characters, .814 with 160."""
# Names that programs give to pictures; Obsidian's own is "Pasted image" with the moment.
_PASTED = re.compile(r"^(?:pasted image|screenshot|img|image|untitled)[ _-]*(?=\d)", re.IGNORECASE)
_MIN_LINKS = 3
_ONLY_A_LINK = re.compile(
    r"[\s>]*+(?:[-*+]|\d+[.)])?+\s*+(?:\[\[[^\[\]\n]*\]\]|\[[^\[\]\n]*\]\([^()\n]*\))[\s,.;]*"
)
_LINE_DEDUCTION = 0.4
"""The deduction for a short passage, in units of the fused score; fitted with the weights."""
_CACHED_TITLES = 8192
_MISSPELT_WEIGHT = 0.8
"""The weight of a word found in the title with one slip, or with another stem."""
_MIN_MISSPELT_LETTERS = 5
"""Least letters of a word to be misspelt; shorter ones are too often other words."""
_UNSPACED = regex.compile(UNSPACED, regex.V1)
_UNSPACED_RUN = regex.compile(rf"{UNSPACED}+|\p{{Hangul}}+", regex.V1)


@dataclass(frozen=True, slots=True)
class TitleModel:
    """A model to compare titles; ``scale`` maps cosines to the embedding model's."""

    encoder: Encoder
    scale: Callable[[float], float] = float


@dataclass(slots=True)
class TitleScorer:
    """Score candidates by their notes' titles, and reorder them.

    A title's score is the cosine with the question, above that of a title that says nothing, plus ``words``
    times the squared share of question words in the title or an alias: half of the words count a quarter.
    Cosines find half-remembered titles, words find titles in another word order. The share is relative to the
    question, as short titles contain single words of many questions.

    ``main`` compares English questions
    with titles of English passages, ``multilingual`` all others (None if ``main`` reads all languages).
    ``stored`` looks up title vectors in the index by encoder fingerprint; the others are encoded, up to
    ``most_encoded``, best candidates first (None: all). ``questions`` may be shared.
    """

    main: Callable[[], TitleModel]
    multilingual: Callable[[], TitleModel | None]
    languages: QueryLanguages
    _: KW_ONLY
    words: float
    stored: Callable[[Sequence[str], str], Awaitable[Mapping[str, Vectors]]] | None = None
    most_encoded: Callable[[], int | None] = lambda: None
    run: Runner = in_thread
    questions: QuestionVectors = field(default_factory=partial(QuestionVectors, in_thread))

    async def prepare(self, query: str) -> None:
        """Encode a question during retrieval, by the model for most titles; errors surface in the call."""
        with contextlib.suppress(VaultSearchError):
            language, routing = await self.languages(query), await self.languages.routing()
            await self.questions(self._model(main=routing.reads(language)).encoder, query)

    async def __call__(self, query: str, chunks: Sequence[Chunk], n: int) -> list[Chunk]:
        """Record each candidate's title score in the ranks under `TITLE_LEG`, and return the n best.

        The best passage of each note missing from the first n takes part as well. Without a model for their
        language, titles count by words alone.
        """
        if not chunks:
            return []
        # Of 106 typed questions to 3,197 notes, 8 found the right note nowhere: 2 of these had a passage
        # among the legs' hits, cut off before titles were compared.
        first = {chunk.path for chunk in chunks[:n]}
        others = limit_per_note([chunk for chunk in chunks[n:] if chunk.path not in first], 1)
        chunks = [*chunks[:n], *others]
        language, routing = await self.languages(query), await self.languages.routing()
        by_main = [routing.reads(language) and routing.reads(chunk.language) for chunk in chunks]
        cosines = await self._cosines(query, chunks, by_main)
        shares = [share_explained(query, (chunk.title, *chunk.aliases), language) for chunk in chunks]
        length = question_length(query, language)
        trusted = dict.fromkeys((language, UNDETERMINED), min(1.0, _WORDS_OF_A_NAME / max(1.0, length)))
        short = _short_question_weight(length)
        trust = [
            short if main else trusted.get(chunk.language, _FOREIGN_TITLE_WEIGHT)
            for chunk, main in zip(chunks, by_main, strict=True)
        ]
        scores = [
            # A title of digits, or with the moment of a pasted picture, says nothing.
            sure
            * (max(0.0, cosine - _SAYS_NOTHING_COSINE) + self.words * share**2)
            * any(map(str.isalpha, _PASTED.sub("", chunk.title)))
            for sure, cosine, share, chunk in zip(trust, cosines, shares, chunks, strict=True)
        ]
        # Equal scores share a rank: passages of a note have its title in common.
        ranks = {value: rank for rank, value in enumerate(sorted(set(scores), reverse=True), start=1)}
        scored = [
            chunk.scored(chunk.score, {**chunk.ranks, TITLE_LEG: LegRank(ranks[value], value)})
            for chunk, value in zip(chunks, scores, strict=True)
        ]
        return add_title_scores(scored, query)[:n]

    async def _cosines(self, query: str, chunks: Sequence[Chunk], by_main: Sequence[bool]) -> list[float]:
        pairs = list(zip(by_main, (chunk.title for chunk in chunks), strict=True))
        cosines: dict[tuple[bool, str], float] = {}
        for main in set(by_main):
            titles = [title for by, title in dict.fromkeys(pairs) if by is main]
            with contextlib.suppress(ModelUnavailableError, WorkerDiedError):
                model = self._model(main=main)
                question = await self.questions(model.encoder, query)
                vectors = dict(await self.stored(titles, model.encoder.fingerprint)) if self.stored else {}
                lacking = [title for title in titles if title not in vectors][: self.most_encoded()]
                added = await self.run(_title_vectors, model.encoder, lacking) if lacking else []
                vectors |= zip(lacking, added, strict=True)
                cosines |= {(main, title): model.scale(float(v @ question)) for title, v in vectors.items()}
        return [cosines.get(pair, 0.0) for pair in pairs]

    def _model(self, *, main: bool) -> TitleModel:
        return self.main() if main else self.multilingual() or self.main()


def add_title_scores(chunks: Sequence[Chunk], query: str = "") -> list[Chunk]:
    """Add title scores to the candidates' scores and reorder them; without title scores, do nothing.

    A passage of a line or less loses a little, in long questions less, unless it contains every word of
    ``query``: a heading or property repeating the question is near to it and answers nothing.
    """
    if not any(TITLE_LEG in chunk.ranks for chunk in chunks):
        return list(chunks)
    # By English stems in every language, as the passage's words are cut.
    words = _title_words(query, ENGLISH)
    deducted = _LINE_DEDUCTION * _short_question_weight(question_length(query))
    added = []
    for chunk in chunks:
        title_score = chunk.ranks[TITLE_LEG].score if TITLE_LEG in chunk.ranks else 0.0
        score = (chunk.score or 0.0) + TITLES_WEIGHT * title_score - deducted * _says_little(chunk, words)
        added.append(chunk.scored(score))
    return sorted(added, key=lambda chunk: -(chunk.score or 0.0))


def _says_little(chunk: Chunk, terms: Sequence[str]) -> bool:
    """Return whether a passage is a list of links, or a short line without all the terms.

    A character counts twice in scripts without spaces. If all terms match, a line such as a member card's
    number is an answer.
    """
    if _is_list_of_links(chunk.content):
        return True
    text = chunk.text[:_LINE_CHARACTERS].strip()
    if len(text) + (0 if text.isascii() else len(_UNSPACED.findall(text))) >= _LINE_CHARACTERS:
        return False
    return not terms or not set(terms) <= set(_title_words(text, ENGLISH))


@lru_cache(maxsize=2048)
def _is_list_of_links(content: str) -> bool:
    """Return whether a passage has at least three lines, all links: a table of contents."""
    lines = [line for line in content.split("\n") if line.strip()]
    return len(lines) >= _MIN_LINKS and all(map(_ONLY_A_LINK.fullmatch, lines))


def share_explained(query: str, names: Sequence[str], language: str = ENGLISH) -> float:
    """Return the largest share of the question's words in any of a note's names, 0 to 1.

    Function words do not count, forms of a word are the same, and a word with a slip counts less. In
    scripts without spaces, each pair of neighboring characters is a word.
    """
    words = _title_words(query, language)
    if not words:
        return 0.0
    return max(_count_shared(words, _title_words(name, language)) for name in names) / len(words)


@lru_cache(maxsize=2048)
def _count_shared(terms: tuple[str, ...], words: tuple[str, ...]) -> float:
    """Count the question's words in a name; cached, as passages share names."""
    shared = []
    for term in terms:
        # One slip leaves the first letter or the last one, so that most pairs need no comparison.
        like = (word for word in words if word[0] == term[0] or word[-1] == term[-1])
        shared.append(1.0 if term in words else max(map(partial(_word_likeness, term), like), default=0.0))
    return sum(shared)


def question_length(query: str, language: str = ENGLISH) -> float:
    """Count a question's words; in scripts without spaces, two pairs of characters count as a word."""
    return sum(0.5 if _UNSPACED_RUN.search(word) else 1.0 for word in _title_words(query, language))


def _short_question_weight(length: float) -> float:
    """Return how much titles count for a question length: 1 if short, less if long."""
    return min(1.0, _WORDS_OF_A_QUESTION / max(1.0, length)) ** 2


@lru_cache(maxsize=20_000)
def _title_words(text: str, language: str) -> tuple[str, ...]:
    title_words: dict[str, None] = {}
    for term in query_terms(text, language):
        runs = [] if term.isascii() else _UNSPACED_RUN.findall(term)
        if not runs:
            title_words[stem_word(term)] = None
        for run in runs:
            title_words |= dict.fromkeys([run[index : index + 2] for index in range(len(run) - 1)] or [run])
    return tuple(title_words)


# An answer's names share many words.
@lru_cache(maxsize=50_000)
def _word_likeness(word: str, other: str) -> float:
    if min(len(word), len(other)) < _MIN_MISSPELT_LETTERS or _UNSPACED_RUN.search(word):
        return 0.0
    # More than one slip, and no common stem.
    if word[:_MIN_MISSPELT_LETTERS] != other[:_MIN_MISSPELT_LETTERS] and abs(len(word) - len(other)) > 1:
        return 0.0
    from rapidfuzz.distance import OSA, Prefix

    least = max(_MIN_MISSPELT_LETTERS, 0.6 * max(len(word), len(other)))
    is_like = word.startswith(other) or Prefix.similarity(word, other) >= least
    return _MISSPELT_WEIGHT if is_like or OSA.distance(word, other, score_cutoff=1) <= 1 else 0.0


def _title_vectors(encoder: Encoder, titles: Sequence[str]) -> list[Vectors]:
    """Return title vectors; runs in the encoder's process."""
    cached = shared_vector_cache("titles", encoder.fingerprint, _CACHED_TITLES)
    return cached.texts(titles, encoder.encode_passages)

"""The likeness of question and title: a question often names its note, half-remembered or by a synonym."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Protocol, TypeAlias

import regex

from vaultsearch.core.analyzer import stem
from vaultsearch.core.errors import ModelUnavailableError, WorkerDiedError
from vaultsearch.core.languages.names import ENGLISH, UNDETERMINED
from vaultsearch.core.query.words import query_terms
from vaultsearch.core.search.vector_cache import QuestionVectors, VectorCache
from vaultsearch.core.text import UNSPACED
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.search import Chunk, LegRank

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from vaultsearch.core.languages.names import Routing
    from vaultsearch.core.protocols import Encoder, Runner, Vectors

TITLE = "title"
"""The leg of titles; its score is the sum of cosine and shared words, 0 for a title that says nothing."""

TITLES_WEIGHT = 6.0
"""The weight of what a title says beside words and meaning, fitted with theirs: see `fusion`."""
_SAYS_NOTHING = 0.3
"""The cosine up to which a title says nothing of the question. Without it, the titles of English notes drag
German questions (Hit@1 .820 instead of .847 on 150 questions of xquad).
"""

_WORDS_OF_A_NAME = 3.0
"""Words of a question up to which the multilingual model's likeness of titles counts in full, and less in
longer ones. Whole sentences it compares with titles badly (xquad-de Hit@1 .950 without this, .955 with).
"""
_WORDS_OF_A_QUESTION = 5.0
"""Words of a question up to which titles, and the deduction for lines, count in full; in longer ones less, by
the square of this over their number. A long question describes an answer, and names no note.

On 225 questions of 6 to 15 words the fused answer has nDCG@10 .414 without this rule, .424 with it (with 6
words .421, with 4 .427), on 472 of 5 to 12 words .816 and .824 of the characters asked for; on 77 of 2 to 6
words .858 and .857 (with 4 .855). Of the loss, the deduction for lines takes .016, the full weight .014.
"""
_ACROSS_LANGUAGES = 0.4
"""The weight of a title in another language than the question (typed questions over the
sample vault: Hit@1 .825 with full weight, .860 with this one).
"""
_A_LINE = 120
"""Characters. Of 129 wrong first rows of 531 typed questions, 43 were passages of less than 40; on
ten sets, Hit@1 is .799 without this rule, .810 with 80 characters, .814 with 160.
"""
# Names that programs give to pictures; Obsidian's own is "Pasted image" with the moment.
_PASTED = re.compile(r"^(?:pasted image|screenshot|img|image|untitled)[ _-]*(?=\d)", re.IGNORECASE)
_FEWEST_LINKS = 3
_ONLY_A_LINK = re.compile(
    r"[\s>]*(?:[-*+]|\d+[.)])?\s*(?:\[\[[^\[\]\n]*\]\]|\[[^\[\]\n]*\]\([^()\n]*\))[\s,.;]*"
)
_FOR_A_LINE = 0.4
"""The deduction for such a passage, in the units of the fused score; fitted with its weights."""
_CACHED_TITLES = 8192
_MISSPELT = 0.8
"""The weight of a word that the title contains with one slip, or in a form with another stem."""
_LONG_ENOUGH = 5
"""Letters of a word that may be misspelt; shorter ones are other words too often."""
_UNSPACED = regex.compile(UNSPACED, regex.V1)
_RUN = regex.compile(rf"{UNSPACED}+|\p{{Hangul}}+", regex.V1)


Stored: TypeAlias = "Callable[[Sequence[str], str], Awaitable[Mapping[str, Vectors]]]"


class SupportsRouting(Protocol):
    """Detects a question's language, and routes languages to models."""

    async def routing(self) -> Routing:
        """Return the routing of languages to models."""
        ...

    async def __call__(self, query: str) -> str:
        """Return the language code of a question."""
        ...


@dataclass(frozen=True, slots=True)
class TitleModel:
    """A model that compares titles; ``scale`` maps its cosines to the embedding model's."""

    encoder: Encoder
    scale: Callable[[float], float] = float


class TitleScorer:
    """Score candidates by their notes' titles, and reorder them.

    A title's score is its cosine with the question above that of a title that says nothing, plus ``words``
    times the square of the share of the question's words that the title or an alias of the note contains:
    half of the words are a quarter of the whole. Half-remembered
    titles are found by the former, titles with their words in another order by the latter. The share is
    that of the question, not of the title: short titles contain single words of many questions.

    ``weight`` times the score is added to the candidates' own scores.
    ``main`` compares English questions with titles of English passages, ``multilingual`` all others (None if
    ``main`` reads all languages). ``stored`` maps those titles that have a vector in the
    index, made by the model of a fingerprint, to it; the others are encoded, at most
    ``most_encoded`` of them, the best candidates' (None: all). ``questions`` may be shared.
    """

    def __init__(  # noqa: PLR0913  # its parts, each by name
        self,
        main: Callable[[], TitleModel],
        multilingual: Callable[[], TitleModel | None],
        languages: SupportsRouting,
        *,
        stored: Stored | None = None,
        most_encoded: Callable[[], int | None] = lambda: None,
        run: Runner = in_thread,
        questions: QuestionVectors | None = None,
        weight: float,
        words: float,
    ) -> None:
        self._main = main
        self._multilingual = multilingual
        self._languages = languages
        self._stored = stored
        self._most_encoded = most_encoded
        self._run = run
        self._weight = weight
        self._words = words
        self._questions = questions or QuestionVectors(run)

    async def prepare(self, query: str) -> None:
        """Encode a question while its candidates are still searched for, by the model of most titles."""
        if self._weight:
            language, routing = await self._languages(query), await self._languages.routing()
            await self._questions(self._model(main=routing.reads(language)).encoder, query)

    async def __call__(self, query: str, chunks: Sequence[Chunk], n: int) -> list[Chunk]:
        """Record each candidate's score in the ranks under `TITLE`, and return the n best in their new order.

        Of the notes without a passage among the n first, the best passage of each takes part. Without a model
        that reads them, titles count by their words alone.
        """
        if not self._weight or not chunks:
            return list(chunks[:n])
        chunks = [*chunks[:n], *_of_other_notes(chunks, n)]
        language, routing = await self._languages(query), await self._languages.routing()
        by_main = [routing.reads(language) and routing.reads(chunk.language) for chunk in chunks]
        # The titles are looked up on the disk while their words are compared.
        cosines, shares = await asyncio.gather(
            self._cosines(query, chunks, by_main), _shares(query, chunks, language)
        )
        length = question_length(query, language)
        trusted = min(1.0, _WORDS_OF_A_NAME / max(1.0, length))
        trust = [
            _brevity(length)
            if main
            else trusted
            if chunk.language in (language, UNDETERMINED)
            else _ACROSS_LANGUAGES
            for chunk, main in zip(chunks, by_main, strict=True)
        ]
        scores = [
            sure * (max(0.0, cosine - _SAYS_NOTHING) + self._words * share**2) * _names_a_note(chunk.title)
            for sure, cosine, share, chunk in zip(trust, cosines, shares, chunks, strict=True)
        ]
        # Equal scores share a rank: passages of a note have its title in common.
        ranks = {value: rank for rank, value in enumerate(sorted(set(scores), reverse=True), start=1)}
        scored = [
            chunk.scored(chunk.score, {**chunk.ranks, TITLE: LegRank(ranks[value], value)})
            for chunk, value in zip(chunks, scores, strict=True)
        ]
        return with_titles(scored, self._weight, query)[:n]

    async def _cosines(self, query: str, chunks: Sequence[Chunk], by_main: Sequence[bool]) -> list[float]:
        cosine_of: dict[tuple[bool, str], float] = {}
        for main in set(by_main):
            titles = {
                chunk.title: None for chunk, encoder in zip(chunks, by_main, strict=True) if encoder is main
            }
            cosines = await self._read(query, tuple(titles), main=main)
            cosine_of |= {(main, title): cosine for title, cosine in zip(titles, cosines, strict=True)}
        return [cosine_of[main, chunk.title] for chunk, main in zip(chunks, by_main, strict=True)]

    async def _read(self, query: str, titles: Sequence[str], *, main: bool) -> list[float]:
        try:
            model = self._model(main=main)
            encoder = model.encoder
            known = await self._stored(titles, encoder.fingerprint) if self._stored else {}
            question = await self._questions(encoder, query)
            lacking = [title for title in titles if title not in known][: self._most_encoded()]
            vectors = await self._run(_title_vectors, encoder, lacking) if lacking else []
        except (ModelUnavailableError, WorkerDiedError):
            return [0.0] * len(titles)
        of_titles = {**known, **dict(zip(lacking, vectors, strict=True))}
        return [
            model.scale(float(of_titles[title] @ question)) if title in of_titles else 0.0 for title in titles
        ]

    def _model(self, *, main: bool) -> TitleModel:
        return self._main() if main else self._multilingual() or self._main()


def _of_other_notes(chunks: Sequence[Chunk], n: int) -> list[Chunk]:
    """Return, of the notes that have no passage among the n first, the first passage of each.

    Of 106 typed questions to 3,197 notes, 8 found the right note nowhere: 2 of these had a passage of it
    among the legs' hits, which was cut off before its title was looked at.
    """
    first = {chunk.path for chunk in chunks[:n]}
    chunks_by_title: dict[str, Chunk] = {}
    for chunk in chunks[n:]:
        if chunk.path not in first:
            chunks_by_title.setdefault(chunk.path, chunk)
    return list(chunks_by_title.values())


def with_titles(chunks: Sequence[Chunk], weight: float, query: str = "") -> list[Chunk]:
    """Add the scores of titles to the candidates' and reorder them; unchanged if no title was scored.

    A passage of a line or less loses a little, in long questions less, unless it contains every word of
    ``query``: a heading or a property that repeats the question is near to it, and answers nothing.
    """
    if not any(TITLE in chunk.ranks for chunk in chunks):
        return list(chunks)
    # By English stems in every language: it is compared with the passage's words, which are cut in the same
    # way.
    words = _words(query, ENGLISH)
    deducted = _FOR_A_LINE * _brevity(question_length(query))
    added = [
        chunk.scored(
            (chunk.score or 0.0) + weight * _title_score(chunk) - deducted * _says_little(chunk, words)
        )
        for chunk in chunks
    ]
    return sorted(added, key=lambda chunk: -(chunk.score or 0.0))


def _title_score(chunk: Chunk) -> float:
    return chunk.ranks[TITLE].score if TITLE in chunk.ranks else 0.0


def _says_little(chunk: Chunk, terms: Sequence[str]) -> bool:
    """Return whether a passage is a line or less and lacks words of the question, or is a list of links.

    A character of a script without spaces counts as two. A member card's number stands in a short line.
    """
    if _is_list_of_links(chunk.content):
        return True
    text = chunk.text[:_A_LINE].strip()
    if len(text) + (0 if text.isascii() else len(_UNSPACED.findall(text))) >= _A_LINE:
        return False
    return not terms or not set(terms) <= set(_words(text, ENGLISH))


@lru_cache(maxsize=2048)
def _is_list_of_links(content: str) -> bool:
    """Return whether a passage has at least three lines, all of which are links: a table of contents."""
    lines = [line for line in content.split("\n") if line.strip()]
    return len(lines) >= _FEWEST_LINKS and all(map(_ONLY_A_LINK.fullmatch, lines))


def explained(query: str, names: Sequence[str], language: str = ENGLISH) -> float:
    """Return the largest share of the question's words that one of a note's names contains, 0 to 1.

    Function words do not count, forms of a word are the same, and a word with one slip counts less. In
    scripts without spaces, each pair of neighbouring characters is a word.
    """
    words = _words(query, language)
    if not words:
        return 0.0
    return max(_shared(words, _words(name, language)) for name in names) / len(words)


async def _shares(query: str, chunks: Sequence[Chunk], language: str) -> list[float]:
    return [explained(query, (chunk.title, *chunk.aliases), language) for chunk in chunks]


@lru_cache(maxsize=2048)
def _shared(terms: tuple[str, ...], words: tuple[str, ...]) -> float:
    """Count the words of a question that a name holds; many passages share their note's names."""
    return sum(1.0 if word in words else _nearest(word, words) for word in terms)


def _nearest(word: str, words: tuple[str, ...]) -> float:
    # One slip leaves the first letter or the last one, so that most pairs need no comparison.
    like = (other for other in words if other[0] == word[0] or other[-1] == word[-1])
    return max(map(_nearness(word), like), default=0.0)


@lru_cache(maxsize=32)
def _nearness(word: str) -> Callable[[str], float]:
    """Return how near other words are to one; each is compared once: the names of an answer share many."""
    return lru_cache(maxsize=2048)(partial(_alike, word))


def _names_a_note(title: str) -> bool:
    """Return whether a title says anything: one of digits, or of a pasted picture's moment, does not."""
    return any(map(str.isalpha, _PASTED.sub("", title)))


def question_length(query: str, language: str = ENGLISH) -> float:
    """Count the words of a question; in scripts without spaces, two pairs of characters are one."""
    return sum(0.5 if _RUN.search(word) else 1.0 for word in _words(query, language))


def _brevity(length: float) -> float:
    """Return how much titles count in a question of so many words: 1 in a short one, less in longer ones."""
    return min(1.0, _WORDS_OF_A_QUESTION / max(1.0, length)) ** 2


@lru_cache(maxsize=20_000)
def _words(text: str, language: str) -> tuple[str, ...]:
    title_words: dict[str, None] = {}
    for term in query_terms(text, language):
        runs = [] if term.isascii() else _RUN.findall(term)
        if not runs:
            title_words[stem(term)] = None
        for run in runs:
            title_words |= dict.fromkeys([run[index : index + 2] for index in range(len(run) - 1)] or [run])
    return tuple(title_words)


def _alike(word: str, other: str) -> float:
    if word == other:
        return 1.0
    if min(len(word), len(other)) < _LONG_ENOUGH:
        return 0.0
    if _RUN.search(word):
        return 0.0
    # More than one slip, and no common stem.
    if word[:_LONG_ENOUGH] != other[:_LONG_ENOUGH] and abs(len(word) - len(other)) > 1:
        return 0.0
    longest = max(len(word), len(other))
    shared = next(
        (index for index, pair in enumerate(zip(word, other, strict=False)) if pair[0] != pair[1]), len(word)
    )
    from rapidfuzz.distance import OSA

    is_near = shared >= max(_LONG_ENOUGH, 0.6 * longest) or OSA.distance(word, other, score_cutoff=1) <= 1
    return _MISSPELT if is_near else 0.0


def _title_vectors(encoder: Encoder, titles: Sequence[str]) -> list[Vectors]:
    """Return the vectors of titles; runs in the encoder's process."""
    return _kept_titles(encoder.fingerprint).texts(titles, encoder.encode_passages)


@cache
def _kept_titles(_fingerprint: str) -> VectorCache:
    return VectorCache(_CACHED_TITLES)

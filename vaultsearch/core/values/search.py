"""Values of a search: modes, passages, ranks, results, answer stages, and the answer to a long text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from enum import StrEnum
from itertools import accumulate, compress
from operator import attrgetter
from pathlib import PurePath
from typing import Any, NamedTuple, Protocol, runtime_checkable

from vaultsearch.core.values.note import (
    CANVAS_ENDING,
    EMBEDDED_KINDS,
    EMPTY_NOTE,
    NO_TEXT,
    NOTE_KINDS,
    TEXT_IN_PICTURE,
    FileKind,
    Span,
)
from vaultsearch.core.values.times import NoteDate, PastNote, note_date


class Space(StrEnum):
    """A vector space, by the name of its model's kind.

    A passage has vectors in the spaces that its language is routed to.
    """

    MAIN = "vector"
    """The embedding model's space."""
    MULTILINGUAL = "multilingual"
    """The multilingual model's space, if there is one."""


class Mode(StrEnum):
    """Search mode: meaning and words combined, either alone, literal, or along links from the answers."""

    HYBRID = "hybrid"
    SEMANTIC = "semantic"
    FULLTEXT = "fulltext"
    GREP = "grep"
    EXPLORE = "explore"

    @classmethod
    def _missing_(cls, value: object) -> None:
        raise ValueError(f"{value!r} is no mode: {', '.join(cls)}.")

    @property
    def is_by_words(self) -> bool:
        """Whether an answer consists of all passages holding the words, so that it can be counted."""
        return self in (Mode.FULLTEXT, Mode.GREP)


PER_NOTE = 2
"""Default rows per note: all first ten for "how to launch a product" came from the same note."""


def require_count(n: int | None) -> None:
    """Raise ValueError for an invalid number of results; None stands for as many as the window lists."""
    if n is not None and n < 1:
        raise ValueError(f"n is {n}: give 1 or more, or None for as many as the window lists.")


@dataclass(frozen=True, slots=True)
class LegRank:
    """A passage's rank in a retriever's run (1 is best), and the retriever's own score."""

    rank: int
    score: float


class Holders(NamedTuple):
    """The passages holding a word: ids, documents (notes, or in other files passages), whether as written."""

    ids: Sequence[str] = ()
    documents: Sequence[str] = ()
    are_written: Sequence[bool] = ()

    def as_written(self) -> Holders:
        """Return those holding the word as written."""
        ids, documents, written = self
        return Holders(list(compress(ids, written)), list(compress(documents, written)))


class Elsewhere(NamedTuple):
    """A query word held by another passage in the note, and the heading there, or ""."""

    word: str
    heading: str


class ChunkSection(NamedTuple):
    """A note section in a passage spanning several, or a heading there without text.

    Attributes:
        start: The first character in the passage's text.
        end: The character behind it; equal to ``start`` for a heading without text.
        line_start: The first line, 1-based.
        line_end: The last line, inclusive.
        heading_path: The headings above it.
    """

    start: int
    end: int
    line_start: int
    line_end: int
    heading_path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage: handed over between all steps of a search.

    Attributes:
        position: The passage's index in its note.
        line_start: The first line of ``content`` in the file, 1-based; for a file that is no Markdown, in the
            text generated from it.
        line_end: The last line, inclusive.
        content: The passage as in the file.
        text: The passage as the reader sees it.
        window_start: The first passage's position in the window for embedding, None if embedded alone.
        language: ISO 639-1 code, "" if undetermined.
        page: The 1-based page, None in files without pages.
        addresses: Link targets outside the vault, and in a note's first passage its tags and properties, as
            ``key: value``: searched, but neither shown nor embedded.
        sections: The sections spanned, if several, and headings beside it without text.
        is_past: Whether it is of an earlier version of the note.
        score: Orders the passages in a list, see `Result.score`; None until scored.
        ranks: The rank in each retriever's run.
    """

    id: str
    path: str
    title: str
    position: int
    heading_path: tuple[str, ...]
    line_start: int
    line_end: int
    content: str
    text: str
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    modified: datetime | None = None
    created: datetime | None = None
    window_start: int | None = None
    language: str = ""
    kind: FileKind = FileKind.NOTE
    page: int | None = None
    addresses: tuple[str, ...] = ()
    sections: tuple[ChunkSection, ...] = ()
    is_past: bool = False
    score: float | None = None
    ranks: Mapping[str, LegRank] = field(default_factory=dict)

    def scored(self, score: float | None, ranks: Mapping[str, LegRank] | None = None) -> Chunk:
        """Copy with another score, and other ranks if given: in half the time of `replace`."""
        values: tuple[Any, ...] = (*_unscored_values(self), score, self.ranks if ranks is None else ranks)
        return Chunk(*values)

    def moved(self, moved: Mapping[str, str]) -> Chunk:
        """Return it under the note's new path, by former path; a title from the name follows."""
        if (path := moved.get(self.path)) is None:
            return self
        title = PurePath(path).stem if self.title == PurePath(self.path).stem else self.title
        return replace(self, id=path + self.id.removeprefix(self.path), path=path, title=title)

    @property
    def folder(self) -> str:
        """Return the note's folder within the vault, "" at the root."""
        return self.path.rpartition("/")[0]

    @property
    def date(self) -> NoteDate | None:
        """Return the note's date, with origin."""
        return note_date(self.path, self.created, self.modified)

    @property
    def shown(self) -> str:
        """Return the passage as displayed and copied: as in the file, never empty."""
        return self.content.strip("\n") or self.text or self.placeholder

    @property
    def placeholder(self) -> str:
        """Return what stands in for a missing text."""
        return EMPTY_NOTE if self.kind in NOTE_KINDS else NO_TEXT

    @property
    def headings(self) -> tuple[str, ...]:
        """Return the headings read with the text: all but the page's, which says nothing about it."""
        return own_headings(self.heading_path, self.page)

    @property
    def is_generated(self) -> bool:
        """Return whether the text was generated from the file, so that line numbers are not the file's."""
        is_canvas = self.path.lower().endswith(CANVAS_ENDING)
        return is_canvas or (self.kind is not FileKind.NOTE and not self.path.lower().endswith(".md"))

    @property
    def is_borrowed(self) -> bool:
        """Return whether a picture or recording is found here by a note's paragraph around it."""
        return self.kind in EMBEDDED_KINDS and bool(self.heading_path) and not self.is_recognised

    @property
    def is_recognised(self) -> bool:
        """Return whether the text was recognised in a picture."""
        of_picture = self.kind in (FileKind.IMAGE, FileKind.PDF)
        return of_picture and self.heading_path[-1:] == (TEXT_IN_PICTURE,)


# Each step of a search scores all passages anew: `dataclasses.replace` takes twice the time.
_unscored_values = attrgetter(*(each.name for each in fields(Chunk) if each.name not in ("score", "ranks")))


def searched_part(address: str) -> str:
    """Return an address as searched: of a property, the value without the key."""
    return address.partition(": ")[2] or address


def own_headings(heading_path: Sequence[str] | None, page: int | None) -> tuple[str, ...]:
    """Return a passage's headings without the page's, and without the mark for recognised text."""
    # Embedded and searched without it, a page that moves is not encoded again.
    headings = tuple(heading_path or ())
    own = headings if page is None else headings[1:]
    return own[:-1] if own[-1:] == (TEXT_IN_PICTURE,) else own


@dataclass(frozen=True, slots=True)
class Snippet:
    """An excerpt from a passage's text, with spans matching the query by words and by meaning."""

    text: str
    matches: tuple[Span, ...] = ()
    semantic_spans: tuple[Span, ...] = ()

    def __call__(self) -> Snippet:
        """Return the snippet itself, as a source that has been cut out."""
        return self


@runtime_checkable
class SnippetSource(Protocol):
    """A snippet, or the function that cuts it out."""

    def __call__(self) -> Snippet:
        """Return the snippet."""


class Use(StrEnum):
    """The user's action on a result."""

    OPENED = "opened"
    COPIED = "copied"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class UsedBefore:
    """A past use of a note for ``question``, the present or a similar question."""

    question: str
    use: Use


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    """A passage as displayed.

    Attributes:
        snippet_source: The snippet, or a function that cuts it out: most rows are never scrolled to.
        url: Opens the passage in Obsidian.
        why: A line on how it was found.
        probability: How likely the passage answers, 0 to 1, or None if no model has read it; it need not fall
            down the list.
        terms: The query's words, folded.
        semantic_spans: Spans in the passage's whole text matching by meaning.
        last_used: The past use that raised the passage, or None.
        is_exact_title: Whether the query is the note's title or alias, so that the passage stays on top.
        title_matches: Spans in the note's title matching the query's words.
        heading_matches: Such spans for each heading in the heading path.
        matching_tags: The note's tags with a query word.
        link: A link address in the passage matching the query, if nothing else in it does.
        past: The origin of a passage from the past, None for the present.
        via: The titles of the notes (and tags) on the links from an answer to this note.
        is_related: Whether it stands below all results holding a query word or surely answering.
        elsewhere: The query words in the note's other passages, if it holds all.
        behind: On a note's last row, the note's passages that made room for other notes.
    """

    chunk: Chunk
    snippet_source: SnippetSource
    url: str
    why: str
    probability: float | None = None
    terms: tuple[str, ...] = ()
    semantic_spans: tuple[Span, ...] = ()
    last_used: UsedBefore | None = None
    is_exact_title: bool = False
    title_matches: tuple[Span, ...] = ()
    heading_matches: tuple[tuple[Span, ...], ...] = ()
    matching_tags: tuple[str, ...] = ()
    link: str = ""
    past: PastNote | None = None
    via: tuple[str, ...] = ()
    is_related: bool = False
    elsewhere: tuple[Elsewhere, ...] = ()
    behind: tuple[Result, ...] = ()

    @property
    def path(self) -> str:
        """Return the note's or file's path within the vault."""
        return self.chunk.path

    @property
    def title(self) -> str:
        """Return the note's title."""
        return self.chunk.title

    @property
    def heading_path(self) -> tuple[str, ...]:
        """Return the headings above the passage."""
        return self.chunk.heading_path

    @property
    def text(self) -> str:
        """Return the passage as displayed and copied."""
        return self.chunk.shown

    @property
    def score(self) -> float | None:
        """Return the number ordering this list only, which never rises down it; None in a list by date."""
        return self.chunk.score

    @property
    def snippet(self) -> Snippet:
        """Return the excerpt shown in a row."""
        return self.snippet_source()

    def __repr__(self) -> str:
        """Return a line: the passage's location and figures."""
        figures = (("score", self.score), ("probability", self.probability))
        shown = [f"{name}={value:.3g}" for name, value in figures if value is not None]
        return f"Result({', '.join([repr(self.path), repr(' > '.join(self.heading_path)), *shown])})"

    def _repr_html_(self) -> str:
        """Return HTML for notebooks: the title as a link, the headings, the snippet with matches."""
        from html import escape

        shown = self.snippet
        parts, done = [], 0
        for span in sorted(shown.matches, key=lambda span: span.start):
            start = max(done, span.start)
            parts += [escape(shown.text[done:start]), f"<b>{escape(shown.text[start : span.end])}</b>"]
            done = max(start, span.end)
        head = " › ".join(map(escape, (self.path, *self.heading_path)))
        return (
            f'<p><a href="{escape(self.url)}">{escape(self.title)}</a> <small>{head}</small><br>'
            f"{''.join(parts)}{escape(shown.text[done:])}</p>"
        )


def limit_per_note(chunks: Sequence[Chunk], most: int) -> list[Chunk]:
    """Keep each note's first ``most`` passages, in order."""
    seen: Counter[str] = Counter()
    chosen = []
    for chunk in chunks:
        seen[chunk.path] += 1
        if seen[chunk.path] <= most:
            chosen.append(chunk)
    return chosen


def clamp_descending(results: Iterable[Result]) -> tuple[Result, ...]:
    """Clamp scores so that they never rise down the list.

    A step moving a result up gives it the score for the new place; a step moving it down need not. A missing
    score becomes the score above. A list without scores stays as it is.
    """
    listed = tuple(results)
    if all(result.score is None for result in listed):
        return listed
    raw = [result.score for result in listed]
    first = next(value for value in raw if value is not None)
    falling = accumulate(raw, lambda above, own: above if own is None else min(above, own), initial=first)
    next(falling)
    return tuple(
        result if result.score == score else replace(result, chunk=result.chunk.scored(score))
        for result, score in zip(listed, falling, strict=True)
    )


def related_from(results: Sequence[Result]) -> int | None:
    """Return the index from which all results are merely related, or None without any, or any above."""
    end = len(results)
    while end and results[end - 1].is_related:
        end -= 1
    return end if 0 < end < len(results) else None


def unfold_results(results: Iterable[Result]) -> list[Result]:
    """Return rows, followed by the passages behind each."""
    rows = list(results)
    behind = (other for row in rows for other in row.behind)
    return [*(replace(row, behind=()) if row.behind else row for row in rows), *behind]


@dataclass(frozen=True, slots=True)
class Step:
    """The trace of one step: the duration, and the number of passages (or notes) in and out."""

    name: str
    seconds: float
    count_in: int
    count_out: int


@dataclass(frozen=True, slots=True)
class WeightedWords:
    """Additional query words, and a match's weight relative to the query's own words (0 to 1)."""

    words: str
    weight: float


@dataclass(frozen=True, slots=True)
class Completeness:
    """How many of a vault's ``files``, notes included, can be found by words and by meaning.

    ``failed`` files were unreadable, and are not waited for. ``scanned`` is False before the first scan,
    while the number of files is unknown. The default is a complete vault. 0 <= ``by_meaning`` <= ``by_words``
    <= ``files`` - ``failed``.
    """

    files: int = 0
    by_words: int = 0
    by_meaning: int = 0
    scanned: bool = True
    failed: int = 0

    @property
    def of_words(self) -> bool:
        """Return whether every note can be found by words, so that an empty result is conclusive."""
        return self.scanned and self.by_words + self.failed >= self.files

    @property
    def of_meaning(self) -> bool:
        """Return whether every note can also be found by meaning, so that an empty result is conclusive."""
        return self.of_words and self.by_meaning + self.failed >= self.files

    def __add__(self, other: Completeness) -> Completeness:
        """Add up two vaults."""
        return Completeness(
            self.files + other.files,
            self.by_words + other.by_words,
            self.by_meaning + other.by_meaning,
            self.scanned and other.scanned,
            self.failed + other.failed,
        )


class ReadingPlan(StrEnum):
    """Plan to embed passages for questions in a language: offered, requested by the user, or automatic."""

    OFFERED = "offered"
    WANTED = "wanted"
    EXPECTED = "expected"


@dataclass(frozen=True, slots=True)
class UnreadNotes:
    """A question's language, and the passages it finds only by words; embedding takes ``seconds``."""

    language: str
    language_name: str
    passages: int
    seconds: float
    reading: ReadingPlan

    @property
    def seems(self) -> str:
        """Return the first clause of the sentence about this."""
        return f"This looks like {self.language_name}"


@dataclass(frozen=True, slots=True)
class Spelling:
    """Another spelling for a query, searched for or suggested.

    Attributes:
        typed: The misspelt words, as typed.
        corrected: The words they stand for.
        query: The query to offer instead: as typed, or with the suggestion.
        is_searched: Whether the results are for the corrected words.
    """

    typed: str
    corrected: str
    query: str
    is_searched: bool

    def __str__(self) -> str:
        """Return the spelling as a sentence."""
        if self.is_searched:
            return f"Showing results for “{self.corrected}”. Search for “{self.typed}” instead: {self.query}"
        return f"Did you mean “{self.corrected}”?"


@dataclass(frozen=True, slots=True)
class SearchStage:
    """An answer to a query; quick ones are followed by better ones.

    Attributes:
        name: "words", "fused", "reranked" or "variants".
        final: Whether no better answer follows.
        notice: A sentence on this answer's limitation, or None.
        reading: A line on how the query was understood.
        hints: Sentences on unfinished parts of the query.
        unanswered: Whether probably no result answers, not even the nearest.
        unread: Passages missed because of the question's language.
        completeness: The index's completeness for this query at the time.
        settled: Whether the index held everything the query needs, words or meaning, so that an empty result
            is conclusive.
        more: Whether there may be more results than requested.
        spelling: Another spelling for the query, searched for or suggested.
    """

    query: str
    mode: Mode
    name: str
    results: tuple[Result, ...]
    final: bool
    steps: tuple[Step, ...] = ()
    notice: str | None = None
    reading: str | None = None
    hints: tuple[str, ...] = ()
    unanswered: bool = False
    unread: UnreadNotes | None = None
    completeness: Completeness = Completeness()
    settled: bool = True
    more: bool = False
    spelling: Spelling | None = None


class LongQueryOutcome(StrEnum):
    """A long query's outcome: results found, nothing relevant enough, or the search failed."""

    FOUND = "found"
    NO_HITS = "no hits"
    FAILED = "system error"


@dataclass(frozen=True, slots=True)
class LongQueryTopic:
    """A range of segments with the same relevant notes; lines are 1-based and inclusive.

    ``label`` is made from the most distinctive words. ``messages`` are the numbers of a chat's first and last
    message. For a topic that returns, ``returns`` has the line ranges of later segments. ``text`` is that of
    the first segments: a line may have several topics.
    """

    label: str
    line_start: int
    line_end: int
    results: tuple[Result, ...]
    messages: tuple[int, int] | None = None
    returns: tuple[tuple[int, int], ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class LongQueryCounts:
    """Counters for a long query: segments, passages per segment, and passages left after each step."""

    segments: int = 0
    per_segment: tuple[int, ...] = ()
    collected: int = 0
    deduplicated: int = 0
    given: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class LongQueryAnswer:
    """The answer to a long query; ``results`` are the best across topics, besides each topic's own.

    Attributes:
        text: The text as read; a chat as Markdown.
        notice: A sentence on the answer's limitation, or None.
        trouble: The reason as a sentence if the outcome is FAILED.
        remedy: The remedy as a sentence if the outcome is FAILED.
    """

    outcome: LongQueryOutcome
    results: tuple[Result, ...] = ()
    topics: tuple[LongQueryTopic, ...] = ()
    text: str = ""
    messages: int = 0
    counts: LongQueryCounts = LongQueryCounts()
    steps: tuple[Step, ...] = ()
    notice: str | None = None
    trouble: str | None = None
    remedy: str | None = None


@dataclass(frozen=True, slots=True)
class Edit:
    """A text edit: ``text`` replaces the characters from ``start`` to ``end``."""

    start: int
    end: int
    text: str = ""

    def applied(self, text: str) -> str:
        """Return the edited text."""
        return text[: self.start] + self.text + text[self.end :]


class RelaxationKind(StrEnum):
    """A relaxation's kind."""

    SPELLING = "spelling"
    """Replaces the misspelt ``subject`` by ``proposed``."""
    CONDITION = "condition"
    """Omits the condition written as ``subject``."""
    CONDITIONS = "conditions"
    """Omits all conditions."""
    PHRASE = "phrase"
    """Searches for the words of the phrase ``subject`` anywhere."""
    WORD = "word"
    """Searches for the word ``subject`` only."""
    MODE = "mode"
    """Uses another mode."""


@dataclass(frozen=True, slots=True)
class Relaxation:
    """A modified query with results: ``edit`` applied to the original query, asked in ``mode``.

    ``notes`` counts results or, with ``mention``, those containing any of its words; None if only known to be
    positive.
    """

    kind: RelaxationKind
    edit: Edit
    mode: Mode
    subject: str = ""
    proposed: str = ""
    notes: int | None = None
    mention: bool = False

"""Passages on their way from the index to the screen: modes, ranks, results, stages of an answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from vaultsearch.core.values.dates import NoteDate, note_date
from vaultsearch.core.values.note import CANVAS_ENDING, EMPTY_NOTE, Span

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime


class Space(StrEnum):
    """A space of vectors, by the name of its column.

    A passage has a vector in the spaces that its language calls for, and none in the others.
    """

    MAIN = "vector"
    """The embedding model's."""
    MULTILINGUAL = "multilingual"
    """The multilingual model's, where there is one."""

    @property
    def key(self) -> str:
        """The column that names the text that the vector was made from; empty where there is no vector.

        Which rows have one is told by this column: to look through the vectors takes ten times as long.
        """
        return f"{self}_key"


class Mode(StrEnum):
    """How a query is asked: of meaning and words together, of one of them, or literally."""

    HYBRID = "hybrid"
    SEMANTIC = "semantic"
    FULLTEXT = "fulltext"
    GREP = "grep"


@dataclass(frozen=True, slots=True)
class LegRank:
    """A passage's place in one leg (1 is best) and that leg's own score."""

    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage: the hand-over between all steps of a search.

    ``content`` stands in the file at ``line_start`` to ``line_end`` (1-based, inclusive), of a canvas
    in the text that its cards make; ``text`` is the same as the reader sees it. ``score`` is None
    until something scored it; ``ranks`` keeps its place in every leg that found it. ``stretch`` is the
    position of the first of the passages that it is embedded together with, None where it is alone.
    ``language`` is a code of ISO 639-1, "" where it cannot be told.
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
    stretch: int | None = None
    language: str = ""
    score: float | None = None
    ranks: Mapping[str, LegRank] = field(default_factory=dict)

    @property
    def folder(self) -> str:
        """The folder of the note within the vault, "" at its root."""
        return self.path.rpartition("/")[0]

    @property
    def date(self) -> NoteDate | None:
        """The date of the note, and where it is from."""
        return note_date(self.path, self.created, self.modified)

    @property
    def shown(self) -> str:
        """The passage as it is told and copied: as it stands in the file, never empty."""
        return self.content.strip("\n") or self.text or EMPTY_NOTE

    @property
    def is_canvas(self) -> bool:
        """Tell whether the note is a canvas, so that its lines are none of the file."""
        return self.path.lower().endswith(CANVAS_ENDING)


@dataclass(frozen=True, slots=True)
class Snippet:
    """A stretch of a passage's text: where the query's words stand in it, and words that mean the same."""

    text: str
    matches: tuple[Span, ...] = ()
    meant: tuple[Span, ...] = ()


class Use(StrEnum):
    """What a user did with a passage that was found."""

    OPENED = "opened"
    COPIED = "copied"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class UsedBefore:
    """That a note was used for ``question``, which is the one that is asked or near to it, and how."""

    question: str
    use: Use


@dataclass(frozen=True, slots=True)
class Result:
    """A passage as shown: ``uri`` opens it in Obsidian, ``why`` says in one line how it was found.

    ``likely`` is how likely it answers, 0 to 1, None where that is not known. ``terms`` are the query's
    words, folded; ``meant`` are the words of the passage's whole text that answer by meaning. ``before``
    tells that the user's history raised the passage, None where it did not; ``named`` that the query names
    the note, so that nothing moves the passage from the top.
    """

    chunk: Chunk
    snippet: Snippet
    uri: str
    why: str
    likely: float | None = None
    terms: tuple[str, ...] = ()
    meant: tuple[Span, ...] = ()
    before: UsedBefore | None = None
    named: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """The trace of one step: how long it took and how many passages (or notes) went in and out."""

    name: str
    seconds: float
    count_in: int
    count_out: int


@dataclass(frozen=True, slots=True)
class WeightedWords:
    """Words asked for besides a query's own, and what a match of them counts against those (0 to 1)."""

    words: str
    weight: float


@dataclass(frozen=True, slots=True)
class Completeness:
    """How many of a vault's ``notes`` can be found so far: by their words, and by their meaning.

    ``scanned`` is False before the vault was looked through once: how many notes there are is not known
    then. The default is that of a vault that nothing is missing of.
    """

    notes: int = 0
    by_words: int = 0
    by_meaning: int = 0
    scanned: bool = True

    @property
    def of_words(self) -> bool:
        """Whether every note can be found by its words: finding none by words is a verdict then."""
        return self.scanned and self.by_words >= self.notes

    @property
    def of_meaning(self) -> bool:
        """Whether every note can be found by its meaning, too: that none answers is a verdict then."""
        return self.of_words and self.by_meaning >= self.notes

    def __add__(self, other: Completeness) -> Completeness:
        """Give that of two vaults together."""
        return Completeness(
            self.notes + other.notes,
            self.by_words + other.by_words,
            self.by_meaning + other.by_meaning,
            self.scanned and other.scanned,
        )


class ReadingPlan(StrEnum):
    """Whether notes are read for questions in a language: not, unless wanted; as the user wanted; anyway."""

    OFFERED = "offered"
    WANTED = "wanted"
    EXPECTED = "expected"


@dataclass(frozen=True, slots=True)
class UnreadNotes:
    """A question's language, by code and English name, and how many passages it finds by words alone.

    To read them takes about so many ``seconds``.
    """

    language: str
    language_name: str
    passages: int
    seconds: float
    reading: ReadingPlan

    @property
    def seems(self) -> str:
        """Say which language it is taken for: the beginning of the sentence that says all of this."""
        return f"This looks like {self.language_name}"


@dataclass(frozen=True, slots=True)
class SearchStage:
    """One of the answers to a query: first what is quick, then what is better.

    ``name`` is "words", "fused" or "reranked"; ``notice`` tells what this answer lacks, if anything.
    ``reading`` says in one line how the query was read, ``hints`` what of it was left unfinished.
    ``unanswered`` tells that most likely none of the results, the nearest that there are, answers.
    ``unread`` tells what it lacks because of the question's language.
    ``completeness`` is that of the index for this very query when it was asked; ``settled`` tells that it
    holds all that this query asks, words or meaning: only then is it a verdict that nothing was found.
    ``more`` tells that there may be more results than were asked for.
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

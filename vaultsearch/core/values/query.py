"""Values of a query, between window and engine: conditions, facets, relaxations, completions, past uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

from vaultsearch.core.messages import Message
from vaultsearch.core.values.note import Span
from vaultsearch.core.values.search import Edit, Mode, Use

LONGEST_QUERY = 1_000
"""Characters: about 140 words, each taking about 60 ms CPU to look up."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A query word in few or no passages, and the indexed words it may stand for."""

    typed: str
    known: bool
    words: tuple[str, ...]
    replaces: bool = False
    """Whether the first of the words is searched for instead: the typed word does not exist."""
    is_part: bool = False
    """Whether it is part of a name with signs, such as a file name, which is in no language."""

    def __str__(self) -> str:
        """Return the correction as a sentence."""
        words = Message(", ".join(["{}"] * len(self.words)), *(Message("“{}”", word) for word in self.words))
        return Message("“{}” isn't in your notes; searched for {} too.", self.typed, words)


@dataclass(frozen=True, slots=True)
class QueryPart:
    """A condition in a query, ``written`` at the characters ``start`` to ``end``.

    ``removal`` is the edit to remove it. A ``proposed`` part is no condition yet: words naming an interval of
    days.
    """

    written: str
    description: str
    start: int
    end: int
    removal: Edit
    proposed: ProposedInterval | None = None


@dataclass(frozen=True, slots=True)
class ProposedInterval:
    """The days from ``first`` to ``last``, inclusive, or None; ``acceptance`` filters by them."""

    first: date | None
    last: date | None
    acceptance: Edit


class FacetKind(StrEnum):
    """A facet's kind."""

    TAG = "tag"
    FOLDER = "folder"
    PERIOD = "period"
    TYPE = "type"
    TOPIC = "topic"


@dataclass(frozen=True, slots=True)
class Facet:
    """A facet value, and the number of notes with it.

    Attributes:
        value: The whole tag, the folder's path, the topic behind its parent, the file kind, or the period
            (``2026``, ``2026-05``, ``2026-05-12``, ``2026-05-04/2026-05-10``, or ``<2026`` for everything
            before).
        label: The value's last part.
        chosen: Whether the query contains it.
        parts: The facet values beneath it.
        names: The titles of a period's newest notes.
    """

    kind: FacetKind
    value: str
    label: str
    count: int
    chosen: bool = False
    parts: tuple[Facet, ...] = ()
    # Not compared: the same facet has other newest notes after each edit.
    names: tuple[str, ...] = field(default=(), compare=False)


class CountedNotes(StrEnum):
    """Which notes were counted."""

    VAULT = "vault"
    MATCHING = "matching"
    """The matches of a query of conditions only."""
    LISTED = "listed"
    """The notes of the listed results: words rank and exclude nothing."""


@dataclass(frozen=True, slots=True)
class Facets:
    """The facets over ``notes`` notes; ``periods`` are contiguous.

    ``period`` is the query's, if any. ``topics_by_note`` maps each note's path to its topic, and to any
    subtopic as ``topic/below``.
    """

    notes: int = 0
    counted: CountedNotes = CountedNotes.VAULT
    tags: tuple[Facet, ...] = ()
    folders: tuple[Facet, ...] = ()
    periods: tuple[Facet, ...] = ()
    period: Facet | None = None
    types: tuple[Facet, ...] = ()
    topics: tuple[Facet, ...] = ()
    topics_by_note: Mapping[str, Sequence[str]] = field(default_factory=dict)


class Teaching(StrEnum):
    """The feature an example query demonstrates."""

    TAG = "tag"
    FOLDER = "folder"
    PROPERTY = "property"
    PHRASE = "phrase"
    WITHOUT = "without"
    DATED = "dated"
    TASK = "task"
    EITHER = "either"


@dataclass(frozen=True, slots=True)
class Example:
    """An example query with names from the vault."""

    teaching: Teaching
    query: str


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A named query with the mode."""

    name: str
    query: str
    mode: Mode = Mode.HYBRID


class ProposalKind(StrEnum):
    """A proposal's kind."""

    OPERATOR = "operator"
    TAG = "tag"
    FOLDER = "folder"
    NOTE = "note"
    HEADING = "heading"
    PROPERTY = "property"
    VALUE = "value"
    DATE = "date"
    LANGUAGE = "language"
    TYPE = "type"
    TOPIC = "topic"
    ENTITY = "entity"
    ABOVE = "above"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A completion: ``text`` is inserted, ``label`` is displayed.

    ``count`` is the number of notes; operators have a ``description`` instead, dates both. ``leads_on`` is
    set if an operand must follow.
    """

    label: str
    text: str
    kind: ProposalKind
    count: int | None = None
    description: str = ""
    leads_on: bool = False


@dataclass(frozen=True, slots=True)
class Completions:
    """Proposals for the characters from ``start`` to ``end``; ``complete`` if the text equals a proposal."""

    start: int
    end: int
    proposals: tuple[Proposal, ...] = ()
    complete: bool = False


class CellKind(StrEnum):
    """A value's kind: it decides order and notation."""

    NUMBER = "number"
    FLAG = "flag"
    DATE = "date"
    TEXT = "text"


_RANKS = {kind: rank for rank, kind in enumerate(CellKind)}


@dataclass(frozen=True, slots=True)
class PropertyCell:
    """A note's property value; for a date, ``text`` is in ISO's form.

    ``amount`` sorts numbers and dates: the number itself, 0 or 1 for a flag, seconds since 1970 for a date.
    """

    kind: CellKind
    text: str
    amount: float = 0.0

    @property
    def sort_key(self) -> SortKey:
        """Return the key to sort by: numbers, then flags, dates and texts."""
        return _RANKS[self.kind], self.amount, self.text.casefold()


SortKey = tuple[int, float, str]
"""The rank of a value's kind, the amount, the text."""


@dataclass(frozen=True, slots=True)
class PropertyName:
    """A property as first written in the vault, and the number of notes with it."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class NoteProperties:
    """All properties in a vault, most frequent first, and some of their values.

    ``cells`` has the requested values, by note path and name as requested; notes without a value are left
    out.
    """

    names: tuple[PropertyName, ...] = ()
    cells: Mapping[str, Mapping[str, PropertyCell]] = field(default_factory=dict)


class NameKind(StrEnum):
    """The kinds of names for a note, most telling first."""

    TITLE = "title"
    ALIAS = "alias"
    FILE = "file name"
    HEADING = "heading"


@dataclass(frozen=True, slots=True)
class NoteEntry:
    """A note in a list; ``uri`` opens it in Obsidian, ``modified`` is when the file was saved."""

    path: str
    title: str
    uri: str
    modified: datetime

    @property
    def folder(self) -> str:
        """The note's folders, "" for none."""
        return self.path.rpartition("/")[0]


@dataclass(frozen=True, slots=True)
class NameMatch:
    """A note, or a heading in it, whose name matches the typed letters.

    Attributes:
        marks: The matched letters in the name.
        uri: Opens the note, or the heading, in Obsidian.
        line: The heading's 1-based line, 0 for the note's top.
    """

    note: NoteEntry
    kind: NameKind
    name: str
    uri: str
    marks: tuple[Span, ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class OpenTask:
    """An open task, with the day and 1-based line in the note."""

    text: str
    due: date
    note: NoteEntry
    line: int


@dataclass(frozen=True, slots=True)
class NoteCount:
    """The number of notes matching conditions, and how many are dated yesterday or later."""

    total: int
    new: int


@dataclass(frozen=True, slots=True)
class Beginnings:
    """Notes and questions to begin with, while nothing is typed.

    Attributes:
        opened: Notes opened from here, latest first.
        changed: Notes saved last, latest first.
        questions: Questions answered by passages in these notes.
        on_this_day: Notes dated to this day in earlier years, latest first, each with the date.
        a_year_ago: Notes dated around this day a year ago, nearest first, each with the date.
        tasks: Open tasks due lately or soon, earliest first.
        central: Notes many others link to, neither opened from here nor saved for months.
        unlinked: Notes without any link, latest saved first.
        most_linked: The note that most notes link to, if any.
    """

    opened: tuple[NoteEntry, ...] = ()
    changed: tuple[NoteEntry, ...] = ()
    questions: tuple[str, ...] = ()
    on_this_day: tuple[tuple[date, NoteEntry], ...] = ()
    tasks: tuple[OpenTask, ...] = ()
    central: tuple[NoteEntry, ...] = ()
    unlinked: tuple[NoteEntry, ...] = ()
    a_year_ago: tuple[tuple[date, NoteEntry], ...] = ()
    most_linked: tuple[NoteEntry, ...] = ()


DAY_S = 86_400.0
HALF_LIFE_S = 30 * DAY_S


def decayed_weight(seconds: float) -> float:
    """Return a use's weight after so many seconds: frecency with a half-life of 30 days."""
    # A clock that was set back must not make a use worth more than a new one.
    return float(0.5 ** (max(0.0, seconds) / HALF_LIFE_S))


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question's words and vector by ``model``; () and "" if no model encoded it."""

    words: str
    model: str = ""
    vector: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class PastUse:
    """A note's use for a question: the place in the note, the action, and the last time (Unix seconds).

    ``weight`` is the number of uses at that time, older ones decayed with a half-life of 30 days.
    """

    question: str
    path: str
    heading_path: tuple[str, ...]
    use: Use
    weight: float
    used_at: float

    def worth(self, now: float) -> float:
        """Return the weight decayed to the present."""
        return self.weight * decayed_weight(now - self.used_at)


@dataclass(frozen=True, slots=True)
class PastQuestion:
    """A question, the unit vector (float32) by ``model`` or None, and notes' uses for it."""

    words: str
    model: str
    vector: bytes | None
    uses: tuple[PastUse, ...]


@dataclass(frozen=True, slots=True)
class UseHistory:
    """The boosts for a question: past uses, heaviest first, at most once per note.

    ``worths`` are all used notes' weights for any question, by path; they break ties.
    """

    uses: tuple[PastUse, ...] = ()
    worths: Mapping[str, float] = field(default_factory=dict)

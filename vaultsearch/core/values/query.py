"""What window and engine tell each other about a query: its conditions, what narrows it, what was saved."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from vaultsearch.core.values.search import Mode

LONGEST_QUERY = 1_000
"""Characters: some hundred and forty words, each of which takes some 60 ms of a processor to look up."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of a text: ``text`` takes the place of the characters from ``start`` up to ``end``."""

    start: int
    end: int
    text: str = ""

    def applied(self, text: str) -> str:
        """Give the text with this change made."""
        return text[: self.start] + self.text + text[self.end :]


@dataclass(frozen=True, slots=True)
class QueryPart:
    """A condition of a query, ``written`` from the character ``start`` up to ``end``.

    ``said`` is what it was understood as, in words; ``removal`` takes it out and leaves the others.
    """

    written: str
    said: str
    start: int
    end: int
    removal: Edit


class FacetKind(StrEnum):
    """What notes are counted by."""

    TAG = "tag"
    FOLDER = "folder"
    PERIOD = "period"


@dataclass(frozen=True, slots=True)
class Facet:
    """Something that notes have in common, and the ``count`` of notes that have it.

    ``value`` is the whole tag, the folder's path or the period (``2026``, ``2026-05``, ``2026-05-12``, or
    ``<2026`` for all before it); ``label`` is the last of its names. ``chosen`` tells that the query asks
    for it. ``parts`` are the facets beneath it.
    """

    kind: FacetKind
    value: str
    label: str
    count: int
    chosen: bool = False
    parts: tuple[Facet, ...] = ()


class Counted(StrEnum):
    """Which notes were counted."""

    VAULT = "vault"
    MATCHING = "matching"
    """All that the query's conditions hold for; it has no words."""
    LISTED = "listed"
    """Those of the passages that are listed: words rank, and exclude nothing."""


@dataclass(frozen=True, slots=True)
class Facets:
    """What the ``notes`` have in common. ``periods`` follow one another without a gap.

    ``period`` is the one that the query asks for, if it does.
    """

    notes: int = 0
    counted: Counted = Counted.VAULT
    tags: tuple[Facet, ...] = ()
    folders: tuple[Facet, ...] = ()
    periods: tuple[Facet, ...] = ()
    period: Facet | None = None


class Teaching(StrEnum):
    """What an example of a query teaches."""

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
    """Something to ask for, made of what a vault holds."""

    teaching: Teaching
    query: str


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A query and the way of searching, kept under a name."""

    name: str
    query: str
    mode: Mode = Mode.HYBRID


class RelaxationKind(StrEnum):
    """What another query does differently."""

    SPELLING = "spelling"
    """It has ``proposed`` in the place of the misspelt ``subject``."""
    CONDITION = "condition"
    """It leaves out the condition that is written as ``subject``."""
    CONDITIONS = "conditions"
    """It leaves out every condition."""
    PHRASE = "phrase"
    """It asks for the words of the phrase ``subject``, wherever they stand."""
    WORD = "word"
    """It asks for nothing but the word ``subject``."""
    MODE = "mode"
    """It is asked in another way."""


@dataclass(frozen=True, slots=True)
class Relaxation:
    """Another query that finds something: ``edit`` makes it of the one that was asked, in ``mode``.

    ``notes`` counts what it finds, or with ``mention`` the notes among that which hold one of its words;
    None where all that is known is that it finds some.
    """

    kind: RelaxationKind
    edit: Edit
    mode: Mode
    subject: str = ""
    proposed: str = ""
    notes: int | None = None
    mention: bool = False


class ProposalKind(StrEnum):
    """What a proposal for the query is."""

    OPERATOR = "operator"
    TAG = "tag"
    FOLDER = "folder"
    NOTE = "note"
    HEADING = "heading"
    PROPERTY = "property"
    VALUE = "value"
    DATE = "date"
    LANGUAGE = "language"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A way to go on with a query: ``text`` is put there, ``label`` is shown.

    ``count`` is the number of notes; operators have a ``description`` instead, and dates
    besides. ``leads_on`` tells that something is wanted after it.
    """

    label: str
    text: str
    kind: ProposalKind
    count: int | None = None
    description: str = ""
    leads_on: bool = False


@dataclass(frozen=True, slots=True)
class Completions:
    """Proposals, best first, that take the place of the characters from ``start`` up to ``end``.

    ``complete`` tells that what stands there is one of them already.
    """

    start: int
    end: int
    proposals: tuple[Proposal, ...] = ()
    complete: bool = False

"""Values of the relations between notes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class NoteName:
    """A note by its path and its title."""

    path: str
    title: str


@dataclass(frozen=True, slots=True)
class ActiveNote:
    """The note that is open in Obsidian, and when Obsidian noted that, in seconds since the epoch."""

    path: str
    title: str
    noted_at: float


@dataclass(frozen=True, slots=True)
class RelatedNote:
    """A note related to another: ``score`` is 0 to 1, ``reasons`` are sentences, the strongest first.

    ``heading_path`` and ``line`` locate its passage on the same subject, ``own_line`` that of the other note;
    they are None if there is none.
    """

    path: str
    title: str
    score: float
    reasons: tuple[str, ...]
    heading_path: tuple[str, ...] = ()
    line: int | None = None
    own_line: int | None = None
    date: date = date.min


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference from a note to another.

    Attributes:
        path: The note at the other end, linking or linked; None for an unresolved link.
        title: The title of that note.
        written: The target or name as written.
        line: 1-based line of the reference.
        text: The surrounding sentence or line.
    """

    path: str | None
    title: str
    written: str
    line: int
    heading_path: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class NoteLinks:
    """The links to and from a note, and its mentions without a link.

    Attributes:
        outgoing: Links that resolve.
        unresolved: Links that do not resolve.
        common_names: Names of the note that occur in too many notes to count as mentions.
    """

    note: NoteName
    backlinks: tuple[Reference, ...]
    outgoing: tuple[Reference, ...]
    unresolved: tuple[Reference, ...]
    mentions: tuple[Reference, ...]
    common_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LinkSuggestion:
    """The name of another note in the text of a note, which is no link.

    Attributes:
        text: The name as it is written.
        line: Its 1-based line.
        path: That of the other note.
        title: The title of that note.
        link: The link to write instead.
        heading_path: The headings that it stands under.
        line_text: The line as a whole.
    """

    text: str
    line: int
    path: str
    title: str
    link: str
    heading_path: tuple[str, ...] = ()
    line_text: str = ""


@dataclass(frozen=True, slots=True)
class NoteSuggestions:
    """Links and tags that a note may lack, the likeliest first."""

    note: NoteName
    mentions: tuple[LinkSuggestion, ...]
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UnresolvedTarget:
    """A link target that resolves to no note, and its references, whose ``path`` is never None."""

    target: str
    references: tuple[Reference, ...]


@dataclass(frozen=True, slots=True)
class LooseEnds:
    """The notes without links to or from them, and the unresolved links of the vault."""

    orphans: tuple[NoteName, ...]
    unresolved: tuple[UnresolvedTarget, ...]


@dataclass(frozen=True, slots=True)
class DuplicatePassage:
    """A passage with a near duplicate in another note; lines are 1-based and inclusive.

    ``similarity`` is the share of its text (0 to 1) in common with the most similar passage of the group.
    """

    path: str
    title: str
    heading_path: tuple[str, ...]
    line_start: int
    line_end: int
    similarity: float
    text: str


@dataclass(frozen=True, slots=True)
class DuplicateGroup:
    """Near-duplicate passages in two or more notes."""

    passages: tuple[DuplicatePassage, ...]


@dataclass(frozen=True, slots=True)
class NoteSummary:
    """A note's summary.

    Attributes:
        note: The note.
        text: Its most representative sentences, one per line; None if the index has none.
        by_model: Two or three sentences by a language model, None if it was not asked.
    """

    note: NoteName
    text: str | None
    by_model: str | None = None

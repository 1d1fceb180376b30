"""What notes are to one another: values, free of any library, that the window may know."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NoteName:
    """A note by its path and its title."""

    path: str
    title: str


@dataclass(frozen=True, slots=True)
class RelatedNote:
    """A note that has to do with another: ``score`` is 0 to 1, ``reasons`` say why, the strongest first.

    ``heading_path`` and ``line`` are where its passage stands that talks about the same; ``line`` is None
    where none does.
    """

    path: str
    title: str
    score: float
    reasons: tuple[str, ...]
    heading_path: tuple[str, ...] = ()
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Reference:
    """A place where a note is spoken of, or speaks of another.

    ``path`` and ``title`` are of the note at the other end: the one that links here, or that is linked to;
    of a link that leads nowhere, ``path`` is None. ``written`` is the target, or the name, as it is written
    there; ``text`` is the sentence or line around it, ``line`` 1-based.
    """

    path: str | None
    title: str
    written: str
    line: int
    heading_path: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class NoteLinks:
    """The links of a note: to it, from it, and the places that name it without a link.

    ``outgoing`` holds the links that lead to notes, ``unresolved`` those that lead nowhere. ``common_names``
    are names of the note that stand in so many others that their places are no mentions.
    """

    note: NoteName
    backlinks: tuple[Reference, ...]
    outgoing: tuple[Reference, ...]
    unresolved: tuple[Reference, ...]
    mentions: tuple[Reference, ...]
    common_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UnresolvedTarget:
    """A target that no note has the name of, and the places that link to it; their ``path`` is never None."""

    target: str
    references: tuple[Reference, ...]


@dataclass(frozen=True, slots=True)
class LooseEnds:
    """The notes that no link leads to or from, and the links of the vault that lead nowhere."""

    orphans: tuple[NoteName, ...]
    unresolved: tuple[UnresolvedTarget, ...]


@dataclass(frozen=True, slots=True)
class DuplicatePassage:
    """A passage that stands, nearly the same, in another note; lines are 1-based and inclusive.

    ``similarity`` is the share of its text (0 to 1) that the most similar one of its group has, too.
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
    """Passages that say nearly the same in nearly the same words, in two notes or more."""

    passages: tuple[DuplicatePassage, ...]


@dataclass(frozen=True, slots=True)
class NoteSummary:
    """A note's most telling sentences, one a line; ``text`` is None where the index has no summary."""

    note: NoteName
    text: str | None

"""Values of indexing: changes, progress, failures, and an index's status."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from itertools import chain, count
from pathlib import Path
from unicodedata import normalize

from vaultsearch.core.values.note import NOTE_KINDS, FileKind
from vaultsearch.core.values.pictures import Recognition
from vaultsearch.core.values.search import Completeness, Space, Step

ALL_VAULTS = Path("all vaults")
"""Stands for the folder if all known vaults are open together; vaults' own folders are absolute."""

SCAN = "No text on its pages; it is probably a scan."
UNMAPPED = "Its fonts don't say which letters its pages show; text recognition can read them."
UNMAPPED_PAGES = "Its fonts don't say which letters are on these pages"
"""How the sentence begins if other pages have text."""


def is_answered_by_recognition(problem: str) -> bool:
    """Return whether a sentence on a file is about pages text recognition can read."""
    return problem in (SCAN, UNMAPPED) or problem.startswith(UNMAPPED_PAGES)


@dataclass(frozen=True, slots=True)
class Failure:
    """A note or folder that could not be read, whole or in part, and the reason as a sentence.

    ``keeps_former`` is set if the index keeps its former content: a failing disk may come back. ``kind`` is
    that of a file, None until it is known.
    """

    path: str
    reason: str
    keeps_former: bool = True
    kind: FileKind | None = None

    @property
    def waits(self) -> bool:
        """Return whether the file can be read only by text recognition, like a scan."""
        return self.reason in (SCAN, UNMAPPED)


@dataclass(frozen=True, slots=True)
class RuleFile:
    """A file with exclusions: the name, the number of rules, and sentences on invalid rules."""

    name: str
    file: Path
    rules: int
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """A sync's progress.

    Attributes:
        phase: "scanning", "reading", "embedding", "summarizing", "tidying", "recognizing"; "writing" while a
            language model writes, and "texts" while these are encoded.
        notes_done: Notes searchable by words.
        chunks_done: Passages searchable by meaning; notes while summarizing, or a model's texts, as in
            ``chunks_total``.
        rate: Passages per second.
        seconds_left: Until everything can be searched by meaning, once the rate tells.
    """

    phase: str
    notes_done: int
    notes_total: int
    chunks_done: int = 0
    chunks_total: int = 0
    rate: float = 0.0
    seconds_left: float | None = None

    @property
    def counts(self) -> tuple[int, int]:
        """The number done and the total: notes while reading, else passages."""
        notes, passages = (self.notes_done, self.notes_total), (self.chunks_done, self.chunks_total)
        return notes if self.phase == "reading" else passages


@dataclass(frozen=True, slots=True)
class Touched:
    """Possible changes on the disk: to ``files``, by path in the vault, or to ``anything``."""

    files: frozenset[str] = frozenset()
    anything: bool = False

    def __bool__(self) -> bool:
        return self.anything or bool(self.files)

    def __or__(self, other: Touched) -> Touched:
        return Touched(self.files | other.files, self.anything or other.anything)


NOTHING, ANYTHING = Touched(), Touched(anything=True)


@dataclass(frozen=True, slots=True)
class Changes:
    """The paths a sync has just added, updated or removed in the index."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SyncReport:
    """A sync's result in notes; ``chunks`` counts the passages in the index afterwards.

    ``pictures_waiting`` counts pictures and pages still to be recognised, if recognition is on; ``trouble``
    says why versions of notes are not saved, or "". ``moved`` has pairs of former and new path, counted
    neither among those added nor among those removed.
    """

    added: int
    changed: int
    unchanged: int
    removed: int
    chunks: int
    embedded: int
    failed: tuple[Failure, ...]
    seconds: float
    steps: tuple[Step, ...] = ()
    cancelled: bool = False
    rebuilt: str | None = None
    pictures_waiting: int = 0
    trouble: str = ""
    moved: tuple[tuple[str, str], ...] = ()

    @property
    def has_changes(self) -> bool:
        """Return whether any file was added, changed, removed or moved."""
        return bool(self.added or self.changed or self.removed or self.moved)


@dataclass(frozen=True, slots=True)
class ModelLanguages:
    """A model that embeds passages, with pairs of English language name and number of passages."""

    model: str
    languages: tuple[tuple[str, int], ...]


class Comparison(StrEnum):
    """How a question is compared with vectors; chosen by their number."""

    MEMORY = "memory"
    """With all of them, which an open vault keeps in memory."""
    EXACT = "exact"
    """With all of them, read from the disk."""
    GRAPH = "graph"
    """Along a graph (HNSW) that leads to nearly all of the nearest ones."""


@dataclass(frozen=True, slots=True)
class SearchedVectors:
    """The number of vectors of one model, and how they are searched."""

    space: Space
    vectors: int
    comparison: Comparison


@dataclass(frozen=True, slots=True)
class MemberVault:
    """A vault searched together with others; ``name`` is the first part of its notes' paths.

    ``trouble`` is a sentence on why it is not searched or not current, or "". A ``read_only`` vault is kept
    current by another process.
    """

    name: str
    folder: Path
    is_open: bool = True
    read_only: bool = False
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class KindCount:
    """How many files of a kind are read, are scans waiting for text recognition, or failed."""

    kind: FileKind
    read: int = 0
    waiting: int = 0
    failed: int = 0

    @property
    def total(self) -> int:
        """Return how many files there are."""
        return self.read + self.waiting + self.failed


@dataclass(frozen=True, slots=True)
class EndingCount:
    """How many filenames end in ``ending``, such as ".doc", "" for none."""

    ending: str
    files: int


def summed_endings(counts: Iterable[EndingCount]) -> tuple[EndingCount, ...]:
    """Sum counts by ending, most frequent first."""
    sums = Counter[str]()
    for counted in counts:
        sums[counted.ending] += counted.files
    ordered = sorted(sums.items(), key=lambda item: (-item[1], item[0]))
    return tuple(EndingCount(ending, files) for ending, files in ordered)


@dataclass(frozen=True, slots=True)
class VaultFile:
    """A file; ``state`` is "read", "waiting" or "failed", ``reason`` why all or part was unreadable."""

    path: str
    kind: FileKind | None
    state: str = "read"
    reason: str = ""


def summed_kinds(counts: Iterable[KindCount]) -> tuple[KindCount, ...]:
    """Sum counts by kind, in the kinds' order."""
    sums: dict[FileKind, KindCount] = {}
    for counted in counts:
        so_far = sums.get(counted.kind, KindCount(counted.kind))
        added = (so_far.read + counted.read, so_far.waiting + counted.waiting, so_far.failed + counted.failed)
        sums[counted.kind] = KindCount(counted.kind, *added)
    return tuple(sums[kind] for kind in FileKind if kind in sums)


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """An index's status.

    Attributes:
        vault: The vault's folder, or ALL_VAULTS.
        writer: The writing process's id, or None.
        published: When the searched publication was made, None if the vault itself is searched.
        polling: Whether the folder is polled because it causes no events.
        token_bytes: The share of token vectors in ``index_bytes``.
        readers: The models that embed passages.
        members: The vaults open together if ``vault`` is ALL_VAULTS.
        completeness: Completeness for questions in the notes' own languages.
        stopped: Whether indexing was cancelled until requested; changes are indexed meanwhile.
        files: All files in the index: notes and documents.
        kinds: The files by kind, notes included.
        unread_endings: The files in the last scan without a reader.
        searched_vectors: How each model's vectors are searched.
    """

    vault: Path
    files: int
    chunks: int
    embedded: int
    failed: tuple[Failure, ...]
    last_sync: datetime | None
    embedding_model: str
    reranker: str
    index_bytes: int
    writer: int | None
    read_only: bool = False
    published: datetime | None = None
    polling: bool = False
    token_bytes: int = 0
    readers: tuple[ModelLanguages, ...] = ()
    members: tuple[MemberVault, ...] = ()
    completeness: Completeness = field(default_factory=Completeness)
    stopped: bool = False
    kinds: tuple[KindCount, ...] = ()
    recognition: Recognition = field(default_factory=Recognition)
    searched_vectors: tuple[SearchedVectors, ...] = ()
    unread_endings: tuple[EndingCount, ...] = ()
    is_away: bool = False

    @property
    def documents(self) -> int:
        """Return how many files are no notes."""
        return sum(kind.read + kind.waiting for kind in self.kinds if kind.kind not in NOTE_KINDS)

    @property
    def notes(self) -> int:
        """Return how many files are notes: 404 files, 103 being notes, were shown as 404 notes."""
        return max(0, self.files - self.documents)

    def file(self, path: str) -> Path:
        """Return a note's file on disk, by path in the open vault or vaults."""
        # In a group, the first part of a path is the name of a vault; in a single vault it is a folder, which
        # no member is called.
        name, _, rest = path.partition("/")
        folders = {member.name: member.folder for member in self.members}
        return folders[name] / rest if name in folders else self.vault / path


def vault_names(folders: Sequence[Path]) -> tuple[str, ...]:
    """Return a unique name for each vault, ignoring case: the folder's, if needed with the parent's."""
    alike = Counter(_name_key(folder.name) for folder in folders)
    names: list[str] = []
    for folder in folders:
        name = folder.name or str(folder).strip("/\\:") or "vault"
        unique_name = f"{name} ({folder.parent.name})" if alike[_name_key(folder.name)] > 1 else name
        # Compared without case: on some systems, Notes and notes are one folder.
        used_names = {_name_key(used_name) for used_name in names}
        candidates = chain([unique_name], (f"{unique_name} {number}" for number in count(2)))
        names.append(next(name for name in candidates if _name_key(name) not in used_names))
    return tuple(names)


def _name_key(name: str) -> str:
    # macOS takes names apart into letters and accents, other systems do not.
    return normalize("NFC", name).casefold()

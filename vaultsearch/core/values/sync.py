"""Indexing: what changed, how far it is, what failed, and what an index holds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import normalize

from vaultsearch.core.values.search import Completeness, Step

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime


ALL_VAULTS = Path("all vaults")
"""Stands for the folder where all known vaults are open together; that of no vault, which are absolute."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A note, or a folder, that could not be read, whole or in part, and the reason in a sentence.

    ``kept`` tells that the index keeps what it knows of it from before: a disk that fails may come back.
    """

    path: str
    reason: str
    kept: bool = True


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a sync is. ``phase`` is "scanning", "reading", "embedding", "summarizing" or "tidying".

    Words can be searched for the ``notes_done`` first; meaning for ``chunks_done`` passages. While
    notes are summarized, ``chunks_done`` and ``chunks_total`` count notes.
    ``rate`` is passages a second; ``seconds_left`` is None until it can be believed.
    """

    phase: str
    notes_done: int
    notes_total: int
    chunks_done: int = 0
    chunks_total: int = 0
    rate: float = 0.0
    seconds_left: float | None = None


@dataclass(frozen=True, slots=True)
class Changes:
    """The notes, by path, of which a sync has just taken up what happened to them on the disk."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What a sync did, in notes; ``chunks`` counts the passages that the index holds after it."""

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


@dataclass(frozen=True, slots=True)
class Reader:
    """A model that reads passages: pairs of a language's English name and the number of its passages."""

    model: str
    languages: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class MemberVault:
    """A vault among several that are searched together: its ``name`` is the first part of its notes' paths.

    ``trouble`` says in a sentence why it is not searched, or could not be brought up to date, "" if all is
    well. One that is ``read_only`` is kept fresh by another process.
    """

    name: str
    folder: Path
    is_open: bool = True
    read_only: bool = False
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """What is indexed, by which models, and who is writing (a process id, or None).

    ``polling`` tells that no event tells of changes here, so that the folder is looked through instead.
    ``token_bytes`` is what the token vectors take of ``index_bytes``. ``readers`` are the models that read
    some of the passages. ``members`` are the vaults that are open together, where ``vault`` is ALL_VAULTS.
    ``completeness`` is that for questions in the notes' own languages. ``stopped`` tells that indexing was
    cancelled and goes on when it is asked for; what changes is taken up meanwhile.
    """

    vault: Path
    notes: int
    chunks: int
    embedded: int
    failed: tuple[Failure, ...]
    last_sync: datetime | None
    embedding_model: str
    reranker: str
    index_bytes: int
    writer: int | None
    read_only: bool = False
    polling: bool = False
    token_bytes: int = 0
    readers: tuple[Reader, ...] = ()
    members: tuple[MemberVault, ...] = ()
    completeness: Completeness = field(default_factory=Completeness)
    stopped: bool = False

    def file(self, path: str) -> Path:
        """Give where a note lies on the disk, by its path in what is open."""
        name, _, rest = path.partition("/")
        folders = {member.name: member.folder for member in self.members}
        return folders[name] / rest if name in folders else self.vault / path


def vault_names(folders: Sequence[Path]) -> tuple[str, ...]:
    """Give each vault a name of its own, in any case: its folder's, if need be with that of the one above."""
    alike = Counter(_key(folder.name) for folder in folders)
    names: list[str] = []
    for folder in folders:
        name = folder.name or str(folder).strip("/\\:") or "vault"
        wanted = f"{name} ({folder.parent.name})" if alike[_key(folder.name)] > 1 else name
        taken = {_key(one) for one in names}
        others = (f"{wanted} {number}" for number in count(2))
        names.append(wanted if _key(wanted) not in taken else next(n for n in others if _key(n) not in taken))
    return tuple(names)


def _key(name: str) -> str:
    return normalize("NFC", name).casefold()

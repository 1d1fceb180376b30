"""The shapes of the JSON that tells of vaults, files, indexes and settings; `schemas` publishes them."""

from __future__ import annotations

from typing_extensions import TypedDict

from vaultsearch.core.parameters import ParameterValue
from vaultsearch.core.values.extensions import Extension
from vaultsearch.core.values.recognition import Recognition
from vaultsearch.core.values.search import Step
from vaultsearch.core.values.sync import Failure, SearchedVectors


class Month(TypedDict):
    """The notes dated in a month, and those up to its end."""

    month: str
    notes: int
    total: int


class Statistics(TypedDict):
    """The size of a vault."""

    notes: int
    files: int
    words: int
    links: int
    broken_links: int
    orphans: int
    languages: dict[str, int]
    months: list[Month]


class KnownVault(TypedDict):
    """A vault that was opened or indexed, and the state of its index; with ``jsonl``, one line is one."""

    vault: str
    notes: int
    index_bytes: int
    changed: str | None
    is_there: bool
    is_indexed: bool
    is_complete: bool
    state: str


class KnownVaults(TypedDict):
    """The vaults that were opened or indexed."""

    vaults: list[KnownVault]


class Indexed(TypedDict):
    """The result of indexing, in notes and, for ``chunks`` and ``embedded``, in passages."""

    added: int
    changed: int
    unchanged: int
    removed: int
    chunks: int
    embedded: int
    failed: list[Failure]
    seconds: float
    steps: list[Step]
    cancelled: bool
    rebuilt: str | None


class Complete(TypedDict):
    """How many files can be found; ``files`` is null while they are being counted."""

    files: int | None
    by_words: int
    by_meaning: int


class KindCounted(TypedDict):
    """The files of a kind: read, scans that wait for text recognition, and those that could not be read."""

    read: int
    waiting: int
    failed: int


class ListedFile(TypedDict):
    """A file of the vault; with ``jsonl``, one line is one file.

    ``state`` is "read", "waiting" (a scan, for text recognition) or "failed"; ``reason`` is "" if it was read
    whole.
    """

    id: str
    vault: str
    path: str
    file: str
    uri: str
    kind: str | None
    state: str
    reason: str


class FileList(TypedDict):
    """Files, by path."""

    files: list[ListedFile]


class Status(TypedDict):
    """The state of an index; ``files`` are all, ``notes`` those that are notes."""

    vault: str
    notes: int
    files: int
    chunks: int
    embedded: int
    failed: list[Failure]
    last_sync: str | None
    embedding_model: str
    readers: dict[str, dict[str, int]]
    reranker: str
    index_bytes: int
    token_bytes: int
    writer: int | None
    completeness: Complete
    kinds: dict[str, KindCounted]
    recognition: Recognition
    searched_vectors: list[SearchedVectors]
    unread_endings: dict[str, int]


class SettingListed(TypedDict):
    """A setting, its value, and where that comes from."""

    step: str
    key: str
    value: ParameterValue
    default: ParameterValue
    source: str
    help: str


class Config(TypedDict):
    """All settings, the file that they are in, and what other packages add."""

    settings: list[SettingListed]
    file: str
    extensions: list[Extension]


class Model(TypedDict):
    """A model; ``verified`` is null if its checksum is not known. With ``jsonl``, one line is one model."""

    name: str
    kind: str
    source: str
    path: str
    bytes: int
    verified: bool | None


class Models(TypedDict):
    """The models on this computer."""

    models: list[Model]


class Change(TypedDict):
    """A line of ``watch --json``: a note that was added, changed or removed."""

    change: str
    path: str

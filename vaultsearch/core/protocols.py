"""Protocols for sources, corpora, retrievers, rerankers and encoders. Implementers do not inherit."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, ParamSpec, Protocol, TypeAlias, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from vaultsearch.core.filters import Filter
    from vaultsearch.core.values.note import Note, Revision
    from vaultsearch.core.values.search import Chunk
    from vaultsearch.core.values.sync import EndingCount, Failure

Vectors: TypeAlias = NDArray[np.float32]
Ranges: TypeAlias = "tuple[tuple[int, int], ...]"
"""Character ranges of a text, end exclusive."""
P = ParamSpec("P")
T = TypeVar("T")


class Source(Protocol):
    """A source of notes. Picklable: the worker process reads."""

    @property
    def location(self) -> str: ...
    def scan(self) -> tuple[list[Revision], list[Failure]]: ...
    def read(self, revision: Revision) -> Note: ...


@runtime_checkable
class SupportsMoves(Protocol):
    """A source that compares a file with an indexed note's content, without parsing."""

    def holds(self, revision: Revision, content_hash: str) -> bool: ...


@runtime_checkable
class SupportsPlainText(Protocol):
    """A source that reads a note's bare lines if its structure takes too long."""

    def read_plain(self, revision: Revision) -> Note: ...


@runtime_checkable
class SupportsSingleFiles(Protocol):
    """A source that scans single files by path; None if it takes a full scan."""

    def scan_files(self, paths: Collection[str]) -> tuple[list[Revision], list[Failure]] | None: ...


@runtime_checkable
class CountsUnread(Protocol):
    """A source that counts unreadable files by name ending, after a scan."""

    @property
    def unread_endings(self) -> tuple[EndingCount, ...] | None: ...


class Retriever(Protocol):
    """Return candidates for a query, best first, each with score and rank in this leg."""

    async def __call__(self, query: str, n: int, where: Filter | None = None) -> list[Chunk]: ...


class Reranker(Protocol):
    """Reorder candidates and return the best n."""

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]: ...


class NamedReranker(Reranker, Protocol):
    """A reranker with a name for the trace and the status line."""

    @property
    def name(self) -> str: ...


@runtime_checkable
class SupportsWarmUp(Protocol):
    """A reranker with a model to load before it reads passages."""

    async def warm_up(self) -> None: ...


class Encoder(Protocol):
    """Encode texts as vectors, float32 (n, dim), unit length. Picklable: loads in the using process."""

    @property
    def name(self) -> str: ...
    @property
    def dimension(self) -> int: ...
    @property
    def fingerprint(self) -> str: ...
    def encode_queries(self, texts: Sequence[str]) -> Vectors: ...
    def encode_passages(self, texts: Sequence[str]) -> Vectors: ...


class TokenEncoder(Encoder, Protocol):
    """An encoder that also returns token vectors, float32 (tokens, dim), unit length."""

    def encode_query_tokens(self, text: str) -> Vectors: ...
    def encode_passage_tokens(self, texts: Sequence[str]) -> list[Vectors]: ...


@runtime_checkable
class PartEncoder(Protocol):
    """An encoder that also reads a whole text and returns a vector per part (late chunking)."""

    def encode_parts(self, texts: Sequence[str], parts: Sequence[Sequence[Ranges]]) -> list[Vectors]: ...


class TokenCounter(Protocol):
    """Count text in the embedding model's tokens."""

    @property
    def window(self) -> int: ...
    def count(self, texts: Sequence[str]) -> list[int]: ...


class SupportsOffsets(Protocol):
    """Return the character ranges of a text's tokens, including special tokens. Picklable."""

    def offsets(self, texts: Sequence[str]) -> list[list[tuple[int, int]]]: ...


class Runner(Protocol):
    """Run a function in a thread or in a worker process."""

    async def __call__(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T: ...

"""A vault's index on the disk: opened, guarded while it is read, put in order at rest, and its status."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import asynccontextmanager
from functools import wraps
from shlex import quote
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar

from vaultsearch.core.errors import (
    IndexDamagedError,
    IndexInUseError,
    IndexReadOnlyError,
    NotIndexedError,
    VaultClosedError,
    VaultNotFoundError,
    VaultSearchError,
)
from vaultsearch.core.files import expand_home, require_unicode, restrict_folder
from vaultsearch.core.index.corpus import FINGERPRINT, MADE_ANEW, LanceCorpus
from vaultsearch.core.index.index_folder import (
    damaged,
    disk_full,
    is_marked,
    mark_damaged,
    read_manifest,
    set_aside,
    unmark,
)
from vaultsearch.core.index.published import remove_snapshots
from vaultsearch.core.index.token_table import TOKENS_FOLDER
from vaultsearch.core.index.upkeep import KEPT
from vaultsearch.core.index.writer_lock import WriterLock, writer_of
from vaultsearch.core.memory import give_back
from vaultsearch.core.messages import Message
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.sync import Failure, IndexStatus, KindCount, summed_kinds
from vaultsearch.service.replicas import publication_shown

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterable, Sequence
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from vaultsearch.core.values.note import FileKind
    from vaultsearch.service.indexing import IndexingService
    from vaultsearch.service.search import SearchService
    from vaultsearch.service.workers import Workers

    Guard = Callable[[], AbstractAsyncContextManager[None]]
    """Makes the context in which an index may be read; `IndexGuard.explained` is one."""

WAS_DAMAGED = "The index was damaged and has been rebuilt."
WAS_MENDED = "The keyword index was damaged and has been rebuilt."
_RELEASED_AFTER_S = 3.0
"""Seconds after a sync until freed memory goes back to the system. Every sync starts the count anew."""
_RESTED_AFTER_S = 15.0
"""Seconds after a sync until the indexing process ends, which holds a model, and the tables are tidied."""
_FORMER_AFTER_S = KEPT.total_seconds() + 1.0
"""Seconds until the versions that the last tidying left because they were young are old enough to go."""

_log = logging.getLogger(__name__)


class OpenIndex(NamedTuple):
    """An open index of a vault."""

    vault: Path
    """The folder of the notes, resolved."""
    corpus: LanceCorpus
    lock: WriterLock | None
    """Held if this process writes the index, else None."""
    anew: str | None
    """The reason to build all of the index at the next sync, None if there is none."""


async def open_index(
    folder: Path,
    index: Path,
    *,
    write: bool,
    hides_links_out: bool = False,
    require_files: Callable[[Path], None] = lambda _: None,
) -> OpenIndex:
    """Open the index of the vault at ``folder``; see `Vault.open` for arguments and errors.

    ``require_files`` raises VaultNotFoundError for a folder that is no vault, before there is an index. A
    process that may write sets a damaged index aside. An index that cannot be written, such as on a
    read-only disk, is opened for reading.
    """
    manifest = await in_thread(read_manifest, index)
    # An index can be searched while the drive with the notes is away.
    vault = await in_thread(_resolved if manifest and not write else vault_folder, folder)
    if not write and manifest is None:
        raise NotIndexedError(
            Message("{} has not been indexed yet.", vault),
            Message("Run: vaultsearch index {}", quote(str(vault))),
        )
    if manifest is None:
        await in_thread(require_files, vault)
    await in_thread(restrict_folder, index)
    lock = await in_thread(_lock_if_free, index, manifest is not None) if write else None
    if lock is not None:
        await in_thread(remove_snapshots, index)
    is_outdated = manifest is not None and manifest.fingerprint != FINGERPRINT
    if is_outdated and lock is None:
        raise NotIndexedError(
            Message("The index of {} was made by an older version.", vault),
            Message("Run: vaultsearch index {}", quote(str(vault))),
        )
    try:
        try:
            corpus = await LanceCorpus.open(index, hides_links_out=hides_links_out)
            # The old columns are not those that are asked for; only tables that are made anew have them.
            if is_outdated:
                await corpus.tables.drop_all()
            return OpenIndex(vault, corpus, lock, MADE_ANEW if is_outdated else None)
        except IndexDamagedError:
            if lock is None:
                raise
            await in_thread(set_aside, index)
            return OpenIndex(
                vault, await LanceCorpus.open(index, hides_links_out=hides_links_out), lock, WAS_DAMAGED
            )
    except BaseException:
        if lock is not None:
            lock.release()
        raise


def _resolved(folder: Path) -> Path:
    return expand_home(folder).resolve()


def vault_folder(folder: Path) -> Path:
    """Return the resolved folder of a vault. Raise VaultNotFoundError if there is none."""
    vault = _resolved(folder)
    if not vault.exists():
        raise VaultNotFoundError(
            Message("{} doesn't exist.", folder), "Check the path, or connect its drive."
        )
    if not vault.is_dir():
        raise VaultNotFoundError(Message("{} is not a folder.", folder), "Choose the folder with your notes.")
    require_unicode(vault)
    return vault


def _lock_if_free(index: Path, can_be_read: bool) -> WriterLock | None:
    lock = WriterLock(index)
    try:
        lock.acquire()
    except IndexReadOnlyError:
        if not can_be_read:
            raise
        return None
    except IndexInUseError:
        return None
    return lock


class _Guarded(Protocol):
    """An area of an open vault, and the guard of the index that it reads."""

    @property
    def guard(self) -> Guard: ...


_A = TypeVar("_A", bound=_Guarded)
_P = ParamSpec("_P")
_T = TypeVar("_T")


def guarded(
    method: Callable[Concatenate[_A, _P], Awaitable[_T]],
) -> Callable[Concatenate[_A, _P], Coroutine[Any, Any, _T]]:
    """Run a method of an area under the area's guard."""

    @wraps(method)
    async def run(area: _A, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        async with area.guard():
            return await method(area, *args, **kwargs)

    return run


class IndexGuard:
    """Watches one open index for damage; ``found_damage`` is called once for each damage found."""

    def __init__(self, index: Path, corpus: LanceCorpus, found_damage: Callable[[], None]) -> None:
        self._index = index
        self._corpus = corpus
        self._found_damage = found_damage
        self._damaged = self._closed = False

    def close(self) -> None:
        """Let no further call read the index."""
        # A search of a closed vault took its closed tables for damaged ones: the next sync built all anew.
        self._closed = True

    @property
    def is_closed(self) -> bool:
        """Whether the index was closed."""
        return self._closed

    async def set_aside(self) -> None:
        """Move the damaged index out of the way: the next sync builds another."""
        await self._corpus.tables.set_aside()
        await self._clear()

    async def mend(self) -> bool:
        """Rebuild damaged indices from the tables, without reading notes; return False if none is damaged.

        Raises:
            IndexDamagedError: The tables themselves are damaged.
        """
        # The mark on the disk counts as well as this process's own findings: when only the process knew that
        # had met the damage in a search, the damage stayed for ever.
        if not await in_thread(is_marked, self._index) and await self._corpus.upkeep.can_be_searched():
            return False
        if not await self._corpus.upkeep.mend_indices():
            self._damaged = True
            raise damaged(self._index)
        await self._clear()
        return True

    async def _clear(self) -> None:
        await in_thread(unmark, self._index)
        self._damaged = False

    async def _is_damaged(self) -> bool:
        """Return True if the index is still damaged: another process may have repaired it."""
        if self._damaged and not await in_thread(is_marked, self._index):
            self._damaged = False
            await self._corpus.upkeep.open_again()
        return self._damaged

    @asynccontextmanager
    async def explained(self) -> AsyncGenerator[None, None]:
        """Raise the database's errors as DiskFullError or IndexDamagedError if that is the cause.

        Raise VaultClosedError if the vault is closed.
        """
        if self._closed:
            raise VaultClosedError.closed()
        if await self._is_damaged():
            raise damaged(self._index)
        try:
            yield
        except (VaultSearchError, KeyError):
            # Known trouble, and a note or passage that is not in the index: neither says anything about the
            # index's health, and to look into that takes a while.
            raise
        except Exception as error:
            # The tables were closed beneath a running search, whose error says nothing about the index.
            if self._closed:
                raise VaultClosedError.closed() from error
            if full := disk_full(error, self._index):
                raise full from error
            # Not every error of the database is damage: a bug of ours must surface as such, not as a rebuilt
            # index.
            if not await self._corpus.upkeep.is_damaged():
                raise
            self._damaged = True
            await in_thread(mark_damaged, self._index)
            self._found_damage()
            raise damaged(self._index) from error


class IndexRest:
    """Waits until no sync has run for a while, and then puts the index in order; ``syncing`` is held for it.

    ``drop_unheld`` drops what lies beside the tables and nothing in the index refers to.
    """

    def __init__(
        self,
        index: Path,
        corpus: LanceCorpus,
        workers: Workers,
        syncing: asyncio.Lock,
        drop_unheld: Callable[[], Awaitable[None]],
    ) -> None:
        self._index = index
        self._corpus = corpus
        self._workers = workers
        self._syncing = syncing
        self._drop_unheld = drop_unheld
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Begin to wait, anew if a wait or the tidying is under way."""
        self.cancel()
        self._task = asyncio.create_task(self._run())

    def cancel(self) -> None:
        """Wait no longer."""
        if self._task is not None:
            self._task.cancel()

    async def end(self) -> None:
        """Wait no longer, and until the tidying that is under way has stopped."""
        self.cancel()
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        await asyncio.sleep(_RELEASED_AFTER_S)
        await in_thread(give_back)
        await asyncio.sleep(_RESTED_AFTER_S - _RELEASED_AFTER_S)
        async with self._syncing:
            await in_thread(self._workers.stop_indexing)
            await self.tidy(self._corpus.upkeep.tidy_at_rest())
            await self.tidy(self._drop_unheld())
        # Once more: after a start, the words of all notes are counted for a while.
        await in_thread(give_back)
        # What the first round left because it was too young goes in the second.
        for _ in range(2):
            await asyncio.sleep(_FORMER_AFTER_S)
            async with self._syncing:
                await self.tidy(self._corpus.upkeep.drop_former())

    async def tidy(self, tidying: Awaitable[None]) -> None:
        """Await some tidying; trouble with it is logged."""
        try:
            await tidying
        except (OSError, RuntimeError, ValueError) as error:
            # Such as a full disk. Searching goes on, and the next rest tries again.
            _log.warning("not tidied index=%s because=%s", self._index, error)


async def index_status(
    folder: Path, place: Path, corpus: LanceCorpus, search: SearchService, index: IndexingService
) -> IndexStatus:
    """Return the status of the index of the vault ``folder``, which lies at ``place``."""
    (
        (files, chunks, embedded),
        problems,
        manifest,
        index_bytes,
        token_bytes,
        writer,
    ) = await asyncio.gather(
        corpus.notes.counts(),
        corpus.notes.problems(),
        in_thread(read_manifest, place),
        in_thread(_folder_bytes, place),
        in_thread(_folder_bytes, place / TOKENS_FOLDER),
        in_thread(writer_of, place),
    )
    kinds = await corpus.notes.kinds()
    failed = _with_kinds(manifest.failed if manifest else ())
    partly = _with_kinds(problems)
    embedding_model, reranker = await search.models()
    return IndexStatus(
        vault=folder,
        files=files,
        chunks=chunks,
        embedded=embedded,
        failed=(*failed, *partly),
        last_sync=manifest.last_sync if manifest else None,
        embedding_model=embedding_model,
        reranker=reranker,
        index_bytes=index_bytes,
        token_bytes=token_bytes,
        writer=writer,
        read_only=not index.writes,
        published=publication_shown(folder),
        polling=index.polls,
        readers=await search.readers(),
        completeness=await search.completeness(),
        stopped=index.is_stopped,
        kinds=_counted(kinds, failed, partly, await corpus.notes.missing(failure.path for failure in failed)),
        recognition=await index.recognition.progress(),
        searched_vectors=await corpus.searched_vectors(),
        unread_endings=manifest.unread_endings if manifest else (),
    )


def _counted(
    indexed: Counter[FileKind],
    failed: Iterable[Failure],
    partly: Iterable[Failure],
    not_indexed: frozenset[str],
) -> tuple[KindCount, ...]:
    """Count the files of each kind once: a ``failed`` one may be in the index as it was before."""
    unread = {failure.path: failure.kind for failure in failed if failure.path in not_indexed}
    scans = Counter(failure.kind for failure in partly if failure.waits)
    counts = [KindCount(kind, n - scans[kind], scans[kind]) for kind, n in indexed.items()]
    return summed_kinds((*counts, *(KindCount(kind, failed=1) for kind in unread.values() if kind)))


def _with_kinds(failures: Sequence[Failure]) -> tuple[Failure, ...]:
    if not failures:
        return ()  # the readers are long to import
    from vaultsearch.core.vault.reading import with_kinds

    return with_kinds(failures)


def _folder_bytes(folder: Path) -> int:
    return sum(_file_bytes(file) for file in folder.rglob("*"))


def _file_bytes(file: Path) -> int:
    try:
        return file.stat().st_size if file.is_file() else 0
    except FileNotFoundError:
        # The writer has just tidied it away.
        return 0

"""Search a vault's past: each snapshot is a vault with notes and an index."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Collection
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol, TypeAlias

from vaultsearch.core.history.file_changes import HistoryError
from vaultsearch.core.history.versions import HistorySource
from vaultsearch.core.index.writer_lock import in_use_error, writer_of
from vaultsearch.core.messages import Message
from vaultsearch.core.query.conditions import Past
from vaultsearch.core.query.query import parse_query
from vaultsearch.core.query.words import is_spaced, query_terms
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.note import StoredNote
from vaultsearch.core.values.search import Completeness, Mode, SearchStage
from vaultsearch.core.values.sync import Progress
from vaultsearch.core.values.times import NoteState, PastKind
from vaultsearch.service.parts.index_guard import Guard
from vaultsearch.service.parts.search import SearchService
from vaultsearch.service.parts.snapshots import FOLDER, NOTES, Snapshot, remove_unused, snapshot_of
from vaultsearch.service.sync.indexing import IndexingService

_OF_WORDS = frozenset({"scanning", "reading"})
_DONE_MARK = "done"
_MAX_OPEN = 2
_MAX_TO_ENCODE = 200
"""Notes without vectors up to which their meaning is waited for: some seconds."""
_FIRST_NOTES, _SURE_LETTERS = 20, 4
"""Notes that the first answer is from, and letters of a word that are its beginning in any form."""


class _PastVault(Protocol):
    @property
    def search_service(self) -> SearchService: ...
    @property
    def index(self) -> IndexingService: ...
    @property
    def guard(self) -> Guard: ...
    async def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class _Session:
    snapshot: Snapshot
    place: Path
    vault: _PastVault


_Search: TypeAlias = "Callable[..., AsyncGenerator[SearchStage, None]]"


@dataclass(slots=True)
class PastSearch:
    """Searches a vault's past; the snapshots last used stay open. ``get_source`` reads the disk."""

    folder: Path
    index: Path
    get_source: Callable[[], HistorySource]
    get_notes: Callable[[], Awaitable[tuple[StoredNote, ...]]]
    open_vault: Callable[[Path, Path], Awaitable[_PastVault]]
    _opening: dict[str, asyncio.Task[_Session]] = field(default_factory=dict)
    _uses: Counter[str] = field(default_factory=Counter)
    """How many questions use each open snapshot."""
    _parts: set[str] = field(default_factory=set)
    """Snapshots of some notes alone, to be removed after an early answer."""

    async def stages(
        self, query: str, past: Past, n: int, mode: Mode, *, within: str = "", rerank: bool = True
    ) -> AsyncGenerator[SearchStage, None]:
        """Yield better and better answers: by words at once, then by meaning unless too much is to be read.

        Args:
            within: Conditions narrowing the search.

        Raises:
            QueryError: The query names no date.
            HistoryError: The vault has no such past.
        """
        source = await in_thread(self.get_source)
        snapshot = await in_thread(snapshot_of, source, self.folder, past, await self.get_notes())
        if snapshot.is_empty:
            notice = _notice_of(snapshot)
            yield SearchStage(query, mode, "fused", (), final=True, notice=notice)
            return

        async def search(
            session: _Session, n: int, mode: Mode, *, rerank: bool
        ) -> AsyncGenerator[SearchStage, None]:
            async with session.vault.guard():
                engine = session.vault.search_service.engine
                where = await engine.where(within, of_past=True) if within.strip() else None
                async for stage in engine.search(query, mode, n, where=where, rerank=rerank):
                    yield stage

        words = parse_query(query).words
        # Reading a vault of then for the first time takes seconds; a few of its notes answer meanwhile.
        task = self._opening.get(snapshot.key)
        is_read = (task is not None and task.done()) or self._is_done(snapshot.key)
        if snapshot.commit and words and not is_read:
            async for stage in self._early(snapshot, search, words, n):
                yield stage
        async with self._session(snapshot) as session:
            async for stage in self._stages_in(session, search, words, n, mode, rerank=rerank):
                yield stage

    async def _stages_in(
        self, session: _Session, search: _Search, words: str, n: int, mode: Mode, *, rerank: bool
    ) -> AsyncGenerator[SearchStage, None]:
        by_meaning = mode in (Mode.HYBRID, Mode.SEMANTIC) and bool(words)
        notices, service = [_notice_of(session.snapshot)], session.vault.search_service
        if mode is not Mode.SEMANTIC:
            first, is_read = Mode.FULLTEXT if by_meaning else mode, False
            if by_meaning:
                complete = await service.completeness()
                # Few enough to be read by meaning while somebody waits.
                is_little = complete.files - complete.by_meaning <= _MAX_TO_ENCODE
                is_read = complete.of_meaning or (session.vault.index.writes and is_little)
            if by_meaning and not is_read:
                notices.append("By words alone: too many notes of then differ from today's.")
            async for stage in search(session, n, first, rerank=rerank):
                name = "words" if is_read else stage.name
                early = replace(stage, name=name, final=stage.final and not is_read)
                yield await self._with_origins(session, early, mode, notices)
            by_meaning = is_read
        if by_meaning:
            complete = await service.completeness()
            if not complete.of_meaning and session.vault.index.writes:
                await asyncio.shield(asyncio.ensure_future(session.vault.index.sync()))
            async for stage in search(session, n, mode, rerank=rerank):
                yield await self._with_origins(session, stage, mode, notices)

    async def _early(
        self, snapshot: Snapshot, search: _Search, words: str, n: int
    ) -> AsyncGenerator[SearchStage, None]:
        """Answer from the notes holding most words, before all notes are read."""
        part = await in_thread(snapshot.with_most, _searched_for(words), _FIRST_NOTES)
        if part.is_empty:
            return
        session = None
        self._parts.add(part.key)
        try:
            session = await self._open(part)
            notice = [_notice_of(snapshot), "The notes of then are being read."]
            async for stage in search(session, n, Mode.FULLTEXT, rerank=False):
                early = replace(stage, name="words", final=False)
                yield await self._with_origins(session, early, Mode.FULLTEXT, notice)
        finally:
            if session is not None:
                await session.vault.close()
            self._parts.discard(part.key)
            await in_thread(remove_unused, self.index / FOLDER, self._used)

    async def close(self) -> None:
        """Close the open snapshots."""
        opening, self._opening = list(self._opening.values()), {}
        await asyncio.gather(*map(self._close, opening))
        await in_thread(remove_unused, self.index / FOLDER, self._used)

    @asynccontextmanager
    async def _session(self, snapshot: Snapshot) -> AsyncIterator[_Session]:
        """Open a snapshot, or take the open one, and keep it open while it is used."""
        key = snapshot.key
        task = former = self._opening.get(key)
        # Another process may have removed the files.
        if task is None or (
            task.done() and (task.cancelled() or task.exception() is not None or not self._is_done(key))
        ):
            task = asyncio.ensure_future(self._open(snapshot))
        self._opening.pop(key, None)
        self._opening[key] = task
        self._uses[key] += 1
        try:
            unused = [each for each in self._opening if not self._uses[each]]
            closed = [self._opening.pop(each) for each in unused[: max(0, len(self._opening) - _MAX_OPEN)]]
            if former not in (None, task):
                closed.append(former)
            # The next letter cancels the question, and neither this nor the reading of the notes of then.
            await asyncio.shield(asyncio.gather(*map(self._close, closed)))
            session = await asyncio.shield(task)
            # Only some snapshots are kept: those that were asked for last.
            with suppress(OSError):  # another process may remove it just now
                await in_thread(os.utime, session.place)
            yield replace(session, snapshot=snapshot)
        finally:
            self._uses[key] -= 1

    def _used(self) -> set[str]:
        return {*self._opening, *self._parts}

    def _is_done(self, key: str) -> bool:
        return (self.index / FOLDER / key / _DONE_MARK).exists()

    @staticmethod
    async def _close(task: asyncio.Task[_Session]) -> None:
        task.cancel()
        (session,) = await asyncio.gather(task, return_exceptions=True)
        if isinstance(session, _Session):
            await session.vault.close()

    async def _open(self, snapshot: Snapshot) -> _Session:
        place = self.index / FOLDER / snapshot.key
        await in_thread(_write_snapshot, snapshot, place, self.index, self._used)
        async with AsyncExitStack() as stack:
            # It reads where questions are answered: somebody waits for it.
            vault = await self.open_vault(place / NOTES, place / "index")
            stack.push_async_callback(vault.close)
            if not (place / _DONE_MARK).exists():
                await _read_words(vault)
                if snapshot.commit and not snapshot.is_part:
                    # Such an index began as a copy of today's, in which deleted passages still count in the
                    # scores of words.
                    await vault.index.index_words_anew()
                await in_thread((place / _DONE_MARK).touch)
            stack.pop_all()
        return _Session(snapshot, place, vault)

    async def _with_origins(
        self, session: _Session, stage: SearchStage, mode: Mode, notices: list[str]
    ) -> SearchStage:
        paths = dict.fromkeys(result.chunk.path for result in stage.results)
        notes = {path: await in_thread(session.snapshot.note, session.place, path) for path in paths}
        results = tuple(
            replace(
                result,
                chunk=replace(result.chunk, is_past=True),
                past=(past := notes[result.chunk.path]),
                # There is nothing to open: the note is gone.
                url="" if past.state is NoteState.DELETED else result.url,
            )
            for result in stage.results
        )
        return replace(
            stage,
            mode=mode,
            results=results,
            notice=Message.joined(filter(None, (*notices, stage.notice))),
            completeness=Completeness(),
            settled=True,
        )


def _write_snapshot(
    snapshot: Snapshot, place: Path, index: Path, get_used: Callable[[], Collection[str]]
) -> None:
    """Write a snapshot unless it exists, and remove others but those in use.

    Raises:
        IndexInUseError: Another process reads the same notes for the first time.
        HistoryError: It cannot be written.
    """
    try:
        if (place / _DONE_MARK).exists():
            return
        if writer_of(place / "index") is not None:
            raise in_use_error(place / "index")
        snapshot.write(place, index)
        remove_unused(place.parent, get_used)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise HistoryError(
            Message("The notes of then can't be kept: {}.", reason), "Free some space on the disk."
        ) from error


async def _read_words(vault: _PastVault) -> None:
    """Index the words only; past meaning would take minutes."""
    phases: set[str] = set()

    def stop_at_meaning(progress: Progress) -> None:
        phases.add(progress.phase)
        if phases - _OF_WORDS:
            syncing.cancel()

    syncing = asyncio.ensure_future(vault.index.sync(stop_at_meaning))
    report = await syncing
    # A cancelled sync returns its report and raises nothing; this cancellation was Ctrl+C, not
    # `stop_at_meaning`.
    if report.cancelled and phases <= _OF_WORDS:
        raise asyncio.CancelledError


def _searched_for(words: str) -> tuple[str, ...]:
    """Return word beginnings, and letter pairs in unspaced runs, to look for in texts."""
    parts: list[str] = []
    for term in query_terms(words):
        if is_spaced(term):
            parts.append(term[: max(_SURE_LETTERS, len(term) - 2)])
        else:
            parts += [term[start : start + 2] for start in range(max(1, len(term) - 1))]
    return tuple(dict.fromkeys(parts))


def _notice_of(snapshot: Snapshot) -> str:
    first, day = snapshot.first, snapshot.day
    match snapshot.kind:
        case PastKind.AS_OF:
            return Message("The notes as they were on {}.", day)
        case PastKind.DELETED:
            return "Notes that are gone, as they were last."
        case PastKind.CHANGED if first is None:
            return Message("Changes until {}.", day)
        case PastKind.CHANGED:
            return Message("Changes from {} to {}.", first, day)

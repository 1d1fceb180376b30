"""Keep the tables in shape: merge small files, drop old versions, index vectors, repair damage."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Container
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from datetime import timedelta
from pathlib import Path

from vaultsearch.core.index.backlog import Backlog
from vaultsearch.core.index.stored_vectors import FormerVectors
from vaultsearch.core.index.tables.index_tables import CHUNKS, PAGE_ROWS, IndexTables, ensure_found_by_id
from vaultsearch.core.index.tables.word_search import ensure_words_indexed, probe_words, unindexed_words
from vaultsearch.core.index.vector_search import SCANNED_SHARE
from vaultsearch.core.memory import give_back
from vaultsearch.core.threads import in_thread

VERSIONS_KEPT_FOR = timedelta(seconds=20)
"""Tidying removes versions older than this; readers may hold younger ones while they search.
At five minutes, 300 edits of 300 notes grew an index from 10 to 114 MB while somebody kept writing."""
_MERGED_SHARE = 1 / 500
"""Share of vectors missing from their index worth merging: the graph is built anew. Merging 141 into 161,561
kept two cores busy for more than a minute after each start behind edits."""

SCANNED_AT_REST = 800
"""Rows missing from the word index before it is updated once no more rows are coming."""
UNTIDY_WRITES = 100
"""Notes and vector batches written before the tables are tidied: single edits never suffice."""
_UNTIDY_WRITES_AT_REST = 10
"""The same once writing has paused; each edit among 300 notes takes some 0.3 MB until then."""
_ROOTS_AT_REST = 1 / 13
"""Or this times the root of the passages: a save writes thrice, and of 155,000, tidying takes 5 s of CPU."""
_DUE_VERSIONS = 20
"""Old versions of a table at which a command tidies when it ends: ten edits leave as many."""


def _old_versions(index: Path) -> int:
    """Count the versions tidying would drop, in the table with the most."""
    until = time.time() - VERSIONS_KEPT_FOR.total_seconds()
    counts: Counter[Path] = Counter()
    for file in index.glob("*.lance/_versions/*"):
        with suppress(OSError):  # another process tidies
            counts[file.parent] += file.stat().st_mtime < until
    return max(counts.values(), default=0)


class IndexUpkeep:
    """Tidies the tables in the process that writes the index; ``backlog`` tells when it pays."""

    def __init__(self, tables: IndexTables, backlog: Backlog) -> None:
        self._tables = tables
        self._backlog = backlog
        # It is not known whether a former process left old versions.
        self._holds_former = self._leaves_pieces = True
        self._leaves_vectors = False
        self._knows_former = self._counts_former = False
        self._optimizing: asyncio.Task[object] | None = None
        self._is_given_up = False
        self.through_merge: dict[str, Callable[[], AbstractAsyncContextManager[None]]] = {}
        """Contexts entered while a table is merged, by the table's name."""

    async def tidy(self, *, at_rest: bool = True) -> None:
        """Merge small files, update the indices, drop versions nobody needs.

        If a vector index pays, it is begun here and built in the background; tidying must be requested again
        after that. Unless ``at_rest``, somebody waits, and vectors nearly all indexed are left to
        `tidy_at_rest`.
        """
        # A table must not be compacted while an index over its vectors is being built.
        if self._is_building:
            return
        if at_rest:
            left = await self._better_scanned()
        else:
            left = frozenset([name async for name, lacking in self._unindexed() if lacking <= SCANNED_SHARE])
        # Before the tables are merged: what is written meanwhile counts for the next time.
        self._backlog.writes = self._backlog.unindexed = 0
        self._knows_former = self._holds_former = self._leaves_pieces = True
        self._leaves_vectors = bool(left) and not at_rest
        if await self._optimize(left):
            await self.keep_vectors_indexed()

    async def index_words(self) -> None:
        """Bring the word index up to date; all other tables wait until nobody does."""
        if CHUNKS not in self._tables:
            return
        n_written = self._backlog.recent_words.mark()
        self._backlog.unindexed = 0
        self._holds_former = self._leaves_pieces = True
        if await self._optimize_table(CHUNKS):
            await self._end_optimizing(n_written)

    async def pays(self, *, wrote: bool, much: bool) -> bool:
        """Return whether tidying pays after a sync that wrote something, much, or nothing."""
        await self._count_former()
        if wrote and (self._backlog.writes >= UNTIDY_WRITES or (much and self._backlog.is_behind)):
            return True
        return await self._was_left_behind()

    async def _count_former(self) -> None:
        """Count former processes' untidied writes once: taken for 100, six edits grew an index by 13 MB."""
        if not self._counts_former:
            self._counts_former = True
            self._backlog.note_written(await in_thread(_old_versions, self._tables.path))

    async def tidy_when_due(self) -> None:
        """Tidy at a command's end if earlier commands left enough behind."""
        if await in_thread(_old_versions, self._tables.path) >= _DUE_VERSIONS:
            await self.tidy()

    async def leaves_words(self) -> bool:
        """Return whether so many passages are missing from the word index that it shows once reading ends."""
        return self._backlog.unindexed >= SCANNED_AT_REST or await self._was_left_behind()

    async def _was_left_behind(self) -> bool:
        """Return True, once, if a former process left so many passages that word searches take longer."""
        if self._knows_former or CHUNKS not in self._tables:
            return False
        self._knows_former = True
        return await unindexed_words(self._tables[CHUNKS]) >= SCANNED_AT_REST

    async def tidy_at_rest(self) -> None:
        """Tidy after a few edits, while nobody waits and nothing may come for hours."""
        await self._count_former()
        passages = await self._tables[CHUNKS].count_rows() if CHUNKS in self._tables else 0
        untidy = max(_UNTIDY_WRITES_AT_REST, _ROOTS_AT_REST * math.sqrt(passages))
        if self._backlog.writes >= untidy or self._leaves_vectors:
            await self.tidy()

    async def _better_scanned(self) -> frozenset[str]:
        """Return the tables with so few unindexed vectors that merging never pays."""
        return frozenset([name async for name, lacking in self._unindexed() if 0 < lacking <= _MERGED_SHARE])

    async def _unindexed(self) -> AsyncIterator[tuple[str, float]]:
        for table, search in self._tables.searched:
            yield table.name, await search.unindexed_share(table)

    async def drop_former(self) -> None:
        """Drop versions kept by tidying because they were young: most of a first index's folder.

        Call once `VERSIONS_KEPT_FOR` has passed without writes, and once more after that: the first call
        merges the tables, and leaves the pieces.
        """
        if self._holds_former and not self._is_building:
            await self._optimize(await self._better_scanned() | await in_thread(self._of_one_version))
            self._holds_former = self._leaves_pieces
            self._leaves_pieces = False

    def _of_one_version(self) -> frozenset[str]:
        """List the tables without former versions: LanceDB reads indices for .3 s of CPU to leave them so."""
        files = self._tables.path.glob("*.lance/_versions/*.manifest")
        counts = Counter(file.parents[1].stem for file in files)
        return frozenset(name for name, count in counts.items() if count == 1)

    @property
    def _is_building(self) -> bool:
        return any(search.is_building for search in self._tables.searches.values())

    async def _optimize(self, but: Container[str] = ()) -> bool:
        """Return False if it was given up."""
        n_written = self._backlog.recent_words.mark()
        for space in self._tables.spaces:
            await FormerVectors(self._tables, space).drop_old()
        if not (names := [name for name in self._tables if name not in but]):
            return True
        for name in names:
            async with self.through_merge.get(name, nullcontext)():
                if not await self._optimize_table(name):
                    return False
        await self._end_optimizing(n_written)
        return True

    async def _end_optimizing(self, n_written: int) -> None:
        await self._tables.renew()
        # Only now every search sees the index that holds them.
        self._backlog.recent_words.drop(n_written)
        if CHUNKS in self._tables:
            self._backlog.indexed = await self._tables[CHUNKS].count_rows()
        # Of 13,000 notes first indexed by a command, 630 MB of 840 were memory that merging had freed.
        await in_thread(give_back)

    async def _optimize_table(self, name: str) -> bool:
        """Return False if it was given up."""
        if self._is_given_up:
            return False
        optimized = self._tables[name].optimize(cleanup_older_than=VERSIONS_KEPT_FOR)
        self._optimizing = asyncio.create_task(optimized)
        try:
            async with self._tables.whole_write(name):
                await self._optimizing
        except asyncio.CancelledError:
            # Cancelled from outside, this must end; cancelled by `give_up`, only the merging does.
            if (waiting := asyncio.current_task()) is not None and waiting.cancelling():
                raise
            return False
        finally:
            self._optimizing = None
        return True

    def give_up(self) -> None:
        """Stop tidying until `resume`: somebody waits for the sync to end.

        A vault left on a busy machine took more than five seconds to close.
        """
        self._is_given_up = True
        self._counts_former = False  # what was left is counted again, and tidied when that pays
        if self._optimizing is not None:
            self._optimizing.cancel()

    def resume(self) -> None:
        """Tidy again when that pays."""
        self._is_given_up = False

    async def is_vector_index_due(self) -> bool:
        """Return whether a vector index is due: the tables must be merged before it is built.

        Over the 158 pieces of an interrupted first index, a question took 120 ms instead of 65.
        """
        return any([await search.is_due(table) for table, search in self._tables.searched])

    async def keep_vectors_indexed(self) -> None:
        """Begin building vector indices if they pay; closing the index abandons them."""
        for table, search in self._tables.searched:
            await search.keep_indexed(table)

    async def vectors_indexed(self) -> None:
        """Wait until all vector indices begun by tidying are built."""
        for search in self._tables.searches.values():
            await search.built()

    async def is_damaged(self) -> bool:
        """Read everything, when an error leaves open whether the tables can be read at all."""
        return not await self._can_be_read() or not await self.can_be_searched()

    async def _can_be_read(self) -> bool:
        try:
            names = await self._tables.names()
            for name in self._tables:
                # Damage in the middle of a file shows only when its rows are read.
                async for _ in await self._tables[name].query().to_batches(max_batch_length=PAGE_ROWS):
                    pass
                # An open table can still be read from files that are deleted already.
                if name not in names:
                    return False
        except Exception:  # LanceDB panics at some damage, in a type that cannot be named
            return False
        return True

    async def can_be_searched(self) -> bool:
        """Search once through each index; return False if any is damaged."""
        try:
            if CHUNKS in self._tables:
                await probe_words(self._tables[CHUNKS])
                await self._tables.tuples(CHUNKS, ["id"], "id = ''")
            for table, search in self._tables.searched:
                await search.probe(table)
        # LanceDB panics here, too.
        except Exception:
            return False
        return True

    async def index_words_anew(self) -> None:
        """Rebuild the word index: deleted passages count until then, and change all scores."""
        if CHUNKS in self._tables:
            await ensure_words_indexed(self._tables[CHUNKS], anew=True)
            await self._tables.renew()

    async def mend_indices(self) -> bool:
        """Rebuild the indices over words, ids and vectors; return False if the tables are damaged.

        Nothing is read or encoded again. Vector indices are built in the background, if they pay.
        """
        if not await self.open_again() or CHUNKS not in self._tables or not await self._can_be_read():
            return False
        try:
            # An index that is being built would be committed to a table whose indices are dropped.
            self._tables.close_searches()
            for table, _ in self._tables.searched:
                for index in await table.list_indices():
                    await table.drop_index(index.name)
            await ensure_words_indexed(self._tables[CHUNKS], anew=True)
            await ensure_found_by_id(self._tables[CHUNKS], anew=True)
            await self._tables.renew()
        except (OSError, RuntimeError, ValueError):
            return False
        return await self.can_be_searched()

    async def open_again(self) -> bool:
        """Reopen tables, perhaps repaired by another process; return False if they cannot be opened."""
        self._tables.forget()
        try:
            await self._tables.renew()
        except Exception:  # LanceDB panics at some truncated files, in a type that cannot be named
            return False
        return True

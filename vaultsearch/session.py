"""One open vault for the window and the command line: its index, its searches, its syncs."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from vaultsearch.core.context.context import ContextAssembler, cited
from vaultsearch.core.errors import (
    IndexDamagedError,
    IndexInUseError,
    NotIndexedError,
    VaultNotFoundError,
    VaultSearchError,
    WorkerDiedError,
)
from vaultsearch.core.index.asked_languages import asked_languages, note_asked
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.manifest import read_manifest
from vaultsearch.core.index.pipeline import VectorPipeline
from vaultsearch.core.index.quickest_encoding import QuickestEncoder
from vaultsearch.core.index.recovery import damaged, disk_full, set_aside
from vaultsearch.core.index.token_table import TOKENS_FOLDER
from vaultsearch.core.index.writer_lock import WriterLock, writer_of
from vaultsearch.core.languages.detection import languages_of
from vaultsearch.core.languages.names import language_name
from vaultsearch.core.search.completion import Completer
from vaultsearch.core.search.engine import SearchEngine
from vaultsearch.core.search.expansion import WordExpander
from vaultsearch.core.search.query_scope import QueryScope
from vaultsearch.core.search.reranking.chain import RerankerChain
from vaultsearch.core.search.results import ObsidianVaultName
from vaultsearch.core.values import (
    Chunk,
    Completions,
    Context,
    Failure,
    IndexStatus,
    Mode,
    Preview,
    Progress,
    Reader,
    SearchStage,
    SyncReport,
)
from vaultsearch.core.vault.ignoring import UserRules
from vaultsearch.core.vault.rendering import render_preview
from vaultsearch.core.vault.settling import ChangeSignal
from vaultsearch.core.vault.source import ObsidianVault
from vaultsearch.core.vault.watcher import VaultWatcher
from vaultsearch.core.worker import in_thread
from vaultsearch.parts import Parts

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
    from pathlib import Path

    from vaultsearch.core.evaluation.values import EvaluationProgress, OwnReport
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.protocols import Retriever, Source
    from vaultsearch.parts import Runners

_LOOKED_AFTER_S = 5.0
"""How often it is looked whether the vault's folder is still the one that is watched."""
_RESTED_AFTER_S = 15.0
_QUESTIONS_PER_KIND = 50
"""Enough to tell good from bad, few enough that a person may wait for them."""
_WAS_DAMAGED = "The index was damaged: it was set aside and built anew."

_log = logging.getLogger(__name__)


class VaultSession:
    """One open vault: its index, its searches, its syncs. The window's `VaultService`.

    Made by `open`; lives on one event loop. Where another process writes the index, this one reads
    only, and `sync` raises IndexInUseError.
    """

    def __init__(
        self,
        vault: Path,
        index: Path,
        corpus: LanceCorpus,
        parts: Parts,
        runners: Runners,
        lock: WriterLock | None,
        user_rules: Callable[[], UserRules] = UserRules,
    ) -> None:
        self.vault = vault
        self.is_open = True
        self._syncing = asyncio.Lock()
        self._index = index
        self._corpus = corpus
        self._parts = parts
        self._runners = runners
        self._lock = lock
        self._tried_export = False
        self._user_rules = user_rules
        self._name = ObsidianVaultName.of(vault)
        self._languages = parts.languages(corpus, runners.asking, self._note_asked)
        self._expand = WordExpander(corpus, languages=self._languages)
        self._engine = SearchEngine(
            self.retriever,
            scope=QueryScope(corpus),
            vault=self._name,
            candidates={mode: parts.candidates(mode) for mode in Mode},
            rerankers=lambda: self._reranker().rerankers,
            expand=self._expand,
            languages=self._languages,
        )
        self._completer = Completer(corpus.get_notes)
        self._retrievers: dict[Mode, Retriever] = {}
        self._made_reranker: RerankerChain | None = None
        self._changed = ChangeSignal()
        self._watcher: VaultWatcher | None = None
        self._resting: asyncio.Task[None] | None = None
        self._damaged = False
        self._anew: str | None = None
        self._wrap: Callable[[Source], Source] = lambda source: source

    @classmethod
    async def open(
        cls,
        folder: Path,
        index: Path,
        parameters: Parameters,
        runners: Runners,
        *,
        write: bool,
        models: Path | None = None,
        user_rules: Callable[[], UserRules] = UserRules,
    ) -> VaultSession:
        """Open a vault's index, to write it if nobody else does; raises VaultNotFoundError.

        ``models`` is where an exported model is kept; without it, none is made or used.
        ``user_rules`` gives what the user excludes from every vault; it is asked at each sync.
        """
        known = await in_thread(read_manifest, index)
        # What is indexed can be searched while the drive with the notes is away.
        vault = await in_thread(_resolved if known and not write else _vault_folder, folder)
        if not write and known is None:
            raise NotIndexedError(f"{vault} has not been indexed yet.", f"Run: vaultsearch index {vault}")
        lock = await in_thread(_lock_if_free, index) if write else None
        anew = None
        try:
            try:
                corpus = await LanceCorpus.open(index)
            except IndexDamagedError:
                if lock is None:
                    raise
                await in_thread(set_aside, index)
                corpus, anew = await LanceCorpus.open(index), _WAS_DAMAGED
        except BaseException:
            if lock is not None:
                lock.release()
            raise
        session = cls(vault, index, corpus, Parts(parameters, models), runners, lock, user_rules)
        session._anew = anew
        return session

    async def search(
        self, query: str, mode: Mode, n: int | None = None, *, rerank: bool = True, operators: bool = True
    ) -> AsyncIterator[SearchStage]:
        """Yield better and better answers; ``n`` defaults to what the window lists.

        Without ``operators``, what looks like one is a part of the question.
        """
        wanted = n or self._parts.parameters.integer("window", "n_results")
        async with self._explained():
            async for stage in self._engine.search(query, mode, wanted, rerank=rerank, operators=operators):
                yield stage

    async def completions(self, query: str, cursor: int) -> Completions:
        """Propose how to go on with a query at ``cursor``, in characters from its beginning."""
        async with self._explained():
            return await self._completer(query, cursor)

    async def sync(self, on_progress: Callable[[Progress], None], *, anew: bool = False) -> SyncReport:
        """Bring the index up to date, or build it ``anew``; cancelling stops it at once and reports.

        One at a time: a second one waits for the first, and then looks for what came after it. An
        index that turns out to be damaged is set aside and built anew. Raises DiskFullError.
        """
        if self._lock is None:
            raise _in_use(self._index)
        async with self._syncing:
            if anew:
                self._anew = "The index was built anew."
            try:
                report = await self._sync_or_rebuild(on_progress)
                if not report.cancelled:
                    await self._export_model()
            finally:
                self._rest_soon()
            return report

    async def expect_questions(self, questions: Sequence[str]) -> None:
        """Have the next sync read passages for questions in the languages of these, too."""
        found = await self._runners.asking(languages_of, questions)
        for language in found:
            await in_thread(note_asked, self._index, language)

    def _note_asked(self, language: str) -> None:
        """Have passages read for questions in another language from now on, where this process may."""
        if language in asked_languages(self._index):
            return
        try:
            note_asked(self._index, language)
        except OSError as error:
            _log.warning("not noted language=%s because=%s", language, error)
        self._changed.note()

    def read_through(self, wrap: Callable[[Source], Source]) -> None:
        """Index from now on what ``wrap`` makes of the vault: an evaluation takes out what it asks for."""
        self._wrap = wrap

    def _rest_soon(self) -> None:
        """End the indexing process when there has been nothing for it to do for a while: it holds memory."""
        if self._resting is not None:
            self._resting.cancel()
        self._resting = asyncio.create_task(self._rest())

    async def _rest(self) -> None:
        await asyncio.sleep(_RESTED_AFTER_S)
        async with self._syncing:
            await in_thread(self._runners.stop_indexing)

    async def _sync_or_rebuild(self, on_progress: Callable[[Progress], None]) -> SyncReport:
        try:
            async with self._explained():
                return await self._sync(on_progress)
        except IndexDamagedError:
            await self._corpus.set_aside()
            self._damaged, self._anew = False, _WAS_DAMAGED
            return await self._sync(on_progress)

    async def changes(self) -> AsyncGenerator[None, None]:
        """Yield each time the vault has changed and come to rest; at once done where others write."""
        if self._lock is None:
            return
        loop = asyncio.get_running_loop()
        rules = await in_thread(self._user_rules)
        watcher = VaultWatcher(self.vault, lambda: loop.call_soon_threadsafe(self._changed.note), rules.file)
        await in_thread(watcher.renew)
        self._watcher = watcher
        renewing = asyncio.create_task(self._renew(watcher))
        try:
            while True:
                await self._changed.settled()
                yield
        finally:
            renewing.cancel()
            await in_thread(watcher.stop)

    async def _renew(self, watcher: VaultWatcher) -> None:
        """Watch anew a folder that was taken away and came back; no event tells of that."""
        while True:
            await asyncio.sleep(_LOOKED_AFTER_S)
            if await in_thread(watcher.renew):
                self._changed.note()

    @asynccontextmanager
    async def _explained(self) -> AsyncGenerator[None, None]:
        """Turn the database's errors into a known trouble, where they mean a full disk or damage."""
        if self._damaged:
            raise damaged(self._index)
        try:
            yield
        except (VaultSearchError, KeyError):
            raise
        except Exception as error:
            if full := disk_full(error, self._index):
                raise full from error
            if not await self._corpus.is_damaged():
                raise
            self._damaged = True
            self._changed.note()  # the next sync, which this brings about, builds it anew
            raise damaged(self._index) from error

    async def _sync(self, on_progress: Callable[[Progress], None]) -> SyncReport:
        source = ObsidianVault(
            self.vault,
            max_file_bytes=self._parts.parameters.integer("source", "max_file_bytes"),
            user_rules=await in_thread(self._user_rules),
        )
        pipeline = VectorPipeline(
            self._wrap(source),
            self._corpus,
            encoder=self._parts.encoder,
            multilingual=self._parts.multilingual,
            chunker=self._parts.chunker,
            tokens=self._parts.tokens,
            run=self._runners.indexing,
            run_small=self._runners.small,
            on_progress=on_progress,
            lock=self._lock,
        )
        task = asyncio.ensure_future(pipeline.sync(anew=self._anew))
        try:
            report = await asyncio.shield(task)
        except asyncio.CancelledError:
            pipeline.cancel()
            await in_thread(self._runners.stop_indexing)
            report = await task
        self._anew = None
        return report

    async def _export_model(self) -> None:
        """Make what the next start needs to be quick, once for all; without it, all works as well."""
        encoder = self._parts.encoder
        if self._tried_export or not isinstance(encoder, QuickestEncoder):
            return
        if not await in_thread(encoder.is_export_wanted):
            return
        self._tried_export = True
        try:
            trouble = await self._runners.indexing(encoder.export)
        except WorkerDiedError as error:
            trouble = str(error)
        except asyncio.CancelledError:  # what was to be brought up to date has been
            await in_thread(self._runners.stop_indexing)
            return
        if trouble:
            _log.warning("export failed model=%s because=%s", encoder.name, trouble)

    async def warm_up(self) -> None:
        """Count the words and load the models for questions, so that the first one need not wait for them."""
        await self.count_words()
        await self._languages.warm_up()
        routing = await self._languages.routing()
        await self._reranker().for_vault(routing).warm_up()
        if routing.others < 1:
            await self._runners.asking(self._parts.encoder.warm_up)
        if routing.others and self._parts.multilingual is not None:
            await self._runners.asking(self._parts.multilingual.warm_up)

    async def count_words(self) -> None:
        """Wait for the words that misspelt ones are looked up in; a search waits only a moment for them."""
        await self._expand.prepare()

    async def preview(self, chunk: Chunk) -> Preview:
        """Render the note around a passage."""
        try:
            async with self._explained():
                text = await self._corpus.get_document(chunk.path)
        except KeyError:
            text = chunk.content
        return await in_thread(render_preview, chunk, text)

    async def passage(self, chunk: Chunk) -> str:
        """Give a passage under its citation."""
        return cited(chunk, self._uri(chunk))

    async def context(self, chunks: Sequence[Chunk]) -> Context:
        """Assemble passages within the token budget."""
        parameters = self._parts.parameters
        assembler = ContextAssembler(
            self._parts.encoder.counter,
            parameters.integer("context", "budget"),
            self._parts.multilingual_counter,
        )
        most = parameters.integer("context", "n_results")
        return await in_thread(assembler.assemble, chunks[:most], self._uri)

    async def evaluate_own(self, on_progress: Callable[[EvaluationProgress], None]) -> OwnReport:
        """Measure each leg and the whole chain on questions made of these notes.

        Asks a copy of the index in processes of its own, which cancelling ends. Raises VaultSearchError.
        """
        from vaultsearch.evaluation.own_vault import measure_own_vault
        from vaultsearch.parts import Runners

        return await measure_own_vault(
            self.vault,
            ("semantic", "fulltext", "hybrid", "chain"),
            self._parts.parameters,
            most=_QUESTIONS_PER_KIND,
            on_progress=on_progress,
            runners=Runners.processes,
        )

    async def status(self) -> IndexStatus:
        """Say what is indexed, how, and what could not be read."""
        async with self._explained():
            notes, chunks, embedded = await self._corpus.counts()
            problems = await self._corpus.problems()
        manifest = await in_thread(read_manifest, self._index)
        failed: tuple[Failure, ...] = manifest.failed if manifest else ()
        return IndexStatus(
            vault=self.vault,
            notes=notes,
            chunks=chunks,
            embedded=embedded,
            failed=(*failed, *problems),
            last_sync=manifest.last_sync if manifest else None,
            embedding_model=self._parts.parameters.text("embedding", "embedding_model"),
            reranker=self._reranker().for_vault(await self._languages.routing()).name,
            index_bytes=await in_thread(_folder_bytes, self._index),
            token_bytes=await in_thread(_folder_bytes, self._index / TOKENS_FOLDER),
            writer=await in_thread(writer_of, self._index),
            read_only=self._lock is None,
            polling=self._watcher is not None and self._watcher.polling,
            readers=await self._readers(),
        )

    async def _readers(self) -> tuple[Reader, ...]:
        """Say which model reads the passages in which language, by the most frequent."""
        routing, multilingual = await self._languages.routing(), self._parts.multilingual
        counts: dict[str, list[tuple[str, int]]] = {}
        for language, count in (await self._corpus.languages()).most_common():
            encoder = self._parts.encoder if multilingual is None or routing.reads(language) else multilingual
            counts.setdefault(encoder.name, []).append((language_name(language), count))
        return tuple(Reader(model, tuple(languages)) for model, languages in counts.items())

    async def close(self) -> None:
        """End the worker processes and let go of the index."""
        self.is_open = False
        if self._resting is not None:
            self._resting.cancel()
        self._completer.close()
        await self._expand.close()
        await in_thread(self._runners.close)
        self._corpus.close()
        if self._lock is not None:
            self._lock.release()

    def _uri(self, chunk: Chunk) -> str:
        return self._name.uri(chunk.path, chunk.heading_path)

    def token_retriever(self) -> Retriever:
        """Give what finds candidates by token vectors; it needs the chunking mode colbert."""
        return self._parts.token_retriever(self._corpus, self._runners.asking)

    def retriever(self, mode: Mode) -> Retriever:
        """Give what finds candidates in a mode, bare of the query language and of reranking."""
        if mode not in self._retrievers:
            self._retrievers[mode] = self._parts.retriever(
                mode, self._corpus, self._expand, self._languages, self._runners.asking
            )
        return self._retrievers[mode]

    def _reranker(self) -> RerankerChain:
        if self._made_reranker is None:
            self._made_reranker = RerankerChain(
                self._parts.rerankers(self._corpus, self._languages, self._runners.asking)
            )
        return self._made_reranker


def _resolved(folder: Path) -> Path:
    return folder.expanduser().resolve()


def _vault_folder(folder: Path) -> Path:
    vault = _resolved(folder)
    if not vault.exists():
        raise VaultNotFoundError(
            f"{folder} is not there.", "Check the path, or connect the drive that it is on."
        )
    if not vault.is_dir():
        raise VaultNotFoundError(f"{folder} is not a folder.", "Name the folder that holds the notes.")
    return vault


def _lock_if_free(index: Path) -> WriterLock | None:
    lock = WriterLock(index)
    try:
        lock.acquire()
    except IndexInUseError:
        return None
    return lock


def _in_use(index: Path) -> IndexInUseError:
    holder = writer_of(index)
    return IndexInUseError(
        f"The index is in use by another process ({holder or 'unknown'}).",
        "Close the other window or wait for the other command; searching works meanwhile.",
    )


def _folder_bytes(folder: Path) -> int:
    return sum(_file_bytes(file) for file in folder.rglob("*"))


def _file_bytes(file: Path) -> int:
    try:
        return file.stat().st_size if file.is_file() else 0
    except FileNotFoundError:  # the writer has just tidied it away
        return 0

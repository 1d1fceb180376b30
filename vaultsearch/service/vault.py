"""An open vault, for window, command line and MCP server: searches, and areas for the rest."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import aclosing
from functools import cached_property, partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, ParamSpec, TypeVar

from vaultsearch.core.errors import DiskFullError, NoteNotFoundError
from vaultsearch.core.filters import AllOf, Filter
from vaultsearch.core.index.index_folder import NO_SPACE, read_manifest
from vaultsearch.core.memory import process_rest
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.query.conditions import VAULT_PLACES
from vaultsearch.core.query.query import parse_query
from vaultsearch.core.query.scope import QueryScope
from vaultsearch.core.search.note_limit import limit_stages_per_note
from vaultsearch.core.search.results import ObsidianVaultName
from vaultsearch.core.search.retrieval import N_CANDIDATES
from vaultsearch.core.threads import in_thread
from vaultsearch.core.tracing import without_timeouts
from vaultsearch.core.values.context import ExportFormat, ReadNote, SentenceAnswer, TextKind, distinct_answers
from vaultsearch.core.values.note import NoteAddress
from vaultsearch.core.values.search import (
    PER_NOTE,
    Chunk,
    LongQueryAnswer,
    Mode,
    Result,
    SearchStage,
    require_count,
)
from vaultsearch.core.values.sync import IndexStatus, Progress
from vaultsearch.core.vault.containment import Containment
from vaultsearch.core.vault.ignoring import UserRules
from vaultsearch.core.vault.links import NoteNames, note_ids
from vaultsearch.service.areas.usage import Usage, boost_used_notes
from vaultsearch.service.parts import merge_rules
from vaultsearch.service.parts.components import ComponentFactory
from vaultsearch.service.parts.contexts import Contexts
from vaultsearch.service.parts.index_guard import run_guarded
from vaultsearch.service.parts.model_access import require_consent_for_texts
from vaultsearch.service.parts.replicas import vault_name
from vaultsearch.service.parts.search import SearchService
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.sync.indexing import IndexingService
from vaultsearch.service.sync.open_index import OpenIndex, open_index
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from vaultsearch.core.long_queries.chats import ChatTable
    from vaultsearch.core.relations.vault_graph import VaultGraph
    from vaultsearch.core.usage_store import UsageStore
    from vaultsearch.service.areas.ask import Ask
    from vaultsearch.service.areas.notes import Notes, Relations, VaultHistory
    from vaultsearch.service.areas.pages import Pages
    from vaultsearch.service.areas.passages import Basket, Excerpts
    from vaultsearch.service.areas.past import PastSearch
    from vaultsearch.service.areas.query import QueryHelp
    from vaultsearch.service.sync.model_texts import ModelTextJob

P = ParamSpec("P")
T = TypeVar("T")


_FIRST_SCREEN = 20
"""Rows that the window fills at once; it asks for more as the user nears the end of the list."""


class Vault(Contexts):
    """An open vault, made by `open`. Lives on a single event loop.

    All but search and reading is in an area: ``index``, ``notes``, ``pages``, ``query``, ``excerpts``,
    ``relations``, ``usage``; their calls run under the index's guard. If another process writes the index,
    this process only reads it.
    """

    def __init__(
        self,
        opened: OpenIndex,
        index: Path,
        components: ComponentFactory,
        workers: Workers,
        user_rules: Callable[[], UserRules],
    ) -> None:
        folder, corpus, lock, anew = opened
        self.folder = folder
        # A replica's folder does not exist, and has the name of the place.
        name = vault_name(folder)
        self.obsidian: ObsidianVaultName = ObsidianVaultName(name) if name else ObsidianVaultName.of(folder)
        self._closing: list[Callable[[], None]] = []
        self._warming: set[asyncio.Future[None]] = set()
        self.index_folder = index
        self._corpus = corpus
        self._workers = workers
        self._scope = QueryScope(corpus.notes)
        self._usage_store: UsageStore | None = None
        self._user_rules = user_rules
        self.index = IndexingService(folder, index, corpus, components, workers, lock, user_rules, anew)

        async def pass_on_moves(moved: Mapping[str, str]) -> None:
            await self.basket.follow_moves(moved)
            await self.usage.follow_moves(moved)

        self.index.on_moves, self.index.rest.on_unasked = pass_on_moves, self._scope.forget
        self.guard = self.index.guard.explained
        self._apply(components)

    @classmethod
    async def open(
        cls,
        folder: str | Path,
        index: Path | None = None,
        parameters: Parameters | None = None,
        workers: Workers | None = None,
        *,
        write: bool = True,
        models: Path | None = None,
        user_rules: Callable[[], UserRules] = UserRules,
        hides_links_out: bool = False,
    ) -> Vault:
        """Open the index for the vault at ``folder``, to write it unless another process does.

        Without ``index``, index, models and ignore rules are the window's, as are parameters by default.

        Args:
            folder: The notes' folder.
            index: The index folder.
            parameters: All tunables for all steps.
            workers: Where models and parsers run, by default in this process; closed with the vault.
            write: Whether to take the writer's lock if it is free.
            models: The folder for prepared models; without it, each process holds models in memory.
            user_rules: Returns the user's ignore rules for every vault; called at each sync.
            hides_links_out: Whether to hide notes leading out of the vault, even if they are indexed.

        Raises:
            VaultNotFoundError: There is no such folder, or it contains nothing to read and has no index.
            NotIndexedError: The index is only to be read and does not exist.
            IndexReadOnlyError: The index does not exist, and the folder cannot be written.
            IndexDamagedError: The index is damaged, and may only be read.
        """
        folder = Path(folder)
        if index is None:
            index, models = await in_thread(settings.index_folder, folder), models or settings.models_folder()
            parameters = parameters or Parameters(file=(await in_thread(settings.load_settings)).parameters)
            user_rules = partial(settings.user_rules, await in_thread(folder.resolve))
        components = ComponentFactory(parameters, models)

        def require_files(vault: Path) -> None:
            from vaultsearch.core.vault import source
            from vaultsearch.core.vault.reading import FileRules

            rules = FileRules.of(components.parameters)
            follows = components.parameters.source.follow_links_out
            source.require_files(vault, user_rules(), rules, follow_links_out=follows)

        opened = await open_index(
            folder, index, write=write, hides_links_out=hides_links_out, require_files=require_files
        )
        return cls(opened, index, components, workers or Workers(in_thread, in_thread), user_rules)

    def _apply(self, components: ComponentFactory) -> None:
        """Rebuild everything depending on the parameters."""
        self._components = components
        run = self._workers.asking
        self.search_service = SearchService(
            components, self._corpus, run, self.obsidian, self._scope, self.guard, self.index_folder
        )
        names_by_note = partial(self.search_service.names_by_note, wait=True)
        self._scope.set_vault_names({place: partial(names_by_note, place) for place in VAULT_PLACES})
        self.index.use_components(components)
        if "pages" in vars(self):
            self.pages.set_containment(self._containment)
        # An area with the former parameters: made anew when it is next asked for.
        vars(self).pop("relations", None)
        self.learn_from(self._usage_store)

    async def use(self, parameters: Mapping[str, object]) -> None:
        """Replace the settings file's parameters: for searches now, for the notes from the next sync on.

        The index stays open.

        Raises:
            SettingsError: A parameter is invalid; nothing has changed.
            ModelUnavailableError: A model cannot be had; nothing has changed.
        """
        # All that can fail comes first, so that unfit parameters change nothing.
        components = self._components.with_file(parameters)
        await in_thread(components.check)
        # Closed after the new ones are in place: a search that comes meanwhile finds either, and none that is
        # closed.
        former, former_components = self.search_service, self._components
        self._apply(components)
        await former.close()
        await former_components.close()

    def learn_from(self, store: UsageStore | None) -> None:
        """Record use in ``store`` and learn from it; with None, as at first, do neither."""
        self._usage_store = store
        languages, run = self.search_service.languages, self._workers.asking
        self.usage = Usage(store, str(self.folder), self._components, languages, run)

    async def search(
        self, query: str, n: int | None = None, mode: Mode | str = Mode.HYBRID, per_note: int = PER_NOTE
    ) -> tuple[Result, ...]:
        """Return the n best passages: the last results from `search_stages`.

        Raises:
            QueryError: The query is invalid.
            ValueError: ``n`` is less than 1, or the mode is unknown.
        """
        with without_timeouts():
            stages = [stage async for stage in self.search_stages(query, n, mode, per_note=per_note)]
        return stages[-1].results

    async def search_stages(
        self,
        query: str,
        n: int | None = None,
        mode: Mode | str = Mode.HYBRID,
        *,
        rerank: bool = True,
        operators: bool = True,
        within: str = "",
        learned: bool = True,
        per_note: int = PER_NOTE,
    ) -> AsyncGenerator[SearchStage, None]:
        """Yield better and better answers.

        Args:
            query: The query as typed.
            n: How many results; by default as many as the window lists.
            mode: The way to search, or the mode's name.
            rerank: Whether to rerank the fused results.
            operators: Whether to read operators in the query; if not, they are words like any other.
            within: Conditions in the query language narrowing the search in every mode.
            learned: Whether to raise previously used results.
            per_note: Results per note, with further ones behind the last; 0 for any number.

        Raises:
            QueryError: ``within`` holds words.
            ValueError: ``n`` is less than 1, or the mode is unknown.
        """
        require_count(n)
        # The tables take no number of any size, and no vault has more passages.
        n, mode = n and min(n, 1_000_000), Mode(mode)
        # Text recognition takes a whole core, and pauses while somebody types.
        self.index.note_question()
        n_results = n or self.parameters.window.n_results
        parsed = parse_query(query) if operators and mode is not Mode.GREP else None
        past = (parsed and parsed.past) or parse_query(within).past
        answered = partial(self._answered, query, mode, within, operators=operators)

        async def look_on(elsewhere: Filter, most: int) -> SearchStage:
            return [stage async for stage in answered(most, rerank=False, elsewhere=elsewhere)][-1]

        # As many at every door: the number of candidates may change their order. Conditions alone list a
        # passage of each note, of which there is no other.
        is_ranked = past is None and mode is not Mode.EXPLORE
        is_extended = is_ranked and bool(query.strip() if parsed is None else parsed.words)
        most = N_CANDIDATES if is_extended else max(N_CANDIDATES, n_results)
        if past is not None:
            stages = self.past.stages(query, past, most, mode, within=within, rerank=rerank)
        else:
            stages = answered(most, rerank=rerank)
        # Only the window learns: the answers of a script do not depend on somebody's clicks.
        if learned and is_ranked:
            stages = boost_used_notes(stages, self.usage.recalled_uses)
        rows = limit_stages_per_note(
            stages, n_results, per_note, n or _FIRST_SCREEN, look_on if is_extended else None
        )
        # What questions need is dropped at rest in every process, not in workers alone.
        with process_rest().work():
            async with aclosing(rows):
                async for stage in rows:
                    yield stage

    async def _answered(
        self,
        query: str,
        mode: Mode,
        within: str,
        n: int,
        *,
        rerank: bool,
        operators: bool,
        elsewhere: Filter | None = None,
    ) -> AsyncGenerator[SearchStage, None]:
        """Yield today's answer in stages, narrowed by conditions and by a filter."""
        async with self.guard():
            service = self.search_service
            stages: AsyncIterator[SearchStage]
            narrowed = await service.engine.where(within) if within.strip() else None
            parts = tuple(part for part in (narrowed, elsewhere) if part is not None)
            where = AllOf(parts) if len(parts) > 1 else next(iter(parts), None)
            if mode is Mode.EXPLORE:
                stages = service.exploring.stages(query, n, where=where, rerank=rerank)
            else:
                stages = service.engine.search(
                    query, mode, n, where=where, rerank=rerank, operators=operators
                )
            async for stage in stages:
                yield stage

    async def search_passage(self, source: str | ChatTable, n: int | None = None) -> LongQueryAnswer:
        """Search with a text on many topics, or with a chat; ``n`` defaults to ``passages.top_k``.

        A known trouble is reported in the answer, not raised.

        Raises:
            ValueError: The table is no chat.
        """
        from vaultsearch.core.long_queries.chats import read_query_text

        read = await in_thread(read_query_text, source)
        return await self.search_service.passages(read, n or self.parameters.passages.top_k)

    @merge_rules.of_all_vaults(guarded=False)
    async def warm_up(self, first_question_s: float = 0.0) -> None:
        """Load the models for the first question, then everything other questions need.

        Words are counted ``first_question_s`` seconds later, so as not to delay this question. Closing the
        vault cancels it.
        """
        # Closed again before it was this task's turn.
        if not self.is_open:
            return
        warming = asyncio.ensure_future(self.search_service.warm_up(first_question_s))
        self._warming.add(warming)
        warming.add_done_callback(self._warming.discard)
        await warming

    @merge_rules.about_each_note("paths", merge_rules.unite_answers, missing={})
    async def texts(self, paths: Iterable[str]) -> dict[str, str]:
        """Return notes' texts by path, without those gone."""
        from vaultsearch.core.context.assembler import note_texts

        return await note_texts(self._corpus, paths)

    @run_guarded
    async def addresses(self, paths: Iterable[str]) -> dict[str, NoteAddress]:
        """Return notes' vault, short id and link, by path, in their order."""
        wanted_paths = tuple(dict.fromkeys(paths))
        # Of all notes, so that an id names no other note; paths that exist no longer are named, too.
        ids = note_ids((*await self._corpus.notes.paths(), *wanted_paths)) if wanted_paths else {}
        return {
            path: NoteAddress(self.folder, path, ids[path], self.obsidian.uri(path)) for path in wanted_paths
        }

    @run_guarded
    async def export(
        self, stream: IO[bytes], style: ExportFormat, conditions: str = "", *, vectors: bool = True
    ) -> int:
        """Write passages matching conditions in the query language; return their number."""
        from vaultsearch.core.index.tables.export import export_passages

        where = await self.search_service.engine.where(conditions) if conditions.strip() else None
        shown = await self._corpus.notes.shown(where)
        try:
            return await export_passages(self._corpus.tables, shown, stream, style, vectors=vectors)
        except OSError as error:
            if error.errno not in NO_SPACE:
                raise
            # It is the stream's disk: reading an index takes no space.
            raise DiskFullError(
                "No disk space left for the export.", "Free some space on the disk."
            ) from error

    @merge_rules.of_all_vaults(sum)
    async def count_passages(self) -> int:
        """Count the passages in the index."""
        return await self._corpus.notes.count_passages()

    @run_guarded
    async def find_note(self, name: str, numbers: Sequence[str] = ()) -> str:
        """Return the path for a note by name, id or number: ``numbers`` are paths from 1 on.

        Raise NoteNotFoundError if there is none, with the reason if it couldn't be read.
        """
        names = NoteNames(await self._corpus.notes.all(), numbers, self.folder)
        try:
            path = await in_thread(names.find, name)
        except NoteNotFoundError as error:
            manifest = await in_thread(read_manifest, self.index_folder)
            raise (names.unread_error(name, manifest.failed) if manifest else None) or error from None
        # So that its links, and what is like it, are looked for among notes that it is one of.
        await self._corpus.notes.lately(path)
        return path

    @merge_rules.about_note("path")
    async def read(self, path: str, question: str = "") -> ReadNote:
        """Read a note: quotes answering a question, or the text. Raise NoteNotFoundError if unknown."""
        return await self.search_service.reader(path, question)

    @merge_rules.about_each_note(
        "chunks", lambda answers: distinct_answers(merge_rules.join_answers(answers)), missing=()
    )
    async def answers(self, question: str, chunks: Sequence[Chunk]) -> tuple[SentenceAnswer, ...]:
        """Return the sentences surely answering a question, in the passages' order."""
        return await self.search_service.reader.answers(chunks, parse_query(question).words)

    @run_guarded
    async def status(self) -> IndexStatus:
        """Return the index's contents, the models used for it, and unreadable notes."""
        from vaultsearch.service.status import index_status

        return await index_status(
            self.folder, self.index_folder, self._corpus, self.search_service, self.index
        )

    # --- areas, each made, and its modules imported, when it is first used ---------------------

    @property
    def _containment(self) -> Containment:
        return Containment(self.folder, self.parameters.source.follow_links_out)

    @cached_property
    def pages(self) -> Pages:
        """The pages area."""
        from vaultsearch.service.areas.pages import Pages

        workers = self._workers
        return Pages(
            self._containment, self._corpus, self.index_folder, self.guard, workers.asking, workers.drawing
        )

    @cached_property
    def excerpts(self) -> Excerpts:
        """The excerpts area."""
        from vaultsearch.service.areas.passages import Excerpts

        return Excerpts(self.obsidian, self._corpus, self.pages.link_resolver, self.guard)

    @cached_property
    def query(self) -> QueryHelp:
        """The query area."""
        from vaultsearch.service.areas.query import FoundNotes, QueryHelp

        found_notes = FoundNotes(self._corpus, self._scope, lambda: self.search_service, self.guard)
        return QueryHelp(self._corpus.notes.all, self._corpus.notes.lately, found_notes, self.guard)

    @cached_property
    def notes(self) -> Notes:
        """The notes area."""
        from vaultsearch.service.areas.notes import Notes

        async def opened_lately(n: int) -> dict[str, float]:
            # Looked up at each call: usage is made anew with other parameters.
            return await self.usage.opened(n)

        async def get_graphs() -> dict[str, VaultGraph]:
            return {"": await self.search_service.relations.graphs()}

        return Notes(self._corpus.notes.lately, get_graphs, opened_lately, self.obsidian.uri, self.guard)

    @cached_property
    def basket(self) -> Basket:
        """The basket area."""
        from vaultsearch.service.areas.passages import Basket

        return Basket(self.index_folder, self._corpus, self.guard)

    @cached_property
    def history(self) -> VaultHistory:
        """The history area."""
        from vaultsearch.service.areas.notes import VaultHistory

        return VaultHistory(self.folder, self.index_folder, self.guard)

    @cached_property
    def ask(self) -> Ask:
        """The ask area."""
        from vaultsearch.service.areas.ask import Ask

        return Ask(self)

    @cached_property
    def model_texts(self) -> ModelTextJob:
        """The texts about notes and passages by the language model."""
        from vaultsearch.service.sync.model_texts import ModelTextJob

        return ModelTextJob(
            self.index_folder, self._corpus, lambda: self.search_service.relations, self.support_check
        )

    async def write_by_model(
        self, kind: TextKind, conditions: str = "", on_progress: Callable[[Progress], None] = lambda _: None
    ) -> int:
        """Have the language model write a kind's missing texts; return how many.

        With ``conditions``, about matching notes only. Searches use the texts from the next sync on, or once
        `index.encode_model_texts` has made their vectors. See `ModelTextJob.fill`.
        """
        client = await self._components.language_model.client()
        require_consent_for_texts(client.endpoint)
        paths = await self._matching(conditions) if conditions.strip() else None
        return await self.model_texts.fill(kind, client, paths, on_progress)

    async def estimate_by_model(self, kind: TextKind, conditions: str = "") -> tuple[int, int]:
        """Return how many requests `write_by_model` would send, and their characters."""
        paths = await self._matching(conditions) if conditions.strip() else None
        return await self.model_texts.estimate(kind, paths)

    @cached_property
    def past(self) -> PastSearch:
        """The searches in the vault's past."""
        from vaultsearch.service.areas.past import PastSearch

        run = self._workers.asking

        async def asking(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
            # Not the process itself, which a snapshot's vault would end when it is closed.
            return await run(function, *args, **kwargs)

        async def open_snapshot(folder: Path, index: Path) -> Vault:
            """Open with this vault's parameters, reading and encoding where questions are."""
            workers, models = Workers(asking, asking), self._components.models
            vault = await Vault.open(
                folder, index, self.parameters, workers, models=models, user_rules=self._user_rules
            )
            vault.index.keeps_versions = False
            return vault

        return PastSearch(
            self.folder, self.index_folder, self.history.source, self._corpus.notes.all, open_snapshot
        )

    @cached_property
    def relations(self) -> Relations:
        """The relations area, with the parameters in force."""
        from vaultsearch.service.areas.notes import Relations

        return Relations(
            self.search_service.relations,
            self.find_note,
            self._matching,
            self.model_texts.with_summaries,
            self.guard,
        )

    async def _matching(self, conditions: str) -> frozenset[str]:
        return await self._corpus.notes.paths(await self.search_service.engine.where(conditions))

    # --- the life of a vault -----------------------------------------------------------------

    def set_path_prefix(self, folder: str) -> None:
        """Prefix paths with ``folder`` in evaluating conditions, as in a group of vaults; "" for none."""
        self._scope.set_path_prefix(folder)

    @property
    def is_open(self) -> bool:
        """Return True if somebody still holds the vault."""
        return self._holders > 0

    async def answers_as(self, parameters: Parameters, *, writes: bool) -> bool:
        """Return whether a vault opened with these parameters, maybe to write, would answer alike."""
        if (writes and not self.index.writes) or self._scope.path_prefix:
            return False
        ours, theirs = self.parameters.settings(), parameters.settings()
        # By their values: another source of the same value, such as --set, makes no other answer.
        if any(setting.value != other.value for setting, other in zip(ours, theirs, strict=True)):
            return False
        return await self._corpus.notes.shown(None) is None

    def on_close(self, call: Callable[[], None]) -> None:
        """Have ``call`` called when the vault is closed."""
        self._closing.append(call)

    async def __aenter__(self) -> Vault:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def let_go(self) -> None:
        """Write what waits and release the index until the next sync: it may move with the folder."""
        await self.index.let_go()
        if "basket" in vars(self):
            await self.basket.finish_writes()

    async def close(self) -> None:
        """Release a hold; when none is left, end the worker processes and release the index."""
        self._holders -= 1
        if self.is_open:
            return
        # First of all: from here on, a call that still runs must not take the closing tables for damaged
        # ones.
        self.index.guard.close()
        # To the end, even if the caller is cancelled: a window that left two vaults at once held the lock of
        # the first, which it then took for another program's, and indexed no more.
        await asyncio.shield(self._release())

    async def _release(self) -> None:
        # Only areas that were used are closed: to look one up would import and make it.
        if "past" in vars(self):
            await self.past.close()
        # The loading of models reads the index, too, which is closed below.
        if warming := list(self._warming):
            for task in warming:
                task.cancel()
            await asyncio.wait(warming)
        for close in self._closing:
            close()
        if "basket" in vars(self):
            await self.basket.finish_writes()
        await self._components.close()
        if "query" in vars(self):
            self.query.close()
        if "notes" in vars(self):
            self.notes.close()
        await self.search_service.close()
        self.index.stop_recognising()
        await in_thread(self._workers.close)
        await self.index.end()
        self._corpus.close()
        self.index.release()

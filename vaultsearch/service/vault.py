"""One open vault for the window and the command line: its index, its searches, its syncs."""

from __future__ import annotations

import logging
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from vaultsearch.core.context.assembler import cited, note_texts
from vaultsearch.core.context.citation_numbers import read_numbers, write_numbers
from vaultsearch.core.context.note_names import NoteNames
from vaultsearch.core.errors import NotIndexedError
from vaultsearch.core.index.question_languages import (
    add_question_language,
    question_languages,
    remove_question_language,
)
from vaultsearch.core.long_queries.chats.reading import read_text
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.query.completion import Completer, examples
from vaultsearch.core.query.facets import FacetCounter, counted
from vaultsearch.core.query.narrowing import query_parts, toggled
from vaultsearch.core.query.query import parse
from vaultsearch.core.query.scope import QueryScope
from vaultsearch.core.search.results import ObsidianVaultName
from vaultsearch.core.values.context import Context, ContextFormat, ReadNote
from vaultsearch.core.values.learning import History
from vaultsearch.core.values.query import (
    Completions,
    Counted,
    Edit,
    Example,
    Facet,
    Facets,
    QueryPart,
    Relaxation,
)
from vaultsearch.core.values.search import Chunk, Mode, Result, SearchStage, Snippet, Use
from vaultsearch.core.vault.containment import Containment
from vaultsearch.core.vault.ignoring import UserRules
from vaultsearch.core.worker import in_thread
from vaultsearch.service.factory import ComponentFactory
from vaultsearch.service.index_opening import open_index
from vaultsearch.service.index_status import index_status
from vaultsearch.service.indexing import IndexingService
from vaultsearch.service.pages import NotePages
from vaultsearch.service.search import SearchService
from vaultsearch.service.usage import VaultUsage, with_raised
from vaultsearch.service.workers import Workers
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import (
        AsyncGenerator,
        AsyncIterator,
        Callable,
        Collection,
        Iterable,
        Mapping,
        Sequence,
    )

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.index.stored_notes import StoredNote
    from vaultsearch.core.index.writer_lock import WriterLock
    from vaultsearch.core.learning.usage_store import UsageStore
    from vaultsearch.core.long_queries.chats.tables import ChatTable
    from vaultsearch.core.protocols import Retriever, Source
    from vaultsearch.core.values.evaluation import EvaluationProgress, OwnReport
    from vaultsearch.core.values.long_queries import LongQueryAnswer
    from vaultsearch.core.values.note import Preview
    from vaultsearch.core.values.relations import (
        DuplicateGroup,
        LooseEnds,
        NoteLinks,
        NoteSummary,
        RelatedNote,
    )
    from vaultsearch.core.values.sync import Changes, IndexStatus, Progress, SyncReport

_QUESTIONS_PER_KIND = 50
"""Enough to tell good from bad, few enough that a person may wait for them."""

_log = logging.getLogger(__name__)


class Vault:
    """One open vault: its index, its searches, its syncs. The window's `VaultService`.

    Made by `open`; lives on one event loop. Where another process writes the index, this one reads
    only, and `sync` raises IndexInUseError.
    """

    def __init__(
        self,
        vault: Path,
        index: Path,
        corpus: LanceCorpus,
        parts: ComponentFactory,
        runners: Workers,
        lock: WriterLock | None,
        user_rules: Callable[[], UserRules] = UserRules,
        anew: str | None = None,
    ) -> None:
        self.vault = vault
        self._holders = 1
        self._index = index
        self._corpus = corpus
        self._parts = parts
        self._runners = runners
        self._keeper = IndexingService(vault, index, corpus, parts, runners, lock, user_rules, anew)
        self._name = ObsidianVaultName.of(vault)
        self._scope = QueryScope(corpus.notes)
        self._completer = Completer(corpus.notes.all, corpus.notes.by_language)
        self._facets = FacetCounter(corpus.notes.all)
        self._pages = NotePages(self._containment, corpus)
        self._answering = self._answer_by(parts)
        self._usage: UsageStore | None = None
        self._learning: VaultUsage | None = None

    def learn_from(self, usage: UsageStore | None) -> None:
        """Learn from use by what ``usage`` keeps; with None, as in the beginning, not at all."""
        self._usage = usage
        self._learning = None
        if usage is not None:
            languages, run = self._answering.languages, self._runners.asking
            self._learning = VaultUsage(usage, self.vault, self._parts, languages, run)

    def _answer_by(self, parts: ComponentFactory) -> SearchService:
        return SearchService(
            parts,
            self._corpus,
            self._runners.asking,
            vault=self._name,
            scope=self._scope,
            guarded=self._keeper.guard.explained,
        )

    async def use(self, parameters: Mapping[str, object]) -> None:
        """Answer, and from the next sync on read notes, by other parameters of the settings file.

        The index stays open. Raises SettingsError or ModelUnavailableError, and then nothing has changed.
        """
        wanted = self._parts.with_file(parameters)
        await in_thread(wanted.check)
        former = self._answering
        self._parts = wanted
        self._keeper.use(wanted)
        self._pages.keep_within(self._containment)
        self._answering = self._answer_by(wanted)
        self.learn_from(self._usage)
        await former.close()

    @classmethod
    async def open(
        cls,
        folder: str | Path,
        index: Path | None = None,
        parameters: Parameters | None = None,
        runners: Workers | None = None,
        *,
        write: bool = True,
        models: Path | None = None,
        user_rules: Callable[[], UserRules] = UserRules,
        hides_links_out: bool = False,
    ) -> Vault:
        """Open a vault's index, to write it if nobody else does; raises VaultNotFoundError.

        With ``folder`` alone, index, parameters and exclusions are the window's. Without ``runners``, all
        work is done in this process. ``models`` is the folder of exported models; without it, none is made or
        used. ``user_rules`` gives what the user excludes from every vault; it is asked at each sync. With
        ``hides_links_out`` the notes are hidden that lead out of the vault, also if they are indexed.
        """
        folder = Path(folder)
        if index is None:
            index, models = await in_thread(settings.index_folder, folder), models or settings.models_folder()
            parameters = parameters or Parameters(file=(await in_thread(settings.load)).parameters)
            user_rules = partial(settings.user_rules, folder.resolve())
        parts = ComponentFactory(parameters, models)
        runners = runners or Workers(in_thread, in_thread)
        vault, corpus, lock, anew = await open_index(
            folder, index, write=write, hides_links_out=hides_links_out
        )
        return cls(vault, index, corpus, parts, runners, lock, user_rules, anew)

    @property
    def _containment(self) -> Containment:
        return Containment(self.vault, self._parts.parameters.flag("source", "follow_links_out"))

    @property
    def writes(self) -> bool:
        """Tell whether this process is the one that writes the index."""
        return self._keeper.writes

    async def search(
        self,
        query: str,
        mode: Mode = Mode.HYBRID,
        n: int | None = None,
        *,
        rerank: bool = True,
        operators: bool = True,
        within: str = "",
        learned: bool = True,
    ) -> AsyncIterator[SearchStage]:
        """Yield better and better answers; ``n`` defaults to what the window lists.

        Without ``operators``, what looks like one is a part of the question. ``within`` are conditions, in
        the query language, that narrow the search in any mode; raises QueryError where it holds words.
        Without ``learned``, what was used before does not rise.
        """
        wanted = n or self._parts.parameters.integer("window", "n_results")
        async with self._keeper.guard.explained():
            where = await self._answering.engine.where(within) if within.strip() else None
            stages = self._answering.engine.search(
                query, mode, wanted, where=where, rerank=rerank, operators=operators
            )
            async for stage in with_raised(stages, self.history) if learned and self._learning else stages:
                yield stage

    async def results(self, query: str, n: int | None = None, mode: Mode = Mode.HYBRID) -> tuple[Result, ...]:
        """Return the last stage's results of `search`."""
        stages = [stage async for stage in self.search(query, mode, n)]
        return stages[-1].results

    async def history(self, query: str, by_words: bool) -> History:
        """Give what raises the results of a query; see `VaultUsage.history`."""
        return History() if self._learning is None else await self._learning.history(query, by_words=by_words)

    async def note_use(self, query: str, mode: Mode, chunk: Chunk, use: Use, rank: int) -> None:
        """Note that a passage was used that stood at ``rank`` of a query's results, unless none is to be."""
        if self._learning is not None:
            await self._learning.note(query, mode, chunk, use, rank)

    async def forget_use(self, query: str, path: str | None = None) -> None:
        """Forget that a note, or any, was used for a query and those near it; raises VaultSearchError."""
        if self._learning is not None:
            await self._learning.forget(query, path)

    async def frequent(self, n: int) -> tuple[str, ...]:
        """Give the paths of the notes that are used most lately."""
        return () if self._learning is None else await self._learning.frequent(n)

    async def notes_found(self, query: str, mode: Mode) -> int | None:
        """Count the notes that a query finds, by meaning those that hold a word of it; None for untold."""
        async with self._keeper.guard.explained():
            found = await self._answering.counter.found(query, mode)
        return None if found is None else found.notes

    async def list_notes(self, conditions: str = "") -> tuple[StoredNote, ...]:
        """List the notes that conditions in the query language hold for, all without any, the newest first.

        Raises QueryError where there are words among them.
        """
        async with self._keeper.guard.explained():
            where = await self._answering.engine.where(conditions) if conditions.strip() else None
            return await self._corpus.notes.matching(where)

    def uri(self, path: str, heading_path: Sequence[str] = ()) -> str:
        """Give the link that opens a note in Obsidian, at its nearest heading where there is one."""
        return self._name.uri(path, heading_path)

    async def search_passage(self, source: str | ChatTable, n: int | None = None) -> LongQueryAnswer:
        """Search with a text of many topics, or with a chat; ``n`` defaults to ``passages.top_k``.

        A known trouble is told in the answer, not raised. Raises ValueError for a table that is no chat.
        """
        read = await in_thread(read_text, source)
        return await self._answering.passages(read, n or self._parts.parameters.integer("passages", "top_k"))

    async def notes_by_language(self) -> Counter[str]:
        """Count the notes that hold a passage in each language, by code."""
        async with self._keeper.guard.explained():
            return await self._corpus.notes.by_language()

    async def completions(self, query: str, cursor: int) -> Completions:
        """Propose how to go on with a query at ``cursor``, in characters from its beginning."""
        async with self._keeper.guard.explained():
            return await self._completer(query, cursor)

    async def understood(self, query: str) -> tuple[QueryPart, ...]:
        """List the conditions of a query, each with where it stands."""
        return query_parts(query)

    async def facets(self, query: str, mode: Mode, listed: Collection[str]) -> Facets:
        """Count what the notes have in common that a query finds; ``listed`` are the paths of its results.

        Without a query all notes are counted, of conditions alone all that they hold for, else the listed.
        """
        which = counted(query, mode)
        paths = {Counted.VAULT: None, Counted.LISTED: listed}
        async with self._keeper.guard.explained():
            found = paths[which] if which in paths else await self.matching(query)
            return await self._facets("" if mode is Mode.GREP else query, found, which)

    async def matching(self, conditions: str) -> frozenset[str]:
        """Give the paths of the notes that a query's conditions hold for."""
        async with self._keeper.guard.explained():
            return await self._corpus.notes.paths(await self._scope.filter(parse(conditions)))

    async def notes(self) -> tuple[StoredNote, ...]:
        """Give every note; the same tuple until the index changes."""
        async with self._keeper.guard.explained():
            return await self._corpus.notes.all()

    async def toggled(self, query: str, facet: Facet) -> Edit:
        """Tell how to change a query so that it asks for a facet, or no longer where it does."""
        async with self._keeper.guard.explained():
            return toggled(query, facet, await self._facets.paths())

    async def relaxations(self, query: str, mode: Mode, *, listed: bool = False) -> tuple[Relaxation, ...]:
        """Give what finds something in the place of a query that finds nothing, or nothing that answers.

        With ``listed`` there are passages all the same.
        """
        async with self._keeper.guard.explained():
            return await self._answering.relaxer(query, mode, listed=listed)

    async def examples(self) -> tuple[Example, ...]:
        """Give queries to learn from, made of what the vault holds."""
        async with self._keeper.guard.explained():
            return examples(await self._completer.names())

    async def sync(
        self,
        on_progress: Callable[[Progress], None] = lambda _: None,
        *,
        anew: bool = False,
        changes: bool = False,
    ) -> SyncReport:
        """Bring the index up to date, or build it ``anew``; see `IndexingService.sync`."""
        return await self._keeper.sync(on_progress, anew=anew, changes=changes)

    def tell_changes(self, listener: Callable[[Changes], None]) -> None:
        """Have each change that was taken up told to ``listener``; see `IndexingService.tell_changes`."""
        self._keeper.tell_changes(listener)

    async def vectors_indexed(self) -> None:
        """Wait for what a sync leaves to the background, and closing gives up: the index over the vectors."""
        await self._corpus.upkeep.vectors_indexed()

    def changes(self) -> AsyncGenerator[None, None]:
        """Yield each time the vault has changed and come to rest; at once done where others write."""
        return self._keeper.changes()

    async def expect_questions(self, questions: Sequence[str]) -> bool:
        """Have the next sync read passages for the languages of these, too; tell whether any is new to it."""
        found = await self._answering.languages.of_questions(questions)
        new = frozenset(found) - await in_thread(question_languages, self._index)
        for language in new:
            await in_thread(add_question_language, self._index, language)
        return bool(new)

    async def read_for(self, language: str, *, wanted: bool = True) -> None:
        """Have passages read for questions in a language, or no longer where that is not ``wanted``."""
        try:
            await in_thread(
                add_question_language if wanted else remove_question_language, self._index, language
            )
        except OSError as error:
            raise NotIndexedError(
                f"The languages of your questions can't be kept in {self._index} ({error.strerror}).",
                "Look at the permissions of the folder.",
            ) from error
        self._keeper.sync_soon()

    def read_through(self, wrap: Callable[[Source], Source]) -> None:
        """Index from now on what ``wrap`` makes of the vault: an evaluation takes out what it asks for."""
        self._keeper.read_through(wrap)

    async def warm_up(self) -> None:
        """Count the words and load the models for questions, so that the first one need not wait for them."""
        await self._answering.warm_up()

    async def count_words(self) -> None:
        """Wait for the words that misspelt ones are looked up in; a search waits only a moment for them."""
        await self._answering.expand.prepare()

    async def preview(self, chunk: Chunk) -> Preview:
        """Render the note around a passage."""
        async with self._keeper.guard.explained():
            return await self._pages.preview(chunk)

    async def preview_part(self, preview: Preview, number: int) -> str | None:
        """Render another part of a note that is shown; None where it has changed since."""
        async with self._keeper.guard.explained():
            return await self._pages.part(preview, number)

    async def note(self, address: str, source: str) -> Preview | None:
        """Render the note that an address in the HTML of the note ``source`` leads to; None for no note."""
        async with self._keeper.guard.explained():
            return await self._pages.linked(address, source)

    async def note_at(self, path: str, line: int) -> Preview | None:
        """Render a note at a line of it, 0 for its top; None where it is not in the index."""
        async with self._keeper.guard.explained():
            return await self._pages.at(path, line)

    async def part_with(
        self, preview: Preview, terms: Sequence[str], number: int, step: int
    ) -> tuple[int, str] | None:
        """Find the first part of a shown note from ``number`` on, by ``step``, that may hold a term."""
        async with self._keeper.guard.explained():
            return await self._pages.part_with(preview, terms, number, step)

    async def page_marks(
        self, blocks: Sequence[str], passage: Collection[int], result: Result
    ) -> tuple[Snippet, ...]:
        """Mark the words of the query in a page's blocks, and in those of the passage what means them."""
        return await self._pages.marks(blocks, passage, result)

    async def picture(self, address: str, source: str) -> bytes | None:
        """Give a picture in the note ``source`` by its address there; None where it cannot be shown."""
        return await self._pages.picture(address, source)

    async def passage(self, chunk: Chunk) -> str:
        """Give a passage under its citation."""
        return cited(chunk, self._name.uri(chunk.path, chunk.heading_path))

    async def context(
        self,
        chunks: Sequence[Chunk],
        *,
        budget: int | None = None,
        style: ContextFormat = ContextFormat.MARKDOWN,
        keep_order: bool = False,
    ) -> Context:
        """Assemble passages, best first or as they are given, within a token budget.

        Their notes are what numbers mean from now on. Without ``keep_order``, as many passages are
        considered as is set.
        """
        most = None if keep_order else self._parts.parameters.integer("context", "n_results")
        assembler = self._parts.context_assembler(budget)
        async with self._keeper.guard.explained():
            texts = await note_texts(self._corpus, (chunk.path for chunk in chunks[:most]))
        context = await self._runners.asking(
            assembler.assemble, chunks[:most], texts, self._name.uri, style, keep_order=keep_order
        )
        await self.number(piece.path for piece in context.pieces)
        return context

    async def number(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Have numbers mean these notes from now on, the first of them 1, each once; gives them in order."""
        numbered = tuple(dict.fromkeys(paths))
        try:
            await in_thread(write_numbers, self._index, numbered)
        except OSError as error:  # what was found is worth more than its numbers
            _log.warning("numbers not kept index=%s because=%s", self._index, error)
        return numbered

    async def find_note(self, name: str) -> str:
        """Give the path of the note that a number or a name means; raises NoteNotFoundError."""
        async with self._keeper.guard.explained():
            notes = await self._corpus.notes.all()
        numbers = await in_thread(read_numbers, self._index)
        return await in_thread(NoteNames(notes, numbers, self.vault).find, name)

    async def read(self, path: str, question: str = "") -> ReadNote:
        """Read a note: for the quotes that answer a question, or for its text; raises NoteNotFoundError."""
        async with self._keeper.guard.explained():
            return await self._answering.reader(path, question)

    async def related(self, name: str, n: int | None = None) -> tuple[RelatedNote, ...]:
        """Give the notes that have most to do with one, best first; raises NoteNotFoundError."""
        path = await self.find_note(name)
        wanted = n or self._parts.parameters.integer("related", "n_results")
        async with self._keeper.guard.explained():
            return await self._answering.relations.related(path, wanted)

    async def links_of(self, name: str) -> NoteLinks:
        """Give what links to a note, what it links to, and where it is named without a link."""
        path = await self.find_note(name)
        async with self._keeper.guard.explained():
            return await self._answering.relations.links_of(path)

    async def loose_ends(self) -> LooseEnds:
        """Give the notes without any link, and the links of the vault that lead nowhere."""
        async with self._keeper.guard.explained():
            return await self._answering.relations.loose_ends()

    async def duplicates(self) -> tuple[DuplicateGroup, ...]:
        """Give the passages that stand, nearly the same, in several notes."""
        async with self._keeper.guard.explained():
            return await self._answering.relations.duplicates()

    async def summary(self, name: str) -> NoteSummary:
        """Give a note's most telling sentences, as the index keeps them; raises NoteNotFoundError."""
        path = await self.find_note(name)
        async with self._keeper.guard.explained():
            return await self._answering.relations.summary(path)

    async def fill_summaries(self, on_progress: Callable[[Progress], None]) -> int:
        """Make the summaries that are missing; see `IndexingService.fill_summaries`."""
        return await self._keeper.fill_summaries(on_progress)

    async def evaluate_own(self, on_progress: Callable[[EvaluationProgress], None]) -> OwnReport:
        """Measure each leg and the whole chain on questions made of these notes.

        Asks a copy of the index in processes of its own, which cancelling ends. Raises VaultSearchError.
        """
        from vaultsearch.service.evaluation.own_vault import measure_own_vault

        return await measure_own_vault(
            self.vault,
            ("semantic", "fulltext", "hybrid", "chain"),
            self._parts.parameters,
            most=_QUESTIONS_PER_KIND,
            on_progress=on_progress,
            runners=Workers.processes,
        )

    async def status(self) -> IndexStatus:
        """Say what is indexed, how, and what could not be read."""
        async with self._keeper.guard.explained():
            return await index_status(self.vault, self._index, self._corpus, self._keeper, self._answering)

    async def __aenter__(self) -> Vault:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def is_open(self) -> bool:
        """Tell whether somebody still holds it."""
        return self._holders > 0

    def hold(self) -> None:
        """Have it open for one more, so that it takes one more `close` to close it."""
        self._holders += 1

    def set_path_prefix(self, folder: str) -> None:
        """Have conditions take its notes to lie in ``folder``, as one vault's among several; "" for none."""
        self._scope.set_path_prefix(folder)

    async def close(self) -> None:
        """End the worker processes and let go of the index, once nobody holds it any more."""
        self._holders -= 1
        if self.is_open:
            return
        self._completer.close()
        self._facets.close()
        await self._answering.close()
        await in_thread(self._runners.close)
        self._corpus.close()
        self._keeper.close()

    def token_retriever(self) -> Retriever:
        """Give what finds candidates by token vectors; it needs the chunking mode colbert."""
        return self._answering.token_retriever()

    def retriever(self, mode: Mode) -> Retriever:
        """Give what finds candidates in a mode, bare of the query language and of reranking."""
        return self._answering.retriever(mode)

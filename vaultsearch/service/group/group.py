"""Several open vaults as one: the window's `VaultService`, and the command line's, over all sessions."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vaultsearch.core.errors import IndexInUseError, NoteNotFoundError, VaultSearchError
from vaultsearch.core.query.completion import Completer, examples
from vaultsearch.core.query.facets import FacetCounter, counted
from vaultsearch.core.query.narrowing import query_parts, toggled
from vaultsearch.core.search.results import ObsidianVaultName
from vaultsearch.core.values.context import Context, ContextFormat
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
from vaultsearch.core.values.search import Chunk, Mode
from vaultsearch.core.values.sync import ALL_VAULTS, IndexStatus, MemberVault
from vaultsearch.core.worker import in_thread
from vaultsearch.service.group.notes import GroupNotes
from vaultsearch.service.group.stages import merged_stages
from vaultsearch.service.group.sums import merged_answer, merged_relaxations, summed_report, summed_status
from vaultsearch.service.usage import with_raised

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Mapping, Sequence
    from pathlib import Path

    from vaultsearch.core.values.evaluation import EvaluationProgress, OwnReport
    from vaultsearch.core.values.long_queries import LongQueryAnswer
    from vaultsearch.core.values.search import SearchStage, Use
    from vaultsearch.core.values.sync import Progress, SyncReport
    from vaultsearch.service.factory import ComponentFactory
    from vaultsearch.service.group.members import Member
    from vaultsearch.service.workers import Workers


class VaultGroup(GroupNotes):
    """Several open vaults as one whose folders are called as they are. The window's `VaultService`.

    ``members`` are open, and closed with it; ``known`` are all that were to be opened, those that could not
    be with the reason. ``runners`` is what it computes in by itself. Lives on one event loop.
    """

    def __init__(
        self,
        members: Sequence[Member],
        known: Sequence[MemberVault],
        parts: ComponentFactory,
        runners: Workers,
    ) -> None:
        super().__init__(members)
        self._known = tuple(known)
        self._parts = parts
        self._runners = runners
        self._completer = Completer(self.notes, self.notes_by_language)
        self._facets = FacetCounter(self.notes)
        self._not_synced: dict[str, str] = {}
        for member in self._members:
            member.session.set_path_prefix(member.name)

    @property
    def vault(self) -> Path:
        """What stands for the folder."""
        return ALL_VAULTS

    async def search(
        self, query: str, mode: Mode, n: int | None = None, *, rerank: bool = True
    ) -> AsyncIterator[SearchStage]:
        """Yield better and better answers, the best of all vaults; see `merged_stages`."""
        wanted = n or self._parts.parameters.integer("window", "n_results")
        streams = {one.name: _stages(one, query, mode, wanted, rerank=rerank) for one in self._members}
        async with aclosing(merged_stages(streams, wanted)) as stages:
            async for stage in with_raised(stages, self._history):
                yield stage

    async def _history(self, query: str, by_words: bool) -> History:
        """Give what raises the results of a query, of all vaults: their answers are merged first."""
        found = [one.history(await one.session.history(query, by_words)) for one in self._members]
        uses = sorted((use for one in found for use in one.uses), key=lambda use: -use.at)
        return History(tuple(uses), {path: worth for one in found for path, worth in one.worths.items()})

    async def note_use(self, query: str, mode: Mode, chunk: Chunk, use: Use, rank: int) -> None:
        """Have a passage's own vault note that it was used."""
        member = self.owner(chunk.path)
        await member.session.note_use(query, mode, member.inner_chunk(chunk), use, rank)

    async def forget_use(self, query: str, path: str | None = None) -> None:
        """Forget that a note, or any of all vaults, was used for a query and those near it."""
        if path is not None:
            member = self.owner(path)
            await member.session.forget_use(query, member.inner(path))
            return
        for member in self._members:
            await member.session.forget_use(query)

    async def notes_found(self, query: str, mode: Mode) -> int | None:
        """Count the notes that a query finds in all vaults; None where one cannot tell."""
        found = [await member.session.notes_found(query, mode) for member in self._members]
        told = [count for count in found if count is not None]
        return sum(told) if told else None

    async def search_passage(self, source: str, n: int | None = None) -> LongQueryAnswer:
        """Search with a text of many topics; ``n`` defaults to ``passages.top_k``."""
        wanted = n or self._parts.parameters.integer("passages", "top_k")
        answers = await asyncio.gather(
            *(member.session.search_passage(source, wanted) for member in self._members)
        )
        found = zip(self._members, answers, strict=True)
        return merged_answer({member.name: member.answer(answer) for member, answer in found}, wanted)

    async def completions(self, query: str, cursor: int) -> Completions:
        """Propose how to go on with a query at ``cursor``, in characters from its beginning."""
        return await self._completer(query, cursor)

    async def understood(self, query: str) -> tuple[QueryPart, ...]:
        """List the conditions of a query, each with where it stands."""
        return query_parts(query)

    async def facets(self, query: str, mode: Mode, listed: Collection[str]) -> Facets:
        """Count what the notes of all have in common that a query finds; the vaults are the first folders."""
        which = counted(query, mode)
        paths = {Counted.VAULT: None, Counted.LISTED: listed}
        found = paths[which] if which in paths else await self._matching(query)
        return await self._facets("" if mode is Mode.GREP else query, found, which)

    async def _matching(self, query: str) -> list[str]:
        return [
            member.outer(path) for member in self._members for path in await member.session.matching(query)
        ]

    async def toggled(self, query: str, facet: Facet) -> Edit:
        """Tell how to change a query so that it asks for a facet, or no longer where it does."""
        return toggled(query, facet, await self._facets.paths())

    async def relaxations(self, query: str, mode: Mode, *, listed: bool = False) -> tuple[Relaxation, ...]:
        """Give what finds something in the place of a query that finds nothing, or nothing that answers."""
        found = [await member.session.relaxations(query, mode, listed=listed) for member in self._members]
        return merged_relaxations(found)

    async def read_for(self, language: str, *, wanted: bool = True) -> None:
        """Have the notes of all vaults read for questions in a language, or no longer."""
        for member in self._members:
            await member.session.read_for(language, wanted=wanted)

    async def examples(self) -> tuple[Example, ...]:
        """Give queries to learn from, made of what the vaults hold."""
        return examples(await self._completer.names())

    async def context(
        self,
        chunks: Sequence[Chunk],
        *,
        budget: int | None = None,
        style: ContextFormat = ContextFormat.MARKDOWN,
        keep_order: bool = False,
    ) -> Context:
        """Assemble passages of all vaults within a token budget; each is cited by its own vault's link.

        Their notes are what numbers mean from now on.
        """
        most = None if keep_order else self._parts.parameters.integer("context", "n_results")
        texts = {}
        for path in dict.fromkeys(chunk.path for chunk in chunks[:most]):
            with suppress(NoteNotFoundError):
                texts[path] = (await self.read(path)).text
        names = {one.name: await in_thread(ObsidianVaultName.of, one.session.vault) for one in self._members}
        context = await self._runners.asking(
            self._parts.context_assembler(budget).assemble,
            chunks[:most],
            texts,
            _Uris(names).uri,
            style,
            keep_order=keep_order,
        )
        self.number(piece.path for piece in context.pieces)
        return context

    async def sync(
        self, on_progress: Callable[[Progress], None], *, anew: bool = False, changes: bool = False
    ) -> SyncReport:
        """Bring one vault after the other up to date; cancelling stops that, and reports.

        Those that another process writes are passed over; raises IndexInUseError where all are. A known
        trouble with one is told in the report and in the status.
        """
        reports: dict[Member, SyncReport] = {}
        in_use: IndexInUseError | None = None
        self._not_synced = {}
        for member in self._members:
            try:
                reports[member] = await member.session.sync(on_progress, anew=anew, changes=changes)
            except IndexInUseError as error:
                in_use = error
            except VaultSearchError as error:
                self._not_synced[member.name] = f"{error} {error.remedy}"
            else:
                if reports[member].cancelled:
                    break
        if in_use is not None and not reports and not self._not_synced:
            raise in_use
        return summed_report(reports, self._not_synced)

    async def changes(self) -> AsyncGenerator[None, None]:
        """Yield each time one of the vaults has changed and come to rest."""
        arrivals: asyncio.Queue[bool] = asyncio.Queue()
        followers = [asyncio.create_task(_follow(member, arrivals)) for member in self._members]
        going = len(followers)
        try:
            while going:
                if await arrivals.get():
                    yield
                else:
                    going -= 1
            for follower in followers:
                await follower  # raises what ended it
        finally:
            for follower in followers:
                follower.cancel()
            await asyncio.gather(*followers, return_exceptions=True)

    async def fill_summaries(self, on_progress: Callable[[Progress], None]) -> int:
        """Make the summaries that are missing, in all vaults that this process writes; gives how many."""
        made = 0
        for member in self._members:
            with suppress(IndexInUseError):
                made += await member.session.fill_summaries(on_progress)
        return made

    async def evaluate_own(self, on_progress: Callable[[EvaluationProgress], None]) -> OwnReport:  # noqa: ARG002  # the protocol's
        """Raise VaultSearchError: the questions are of one vault, and so is what they tell."""
        raise VaultSearchError(
            "Search quality is measured for one vault at a time.", "Choose a vault beside the search field."
        )

    async def status(self) -> IndexStatus:
        """Say what is indexed in all, and which vaults are left out or not up to date, and why."""
        statuses: dict[Member, IndexStatus] = {}
        troubles = dict(self._not_synced)
        for member in self._members:
            try:
                statuses[member] = await member.session.status()
            except VaultSearchError as error:
                troubles[member.name] = f"{error} {error.remedy}"
        read_only = {member.name for member, status in statuses.items() if status.read_only}
        members = tuple(
            replace(one, read_only=one.name in read_only, trouble=troubles.get(one.name, one.trouble))
            for one in self._known
        )
        return summed_status(statuses, members)

    async def use(self, parameters: Mapping[str, object]) -> None:
        """Go by other parameters of the settings file; raises SettingsError or ModelUnavailableError."""
        wanted = self._parts.with_file(parameters)
        for member in self._members:  # where it cannot be, the first says so, and nothing has changed
            await member.session.use(parameters)
        self._parts = wanted

    async def warm_up(self) -> None:
        """Load the models for questions, and count each vault's words."""
        for member in self._members:
            await member.session.warm_up()

    async def count_words(self) -> None:
        """Wait for the words that misspelt ones are looked up in."""
        for member in self._members:
            await member.session.count_words()

    async def close(self) -> None:
        """Let go of all vaults; one that somebody else holds stays open."""
        self._completer.close()
        self._facets.close()
        for member in self._members:
            await member.session.close()
        await in_thread(self._runners.close)


@dataclass(frozen=True, slots=True)
class _Uris:
    """The links that open notes, each in its own vault, by the vaults' names here. Travels to a process."""

    vaults: Mapping[str, ObsidianVaultName]

    def uri(self, path: str, heading_path: Sequence[str] = ()) -> str:
        name, _, rest = path.partition("/")
        return self.vaults[name].uri(rest, heading_path)


async def _stages(
    member: Member, query: str, mode: Mode, n: int, *, rerank: bool
) -> AsyncGenerator[SearchStage, None]:
    async for stage in member.session.search(query, mode, n, rerank=rerank, learned=False):
        yield replace(stage, results=tuple(map(member.result, stage.results)))


async def _follow(member: Member, arrivals: asyncio.Queue[bool]) -> None:
    """Pass on the changes of one vault, and that there will be none any more."""
    try:
        async for _ in member.session.changes():
            arrivals.put_nowait(True)
    finally:
        arrivals.put_nowait(False)

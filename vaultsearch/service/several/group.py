"""Several open vaults together: their indexes, and the areas serving all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from contextlib import aclosing, nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from vaultsearch.core.errors import IndexInUseError, VaultSearchError
from vaultsearch.core.relations.vault_graph import VaultGraph
from vaultsearch.core.search.results import ObsidianVaultName
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.note import NoteAddress
from vaultsearch.core.values.search import LongQueryAnswer, Mode, SearchStage, require_count
from vaultsearch.core.values.sync import ALL_VAULTS, IndexStatus, MemberVault, Progress, SyncReport
from vaultsearch.core.vault.links import NoteNames
from vaultsearch.service.areas.ask import Ask
from vaultsearch.service.areas.notes import Notes, Relations, VaultHistory
from vaultsearch.service.areas.pages import Pages
from vaultsearch.service.areas.passages import Excerpts, SharedBasket
from vaultsearch.service.areas.query import FoundNotes, QueryHelp
from vaultsearch.service.areas.usage import Usage, boost_used_notes
from vaultsearch.service.parts.components import ComponentFactory
from vaultsearch.service.parts.contexts import Contexts
from vaultsearch.service.parts.members import Member, Members
from vaultsearch.service.parts.merge_rules import of_several
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.several import merged_searches
from vaultsearch.service.vault import Vault


class GroupIndex:
    """Keeps a group's indexes up to date.

    ``not_synced`` holds, by vault, why the last sync failed.
    """

    def __init__(self, members: Members[Vault]) -> None:
        self._members = members
        self.not_synced: dict[str, str] = {}

    async def sync(
        self, on_progress: Callable[[Progress], None], *, anew: bool = False, changes: bool = False
    ) -> SyncReport:
        """Bring the indexes up to date in turn, passing over those written by another process.

        With ``changes``, sync only the changed vaults. Report a known trouble in the report and the status.

        Raises:
            IndexInUseError: Other processes write all indexes.
        """
        reports: dict[Member[Vault], SyncReport] = {}
        in_use: IndexInUseError | None = None
        due = {member.name: member for member in self._members if not changes or member.vault.index.is_due}
        # A vault that is not synced this time keeps its trouble; the others tell theirs anew.
        self.not_synced = {name: why for name, why in self.not_synced.items() if name not in due}
        for member in due.values():
            try:
                reports[member] = await member.vault.index.sync(on_progress, anew=anew, changes=changes)
            except IndexInUseError as error:
                in_use = error
            except VaultSearchError as error:
                self.not_synced[member.name] = error.message
            else:
                if reports[member].cancelled:
                    break
        if in_use is not None and not reports and not self.not_synced:
            raise in_use
        return merged_searches.summed_report(reports, self.not_synced)

    async def changes(self) -> AsyncGenerator[None, None]:
        """Yield each time a vault has changed and come to rest."""
        errors = []
        streams = {member.name: member.vault.index.changes() for member in self._members}
        async with aclosing(merged_searches.follow_streams(streams)) as arrivals:
            async for _, arrival in arrivals:
                if arrival is None:
                    yield
                else:
                    errors.append(arrival)
        # The changes of the other vaults go on until they end.
        for error in errors:
            raise error

    async def read_for(self, language: str, *, enabled: bool = True) -> None:
        """Embed all vaults' passages for questions in a language, by code, or no longer."""
        for member in self._members:
            await member.vault.index.read_for(language, enabled=enabled)

    async def fill_summaries(self, on_progress: Callable[[Progress], None]) -> int:
        """Make missing summaries in all vaults written by this process, and return their number."""
        made = 0
        for member in self._members:
            with suppress(IndexInUseError):
                made += await member.vault.index.fill_summaries(on_progress)
        return made


@dataclass(eq=False)
class VaultGroup(Contexts):
    """Several open vaults together, whose names are the top folders. Lives on a single event loop.

    Args:
        members: The open vaults; closed with the group.
        known: All requested vaults; those not open with a reason.
        components: For the group's own work.
        workers: Where this work runs; closed with the group.
    """

    _members: Members[Vault]
    known: tuple[MemberVault, ...]
    _components: ComponentFactory
    _workers: Workers

    def __post_init__(self) -> None:
        members = self._members
        self.obsidian: _Uris = _Uris({member.name: member.vault.obsidian for member in members})
        self.index = GroupIndex(members)
        self.pages = of_several(members, Pages, lambda vault: vault.pages)
        found_notes = of_several(members, FoundNotes, lambda vault: vault.query.found_notes)
        # No guard of its own: each vault guards its index.
        self.query = QueryHelp(members.all_notes, members.all_notes, found_notes, nullcontext)
        self.excerpts = of_several(members, Excerpts, lambda vault: vault.excerpts)
        self.history = of_several(members, VaultHistory, lambda vault: vault.history)
        self.relations = of_several(members, Relations, lambda vault: vault.relations)
        self.usage = of_several(members, Usage, lambda vault: vault.usage)
        self.basket = SharedBasket(members)
        vaults = of_several(members, Vault, lambda vault: vault)
        self.ask = Ask(self)
        self.notes = Notes(members.all_notes, self._graphs, self.usage.opened, self.obsidian.uri, nullcontext)
        self.read, self.answers, self.texts = vaults.read, vaults.answers, vaults.texts
        self.count_passages, self.warm_up = vaults.count_passages, vaults.warm_up
        for member in members:
            member.vault.set_path_prefix(member.name)

    async def _graphs(self) -> dict[str, VaultGraph]:
        """Return the vaults' own graphs: a link leads to no other vault, whatever is named alike there."""
        graphs: dict[str, VaultGraph] = {}
        for member in self._members:
            async with member.vault.guard():
                graphs[member.outer("")] = await member.vault.search_service.relations.graphs()
        return graphs

    @property
    def folder(self) -> Path:
        """The stand-in for the folder."""
        return ALL_VAULTS

    @property
    def folders(self) -> dict[str, Path]:
        """The vaults' folders by the first part of their notes' paths."""
        return {f"{member.name}/": member.vault.folder for member in self._members}

    async def search_stages(
        self,
        query: str,
        n: int | None = None,
        mode: Mode | str = Mode.HYBRID,
        *,
        learned: bool = True,
        vault: str = "",
        **options: Any,
    ) -> AsyncGenerator[SearchStage, None]:
        """Yield better and better answers from all vaults or a single vault; see `Vault.search_stages`."""
        require_count(n)
        mode, n_results = Mode(mode), n or self.parameters.window.n_results

        async def stages_of(member: Member[Vault]) -> AsyncGenerator[SearchStage, None]:
            async for stage in member.vault.search_stages(query, n_results, mode, learned=False, **options):
                yield replace(stage, results=member.outward(stage.results))

        streams = {member.name: stages_of(member) for member in self._members if vault in ("", member.name)}
        async with aclosing(merged_searches.merged_stages(streams, n_results)) as stages:
            async for stage in boost_used_notes(stages, self.usage.recalled_uses) if learned else stages:
                yield stage

    async def search_passage(self, source: str, n: int | None = None) -> LongQueryAnswer:
        """Search with a text on many topics; ``n`` defaults to ``passages.top_k``."""
        n_results = n or self.parameters.passages.top_k
        answers = await asyncio.gather(
            *(member.vault.search_passage(source, n_results) for member in self._members)
        )
        answer_of_member = zip(self._members, answers, strict=True)
        return merged_searches.merged_answer(
            {member.name: member.outward(answer) for member, answer in answer_of_member}, n_results
        )

    def holds(self, path: str) -> bool:
        """Return whether a note's vault is open."""
        return self._members.has(path)

    async def addresses(self, paths: Iterable[str]) -> dict[str, NoteAddress]:
        """Return notes' vaults, inner paths and short ids, by path, in their order."""
        wanted_paths = tuple(dict.fromkeys(paths))
        addresses_found: dict[str, NoteAddress] = {}
        for member in self._members:
            own = [path for path in wanted_paths if self._members.owner(path) is member]
            addresses = await member.vault.addresses(map(member.inner, own))
            addresses_found |= {member.outer(path): address for path, address in addresses.items()}
        return {path: addresses_found[path] for path in wanted_paths}

    async def find_note(self, name: str, numbers: Sequence[str] = ()) -> str:
        """Return the path for a note by name, as `Vault.find_note` does."""
        names = NoteNames(await self._members.all_notes(), numbers, inner=lambda path: path.partition("/")[2])
        return await in_thread(names.find, name)

    async def status(self) -> IndexStatus:
        """Return the sum over all vaults' contents, and why a vault is left out or not up to date."""
        statuses: dict[Member[Vault], IndexStatus] = {}
        # One vault in trouble must not hide the state of the others.
        troubles = dict(self.index.not_synced)
        for member in self._members:
            try:
                statuses[member] = await member.vault.status()
            except VaultSearchError as error:
                troubles[member.name] = error.message
        read_only = {member.name for member, status in statuses.items() if status.read_only}
        members = tuple(
            replace(
                known_vault,
                read_only=known_vault.name in read_only,
                trouble=troubles.get(known_vault.name, known_vault.trouble),
            )
            for known_vault in self.known
        )
        return merged_searches.summed_status(statuses, members)

    async def use(self, parameters: Mapping[str, object]) -> None:
        """Replace the settings file's parameters; see `Vault.use`."""
        components = self._components.with_file(parameters)
        # If the parameters are unfit, the first vault raises, and nothing has changed.
        for member in self._members:
            await member.vault.use(parameters)
        former, self._components = self._components, components
        await former.close()

    async def close(self) -> None:
        """Release a hold; when none is left, close all vaults: those held by others stay open."""
        self._holders -= 1
        if self._holders:
            return
        self.query.close()
        self.notes.close()
        await self._components.close()
        for member in self._members:
            await member.vault.close()
        await in_thread(self._workers.close)


@dataclass(frozen=True, slots=True)
class _Uris:
    """Makes links to a group's notes; ``vaults`` are by their names there. Travels to a worker process."""

    vaults: Mapping[str, ObsidianVaultName]

    def uri(self, path: str, heading_path: Sequence[str] = ()) -> str:
        name, _, rest = path.partition("/")
        return self.vaults[name].uri(rest, heading_path)

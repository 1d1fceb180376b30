"""Several open vaults as one, for the window and the command line."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, nullcontext, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vaultsearch.core.context.note_names import NoteNames
from vaultsearch.core.errors import NoteNotFoundError, VaultSearchError
from vaultsearch.core.values.context import Context, ContextFormat
from vaultsearch.core.values.search import Mode
from vaultsearch.core.values.sync import ALL_VAULTS, IndexStatus, MemberVault
from vaultsearch.core.worker import in_thread
from vaultsearch.service.group.index import GroupIndex
from vaultsearch.service.group.merging import merged_answer, merged_stages, summed_status
from vaultsearch.service.operations.ask import Ask
from vaultsearch.service.operations.basket import SharedBasket
from vaultsearch.service.operations.excerpts import Excerpts
from vaultsearch.service.operations.history import History
from vaultsearch.service.operations.merge_rules import of_several
from vaultsearch.service.operations.notes import Notes
from vaultsearch.service.operations.pages import Pages
from vaultsearch.service.operations.query import FoundNotes, Query
from vaultsearch.service.operations.relations import Relations
from vaultsearch.service.operations.usage import Usage, boost_used_notes
from vaultsearch.service.vault import Vault

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
    from pathlib import Path

    from vaultsearch.core.search.results import ObsidianVaultName
    from vaultsearch.core.values.long_queries import LongQueryAnswer
    from vaultsearch.core.values.note import NoteAddress
    from vaultsearch.core.values.search import Chunk, SearchStage
    from vaultsearch.service.factory import ComponentFactory
    from vaultsearch.service.group.members import Member, Members
    from vaultsearch.service.workers import Workers


class VaultGroup:
    """Several open vaults as one, with the vaults' names for its first folders. Lives on one event loop.

    Args:
        members: The open vaults; closed with the group.
        known: All vaults that were to be opened; the others with the reason why they are not.
        components: For the work of the group itself.
        workers: Where that work runs; closed with the group.
    """

    def __init__(
        self,
        members: Members,
        known: Sequence[MemberVault],
        components: ComponentFactory,
        workers: Workers,
    ) -> None:
        self._members = members
        self._known = tuple(known)
        self._components = components
        self._workers = workers
        self.obsidian = _Uris({member.name: member.vault.obsidian for member in members})
        self.index = GroupIndex(members)
        self.pages = of_several(members, Pages, lambda vault: vault.pages)
        found_notes = of_several(members, FoundNotes, lambda vault: vault.query.found_notes)
        self.query = Query(members.notes, found_notes, nullcontext)  # each vault guards its index
        self.excerpts = of_several(members, Excerpts, lambda vault: vault.excerpts)
        self.history = of_several(members, History, lambda vault: vault.history)
        self.relations = of_several(members, Relations, lambda vault: vault.relations)
        self.usage = of_several(members, Usage, lambda vault: vault.usage)
        self.basket = SharedBasket(members)
        self.ask = Ask(
            self,
            lambda: self._components.parameters,
            lambda: self._components.language_model,
            lambda: self._components.support_check(self._workers.asking),
        )
        self.notes = Notes(members.notes, self.usage.opened, self.obsidian.uri, nullcontext)
        vaults = of_several(members, Vault, lambda vault: vault)
        self.read, self.answers, self.count_passages = vaults.read, vaults.answers, vaults.count_passages
        self.warm_up = vaults.warm_up
        for member in members:
            member.vault.set_path_prefix(member.name)

    @property
    def folder(self) -> Path:
        """The stand-in for the folder."""
        return ALL_VAULTS

    async def search_stages(
        self,
        query: str,
        n: int | None = None,
        mode: Mode = Mode.HYBRID,
        *,
        rerank: bool = True,
        within: str = "",
        learned: bool = True,
    ) -> AsyncGenerator[SearchStage, None]:
        """Yield better and better answers, the best of all vaults; see `Vault.search_stages`."""
        n_results = n or self._components.parameters.window.n_results
        streams = {
            member.name: _stages(member, query, mode, n_results, rerank=rerank, within=within)
            for member in self._members
        }
        async with aclosing(merged_stages(streams, n_results)) as stages:
            async for stage in boost_used_notes(stages, self.usage.history) if learned else stages:
                yield stage

    async def search_passage(self, source: str, n: int | None = None) -> LongQueryAnswer:
        """Search with a text of many topics; ``n`` defaults to ``passages.top_k``."""
        n_results = n or self._components.parameters.passages.top_k
        answers = await asyncio.gather(
            *(member.vault.search_passage(source, n_results) for member in self._members)
        )
        answer_of_member = zip(self._members, answers, strict=True)
        return merged_answer(
            {member.name: member.outward(answer) for member, answer in answer_of_member}, n_results
        )

    async def context(
        self,
        chunks: Sequence[Chunk],
        *,
        budget: int | None = None,
        style: ContextFormat = ContextFormat.MARKDOWN,
        keep_order: bool = False,
        numbered: Sequence[str] = (),
    ) -> Context:
        """Assemble passages of all vaults within a token budget, with their notes numbered from 1.

        Each passage is cited by the link of its own vault. For the arguments, see `Vault.context`.
        """
        most = None if keep_order else self._components.parameters.context.n_results
        # A passage of the single vault that was open before has no vault in front: it raised KeyError.
        chunks = [chunk for chunk in chunks[:most] if self._members.has(chunk.path)]
        texts = {}
        for path in dict.fromkeys(chunk.path for chunk in chunks):
            with suppress(NoteNotFoundError):
                texts[path] = (await self.read(path)).text
        return await self._workers.asking(
            self._components.context_assembler(budget).assemble,
            chunks,
            texts,
            self.obsidian.uri,
            style,
            keep_order=keep_order,
            numbered=numbered,
        )

    async def count_tokens(self, text: str, *, is_english: bool = True) -> int:
        """Count the tokens of a text as the budget of a context does."""
        counter = self._components.context_assembler()
        return await self._workers.asking(counter.tokens, text, is_english=is_english)

    async def addresses(self, paths: Iterable[str]) -> dict[str, NoteAddress]:
        """Return the vault, the path in it and the short id of notes, by path, in their order."""
        wanted_paths = tuple(dict.fromkeys(paths))
        addresses_found: dict[str, NoteAddress] = {}
        for member in self._members:
            own = [path for path in wanted_paths if self._members.owner(path) is member]
            addresses = await member.vault.addresses(map(member.inner, own))
            addresses_found |= {member.outer(path): address for path, address in addresses.items()}
        return {path: addresses_found[path] for path in wanted_paths}

    async def find_note(self, name: str, numbers: Sequence[str] = ()) -> str:
        """Return the path of the note with a name, as `Vault.find_note` does."""
        names = NoteNames(await self._members.notes(), numbers, inner=_in_vault)
        return await in_thread(names.find, name)

    async def status(self) -> IndexStatus:
        """Return the sum of all vaults' contents, and why a vault is left out or not up to date."""
        statuses: dict[Member, IndexStatus] = {}
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
            for known_vault in self._known
        )
        return summed_status(statuses, members)

    async def use(self, parameters: Mapping[str, object]) -> None:
        """Replace the settings file's parameters; see `Vault.use`."""
        components = self._components.with_file(parameters)
        for member in self._members:  # if they are unfit, the first vault raises, and nothing has changed
            await member.vault.use(parameters)
        former, self._components = self._components, components
        await former.close()

    async def close(self) -> None:
        """Close all vaults; one that somebody else holds stays open."""
        self.query.close()
        self.notes.close()
        await self._components.close()
        for member in self._members:
            await member.vault.close()
        await in_thread(self._workers.close)


def _in_vault(path: str) -> str:
    """Return a path without the name of its vault."""
    return path.partition("/")[2]


@dataclass(frozen=True, slots=True)
class _Uris:
    """Makes links to notes of a group; ``vaults`` are by their names there. Travels to a worker process."""

    vaults: Mapping[str, ObsidianVaultName]

    def uri(self, path: str, heading_path: Sequence[str] = ()) -> str:
        name, _, rest = path.partition("/")
        return self.vaults[name].uri(rest, heading_path)


async def _stages(
    member: Member, query: str, mode: Mode, n: int, *, rerank: bool, within: str
) -> AsyncGenerator[SearchStage, None]:
    async for stage in member.vault.search_stages(
        query, n, mode, rerank=rerank, within=within, learned=False
    ):
        yield replace(stage, results=member.outward(stage.results))

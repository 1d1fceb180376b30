"""The areas of a group of vaults: a call about one note goes to its vault, any other to each in turn."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from vaultsearch.core.errors import IndexInUseError, NoteNotFoundError, VaultSearchError
from vaultsearch.core.search.occurrences import occurrences_in_blocks
from vaultsearch.core.values.learning import History
from vaultsearch.core.values.relations import DuplicateGroup, LooseEnds, NoteLinks, RelatedNote
from vaultsearch.core.worker import in_thread
from vaultsearch.service.group.sums import merged_relaxations, summed_report
from vaultsearch.service.query import QueryAssistant

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Sequence

    from vaultsearch.core.values.note import Preview, Span
    from vaultsearch.core.values.pages import PagePicture, WordPlace
    from vaultsearch.core.values.query import Relaxation
    from vaultsearch.core.values.search import Chunk, Mode, Result, Snippet, Use
    from vaultsearch.core.values.stored_notes import StoredNote
    from vaultsearch.core.values.sync import Progress, SyncReport
    from vaultsearch.service.group.members import Member, Members


class GroupIndex:
    """Keeps the indexes of a group up to date.

    ``not_synced`` holds, by vault, why the last sync failed.
    """

    def __init__(self, members: Members) -> None:
        self._members = members
        self.not_synced: dict[str, str] = {}

    async def sync(
        self, on_progress: Callable[[Progress], None], *, anew: bool = False, changes: bool = False
    ) -> SyncReport:
        """Bring the indexes up to date, one by one; those that another process writes are passed over.

        Because of ``changes``, only those of the vaults that changed.
        A known trouble with one is told in the report and in the status.

        Raises:
            IndexInUseError: Other processes write all of them.
        """
        reports: dict[Member, SyncReport] = {}
        in_use: IndexInUseError | None = None
        due = {one.name: one for one in self._members if not changes or one.vault.index.is_due}
        self.not_synced = {name: why for name, why in self.not_synced.items() if name not in due}
        for member in due.values():
            try:
                reports[member] = await member.vault.index.sync(on_progress, anew=anew, changes=changes)
            except IndexInUseError as error:
                in_use = error
            except VaultSearchError as error:
                self.not_synced[member.name] = f"{error} {error.remedy}"
            else:
                if reports[member].cancelled:
                    break
        if in_use is not None and not reports and not self.not_synced:
            raise in_use
        return summed_report(reports, self.not_synced)

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
                await follower  # raises the error that ended it
        finally:
            for follower in followers:
                follower.cancel()
            await asyncio.gather(*followers, return_exceptions=True)

    async def read_for(self, language: str, *, enabled: bool = True) -> None:
        """Embed passages of all vaults for questions in a language, by code, or no longer."""
        for member in self._members:
            await member.vault.index.read_for(language, enabled=enabled)

    async def fill_summaries(self, on_progress: Callable[[Progress], None]) -> int:
        """Make the missing summaries of all vaults that this process writes, and return their number."""
        made = 0
        for member in self._members:
            with suppress(IndexInUseError):
                made += await member.vault.index.fill_summaries(on_progress)
        return made


async def _follow(member: Member, arrivals: asyncio.Queue[bool]) -> None:
    """Put True for each change of a vault, and False at the end of its changes."""
    try:
        async for _ in member.vault.index.changes():
            arrivals.put_nowait(True)
    finally:
        arrivals.put_nowait(False)


class GroupPages:
    """Renders the notes of a group. Links stay within their vault."""

    def __init__(self, members: Members) -> None:
        self._members = members

    async def preview(self, chunk: Chunk) -> Preview:
        """Render the part of the note that holds a passage."""
        member = self._members.owner(chunk.path)
        preview = await member.vault.pages.preview(member.inner_chunk(chunk))
        return replace(preview, path=chunk.path)

    async def part(self, preview: Preview, number: int) -> str | None:
        """Render another part of a shown note; None if the note has changed since."""
        member = self._members.owner(preview.path)
        return await member.vault.pages.part(replace(preview, path=member.inner(preview.path)), number)

    async def refreshed(
        self, preview: Preview, line: int, passage: tuple[int, int] | None = None
    ) -> Preview | None:
        """Render a shown note as it is now, around ``line`` of then; None if it is the same, or gone."""
        member = self._members.owner(preview.path)
        inner = replace(preview, path=member.inner(preview.path))
        return member.preview(await member.vault.pages.refreshed(inner, line, passage))

    async def part_with(
        self, preview: Preview, terms: Sequence[str], number: int, step: int
    ) -> tuple[int, str] | None:
        """Render the first part from ``number`` on, by ``step``, that may hold a term, with its number."""
        member = self._members.owner(preview.path)
        inner = replace(preview, path=member.inner(preview.path))
        return await member.vault.pages.part_with(inner, terms, number, step)

    async def marks(
        self, blocks: Sequence[str], passage: Collection[int], result: Result
    ) -> tuple[Snippet, ...]:
        """Mark the query's words in a page's blocks, and in the passage's blocks the words that mean them."""
        member = self._members.owner(result.chunk.path)
        inner = replace(result, chunk=member.inner_chunk(result.chunk))
        return await member.vault.pages.marks(blocks, passage, inner)

    async def occurrences(self, blocks: Sequence[str], text: str) -> tuple[tuple[Span, ...], ...]:
        """Find typed text in a page's blocks, whatever its case and accents."""
        return await in_thread(occurrences_in_blocks, blocks, text)

    async def occurrence_counts(self, preview: Preview, text: str) -> tuple[int, ...] | None:
        """Count typed text in every part of a shown note; None if the note has changed since."""
        member = self._members.owner(preview.path)
        inner = replace(preview, path=member.inner(preview.path))
        return await member.vault.pages.occurrence_counts(inner, text)

    async def linked(self, address: str, source: str) -> Preview | None:
        """Render the note that an address in the HTML of the note ``source`` leads to; None if it is none."""
        member = self._members.owner(source)
        return member.preview(await member.vault.pages.linked(address, member.inner(source)))

    async def preview_at(self, path: str, line: int) -> Preview | None:
        """Render a note at a line of it, 0 for its top; None if it is not indexed."""
        try:
            member = self._members.owner(path)
        except NoteNotFoundError:
            return None
        return member.preview(await member.vault.pages.preview_at(member.inner(path), line))

    async def sheets(self, path: str) -> tuple[tuple[float, float], ...]:
        """Return width and height of each page of a PDF in points; () if it cannot be drawn."""
        member = self._members.owner(path)
        return await member.vault.pages.sheets(member.inner(path))

    async def sheet(
        self, preview: Preview, number: int, width: int, terms: Sequence[str]
    ) -> PagePicture | None:
        """Draw a page of a shown PDF with the passage and the query's words marked."""
        member = self._members.owner(preview.path)
        inner = replace(preview, path=member.inner(preview.path))
        return await member.vault.pages.sheet(inner, number, width, terms)

    async def words_in_picture(self, preview: Preview, terms: Sequence[str]) -> tuple[WordPlace, ...]:
        """Return the words recognised in a shown picture, passage and found words marked."""
        member = self._members.owner(preview.path)
        inner = replace(preview, path=member.inner(preview.path))
        return await member.vault.pages.words_in_picture(inner, terms)

    async def picture(self, address: str, source: str) -> bytes | None:
        """Return a picture that the note ``source`` embeds, by its address; None if it cannot be shown."""
        member = self._members.owner(source)
        return await member.vault.pages.picture(address, member.inner(source))


class GroupQuery(QueryAssistant):
    """Helps with a query over a group; its first folders are the vaults. Each vault guards its index."""

    def __init__(self, members: Members) -> None:
        super().__init__(members.notes, members.notes_by_language, nullcontext)
        self._members = members

    async def notes(self) -> tuple[StoredNote, ...]:
        """Return every note of all vaults; the same tuple until one of the indexes changes."""
        return await self._members.notes()

    async def list_notes(self, conditions: str = "") -> tuple[StoredNote, ...]:
        """List the notes of all vaults that conditions match, newest first; see `VaultQuery.list_notes`."""
        listed = [
            replace(note, path=member.outer(note.path))
            for member in self._members
            for note in await member.vault.query.list_notes(conditions)
        ]
        return tuple(sorted(listed, key=lambda note: note.date, reverse=True))

    async def matching(self, conditions: str) -> list[str]:
        """Return the paths of the notes of all vaults that a query's conditions match."""
        return [
            member.outer(path)
            for member in self._members
            for path in await member.vault.query.matching(conditions)
        ]

    async def notes_found(self, query: str, mode: Mode) -> int | None:
        """Count the notes that a query finds in all vaults that can tell; None if none can."""
        found = [await member.vault.query.notes_found(query, mode) for member in self._members]
        known = [count for count in found if count is not None]
        return sum(known) if known else None

    async def relaxations(self, query: str, mode: Mode, *, listed: bool = False) -> tuple[Relaxation, ...]:
        """Propose queries in place of one without results, or (if ``listed``) without an answer in them."""
        found = [await member.vault.query.relaxations(query, mode, listed=listed) for member in self._members]
        return merged_relaxations(found)


class GroupRelations:
    """Relates the notes of a group, each within its vault. ``find_note`` resolves a name to an outer path."""

    def __init__(self, members: Members, find_note: Callable[[str], Awaitable[str]]) -> None:
        self._members = members
        self._find_note = find_note

    async def related(self, name: str, n: int | None = None) -> tuple[RelatedNote, ...]:
        """Return the notes most related to one, best first. Raise NoteNotFoundError for an unknown one."""
        path = await self._find_note(name)
        member = self._members.owner(path)
        return tuple(map(member.related, await member.vault.relations.related(member.inner(path), n)))

    async def links_of(self, name: str) -> NoteLinks:
        """Return a note's links in both directions and its mentions. Raise NoteNotFoundError if unknown."""
        path = await self._find_note(name)
        member = self._members.owner(path)
        return member.links(await member.vault.relations.links_of(member.inner(path)))

    async def loose_ends(self) -> LooseEnds:
        """Return the notes without any link in their vault, and the links that lead nowhere."""
        found = [member.loose_ends(await member.vault.relations.loose_ends()) for member in self._members]
        return LooseEnds(
            tuple(note for one in found for note in one.orphans),
            tuple(target for one in found for target in one.unresolved),
        )

    async def duplicates(self) -> tuple[DuplicateGroup, ...]:
        """Return the groups of near-duplicate passages in different notes of a vault."""
        found = [(member, await member.vault.relations.duplicates()) for member in self._members]
        return tuple(member.duplicates(group) for member, groups in found for group in groups)


class GroupUsage:
    """Records the use of a group's notes, each in its own vault."""

    def __init__(self, members: Members) -> None:
        self._members = members

    async def history(self, query: str, by_words: bool) -> History:
        """Return the uses in all vaults that raise a query's results: the answers are merged before."""
        found = [
            member.history(await member.vault.usage.history(query, by_words)) for member in self._members
        ]
        uses = sorted((use for one in found for use in one.uses), key=lambda use: -use.used_at)
        return History(tuple(uses), {path: worth for one in found for path, worth in one.worths.items()})

    async def note(self, query: str, mode: Mode, chunk: Chunk, use: Use, rank: int) -> None:
        """Record the use of a passage in its own vault."""
        member = self._members.owner(chunk.path)
        await member.vault.usage.note(query, mode, member.inner_chunk(chunk), use, rank)

    async def note_opened(self, path: str) -> None:
        """Record in its own vault that a note was opened without a query."""
        member = self._members.owner(path)
        await member.vault.usage.note_opened(member.inner(path))

    async def opened(self, n: int) -> tuple[tuple[float, str], ...]:
        """Return the times and paths of up to ``n`` notes that were opened in any vault, the latest first."""
        found = [
            (at, member.outer(path))
            for member in self._members
            for at, path in await member.vault.usage.opened(n)
        ]
        return tuple(sorted(found, reverse=True)[:n])

    async def forget(self, query: str, path: str | None = None) -> None:
        """Delete the record of a note's use, or of all use in all vaults, for a query and those near it."""
        if path is not None:
            member = self._members.owner(path)
            await member.vault.usage.forget(query, member.inner(path))
            return
        for member in self._members:
            await member.vault.usage.forget(query)

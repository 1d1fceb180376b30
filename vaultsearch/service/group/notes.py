"""What is asked of one note goes to the vault among several that it is in, and comes back under its name."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from vaultsearch.core.context.note_names import NoteNames
from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.values.relations import DuplicateGroup, LooseEnds, NoteLinks, RelatedNote
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from vaultsearch.core.index.stored_notes import StoredNote
    from vaultsearch.core.values.context import ReadNote
    from vaultsearch.core.values.note import Preview
    from vaultsearch.core.values.search import Chunk, Result, Snippet
    from vaultsearch.service.group.members import Member


class GroupNotes:
    """The notes of ``members``, each with its vault's name before its path. Links stay within their vault."""

    def __init__(self, members: Sequence[Member]) -> None:
        self._members = tuple(members)
        self._by_name = {member.name: member for member in members}
        self._numbered: tuple[str, ...] = ()
        self._inner: tuple[tuple[StoredNote, ...], ...] = ()
        self._notes: tuple[StoredNote, ...] = ()

    def owner(self, path: str) -> Member:
        """Give the vault that a note is in; raises NoteNotFoundError where that is not open."""
        member = self._by_name.get(path.partition("/")[0])
        if member is None:
            raise NoteNotFoundError.missing(path)
        return member

    async def preview(self, chunk: Chunk) -> Preview:
        """Render the note around a passage."""
        member = self.owner(chunk.path)
        preview = await member.session.preview(member.inner_chunk(chunk))
        return replace(preview, path=chunk.path)

    async def preview_part(self, preview: Preview, number: int) -> str | None:
        """Render another part of a note that is shown; None where it has changed since."""
        member = self.owner(preview.path)
        return await member.session.preview_part(replace(preview, path=member.inner(preview.path)), number)

    async def part_with(
        self, preview: Preview, terms: Sequence[str], number: int, step: int
    ) -> tuple[int, str] | None:
        """Find the first part of a shown note from ``number`` on, by ``step``, that may hold a term."""
        member = self.owner(preview.path)
        inner = replace(preview, path=member.inner(preview.path))
        return await member.session.part_with(inner, terms, number, step)

    async def page_marks(
        self, blocks: Sequence[str], passage: Collection[int], result: Result
    ) -> tuple[Snippet, ...]:
        """Mark the words of the query in a page's blocks, and in those of the passage what means them."""
        member = self.owner(result.chunk.path)
        inner = replace(result, chunk=member.inner_chunk(result.chunk))
        return await member.session.page_marks(blocks, passage, inner)

    async def note(self, address: str, source: str) -> Preview | None:
        """Render the note that an address in the HTML of the note ``source`` leads to; None for no note."""
        member = self.owner(source)
        return member.preview(await member.session.note(address, member.inner(source)))

    async def note_at(self, path: str, line: int) -> Preview | None:
        """Render a note at a line of it, 0 for its top; None where it is not in an index."""
        member = self._by_name.get(path.partition("/")[0])
        return (
            None if member is None else member.preview(await member.session.note_at(member.inner(path), line))
        )

    async def picture(self, address: str, source: str) -> bytes | None:
        """Give a picture in the note ``source`` by its address there; None where it cannot be shown."""
        member = self.owner(source)
        return await member.session.picture(address, member.inner(source))

    async def passage(self, chunk: Chunk) -> str:
        """Give a passage under its citation."""
        member = self.owner(chunk.path)
        return await member.session.passage(member.inner_chunk(chunk))

    async def read(self, path: str, question: str = "") -> ReadNote:
        """Read a note: for the quotes that answer a question, or for its text; raises NoteNotFoundError."""
        member = self.owner(path)
        return replace(await member.session.read(member.inner(path), question), path=path)

    async def related(self, name: str, n: int | None = None) -> tuple[RelatedNote, ...]:
        """Give the notes of its own vault that have most to do with one; raises NoteNotFoundError."""
        path = await self.find_note(name)
        member = self.owner(path)
        return tuple(map(member.related, await member.session.related(member.inner(path), n)))

    async def links_of(self, name: str) -> NoteLinks:
        """Give what links to a note, what it links to, and where it is named without a link."""
        path = await self.find_note(name)
        member = self.owner(path)
        return member.links(await member.session.links_of(member.inner(path)))

    async def loose_ends(self) -> LooseEnds:
        """Give the notes without any link in their vault, and the links that lead nowhere."""
        found = [member.loose_ends(await member.session.loose_ends()) for member in self._members]
        return LooseEnds(
            tuple(note for one in found for note in one.orphans),
            tuple(target for one in found for target in one.unresolved),
        )

    async def duplicates(self) -> tuple[DuplicateGroup, ...]:
        """Give the passages that stand, nearly the same, in several notes of a vault."""
        found = [(member, await member.session.duplicates()) for member in self._members]
        return tuple(member.duplicates(group) for member, groups in found for group in groups)

    async def find_note(self, name: str) -> str:
        """Give the path of the note that a number or a name means; raises NoteNotFoundError."""
        return await in_thread(NoteNames(await self.notes(), self._numbered).find, name)

    def number(self, paths: Iterable[str]) -> None:
        """Have numbers mean these notes from now on, the first of them 1, each once."""
        self._numbered = tuple(dict.fromkeys(paths))

    async def notes(self) -> tuple[StoredNote, ...]:
        """Give the notes of all vaults; the same tuple until one of the indexes changes."""
        inner = tuple([await member.session.notes() for member in self._members])
        if len(inner) != len(self._inner) or any(a is not b for a, b in zip(inner, self._inner, strict=True)):
            outer = await in_thread(self._outer, inner)
            self._inner, self._notes = inner, outer
        return self._notes

    async def notes_by_language(self) -> Counter[str]:
        """Count the notes of all vaults that hold a passage in each language, by code."""
        counts = [await member.session.notes_by_language() for member in self._members]
        return sum(counts, Counter())

    def _outer(self, inner: Sequence[Sequence[StoredNote]]) -> tuple[StoredNote, ...]:
        return tuple(
            replace(note, path=member.outer(note.path))
            for member, notes in zip(self._members, inner, strict=True)
            for note in notes
        )

"""The vaults of a group: outside, the paths of a vault's notes begin with its name; inside, they do not."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.values.learning import History
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultsearch.core.values.long_queries import LongQueryAnswer
    from vaultsearch.core.values.note import Preview
    from vaultsearch.core.values.relations import (
        DuplicateGroup,
        LooseEnds,
        NoteLinks,
        NoteName,
        Reference,
        RelatedNote,
    )
    from vaultsearch.core.values.search import Chunk, Result
    from vaultsearch.core.values.stored_notes import StoredNote
    from vaultsearch.core.values.sync import Failure
    from vaultsearch.service.vault import Vault


@dataclass(frozen=True, slots=True)
class Member:
    """An open vault and its name, which no other has.

    Outer paths and passages begin with the name, as the group's caller knows them; inner ones are the vault's
    own. Each method below converts one kind of value to outer paths.
    """

    name: str
    vault: Vault

    def outer(self, path: str) -> str:
        """Prefix a path with the vault's name."""
        return f"{self.name}/{path}"

    def inner(self, path: str) -> str:
        """Remove the vault's name from a path."""
        return path.removeprefix(f"{self.name}/")

    def outer_chunk(self, chunk: Chunk) -> Chunk:
        """Convert a passage, its id included."""
        return replace(chunk, id=self.outer(chunk.id), path=self.outer(chunk.path))

    def inner_chunk(self, chunk: Chunk) -> Chunk:
        """Convert a passage back to the vault's own path and id."""
        return replace(chunk, id=self.inner(chunk.id), path=self.inner(chunk.path))

    def result(self, result: Result) -> Result:
        """Convert a result's passage."""
        return replace(result, chunk=self.outer_chunk(result.chunk))

    def answer(self, answer: LongQueryAnswer) -> LongQueryAnswer:
        """Convert the passages of a long query's answer."""
        topics = tuple(
            replace(topic, results=tuple(map(self.result, topic.results))) for topic in answer.topics
        )
        return replace(answer, results=tuple(map(self.result, answer.results)), topics=topics)

    def history(self, history: History) -> History:
        """Convert the notes that were used before."""
        uses = tuple(replace(use, path=self.outer(use.path)) for use in history.uses)
        return History(uses, {self.outer(path): worth for path, worth in history.worths.items()})

    def preview(self, preview: Preview | None) -> Preview | None:
        """Convert the note of a page, if there is one."""
        return None if preview is None else replace(preview, path=self.outer(preview.path))

    def failure(self, failure: Failure) -> Failure:
        """Convert a note that could not be read."""
        return replace(failure, path=self.outer(failure.path))

    def related(self, note: RelatedNote) -> RelatedNote:
        """Convert a related note."""
        return replace(note, path=self.outer(note.path))

    def links(self, links: NoteLinks) -> NoteLinks:
        """Convert the notes at both ends of links."""
        return replace(
            links,
            note=self._note(links.note),
            backlinks=self._references(links.backlinks),
            outgoing=self._references(links.outgoing),
            unresolved=self._references(links.unresolved),
            mentions=self._references(links.mentions),
        )

    def loose_ends(self, ends: LooseEnds) -> LooseEnds:
        """Convert the notes without links, and those whose links lead nowhere."""
        return replace(
            ends,
            orphans=tuple(map(self._note, ends.orphans)),
            unresolved=tuple(
                replace(one, references=self._references(one.references)) for one in ends.unresolved
            ),
        )

    def duplicates(self, group: DuplicateGroup) -> DuplicateGroup:
        """Convert the notes of duplicate passages."""
        return replace(
            group,
            passages=tuple(replace(passage, path=self.outer(passage.path)) for passage in group.passages),
        )

    def _note(self, note: NoteName) -> NoteName:
        return replace(note, path=self.outer(note.path))

    def _references(self, references: tuple[Reference, ...]) -> tuple[Reference, ...]:
        return tuple(
            reference if reference.path is None else replace(reference, path=self.outer(reference.path))
            for reference in references
        )


class Members:
    """The vaults of a group, and the notes of all of them by their outer paths."""

    def __init__(self, members: Sequence[Member]) -> None:
        self._members = tuple(members)
        self._by_name = {member.name: member for member in members}
        self._inner: tuple[tuple[StoredNote, ...], ...] = ()
        self._notes: tuple[StoredNote, ...] = ()

    def __iter__(self) -> Iterator[Member]:
        return iter(self._members)

    def owner(self, path: str) -> Member:
        """Return the vault that holds a note. Raise NoteNotFoundError if that vault is not open."""
        member = self._by_name.get(path.partition("/")[0])
        if member is None:
            raise NoteNotFoundError.missing(path)
        return member

    def has(self, path: str) -> bool:
        """Return whether the vault that holds a note is open."""
        return path.partition("/")[0] in self._by_name

    async def notes(self) -> tuple[StoredNote, ...]:
        """Return the notes of all vaults; the same tuple until one of the indexes changes."""
        inner = tuple([await member.vault.query.notes() for member in self])
        if len(inner) != len(self._inner) or any(a is not b for a, b in zip(inner, self._inner, strict=True)):
            outer = await in_thread(self._outer, inner)
            self._inner, self._notes = inner, outer
        return self._notes

    async def notes_by_language(self) -> Counter[str]:
        """Count the notes of all vaults that hold a passage in each language, by code."""
        counts = [await member.vault.query.notes_by_language() for member in self]
        return sum(counts, Counter())

    def _outer(self, inner: Sequence[Sequence[StoredNote]]) -> tuple[StoredNote, ...]:
        return tuple(
            replace(note, path=member.outer(note.path))
            for member, notes in zip(self, inner, strict=True)
            for note in notes
        )

"""One vault among several: its notes' paths begin with its name for who asks, and do not for itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vaultsearch.core.values.learning import History

if TYPE_CHECKING:
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
    from vaultsearch.core.values.sync import Failure
    from vaultsearch.service.vault import Vault


@dataclass(frozen=True, slots=True)
class Member:
    """An open vault and its name, which no other has.

    What is ``outer`` is named as who asks sees it, what is ``inner`` as the vault itself does.
    """

    name: str
    session: Vault

    def outer(self, path: str) -> str:
        """Put the vault's name before a path."""
        return f"{self.name}/{path}"

    def inner(self, path: str) -> str:
        """Take the vault's name from a path."""
        return path.removeprefix(f"{self.name}/")

    def outer_chunk(self, chunk: Chunk) -> Chunk:
        """Name a passage so that it is no other vault's."""
        return replace(chunk, id=self.outer(chunk.id), path=self.outer(chunk.path))

    def inner_chunk(self, chunk: Chunk) -> Chunk:
        """Name a passage as the vault itself does."""
        return replace(chunk, id=self.inner(chunk.id), path=self.inner(chunk.path))

    def result(self, result: Result) -> Result:
        """Name a result's passage so that it is no other vault's."""
        return replace(result, chunk=self.outer_chunk(result.chunk))

    def answer(self, answer: LongQueryAnswer) -> LongQueryAnswer:
        """Name the passages of an answer so that they are no other vault's."""
        topics = tuple(
            replace(topic, results=tuple(map(self.result, topic.results))) for topic in answer.topics
        )
        return replace(answer, results=tuple(map(self.result, answer.results)), topics=topics)

    def history(self, history: History) -> History:
        """Name the notes that were used before."""
        uses = tuple(replace(use, path=self.outer(use.path)) for use in history.uses)
        return History(uses, {self.outer(path): worth for path, worth in history.worths.items()})

    def preview(self, preview: Preview | None) -> Preview | None:
        """Name the note of a page."""
        return None if preview is None else replace(preview, path=self.outer(preview.path))

    def failure(self, failure: Failure) -> Failure:
        """Name a note that could not be read."""
        return replace(failure, path=self.outer(failure.path))

    def related(self, note: RelatedNote) -> RelatedNote:
        """Name a note that has to do with another."""
        return replace(note, path=self.outer(note.path))

    def links(self, links: NoteLinks) -> NoteLinks:
        """Name the notes at both ends of links."""
        return replace(
            links,
            note=self._note(links.note),
            backlinks=self._references(links.backlinks),
            outgoing=self._references(links.outgoing),
            unresolved=self._references(links.unresolved),
            mentions=self._references(links.mentions),
        )

    def loose_ends(self, found: LooseEnds) -> LooseEnds:
        """Name the notes without links, and those whose links lead nowhere."""
        return replace(
            found,
            orphans=tuple(map(self._note, found.orphans)),
            unresolved=tuple(
                replace(one, references=self._references(one.references)) for one in found.unresolved
            ),
        )

    def duplicates(self, group: DuplicateGroup) -> DuplicateGroup:
        """Name the notes that say the same."""
        return replace(
            group, passages=tuple(replace(one, path=self.outer(one.path)) for one in group.passages)
        )

    def _note(self, note: NoteName) -> NoteName:
        return replace(note, path=self.outer(note.path))

    def _references(self, references: tuple[Reference, ...]) -> tuple[Reference, ...]:
        return tuple(
            one if one.path is None else replace(one, path=self.outer(one.path)) for one in references
        )

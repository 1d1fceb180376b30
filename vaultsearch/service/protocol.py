"""What the window asks of the engine. app.py hands over a factory of the real one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Mapping, Sequence
    from pathlib import Path

    from vaultsearch.core.values.context import Context, ContextFormat, ReadNote
    from vaultsearch.core.values.evaluation import EvaluationProgress, OwnReport
    from vaultsearch.core.values.long_queries import LongQueryAnswer
    from vaultsearch.core.values.note import Preview
    from vaultsearch.core.values.query import (
        Completions,
        Edit,
        Example,
        Facet,
        Facets,
        QueryPart,
        Relaxation,
    )
    from vaultsearch.core.values.relations import DuplicateGroup, LooseEnds, NoteLinks, RelatedNote
    from vaultsearch.core.values.search import Chunk, Mode, Result, SearchStage, Snippet, Use
    from vaultsearch.core.values.sync import IndexStatus, Progress, SyncReport


class VaultService(Protocol):
    """One open vault, or all at once. Coroutines run on the engine thread's loop, none on the window's."""

    @property
    def vault(self) -> Path:
        """The folder that is open, or ALL_VAULTS."""
        ...

    def search(self, query: str, mode: Mode, n: int | None = None) -> AsyncIterator[SearchStage]:
        """Yield better and better answers of n passages, by default as many as are set.

        Closing the iterator or cancelling is cheap.
        """
        ...

    async def notes_found(self, query: str, mode: Mode) -> int | None:
        """Count the notes that a query finds, by meaning those that hold a word of it; None for untold."""
        ...

    async def note_use(self, query: str, mode: Mode, chunk: Chunk, use: Use, rank: int) -> None:
        """Note that a passage was used that stood at ``rank`` of a query's results, unless none is to be."""
        ...

    async def forget_use(self, query: str, path: str | None = None) -> None:
        """Forget that a note, or any, was used for a query and those near it."""
        ...

    async def search_passage(self, source: str) -> LongQueryAnswer:
        """Search with a text of many topics, or a chat; a known trouble is told in the answer."""
        ...

    async def completions(self, query: str, cursor: int) -> Completions:
        """Propose how to go on with a query at ``cursor``, in characters from its beginning."""
        ...

    async def understood(self, query: str) -> tuple[QueryPart, ...]:
        """List the conditions of a query, each with where it stands."""
        ...

    async def facets(self, query: str, mode: Mode, listed: Collection[str]) -> Facets:
        """Count what the notes have in common that a query finds; ``listed`` are the paths of its results."""
        ...

    async def toggled(self, query: str, facet: Facet) -> Edit:
        """Tell how to change a query so that it asks for a facet, or no longer where it does."""
        ...

    async def relaxations(self, query: str, mode: Mode, *, listed: bool = False) -> tuple[Relaxation, ...]:
        """Give what finds something in the place of a query that finds nothing, or nothing that answers.

        With ``listed`` there are passages all the same.
        """
        ...

    async def examples(self) -> tuple[Example, ...]:
        """Give queries to learn from, made of what the vault holds."""
        ...

    async def sync(
        self, on_progress: Callable[[Progress], None], *, anew: bool = False, changes: bool = False
    ) -> SyncReport:
        """Bring the index up to date, or build it anew; cancelling its task stops it between batches.

        Once that was cancelled, a sync because of ``changes`` takes up nothing else.
        """
        ...

    async def read_for(self, language: str, *, wanted: bool) -> None:
        """Have notes indexed for questions in a language, by code, or no longer; `changes` tells of it."""
        ...

    def changes(self) -> AsyncGenerator[None, None]:
        """Yield each time the notes have changed on the disk and come to rest."""
        ...

    async def preview(self, chunk: Chunk) -> Preview:
        """Give the note around a passage."""
        ...

    async def preview_part(self, preview: Preview, number: int) -> str | None:
        """Give the HTML of another part of a note; None where it has changed since."""
        ...

    async def note(self, address: str, source: str) -> Preview | None:
        """Give the note that an address in the HTML of the note ``source`` leads to; None for no note."""
        ...

    async def note_at(self, path: str, line: int) -> Preview | None:
        """Give a note at a line of it, 0 for its top; None where it is not in the index."""
        ...

    async def part_with(
        self, preview: Preview, terms: Sequence[str], number: int, step: int
    ) -> tuple[int, str] | None:
        """Give number and HTML of the first part from ``number`` on, by ``step``, that may hold a term."""
        ...

    async def page_marks(
        self, blocks: Sequence[str], passage: Collection[int], result: Result
    ) -> tuple[Snippet, ...]:
        """Mark the words of the query in a page's blocks, and in those of the passage what means them."""
        ...

    async def picture(self, address: str, source: str) -> bytes | None:
        """Give a picture in the note ``source`` by its address there; None where it cannot be shown."""
        ...

    async def passage(self, chunk: Chunk) -> str:
        """Give the passage with its citation, ready to paste."""
        ...

    async def context(
        self,
        chunks: Sequence[Chunk],
        *,
        budget: int | None = None,
        style: ContextFormat = ...,
        keep_order: bool = False,
    ) -> Context:
        """Assemble passages within a token budget, by default the set one, and keep the notes' numbers.

        They come best first; with ``keep_order``, they stand as they are given.
        """
        ...

    async def find_note(self, name: str) -> str:
        """Give the path of the note that a number or a name means; raises NoteNotFoundError."""
        ...

    async def read(self, path: str, question: str = "") -> ReadNote:
        """Read a note for the quotes that answer a question, or for its text; raises NoteNotFoundError."""
        ...

    async def related(self, name: str, n: int | None = None) -> tuple[RelatedNote, ...]:
        """Give the notes that have most to do with the one at this path; raises NoteNotFoundError."""
        ...

    async def links_of(self, name: str) -> NoteLinks:
        """Give what links to a note, what it links to, and where it is named; raises NoteNotFoundError."""
        ...

    async def loose_ends(self) -> LooseEnds:
        """Give the notes without any link, and the links that lead nowhere."""
        ...

    async def duplicates(self) -> tuple[DuplicateGroup, ...]:
        """Give the passages that stand in several notes; takes seconds the first time."""
        ...

    async def fill_summaries(self, on_progress: Callable[[Progress], None]) -> int:
        """Make the summaries that are missing, and give how many; cancelling its task ends it."""
        ...

    async def evaluate_own(self, on_progress: Callable[[EvaluationProgress], None]) -> OwnReport:
        """Measure the search on questions made of the notes; cancelling its task ends it."""
        ...

    async def status(self) -> IndexStatus:
        """Tell what is indexed."""
        ...

    async def use(self, parameters: Mapping[str, object]) -> None:
        """Go by the settings file's parameters being these, with the index open as it is.

        Raises VaultSearchError where it cannot, and then goes by the former ones.
        """
        ...

    async def close(self) -> None:
        """Let go of the index; nothing is asked of it after this."""
        ...


class ServiceFactory(Protocol):
    """Opens a vault on the engine thread; raises a VaultSearchError where it cannot."""

    async def __call__(self, folder: Path) -> VaultService:
        """Open ``folder``, or ALL_VAULTS."""
        ...

    async def renewed(self, service: VaultService) -> VaultService:
        """Wait until another process, which writes the index of ``service``, made it anew or let it go.

        Gives the vault opened again. For a service that reads only.
        """
        ...

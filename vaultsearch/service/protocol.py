"""The service as the window knows it: one open vault or several, by areas. Nothing is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Mapping, Sequence
    from pathlib import Path

    from vaultsearch.core.values.context import (
        Answer,
        Context,
        ContextFormat,
        Excerpt,
        PassageState,
        ReadNote,
    )
    from vaultsearch.core.values.evaluation import EvaluationProgress, OwnReport
    from vaultsearch.core.values.long_queries import LongQueryAnswer
    from vaultsearch.core.values.note import Preview, Span
    from vaultsearch.core.values.pages import PagePicture, WordPlace
    from vaultsearch.core.values.properties import NoteProperties
    from vaultsearch.core.values.query import Completions, Edit, Example, Facet, Facets, QueryPart, Relaxation
    from vaultsearch.core.values.relations import DuplicateGroup, LooseEnds, NoteLinks, RelatedNote
    from vaultsearch.core.values.search import Chunk, Mode, Result, SearchStage, Snippet, Use
    from vaultsearch.core.values.switcher import Beginnings, NameMatch
    from vaultsearch.core.values.sync import IndexStatus, Progress, SyncReport


class Index(Protocol):
    """The index area: keep the index up to date."""

    async def sync(
        self, on_progress: Callable[[Progress], None], *, anew: bool = False, changes: bool = False
    ) -> SyncReport:
        """Bring the index up to date, or build it ``anew``; cancelling its task stops it between batches.

        After a cancelled sync, one because of ``changes`` indexes nothing but these.
        """
        ...

    def changes(self) -> AsyncGenerator[None, None]:
        """Yield each time the notes have changed on the disk and come to rest."""
        ...

    async def read_for(self, language: str, *, enabled: bool = True) -> None:
        """Embed passages for questions in a language, by code, or no longer; `changes` yields for it."""
        ...

    async def fill_summaries(self, on_progress: Callable[[Progress], None]) -> int:
        """Make the missing summaries and return their number; cancelling its task ends it."""
        ...


class Notes(Protocol):
    """The notes area: go to notes by their names, or to those that were opened or changed lately."""

    async def named(self, typed: str, n: int) -> tuple[NameMatch, ...]:
        """Return up to ``n`` titles, aliases, file names and headings that match, best first.

        Without typed letters, the notes that were opened lately, then those that were saved last.
        """
        ...

    async def titled(self, query: str, n: int) -> tuple[NameMatch, ...]:
        """Return up to ``n`` notes whose title or alias a query may name; none for one with conditions."""
        ...

    async def beginnings(self, n: int) -> Beginnings:
        """Return up to ``n`` notes opened lately, as many others saved last, and example questions."""
        ...


class Pages(Protocol):
    """The pages area: show notes as HTML."""

    async def preview(self, chunk: Chunk) -> Preview:
        """Render the part of the note that holds a passage."""
        ...

    async def part(self, preview: Preview, number: int) -> str | None:
        """Render another part of a shown note; None if the note has changed since."""
        ...

    async def refreshed(
        self, preview: Preview, line: int, passage: tuple[int, int] | None = None
    ) -> Preview | None:
        """Render a shown note as it is now, around ``line`` of then; None if it is the same, or gone.

        ``passage`` are the lines to mark, by default where those marked have gone.
        """
        ...

    async def part_with(
        self, preview: Preview, terms: Sequence[str], number: int, step: int
    ) -> tuple[int, str] | None:
        """Render the first part from ``number`` on, by ``step``, that may hold a term, with its number."""
        ...

    async def linked(self, address: str, source: str) -> Preview | None:
        """Render the note that an address in the HTML of the note ``source`` leads to; None if it is none."""
        ...

    async def preview_at(self, path: str, line: int) -> Preview | None:
        """Render a note at a line of it, 0 for its top; None if it is not indexed."""
        ...

    async def marks(
        self, blocks: Sequence[str], passage: Collection[int], result: Result
    ) -> tuple[Snippet, ...]:
        """Mark the query's words in a page's blocks, and in the passage's blocks the words that mean them."""
        ...

    async def occurrences(self, blocks: Sequence[str], text: str) -> tuple[tuple[Span, ...], ...]:
        """Find typed text in a page's blocks, whatever its case and accents."""
        ...

    async def occurrence_counts(self, preview: Preview, text: str) -> tuple[int, ...] | None:
        """Count typed text in every part of a shown note; None if the note has changed since."""
        ...

    async def sheets(self, path: str) -> tuple[tuple[float, float], ...]:
        """Return width and height of each page of a PDF in points; () if it cannot be drawn."""
        ...

    async def sheet(
        self, preview: Preview, number: int, width: int, terms: Sequence[str]
    ) -> PagePicture | None:
        """Draw a page of a shown PDF, by its 1-based number, with the passage and the query's words marked.

        ``width`` is in pixels. None if it cannot be drawn.
        """
        ...

    async def words_in_picture(self, preview: Preview, terms: Sequence[str]) -> tuple[WordPlace, ...]:
        """Return the words recognised in a shown picture, passage and found words marked; () if none are."""
        ...

    async def picture(self, address: str, source: str) -> bytes | None:
        """Return a picture that the note ``source`` embeds, by its address; None if it cannot be shown."""
        ...


class Query(Protocol):
    """The query area: complete, read, narrow and relax the query in the search field."""

    async def completions(self, query: str, cursor: int) -> Completions:
        """Propose continuations of a query at ``cursor``, in characters from its beginning."""
        ...

    async def parts(self, query: str) -> tuple[QueryPart, ...]:
        """List the conditions of a query, each with its place in it."""
        ...

    async def facets(self, query: str, mode: Mode, listed: Collection[str]) -> Facets:
        """Count the facets of the notes that a query finds; ``listed`` are the paths of its results."""
        ...

    async def toggled(self, query: str, facet: Facet) -> Edit:
        """Return the edit that adds a facet's condition to a query, or removes it if it is there."""
        ...

    async def hiding(self, query: str, folder: str) -> Edit:
        """Return the edit that excludes the notes of a folder from a query."""
        ...

    async def relaxations(self, query: str, mode: Mode, *, listed: bool = False) -> tuple[Relaxation, ...]:
        """Propose queries in place of one without results, or (if ``listed``) without an answer in them."""
        ...

    async def notes_found(self, query: str, mode: Mode) -> int | None:
        """Count the notes that a query finds, by meaning those that hold a word of it; None if unknown."""
        ...

    async def properties(self, paths: Collection[str], names: Sequence[str]) -> NoteProperties:
        """Return every property of the notes, and the values of the named ones in the notes at ``paths``."""
        ...

    async def examples(self) -> tuple[Example, ...]:
        """Compose example queries from the names in the notes."""
        ...


class Excerpts(Protocol):
    """The excerpts area: passages as other programs take them."""

    async def cited(self, chunks: Sequence[Chunk]) -> Excerpt:
        """Return passages under their citations."""
        ...

    async def context_html(self, text: str, style: ContextFormat) -> str:
        """Render the text of a context."""
        ...

    async def wikilinks(self, chunks: Sequence[Chunk]) -> tuple[str, ...]:
        """Return the shortest links to the headings of passages, as Obsidian writes them."""
        ...

    async def passage_at(self, path: str, line: int) -> Result | None:
        """Return the passage of a note at a line of it, or the one before; None if there is none."""
        ...


class Relations(Protocol):
    """The relations area. A note is named by its path; NoteNotFoundError is raised for an unknown one."""

    async def related(self, name: str, n: int | None = None) -> tuple[RelatedNote, ...]:
        """Return the notes most related to one, best first."""
        ...

    async def links_of(self, name: str) -> NoteLinks:
        """Return a note's backlinks, outgoing links and unlinked mentions."""
        ...

    async def loose_ends(self) -> LooseEnds:
        """Return the notes without any link, and the links that lead nowhere."""
        ...

    async def duplicates(self) -> tuple[DuplicateGroup, ...]:
        """Return the groups of near-duplicate passages in different notes; takes seconds the first time."""
        ...


class Basket(Protocol):
    """The basket area: keep the passages that the user collects, and compare them with their notes."""

    async def load(self) -> tuple[Chunk, ...]:
        """Return the passages that were saved last, in their order."""
        ...

    async def save(self, chunks: Sequence[Chunk]) -> None:
        """Keep the passages in place of the former ones."""
        ...

    async def states(self, chunks: Sequence[Chunk]) -> tuple[PassageState, ...]:
        """Compare passages with their notes as they are indexed now."""
        ...

    async def renewed(self, chunk: Chunk) -> Chunk | None:
        """Return the passage that stands in the place of a changed one; None if there is none."""
        ...


class Usage(Protocol):
    """The usage area: which notes were used for which queries. Nothing is recorded if it is switched off."""

    async def note(self, query: str, mode: Mode, chunk: Chunk, use: Use, rank: int) -> None:
        """Record the use of a passage at ``rank`` (1 is best) of a query's results."""
        ...

    async def note_opened(self, path: str) -> None:
        """Record that a note was opened without a query."""
        ...

    async def forget(self, query: str, path: str | None = None) -> None:
        """Delete the record of a note's use, or of all use, for a query and those near it."""
        ...


class VaultService(Protocol):
    """One open vault, or all of them. Coroutines run on the engine thread's loop, none on the window's."""

    @property
    def folder(self) -> Path:
        """The vault's folder, or ALL_VAULTS."""
        ...

    @property
    def index(self) -> Index:
        """The index area."""
        ...

    @property
    def notes(self) -> Notes:
        """The notes area."""
        ...

    @property
    def pages(self) -> Pages:
        """The pages area."""
        ...

    @property
    def query(self) -> Query:
        """The query area."""
        ...

    @property
    def excerpts(self) -> Excerpts:
        """The excerpts area."""
        ...

    @property
    def relations(self) -> Relations:
        """The relations area."""
        ...

    @property
    def basket(self) -> Basket:
        """The basket area."""
        ...

    @property
    def usage(self) -> Usage:
        """The usage area."""
        ...

    def search_stages(self, query: str, n: int | None = None, mode: Mode = ...) -> AsyncIterator[SearchStage]:
        """Yield better and better answers of ``n`` results, by default as many as are set.

        Closing the iterator or cancelling is cheap.
        """
        ...

    async def search_passage(self, source: str) -> LongQueryAnswer:
        """Search with a text of many topics, or a chat; a known trouble is told in the answer."""
        ...

    async def context(
        self,
        chunks: Sequence[Chunk],
        *,
        budget: int | None = None,
        style: ContextFormat = ...,
        keep_order: bool = False,
    ) -> Context:
        """Assemble passages within a token budget, by default the set one, with their notes numbered from 1.

        The passages come best first; with ``keep_order``, they stay in the order given.
        """
        ...

    async def find_note(self, name: str) -> str:
        """Return the path of the note with a name. Raise NoteNotFoundError if there is none."""
        ...

    async def read(self, path: str, question: str = "") -> ReadNote:
        """Read a note: its quotes that answer a question, or its text. Raise NoteNotFoundError if unknown."""
        ...

    async def answer(self, question: str, chunk: Chunk) -> Answer | None:
        """Return the sentence of a passage that answers a question, None unless one surely does."""
        ...

    async def status(self) -> IndexStatus:
        """Return the contents of the index, the models that made it, and the notes that could not be read."""
        ...

    async def use(self, parameters: Mapping[str, object]) -> None:
        """Replace the settings file's parameters, with the index open as it is.

        Raise VaultSearchError if they cannot be used; the former ones then stay in force.
        """
        ...

    async def close(self) -> None:
        """Release the index; nothing is asked of it after this."""
        ...


class ServiceFactory(Protocol):
    """Opens vaults on the engine thread. Each method raises VaultSearchError for known trouble."""

    async def __call__(self, folder: Path) -> VaultService:
        """Open ``folder``, or ALL_VAULTS."""
        ...

    async def renewed(self, service: VaultService) -> VaultService:
        """Wait until the process that writes an index builds it anew or ends; open its vault again.

        ``service`` is one that only reads it.
        """
        ...

    async def evaluate_own(
        self, service: VaultService, on_progress: Callable[[EvaluationProgress], None]
    ) -> OwnReport:
        """Measure a vault's search on questions generated from its notes; cancelling its task ends it."""
        ...

"""The areas of the vault in memory, as its script describes them."""

import asyncio
import html
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

from tests.gui.fake_script import Script
from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.filters import AtPath
from vaultsearch.core.page_marks import count_occurrences, find_occurrences, page_marks
from vaultsearch.core.query import narrowing
from vaultsearch.core.query.completion import propose_completions, typed_token
from vaultsearch.core.query.names import QueryNames
from vaultsearch.core.search.switcher import NameFinder, newest_notes, note_entry, notes_at_paths
from vaultsearch.core.values import query as query_values
from vaultsearch.core.values import relations
from vaultsearch.core.values.context import ModelAnswer, PassageState, Turn
from vaultsearch.core.values.note import Heading, PagePicture, Preview, Span, StoredNote, WordPlace
from vaultsearch.core.values.pictures import CanvasDrawing
from vaultsearch.core.values.query import Completions, NameMatch, NoteCount, Proposal, ProposalKind
from vaultsearch.core.values.search import Chunk, Edit, Mode, Relaxation, Result, Snippet, Use
from vaultsearch.core.values.sync import Progress, SyncReport
from vaultsearch.core.values.times import NoteDifference, NoteVersion, PastNote
from vaultsearch.core.vault.links import LinkResolver
from vaultsearch.core.vault.rendering.page import visible_text


class FakeIndex:
    """Syncs as the script says, and counts how often."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self.passages = script.passages
        self.read_only, self.closed = script.read_only, False
        self.synced: datetime | None = None
        self.syncs, self.rebuilds = 0, 0
        self.read_for_languages: list[tuple[str, bool]] = []

    async def sync(
        self, on_progress: Callable[[Progress], None], *, anew: bool = False, changes: bool = False
    ) -> SyncReport:
        assert not self.closed
        self.syncs += 1
        self.rebuilds += anew
        try:
            for progress in self._script.progress:
                on_progress(progress)
                await asyncio.sleep(0)
            if self._script.sync_waits:
                await asyncio.Event().wait()
        except asyncio.CancelledError:  # reported, as by a real vault
            held = len(self.passages)
            return SyncReport(0, 0, held, 0, held, 0, (), 0.1, cancelled=True)
        if self._script.sync_error is not None:
            raise self._script.sync_error
        known = {chunk.id for chunk in self.passages}
        new = tuple(chunk for chunk in self._script.added_by_sync if chunk.id not in known)
        self.passages += new
        self.synced = datetime.now(UTC)
        return SyncReport(len(new), 0, len(known), 0, len(self.passages), len(new), self._script.failed, 0.1)

    async def changes(self) -> AsyncGenerator[None, None]:
        while not self.read_only:
            await self._script.saved.wait()
            self._script.saved.clear()
            yield

    async def read_for(self, language: str, *, enabled: bool = True) -> None:
        self.read_for_languages.append((language, enabled))


class FakeArea:
    def __init__(self, index: FakeIndex, script: Script) -> None:
        self._index, self._script = index, script


class FakeNotes(FakeArea):
    """Lists the notes of the passages; the script has the questions and the opened notes."""

    def __init__(self, index: FakeIndex, script: Script) -> None:
        super().__init__(index, script)
        self._finder = NameFinder(self._notes, _uri)

    async def named(self, typed: str, n: int) -> tuple[NameMatch, ...]:
        return await self._finder(typed, n, self._script.opened_notes)

    async def titled(self, query: str, n: int) -> tuple[NameMatch, ...]:
        return () if ":" in query else await self._finder.titled(query, n)

    async def beginnings(self, n: int) -> query_values.Beginnings:
        notes = await self._notes()
        opened = notes_at_paths(notes, self._script.opened_notes)[:n]
        changed = [note for note in newest_notes(notes, len(notes)) if note not in opened][:n]
        listed = [tuple(note_entry(note, _uri) for note in some) for some in (opened, changed)]
        dated = tuple((day, note_entry(one, _uri)) for day in self._script.anniversaries for one in notes[:1])
        tasks = tuple(
            query_values.OpenTask(*task, note_entry(notes[0], _uri), 1)
            for task in self._script.tasks
            if notes
        )
        questions = self._script.questions if notes else ()
        linked = [note_entry(note, _uri) for note in notes if note.path == self._script.most_linked]
        return query_values.Beginnings(
            listed[0], listed[1], questions, dated, tasks, most_linked=tuple(linked)
        )

    async def _notes(self) -> tuple[StoredNote, ...]:
        return tuple(
            StoredNote(path, c.title, saved, c.text, c.tags, {}, c.aliases, (), self._headings(path), saved)
            for path, c in {chunk.path: chunk for chunk in self._index.passages}.items()
            for saved in (c.modified or datetime.now(UTC),)
        )

    def _headings(self, path: str) -> tuple[Heading, ...]:
        found = (chunk for chunk in self._index.passages if chunk.path == path and chunk.heading_path)
        return tuple(Heading(len(one.heading_path), one.heading_path[-1], one.line_start) for one in found)


def _uri(path: str, headings: Sequence[str]) -> str:
    return f"obsidian://open?file={path}" + (f"%23{headings[-1]}" if headings else "")


class FakePages(FakeArea):
    """Shows each passage as a page."""

    async def preview(self, chunk: Chunk, past: PastNote | None = None) -> Preview:
        marked = f"<p data-passage>{html.escape(chunk.text)}</p>"
        shown = self._script.preview_html or f"<h1>{html.escape(chunk.title)}</h1>{marked}"
        lines, path = (chunk.line_start, chunk.line_end), chunk.heading_path
        page = Preview(chunk.path, chunk.title, shown, outline=self._script.outline, heading_path=path)
        return replace(page, passage=lines, anchor="passage", digest=hash((chunk.title, shown)), past=past)

    async def active_note(self) -> relations.ActiveNote | None:
        return self._script.active_note

    async def text(self, preview: Preview) -> str | None:
        held = "\n".join(chunk.text for chunk in self._index.passages if chunk.path == preview.path)
        return self._script.past_texts.get(preview.path, held)

    async def part(self, preview: Preview, number: int) -> str | None:
        return self._script.parts.get(number)

    async def refreshed(self, preview: Preview, line: int, passage: object = None) -> Preview | None:
        held = [one for one in self._index.passages if one.path == preview.path]
        renewed = await self.preview(held[0]) if held else replace(preview, is_gone=True)
        return renewed if (renewed.digest, renewed.is_gone) != (preview.digest, preview.is_gone) else None

    async def linked(self, address: str, source: str) -> Preview | None:
        return self._script.notes.get(address)

    async def preview_at(self, path: str, line: int) -> Preview | None:
        held = [chunk for chunk in self._index.passages if chunk.path == path]
        return await self.preview(held[0]) if held else None

    async def part_with(
        self, preview: Preview, terms: Sequence[str], number: int, step: int
    ) -> tuple[int, str] | None:
        """Find a term in the HTML of the script's parts."""
        while (part := self._script.parts.get(number)) is not None:
            if any(term in part for term in terms):
                return number, part
            number += step
        return None

    async def marks(
        self, blocks: Sequence[str], passage: Collection[int], result: Result
    ) -> tuple[Snippet, ...]:
        return page_marks(blocks, passage, result)

    async def occurrences(self, blocks: Sequence[str], wanted: str) -> tuple[tuple[Span, ...], ...]:
        return tuple(find_occurrences(block, wanted) for block in blocks)

    async def occurrence_counts(self, preview: Preview, wanted: str) -> tuple[int, ...] | None:
        """Count in the HTML of the script's parts, the shown part's included."""
        parts = {preview.part: preview.html, **self._script.parts}
        texts = [visible_text(parts.get(number, "")) for number in range(len(preview.starts))]
        return tuple(count_occurrences(text, wanted) for text in texts)

    async def canvas(self, path: str) -> CanvasDrawing | None:
        return self._script.canvas

    async def thumbnail(self, path: str, page: int = 1, *, is_large: bool = False) -> bytes | None:
        return (self._script.large if is_large else self._script.thumbnails).get((path, page))

    async def sheets(self, path: str) -> tuple[tuple[float, float], ...]:
        return self._script.sheets

    async def sheet(self, preview: Preview, number: int, width: int, terms: object) -> PagePicture | None:
        if not self._script.sheets:
            return None
        self._script.sheets_drawn.append(number)
        words = (WordPlace("rye", 0, 0.1, 0.1, 0.2, 0.12), WordPlace("bread", 0, 0.25, 0.1, 0.4, 0.12))
        return PagePicture(number, 8, 8, 32, b"\xff" * 256, words, self._script.sheets_are_recognised)

    async def words_in_picture(self, path: str, passage: str, terms: Sequence[str]) -> tuple[WordPlace, ...]:
        return self._script.words_in_picture

    async def picture(self, address: str, source: str) -> bytes | None:
        return self._script.pictures.get(address)


class FakeQuery(FakeArea):
    """Completes and counts; relaxes as the script says."""

    def __init__(self, index: FakeIndex, script: Script) -> None:
        super().__init__(index, script)
        self.counted: list[str] = []
        self.asked_properties: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
        self.relaxed: list[tuple[str, Mode, bool]] = []
        self.given_up: list[str] = []

    async def completions(self, query: str, cursor: int, relative_dates: Sequence[str] = ()) -> Completions:
        """Complete operators by name, dates, and the script's tags after ``tag:``."""
        self._script.completed.append((query, cursor))
        typed_date = typed_token(query, cursor)
        if typed_date is not None and typed_date.kind == ProposalKind.DATE:
            at_end = not query[typed_date.end :]
            return propose_completions(
                typed_date, QueryNames(), date.today(), at_end=at_end, relative_dates=relative_dates
            )
        word = query[:cursor].rpartition(" ")[2]
        start = cursor - len(word)
        operator, colon, typed = word.partition(":")
        if not colon:
            named = [f"{name}:" for name in ("path", "tag", "task") if name.startswith(operator)]
            kind = ProposalKind.OPERATOR
            found = [Proposal(one, one, kind, None, "asks for it", leads_on=True) for one in named]
            return Completions(start, cursor, tuple(found))
        tags = [tag for tag in self._script.tags if operator == "tag" and tag.startswith(typed)]
        tagged = [Proposal(tag, f"{tag} ", ProposalKind.TAG, self._script.tags[tag]) for tag in tags]
        return Completions(start + 4, cursor, tuple(tagged), complete=typed in tags)

    async def parts(self, query: str) -> tuple[query_values.QueryPart, ...]:
        return narrowing.query_parts(query)

    async def facets(self, query: str, mode: Mode, listed: Collection[str]) -> query_values.Facets:
        self.counted.append(query)
        if query:
            counted = listed, query_values.CountedNotes.LISTED, narrowing.facets_in_query(query)
            return self._table().count(*counted, self._script.topics_by_note)
        return self._table().count(None, query_values.CountedNotes.VAULT, (), self._script.topics_by_note)

    async def toggled(self, query: str, facet: query_values.Facet) -> Edit:
        return narrowing.toggle_facet(query, facet, self._table().notes)

    async def hiding(self, query: str, folder: str) -> Edit:
        return narrowing.exclude_folder(query, folder, self._table().notes)

    async def relaxations(self, query: str, mode: Mode, *, listed: bool = False) -> tuple[Relaxation, ...]:
        """Return the script's relaxations, or wait for ever if it says so."""
        self.relaxed.append((query, mode, listed))
        if query in self._script.never_relaxed:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                self.given_up.append(query)
                raise
        return self._script.relaxations.get(query, ())

    async def notes_found(self, query: str, mode: Mode) -> int | None:
        words = query.casefold().split()
        held = [one for one in self._index.passages if any(word in one.text.casefold() for word in words)]
        return len({one.path for one in held}) or None

    async def properties(self, paths: Collection[str], names: Sequence[str]) -> query_values.NoteProperties:
        self.asked_properties.append((tuple(paths), tuple(names)))
        found = {path: held for path, held in self._script.properties.items() if path in paths}
        cells = {
            path: {name: cell for name in names if (cell := narrowing.cell_of(held.get(name))) is not None}
            for path, held in found.items()
        }
        counts = Counter(name for held in self._script.properties.values() for name in held)
        return query_values.NoteProperties(
            tuple(query_values.PropertyName(*one) for one in counts.most_common()), cells
        )

    async def note_counts(self, queries: Sequence[str]) -> tuple[NoteCount | None, ...]:
        """Count the notes that carry the tag that a query is; None for any other query."""

        def count(tag: str) -> NoteCount:
            paths = {passage.path for passage in self._index.passages if tag in passage.tags}
            return NoteCount(len(paths), self._script.new_notes)

        return tuple(count(tag) if (tag := query.partition("tag:")[2]) else None for query in queries)

    async def examples(self) -> tuple[query_values.Example, ...]:
        return self._script.examples

    def _table(self) -> narrowing.FacetTable:
        return narrowing.FacetTable.of(
            StoredNote(c.path, c.title, c.modified or datetime.now(UTC), c.text, c.tags, {}, (), (), ())
            for c in {chunk.path: chunk for chunk in self._index.passages}.values()
        )


class FakeCorpus(FakeArea):
    """What the real area of excerpts asks of an index."""

    async def get_chunks(self, where: AtPath) -> list[Chunk]:
        return [one for one in self._index.passages if one.path == where.path]

    async def get_document(self, id: str) -> str:
        return "\n".join(one.content for one in self._index.passages if one.path == id)

    async def resolver(self) -> LinkResolver:
        return LinkResolver({chunk.path: chunk.aliases for chunk in self._index.passages})


class FakeRelations(FakeArea):
    async def topics(self) -> tuple[relations.VaultTopic, ...]:
        return self._script.topics

    async def above(self, path: str) -> tuple[relations.NoteName, ...]:
        return self._script.above.get(path, ())

    async def note_map(self) -> relations.VaultMap:
        return self._script.note_map

    async def topic_passages(self, topic: relations.VaultTopic, n: int) -> tuple[relations.TopicPassage, ...]:
        return tuple(
            relations.TopicPassage(one.path, one.title, (), 1, f"Of {one.title}") for one in topic.notes[:n]
        )

    async def suggestions(self, name: str) -> relations.NoteSuggestions:
        self._must_hold(name)
        return self._script.suggestions.get(
            name, relations.NoteSuggestions(relations.NoteName(name, name), ())
        )

    async def related(
        self, name: str, n: int | None = None, *, unlinked: bool = False, within: str = ""
    ) -> tuple[relations.RelatedNote, ...]:
        self._must_hold(name)
        self._script.asked_related = {"unlinked": unlinked, "within": within}
        return self._script.related.get(name, ())[:n]

    async def links_of(self, name: str) -> relations.NoteLinks:
        self._must_hold(name)
        return self._script.links[name]

    async def loose_ends(self) -> relations.LooseEnds:
        return self._script.loose_ends

    async def duplicates(self) -> tuple[relations.DuplicateSet, ...]:
        return self._script.duplicates

    def _must_hold(self, path: str) -> None:
        if path not in {*self._script.links, *(chunk.path for chunk in self._index.passages)}:
            raise NoteNotFoundError(f"No note called {path}.", "Name it by its path.")


class FakeHistory(FakeArea):
    async def versions(self, path: str) -> tuple[NoteVersion, ...]:
        return self._script.versions.get(path, ())

    async def versions_with(self, path: str, versions: Sequence[NoteVersion], text: str) -> tuple[str, ...]:
        return tuple(version.commit for version in versions if text in version.subject)

    async def difference(self, path: str, version: NoteVersion, other: object = None) -> NoteDifference:
        if self._script.history_trouble is not None:
            raise self._script.history_trouble
        changes = self._script.changes if other is None else self._script.changes[:2]
        return NoteDifference(path, version, changes)


class FakeBasket(FakeArea):
    """Keeps baskets in the script, by vault; a passage that the vault has otherwise is changed."""

    def __init__(self, folder: Path, index: FakeIndex, script: Script) -> None:
        super().__init__(index, script)
        self._folder = folder

    async def load(self) -> tuple[Chunk, ...]:
        return self._script.baskets.get(self._folder, ())

    async def save(self, chunks: Sequence[Chunk]) -> None:
        if self._script.basket_trouble is not None:
            raise self._script.basket_trouble
        self._script.baskets[self._folder] = tuple(chunks)

    async def states(self, chunks: Sequence[Chunk]) -> tuple[PassageState, ...]:
        return tuple(map(self._state, chunks))

    async def current_passage(self, chunk: Chunk) -> Chunk | None:
        return next((one for one in self._index.passages if one.id == chunk.id), None)

    async def first_passage(self, path: str) -> Chunk | None:
        return next((one for one in self._index.passages if one.path == path), None)

    def _state(self, chunk: Chunk) -> PassageState:
        if chunk.path not in {one.path for one in self._index.passages}:
            return PassageState.GONE
        stands = chunk.text in {one.text for one in self._index.passages}
        return PassageState.CURRENT if stands else PassageState.CHANGED


class FakeUsage(FakeArea):
    async def note(self, query: str, mode: Mode, chunk: Chunk, use: Use, rank: int) -> None:
        self._script.uses.append((query, chunk.title, use, rank))

    async def note_opened(self, path: str) -> None:
        opened = self._script.opened_notes
        with suppress(ValueError):
            opened.remove(path)
        opened.insert(0, path)

    async def forget(self, query: str, path: str | None = None) -> None:
        self._script.forgotten.append((query, path))


class FakeAsk(FakeArea):
    """A language model that gives the script's answers, as far as it is not asked to wait."""

    async def host_to_allow(self) -> str:
        return self._script.model_host

    async def allow(self, host: str) -> None:
        assert host == self._script.model_host
        self._script.model_host = ""

    async def answers(
        self, question: str, conversation: Sequence[Turn] = (), *, anyway: bool = False
    ) -> AsyncGenerator[ModelAnswer, None]:
        self._script.model_asked.append((question, tuple(conversation), anyway))
        for answer in self._script.model_answers:
            standalone = answer.standalone_question or question
            yield replace(answer, question=question, standalone_question=standalone)
        if self._script.model_error is not None:
            raise self._script.model_error
        if self._script.model_waits:
            try:
                await asyncio.Event().wait()
            finally:
                self._script.model_left += 1

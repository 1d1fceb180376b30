"""A vault in memory that fulfils VaultService: it searches words, counts, marks and cites."""

from __future__ import annotations

import asyncio
import html
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING
from urllib.parse import quote

from vaultsearch.core.errors import NoteNotFoundError, VaultNotFoundError
from vaultsearch.core.index.stored_notes import StoredNote
from vaultsearch.core.query.completion import proposed
from vaultsearch.core.query.cursor import typed_token
from vaultsearch.core.query.facets import FacetTable
from vaultsearch.core.query.names import QueryNames
from vaultsearch.core.query.narrowing import named_in, query_parts, toggled
from vaultsearch.core.query.question_language import describe_unread
from vaultsearch.core.search.page_marks import page_marks
from vaultsearch.core.values.context import Context, ContextFormat, ContextPiece, Quote, ReadNote
from vaultsearch.core.values.long_queries import LongQueryAnswer, LongQueryOutcome, LongQueryTopic
from vaultsearch.core.values.note import Heading, Preview, Span
from vaultsearch.core.values.query import (
    Completions,
    Counted,
    Edit,
    Example,
    Facet,
    Facets,
    Proposal,
    ProposalKind,
    QueryPart,
    Relaxation,
)
from vaultsearch.core.values.relations import LooseEnds
from vaultsearch.core.values.search import (
    Chunk,
    Completeness,
    Mode,
    Result,
    SearchStage,
    Snippet,
    UnreadNotes,
    Use,
    UsedBefore,
)
from vaultsearch.core.values.sync import (
    ALL_VAULTS,
    Failure,
    IndexStatus,
    MemberVault,
    Progress,
    Reader,
    SyncReport,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Mapping, Sequence
    from pathlib import Path

    from vaultsearch.core.values.evaluation import EvaluationProgress, OwnReport
    from vaultsearch.core.values.relations import DuplicateGroup, NoteLinks, RelatedNote
    from vaultsearch.service.protocol import VaultService


def passage(
    title: str, text: str, headings: tuple[str, ...] = (), folder: str = "", position: int = 0
) -> Chunk:
    """Create a passage of a note with ``title``."""
    path = f"{folder}/{title}.md" if folder else f"{title}.md"
    return Chunk(
        id=f"{path}#{position}",
        path=path,
        title=title,
        position=position,
        heading_path=headings,
        line_start=position * 4 + 1,
        line_end=position * 4 + 3,
        content=text,
        text=text,
        modified=datetime(2026, 5, 12, tzinfo=UTC),
    )


@dataclass
class Script:
    """The behaviour of the vault: its content, the reports of its syncs, its failures."""

    passages: tuple[Chunk, ...] = ()
    added_by_sync: tuple[Chunk, ...] = ()
    progress: tuple[Progress, ...] = ()
    sync_waits: bool = False
    saved: asyncio.Event = field(default_factory=asyncio.Event)
    read_only: bool = False
    remade: asyncio.Event = field(default_factory=asyncio.Event)
    failed: tuple[Failure, ...] = ()
    notice: str | None = None
    unread: UnreadNotes | None = None
    unanswered: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()
    relaxations: Mapping[str, tuple[Relaxation, ...]] = field(default_factory=dict)
    never_relaxed: tuple[str, ...] = ()
    report: OwnReport | None = None
    evaluation_progress: tuple[EvaluationProgress, ...] = ()
    evaluation_error: Exception | None = None
    evaluations_cancelled: int = 0
    search_error: Exception | None = None
    sync_error: Exception | None = None
    passage_answer: LongQueryAnswer | None = None
    meant: tuple[str, ...] = ()
    preview_html: str | None = None
    parts: Mapping[int, str] = field(default_factory=dict)
    notes: Mapping[str, Preview] = field(default_factory=dict)
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    tags: Mapping[str, int] = field(default_factory=dict)
    examples: tuple[Example, ...] = ()
    completed: list[tuple[str, int]] = field(default_factory=list)
    not_folders: tuple[str, ...] = ()
    other_names: Mapping[Path, Path] = field(default_factory=dict)
    related: Mapping[str, tuple[RelatedNote, ...]] = field(default_factory=dict)
    links: Mapping[str, NoteLinks] = field(default_factory=dict)
    loose_ends: LooseEnds = field(default_factory=lambda: LooseEnds((), ()))
    duplicates: tuple[DuplicateGroup, ...] = ()
    missing_summaries: int = 0
    listed: int = 50
    completeness: Completeness = field(default_factory=Completeness)
    meaning: asyncio.Event | None = None
    outline: tuple[Heading, ...] = ()
    readers: tuple[Reader, ...] = ()
    members: tuple[MemberVault, ...] = ()
    before: Mapping[str, UsedBefore] = field(default_factory=dict)
    uses: list[tuple[str, str, Use, int]] = field(default_factory=list)
    forgotten: list[tuple[str, str | None]] = field(default_factory=list)
    opened: list[FakeService] = field(default_factory=list)


class FakeService:
    """One open vault, as ``script`` describes it."""

    def __init__(self, vault: Path, script: Script) -> None:
        self._vault = vault
        self._script = script
        self._passages = script.passages
        self._read_only = script.read_only
        self._synced: datetime | None = None
        self.closed = False
        self.used: dict[str, object] | None = None
        self.asked: list[tuple[str, Mode]] = []
        self.counted: list[str] = []
        self.relaxed: list[tuple[str, Mode, bool]] = []
        self.given_up: list[str] = []
        self.read_for_languages: list[tuple[str, bool]] = []
        self.syncs = 0
        self.rebuilds = 0
        self.numbered: tuple[str, ...] = ()

    @property
    def vault(self) -> Path:
        return self._vault

    async def search(self, query: str, mode: Mode, n: int | None = None) -> AsyncIterator[SearchStage]:
        assert not self.closed
        self.asked.append((query, mode))
        n, count = n or self._script.listed, self._script.completeness
        if self._script.search_error is not None:
            raise self._script.search_error
        if query in self._script.unanswered:
            await asyncio.Event().wait()
        words = query.casefold().split()
        found = [self._result(chunk, words) for chunk in self._passages]
        hits = tuple(result for result in found if result.snippet.matches)
        first = SearchStage(
            query,
            mode,
            "words",
            hits[:n],
            final=False,
            notice=self._script.notice,
            completeness=count,
            settled=count.of_meaning,
            unread=self._script.unread,
            hints=(describe_unread(self._script.unread),) if self._script.unread else (),
            more=len(hits) >= n,
        )
        yield first
        await (self._script.meaning.wait() if self._script.meaning else asyncio.sleep(0))
        best = tuple(sorted(map(self._with_meant, hits), key=lambda result: -len(result.snippet.matches)))
        last = replace(first, name="reranked", results=best[:n], final=True)
        yield replace(last, unanswered=query in self._script.nearest)

    async def notes_found(self, query: str, mode: Mode) -> int | None:
        """Count the notes of the passages that hold a word."""
        words = query.casefold().split()
        held = [one for one in self._passages if any(word in one.text.casefold() for word in words)]
        return len({one.path for one in held}) or None

    async def note_use(self, query: str, mode: Mode, chunk: Chunk, use: Use, rank: int) -> None:
        self._script.uses.append((query, chunk.title, use, rank))

    async def forget_use(self, query: str, path: str | None = None) -> None:
        self._script.forgotten.append((query, path))

    async def search_passage(self, source: str) -> LongQueryAnswer:
        """Treat each paragraph as a topic, labelled by its first word."""
        assert not self.closed
        if self._script.passage_answer is not None:
            return self._script.passage_answer
        topics = []
        for paragraph in filter(str.strip, source.split("\n\n")):
            words, line = paragraph.casefold().split(), source[: source.index(paragraph)].count("\n") + 1
            found = [self._result(chunk, words) for chunk in self._passages]
            hits = tuple(result for result in found if result.snippet.matches)
            if hits:
                topics.append(LongQueryTopic(words[0], line, line + paragraph.count("\n"), hits))
        outcome = LongQueryOutcome.FOUND if topics else LongQueryOutcome.NO_HITS
        results = tuple(topic.results[0] for topic in topics)
        return LongQueryAnswer(outcome, results, tuple(topics), source)

    async def completions(self, query: str, cursor: int) -> Completions:
        """Complete operators by name, dates, and the script's tags after ``tag:``."""
        self._script.completed.append((query, cursor))
        typed_date = typed_token(query, cursor)
        if typed_date is not None and typed_date.kind == ProposalKind.DATE:
            return proposed(typed_date, QueryNames(), date.today(), at_end=not query[typed_date.end :])
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

    async def understood(self, query: str) -> tuple[QueryPart, ...]:
        return query_parts(query)

    async def facets(self, query: str, mode: Mode, listed: Collection[str]) -> Facets:
        """Count the notes of all passages, or of the listed ones."""
        self.counted.append(query)
        if query:
            return self._table().count(listed, Counted.LISTED, named_in(query))
        return self._table().count(None, Counted.VAULT)

    async def toggled(self, query: str, facet: Facet) -> Edit:
        return toggled(query, facet, self._table().notes)

    async def relaxations(self, query: str, mode: Mode, *, listed: bool = False) -> tuple[Relaxation, ...]:
        """Return the script's examples, or wait for ever if it says so."""
        self.relaxed.append((query, mode, listed))
        if query in self._script.never_relaxed:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                self.given_up.append(query)
                raise
        return self._script.relaxations.get(query, ())

    async def read_for(self, language: str, *, wanted: bool) -> None:
        self.read_for_languages.append((language, wanted))

    async def examples(self) -> tuple[Example, ...]:
        return self._script.examples

    async def sync(
        self, on_progress: Callable[[Progress], None], *, anew: bool = False, changes: bool = False
    ) -> SyncReport:
        assert not self.closed
        self.syncs += 1
        self.rebuilds += anew
        for progress in self._script.progress:
            on_progress(progress)
            await asyncio.sleep(0)
        if self._script.sync_waits:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:  # reported, as by a real vault
                held = len(self._passages)
                return SyncReport(0, 0, held, 0, held, 0, (), 0.1, cancelled=True)
        if self._script.sync_error is not None:
            raise self._script.sync_error
        known = {chunk.id for chunk in self._passages}
        new = tuple(chunk for chunk in self._script.added_by_sync if chunk.id not in known)
        self._passages += new
        self._synced = datetime.now(UTC)
        count = len(self._passages)
        return SyncReport(len(new), 0, len(known), 0, count, len(new), self._script.failed, 0.1)

    async def changes(self) -> AsyncGenerator[None, None]:
        while not self._read_only:
            await self._script.saved.wait()
            self._script.saved.clear()
            yield

    async def preview(self, chunk: Chunk) -> Preview:
        marked = f'<a name="passage"></a><p class="passage">{html.escape(chunk.text)}</p>'
        shown = self._script.preview_html or f"<h1>{html.escape(chunk.title)}</h1>{marked}"
        lines, path = (chunk.line_start, chunk.line_end), chunk.heading_path
        return Preview(
            chunk.path,
            chunk.title,
            shown,
            outline=self._script.outline,
            heading_path=path,
            passage=lines,
            anchor="passage",
        )

    async def preview_part(self, preview: Preview, number: int) -> str | None:
        return self._script.parts.get(number)

    async def note(self, address: str, source: str) -> Preview | None:
        return self._script.notes.get(address)

    async def note_at(self, path: str, line: int) -> Preview | None:
        held = [chunk for chunk in self._passages if chunk.path == path]
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

    async def page_marks(
        self, blocks: Sequence[str], passage: Collection[int], result: Result
    ) -> tuple[Snippet, ...]:
        return page_marks(blocks, passage, result)

    async def picture(self, address: str, source: str) -> bytes | None:
        return self._script.pictures.get(address)

    async def passage(self, chunk: Chunk) -> str:
        section = " > ".join(chunk.heading_path)
        return f"{chunk.text}\n({chunk.title}{', ' + section if section else ''})"

    async def context(
        self,
        chunks: Sequence[Chunk],
        *,
        budget: int | None = None,
        style: ContextFormat = ContextFormat.MARKDOWN,
        keep_order: bool = False,
    ) -> Context:
        """Take passages in their order as long as they fit; a word is a token."""
        most, left = budget or 4000, budget or 4000
        numbers = {path: n for n, path in enumerate(dict.fromkeys(chunk.path for chunk in chunks), start=1)}
        pieces: list[ContextPiece] = []
        left_out: list[ContextPiece] = []
        for chunk in chunks:
            text = await self.passage(chunk)
            fits = len(text.split()) <= left
            left -= len(text.split()) if fits else 0
            (pieces if fits else left_out).append(_piece(chunk, text, numbers[chunk.path] if fits else 0))
        self.numbered = tuple(dict.fromkeys(piece.path for piece in pieces))
        text = "\n\n".join(piece.text for piece in pieces)
        return Context(text, most - left, most, tuple(pieces), tuple(left_out))

    async def find_note(self, name: str) -> str:
        """Find a note by its number in the last context, else by its path or title."""
        if name.isdecimal() and 1 <= int(name) <= len(self.numbered):
            return self.numbered[int(name) - 1]
        for chunk in self._passages:
            if name in (chunk.path, chunk.title):
                return chunk.path
        raise NoteNotFoundError(f"There is no note called {name}.", "Look for it.")

    async def read(self, path: str, question: str = "") -> ReadNote:
        """Quote the passages that hold a word of the question."""
        held = [chunk for chunk in self._passages if chunk.path == path]
        if not held:
            raise NoteNotFoundError.missing(path)
        words = question.casefold().split()
        quotes = tuple(
            Quote(chunk.text, chunk.line_start, chunk.line_end, 0.9, chunk.heading_path)
            for chunk in held
            if any(word in chunk.text.casefold() for word in words)
        )
        text = "\n\n".join(chunk.text for chunk in held)
        uri = f"obsidian://open?file={quote(path, safe='')}"
        return ReadNote(path, held[0].title, uri, text, question or None, quotes)

    async def related(self, name: str, n: int | None = None) -> tuple[RelatedNote, ...]:
        self._must_hold(name)
        return self._script.related.get(name, ())[:n]

    async def links_of(self, name: str) -> NoteLinks:
        self._must_hold(name)
        return self._script.links[name]

    async def loose_ends(self) -> LooseEnds:
        return self._script.loose_ends

    async def duplicates(self) -> tuple[DuplicateGroup, ...]:
        return self._script.duplicates

    async def fill_summaries(self, on_progress: Callable[[Progress], None]) -> int:
        """Create the script's missing summaries one by one, once."""
        made, self._script.missing_summaries = self._script.missing_summaries, 0
        for done in range(1, made + 1):
            on_progress(Progress("summarizing", 0, 0, done, made))
            await asyncio.sleep(0)
        return made

    def _must_hold(self, path: str) -> None:
        if path not in {*self._script.links, *(chunk.path for chunk in self._passages)}:
            raise NoteNotFoundError(f"There is no note called {path}.", "Name it by its path.")

    async def evaluate_own(self, on_progress: Callable[[EvaluationProgress], None]) -> OwnReport:
        """Report the script's progress, then raise its error or return its report; without both, wait."""
        for progress in self._script.evaluation_progress:
            on_progress(progress)
        if self._script.evaluation_error is not None:
            raise self._script.evaluation_error
        try:
            if self._script.report is None:
                await asyncio.Event().wait()
        except asyncio.CancelledError:
            self._script.evaluations_cancelled += 1
            raise
        assert self._script.report is not None
        return self._script.report

    async def status(self) -> IndexStatus:
        count = len(self._passages)
        return IndexStatus(
            vault=self._vault,
            notes=len({chunk.path for chunk in self._passages}),
            chunks=count,
            embedded=count,
            failed=self._script.failed,
            last_sync=self._synced,
            embedding_model="none",
            reranker="late interaction",
            index_bytes=0,
            writer=None,
            read_only=self._read_only,
            readers=self._script.readers,
            completeness=self._script.completeness,
            members=self._script.members if self._vault == ALL_VAULTS else (),
        )

    async def use(self, parameters: Mapping[str, object]) -> None:
        self.used = dict(parameters)

    async def close(self) -> None:
        self.closed = True

    def _table(self) -> FacetTable:
        notes = {chunk.path: chunk for chunk in self._passages}.values()
        return FacetTable.of(
            StoredNote(c.path, c.title, c.modified or datetime.now(UTC), c.text, c.tags, {}, (), (), ())
            for c in notes
        )

    def _result(self, chunk: Chunk, words: list[str]) -> Result:
        text = chunk.text.casefold()
        starts = [(text.find(word), word) for word in words]
        spans = tuple(Span(start, start + len(word)) for start, word in sorted(starts) if start >= 0)
        note = quote(chunk.path.removesuffix(".md"), safe="")
        heading = "%23" + quote(chunk.heading_path[-1], safe="") if chunk.heading_path else ""
        uri = f"obsidian://open?vault={quote(self._vault.name, safe='')}&file={note}{heading}"
        why = f"{len(spans)} of {len(words)} words"
        return Result(
            replace(chunk, score=float(len(spans))),
            Snippet(chunk.text, spans),
            uri,
            why,
            terms=tuple(words),
            before=self._script.before.get(chunk.title),
        )

    def _with_meant(self, result: Result) -> Result:
        """Treat the script's words as matches by meaning."""
        text = result.chunk.text
        meant = tuple(Span(text.index(w), text.index(w) + len(w)) for w in self._script.meant if w in text)
        return replace(result, snippet=replace(result.snippet, meant=meant), meant=meant)


def _piece(chunk: Chunk, text: str, number: int) -> ContextPiece:
    return ContextPiece(
        path=chunk.path,
        title=chunk.title,
        heading_path=chunk.heading_path,
        line_start=chunk.line_start,
        line_end=chunk.line_end,
        tokens=len(text.split()),
        uri=f"obsidian://open?file={quote(chunk.path, safe='')}",
        number=number,
        text=text,
        chunk_ids=(chunk.id,),
    )


class FakeFactory:
    """Opens any path except those that the script declares not to be folders."""

    def __init__(self, script: Script) -> None:
        self._script = script

    async def __call__(self, folder: Path) -> FakeService:
        if folder.name in self._script.not_folders:
            raise VaultNotFoundError(
                f"{folder.name} is not a folder.", "Drop the folder that holds your notes."
            )
        for shown in self._script.opened[-1:]:
            if self._script.other_names.get(folder) == shown.vault and not shown.closed:
                return shown
        service = FakeService(folder, self._script)
        self._script.opened.append(service)
        return service

    async def renewed(self, service: VaultService) -> FakeService:
        """Open the vault again once the script says that its index was rebuilt."""
        await self._script.remade.wait()
        self._script.remade.clear()
        return await self(service.vault)

"""A vault in memory that keeps the promises of VaultService: it searches words, counts, marks and cites."""

from __future__ import annotations

import asyncio
import html
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from vaultsearch.core.errors import VaultNotFoundError
from vaultsearch.core.passage_answers import PassageAnswer, PassageOutcome, PassageTopic
from vaultsearch.core.values import (
    Chunk,
    Completions,
    Context,
    Failure,
    IndexStatus,
    Mode,
    Preview,
    Progress,
    Proposal,
    ProposalKind,
    Result,
    SearchStage,
    Snippet,
    Span,
    SyncReport,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence

    from vaultsearch.core.evaluation.values import EvaluationProgress, OwnReport


def passage(
    title: str, text: str, headings: tuple[str, ...] = (), folder: str = "", position: int = 0
) -> Chunk:
    """Make a passage of a note called ``title``."""
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
    """How the vault behaves: what it holds, what its sync tells, and what goes wrong."""

    passages: tuple[Chunk, ...] = ()
    added_by_sync: tuple[Chunk, ...] = ()
    progress: tuple[Progress, ...] = ()
    sync_waits: bool = False
    saved: asyncio.Event = field(default_factory=asyncio.Event)
    failed: tuple[Failure, ...] = ()
    notice: str | None = None
    unanswered: tuple[str, ...] = ()
    report: OwnReport | None = None
    evaluation_progress: tuple[EvaluationProgress, ...] = ()
    evaluation_error: Exception | None = None
    evaluations_cancelled: int = 0
    search_error: Exception | None = None
    sync_error: Exception | None = None
    passage_answer: PassageAnswer | None = None
    preview_html: str | None = None
    tags: Mapping[str, int] = field(default_factory=dict)
    completed: list[tuple[str, int]] = field(default_factory=list)
    not_folders: tuple[str, ...] = ()
    opened: list[FakeService] = field(default_factory=list)


class FakeService:
    """One open vault, all of it in ``script``."""

    def __init__(self, vault: Path, script: Script) -> None:
        self._vault = vault
        self._script = script
        self._passages = script.passages
        self._synced: datetime | None = None
        self.closed = False
        self.asked: list[tuple[str, Mode]] = []
        self.syncs = 0
        self.rebuilds = 0

    @property
    def vault(self) -> Path:
        return self._vault

    async def search(self, query: str, mode: Mode) -> AsyncIterator[SearchStage]:
        assert not self.closed
        self.asked.append((query, mode))
        if self._script.search_error is not None:
            raise self._script.search_error
        if query in self._script.unanswered:
            await asyncio.Event().wait()
        words = query.casefold().split()
        found = [self._result(chunk, words) for chunk in self._passages]
        hits = tuple(result for result in found if result.snippet.matches)
        yield SearchStage(query, mode, "words", hits, final=False, notice=self._script.notice)
        await asyncio.sleep(0)
        best = tuple(sorted(hits, key=lambda result: -len(result.snippet.matches)))
        yield SearchStage(query, mode, "reranked", best, final=True, notice=self._script.notice)

    async def search_passage(self, source: str) -> PassageAnswer:
        """Take each paragraph for a topic, called by its first word."""
        assert not self.closed
        if self._script.passage_answer is not None:
            return self._script.passage_answer
        topics = []
        for paragraph in filter(str.strip, source.split("\n\n")):
            words, line = paragraph.casefold().split(), source[: source.index(paragraph)].count("\n") + 1
            found = [self._result(chunk, words) for chunk in self._passages]
            hits = tuple(result for result in found if result.snippet.matches)
            if hits:
                topics.append(PassageTopic(words[0], line, line + paragraph.count("\n"), hits))
        outcome = PassageOutcome.FOUND if topics else PassageOutcome.NO_HITS
        results = tuple(topic.results[0] for topic in topics)
        return PassageAnswer(outcome, results, tuple(topics), source)

    async def completions(self, query: str, cursor: int) -> Completions:
        """Complete operators that are words, and the script's tags after ``tag:``."""
        self._script.completed.append((query, cursor))
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

    async def sync(self, on_progress: Callable[[Progress], None], *, anew: bool = False) -> SyncReport:
        assert not self.closed
        self.syncs += 1
        self.rebuilds += anew
        for progress in self._script.progress:
            on_progress(progress)
            await asyncio.sleep(0)
        if self._script.sync_waits:
            await asyncio.Event().wait()
        if self._script.sync_error is not None:
            raise self._script.sync_error
        known = {chunk.id for chunk in self._passages}
        new = tuple(chunk for chunk in self._script.added_by_sync if chunk.id not in known)
        self._passages += new
        self._synced = datetime.now(UTC)
        count = len(self._passages)
        return SyncReport(len(new), 0, len(known), 0, count, len(new), self._script.failed, 0.1)

    async def changes(self) -> AsyncGenerator[None, None]:
        while True:
            await self._script.saved.wait()
            self._script.saved.clear()
            yield

    async def preview(self, chunk: Chunk) -> Preview:
        marked = f'<a name="passage"></a><p class="passage">{html.escape(chunk.text)}</p>'
        return Preview(chunk, self._script.preview_html or f"<h1>{html.escape(chunk.title)}</h1>{marked}")

    async def passage(self, chunk: Chunk) -> str:
        section = " > ".join(chunk.heading_path)
        return f"{chunk.text}\n({chunk.title}{', ' + section if section else ''})"

    async def context(self, chunks: Sequence[Chunk]) -> Context:
        text = "\n\n".join([await self.passage(chunk) for chunk in chunks])
        return Context(text, len(text.split()), 4000, tuple(chunks), 0)

    async def evaluate_own(self, on_progress: Callable[[EvaluationProgress], None]) -> OwnReport:
        """Tell the script's progress, then its error or report; with neither, wait to be cancelled."""
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
        )

    async def close(self) -> None:
        self.closed = True

    def _result(self, chunk: Chunk, words: list[str]) -> Result:
        text = chunk.text.casefold()
        starts = [(text.find(word), word) for word in words]
        spans = tuple(Span(start, start + len(word)) for start, word in sorted(starts) if start >= 0)
        note = quote(chunk.path.removesuffix(".md"), safe="")
        heading = "%23" + quote(chunk.heading_path[-1], safe="") if chunk.heading_path else ""
        uri = f"obsidian://open?vault={quote(self._vault.name, safe='')}&file={note}{heading}"
        why = f"{len(spans)} of {len(words)} words"
        return Result(replace(chunk, score=float(len(spans))), Snippet(chunk.text, spans), uri, why)


class FakeFactory:
    """Opens any path but those that the script says are no folders."""

    def __init__(self, script: Script) -> None:
        self._script = script

    async def __call__(self, folder: Path) -> FakeService:
        if folder.name in self._script.not_folders:
            raise VaultNotFoundError(
                f"{folder.name} is not a folder.", "Drop the folder that holds your notes."
            )
        service = FakeService(folder, self._script)
        self._script.opened.append(service)
        return service


class FakeSettings:
    """Remembers in memory."""

    def __init__(self, last: Path | None = None) -> None:
        self.last = last
        self.recent_queries: tuple[str, ...] = ()

    def remember_query(self, query: str) -> None:
        self.recent_queries = (query, *(other for other in self.recent_queries if other != query))

    @property
    def last_vault(self) -> Path | None:
        return self.last

    @property
    def sample_vault(self) -> Path:
        return Path("/vaults/sample")

    def remember_vault(self, folder: Path) -> None:
        self.last = folder

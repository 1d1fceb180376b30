"""How much commands ask of a vault, and what they make of several answers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.builders import chunk
from vaultsearch.core.values.note import NoteAddress
from vaultsearch.core.values.relations import NoteName, VaultTopic
from vaultsearch.core.values.search import PER_NOTE, Mode, SearchStage
from vaultsearch.core.values.sync import Failure, SyncReport
from vaultsearch.service import commands

RESULTS: Any = tuple(SimpleNamespace(path=f"{name}.md", chunk=chunk(f"{name}.md:0")) for name in "abcdef")
TOPICS = tuple(VaultTopic(at, name, (NoteName(f"{name}.md", name),)) for at, name in enumerate("xfedcba"))


class AskedVault(SimpleNamespace):
    """A vault, with all its parts, that tells what it is asked."""

    def __init__(self, passages: int = 6, reports: tuple[SyncReport, ...] = ()) -> None:
        self.relations = self.query = self.index = self.recognition = self
        self.passages, self.reports = passages, [*reports]
        self.asked: list[Any] = []
        self.require = lambda: self.asked.append("require")

    def __getattr__(self, name: str) -> Any:
        async def answer(*asked: Any, **how: Any) -> Any:
            self.asked.append((name, *asked, *how.values()))
            return self.reports.pop(0) if name == "sync" else TOPICS if name == "topics" else asked

        return answer

    async def count_passages(self) -> int:
        return self.passages

    async def search_stages(self, query: str, n: int, *_: Mode, **how: Any) -> AsyncIterator[SearchStage]:
        self.asked.append((n, how["per_note"], how["rerank"], how["learned"]))
        for results in (RESULTS[:1], RESULTS):
            yield SearchStage(query, Mode.HYBRID, "fused", results, final=False)

    async def addresses(self, paths: Iterable[str]) -> dict[str, NoteAddress]:
        return {path: NoteAddress(Path("/v"), path, path, "") for path in paths}

    async def recognise_some(self, _on_progress: object) -> bool:
        return bool(self.reports)

    async def progress(self) -> Any:
        return SimpleNamespace(waiting=3, enabled="require" in self.asked)


ASK = partial(commands.search_vault, query="boat", mode=Mode.HYBRID, rerank=True)


@pytest.mark.parametrize(
    ("ask", "passages", "asked"),
    [
        (partial(ASK, n=None), 6, (10, PER_NOTE, True, False)), (partial(ASK, n=0), 0, (1, 0, True, False)),
        (partial(ASK, n=3), 6, (3, PER_NOTE, True, False)), (partial(ASK, n=0), 6, (6, 0, True, False)),
        (partial(commands.vault_topics, question="boat"), 6, (30, 0, False, False)),
        (partial(commands.count_by_date, query="boat"), 6, (100, 0, False, False)),
    ],
)  # fmt: skip
async def test_a_command_asks_for_as_many_passages_as_it_needs(
    ask: Callable[[Any], Any], passages: int, asked: tuple[Any, ...]
) -> None:
    await ask(vault := AskedVault(passages))
    assert [each for each in vault.asked if isinstance(each[0], int)] == [asked]


async def test_a_command_answers_by_the_last_stage() -> None:
    vault: Any = AskedVault()
    counted: list[int] = []
    last, notes = await ASK(vault, n=5, on_stage=lambda _, notes: counted.append(len(notes)))
    assert (counted, last.results, [*notes]) == ([1, 6], RESULTS, [f"{name}.md" for name in "abcdef"])
    assert [topic.label for topic in await commands.vault_topics(vault, "boat")] == [*"abcde"]
    assert await commands.vault_topics(vault, " ") == TOPICS
    facets: Any = await commands.count_by_date(vault, "boat")
    assert facets == ("boat", Mode.HYBRID, notes.keys())


@pytest.mark.parametrize(("recognise", "cancelled"), [(False, False), (True, False), (True, True)])
async def test_what_follows_recognized_texts_is_counted_with_a_sync(recognise: bool, cancelled: bool) -> None:
    first = SyncReport(5, 4, 3, 2, chunks=9, embedded=8, failed=(), seconds=1.0, cancelled=cancelled)
    failed = (Failure("a.png", "Too large."),)
    later = SyncReport(0, 1, 7, 1, chunks=11, embedded=2, failed=failed, seconds=0.5)
    index = partial(commands.sync_and_wait, read_for=(("de", True),), anew=True, recognise=recognise)
    vault: Any = AskedVault(reports=(first, later))
    report = await index(vault, progress := lambda _: None)
    both = replace(first, removed=3, chunks=11, embedded=10, failed=failed, seconds=1.5)
    counted = both if recognise and not cancelled else first
    assert report == replace(counted, pictures_waiting=3 * recognise)
    begun = [*["require"] * recognise, ("read_for", "de", True), ("sync", progress, True)]
    again = [("sync",)] * (counted is both)
    tidied = [("tidy_when_due",)] * (not cancelled)
    assert vault.asked == [*begun, *again, ("vectors_indexed",), *tidied]

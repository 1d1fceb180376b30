"""How much commands ask of a vault, and which of the answers they give."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.builders import chunk
from vaultsearch.core.values.note import NoteAddress
from vaultsearch.core.values.relations import NoteName, VaultTopic
from vaultsearch.core.values.search import PER_NOTE, Mode, SearchStage
from vaultsearch.service import commands

RESULTS: Any = tuple(SimpleNamespace(path=f"{name}.md", chunk=chunk(f"{name}.md:0")) for name in "abcdef")
TOPICS = tuple(VaultTopic(at, name, (NoteName(f"{name}.md", name),)) for at, name in enumerate("xfedcba"))


class AskedVault:
    """A vault, with all its parts, that tells what it is asked."""

    def __init__(self, passages: int = 6) -> None:
        self.relations = self.query = self
        self.passages, self.asked = passages, list[Any]()

    async def count_passages(self) -> int:
        return self.passages

    async def search_stages(self, query: str, n: int, *_: Mode, **how: Any) -> AsyncIterator[SearchStage]:
        self.asked.append((n, how["per_note"], how["rerank"], how["learned"]))
        for results in (RESULTS[:1], RESULTS):
            yield SearchStage(query, Mode.HYBRID, "fused", results, final=False)

    async def addresses(self, paths: Iterable[str]) -> dict[str, NoteAddress]:
        return {path: NoteAddress(Path("/v"), path, path, "") for path in paths}

    async def topics(self) -> tuple[VaultTopic, ...]:
        return TOPICS

    async def facets(self, *asked: Any) -> Any:
        return asked


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
    assert vault.asked == [asked]


async def test_a_command_answers_by_the_last_stage() -> None:
    vault: Any = AskedVault()
    counted: list[int] = []
    last, notes = await ASK(vault, n=5, on_stage=lambda _, notes: counted.append(len(notes)))
    assert (counted, last.results, [*notes]) == ([1, 6], RESULTS, [f"{name}.md" for name in "abcdef"])
    assert [topic.label for topic in await commands.vault_topics(vault, "boat")] == [*"abcde"]
    assert await commands.vault_topics(vault, " ") == TOPICS
    facets: Any = await commands.count_by_date(vault, "boat")
    assert facets == ("boat", Mode.HYBRID, notes.keys())

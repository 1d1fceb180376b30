"""The usage of an open vault, with the real models: recorded, raising results within bounds, forgotten."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.builders import chunk, wait_for_table_reading
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.usage_store import UsageStore
from vaultsearch.core.values.query import DAY_S, UseHistory
from vaultsearch.core.values.search import Mode, Result, SearchStage, Snippet, Use, UsedBefore
from vaultsearch.service.areas.usage import boost_used_notes
from vaultsearch.service.vault import Vault

NOTES = {
    "Gift ideas.md": "# Anna\n\nShe would love a pottery course for her birthday.\n",
    "Workshops.md": "# Autumn\n\nBread, bookbinding, pottery and a course in drawing.\n",
    "Clay.md": "# Kiln\n\nPottery is fired twice; the first course of the kiln is slow.\n",
    "Studio.md": "# Rent\n\nThe pottery studio costs forty a month.\n",
    "Pottery.md": "# Glazes\n\nAsh and iron.\n",
    "Töpfern.md": "# Kurs\n\nDer Töpferkurs im Herbst dauert sechs Abende.\n",
    "陶艺.md": "# 课程\n\n陶艺课在秋天开始,一共六个晚上。\n",
}
STAGE = SearchStage(
    "pottery", Mode.HYBRID, "fused", (Result(chunk("Kiln.md:0"), Snippet("kiln"), "", ""),), final=True
)
QUESTION, NEAR = "pottery course", "a pottery course"


@dataclass
class Opened:
    """An open vault that learns from use; tests advance the clock."""

    session: Vault
    store: UsageStore
    clock: SimpleNamespace

    async def stages(self, query: str, mode: Mode = Mode.HYBRID) -> list[SearchStage]:
        return [stage async for stage in self.session.search_stages(query, mode=mode)]

    async def results(self, query: str, mode: Mode = Mode.HYBRID) -> tuple[Result, ...]:
        return (await self.stages(query, mode))[-1].results

    async def open_at(self, rank: int, query: str = QUESTION, mode: Mode = Mode.HYBRID) -> str:
        found = (await self.results(query, mode))[rank - 1].chunk
        await self.session.usage.note(query, mode, found, Use.OPENED, rank)
        return found.path


@pytest.fixture
async def opened(request: pytest.FixtureRequest, folder: Path, tmp_path: Path) -> AsyncIterator[Opened]:
    """That vault, learning from use, with the parameters that a test may name."""
    parameters = Parameters(file=getattr(request, "param", {}))
    async with await Vault.open(folder / "vault", folder / "index", parameters) as session:
        clock = SimpleNamespace(now=1.8e9)
        store = UsageStore(tmp_path / "kept" / "opened.sqlite", lambda: clock.now)
        session.learn_from(store)
        # Numbers round otherwise once vectors are in memory, and the last rows may change places.
        await session.search("kiln")
        await wait_for_table_reading()
        yield Opened(session, store, clock)


def shown(results: tuple[Result, ...]) -> list[tuple[str, UsedBefore | None]]:
    """Return ids and badges of results: scores may round otherwise once vectors are in memory."""
    return [(one.chunk.id, one.last_used) for one in results]


def paths(results: tuple[Result, ...]) -> list[str]:
    return [one.chunk.path for one in results]


async def test_an_opened_note_rises_for_the_question_and_a_near_one_in_all_stages(opened: Opened) -> None:
    before = paths(await opened.results(QUESTION))
    path = await opened.open_at(4)
    for query in (QUESTION, NEAR):
        stages = await opened.stages(query)
        assert paths(stages[-1].results)[1] == path
        assert stages[-1].results[1].last_used == UsedBefore(QUESTION, Use.OPENED)
        settled = [stage for stage in stages if stage.name != "words" and path in paths(stage.results)]
        assert {paths(stage.results).index(path) for stage in settled} <= {0, 1}, "it jumps once"
    assert paths(await opened.results(QUESTION))[0] == before[0]


async def test_without_history_or_with_the_first_result_opened_answers_are_the_same(opened: Opened) -> None:
    questions = (QUESTION, NEAR, "Pottery", "kiln", "Töpferkurs", "陶艺课")
    learned = [shown(await opened.results(query)) for query in questions]
    opened.session.learn_from(None)
    assert [shown(await opened.results(query)) for query in questions] == learned
    opened.session.learn_from(opened.store)
    for query in questions:
        await opened.open_at(1, query)
    assert [shown(await opened.results(query)) for query in questions] == learned


async def test_without_a_history_a_stage_is_handed_on_as_it_is() -> None:
    async def stages() -> AsyncIterator[SearchStage]:
        yield STAGE

    async def none(query: str, by_words: bool) -> UseHistory:
        return UseHistory()

    assert [stage is STAGE async for stage in boost_used_notes(stages(), none)] == [True]


async def test_an_exact_title_stays_first_and_other_questions_are_not_touched(opened: Opened) -> None:
    studio = await opened.results("monthly rent")
    for rank in (5, 4, 3, 2):
        await opened.open_at(rank, "Pottery")
    assert paths(await opened.results("Pottery"))[0] == "Pottery.md"
    assert shown(await opened.results("monthly rent")) == shown(studio)


@pytest.mark.parametrize("query", ["Töpferkurs im Herbst", "秋天的陶艺课"])
async def test_questions_in_other_languages_are_recalled_too(opened: Opened, query: str) -> None:
    path = await opened.open_at(4, query)
    again = (await opened.results(f"{query}?"))[1]
    assert (again.chunk.path, again.last_used) == (path, UsedBefore(query, Use.OPENED))


async def test_who_asks_for_words_gets_words(opened: Opened) -> None:
    before = await opened.results(QUESTION, Mode.FULLTEXT)
    await opened.open_at(3, mode=Mode.FULLTEXT)
    assert shown(await opened.results(QUESTION, Mode.FULLTEXT)) == shown(before)
    assert any(one.last_used for one in await opened.results(QUESTION)), "it was noted all the same"


async def test_what_is_forgotten_raises_nothing_and_leaves_no_byte(opened: Opened) -> None:
    before = await opened.results(QUESTION)
    first, second = await opened.open_at(4), await opened.open_at(4)
    assert first != second
    await opened.session.usage.forget(NEAR, first)
    assert [one.chunk.path for one in await opened.results(QUESTION) if one.last_used] == [second]
    await opened.session.usage.forget(QUESTION)
    assert shown(await opened.results(QUESTION)) == shown(before)
    left = b"".join(file.read_bytes() for file in opened.store.file.parent.iterdir())
    assert not any(words.encode() in left for words in (QUESTION, first, second))


@pytest.mark.parametrize("opened", [{"window.recent_queries": 0}, {"learning.enabled": False}], indirect=True)
async def test_nothing_is_kept_where_queries_are_not_or_learning_is_off(opened: Opened) -> None:
    await opened.open_at(4)
    assert not opened.store.file.exists()


async def test_nothing_rises_switched_off_after_ninety_days_or_outside_the_window(opened: Opened) -> None:
    before = await opened.results(QUESTION)
    path = await opened.open_at(4)
    await opened.session.use({"learning.enabled": False})
    assert shown(await opened.results(QUESTION)) == shown(before)
    await opened.session.use({})
    assert paths(await opened.results(QUESTION))[1] == path
    opened.clock.now += 90 * DAY_S
    assert paths(await opened.results(QUESTION)) == paths(before)
    opened.clock.now -= 90 * DAY_S
    opened.session.learn_from(None)  # as the command line and the server for other programs open it
    assert shown(await opened.results(QUESTION)) == shown(before)
    kept = opened.store.file.read_bytes()
    await opened.open_at(3)
    assert opened.store.file.read_bytes() == kept

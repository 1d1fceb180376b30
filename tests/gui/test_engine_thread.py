"""The engine thread: numbered answers, troubles, and a stop that leaves no thread behind."""

import asyncio
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.gui.conftest import PASSAGES, VAULT
from tests.gui.fake_script import Script
from tests.gui.fake_service import FakeService
from vaultsearch.core.values.search import Mode, SearchStage
from vaultsearch.core.values.sync import Progress
from vaultsearch.gui import engine_thread
from vaultsearch.gui.background import Background
from vaultsearch.gui.engine_thread import EngineThread, LoopThread
from vaultsearch.service.protocol import VaultService


def open_vault(qtbot: QtBot, engine: EngineThread, vault: Path) -> None:
    with qtbot.waitSignal(engine.vault_opened):
        engine.open_vault(vault)


@pytest.fixture
def engine(qtbot: QtBot, engine: EngineThread) -> EngineThread:
    """The engine, with a vault open."""
    open_vault(qtbot, engine, VAULT)
    return engine


def test_stages_arrive_on_the_window_thread_with_their_number(qtbot: QtBot, engine: EngineThread) -> None:
    seen: list[object] = []
    engine.delivering.connect(lambda: seen.append("delivering"))  # known before anybody has it
    engine.stage_arrived.connect(lambda number, stage: seen.append((number, stage.name)))
    with qtbot.waitSignal(engine.stage_arrived, check_params_cb=lambda _, stage: stage.final):
        number = engine.search("pottery", Mode.HYBRID)
    assert (seen[:2], seen[-1]) == (["delivering", (number, "words")], (number, "reranked"))


def test_a_new_question_cancels_the_one_before(qtbot: QtBot, engine: EngineThread, script: Script) -> None:
    script.unanswered = ("p", "po")
    seen: list[int] = []
    engine.stage_arrived.connect(lambda number, _: seen.append(number))
    numbers = [engine.search(word, Mode.HYBRID) for word in ("p", "po", "pot")]
    qtbot.waitUntil(lambda: len(seen) == 2)
    assert numbers == sorted(numbers)
    assert seen == numbers[-1:] * 2


def test_the_costly_stage_waits(qtbot: QtBot, engine: EngineThread, monkeypatch: pytest.MonkeyPatch) -> None:
    reread: list[str] = []

    async def search(_: FakeService, query: str, _n: int | None, mode: Mode) -> AsyncIterator[SearchStage]:
        yield SearchStage(query, mode, "fused", (), final=False)
        if query == "pot":
            yield SearchStage(query, mode, "reranked", (), final=False)
        reread.append(query)
        yield SearchStage(query, mode, "reranked", (), final=True)

    monkeypatch.setattr(FakeService, "search_stages", search)
    monkeypatch.setattr(engine_thread, "_RERANKING_PAUSE_S", 60)
    with qtbot.waitSignal(engine.stage_arrived, check_params_cb=lambda _, stage: stage.name == "reranked"):
        engine.search("pot", Mode.HYBRID)
    with qtbot.waitSignal(engine.stage_arrived, check_params_cb=lambda _, stage: stage.final):
        engine.search("pottery", Mode.HYBRID)
    assert reread == ["pottery"]


def test_only_a_jobs_latest_question_is_answered_unless_dropped(qtbot: QtBot, engine: EngineThread) -> None:
    seen: list[object] = []
    with qtbot.waitSignal(engine.answered):
        engine.ask("copy", lambda vault: vault.excerpts.wikilinks(PASSAGES[:1]), seen.append)
        engine.ask("copy", lambda vault: vault.excerpts.wikilinks(PASSAGES[2:]), seen.append)
    assert seen == [("[[Workshops]]",)]
    seen.clear()
    engine.ask("preview", lambda vault: vault.pages.preview(PASSAGES[0]), seen.append)
    engine.drop("preview")
    with qtbot.waitSignal(engine.answered):
        engine.ask("copy", lambda vault: vault.excerpts.wikilinks(PASSAGES[:1]), seen.append)
    assert [type(answer) for answer in seen] == [tuple]


class Cursor:
    """Tells on which thread it ends."""

    def __init__(self, ended: list[threading.Thread]) -> None:
        self._ended = ended

    def touch(self) -> None:
        """Be held by who calls this."""

    def __del__(self) -> None:
        self._ended.append(threading.current_thread())


def test_what_a_question_holds_of_the_window_ends_on_its_thread(qtbot: QtBot, engine: EngineThread) -> None:
    """The engine's thread dropped text cursors while another note was written there: a segmentation fault."""
    ended: list[threading.Thread] = []

    def ask(seconds: float) -> None:
        cursor = Cursor(ended)

        async def wait(_: VaultService) -> Cursor:
            await asyncio.sleep(seconds)
            return cursor

        async def work(vault: VaultService) -> None:
            await wait(vault)

        engine.ask("marks", wait, lambda _: cursor.touch())
        engine.submit("usage", work)

    for _ in range(20):
        ask(3600)
    ask(0)
    with qtbot.waitSignal(engine.vault_closed):
        engine.close_vault()
    qtbot.waitUntil(lambda: len(ended) == 21)
    assert set(ended) == {threading.main_thread()}


def test_what_a_background_question_holds_of_the_window_ends_on_the_windows_thread(qtbot: QtBot) -> None:
    background, ended = Background(), list[threading.Thread]()

    def ask() -> None:
        cursor = Cursor(ended)
        background.ask("picture", lambda: id(cursor), lambda _: cursor.touch())

    for _ in range(20):
        ask()
    qtbot.waitUntil(lambda: len(ended) == 20)
    assert set(ended) == {threading.main_thread()}
    background.stop()


def test_no_question_of_a_former_vault_is_put_on(qtbot: QtBot, engine: EngineThread, script: Script) -> None:
    """All vaults were opened, and the former one's rows copied before the window was told: KeyError."""
    open_vault(qtbot, engine, Path("/vaults/one"))
    asked: list[Path] = []
    is_open = threading.Event()
    script.when_closed = is_open.set  # the former vault, once the next one is there
    engine.open_vault(Path("/vaults/two"))
    assert is_open.wait(10)

    async def note(vault: VaultService) -> None:
        asked.append(vault.folder)

    engine.ask("copy", note, lambda _: None)
    engine.submit("basket save", note)
    with qtbot.waitSignal(engine.vault_opened):
        pass
    with qtbot.waitSignal(engine.answered):
        engine.ask("related", note, lambda _: None)
    assert asked == [Path("/vaults/two")]


def test_a_folder_that_fails_to_open_changes_none(qtbot: QtBot, engine: EngineThread, script: Script) -> None:
    script.not_folders = ("picture.png",)
    with qtbot.assertNotEmitted(engine.vault_opened), qtbot.waitSignal(engine.failed):
        engine.open_vault(Path("/vaults/picture.png"))
    with qtbot.waitSignal(engine.stage_arrived):
        engine.search("pottery", Mode.HYBRID)


def test_no_sync_begins_during_another(qtbot: QtBot, engine: EngineThread, script: Script) -> None:
    script.progress = (Progress("reading", 1, 3),)
    script.sync_waits = True
    with qtbot.waitSignal(engine.progress):
        engine.sync()
    engine.sync()
    with qtbot.waitSignal(engine.status_changed):
        engine.refresh_status()
    assert script.opened[0].index.syncs == 1


def test_nothing_is_read_while_it_is_paused(qtbot: QtBot, engine: EngineThread, script: Script) -> None:
    engine.pause(True)
    engine.watch()
    for _ in range(3):
        engine._loop._loop.call_soon_threadsafe(script.saved.set)
        with qtbot.waitSignal(engine.status_changed):
            engine.refresh_status()
    assert script.opened[0].index.syncs == 0
    engine.pause(False)
    with qtbot.waitSignal(engine.sync_finished):
        engine._loop._loop.call_soon_threadsafe(script.saved.set)


def test_an_answer_overtaken_by_a_newer_question_is_dropped(qtbot: QtBot, engine: EngineThread) -> None:
    seen: list[object] = []
    engine._latest["copy"] = 7
    for number in (6, 7):
        engine._questions[number] = engine_thread._Question(lambda _: asyncio.sleep(0), seen.append)
    engine._answer("copy", 6, "late", is_last=True)
    assert seen == []
    engine._answer("copy", 7, "asked for", is_last=True)
    engine._answer("copy", 7, "said twice", is_last=True)
    assert seen == ["asked for"]


def test_a_question_goes_before_a_wanted_sync(qtbot: QtBot, engine: EngineThread, script: Script) -> None:
    script.progress = (Progress("reading", 1, 3),)
    order: list[str] = []
    engine.stage_arrived.connect(lambda _, stage: order.append(stage.name))
    engine.progress.connect(lambda progress: order.append(progress.phase))
    with qtbot.waitSignal(engine.sync_finished):
        engine.search("pottery", Mode.HYBRID)
        engine.sync()
    assert order == ["words", "reranked", "reading"]


def test_searches_come_first(qtbot: QtBot, engine: EngineThread, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = asyncio.Event()

    async def search(_: FakeService, query: str, _n: int | None, mode: Mode) -> AsyncIterator[SearchStage]:
        await asked.wait()
        for _turn in range(9):  # in which the other question could be answered
            await asyncio.sleep(0)
        yield SearchStage(query, mode, "words", (), final=True)

    monkeypatch.setattr(FakeService, "search_stages", search)
    order: list[str] = []
    engine.stage_arrived.connect(lambda _, stage: order.append(stage.name))
    with qtbot.waitSignal(engine.answered):
        engine.search("pottery", Mode.HYBRID)
        engine.ask("titled", lambda _: asyncio.sleep(0), lambda _: order.append("titles"))
        engine._loop._loop.call_soon_threadsafe(asked.set)
    assert order == ["words", "titles"]


def test_a_lane_that_was_taken_over_is_busy_until_the_new_work_ends(qtbot: QtBot) -> None:
    loop = LoopThread("lanes")
    done: list[str] = []
    ended = asyncio.Event()

    async def second() -> None:
        await ended.wait()
        done.append("second")

    async def third() -> None:
        done.append("third")

    loop.start("lane", lambda: asyncio.sleep(3600))
    loop.start("lane", second)
    loop.start("other", third)  # by then, the first has been let go of
    qtbot.waitUntil(lambda: done == ["third"])
    loop.start("lane", third, replace=False)
    loop._loop.call_soon_threadsafe(ended.set)
    qtbot.waitUntil(lambda: "second" in done)
    loop.start("lane", third, replace=False)
    qtbot.waitUntil(lambda: done == ["third", "second", "third"])
    assert loop.stop(third, 5.0)
    assert done[3:] == ["third"]


def test_a_window_may_be_open_all_day(engine: EngineThread) -> None:
    # In one release of PySide, each signal let go of a bool that was not its own, until none was left.
    progress = Progress("scanning", 0, 0)
    before = sys.getrefcount(True)
    for _ in range(300):
        engine.progress.emit(progress)
    assert sys.getrefcount(True) > before - 100

"""The window over one note in memory, with a timer that measures the stalls of its thread."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication

from tests.gui.fake_script import Script, passage
from tests.gui.fake_service import FakeFactory, FakeService
from tests.gui.fake_settings import FakeSettings
from vaultsearch.core.values.search import Result, Snippet
from vaultsearch.core.vault.containment import Containment
from vaultsearch.core.worker import WorkerProcess
from vaultsearch.desktop.app import GarbageCollection
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.theme import Theme
from vaultsearch.gui.window.main_window import MainWindow
from vaultsearch.service.areas.pages import Pages

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.gui.fake_areas import FakePages
    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.values.note import StoredNote
    from vaultsearch.service.protocol import VaultService

_ICONS = Path(__file__).parents[2] / "resources" / "icons"
_TICK_MS = 2
_SCROLLS = 150


class _OneNote:
    """A corpus of one note."""

    def __init__(self, text: str) -> None:
        self._text = text

    async def get_document(self, _path: str) -> str:
        return self._text

    @property
    def notes(self) -> _OneNote:
        return self

    async def all(self) -> tuple[StoredNote, ...]:
        return ()

    async def version(self) -> int:
        return 1


class _Reading(FakeService):
    """Reads as a vault does."""

    def __init__(self, vault: Path, script: Script, text: str) -> None:
        super().__init__(vault, script)
        # As in the program, another process draws the formulas.
        self._drawing = WorkerProcess()
        corpus = cast("LanceCorpus", _OneNote(text))
        place = Containment(vault), corpus, vault / "index"
        self.pages = cast("FakePages", Pages(*place, run=self._drawing))

    async def close(self) -> None:
        self._drawing.close()
        await super().close()


class _Factory(FakeFactory):
    def __init__(self, script: Script, text: str) -> None:
        super().__init__(script)
        self._script_, self._text = script, text

    async def __call__(self, folder: Path) -> VaultService:
        return cast("VaultService", _Reading(folder, self._script_, self._text))


class ReadWindow:
    """Opens, scrolls and resizes as a user does."""

    def __init__(self, text: str) -> None:
        self._app = QApplication.instance() or QApplication([])
        self._lines = text.count("\n")
        self._engine = EngineThread(_Factory(Script(), text))
        # As in the program, see vaultsearch/desktop/app.py.
        self._collecting = GarbageCollection(
            self._engine.vault_opened, self._engine.progress, self._engine.sync_finished
        )
        self._window = MainWindow(
            self._engine,
            icons_folder=_ICONS,
            theme=Theme(cast("QApplication", self._app), Qt.ColorScheme.Light),
            settings=FakeSettings(),
        )
        self._window.show()
        self._window.open_vault(Path("/vault"))
        self._wait_until(lambda: self._window.windowTitle().startswith("vault -"), 20_000)
        self.first_ms = 0.0
        self._gaps: list[float] = []
        self._busy: list[float] = []
        self._last = self._used = 0.0

    def gaps_during(self, step: Callable[[], None]) -> tuple[list[float], list[float]]:
        """Return the gaps in the timer during a step, and this thread's CPU time in each, in ms."""
        self._gaps, self._busy = [], []
        self._last, self._used = time.perf_counter(), time.thread_time()
        timer = QTimer(interval=_TICK_MS, timerType=Qt.TimerType.PreciseTimer)
        timer.timeout.connect(self._tick)
        timer.start()
        step()
        self._rest(1000)
        timer.stop()
        return self._gaps, self._busy

    def open_middle(self) -> None:
        """Show a passage in the middle of the note."""
        start = time.perf_counter()
        line = self._lines // 2
        chunk = replace(passage("a", "words"), line_start=line, line_end=line)
        self._window.page.reading.show_result(Result(chunk, Snippet(chunk.text), "", ""))
        self._wait_until(lambda: self._window.page.preview.shown is not None, 20_000)
        self.first_ms = (time.perf_counter() - start) * 1000

    def scroll(self) -> None:
        """Scroll on and on, half a screen at a time."""
        view = self._window.page.preview.view
        for _ in range(_SCROLLS):
            view.reading.release()
            view.verticalScrollBar().setValue(view.verticalScrollBar().value() + view.height() // 2)
            self._rest(40)

    def jump(self) -> None:
        """Go to headings near the end, the beginning, the end."""
        for line in (self._lines - 50, 1, self._lines - 90):
            self._window.page.reading.go_to_line(line)
            self._rest(600)

    def resize_window(self) -> None:
        """Make the window narrower and wider again."""
        for width in (1100, 1000, 1180):
            self._window.resize(width, 760)
            self._rest(200)

    def close(self) -> None:
        """End it."""
        self._collecting.stop()
        self._window.close()

    def _tick(self) -> None:
        now, used = time.perf_counter(), time.thread_time()
        self._gaps.append((now - self._last) * 1000)
        self._busy.append((used - self._used) * 1000)
        self._last, self._used = now, used

    def _wait_until(self, done: Callable[[], bool], most_ms: int) -> None:
        end = time.perf_counter() + most_ms / 1000
        while not done() and time.perf_counter() < end:
            self._rest(5)
        if not done():
            raise TimeoutError

    def _rest(self, milliseconds: int) -> None:
        # Not QTest.qWait: that keeps Python's lock, so that no other thread could answer.
        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()

"""The window with an observer that types a question and reports the time of each event."""

import json
import time
from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import Any, ClassVar

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QApplication

from vaultsearch.core.values.search import SearchStage
from vaultsearch.core.values.sync import Progress, SyncReport
from vaultsearch.gui.window.main_window import MainWindow

_TICK_MS, _STALL_MS = 5, 20.0
_LETTER_EVERY_MS = 80
"""As somebody does who types fast: twelve letters a second."""
_PAUSE = 10
"""Letters' time between a question and the next."""


class ReportingWindow(MainWindow):
    """Reports its first paint, and begins then."""

    task: ClassVar[dict[str, Any]] = {}
    _painted = False

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            tell("visible")
            QTimer.singleShot(0, self._begin)

    def _begin(self) -> None:
        """Do what is to be done once the window is visible."""

    def _type(self, letter: str) -> None:
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            event = QKeyEvent(kind, 0, Qt.KeyboardModifier.NoModifier, letter)
            QApplication.sendEvent(self.page.search.field, event)


class ObservedWindow(ReportingWindow):
    """Asks the first of ``task["questions"]`` at once; with ``task["typing"]`` types all by letters."""

    def __init__(self, *args: Any, **parts: Any) -> None:
        super().__init__(*args, **parts)
        self._told: set[str] = set()
        self._phase, self._doing = "opening", ""
        self._last = 0.0
        self._gaps: list[float] = []
        self._stalls: list[tuple[float, str]] = []
        self._engine.stage_arrived.connect(self._stage)
        self._engine.progress.connect(self._follow)
        self._engine.sync_finished.connect(self._synced)
        self._ticking = QTimer(self, interval=_TICK_MS, timerType=Qt.TimerType.PreciseTimer)
        self._ticking.timeout.connect(self._tick)
        self._letters = _letters(self.task["questions"])
        self._typing = QTimer(self, interval=_LETTER_EVERY_MS)
        self._typing.timeout.connect(self._type_next)

    def _begin(self) -> None:
        if self.task.get("typing"):
            self._ticking.start()
            self._typing.start()
            return
        self.page.search.field.take_focus()
        for letter in self.task["questions"][0]:
            self._type(letter)

    def _type_next(self) -> None:
        letter = next(self._letters)
        if letter == "":
            self.page.search.field.take_focus()
        elif letter is not None:
            self._type(letter)

    def _type(self, letter: str) -> None:
        super()._type(letter)
        self._doing = "typing"

    def _stage(self, _number: int, stage: SearchStage) -> None:
        self._doing = f"answer {stage.name}"
        if stage.results:
            self._tell_once("words")
            if stage.name != "words" and stage.notice is None:
                self._tell_once("meaning")

    def _follow(self, progress: Progress) -> None:
        self._phase, self._doing = progress.phase, "progress"

    def _synced(self, _report: SyncReport) -> None:
        self._tell_once("synced" if "synced" not in self._told else "synced again")
        if self._ticking.isActive():
            self._end(done=True)

    def _tick(self) -> None:
        now = time.perf_counter()
        if self._last:
            gap = (now - self._last) * 1000
            self._gaps.append(gap)
            if gap > _STALL_MS:
                self._stalls.append((round(gap, 1), f"{self._phase}, {self._doing}"))
        self._last, self._doing = now, ""
        limit = self.task.get("seconds")
        if limit and len(self._gaps) % 200 == 0 and sum(self._gaps) > limit * 1000:
            self._end(done=False)

    def _end(self, *, done: bool) -> None:
        self._ticking.stop()
        self._typing.stop()
        longest = sorted(self._stalls, reverse=True)[:12]
        tell("stalls", gaps=[round(gap, 2) for gap in sorted(self._gaps)], longest=longest, done=done)

    def _tell_once(self, event: str) -> None:
        if event not in self._told:
            self._told.add(event)
            tell(event)


def _letters(questions: Sequence[str]) -> Iterator[str | None]:
    """Yield the letters of one question after the other, forever: "" at a beginning, None for a pause."""
    for question in cycle(questions):
        yield from ("", *question, *[None] * _PAUSE)


def tell(event: str, **values: object) -> None:
    """Print an event with its moment on the clock that all processes share."""
    print(json.dumps({"event": event, "at": time.monotonic(), **values}), flush=True)

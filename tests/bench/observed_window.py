"""The window with an observer that types a question and reports the time of each event."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from types import FrameType
from typing import Any, ClassVar

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QApplication

from vaultsearch.core.values.search import SearchStage
from vaultsearch.core.values.sync import Progress, SyncReport
from vaultsearch.gui.window.main_window import MainWindow

_TICK_MS = 5
_STALL_MS = 20.0
_STACKS_FROM_MS = 25.0
_SAMPLED_FROM_MS = 15.0
_SAMPLED_EVERY_S = 0.003
_BUSY_MS = 2.0
_FRAMES = 14
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
        self._phase = "opening"
        self._doing = ""
        self._last = 0.0
        self._gaps: list[float] = []
        self._stalls: list[tuple[float, str]] = []
        self._engine.stage_arrived.connect(self._stage)
        self._engine.progress.connect(self._follow)
        self._engine.sync_finished.connect(self._synced)
        self._ticking = QTimer(self, interval=_TICK_MS, timerType=Qt.TimerType.PreciseTimer)
        self._ticking.timeout.connect(self._tick)
        self._stacks = StallStacks(Path(path)) if (path := self.task.get("stacks")) else None
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
        self._phase = progress.phase
        self._doing = "progress"

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
            if self._stacks is not None:
                self._stacks.follow(gap, f"{self._phase}, {self._doing}")
                now = time.perf_counter()
        self._last = now
        self._doing = ""
        limit = self.task.get("seconds")
        if limit and len(self._gaps) % 200 == 0 and sum(self._gaps) > limit * 1000:
            self._end(done=False)

    def _end(self, *, done: bool) -> None:
        self._ticking.stop()
        self._typing.stop()
        if self._stacks is not None:
            self._stacks.stop()
        longest = sorted(self._stalls, reverse=True)[:12]
        tell("stalls", gaps=[round(gap, 2) for gap in sorted(self._gaps)], longest=longest, done=done)

    def _tell_once(self, event: str) -> None:
        if event not in self._told:
            self._told.add(event)
            tell(event)


class StallStacks:
    """Writes how the window's thread spent each long gap, and what the other threads did meanwhile.

    A gap is the thread's own work (it ran), a wait for a core (it could have run), or a sleep: for the
    interpreter's lock or another one. A thread beside it samples the stacks; a sample that is itself late,
    without a wait for a core, waited for the lock while a call did not release it. Linux only.

    Args:
        file: receives the report; it is overwritten.
    """

    def __init__(self, file: Path) -> None:
        self._report = file.open("w", encoding="utf-8")
        self._own = threading.get_native_id()
        self._before: dict[int, tuple[float, float]] = {}
        self._tick = time.perf_counter()
        self._samples: list[tuple[float, float, dict[int, str]]] = []
        self._stopped = threading.Event()
        self._sampler = threading.Thread(target=self._sample, name="stall-stacks", daemon=True)
        self._sampler.start()

    def follow(self, gap: float, doing: str) -> None:
        """Report the gap (ms) that has ended if it was long, and watch the next."""
        now = _thread_times()
        if gap > _STACKS_FROM_MS:
            self._write(gap, doing, now)
        self._before, self._samples = now, []
        self._tick = time.perf_counter()

    def stop(self) -> None:
        """End watching."""
        self._stopped.set()
        self._sampler.join()
        self._report.close()

    def _sample(self) -> None:
        due = time.perf_counter()
        while not self._stopped.wait(_SAMPLED_EVERY_S):
            due, before = time.perf_counter(), due + _SAMPLED_EVERY_S
            late = (due - self._tick) * 1000
            if late > _SAMPLED_FROM_MS:
                stacks = {thread: _stack(frame) for thread, frame in sys._current_frames().items()}
                self._samples.append((late, (due - before) * 1000, stacks))

    def _write(self, gap: float, doing: str, now: dict[int, tuple[float, float]]) -> None:
        spent = {
            thread: (ran - self._before.get(thread, (0, 0))[0], waited - self._before.get(thread, (0, 0))[1])
            for thread, (ran, waited) in now.items()
        }
        ran, waited = spent.get(self._own, (0.0, 0.0))
        slept = max(0.0, gap - ran - waited)
        self._say(
            f"=== until {time.monotonic():.4f}: {gap:.1f} ms:"
            f" ran {ran:.1f}, waited for a core {waited:.1f}, slept {slept:.1f} ({doing})"
        )
        threads = {thread.native_id: thread for thread in threading.enumerate()}
        for number, (ran, waited) in sorted(spent.items(), key=lambda one: -one[1][0]):
            thread = threads.get(number)
            if ran + waited > _BUSY_MS:
                name = thread.name if thread else _read(f"/proc/self/task/{number}/comm")
                self._say(f"  {name}: ran {ran:.1f}, waited for a core {waited:.1f}")
                for at, late, stacks in self._samples:
                    if thread and (stack := stacks.get(thread.ident or 0)):
                        self._say(f"    at {at:.0f} ms (sampled {late:.1f} late): {stack}")
        self._report.flush()

    def _say(self, line: str) -> None:
        self._report.write(f"{line}\n")


def _stack(frame: FrameType | None) -> str:
    """Return the innermost frames, the innermost first."""
    lines: list[str] = []
    while frame is not None and len(lines) < _FRAMES:
        code = frame.f_code
        lines.append(f"{'/'.join(Path(code.co_filename).parts[-2:])}:{frame.f_lineno} {code.co_name}")
        frame = frame.f_back
    return " < ".join(lines)


def _thread_times() -> dict[int, tuple[float, float]]:
    """Return for each thread of this process, by its number, the ms that it ran and waited for a core."""
    times = {}
    for task in Path("/proc/self/task").iterdir():
        if text := _read(f"{task}/schedstat"):
            ran, waited, _slices = text.split()
            times[int(task.name)] = int(ran) / 1e6, int(waited) / 1e6
    return times


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except OSError:  # the thread has ended
        return ""


def _letters(questions: Sequence[str]) -> Iterator[str | None]:
    """Yield the letters of one question after the other, forever: "" at a beginning, None for a pause."""
    for question in cycle(questions):
        yield from ("", *question, *[None] * _PAUSE)


def tell(event: str, **values: object) -> None:
    """Print an event with its moment on the clock that all processes share."""
    print(json.dumps({"event": event, "at": time.monotonic(), **values}), flush=True)

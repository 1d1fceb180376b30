"""The window operated by keys and actions, as a look prescribes, with pictures taken."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from PySide6.QtCore import QElapsedTimer, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeySequence, QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from tests.pictures.states import LOOKS, Await, Copy, Do, Picture, Press, Size, Speak, Step, Type
from vaultsearch.core.values.search import SearchStage
from vaultsearch.gui.window.main_window import MainWindow

_TICK_MS = 30
_LONGEST_WAIT_MS = 240_000


class PosingWindow(MainWindow):
    """Takes the steps of ``task["look"]`` one by one, each once the former has come to its end."""

    task: ClassVar[dict[str, Any]] = {}

    def __init__(self, *args: Any, **parts: Any) -> None:
        super().__init__(*args, **parts)
        self._look = LOOKS[self.task["look"]]
        self.resize(*self._look.size)
        self._steps: Iterator[Step] = iter(self._look.steps)
        self._waits_for: str | int | None = 0
        self._happened: set[str] = set()
        self._since = QElapsedTimer()
        self._since.start()
        if self._look.dark:
            self._theme.fix(Qt.ColorScheme.Dark)
        self._engine.stage_arrived.connect(self._stage)
        self._engine.sync_finished.connect(lambda _: self._happened.add("read"))
        self._engine.answered.connect(self._happened.add)
        self._posing = QTimer(self, interval=_TICK_MS)
        self._posing.timeout.connect(self._tick)
        self._posing.start()

    def _stage(self, _number: int, stage: SearchStage) -> None:
        if stage.final:
            self._happened.add("answer")

    def _tick(self) -> None:
        if not self.isVisible() or not self._is_over():
            return
        step = next(self._steps, None)
        self._since.restart()
        if step is None:
            self._posing.stop()
            self.close()
        else:
            self._take(step)

    def _is_over(self) -> bool:
        waits = self._waits_for
        if isinstance(waits, int):
            return self._since.elapsed() >= waits
        if waits in self._happened:
            self._happened.discard(str(waits))
            return True
        if self._since.elapsed() > _LONGEST_WAIT_MS:
            print(f"{waits!r} did not happen", file=sys.stderr)
            self._posing.stop()
            self.close()
        return False

    def _take(self, step: Step) -> None:
        self._waits_for = 60
        match step:
            case Type(text):
                self._happened -= {"answer", "preview"}
                self.page.search.field.take_focus()
                if text.isascii():
                    QTest.keyClicks(self.page.search.field, text)
                else:
                    self.page.search.field.insert(text)
                self._waits_for = "answer"
            case Press(keys):
                self._press(keys)
            case Do(action):
                getattr(self.menu_actions, action).trigger()
            case Copy(text):
                QGuiApplication.clipboard().setText(text)
            case Await(what):
                self._waits_for = what
            case Size(width, height):
                self.resize(width, height)
            case Speak(language):
                self.settings.preferred.emit(replace(self.store.preferences, language=language))
            case Picture(name):
                self._picture(name)

    def _press(self, keys: str) -> None:
        if QApplication.activeModalWidget() is None:
            self.activateWindow()
        # A window that is not active yet has its focus all the same.
        own: QWidget | None = self.focusWidget()
        QTest.keySequence(QApplication.focusWidget() or own or self, QKeySequence(keys))

    def _picture(self, name: str) -> None:
        """Save the window, and over it whatever dialog is open."""
        picture: QPixmap = self.grab()
        for part in QApplication.topLevelWidgets():
            if isinstance(part, QDialog) and part.isVisible():
                painter = QPainter(picture)
                left, top = (self.width() - part.width()) // 2, (self.height() - part.height()) // 2
                painter.drawPixmap(max(0, left), max(0, top), part.grab())
                painter.end()
        picture.save(str(Path(self.task["folder"]) / f"{self._look.prefix}{name}.png"))

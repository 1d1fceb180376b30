"""The window that tells the monkey its state, and, without an X server, moves its own mouse and keys."""

import faulthandler
import json
import os
import signal
import socket
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, cast

from PySide6.QtCore import QPoint, QPointF, QSocketNotifier, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeySequence, QShowEvent, QWheelEvent, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QWidget
from shiboken6 import isValid

from vaultsearch.core.values.search import Result
from vaultsearch.gui.results.results_model import RESULT_ROLE
from vaultsearch.gui.settings import widgets
from vaultsearch.gui.theme import scheme_named
from vaultsearch.gui.window import dialogs
from vaultsearch.gui.window.main_window import MainWindow

_BUTTONS = {1: Qt.MouseButton.LeftButton, 2: Qt.MouseButton.MiddleButton, 3: Qt.MouseButton.RightButton}
_MODIFIERS = {
    "": Qt.KeyboardModifier.NoModifier, "Shift": Qt.KeyboardModifier.ShiftModifier,
    "Ctrl": Qt.KeyboardModifier.ControlModifier,
}  # fmt: skip
_KEYS = {"Page_Up": "PgUp", "Page_Down": "PgDown", "BackSpace": "Backspace"}
"""Qt's names of keys that have others in X."""


class WatchedWindow(MainWindow):
    """Answers each line of JSON on the socket of descriptor ``task`` with another one."""

    task: ClassVar = -1

    def __init__(self, *args: Any, **parts: Any) -> None:
        super().__init__(*args, **parts)
        stacks = os.open(os.environ["MONKEY_STACKS"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        faulthandler.register(signal.SIGUSR1, stacks, all_threads=True)
        self._line = socket.socket(fileno=self.task)
        self._heard = b""
        self._notifier = QSocketNotifier(self.task, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._hear)
        for module in (dialogs, widgets):
            vars(module)["QFileDialog"] = HarmlessFileDialog

    def _hear(self, *_: object) -> None:
        content = self._line.recv(65536)
        if not content:
            self._notifier.setEnabled(False)
            return
        *lines, self._heard = (self._heard + content).split(b"\n")
        for line in lines:
            # Not within the notifier: an action may open a menu, which has an event loop of its own.
            QTimer.singleShot(0, self, partial(self._act, json.loads(line)))

    def _act(self, asked: dict[str, Any]) -> None:
        acts: dict[str, Callable[..., object]] = {
            "state": lambda: self._line.sendall(json.dumps(self._state()).encode() + b"\n"),
            "prefer": self._prefer, "copy": lambda text: QGuiApplication.clipboard().setText(text),
            "open": lambda folder: self.open_vault(Path(folder)), "resize": self.resize,
            "front": self.lifecycle.bring_to_front, "show_crash": self.status.crash.click,
            "picture": lambda file: self.grab().save(file), "press": _press, "type": _type, "click": _click,
            "drag": _drag, "wheel": _wheel,
        }  # fmt: skip
        acts[asked["ask"]](*asked["arguments"])

    def _prefer(self, name: str, value: str) -> None:
        """Do as the page of the settings does."""
        preferences = replace(self.store.preferences, **cast("Any", {name: value}))
        self.store.set_preferences(preferences)
        self._theme.fix(scheme_named(preferences.theme))
        self.settings.preferred.emit(preferences)

    def _state(self) -> dict[str, Any]:
        page, shown = self.page, self.page.preview.shown
        selected: Result | None = page.results.list.currentIndex().data(RESULT_ROLE)
        front = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        front = front or QApplication.activeWindow() or self
        return {
            "front": _rect(front), "class": type(front).__name__, "is_popup": isinstance(front, QMenu),
            "is_minimized": self.isMinimized() or not self.isVisible(),
            "is_dialog": QApplication.activeModalWidget() is not None or front.window() is not self,
            "crash": "".join(box.report.toPlainText() for box in self.findChildren(dialogs.CrashDialog)),
            "query": page.search.field.text(),
            "selected": selected.chunk.path if selected is not None else None,
            "rows": len(page.results.list.results), "shown": shown.path if shown is not None else None,
            "is_indexing": self.status.progress is not None, "status": self.status.text.text(),
            "vault": self._vault.name if self._vault is not None else None,
            "offers_crash": self.status.crash.isVisible(),
        }  # fmt: skip


class HarmlessFileDialog(QFileDialog):
    """Begins in the home of the trial, and neither deletes nor renames anything."""

    def showEvent(self, event: QShowEvent) -> None:
        self.setOption(QFileDialog.Option.ReadOnly)
        self.setDirectory(str(Path.home()))
        super().showEvent(event)


def _rect(widget: QWidget) -> tuple[int, int, int, int]:
    place = widget.mapToGlobal(QPoint(0, 0))
    return place.x(), place.y(), widget.width(), widget.height()


# -- the mouse and the keys of a screen without an X server


def _window_at(place: QPoint) -> QWindow | None:
    popup = QApplication.activePopupWidget()
    window = popup.windowHandle() if popup is not None else QGuiApplication.topLevelAt(place)
    # A menu may have closed since.
    return window if isValid(window) else None


def _press(keys: str) -> None:
    *modifiers, key = keys.split("+") if keys != "Ctrl++" else ("Ctrl", "+")
    sequence = QKeySequence("+".join((*modifiers, _KEYS.get(key, key))))
    target = QApplication.activePopupWidget() or QApplication.focusWidget() or QApplication.activeWindow()
    if target is not None:
        QTest.keySequence(target, sequence)


def _type(text: str) -> None:
    target = QApplication.activePopupWidget() or QApplication.focusWidget() or QApplication.activeWindow()
    if target is not None:
        QTest.keyClicks(target, text)


def _click(x: int, y: int, button: int, times: int, modifier: str) -> None:
    for time in range(times):
        window = _window_at(QPoint(x, y))
        if window is not None:
            act = QTest.mouseDClick if time else QTest.mouseClick
            act(window, _BUTTONS[button], _MODIFIERS[modifier], window.mapFromGlobal(QPoint(x, y)))


def _drag(places: list[tuple[int, int]]) -> None:
    window = _window_at(QPoint(*places[0]))
    if window is None:
        return
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QTest.mousePress(window, left, none, window.mapFromGlobal(QPoint(*places[0])))
    for place in places:
        QTest.mouseMove(window, window.mapFromGlobal(QPoint(*place)))
    QTest.mouseRelease(window, left, none, window.mapFromGlobal(QPoint(*places[-1])))


def _wheel(x: int, y: int, steps: int, modifier: str) -> None:
    window = _window_at(QPoint(x, y))
    if window is None:
        return
    turn = 120 if steps > 0 else -120
    places = QPointF(window.mapFromGlobal(QPoint(x, y))), QPointF(x, y), QPoint(), QPoint(0, turn)
    held = Qt.MouseButton.NoButton, _MODIFIERS[modifier], Qt.ScrollPhase.NoScrollPhase
    for _ in range(abs(steps)):
        QApplication.sendEvent(window, QWheelEvent(*places, *held, False))

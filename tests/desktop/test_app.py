"""The composition root's own parts."""

import gc
import os
import select
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QUrl, Signal
from PySide6.QtGui import QFileOpenEvent, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from vaultsearch.core.threads import foreground
from vaultsearch.desktop.app import FolderOpener, GarbageCollection, PaintPriority, SignalCloser
from vaultsearch.gui.window.request import WindowRequest


class Opening(QObject):
    """The engine's signals at the opening of a vault and during a sync."""

    vault_opened = Signal(object)
    progress = Signal(object)
    sync_finished = Signal(object)


@pytest.fixture
def usual_collections() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)


@pytest.mark.parametrize(("handed_over", "request_"), [
    ("/vaults/My notes", WindowRequest(folder="/vaults/My notes")),
    ("vaultsearch://search?q=two%20words&vault=Home", WindowRequest(folder="/v/Home", query="two words")),
    ("vaultsearch://search?vault=Elsewhere", WindowRequest()),
])  # fmt: skip
def test_what_macos_hands_over_is_asked_for(qtbot: QtBot, handed_over: str, request_: WindowRequest) -> None:
    asked: list[WindowRequest] = []
    filtering = FolderOpener(asked.append, lambda: (Path("/v/Home"),))
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.installEventFilter(filtering)
    QApplication.sendEvent(widget, QFileOpenEvent(QUrl(handed_over) if "://" in handed_over else handed_over))
    QApplication.sendEvent(widget, QEvent(QEvent.Type.FontChange))
    assert asked == [request_]


class Cycle:
    """Garbage that refers to itself, and notes the thread on which it is destroyed."""

    def __init__(self, destroyed: list[threading.Thread]) -> None:
        self._itself = self
        self._destroyed = destroyed

    def __del__(self) -> None:
        self._destroyed.append(threading.current_thread())


@pytest.mark.usefixtures("usual_collections")
def test_what_the_window_left_in_a_cycle_is_destroyed_on_its_thread_alone(qtbot: QtBot) -> None:
    """It was destroyed on the engine's thread if that allocated most; Qt's objects belong to one thread."""
    gc.set_threshold(700, 10, 10)
    destroyed: list[threading.Thread] = []
    live: list[object] = []
    opening = Opening()
    collecting = GarbageCollection(opening.vault_opened, opening.progress, opening.sync_finished)
    try:
        Cycle(destroyed)
        engine = threading.Thread(target=lambda: live.extend([number] for number in range(100_000)))
        engine.start()
        engine.join()
        assert destroyed == []
        qtbot.waitUntil(lambda: destroyed == [threading.current_thread()])
    finally:
        collecting.stop()
    assert gc.isenabled()


@pytest.mark.usefixtures("usual_collections")
def test_the_window_waits_for_no_full_collection_while_notes_are_read() -> None:
    opening = Opening()
    collecting = GarbageCollection(opening.vault_opened, opening.progress, opening.sync_finished)
    opening.vault_opened.emit(None)
    collecting.stop()
    young, _, full = (one["collections"] for one in gc.get_stats())
    notes = [[number] for number in range(600_000)]
    after = [one["collections"] for one in gc.get_stats()]
    assert len(notes) == 600_000
    assert (after[0] > young, after[2]) == (True, full)


class Painted(QWidget):
    """Notes whether other threads wait while it is painted."""

    def __init__(self) -> None:
        super().__init__()
        self.turns: list[bool] = []

    def paintEvent(self, _event: QPaintEvent) -> None:
        self.turns.append(foreground.has_turn)


def test_other_threads_wait_from_an_answer_until_it_is_painted(qtbot: QtBot) -> None:
    opening, shown = Opening(), Painted()
    qtbot.addWidget(shown)
    with qtbot.waitExposed(shown):
        shown.show()
    going_first = PaintPriority(opening.progress)
    opening.progress.connect(lambda _: shown.update())
    shown.turns.clear()
    opening.progress.emit(None)
    qtbot.waitUntil(lambda: not foreground.has_turn)
    assert shown.turns == [True]
    opening.progress.emit(None)
    going_first.stop()
    assert not foreground.has_turn


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_amid_a_call_quits_after_it(qtbot: QtBot, number: signal.Signals) -> None:
    quits: list[str] = []
    closing = SignalCloser(lambda: quits.append("quit"))
    try:
        os.kill(os.getpid(), number)
        assert not quits  # the handler has run by now
        qtbot.waitUntil(lambda: quits == ["quit"])
        # What woke the loop is read, or the loop would turn without rest until the end.
        qtbot.waitUntil(lambda: select.select([closing._reading], [], [], 0)[0] == [])
    finally:
        closing.stop()

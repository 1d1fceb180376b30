"""Files shown in the file manager: by D-Bus, and what happens if nothing answers there."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import ClassInfo, QObject, Slot
from PySide6.QtDBus import QDBusConnection, QDBusServer
from pytestqt.qtbot import QtBot

from vaultsearch.gui.controllers.passages import create_file_revealer, reveal_over_bus

PATH = "/org/freedesktop/FileManager1"
FILE = Path("/vaults/My vault/Über #1.md")


@ClassInfo({"D-Bus Interface": "org.freedesktop.FileManager1"})  # type: ignore[call-arg]
class FileManager(QObject):  # type: ignore[operator]
    """A file manager that notes what it is to show."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[tuple[list[str], str]] = []

    @Slot("QStringList", str)
    def ShowItems(self, addresses: list[str], startup_id: str) -> None:  # noqa: N802 - the interface's name
        self.shown.append((addresses, startup_id))


@pytest.fixture
def bus(qtbot: QtBot, tmp_path: Path) -> Iterator[tuple[QDBusConnection, QDBusConnection]]:
    """Both ends of a connection: the window's and the file manager's."""
    ends: list[QDBusConnection] = []
    server = QDBusServer(f"unix:dir={tmp_path}")
    if not server.isConnected():
        pytest.skip("D-Bus's library is not installed")
    server.newConnection.connect(ends.append)
    near = QDBusConnection.connectToPeer(server.address(), "near")
    qtbot.waitUntil(lambda: bool(ends))
    yield near, ends[0]
    QDBusConnection.disconnectFromPeer("near")


def test_the_file_manager_selects_files(qtbot: QtBot, bus: tuple[QDBusConnection, QDBusConnection]) -> None:
    near, far = bus
    parent, manager, missed = QObject(), FileManager(), list[bool]()
    far.registerObject(PATH, manager, QDBusConnection.RegisterOption.ExportAllSlots)
    reveal_over_bus(parent, [FILE], lambda: missed.append(True), near)
    qtbot.waitUntil(lambda: bool(manager.shown))
    qtbot.waitUntil(lambda: parent.children() == [])
    assert manager.shown == [(["file:///vaults/My%20vault/%C3%9Cber%20%231.md"], "")]
    assert missed == []


def test_a_silent_file_manager_is_told(qtbot: QtBot, bus: tuple[QDBusConnection, QDBusConnection]) -> None:
    parent, missed = QObject(), list[bool]()
    reveal_over_bus(parent, [FILE], lambda: missed.append(True), bus[0])
    assert missed == []
    qtbot.waitUntil(lambda: missed == [True])


def test_without_a_bus_the_caller_is_told_at_once(qtbot: QtBot) -> None:
    nowhere = QDBusConnection.connectToBus("unix:path=/nonexistent", "nowhere")
    parent, missed = QObject(), list[bool]()
    reveal_over_bus(parent, [FILE], lambda: missed.append(True), nowhere)
    assert missed == [True]


@pytest.mark.parametrize(
    ("platform", "command"),
    [("win32", ["explorer", "/select,", str(FILE)]), ("darwin", ["open", "-R", str(FILE), str(FILE)])],
)
def test_other_systems_are_asked_by_their_own_command(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, platform: str, command: list[str]
) -> None:
    from vaultsearch.gui.controllers import passages

    started: list[list[str]] = []

    def start(program: str, arguments: list[str]) -> tuple[bool, int]:
        started.append([program, *arguments])
        return False, -1

    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(passages, "QProcess", SimpleNamespace(startDetached=start))
    missed: list[bool] = []
    create_file_revealer(QObject())([FILE, FILE], lambda: missed.append(True))
    assert started == [command]
    assert missed == [True]

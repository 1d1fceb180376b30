"""Files shown in the file manager: by D-Bus, and what happens if nothing answers there."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QObject
from PySide6.QtDBus import QDBusConnection

from vaultsearch.gui.controllers.file_manager import FileManagerBus, file_revealer

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

FILE = Path("/vaults/My vault/Über #1.md")


def test_without_a_bus_the_caller_is_told_at_once(qtbot: QtBot) -> None:
    nowhere = QDBusConnection.connectToBus("unix:path=/nonexistent", "nowhere")
    missed: list[bool] = []
    FileManagerBus(QObject(), lambda: nowhere).reveal([FILE], lambda: missed.append(True))
    assert missed == [True]


@pytest.mark.parametrize(
    ("platform", "command"),
    [("win32", ["explorer", "/select,", str(FILE)]), ("darwin", ["open", "-R", str(FILE), str(FILE)])],
)
def test_other_systems_are_asked_by_their_own_command(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, platform: str, command: list[str]
) -> None:
    from vaultsearch.gui.controllers import file_manager

    started: list[list[str]] = []

    def start(program: str, arguments: list[str]) -> bool:
        started.append([program, *arguments])
        return False

    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(file_manager, "QProcess", SimpleNamespace(startDetached=start))
    missed: list[bool] = []
    file_revealer(QObject())([FILE, FILE], lambda: missed.append(True))
    assert started == [command]
    assert missed == [True]

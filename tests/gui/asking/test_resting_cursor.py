"""The cursor blinks while somebody types, and costs nothing afterwards."""

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMainWindow, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from vaultsearch.gui.asking import search_field
from vaultsearch.gui.asking.search_field import SearchField


def flash_ms() -> int:
    return QGuiApplication.styleHints().cursorFlashTime()


def test_the_cursor_rests_and_blinks_with_the_next_key(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    usual, seen = flash_ms(), list[int]()
    assert usual > 0
    monkeypatch.setattr(search_field, "RESTS_AFTER_MS", 1)
    window = QMainWindow()
    qtbot.addWidget(window)
    field, other = SearchField(), QLineEdit()
    both = QWidget()
    for widget in (field, other):
        (both.layout() or QVBoxLayout(both)).addWidget(widget)
    window.setCentralWidget(both)
    window.show()
    field.take_focus()
    qtbot.waitUntil(lambda: flash_ms() == 0)
    QGuiApplication.styleHints().cursorFlashTimeChanged.connect(seen.append)
    QTest.keyClicks(field, "b")
    qtbot.waitUntil(lambda: seen == [usual, 0])
    other.setFocus()
    qtbot.waitUntil(lambda: flash_ms() == usual)

"""The versions of the note that is read, and what has changed since the chosen one."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from tests.gui.fake_script import passage
from vaultsearch.core.history.git import HistoryError
from vaultsearch.core.values.history import Change, ChangeKind, NoteVersion
from vaultsearch.gui.reading.history_dialog import HistoryDialog

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.gui.conftest import Desk

FIRST = NoteVersion("a" * 40, datetime(2025, 5, 1, 12).astimezone(), "begin", "Keel.md", "b" * 40, 3, 0)
LAST = NoteVersion("c" * 40, datetime(2025, 6, 10, 12).astimezone(), "<b>six</b>", "Keel.md", "d" * 40, 1, 1)
CHANGES = (
    Change(ChangeKind.SAME, "It needs "),
    Change(ChangeKind.REMOVED, "five"),
    Change(ChangeKind.ADDED, "<i>six</i>"),
    Change(ChangeKind.SAME, " bolts."),
)


@contextmanager
def opened(desk: Desk, *versions: NoteVersion) -> Iterator[HistoryDialog]:
    """Show a note, and then its versions."""
    desk.script.passages = (passage("Keel", "It needs six bolts."),)
    desk.script.versions = {desk.script.passages[0].path: versions} if versions else {}
    desk.script.changes = CHANGES
    desk.open()
    desk.ask("bolts")
    desk.bot.waitUntil(lambda: desk.window.page.preview.shown is not None)
    with desk.answering("versions"):
        desk.trigger("history")
    (dialog,) = desk.window.findChildren(HistoryDialog)
    yield dialog
    dialog.close()


def test_the_versions_are_listed_and_the_changes_since_the_latest_shown(desk: Desk) -> None:
    with opened(desk, LAST, FIRST) as dialog:
        subjects = [dialog.versions.item(row).text().split("\n")[1] for row in range(2)]
        assert (dialog.notice.text(), subjects) == ("2 versions", ["<b>six</b>", "begin"])
        desk.bot.waitUntil(lambda: dialog.text.toPlainText() == "It needs five<i>six</i> bolts.")
        with desk.answering("difference"):
            QTest.keyClick(dialog.versions, Qt.Key.Key_Down)


def test_the_old_text_is_copied(desk: Desk) -> None:
    with opened(desk, LAST) as dialog:
        desk.bot.waitUntil(dialog.copy.isEnabled)
        QTest.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
        assert QGuiApplication.clipboard().text() == "It needs five bolts."


def test_a_note_without_versions_says_why(desk: Desk) -> None:
    with opened(desk) as dialog:
        assert "in no git repository" in dialog.notice.text()


def test_what_cannot_be_read_is_told_in_its_place(desk: Desk) -> None:
    desk.script.history_trouble = HistoryError("The text isn't there.", "Fetch the whole history.")
    with opened(desk, LAST) as dialog:
        desk.bot.waitUntil(lambda: dialog.notice.text().endswith("Fetch the whole history."))

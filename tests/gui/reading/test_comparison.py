"""Two selected passages side by side."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.builders import present
from tests.gui.conftest import Desk
from tests.gui.fake_script import passage
from vaultsearch.gui.reading.history import ComparisonDialog


@pytest.fixture
def two(desk: Desk) -> Desk:
    desk.script.passages = (
        passage("Old", "The adze cuts with the grain. <b>Sharpen</b> it."),
        passage("New", "The adze cuts across the grain."),
    )
    desk.ask("adze")
    return desk


def test_two_selected_passages_are_compared(two: Desk) -> None:
    two.list.selectAll()
    two.trigger("compare", until="comparison")
    dialog = present(two.window.findChild(ComparisonDialog))
    old, new = sorted((side.toPlainText() for side in dialog.sides), key=len, reverse=True)
    assert old.splitlines() == ["The adze cuts with the grain.", "<b>Sharpen</b> it."]
    assert new == "The adze cuts across the grain."
    assert dialog.key.text().startswith("1 sentence in both")
    assert {side.accessibleName() for side in dialog.sides} == {"Old", "New"}
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


def test_of_one_passage_it_is_said_how_to_select_two(two: Desk) -> None:
    QTest.keyClick(two.field, Qt.Key.Key_Down)
    two.trigger("compare")
    assert two.window.findChild(ComparisonDialog) is None
    assert two.window.status.text.text() == "Select two passages to compare: Shift+Down, or Ctrl+click"

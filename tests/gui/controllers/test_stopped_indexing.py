"""Indexing that was cancelled stays so; the status line says so and offers to continue."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tests.gui.looks.test_looks import STATUS
from vaultsearch.core.values.search import Completeness
from vaultsearch.core.values.sync import Progress
from vaultsearch.gui.status_line import StatusLine

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_the_status_line_offers_to_go_on_with_what_was_cancelled(qtbot: QtBot) -> None:
    line = StatusLine()
    qtbot.addWidget(line)
    line.show_status(replace(STATUS, stopped=True, completeness=Completeness(791, 791, 320)))
    assert "indexing stopped: 791 of 791 notes by keywords, 320 by meaning" in line.text.text()
    assert line.go_on.isVisibleTo(line)
    with qtbot.waitSignal(line.continued):
        line.go_on.click()
    line.show_progress(Progress("reading", 1, 2))
    assert not line.go_on.isVisibleTo(line)
    line.show_status(STATUS)
    assert not line.go_on.isVisibleTo(line)

"""The page of a note by itself, without a window around it."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from vaultsearch.gui.reading.note_view import NoteView
from vaultsearch.gui.theme import LIGHT_TOKENS, Theme


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> NoteView:
    view = NoteView(LIGHT_TOKENS)
    qtbot.addWidget(view)
    view.resize(600, 400)
    view.show()
    return view

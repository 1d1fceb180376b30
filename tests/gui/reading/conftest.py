"""The page of a note by itself, without a window around it."""

import pytest
from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot

from tests.gui.conftest import Desk
from vaultsearch.gui.reading.note_view import NoteView
from vaultsearch.gui.theme import LIGHT_TOKENS, Theme


def follow(desk: Desk, address: str) -> None:
    with desk.answering("preview"):
        desk.page.preview.view.anchorClicked.emit(QUrl(address))


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> NoteView:
    view = NoteView(LIGHT_TOKENS)
    qtbot.addWidget(view)
    view.resize(600, 400)
    view.show()
    return view

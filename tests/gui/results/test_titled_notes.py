"""The notes above the list whose title the query may name: without moving the list, by mouse and keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.gui.conftest import Desk
from vaultsearch.gui.results.suggestions import TitledNotes


@pytest.fixture
def titled(desk: Desk) -> Desk:
    desk.open()
    with desk.answering("titled"):
        desk.ask("gift id")
    return desk


def line(desk: Desk) -> TitledNotes:
    return desk.window.page.results.head.titled


def test_a_title_as_typed_so_far_shows_its_note_above_the_list(titled: Desk) -> None:
    assert line(titled).sentences == ["Gift ideas"]
    assert line(titled).isVisible()
    assert line(titled).otherwise.text() == "Notes"
    head = titled.window.page.results.head
    assert line(titled).geometry().bottom() <= head.height()


def test_the_list_stays_in_its_place(titled: Desk) -> None:
    results = titled.window.page.results
    before = results.list.geometry(), results.head.height()
    with titled.answering("titled"):
        titled.ask("pottery course for a birthday")
    assert not line(titled).isVisible()
    assert (results.list.geometry(), results.head.height()) == before


@pytest.mark.parametrize("key", [None, Qt.Key.Key_Return])
def test_a_click_and_enter_show_the_note(titled: Desk, key: Qt.Key | None) -> None:
    link = line(titled).links[0]
    link.setFocus()
    with titled.answering("preview"):
        QTest.keyClick(link, key) if key else QTest.mouseClick(link, Qt.MouseButton.LeftButton)
    shown = titled.window.page.preview.shown
    assert shown is not None
    assert shown.title == "Gift ideas"


def test_down_goes_to_the_list_and_up_to_the_field(titled: Desk) -> None:
    link = line(titled).links[0]
    link.setFocus()
    QTest.keyClick(link, Qt.Key.Key_Down)
    assert titled.window.page.results.list.hasFocus()
    link.setFocus()
    QTest.keyClick(link, Qt.Key.Key_Up)
    assert titled.field.hasFocus()


@pytest.mark.parametrize("query", ["gift id tag:family", ""])
def test_conditions_and_an_empty_field_name_no_note(titled: Desk, query: str) -> None:
    if query:
        with titled.answering("titled"):
            titled.ask(query)
    else:
        titled.field.clear()
    assert not line(titled).isVisible()


def test_a_sentence_keeps_its_place_beside_it(titled: Desk) -> None:
    head = titled.window.page.results.head
    head.say("Keyword matches. Searching by meaning…")
    assert head.notice.isVisible()
    assert line(titled).isVisible()
    assert head.notice.geometry().bottom() < line(titled).geometry().top() + 1

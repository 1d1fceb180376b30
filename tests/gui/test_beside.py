"""Beside Obsidian: the note that is open there is followed, and links to what belongs to it are copied."""

from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from tests.builders import present
from tests.gui.conftest import VAULT, Desk, clipboard, press_keys, tree_texts
from tests.gui.fake_script import passage
from tests.gui.reading.test_related import GIFTS, LINKS, SIMILAR, WORKSHOPS
from vaultsearch.core.values.relations import ActiveNote, NoteLinks, NoteName
from vaultsearch.gui.beside import BesideWindow


def window(desk: Desk) -> BesideWindow:
    return desk.window.beside.window


def rows(desk: Desk) -> dict[str, list[str]]:
    return tree_texts(window(desk).links)


@pytest.fixture
def beside(desk: Desk) -> Desk:
    """Open the window while a note is open in Obsidian."""
    desk.script.links = {GIFTS: LINKS, WORKSHOPS: NoteLinks(NoteName(WORKSHOPS, ""), (), (), (), ())}
    desk.script.related = {GIFTS: (SIMILAR,)}
    desk.script.active_note = ActiveNote(GIFTS, "Gift ideas", 1.0)
    desk.open()
    desk.trigger("beside", until="beside")
    return desk


def test_what_belongs_to_the_open_note_is_listed_above_all_windows(beside: Desk) -> None:
    assert window(beside).isVisible()
    assert window(beside).windowFlags() & Qt.WindowType.WindowStaysOnTopHint
    assert window(beside).note.text() == "Gift ideas"
    assert rows(beside) == {"Similar": ["Workshops"], "Backlinks": ["Workshops"]}
    assert beside.window.menu_actions.beside.isChecked()


def test_another_note_in_obsidian_is_followed_also_once_it_was_minimized(beside: Desk) -> None:
    for show in (window(beside).showNormal, partial(beside.trigger, "beside")):
        window(beside).showMinimized()
        show()
        assert not window(beside).isMinimized()
        assert beside.window.menu_actions.beside.isChecked()
    beside.script.active_note = ActiveNote(WORKSHOPS, "Workshops", 2.0)
    beside.bot.waitUntil(lambda: window(beside).note.text() == "Workshops")
    beside.bot.waitUntil(lambda: list(rows(beside)) == ["Nothing belongs to this note yet"])
    beside.script.active_note = None
    beside.bot.waitUntil(lambda: window(beside).note.text() == "No note is open in Obsidian")


def test_enter_copies_a_link_and_control_and_enter_shows_the_note(beside: Desk) -> None:
    links = window(beside).links
    beside.press(links, Qt.Key.Key_Return, until="beside link")
    assert clipboard() == "[[Workshops]]"
    assert window(beside).message.text() == "Copied [[Workshops]]"
    beside.press(links, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier, until="preview")
    assert beside.shown.path == WORKSHOPS


def test_a_drag_takes_the_link_and_a_click_copies_nothing(beside: Desk) -> None:
    QGuiApplication.clipboard().setText("mine")
    links = window(beside).links
    place = links.visualRect(links.currentIndex()).center()
    QTest.mouseClick(links.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert clipboard() == "mine"
    assert present(links.mime_of(links.currentIndex())).text() == "[[Workshops]]"
    assert links.mime_of(links.model().index(0, 0)) is None, "a head is no note"


def test_what_is_typed_lists_notes_and_is_searched_for_in_the_main_window(beside: Desk) -> None:
    with beside.answering("beside names"):
        QTest.keyClicks(window(beside).field, "work")
    assert rows(beside) == {"Notes": ["Workshops"]}
    press_keys(window(beside).field, Qt.Key.Key_Down, Qt.Key.Key_Return)
    assert beside.field.text() == "work"
    beside.press(window(beside), Qt.Key.Key_Escape, until="beside")
    assert list(rows(beside)) == ["Similar", "Backlinks"]


def test_while_a_name_is_typed_the_best_match_is_the_current_row(desk: Desk) -> None:
    desk.script.added_by_sync = (passage("Wax works", "candles"),)
    with desk.answering(desk.engine.sync_finished):
        desk.open()
    desk.trigger("beside")
    for letters in ("w", "ork"):
        with desk.answering("beside names"):
            QTest.keyClicks(window(desk).field, letters)
        assert window(desk).links.currentIndex().data() == rows(desk)["Notes"][0]
    desk.trigger("beside")
    desk.trigger("beside")
    assert window(desk).field.text() == "", "the rows had gone, but not what was typed"


def test_relations_that_come_late_leave_the_names_that_were_typed(beside: Desk) -> None:
    answered: list[str] = []
    beside.engine.answered.connect(answered.append)
    with beside.answering("beside names"):
        beside.window.beside._ask_again()
        QTest.keyClicks(window(beside).field, "w")
    assert (rows(beside), "beside" in answered) == ({"Notes": ["Workshops"]}, False)


def test_the_current_row_stays_while_the_vault_is_indexed_again(beside: Desk) -> None:
    links, model = window(beside).links, window(beside).links.model()
    links.setCurrentIndex(model.index(0, 0, model.index(1, 0)))
    beside.script.related = {GIFTS: (replace(SIMILAR, path="New.md", title="New"), SIMILAR)}
    with beside.answering("beside"):
        beside.engine.sync()
    assert rows(beside)["Similar"] == ["New", "Workshops"]
    assert links.currentIndex().parent().data() == "Backlinks"


def test_escape_and_its_action_hide_it_and_nothing_is_asked_any_more(beside: Desk) -> None:
    QTest.keyClick(window(beside), Qt.Key.Key_Escape)
    assert not window(beside).isVisible()
    assert not beside.window.menu_actions.beside.isChecked()
    beside.trigger("beside")
    assert window(beside).isVisible()
    window(beside).close()
    assert not beside.window.menu_actions.beside.isChecked()


def test_of_another_vault_nothing_of_the_former_one_is_listed(beside: Desk) -> None:
    beside.script.active_note = None
    beside.open(VAULT.with_name("Other"), until="active note")
    assert rows(beside) == {}
    assert window(beside).note.text() == "No note is open in Obsidian"

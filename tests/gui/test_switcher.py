"""Ctrl+T: notes and headings are found by their names, and opened by keyboard alone."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.gui.conftest import CTRL, KEY, VAULT, Desk, press_keys
from vaultsearch.core.values.query import NameKind, NameMatch
from vaultsearch.core.values.sync import Progress
from vaultsearch.gui.overlays import MATCH_ROLE, Switcher
from vaultsearch.gui.rows.two_line_rows import FIRST_MARKS_ROLE, SECOND_MARKS_ROLE, SECOND_ROLE


@pytest.fixture
def switcher(desk: Desk) -> Switcher:
    """Open a vault and the switcher, as its key does."""
    assert not desk.window.menu_actions.switcher.isEnabled(), "there is no vault to switch in"
    desk.open()
    desk.press(desk.field, KEY.Key_T, CTRL, until="names")
    return desk.window.passages.switcher.pane


def list_matches(switcher: Switcher) -> list[NameMatch]:
    model = switcher.list.model()
    rows = (model.index(number, 0).data(MATCH_ROLE) for number in range(model.rowCount()))
    return [match for match in rows if match is not None]


def type_letters(desk: Desk, letters: str) -> list[str]:
    """Type letters into the switcher and return the names that it lists."""
    switcher = desk.window.passages.switcher.pane
    for letter in letters:
        with desk.answering("names"):
            QTest.keyClicks(switcher.field, letter)
    return [match.name for match in list_matches(switcher)]


def row(desk: Desk, at: int, role: int) -> object:
    return desk.window.passages.switcher.pane.list.model().index(at, 0).data(role)


def test_it_opens_over_the_window_with_the_notes_opened_lately_first(desk: Desk, switcher: Switcher) -> None:
    QTest.keyClick(switcher.field, KEY.Key_Escape)
    desk.script.opened_notes.append("Workshops.md")
    desk.trigger("switcher", until="names")
    assert switcher.isVisible()
    assert switcher.field.hasFocus()
    assert [match.note.title for match in list_matches(switcher)] == ["Workshops", "Gift ideas"]


@pytest.mark.usefixtures("switcher")
def test_a_title_is_found_with_its_letters_marked_and_its_folder_below(desk: Desk) -> None:
    assert type_letters(desk, "gfid") == ["Gift ideas"]
    assert row(desk, 0, Qt.ItemDataRole.DisplayRole) == "Gift ideas"
    assert row(desk, 0, SECOND_ROLE) == "People"
    assert row(desk, 0, FIRST_MARKS_ROLE)
    assert "Gift ideas" in str(row(desk, 0, Qt.ItemDataRole.AccessibleTextRole))


def test_a_heading_is_shown_below_its_title_and_enter_opens_it_there(desk: Desk, switcher: Switcher) -> None:
    assert type_letters(desk, "anna") == ["Anna"]
    assert list_matches(switcher)[0].kind is NameKind.HEADING
    assert row(desk, 0, Qt.ItemDataRole.DisplayRole) == "Gift ideas"
    assert row(desk, 0, SECOND_ROLE) == "Anna · People"
    assert row(desk, 0, SECOND_MARKS_ROLE)
    assert not row(desk, 0, FIRST_MARKS_ROLE)
    QTest.keyClick(switcher.field, KEY.Key_Return)
    assert not switcher.isVisible()
    assert desk.field.hasFocus()
    (url,) = desk.opened_urls
    assert url.toString().startswith("obsidian://open?file=People/Gift ideas.md")
    assert "Anna" in url.toString()
    desk.bot.waitUntil(lambda: desk.script.opened_notes == ["People/Gift ideas.md"])


def test_control_and_enter_open_the_file_and_right_moves_the_cursor(desk: Desk, switcher: Switcher) -> None:
    type_letters(desk, "work")
    press_keys(switcher.field, KEY.Key_Left, KEY.Key_Right)
    assert (switcher.isVisible(), switcher.field.cursorPosition()) == (True, 4)
    QTest.keyClick(switcher.field, KEY.Key_Return, CTRL)
    assert [url.toLocalFile() for url in desk.opened_urls] == [str(VAULT / "Workshops.md")]
    assert not switcher.isVisible()


def test_in_private_mode_an_opened_note_is_not_recorded(desk: Desk, switcher: Switcher) -> None:
    desk.trigger("private")
    QTest.keyClick(switcher.field, KEY.Key_Return)
    assert desk.opened_urls
    desk.trigger("switcher", until="names")
    assert desk.script.opened_notes == []


@pytest.mark.parametrize("key", [KEY.Key_Tab, KEY.Key_Right])
def test_tab_and_right_show_the_note_here(desk: Desk, switcher: Switcher, key: Qt.Key) -> None:
    type_letters(desk, "work")
    desk.press(switcher.field, key, until="preview")
    assert not switcher.isVisible()
    assert "Bread, bookbinding" in desk.page.preview.view.toPlainText()
    assert not desk.opened_urls


def test_down_and_up_choose_another_row(desk: Desk, switcher: Switcher) -> None:
    second = list_matches(switcher)[1]
    press_keys(switcher.field, KEY.Key_Down, KEY.Key_Down, KEY.Key_Return)
    assert second.note.path in desk.opened_urls[0].toString()


def test_no_match_is_said_with_no_verdict_while_notes_are_indexed(desk: Desk, switcher: Switcher) -> None:
    desk.script.progress = (Progress("reading", 1, 9),)
    desk.script.sync_waits = True
    desk.trigger("sync", until=desk.engine.progress)
    type_letters(desk, "zymurgy")
    assert row(desk, 0, Qt.ItemDataRole.DisplayRole) == "No match in the notes indexed so far"
    desk.trigger("cancel_sync", until=desk.engine.sync_finished)
    assert type_letters(desk, "x") == []
    assert row(desk, 0, Qt.ItemDataRole.DisplayRole) == "No matching note"
    QTest.keyClick(switcher.field, KEY.Key_Return)
    assert (switcher.isVisible(), desk.opened_urls) == (True, [])


def test_escape_and_the_key_itself_close_it_and_the_query_stays(desk: Desk, switcher: Switcher) -> None:
    QTest.keyClick(switcher.field, KEY.Key_Escape)
    assert not switcher.isVisible()
    desk.ask("pottery")
    desk.trigger("switcher")
    desk.trigger("switcher")
    assert not switcher.isVisible()
    assert desk.field.text() == "pottery"
    assert desk.field.hasFocus()

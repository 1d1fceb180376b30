"""Context menus: their entries for one result, for several, for the note and its links; what they do."""

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QMenu, QWidget

from tests.gui.conftest import VAULT, Desk, clipboard
from tests.gui.fake_script import Script, passage
from vaultsearch.core.values.note import Preview
from vaultsearch.core.values.search import Mode
from vaultsearch.gui.window.passage_actions import written_link

ONE = [
    *("Open in Obsidian", "Open in the default editor", "Show in file manager", ""),
    *("Copy passage", "Copy link to passage", "Copy obsidian:// link", "Copy file path", ""),
    *("Add to basket", "", "Related notes", "More like this passage", "", "Hide this folder from results"),
]
GIFTS = VAULT / "People" / "Gift ideas.md"


def ask_for_menu(widget: QWidget, at: QPoint, reason: QContextMenuEvent.Reason) -> QMenu:
    QApplication.sendEvent(widget, QContextMenuEvent(reason, at, widget.mapToGlobal(at)))
    return open_menu()


def row_menu(desk: Desk, row: int = 0, view: QAbstractItemView | None = None) -> QMenu:
    """Click with the right button on a row of the list, or of another view of it."""
    view = view or desk.list
    at = view.visualRect(view.model().index(row, 0)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.RightButton, Qt.KeyboardModifier.NoModifier, at)
    return ask_for_menu(view.viewport(), at, QContextMenuEvent.Reason.Mouse)


def open_menu() -> QMenu:
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def note_menu(desk: Desk, word: str) -> QMenu:
    """Open the menu of the note at a word of it."""
    view = desk.page.preview.view
    desk.reads(word)
    found = view.document().find(word)
    place = QTextCursor(found)
    place.setPosition(found.selectionStart() + 1)
    return ask_for_menu(view.viewport(), view.cursorRect(place).center(), QContextMenuEvent.Reason.Mouse)


def entries(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action is not menu.actions()[-1] or action.text()]


def choose(menu: QMenu, text: str) -> None:
    action = next(action for action in menu.actions() if action.text() == text)
    assert action.isEnabled()
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())


def test_a_right_click_opens_the_menu_of_that_result_with_icons_and_keys(listed: Desk) -> None:
    menu = row_menu(listed, 1)
    assert listed.list.currentIndex().row() == 1
    assert entries(menu) == ONE
    built = listed.window.menu_actions.built.values()
    for action in (action for action in menu.actions() if not action.isSeparator()):
        assert not action.icon().isNull(), action.text()
        assert action.isShortcutVisibleInContextMenu(), action.text()
        assert action in built, action.text()
    menu.close()


def test_the_menu_key_and_shift_f10_open_the_menu_where_the_keyboard_is(listed: Desk) -> None:
    QTest.keyClick(listed.field, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    assert entries(open_menu()) == ONE
    open_menu().close()
    listed.list.setFocus()
    menu = ask_for_menu(listed.list, QPoint(5, 5), QContextMenuEvent.Reason.Keyboard)
    assert entries(menu) == ONE
    menu.close()
    view = listed.page.preview.view
    listed.reads("course")
    listed.window.activateWindow()  # no window manager gives it back what the menu had
    listed.bot.waitUntil(listed.window.isActiveWindow)
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    assert entries(open_menu())[0] == "Select all text\tCtrl+A"
    open_menu().close()


def test_the_table_has_the_same_menu(listed: Desk) -> None:
    listed.trigger("table")
    table = listed.page.results.table
    menu = row_menu(listed, 1, table)
    assert entries(menu) == ONE
    assert listed.list.currentIndex().row() == 1
    assert table.rect().contains(table.mapFromGlobal(menu.pos()))
    menu.close()
    listed.trigger("context_menu")
    menu = listed.window.findChildren(QMenu, "context_menu")[-1]
    assert table.rect().contains(table.mapFromGlobal(menu.pos()))
    menu.close()


def test_an_empty_list_has_no_menu(ready: Desk) -> None:
    at = QPoint(9, 9)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, at, ready.list.mapToGlobal(at))
    QApplication.sendEvent(ready.list, event)
    assert QApplication.activePopupWidget() is None


def test_the_menu_of_several_results_has_only_what_applies_to_all_and_says_to_how_many(listed: Desk) -> None:
    listed.list.selectAll()
    menu = row_menu(listed, 1)
    assert entries(menu) == [
        *("Copy 3 passages", "Copy 3 links", "Copy 3 obsidian:// links", "Copy 2 file paths", ""),
        *("Add 3 passages to basket", "", "More like these 3 passages", "Show in file manager", ""),
        "Select all results",
    ]
    choose(menu, "Add 3 passages to basket")
    assert len(listed.window.basket.chunks) == 3
    assert listed.window.menu_actions.copy_passage.text() == "Copy passage"
    choose(row_menu(listed, 1), "Remove 3 passages from basket")
    assert not listed.window.basket.chunks


def test_a_passage_in_the_basket_can_be_removed(listed: Desk) -> None:
    for entry, count in (("Add to basket", 1), ("Remove from basket", 0)):
        choose(row_menu(listed), entry)
        assert len(listed.window.basket.chunks) == count


def test_the_file_is_shown_in_the_file_manager_or_if_that_selects_none_its_folder(listed: Desk) -> None:
    choose(row_menu(listed), "Show in file manager")
    assert (listed.revealed, listed.opened_urls) == ([GIFTS], [])
    listed.reveals = False
    listed.list.selectAll()
    listed.trigger("reveal")
    assert set(listed.revealed) == {GIFTS, VAULT / "Workshops.md"}
    assert listed.opened_urls == [QUrl.fromLocalFile(str(listed.revealed[0].parent))]


def test_links_and_paths_are_copied(listed: Desk) -> None:
    with listed.answering("copy"):
        choose(row_menu(listed), "Copy link to passage")
    assert clipboard() == "[[Gift ideas#Anna]]"
    choose(row_menu(listed), "Copy obsidian:// link")
    assert clipboard() == "obsidian://open?vault=My%20vault&file=People%2FGift%20ideas%23Anna"
    assert ">Gift ideas</a>" in QGuiApplication.clipboard().mimeData().html()
    choose(row_menu(listed), "Copy file path")
    assert clipboard() == str(GIFTS)
    listed.says("Copied the path")


def test_a_link_has_the_path_of_a_note_whose_name_another_has(desk: Desk, script: Script) -> None:
    script.passages = (passage("Home", "pottery", folder="A"), passage("Home", "pots", folder="B"))
    desk.ask("pottery")
    desk.trigger("copy_link", until="copy")
    assert clipboard() == "[[A/Home]]"


def test_more_like_this_searches_with_the_text_of_the_passage(listed: Desk) -> None:
    with listed.answering("passage"):
        choose(row_menu(listed), "More like this passage")
    assert listed.field.text() == ""
    assert len(listed.list.results) > 0
    listed.bot.waitUntil(lambda: "Your text (6 words)" in listed.page.results.text_line.sentence.text())


def test_hiding_a_folder_adds_a_filter_that_can_be_removed(listed: Desk) -> None:
    with listed.answering("narrow"):
        choose(row_menu(listed), "Hide this folder from results")
    assert listed.field.text() == 'pottery -path:"People/" '
    bar = listed.page.search.chips
    listed.bot.waitUntil(lambda: [chip.text() for chip in bar.chips] == ['-path:"People/"'])
    QTest.keyClick(bar.chips[0], Qt.Key.Key_Delete)
    assert listed.field.text().strip() == "pottery"


def test_a_folder_cannot_be_hidden_if_there_is_none_or_no_filter_is_read(listed: Desk) -> None:
    rows = [result.chunk.folder for result in listed.list.results]
    menu = row_menu(listed, rows.index(""))
    assert not listed.window.menu_actions.hide_folder.isEnabled()
    menu.close()
    assert listed.window.menu_actions.hide_folder.isEnabled()
    listed.trigger("hide_folder")
    listed.says("This note is in no folder")
    listed.page.search.choose_mode(Mode.GREP.value)
    menu = row_menu(listed, rows.index("People"))
    assert not listed.window.menu_actions.hide_folder.isEnabled()
    menu.close()


def test_the_note_has_the_menu_of_its_passage(listed: Desk) -> None:
    menu = note_menu(listed, "course")
    assert entries(menu) == ["Select all text\tCtrl+A", "", *ONE]
    with listed.answering("copy"):
        choose(menu, "Copy passage")
    assert "She would love a pottery course" in clipboard()


def test_selected_text_is_copied_with_html_and_searched_for(listed: Desk) -> None:
    view, actions = listed.page.preview.view, listed.window.menu_actions
    ours = (actions.copy_selection, actions.search_selection, actions.open_link, actions.copy_address)
    assert not any(action.isEnabled() for action in ours)
    menu = note_menu(listed, "course")
    choose(menu, "Select all text\tCtrl+A")
    assert "pottery course" in view.textCursor().selectedText()
    menu = note_menu(listed, "course")
    choose(menu, "Copy selected text\tCtrl+C")
    mime = QGuiApplication.clipboard().mimeData()
    assert mime.text() == view.toPlainText()
    assert "pottery course" in mime.html()
    view.setTextCursor(view.document().find("pottery"))
    with listed.answering("search"):
        choose(note_menu(listed, "course"), "Search for selected text")
    assert listed.field.text() == "pottery"


def test_a_link_in_the_note_is_opened_and_copied(desk: Desk, script: Script) -> None:
    script.preview_html = "<p>see <a href='https://example.org/a'>outside</a></p>"
    desk.ask("bread")
    menu = note_menu(desk, "outside")
    assert entries(menu)[:3] == ["Open link", "Copy link address", ""]
    choose(menu, "Copy link address")
    assert clipboard() == "https://example.org/a"
    choose(note_menu(desk, "outside"), "Open link")
    assert desk.message_box().informativeText() == "https://example.org/a"
    desk.answer("Cancel")


def test_in_a_note_that_a_link_has_led_to_actions_are_about_that_note(desk: Desk, script: Script) -> None:
    script.notes = {"note:Gift%20ideas": Preview("People/Gift ideas.md", "Gift ideas", "<p>Batteries</p>")}
    desk.ask("bread")
    view = desk.page.preview.view
    desk.reads("Bread")
    view.anchorClicked.emit(QUrl("note:Gift%20ideas"))
    menu = note_menu(desk, "Batteries")
    with desk.answering("passage read"):
        choose(menu, "Copy file path")
    assert clipboard() == str(GIFTS)
    desk.list.setFocus()
    desk.trigger("copy_path")
    assert clipboard() == str(VAULT / "Workshops.md")


@pytest.mark.parametrize(("address", "written"), [
    ("https://example.org/a?b=c", "https://example.org/a?b=c"), ("note:A%2FB%23C", "[[A/B#C]]"),
    ("place:A%2520B.md", "A%20B.md"), ("tag:project%2Fboat", "#project/boat"), ("#line-12", ""), ("", ""),
])  # fmt: skip
def test_the_address_of_a_link_is_copied_as_it_is_written(address: str, written: str) -> None:
    assert written_link(address) == written

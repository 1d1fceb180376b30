"""The compact window: summoned by keys, hidden by Esc and after opening a note, its size remembered."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from tests.builders import present
from tests.gui.conftest import Desk
from vaultsearch.gui.settings.shortcuts import ShortcutState
from vaultsearch.settings.settings import Preferences

KEY, MODIFIER = Qt.Key, Qt.KeyboardModifier


def summon(desk: Desk) -> None:
    """Press the global shortcut while another program is in front."""
    desk.window.lifecycle.set_preferences(Preferences(compact=True))
    desk.window.showMinimized()
    desk.window.shortcut.pressed.emit()
    desk.bot.waitUntil(desk.window.isActiveWindow)


def test_the_keys_show_field_and_results_alone_near_the_top_of_the_screen(listed: Desk) -> None:
    listed.window.resize(760, 600)
    whole = listed.window.geometry()
    summon(listed)
    window, room = listed.window, QGuiApplication.primaryScreen().availableGeometry()
    assert window.lifecycle.compact.is_on
    assert not window.status.isVisible()
    assert window.menuBar().height() == 0
    assert listed.list.isVisible()
    assert not window.page.preview.isVisible()
    assert listed.field.hasFocus()
    assert listed.field.selectedText() == "pottery"
    assert abs(window.geometry().center().x() - room.center().x()) <= 2
    assert window.geometry().bottom() < room.bottom()
    window.lifecycle.bring_to_front()
    assert not window.lifecycle.compact.is_on
    assert window.status.isVisible()
    assert window.menuBar().height() > 0
    assert window.size() == whole.size()


def test_escape_and_the_keys_hide_it_at_once_and_the_keys_bring_it_back(ready: Desk) -> None:
    summon(ready)
    ready.window.shortcut.pressed.emit()
    assert not ready.window.isVisible()
    ready.window.shortcut.pressed.emit()
    assert ready.window.isVisible()
    assert ready.window.lifecycle.compact.is_on
    ready.field.setText("pot")
    ready.trigger("clear")
    assert not ready.window.isVisible()


def test_enter_opens_the_note_and_hides_it_and_shortcuts_of_the_menu_still_act(ready: Desk) -> None:
    summon(ready)
    ready.ask("pottery")
    ready.press(ready.field, KEY.Key_3, MODIFIER.ControlModifier, until="search")
    assert ready.window.menu_actions.mode_words.isChecked()
    QTest.keyClick(ready.field, KEY.Key_Return)
    assert len(ready.opened_urls) == 1
    assert not ready.window.isVisible()


def test_its_size_and_that_of_the_whole_window_are_remembered_apart(desk: Desk) -> None:
    desk.window.resize(760, 600)
    summon(desk)
    desk.window.resize(500, 300)
    desk.window.lifecycle.quit()
    state = present(desk.settings.window_state)
    assert state.compact_size == (500, 300)
    compact = desk.window.lifecycle.compact
    compact.leave()
    assert desk.window.size() == QSize(760, 600)
    compact.set_size(QSize(*state.compact_size))
    compact.enter()
    assert desk.window.size() == QSize(500, 300)


def test_without_the_preference_the_keys_show_the_whole_window(desk: Desk) -> None:
    desk.window.hide()
    desk.window.shortcut.pressed.emit()
    assert (desk.window.isVisible(), desk.window.lifecycle.compact.is_on) == (True, False)


def test_settings_bind_the_keys_and_show_the_answer_of_the_desktop(desk: Desk) -> None:
    bound: list[str] = []
    shortcut = desk.window.shortcut
    shortcut.is_available = True
    shortcut.bind = bound.append  # type: ignore[method-assign,assignment]  # as a desktop's would
    page = desk.open_settings("shortcut").shortcut
    assert "vaultsearch --toggle" in " ".join(label.text() for label in page.findChildren(QLabel))
    QTest.keyClick(page.keys, KEY.Key_N, MODIFIER.ControlModifier | MODIFIER.AltModifier)
    desk.bot.waitUntil(lambda: bound == ["Ctrl+Alt+N"])
    assert desk.settings.preferences.global_shortcut == "Ctrl+Alt+N"
    trouble = "Another program uses these keys. Choose others."
    refused = ShortcutState(trouble=trouble)
    for state, answer in ((ShortcutState("Ctrl+Alt+N"), "Active: Ctrl+Alt+N"), (refused, trouble)):
        shortcut.set_state(state)
        assert page.answer.text() == answer
    page.remove.click()
    assert bound[-1] == ""
    assert desk.settings.preferences.global_shortcut == ""


def test_where_the_desktop_forbids_it_settings_say_how_to_bind_the_command(desk: Desk) -> None:
    page = desk.open_settings("shortcut").shortcut
    assert not page.keys.isEnabled()
    assert page.answer.text() == "This desktop lets no program bind a shortcut."

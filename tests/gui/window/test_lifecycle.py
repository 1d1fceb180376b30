"""The life of the window: tray, hiding, coming to the front, the vault chooser, its geometry."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QSystemTrayIcon, QWidget
from pytestqt.qtbot import QtBot

from tests.builders import present
from tests.gui.conftest import CTRL, KEY, VAULT, Desk
from vaultsearch.core.errors import IndexInUseError
from vaultsearch.core.values.search import Mode
from vaultsearch.gui.theme import LIGHT_TOKENS
from vaultsearch.gui.widgets import Dialog, fit_to_screen
from vaultsearch.gui.window.manual_window import ManualWindow
from vaultsearch.gui.window.request import WindowRequest
from vaultsearch.settings.protocol import WindowState
from vaultsearch.settings.settings import Preferences

OTHER = Path("/vaults/Other")


@pytest.fixture
def with_tray(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(desk.window.lifecycle, "has_tray", lambda: True)
    desk.window.lifecycle.set_preferences(Preferences(tray=True))
    return desk


def test_without_a_tray_nothing_hides(desk: Desk) -> None:
    assert not QSystemTrayIcon.isSystemTrayAvailable(), "the offscreen platform has none"
    desk.window.lifecycle.set_preferences(Preferences(tray=True))
    assert desk.window.lifecycle.tray is None
    desk.open()
    QTest.keyClick(desk.field, KEY.Key_Escape)
    assert desk.window.isVisible()
    with desk.bot.waitSignal(desk.window.lifecycle.closed):
        desk.window.close()
    assert not desk.window.isVisible()


def test_esc_clears_and_esc_again_hides_to_the_tray(with_tray: Desk) -> None:
    with_tray.open()
    for character in "pottery":
        QTest.keyClicks(with_tray.field, character)
    QTest.keyClick(with_tray.field, KEY.Key_Escape)
    assert with_tray.field.text() == ""
    QTest.keyClick(with_tray.field, KEY.Key_Z, CTRL)
    assert with_tray.field.text() == "pottery"
    QTest.keyClick(with_tray.field, KEY.Key_Escape)
    assert with_tray.window.isVisible()
    QTest.keyClick(with_tray.field, KEY.Key_Escape)
    assert not with_tray.window.isVisible()


def test_a_hidden_start_waits_for_the_tray_to_come_from(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    lifecycle = desk.window.lifecycle
    desk.window.hide()
    lifecycle.start_hidden(Preferences(tray=True), tries=2)
    assert not desk.window.isVisible()
    monkeypatch.setattr(lifecycle, "has_tray", lambda: True)
    desk.bot.waitUntil(lambda: lifecycle.tray is not None)
    assert not desk.window.isVisible()
    lifecycle.handle(WindowRequest())
    assert desk.window.isVisible()


@pytest.mark.parametrize("preferred", [Preferences(), Preferences(tray=True)])
def test_without_a_tray_a_hidden_start_is_minimized(desk: Desk, preferred: Preferences) -> None:
    desk.window.hide()
    desk.window.lifecycle.start_hidden(preferred, tries=1)
    desk.bot.waitUntil(desk.window.isMinimized)


def test_closing_hides_to_the_tray_and_ctrl_q_leaves(with_tray: Desk) -> None:
    with_tray.open()
    with with_tray.bot.assertNotEmitted(with_tray.window.lifecycle.closed):
        with_tray.window.close()
    assert not with_tray.window.isVisible()
    assert not with_tray.service.closed
    with_tray.window.lifecycle.bring_to_front()
    assert with_tray.window.isVisible()
    with_tray.press(with_tray.field, KEY.Key_Q, CTRL, until=with_tray.window.lifecycle.closed)
    assert with_tray.service.closed


@pytest.mark.parametrize("session_ends", [True, False])
def test_closing_leaves_if_preferred_or_at_a_sessions_end(with_tray: Desk, session_ends: bool) -> None:
    lifecycle = with_tray.window.lifecycle
    if session_ends:
        lifecycle.stop_hiding()
    else:
        lifecycle.set_preferences(Preferences(tray=True, closing_hides=False))
    with with_tray.answering(lifecycle.closed):
        with_tray.window.close()


def test_a_window_that_hides_comes_back_when_the_icon_is_taken_away(with_tray: Desk) -> None:
    with_tray.window.lifecycle.hide()
    with_tray.window.lifecycle.set_preferences(Preferences(tray=False))
    assert with_tray.window.isVisible()


def test_the_trays_menu_summons_pauses_and_quits(with_tray: Desk) -> None:
    with_tray.open()
    tray = present(with_tray.window.lifecycle.tray)
    texts = [action.text() for action in tray.menu.actions() if not action.isSeparator()]
    assert texts == ["Hide the window", "Pause indexing", "Beside Obsidian", "Quit"]
    tray.menu.actions()[0].trigger()
    assert not with_tray.window.isVisible()
    assert tray.menu.actions()[0].text() == "Show the window"
    tray.menu.actions()[0].trigger()
    assert with_tray.window.isVisible()
    with with_tray.bot.waitSignal(with_tray.window.lifecycle.closed):
        tray.menu.actions()[-1].trigger()


def test_a_failure_is_notified_once_if_it_hides(with_tray: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    with_tray.open()
    tray = present(with_tray.window.lifecycle.tray)
    told: list[str] = []
    monkeypatch.setattr(tray.icon, "showMessage", lambda _title, shown, _icon: told.append(shown))
    with_tray.script.sync_error = IndexInUseError("Another program is writing this index.", "Close it.")
    for hidden in (False, True, True):
        with_tray.window.setVisible(not hidden)
        with with_tray.bot.waitSignal(with_tray.engine.failed):
            with_tray.engine.sync()
    assert told == ["Another program is writing this index. Close it."]
    with_tray.window.lifecycle.bring_to_front()


def test_a_second_start_summons_toggles_opens_and_asks(listed: Desk) -> None:
    listed.window.lifecycle.handle(WindowRequest())
    listed.bot.waitUntil(listed.window.isActiveWindow)
    assert listed.field.selectedText() == "pottery"
    listed.window.lifecycle.handle(WindowRequest(toggle=True))
    assert listed.window.isMinimized(), "there is no tray to hide in"
    listed.window.lifecycle.handle(WindowRequest(toggle=True))
    assert not listed.window.isMinimized()
    listed.window.lifecycle.handle(WindowRequest(toggle=True, query="bread"))
    assert listed.page.search.query == "bread"
    with listed.bot.waitSignal(listed.engine.vault_opened):
        listed.window.lifecycle.handle(WindowRequest(folder=str(OTHER), query="workshop"))
    listed.bot.waitUntil(lambda: any(query == "workshop" for query, _ in listed.service.asked))
    assert (listed.service.folder, listed.page.search.query) == (OTHER, "workshop")


def test_the_chooser_switches_greys_what_is_away_and_tells_those_of_one_name_apart(desk: Desk) -> None:
    chooser = desk.page.search.vaults
    assert chooser.text() == "No vault"
    desk.open(OTHER)
    desk.open()
    assert chooser.text() == "My vault"
    lines = [(line.text(), line.isChecked()) for line in chooser.lines]
    assert lines == [("My vault", True), ("Other", False)]
    with desk.bot.waitSignal(desk.engine.vault_opened):
        chooser.lines[1].trigger()
    assert desk.service.folder == OTHER
    assert chooser.text() == "Other"
    desk.settings.storage.not_there = frozenset({OTHER, VAULT})
    with desk.bot.waitSignal(desk.window.background.answered, check_params_cb=lambda job: job == "away"):
        chooser.menu().aboutToShow.emit()
    lines = [(line.text(), line.isEnabled()) for line in chooser.lines]
    assert lines == [("Other", True), ("My vault (unavailable)", False)]
    chooser.show_vaults((Path("/a/Notes"), Path("/b/Notes"), Path("/c/R&D")), Path("/a/Notes"))
    assert [line.text() for line in chooser.lines] == ["Notes (a)", "Notes (b)", "R&&D"]


def test_the_welcome_offers_the_vaults_that_obsidian_knows(desk: Desk) -> None:
    desk.settings.storage.obsidian = (VAULT, OTHER)
    desk.settings.set_last_vault(OTHER)
    answered = desk.window.background.answered
    with desk.bot.waitSignal(answered, check_params_cb=lambda job: job == "known vaults"):
        desk.window.vaults.show(None)
    shown = [button for button in desk.window.welcome.offered.findChildren(QPushButton) if button.isVisible()]
    names = [(button.text(), button.accessibleName()) for button in shown]
    assert names == [("Other", "Open Other"), ("My vault", "Open My vault")]
    desk.click(shown[1], until=desk.engine.vault_opened)
    assert desk.service.folder == VAULT


def test_the_window_stands_where_it_stood_unless_that_is_damaged(ready: Desk) -> None:
    ready.window.resize(780, 500)
    ready.page.reading_split.fold(folded=True)
    ready.trigger("mode_words")
    ready.page.zoom.set_percent(150)
    ready.window.close()
    state, other = present(ready.settings.window_state), ready.restarted()
    assert other.size() == ready.window.size()
    assert set(state.splitters) == {"reading_split", "topics_split"}
    assert other.page.reading_split.folded
    assert (other.page.search.mode, other.page.zoom.percent) == (Mode.FULLTEXT, 150)
    other = ready.restarted(WindowState("garbage", {"reading_split": "%%"}, False, "no such mode"))
    assert (other.width(), other.page.search.mode) == (1180, Mode.HYBRID)


def test_a_window_is_no_larger_than_its_screen_and_on_it(desk: Desk) -> None:
    room = desk.window.screen().availableGeometry()
    desk.window.resize(room.width() + 400, room.height() - 100)
    fit_to_screen(desk.window)
    assert desk.window.width() <= room.width()
    assert desk.window.height() == room.height() - 100, "it stays as it is if it fits"
    desk.window.move(9000, 9000)  # where a screen was that is gone
    desk.window.close()
    window = desk.restarted()
    assert window.screen().availableGeometry().contains(window.geometry().topLeft())


@pytest.mark.parametrize(
    "make", [lambda: Dialog("Map", 960, 720), lambda: ManualWindow(LIGHT_TOKENS, lambda _: None)]
)
def test_other_windows_are_no_larger_than_the_screen_either(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, make: Callable[[], QWidget]
) -> None:
    monkeypatch.setattr("vaultsearch.gui.widgets._FRAME_ROOM", QSize(0, 300))
    window = make()
    qtbot.addWidget(window)
    assert window.height() == window.screen().availableGeometry().height() - 300


def test_the_welcome_offers_an_entry_in_the_menu_until_there_is_one(desk: Desk, qtbot: QtBot) -> None:
    assert not desk.window.welcome.menu_entry.isVisible()
    desk.settings.storage.in_menu = False
    desk.window.vaults.show(None)
    qtbot.waitUntil(desk.window.welcome.menu_entry.isVisible)
    QTest.mouseClick(desk.window.welcome.menu_entry, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not desk.window.welcome.menu_entry.isVisible())
    assert desk.settings.storage.in_menu

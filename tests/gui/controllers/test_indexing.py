"""Indexing in the window: searching meanwhile, pausing, cancelling, rebuilding, failures."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from pytestqt.qtbot import QtBot

from tests.builders import present
from tests.gui.conftest import VAULT, Desk
from tests.gui.fake_script import Script, passage
from tests.gui.test_looks import STATUS
from vaultsearch.core.errors import IndexInUseError, VaultNotFoundError
from vaultsearch.core.values.note import FileKind
from vaultsearch.core.values.search import Completeness
from vaultsearch.core.values.sync import SCAN, Failure, KindCount, Progress, SyncReport
from vaultsearch.gui.file_kinds import describe_problems
from vaultsearch.gui.status_line import StatusLine
from vaultsearch.gui.window.dialogs import FailuresDialog

KIND = FileKind


def test_one_can_search_while_notes_are_read_and_cancel_the_reading(desk: Desk) -> None:
    desk.open_indexing(1, 3)
    desk.says("Indexing 1 of 3 files · keywords searchable")
    desk.ask("pottery")
    assert len(desk.list.results) == 3
    cancel = desk.window.status.cancel
    assert cancel.isVisible()
    desk.click(cancel, until=desk.engine.sync_finished)
    assert not cancel.isVisible()
    assert desk.window.menu_actions.sync.isEnabled()


def test_reading_is_paused_until_one_goes_on(ready: Desk, script: Script) -> None:
    service = script.opened[-1]
    before = service.index.syncs
    ready.trigger("pause")
    ready.says("paused: changes are ignored")
    assert not ready.window.menu_actions.sync.isEnabled()
    ready.ask("pottery")
    assert len(ready.list.results) == 3
    ready.trigger("pause", until=ready.engine.sync_finished)
    assert service.index.syncs == before + 1
    ready.says("up to date")
    ready.window.status.show_status(replace(STATUS, stopped=True))
    ready.click(ready.window.status.go_on, until=ready.engine.sync_finished)
    assert service.index.syncs == before + 2


def test_a_change_that_is_read_for_long_can_be_cancelled_too(ready: Desk, script: Script) -> None:
    script.sync_waits = True
    ready.engine._loop._loop.call_soon_threadsafe(script.saved.set)
    service = script.opened[-1]
    ready.bot.waitUntil(lambda: service.index.syncs == 2)
    with ready.bot.waitSignal(ready.engine.sync_finished):
        ready.engine.cancel_sync()


def test_the_index_is_built_anew_once_one_has_agreed(ready: Desk, script: Script) -> None:
    ready.trigger("reindex")
    with ready.answering(ready.engine.sync_finished):
        ready.answer("Rebuild index")
    assert script.opened[-1].index.rebuilds == 1


def test_notes_that_a_sync_added_are_found_with_the_selection_kept(listed: Desk, script: Script) -> None:
    listed.list.setCurrentIndex(listed.list.model().index(2, 0))
    script.added_by_sync = (passage("Kiln", "pottery pottery in the kiln"),)
    listed.trigger("sync", until="search")
    listed.bot.waitUntil(lambda: len(listed.list.results) == 4)
    assert present(listed.list.current()).chunk.title == "Workshops"
    listed.says("1 added")


def test_nothing_of_the_former_vault_is_shown_while_another_is_opened(ready: Desk, script: Script) -> None:
    def speak() -> str:
        ready.engine.progress.emit(Progress("embedding", 3, 3, 5, 9))
        ready.engine.sync_finished.emit(SyncReport(2, 0, 1, 0, 3, 0, (), 1.0))
        ready.engine.status_changed.emit(STATUS)
        return ready.window.status.text.text()

    ready.window.open_vault(Path("/vaults/Other"))
    assert speak() == "Opening Other…"
    ready.says("up to date")
    script.not_folders = ("Gone",)
    with ready.bot.waitSignal(ready.engine.failed):
        ready.window.open_vault(Path("/vaults/Gone"))
        assert speak() == "Opening Gone…"
    ready.message_box().reject()
    assert speak() == "2 added", "that vault stays open"


def test_the_window_follows_a_vault_whose_folder_is_renamed(ready: Desk, script: Script) -> None:
    renamed = VAULT.with_name("Renamed")
    ready.settings.add_recent_query("rye")
    script.sync_error, script.moved = VaultNotFoundError("Gone.", "Look."), {VAULT: renamed}
    ready.engine.vault_moved.connect(lambda _: ready.window.follow_move(VAULT, renamed))
    script.progress = (Progress("embedding", 3, 3, 5, 9),)
    ready.trigger("sync", until=ready.engine.vault_opened)
    assert ready.window.windowTitle() == "Renamed - vaultsearch"
    ready.says(f"Renamed was moved from {VAULT} to {renamed}; index, basket and searches were kept")
    assert (ready.settings.recent_queries, ready.settings.vaults) == (("rye",), (renamed,))


def test_a_sync_that_fails_says_why_and_searching_goes_on(desk: Desk, script: Script) -> None:
    script.sync_error = IndexInUseError("Another program is writing this index.", "Close it.")
    with desk.bot.waitSignal(desk.engine.failed):
        desk.window.open_vault(VAULT)
    desk.says("Another program is writing this index. Close it.")
    assert not desk.window.status.cancel.isVisible()
    desk.ask("bread")
    assert len(desk.list.results) == 1


def test_the_status_line_counts_the_files_read_and_leads_to_the_others(desk: Desk, script: Script) -> None:
    script.failed = (
        Failure("Papers/locked.pdf", "It is protected by a password.", kind=KIND.PDF),
        Failure("Papers/scan.pdf", SCAN, kind=KIND.PDF), Failure("b.md", "Locked.", kind=KIND.NOTE),
    )  # fmt: skip
    script.kinds = (KindCount(KIND.NOTE, 4), KindCount(KIND.PDF, 12, 1, 1), KindCount(KIND.IMAGE, 3))
    desk.open()
    status, button = desk.window.status, desk.window.status.failures
    sentence = "12 of 14 PDFs read, 1 needs text recognition, which is off, 1 failed · 1 other problem"
    desk.bot.waitUntil(lambda: button.text() == sentence)
    assert status.sizeHint().height() <= status.minimumHeight(), "in one row"
    status.show_basket(12, None)
    status.show_progress(Progress("embedding", 20, 20, 5, 9))
    desk.window.resize(480, 500)
    desk.bot.waitUntil(lambda: status.text.width() >= 440 and button.width() >= button.sizeHint().width())
    assert (button.text(), button.accessibleName()) == ("3 problems", sentence)
    desk.click(button)
    dialog = present(desk.window.findChild(FailuresDialog))
    items = dialog.list.findItems("", Qt.MatchFlag.MatchContains)
    assert [(item.text(0), item.text(1), item.text(2)) for item in items] == [
        ("Papers/scan.pdf", "PDF", SCAN), ("b.md", "Note", "Locked."),
        ("Papers/locked.pdf", "PDF", "It is protected by a password."),
    ]  # fmt: skip
    desk.click(dialog.show_file)
    assert desk.opened_urls == [QUrl.fromLocalFile(str(VAULT / "Papers"))]
    dialog.close()


COUNTED = (KindCount(KIND.PDF, 12, failed=1), KindCount(KIND.WEB, 20, failed=2), KindCount(KIND.IMAGE, 5))


def test_all_files_are_counted_if_more_than_pdfs_are_missing() -> None:
    """With 4 of 7 files read beside 37 that were counted, one of the two numbers was not believed."""
    assert describe_problems(replace(STATUS, kinds=COUNTED)) == "37 of 40 files read, 3 failed"


def test_the_status_line_offers_to_go_on_with_what_was_cancelled(qtbot: QtBot) -> None:
    line = StatusLine()
    qtbot.addWidget(line)
    line.show_status(replace(STATUS, stopped=True, completeness=Completeness(791, 791, 320)))
    assert "indexing stopped: 791 of 791 files by keywords, 320 by meaning" in line.text.text()
    assert line.go_on.isVisibleTo(line)
    line.show_progress(Progress("reading", 1, 2))
    assert not line.go_on.isVisibleTo(line)
    line.show_status(STATUS)
    assert not line.go_on.isVisibleTo(line)

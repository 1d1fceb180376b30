"""The window: from a dropped folder to the clipboard, by keyboard, over a real engine thread."""

import asyncio
import threading
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QInputDialog, QLabel, QLineEdit, QScrollArea, QWidget

from tests.builders import present
from tests.gui.conftest import CTRL, KEY, LEFT, PASSAGES, SHIFT, VAULT, Desk, clipboard, texts
from tests.gui.fake_script import Script, passage
from tests.gui.fake_service import FakeService
from vaultsearch.core.errors import QueryError
from vaultsearch.core.values.search import Mode, ReadingPlan, SearchStage, Spelling, UnreadNotes
from vaultsearch.core.values.sync import ALL_VAULTS, Progress
from vaultsearch.gui.controllers.long_query import QueryTextDialog
from vaultsearch.gui.engine_thread import Trouble
from vaultsearch.gui.reading.note_map import MapDialog
from vaultsearch.gui.reading.vault_dialogs import TopicsDialog
from vaultsearch.gui.widgets import Dialog
from vaultsearch.gui.window.dialogs import CrashDialog, ShortcutsSheet
from vaultsearch.gui.window.manual_window import MANUAL_PLACES
from vaultsearch.service.parts.replicas import as_written

RESOURCES = Path(__file__).parents[3] / "resources"


def drop(desk: Desk, path: str) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(path)])
    desk.drop(mime)


def test_a_dropped_folder_is_opened_and_remembered_anything_else_not(desk: Desk, script: Script) -> None:
    script.not_folders = ("picture.png",)
    with desk.bot.waitSignal(desk.engine.failed):
        drop(desk, "/vaults/picture.png")
    desk.says("picture.png is not a folder. Drop the folder with your notes.")
    assert desk.window.welcome.isVisible()
    assert "is not a folder. Drop the folder" in desk.window.welcome.trouble.text()
    assert desk.settings.vaults == ()
    with desk.bot.waitSignal(desk.engine.sync_finished):
        drop(desk, str(VAULT))
    assert (desk.page.isVisible(), desk.settings.last_vault) == (True, VAULT)
    assert "My vault" in desk.window.windowTitle()
    desk.says("2 notes · up to date")


def test_a_folder_that_fails_to_open_beside_a_vault_gets_its_sentence(ready: Desk, script: Script) -> None:
    """An empty folder did nothing and said nothing: the status line went back to the open vault at once."""
    script.not_folders = ("empty",)
    with ready.bot.waitSignal(ready.engine.failed):
        ready.window.open_vault(Path("/vaults/empty"))
    box = ready.message_box()
    assert box.text() == "empty is not a folder."
    assert box.informativeText() == "Drop the folder with your notes."
    assert {button.accessibleName() for button in box.buttons()} == {"Choose another folder…", "Close"}
    ready.answer("Close")
    ready.says("2 notes · up to date")
    assert ready.settings.last_vault == VAULT


def test_the_sample_button_opens_the_sample(desk: Desk) -> None:
    desk.click(desk.window.welcome.sample, until=desk.engine.sync_finished)
    assert desk.service.folder == desk.settings.sample_vault


def test_typing_shows_passages_their_count_and_the_note_of_the_best(ready: Desk) -> None:
    ready.ask("pottery gift", until="preview")
    assert [found.chunk.title for found in ready.list.results] == ["Gift ideas", "Gift ideas", "Workshops"]
    assert ready.page.results.head.count.text() == "3 passages in 2 notes"
    ready.reads("batteries")
    assert ready.page.preview.headings.accessibleDescription() == "Father"


def test_letters_typed_in_one_go_while_the_vault_opened_are_one_question_then(desk: Desk) -> None:
    with desk.bot.waitSignal(desk.engine.stage_arrived):
        desk.window.open_vault(VAULT)
        QTest.keyClicks(desk.field, "pottery")
    assert desk.service.asked == [("pottery", Mode.HYBRID)]


def test_a_late_answer_is_dropped(ready: Desk) -> None:
    numbers: list[int] = []
    ready.engine.stage_arrived.connect(lambda number, _: numbers.append(number))
    ready.ask("pottery")
    ready.ask("bread")
    former, last = numbers[0], numbers[-1]
    assert former < last
    late = SearchStage("pottery", Mode.HYBRID, "reranked", (), final=True)
    ready.engine.stage_arrived.emit(former, late)
    assert [found.chunk.title for found in ready.list.results] == ["Workshops"]
    ready.engine.stage_arrived.emit(last, late)
    assert ready.list.results == ()


def test_down_leads_into_the_list_and_up_back_as_do_letters(listed: Desk) -> None:
    places = []
    for key in (KEY.Key_Down, KEY.Key_Down, KEY.Key_Up, KEY.Key_Up, KEY.Key_Down, KEY.Key_S):
        QTest.keyClick(present(listed.window.focusWidget()), key)
        places.append("field" if listed.field.hasFocus() else listed.list.currentIndex().row())
    assert places == [0, 1, 0, "field", 0, "field"]
    assert listed.field.text() == "potterys"


def test_ctrl_digits_choose_the_way_of_searching_and_ask_again(listed: Desk) -> None:
    for key, mode in {KEY.Key_2: Mode.SEMANTIC, KEY.Key_3: Mode.FULLTEXT, KEY.Key_4: Mode.GREP}.items():
        listed.press(listed.field, key, CTRL, until="search")
        assert (listed.service.asked[-1], listed.page.search.mode) == (("pottery", mode), mode)


def test_escape_clears_the_field_and_the_list(listed: Desk) -> None:
    QTest.keyClick(listed.field, KEY.Key_Escape)
    assert (listed.field.text(), listed.list.results) == ("", ())
    assert "Type to search your notes" in listed.page.results.page.text()
    assert listed.page.results.head.count.text() == ""


def test_a_question_that_cannot_be_asked_says_why(desk: Desk, script: Script) -> None:
    script.search_error = QueryError("The pattern does not compile.", "Close the bracket.")
    desk.open()
    with desk.bot.waitSignal(desk.engine.failed):
        desk.field.setText("[a")
    assert desk.page.results.page.text() == "The pattern does not compile. Close the bracket."


def test_reading_for_another_language_is_one_click_and_so_is_its_undoing(desk: Desk, script: Script) -> None:
    """One stray German question once started to index a whole vault for eight minutes, unasked."""
    script.unread = UnreadNotes("de", "German", 32_000, 480.0, ReadingPlan.OFFERED)
    desk.ask("pottery")
    offer, service = desk.page.results.head.offer, script.opened[-1]
    assert (offer.isVisible(), offer.sentence) == (True, "Index your notes for German (about 8 min)")
    assert service.index.read_for_languages == []
    for sentence in ("Undo: don't index your notes for German", "Index your notes for German (about 8 min)"):
        with desk.answering("read for"):
            offer.click()
        assert offer.sentence == sentence
    assert service.index.read_for_languages == [("de", True), ("de", False)]
    script.unread = replace(script.unread, reading=ReadingPlan.EXPECTED)  # they are indexed anyway
    desk.ask("bread")
    assert not offer.isVisible()


def test_a_corrected_word_is_told_and_searched_as_typed_by_a_key(desk: Desk, script: Script) -> None:
    """`boloean` showed notes on nothing of the kind, and nobody said what had been searched for."""
    script.spelling = Spelling("boloean", "boolean", "+boloean", is_searched=True)
    desk.ask("boloean")
    line = desk.page.results.head.spelling
    said = line.isVisible(), line.label.text(), line.link.sentence
    assert said == (True, "Showing results for <b>boolean</b>", "Search for “boloean”")
    script.spelling = None
    desk.trigger("other_spelling")
    assert desk.field.text() == "+boloean"
    desk.bot.waitUntil(lambda: not line.isVisible())
    desk.field.undo()
    assert desk.field.text() == "boloean"
    script.spelling = Spelling("mediation", "meditation", "meditation", is_searched=False)
    desk.ask("mediation")
    # The answer to what undoing had typed may come first.
    desk.bot.waitUntil(lambda: line.link.sentence == "Did you mean “meditation”?")
    assert not line.label.isVisible()
    line.link.click()
    assert desk.field.text() == "meditation"


def test_a_bug_shows_one_dialog_with_its_report_that_leads_to_the_log(desk: Desk, script: Script) -> None:
    script.search_error = ZeroDivisionError("a bug")
    desk.open()
    with desk.bot.waitSignal(desk.engine.crashed):
        desk.field.setText("pottery")
    with desk.bot.waitSignal(desk.engine.crashed):
        desk.field.setText("bread")
    (dialog,) = desk.window.findChildren(CrashDialog)
    QTest.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    assert "ZeroDivisionError: a bug" in clipboard()
    QTest.mouseClick(dialog.show_logs, Qt.MouseButton.LeftButton)
    assert [url.toLocalFile() for url in desk.opened_urls] == ["/logs"]
    dialog.close()


def test_a_narrow_window_shows_the_note_in_the_place_of_the_list(listed: Desk) -> None:
    page = listed.page
    listed.window.resize(480, 500)
    listed.bot.waitUntil(lambda: not page.preview.isVisible())
    assert listed.window.width() == 480
    QTest.keyClick(listed.field, KEY.Key_J, CTRL)
    assert [page.results.isVisible(), page.preview.view.isVisible()] == [False, True]
    assert listed.window.width() == 480
    QTest.keyClick(page.preview.view, KEY.Key_Escape)
    assert page.results.isVisible()
    assert listed.field.text() == "pottery"
    sheet = listed.window.basket_sheet
    for key, shown in ((KEY.Key_J, page.preview), (KEY.Key_K, sheet)) * 2:
        QTest.keyClick(present(listed.window.focusWidget()), key, CTRL)
        assert [part for part in (page.results, page.preview, sheet) if part.isVisible()] == [shown]
    QTest.keyClicks(listed.field, " kiln")
    assert [page.results.isVisible(), page.preview.isVisible()] == [True, False]
    listed.window.resize(1180, 760)
    listed.bot.waitUntil(page.preview.isVisible)
    for visible in (False, True):
        QTest.keyClick(listed.field, KEY.Key_J, CTRL)
        assert page.preview.isVisible() is visible


@pytest.mark.parametrize(
    ("part", "page"),
    [("field", "Asking"), *((part, "Window") for part in ("table", "sidebar", "topics", "show_text"))],
)
def test_f1_shows_the_manual_beside_the_vault_at_the_parts_page(listed: Desk, part: str, page: str) -> None:
    manual = listed.window.manual
    focused: QWidget = {"field": listed.field, "table": listed.list}.get(part, listed.page.facets.tree)
    if part == "table":
        listed.trigger("table")
    elif part == "sidebar":
        listed.page.sidebar.toggle()
    elif part != "field":
        listed.trigger(part)
        kinds = {"topics": TopicsDialog, "show_text": QueryTextDialog}
        focused = next(each for each in QApplication.topLevelWidgets() if isinstance(each, kinds[part]))
        focused.activateWindow()
        listed.bot.waitUntil(focused.isActiveWindow)
    focused.setFocus()
    listed.press(focused.focusProxy() or focused, KEY.Key_F1, until=listed.window.background.answered)
    assert manual.isVisible()
    assert manual.list.currentItem().text() == manual.view.toPlainText() == page
    assert texts(manual.list) == ["Start", "Asking", "Window"]
    # The query stays in its vault.
    assert (listed.field.text(), listed.service.folder) == ("pottery", VAULT)
    QTest.keyClicks(manual.field, "start")
    assert texts(manual.list) == ["Start"]
    assert manual.view.toPlainText() == "Start"
    for is_shown in (True, False):
        QTest.keyClick(manual.field, KEY.Key_Escape)
        assert manual.isVisible() is is_shown
    focused.window().close()


def test_on_another_day_today_is_asked_for_again(ready: Desk) -> None:
    """In the morning the list, the chip and the counts were those of the day before."""
    ready.ask("slept today", until="understand")
    ready.service.index.passages = (passage("2026-12-01", "Slept well today"),)
    vars(ready.page).update(_day=None)
    with ready.answering("understand"), ready.answering("search"):
        ready.page.follow_day()
    assert [result.title for result in ready.list.results] == ["2026-12-01"]


def test_a_message_leaves_with_the_next_command(desk: Desk) -> None:
    desk.ask("pottery")
    said = desk.window.status.text
    desk.trigger("copy_path")
    assert said.text() == "Copied the path"
    desk.trigger("copy_passage")
    desk.bot.waitUntil(lambda: said.text() == "Copied the passage with its source")
    desk.trigger("group")
    assert "Copied" not in said.text()


def test_what_f1_leads_to_exists() -> None:
    # Imported late by the window.
    assert MapDialog.__name__ in MANUAL_PLACES
    known, kinds = [QWidget], set()
    while known:
        kind = known.pop()
        kinds.add(kind.__name__)
        known += kind.__subclasses__()
    assert set(MANUAL_PLACES) <= kinds
    for page, _, heading in (place.partition("#") for place in MANUAL_PLACES.values()):
        text = (RESOURCES / "manual" / f"{page}.md").read_text("utf-8")
        assert not heading or f"## {heading}\n" in text, heading


def test_a_link_in_the_manual_leads_to_a_heading_of_another_page(ready: Desk) -> None:
    ready.trigger("manual", until=ready.window.background.answered)
    manual = ready.window.manual
    QTest.keyClicks(manual.field, "start")
    manual.view.anchorClicked.emit(QUrl("note:Window%23Keys"))
    assert (manual.field.text(), manual.list.currentItem().text()) == ("", "Window")
    assert manual.view.reading.goal == "line-7"


def test_shift_f1_shows_the_keys(ready: Desk) -> None:
    QTest.keyClick(ready.field, KEY.Key_F1, SHIFT)
    sheet = present(ready.window.findChild(ShortcutsSheet))
    assert sheet.isVisible()
    titles = [title.text() for title in sheet.findChildren(QLabel) if title.property("scale") == "section"]
    assert titles == ["Moving around", "File", "Search", "Passage", "View", "Help"]
    QTest.keyClicks(sheet.field, "rebuild zymurgy")
    assert sheet.nothing.isVisible()
    sheet.field.clear()
    bar = sheet.findChildren(QScrollArea)[0].verticalScrollBar()
    ready.bot.waitUntil(lambda: bar.maximum() > 0)
    QTest.keyClick(sheet.field, KEY.Key_PageDown)
    assert bar.value() > 0
    QTest.keyClicks(sheet.field, "ctrl+k")
    shown = [label.text() for label in sheet.findChildren(QLabel) if label.isVisible()]
    assert shown == ["Passage", "Ctrl+K", "Show or hide the basket"]
    sheet.close()


def test_closing_amid_a_sync_ends_the_thread_and_closes_the_vault(desk: Desk) -> None:
    desk.open_indexing(1, 3)
    desk.field.setText("pottery")
    QTest.keyClick(desk.field, KEY.Key_Q, CTRL)
    assert (desk.window.isVisible(), desk.service.closed) == (False, True)
    desk.engine.search("asked too late, answered never", Mode.HYBRID)
    assert [thread.name for thread in threading.enumerate() if thread.name.startswith("engine")] == []


def test_another_vault_takes_the_place_of_the_first(listed: Desk) -> None:
    listed.open(Path("/vaults/Other"))
    assert [service.closed for service in listed.script.opened] == [True, False]
    listed.bot.waitUntil(lambda: listed.service.asked == [("pottery", Mode.HYBRID)])


@pytest.mark.parametrize("dialog", ["topics", "map", "vault_report", "search_quality"])
def test_a_dialog_about_a_vault_is_open_once_and_leaves_with_it(listed: Desk, dialog: str) -> None:
    def opened() -> list[str]:
        return [type(each).__name__ for each in listed.window.findChildren(Dialog) if each.isVisible()]

    listed.engine.crashed.emit("A bug")
    for _ in range(2):
        listed.trigger(dialog)
        assert len(opened()) == 2
    listed.open(VAULT)
    assert len(opened()) == 2
    listed.open(Path("/vaults/Other"))
    assert opened() == ["CrashDialog"]
    present(listed.window.findChild(CrashDialog)).close()


def test_a_window_that_reads_only_goes_on_with_an_index_that_another_process_made_anew(desk: Desk) -> None:
    desk.script.read_only = True
    desk.ask("pottery")
    QTest.keyClick(desk.list, Qt.Key.Key_Down)
    chosen = desk.list.current()
    desk.script.passages = (*PASSAGES, passage("Clay", "pottery for beginners"))
    with desk.bot.waitSignal(desk.engine.vault_renewed):
        desk.engine._loop._loop.call_soon_threadsafe(desk.script.remade.set)
    desk.bot.waitUntil(lambda: len(desk.list.results) == 4)
    assert desk.list.current() == chosen
    assert [service.closed for service in desk.script.opened] == [True, False]
    assert desk.service.index.syncs == 0
    desk.script.read_only = False  # once nobody else writes it, changes are read
    with desk.bot.waitSignal(desk.engine.sync_finished):
        desk.engine._loop._loop.call_soon_threadsafe(desk.script.remade.set)
    assert desk.service.index.syncs == 1


def test_a_published_index_is_pulled_and_never_rebuilt(ready: Desk) -> None:
    status = replace(present(ready.window.index), read_only=True, published=datetime.now(UTC))
    ready.window.status.show_status(status)
    assert "published" in ready.window.status.text.text()
    ready.window.status.show_progress(Progress("scanning", 0, 0))
    assert ready.window.status.text.text() == "Looking for a newer publication…"
    actions = ready.window.menu_actions
    assert actions.reindex.isEnabled()
    ready.window.index = status
    actions.enable()
    assert (actions.reindex.isEnabled(), actions.pause.isEnabled()) == (False, False)


def test_the_address_or_the_folder_of_a_published_index_is_typed(ready: Desk) -> None:
    ready.window.dialogs.choose_place()
    (dialog,) = ready.window.findChildren(QInputDialog)
    places = {" /nas/notes ": "/nas/notes", "~/n": f"{Path.home()}/n", "s3://team/notes": "s3://team/notes"}
    for typed, folder in places.items():
        with ready.answering(ready.engine.vault_opened):
            dialog.textValueSelected.emit(typed)
        assert as_written(ready.service.folder) == folder
    dialog.textValueSelected.emit(" ")
    assert len(ready.script.opened) == 4
    dialog.close()


def test_a_folder_whose_path_is_typed_is_opened(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "My notes").mkdir()
    desk.trigger("choose_folder")
    dialog = present(desk.window.findChild(QFileDialog))
    dialog.setDirectory(str(tmp_path))
    field = present(dialog.findChild(QLineEdit, "fileNameEdit"))
    for path in (tmp_path, tmp_path / "My notes"):
        field.clear()
        field.insert(str(path))
    assert len(dialog.selectedFiles()) == 2
    desk.press(field, KEY.Key_Return, until=desk.engine.vault_opened)
    assert desk.window.windowTitle() == "My notes - vaultsearch"


def test_a_result_without_a_file_on_this_computer_says_so(listed: Desk) -> None:
    listed.window.index = replace(present(listed.window.index), published=datetime.now(UTC))
    QGuiApplication.clipboard().setText("as before")
    for name in ("open_editor", "reveal", "copy_path"):
        listed.window.status.end_message()
        listed.trigger(name)
        listed.says("is on another computer: there is no file here.")
    assert (listed.opened_urls, listed.revealed, clipboard()) == ([], [], "as before")


def test_a_failing_folder_in_a_change_leaves_the_next(listed: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    is_left = asyncio.Event()
    monkeypatch.setattr(FakeService, "close", lambda _: is_left.wait())
    listed.script.not_folders = ("Gone",)
    listed.window.open_vault(Path("/vaults/B"))
    listed.bot.waitUntil(lambda: len(listed.script.opened) == 2)
    with listed.answering(listed.engine.failed):
        listed.window.open_vault(Path("/vaults/Gone"))
    assert (listed.window.windowTitle(), listed.page.search.vaults.text()) == ("B - vaultsearch", "B")
    listed.message_box().reject()
    listed.engine._loop._loop.call_soon_threadsafe(is_left.set)


@pytest.mark.parametrize(("vault", "progress", "said"), [
    (VAULT, Progress("reading", 512, 1769), " · Indexed so far: 512 of 1,769 files"),
    (VAULT, Progress("reading", 282, 282), " · Indexed for meaning so far: 0 of 282 files"),
    (ALL_VAULTS, Progress("embedding", 9, 9, 8, 30), " · Indexed for meaning so far: 8 of 30 passages"),
    (VAULT, Progress("tidying", 9, 9), ""),
])  # fmt: skip
def test_a_vault_left_amid_indexing_is_named(desk: Desk, vault: Path, progress: Progress, said: str) -> None:
    desk.script.progress, desk.script.sync_waits = (progress,), True
    with desk.answering(desk.engine.progress):
        desk.window.open_vault(vault)
    desk.bot.waitUntil(lambda: desk.window.status.progress is not None)
    desk.script.progress, desk.script.sync_waits = (), False
    desk.open(Path("/vaults/Other"))
    left = "My vault has stopped until you open it again"
    left = "all vaults has stopped until you open them again" if vault == ALL_VAULTS else left
    desk.bot.waitUntil(lambda: desk.window.status.text.text() == f"Indexing {left}{said}")
    # Once said, and never of one that was at rest.
    desk.window.status.end_message()
    desk.open(VAULT)
    assert "has stopped" not in desk.window.status.text.text()


@pytest.mark.parametrize("is_failure", [False, True])
def test_a_message_leaves_with_the_next_letter_or_language(ready: Desk, is_failure: bool) -> None:
    ready.bot.waitUntil(lambda: "up to date" in ready.window.status.text.text())
    status = ready.window.status
    show = status.show_lasting if is_failure else status.show_message
    show("Couldn't do it")
    assert status.text.text() == "Couldn't do it"
    QTest.keyClick(ready.field, Qt.Key.Key_X)
    assert "up to date" in status.text.text()
    assert status._clock.isActive()
    show("Couldn't do it " * 20)
    assert status._message.isActive() is not is_failure
    assert status._message.interval() == (6_000 if is_failure else 18_000)
    QApplication.sendEvent(status, QEvent(QEvent.Type.LanguageChange))
    assert "up to date" in status.text.text()


def test_what_nobody_asked_for_stays_whole_until_the_user_goes_on(ready: Desk) -> None:
    """In a narrow window, the end of the sentence was cut, and after six seconds all of it was gone."""
    status, moved = ready.window.status, VAULT.with_name("A rather long new name of this vault")
    ready.window.resize(480, 500)
    ready.says("up to date")
    usual = status.height()
    ready.window.follow_move(VAULT, moved)
    status.show_progress(Progress("embedding", 3, 3, 5, 9))
    status.show_status(present(ready.window.index))
    assert status.text.text().startswith(f"{moved.name} was moved from {VAULT} to ")
    ready.bot.waitUntil(lambda: status.height() > usual)
    assert (
        status.text.fontMetrics().height()
        < status.text.heightForWidth(status.text.width())
        <= status.text.height()
    )
    QTest.keyClick(ready.field, Qt.Key.Key_X)
    ready.bot.waitUntil(lambda: status.height() == usual)
    for show in (status.show_message, status.show_lasting):
        show("2 added")
        ready.window.open_vault(Path("/vaults/Other"))
        assert status.text.text() == "Opening Other…"


def test_after_a_failed_sync_the_index_is_not_called_up_to_date(desk: Desk) -> None:
    desk.open()
    desk.bot.waitUntil(lambda: "up to date" in desk.window.status.text.text())
    status = desk.window.status
    desk.engine.failed.emit(Trouble("sync", 1, "The folder is gone.", ""))
    QTest.keyClick(desk.field, Qt.Key.Key_X)
    status._tick()
    assert status.text.text() == "The folder is gone."
    status.rest()
    assert "up to date" in status.text.text()


COPY, MOVE = Qt.DropAction.CopyAction, Qt.DropAction.MoveAction


def note() -> QMimeData:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile("/elsewhere/note.md")])
    mime.setText("a text of a few words")
    return mime


def dragged(part: QWidget, mime: QMimeData, possible: Qt.DropAction) -> list[QDropEvent]:
    """Drag with Shift from another program onto a part; return the events with their answers."""
    events = [
        QDragEnterEvent(QPoint(3, 3), possible, mime, LEFT, SHIFT),
        QDragMoveEvent(QPoint(3, 3), possible, mime, LEFT, SHIFT),
        QDropEvent(QPointF(3, 3), possible, mime, LEFT, SHIFT),
    ]
    for event in events:
        event.ignore()
        QApplication.sendEvent(part, event)
    return events


def test_every_part_of_the_window_answers_a_drag_with_shift_by_a_copy(listed: Desk) -> None:
    settings = listed.open_settings()
    for row in range(settings.list.count()):
        settings.list.setCurrentRow(row)
        listed.bot.wait(0)
    settings.parameters.build_whole()
    answers = []
    for top in (listed.window, settings, listed.window.beside.window):
        for part in (top, *top.findChildren(QWidget)):
            if part.acceptDrops():
                answers += [(part, one) for one in dragged(part, note(), COPY | MOVE)]
    accepted = [(part, event) for part, event in answers if event.isAccepted()]
    assert listed.window in [part for part, _ in accepted]
    assert [type(part) for part, event in accepted if event.dropAction() != COPY] == []


def test_a_few_words_that_are_dropped_are_a_question_unless_they_can_only_be_moved(ready: Desk) -> None:
    assert not dragged(ready.window, note(), MOVE)[0].isAccepted()
    assert not ready.window.drops.hint.isVisible()
    mime = QMimeData()
    mime.setUrls([QUrl("file:")])
    with ready.bot.assertNotEmitted(ready.window.drops.path_dropped):
        dragged(ready.window, mime, COPY)
    mime = QMimeData()
    mime.setText("pottery ")
    with ready.bot.waitSignal(ready.engine.stage_arrived):
        dragged(ready.window, mime, COPY | MOVE)
    assert ready.field.text() == "pottery"

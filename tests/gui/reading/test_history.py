"""The versions of the note that is read, what has changed since, and two passages side by side."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest

from tests.builders import present
from tests.gui.conftest import Desk, clipboard
from tests.gui.fake_script import passage
from vaultsearch.core.history.file_changes import HistoryError
from vaultsearch.core.values.times import ChangeKind, NoteState, NoteVersion, PastKind, PastNote, WordChange
from vaultsearch.gui.reading.history import ComparisonDialog, HistoryDialog, PastBanner
from vaultsearch.gui.rows.row_texts import short_date
from vaultsearch.gui.rows.two_line_rows import SECOND_ROLE

SHIFT, F3 = Qt.Modifier.SHIFT, Qt.Key.Key_F3
FIRST = NoteVersion("a" * 40, datetime(2025, 5, 1, 12).astimezone(), "begin", "Keel.md", "b" * 40, 3, 0)
LAST = NoteVersion("c" * 40, datetime(2025, 6, 10, 12).astimezone(), "<b>six</b>", "Keel.md", "d" * 40, 1, 1)


def changes_of(*stretches: tuple[str, str]) -> tuple[WordChange, ...]:
    return tuple(WordChange(ChangeKind(kind), text) for kind, text in stretches)


CHANGES = changes_of(("same", "It needs "), ("removed", "five"), ("added", "<i>six</i>"), ("same", " bolts."))
REPLACED = ("removed", "five"), ("added", "six 🍞")
LONG = changes_of(("same", "same\n" * 200), *REPLACED, ("same", "\n  same" * 200), ("added", "new\nlines"))


@contextmanager
def opened(
    desk: Desk, *versions: NoteVersion, changes: tuple[WordChange, ...] = CHANGES
) -> Iterator[HistoryDialog]:
    """Show a note, and then its versions."""
    desk.script.passages = (passage("Keel", "It needs six bolts."),)
    desk.script.versions = {desk.script.passages[0].path: versions} if versions else {}
    desk.script.changes = changes
    desk.ask("bolts", until="preview")
    desk.trigger("history", until="versions")
    (dialog,) = desk.window.findChildren(HistoryDialog)
    yield dialog
    dialog.close()


def test_the_versions_are_listed_and_the_changes_since_the_latest_shown(desk: Desk) -> None:
    with opened(desk, LAST, FIRST) as dialog:
        day = dialog.versions.item(0).text().split(",")[0]
        assert day == short_date(LAST.date.date(), date.today()) == "10 Jun 2025", "dated as results are"
        subjects = [dialog.versions.item(row).data(SECOND_ROLE) for row in range(2)]
        assert (dialog.notice.text(), subjects) == ("2 versions", ["<b>six</b>", "begin"])
        desk.bot.waitUntil(lambda: dialog.text.toPlainText() == "It needs five<i>six</i> bolts.")
        desk.press(dialog.versions, Qt.Key.Key_Down, until="difference")


def test_the_first_change_is_shown_and_the_next_and_the_previous_by_keys(desk: Desk) -> None:
    with opened(desk, LAST, changes=LONG) as dialog:
        text = dialog.text

        def shown() -> str:
            area, view = text.cursorRect(), text.viewport().rect()
            assert view.contains(area.center())
            return text.textCursor().selectedText().replace("\u2029", "\n")

        desk.bot.waitUntil(lambda: shown() == "fivesix 🍞")
        assert text.toPlainText() == "".join(part.text for part in LONG)
        seen = []
        for key in (F3, F3, SHIFT | F3, SHIFT | F3):
            QTest.keySequence(dialog, QKeySequence(key))
            seen.append(shown())
        assert seen == ["new\nlines", "fivesix 🍞", "new\nlines", "fivesix 🍞"]
        assert [button.text() for button in dialog.steps] == ["Previous change", "Next change"]


def test_without_a_change_there_is_none_to_step_to(desk: Desk) -> None:
    with opened(desk, LAST, changes=LONG[:1]) as dialog:
        desk.bot.waitUntil(lambda: bool(dialog.text.toPlainText()))
        assert [button.isEnabled() for button in dialog.steps] == [False, False]


def test_a_note_without_versions_says_why(desk: Desk) -> None:
    with opened(desk) as dialog:
        assert "in no git repository" in dialog.notice.text()


def test_what_cannot_be_read_is_told_in_its_place(desk: Desk) -> None:
    desk.script.history_trouble = HistoryError("The text isn't there.", "Fetch the whole history.")
    with opened(desk, LAST) as dialog:
        desk.bot.waitUntil(lambda: dialog.notice.text().endswith("Fetch the whole history."))


def test_versions_with_words_are_listed_alone(desk: Desk) -> None:
    with opened(desk, LAST, FIRST) as dialog:
        with desk.answering("versions with"):
            dialog.words.setText("begin")
        shown = [row for row in range(2) if not dialog.versions.item(row).isHidden()]
        assert (shown, dialog.notice.text()) == ([1], "1 version")
        dialog.words.clear()
        desk.bot.waitUntil(lambda: dialog.notice.text() == "2 versions")


def test_the_old_text_is_copied_and_two_versions_are_compared_with_each_other(desk: Desk) -> None:
    with opened(desk, LAST, FIRST) as dialog:
        desk.bot.waitUntil(dialog.copy.isEnabled)
        dialog.copy.click()
        assert clipboard() == "It needs five bolts."
        with desk.answering("difference"):
            dialog.versions.selectAll()
        desk.bot.waitUntil(lambda: dialog.text.toPlainText() == "It needs five")


AS_IT_WAS = PastNote(PastKind.AS_OF, date(2025, 6, 1), NoteState.CHANGED, "asof-1")


def show_past(desk: Desk, past: PastNote) -> PastBanner:
    desk.script.passages = (passage("Keel", "It needs five bolts."),)
    desk.script.past = past
    desk.script.past_texts = {desk.script.passages[0].path: "It needs five bolts of old."}
    desk.ask("asof:2025-06-01 bolts", until="preview")
    return desk.page.preview.past


def test_a_note_of_the_past_says_so_above_its_page_and_in_its_row_and_is_copied_whole(desk: Desk) -> None:
    banner = show_past(desk, AS_IT_WAS)
    assert banner.isVisible()
    assert banner.sentence.text() == "As it was on 1 Jun 2025 · changed since"
    told = desk.list.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "as it was on 1 Jun 2025 · changed since" in told
    desk.click(banner.copy, until="text")
    desk.bot.waitUntil(lambda: clipboard() == "It needs five bolts of old.")
    desk.script.past = None
    desk.ask("bolts")
    desk.bot.waitUntil(lambda: not banner.isVisible())


def test_its_changes_since_are_a_click_away(desk: Desk) -> None:
    desk.script.versions = {passage("Keel", "").path: (LAST, FIRST)}
    desk.script.changes = CHANGES
    desk.click(show_past(desk, AS_IT_WAS).changes, until="versions")
    (dialog,) = desk.window.findChildren(HistoryDialog)
    assert dialog.versions.currentRow() == 1  # that of the day
    dialog.close()


def test_a_deleted_note_is_not_opened_anywhere(desk: Desk) -> None:
    gone = PastNote(PastKind.DELETED, date(2025, 6, 10), NoteState.DELETED, "deleted-1")
    assert show_past(desk, gone).sentence.text() == "Deleted on 10 Jun 2025"
    desk.trigger("open_obsidian")
    assert not desk.opened_urls
    desk.says("is deleted")


def test_two_selected_passages_are_compared_and_of_one_it_is_said_how_to_select_two(desk: Desk) -> None:
    before = passage("Old", "The adze cuts with the grain. <b>Sharpen</b> it.")
    desk.script.passages = (before, passage("New", "The adze cuts across the grain."))
    desk.ask("adze")
    desk.press(desk.field, Qt.Key.Key_Down)
    desk.trigger("compare")
    assert desk.window.findChild(ComparisonDialog) is None
    assert desk.window.status.text.text() == "Select two passages to compare: Shift+Down, or Ctrl+click"
    desk.list.selectAll()
    desk.trigger("compare", until="comparison")
    dialog = present(desk.window.findChild(ComparisonDialog))
    old, new = sorted((side.toPlainText() for side in dialog.sides), key=len, reverse=True)
    assert old.splitlines() == ["The adze cuts with the grain.", "<b>Sharpen</b> it."]
    assert new == "The adze cuts across the grain."
    assert dialog.key.text().startswith("1 sentence in both")
    assert {side.accessibleName() for side in dialog.sides} == {"Old", "New"}
    QTest.keyClick(dialog, Qt.Key.Key_Escape)

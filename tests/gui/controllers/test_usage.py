"""Learning from use, in the window: recorded uses, the mark in the row, forgetting, private mode."""

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest

from tests.gui.asking.test_recent import rest
from tests.gui.conftest import KEY, Desk
from tests.gui.fake_script import passage
from vaultsearch.core.values.search import Use, UsedBefore

BEFORE = UsedBefore("pottery course", Use.OPENED)


def select(desk: Desk, row: int) -> None:
    # Not setCurrentIndex, which goes by the keys that a test before may have left held.
    flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
    desk.list.selectionModel().setCurrentIndex(desk.list.model().index(row, 0), flag)


def test_what_is_opened_copied_or_kept_is_noted_with_its_question_and_rank(listed: Desk) -> None:
    third = listed.list.results[2].chunk.title
    select(listed, 2)
    for action in ("open_obsidian", "copy_passage", "keep", "keep"):  # the last one takes it out again
        listed.trigger(action)
    expected = [("pottery", third, use, 3) for use in (Use.OPENED, Use.COPIED, Use.KEPT)]
    listed.bot.waitUntil(lambda: listed.script.uses == expected)


def test_what_no_program_opened_is_not_noted(listed: Desk) -> None:
    listed.opens_urls = False
    select(listed, 1)
    listed.trigger("open_obsidian")
    listed.message_box().reject()
    listed.trigger("copy_passage")
    listed.bot.waitUntil(lambda: bool(listed.script.uses))
    assert [use for _, _, use, _ in listed.script.uses] == [Use.COPIED]


def test_a_row_entered_while_a_key_is_held_is_used_alone(listed: Desk) -> None:
    select(listed, 1)
    QTest.keyPress(listed.field, KEY.Key_Control, Qt.KeyboardModifier.ControlModifier)
    listed.list.enter()
    listed.trigger("copy_passage")
    QTest.keyRelease(listed.field, KEY.Key_Control)
    listed.trigger("open_obsidian")
    listed.bot.waitUntil(lambda: len(listed.script.uses) > 1)
    assert [(use, rank) for _, _, use, rank in listed.script.uses] == [(Use.COPIED, 3), (Use.OPENED, 3)]


def test_a_row_that_was_raised_says_why_in_words_on_a_line_of_its_own(desk: Desk) -> None:
    desk.script.passages = (passage("Bread", "bread and salt"), passage("Salt", "bread and pepper"))
    desk.script.before = {"Salt": BEFORE}
    desk.ask("bread")
    said = "you opened this for “pottery course”"
    roles = (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
    rows = [desk.list.model().index(row, 0) for row in (0, 1)]
    assert [[said in str(row.data(role)) for role in roles] for row in rows] == [[False] * 2, [True] * 2]
    plain, raised = (desk.list.sizeHintForIndex(row).height() for row in rows)
    assert raised > plain


def test_forgetting_a_note_tells_the_engine_and_asks_again(desk: Desk) -> None:
    desk.script.before = {"Workshops": BEFORE}
    desk.ask("bread")
    select(desk, 0)
    asked = len(desk.service.asked)
    desk.trigger("forget_note")
    desk.bot.waitUntil(lambda: desk.script.forgotten == [("bread", "Workshops.md")])
    desk.bot.waitUntil(lambda: len(desk.service.asked) == asked + 1)
    desk.says("Forgotten")


def test_forgetting_a_note_that_was_not_raised_forgets_nothing_a_question_none(ready: Desk) -> None:
    ready.ask("bread")
    select(ready, 0)
    ready.trigger("forget_note")
    ready.says("This result's rank doesn't come from past use")
    ready.trigger("forget_question")
    ready.bot.waitUntil(lambda: ready.script.forgotten == [("bread", None)])
    ready.field.clear()
    ready.bot.waitUntil(lambda: not ready.list.results)
    ready.trigger("forget_question")
    ready.says("Ask a question first")


def test_in_private_mode_nothing_is_noted_and_the_status_line_says_so(ready: Desk) -> None:
    assert not ready.window.status.private.isVisible()
    ready.trigger("private")
    assert ready.window.status.private.isVisible()
    ready.ask("pottery")
    select(ready, 1)
    ready.trigger("open_obsidian")
    ready.trigger("private")
    assert not ready.window.status.private.isVisible()
    with ready.answering("search"):
        ready.page.search_controller.repeat()  # as when a note is saved
    ready.trigger("open_obsidian")  # results found in private stay unreported
    ready.ask("bread")
    ready.trigger("copy_passage")
    ready.bot.waitUntil(lambda: bool(ready.script.uses))
    assert [query for query, *_ in ready.script.uses] == ["bread"]
    assert ready.settings.recent_queries == ("bread",)


def test_a_query_that_rested_in_private_is_not_remembered_when_that_has_ended(ready: Desk) -> None:
    ready.trigger("private")
    ready.ask("pottery")
    rest(ready)
    ready.trigger("private")
    ready.trigger("mode_words", until="search")
    rest(ready)
    ready.ask("bread")
    QTest.keyClick(ready.field, KEY.Key_Escape)
    assert "pottery" not in ready.settings.recent_queries

"""The empty field: recent searches, notes opened and changed lately, example questions, all by keyboard."""

from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.builders import present
from tests.gui.conftest import KEY, VAULT, Desk, press_keys, texts
from tests.gui.fake_script import passage
from vaultsearch.core.values.query import Beginnings, Example, SavedSearch, Teaching
from vaultsearch.core.values.search import Mode
from vaultsearch.gui.results.beginnings import BeginningsList
from vaultsearch.gui.rows.two_line_rows import BESIDE_ROLE, SECOND_ROLE

RECENT, OPENED, CHANGED, ASKING = "Recent searches", "Recently opened", "Recently changed", "Try asking"


def listing(desk: Desk) -> BeginningsList:
    return desk.page.results.beginnings


def rows(desk: Desk) -> list[str]:
    return texts(listing(desk))


def current(desk: Desk) -> str:
    return str(listing(desk).currentIndex().data())


@pytest.fixture
def begun(desk: Desk) -> Desk:
    """Open a vault that has all four sections."""
    desk.settings.remember(VAULT, "bread", "love")
    desk.script.opened_notes.append("Workshops.md")
    desk.script.questions = ("How is a garboard shaped?",)
    desk.open(until="beginnings")
    return desk


def test_each_section_has_a_head_and_its_rows(begun: Desk) -> None:
    assert listing(begun).isVisible()
    assert rows(begun) == [
        *(RECENT, "bread", "love"), *(OPENED, "Workshops"), *(CHANGED, "Gift ideas"),
        *(ASKING, "How is a garboard shaped?"),
    ]  # fmt: skip
    changed = listing(begun).model().index(6, 0)
    assert changed.data(SECOND_ROLE) == "People"
    assert changed.data(BESIDE_ROLE)


def test_a_section_without_rows_is_left_out_and_a_note_in_the_first_row_is_shown(desk: Desk) -> None:
    """Down from the field selected it before the list had the keyboard."""
    desk.open(until="beginnings")
    assert [row for row in rows(desk) if row in (RECENT, OPENED, CHANGED, ASKING)] == [CHANGED]
    desk.press(desk.field, KEY.Key_Down, until="preview")
    assert desk.shown.title == rows(desk)[1]
    assert listing(desk).hasFocus()


def test_an_empty_vault_invites_to_type(desk: Desk) -> None:
    desk.script.passages = ()
    desk.open(until="beginnings")
    assert (rows(desk), listing(desk).isVisible()) == ([], False)
    assert "Type to search your notes" in desk.page.results.page.text()


def test_down_leads_into_it_past_the_heads_up_back_and_letters_go_to_the_field(begun: Desk) -> None:
    QTest.keyClick(begun.field, KEY.Key_Down)
    assert listing(begun).hasFocus()
    seen = [current(begun)]
    for _ in range(4):
        QTest.keyClick(listing(begun), KEY.Key_Down)
        seen.append(current(begun))
    assert seen == ["bread", "love", "Workshops", "Gift ideas", "How is a garboard shaped?"]
    press_keys(listing(begun), *[KEY.Key_Up] * 5)
    assert begun.field.hasFocus()
    assert not listing(begun).currentIndex().isValid()
    QTest.keyClick(begun.field, KEY.Key_Down)
    assert current(begun) == "bread"
    QTest.keyClicks(listing(begun), "b")
    assert (begun.field.text(), begun.field.hasFocus()) == ("b", True)


def test_enter_on_a_recent_search_or_a_question_searches_for_it(begun: Desk) -> None:
    QTest.keyClick(begun.field, KEY.Key_Down)
    begun.press(listing(begun), KEY.Key_Return, until="search")
    assert (begun.field.text(), begun.field.hasFocus()) == ("bread", True)
    assert not listing(begun).isVisible()
    assert [found.chunk.title for found in begun.list.results] == ["Workshops"]


def test_a_note_that_the_keyboard_comes_to_is_shown_and_enter_opens_it_in_either_program(begun: Desk) -> None:
    """Half of the window was empty until a note was opened."""
    QTest.keyClick(begun.field, KEY.Key_Down)
    QTest.keyClick(listing(begun), KEY.Key_Down)
    begun.press(listing(begun), KEY.Key_Down, until="preview")
    assert begun.shown.title == "Workshops"
    assert listing(begun).hasFocus()
    QTest.keyClick(listing(begun), KEY.Key_Return)
    QTest.keyClick(listing(begun), KEY.Key_Return, Qt.KeyboardModifier.ControlModifier)
    obsidian, editor = begun.opened_urls
    assert obsidian.toString() == "obsidian://open?file=Workshops.md"
    assert editor.toLocalFile() == str(VAULT / "Workshops.md")


def test_right_and_a_click_show_a_note_here(begun: Desk) -> None:
    begun.click_row(listing(begun), 4, until="preview")
    assert begun.shown.title == "Workshops"
    QTest.keyClick(listing(begun), KEY.Key_Down)
    begun.press(listing(begun), KEY.Key_Right, until="preview")
    assert begun.shown.title == "Gift ideas"
    assert not begun.opened_urls


def test_an_opened_note_moves_up_but_not_while_the_keyboard_is_in_the_list(begun: Desk) -> None:
    before = rows(begun)
    QTest.keyClick(begun.field, KEY.Key_Down)
    press_keys(listing(begun), *[KEY.Key_Down] * 3)
    assert current(begun) == "Gift ideas"
    begun.press(listing(begun), KEY.Key_Return, until="beginnings")
    assert rows(begun) == before
    begun.field.setFocus()
    begun.bot.waitUntil(lambda: rows(begun)[3:6] == [OPENED, "Gift ideas", "Workshops"])


def test_after_a_sync_new_notes_are_listed(begun: Desk) -> None:
    begun.script.added_by_sync = (passage("Boats", "A garboard is the plank next to the keel"),)
    begun.trigger("sync")
    begun.bot.waitUntil(lambda: "Boats" in rows(begun))


@pytest.mark.parametrize("is_private", [False, True])
def test_a_search_is_listed_once_it_is_cleared_unless_in_private(ready: Desk, is_private: bool) -> None:
    if is_private:
        ready.trigger("private")
    ready.ask("pottery")
    ready.trigger("copy_passage")
    ready.press(ready.field, KEY.Key_Escape, until="beginnings")
    assert (RECENT in rows(ready), listing(ready).isVisible()) == (not is_private, True)
    assert is_private or rows(ready)[:2] == [RECENT, "pottery"]


def test_another_vaults_notes_and_searches_are_gone_at_once(begun: Desk) -> None:
    """Vaults that have nothing in common shared their recent searches."""
    begun.script.passages = (passage("Boats", "A garboard is the plank next to the keel"),)
    begun.script.questions = ()
    begun.open(VAULT.with_name("Other"), until="beginnings")
    assert rows(begun) == [CHANGED, "Boats"]


def test_tasks_and_notes_of_this_day_have_their_date_and_a_task_opens_its_note(desk: Desk) -> None:
    desk.script.anniversaries = (date(2019, 3, 4),)
    desk.script.tasks = (("Order the clay", date(2019, 3, 4)),)
    desk.open(until="beginnings")
    assert rows(desk)[:2] == ["Tasks due", "Order the clay"]
    for head in ("Tasks due", "On this day"):
        row = listing(desk).model().index(rows(desk).index(head) + 1, 0)
        assert row.data(BESIDE_ROLE) == "4 Mar 2019", head
    desk.press(desk.field, KEY.Key_Down, until="preview")
    QTest.keyClick(listing(desk), KEY.Key_Return)
    (opened,) = desk.opened_urls
    assert desk.shown.path in opened.toString()


def test_a_saved_search_has_the_number_of_its_notes_and_of_the_new_ones(desk: Desk) -> None:
    searches = SavedSearch("Crafts", "tag:craft"), SavedSearch("Bread", "bread", Mode.FULLTEXT)
    desk.settings.set_last_vault(VAULT)
    desk.settings.set_saved_searches(searches)
    desk.script.passages = tuple(replace(found, tags=("craft",)) for found in desk.script.passages[:1])
    desk.script.new_notes = 1
    desk.open(until="beginnings")
    assert rows(desk)[:3] == ["Saved searches", "Crafts", "Bread"]
    model = listing(desk).model()
    assert model.index(1, 0).data(BESIDE_ROLE) == "1 note · 1 new since yesterday"
    assert not model.index(2, 0).data(BESIDE_ROLE)
    desk.click_row(listing(desk), 2, until="search")
    assert (desk.field.text(), desk.page.search.mode) == ("bread", Mode.FULLTEXT)


def test_a_section_is_hidden_by_its_menu_and_shown_again(begun: Desk) -> None:
    def choose(row: int, text: str) -> None:
        menu = present(listing(begun).menu_of(listing(begun).model().index(row, 0)))
        next(action for action in menu.actions() if action.text() == text).trigger()

    choose(1, f"Hide “{RECENT}”")
    assert RECENT not in rows(begun)
    assert listing(begun).hidden_sections == ("recent",)
    choose(0, f"Show “{RECENT}”")
    assert rows(begun)[0] == RECENT
    listing(begun).hide_sections(("recent", "unknown to this version"))
    assert listing(begun).hidden_sections == ("recent",)


def test_a_tip_of_the_day_is_the_last_row_and_is_asked_whole(desk: Desk) -> None:
    examples = (Example(Teaching.TAG, "tag:craft"), Example(Teaching.WITHOUT, "-bread"))
    desk.script.examples = examples
    desk.open(until="beginnings")
    example = examples[date.today().toordinal() % 2]
    lesson = {"tag:craft": "this tag or its nested tags", "-bread": "excludes notes with this word"}
    assert rows(desk)[-2:] == ["Search tips", example.query]
    last = len(rows(desk)) - 1
    assert listing(desk).model().index(last, 0).data(SECOND_ROLE) == lesson[example.query]
    desk.click_row(listing(desk), last)
    assert desk.field.text() == f"{example.query} "
    assert desk.field.hasFocus()
    desk.field.undo()
    assert desk.field.text() == ""
    for teaching in Teaching:
        listing(desk).begin_with(((), (), Beginnings(), (Example(teaching, "x"),)))
        assert rows(desk) == ["Search tips", "x"]
        assert listing(desk).model().index(1, 0).data(SECOND_ROLE), teaching

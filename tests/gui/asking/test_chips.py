"""The chips at the field's end: the parsed conditions, removed by mouse and keyboard."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.gui.conftest import KEY, Desk
from vaultsearch.core.values.search import Mode
from vaultsearch.gui.asking.search_pane import Chip


def type_in(desk: Desk, query: str) -> None:
    with desk.answering("understand"):
        QTest.keyClicks(desk.field, query)


def chips(desk: Desk) -> list[Chip]:
    return desk.page.search.chips.chips


def shown(desk: Desk) -> list[str]:
    return [chip.text() for chip in chips(desk) if chip.isVisible()]


@pytest.fixture(autouse=True)
def november(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTSEARCH_TODAY", "2026-11-25")


@pytest.fixture
def typed(ready: Desk) -> Desk:
    type_in(ready, "pottery tag:craft -bread ")
    return ready


def test_each_condition_is_a_chip_that_says_what_it_means(typed: Desk) -> None:
    assert shown(typed) == ["tag:craft", "-bread"]
    assert chips(typed)[0].accessibleName() == "Filter tag:craft"
    assert "tagged craft" in chips(typed)[0].accessibleDescription()


def test_words_alone_are_no_chips_and_the_list_stays_where_it_is_when_some_appear(ready: Desk) -> None:
    search = ready.page.search
    before = search.sizeHint().height()
    type_in(ready, "pottery course ")
    assert (shown(ready), search.chips.isVisible()) == ([], False)
    type_in(ready, "tag:craft ")
    assert search.sizeHint().height() == before
    # Nothing but the row of the field and the margins: no band is kept for chips.
    assert before == search.field.sizeHint().height() + 24
    assert search.height() - search.field.geometry().bottom() <= 13


@pytest.mark.parametrize("width", [1180, 900, 480])
@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_chips_leave_query_and_cross_room(desk: Desk, width: int, direction: Qt.LayoutDirection) -> None:
    desk.window.resize(width, 600)
    desk.window.setLayoutDirection(direction)
    desk.open()
    type_in(desk, "pottery tag:craft path:People -bread ")
    search, bar = desk.page.search, desk.page.search.chips
    assert (search.modes.y() < search.field.height()) is (width > 480), "beside them, a question had no room"
    assert search.field.rect().contains(bar.geometry())
    cursor = search.field.cursorRect()
    if direction is Qt.LayoutDirection.LeftToRight:
        assert cursor.right() < bar.x() <= search.field.width() - bar.width() - 36
        assert search.field.textMargins().right() == bar.width() + 4
    else:
        assert bar.x() == 36
        assert search.field.textMargins().left() == bar.width() + 4
    assert shown(desk) == ["tag:craft", "path:People", "-bread"][: {1180: 3, 900: 2, 480: 1}[width]]
    assert all(chip.width() >= chip.minimumSizeHint().width() for chip in bar.chips if chip.isVisible())
    desk.field.clear()
    assert search.field.textMargins().isNull()


def test_a_click_on_the_cross_takes_the_condition_out_and_one_beside_it_selects_it(typed: Desk) -> None:
    chip = chips(typed)[0]
    typed.click(chip, chip.cross().center(), until="understand")
    assert (typed.field.text(), shown(typed)) == ("pottery -bread ", ["-bread"])
    with typed.answering("understand"):
        typed.field.undo()
    assert (typed.field.text(), shown(typed)) == ("pottery tag:craft -bread ", ["tag:craft", "-bread"])
    typed.click(chips(typed)[1], QPoint(8, 8))
    assert (typed.field.selectedText(), typed.field.hasFocus()) == ("-bread", True)


def test_backspace_behind_a_condition_and_a_space_selects_it_and_again_takes_it_out(typed: Desk) -> None:
    QTest.keyClick(typed.field, KEY.Key_Backspace)
    assert typed.field.selectedText() == "-bread"
    typed.press(typed.field, KEY.Key_Backspace, until="understand")
    assert (typed.field.text(), shown(typed)) == ("pottery tag:craft ", ["tag:craft"])


@pytest.mark.parametrize(
    ("typed", "left"), [("tag:crafd", "tag:craf"), ("tag:craft pottery ", "tag:craft pottery")]
)
def test_backspace_right_behind_condition_or_word_takes_a_letter(ready: Desk, typed: str, left: str) -> None:
    type_in(ready, typed)
    QTest.keyClick(ready.field, KEY.Key_Backspace)
    assert ready.field.text() == left


def test_tab_leads_to_the_chips_arrows_along_and_delete_takes_one_out(typed: Desk) -> None:
    QTest.keyClick(typed.field, KEY.Key_Tab)
    first, second = chips(typed)
    assert first.hasFocus()
    for chip in (first, second):
        QTest.keyClick(chip, KEY.Key_Right)
        assert second.hasFocus()
    typed.press(second, KEY.Key_Delete, until="understand")
    assert (typed.field.text(), first.hasFocus()) == ("pottery tag:craft ", True)
    typed.press(first, KEY.Key_Backspace, until="understand")
    assert (typed.field.text(), typed.field.hasFocus()) == ("pottery ", True)


def test_left_of_the_first_chip_and_above_it_is_the_field_and_enter_lets_it_be_changed(typed: Desk) -> None:
    for key in (KEY.Key_Left, KEY.Key_Up, KEY.Key_Return):
        chips(typed)[0].setFocus()
        QTest.keyClick(chips(typed)[0], key)
        assert typed.field.hasFocus()
    QTest.keyClicks(typed.field, "tag:clay")
    assert typed.field.text() == "pottery tag:clay -bread "


def test_what_was_typed_since_is_not_cut_at_the_wrong_place(typed: Desk) -> None:
    typed.field.setText("something else entirely")
    QTest.keyClick(chips(typed)[0], KEY.Key_Delete)
    assert typed.field.text() == "something else entirely"


def test_signs_that_qt_counts_twice_do_not_shift_the_cut(ready: Desk) -> None:
    with ready.answering("understand"):
        ready.field.setText("🍓 tag:jam 🍓")
    ready.press(chips(ready)[0], KEY.Key_Delete, until="understand")
    assert ready.field.text() == "🍓 🍓"


def test_a_literal_search_has_no_conditions(typed: Desk) -> None:
    typed.trigger("mode_literal")
    assert (typed.page.search.mode, shown(typed)) == (Mode.GREP, [])
    typed.trigger("mode_hybrid", until="understand")
    assert shown(typed) == ["tag:craft", "-bread"]


def test_what_was_typed_before_the_vault_was_open_is_understood_once_it_is(desk: Desk) -> None:
    desk.field.setText("tag:craft")
    desk.open(until="understand")
    assert shown(desk) == ["tag:craft"]


def test_tab_filters_by_a_proposed_time_and_else_leads_on(ready: Desk) -> None:
    ready.ask("pottery last month", until="understand")
    ready.field.setFocus()
    ready.press(ready.field, Qt.Key.Key_Tab, until="understand")
    assert ready.field.text().startswith("pottery on:")
    assert ready.field.hasFocus()
    QTest.keyClick(ready.field, Qt.Key.Key_Tab)
    assert not ready.field.hasFocus()


def test_a_time_in_plain_words_is_proposed_and_a_click_filters_by_it(ready: Desk) -> None:
    type_in(ready, "what did I write last month about pottery")
    assert shown(ready) == ["Oct 2026, from “last month”"]
    (chip,) = chips(ready)
    assert chip.accessibleName() == "Proposed filter: Oct 2026"
    ready.click(chip, QPoint(10, 5), until="understand")
    assert ready.field.text() == "what did I write on:2026-10 about pottery"
    assert shown(ready) == ["on:2026-10"]


def test_the_words_of_a_declined_time_are_words(ready: Desk) -> None:
    type_in(ready, "pottery since 3 May 2026")
    (chip,) = chips(ready)
    assert chip.text() == "since 3 May 2026, from “since 3 May 2026”"
    ready.press(chip, KEY.Key_Delete, until="understand")
    assert (ready.field.text(), shown(ready)) == ("pottery +since +3 +May +2026", [])
    type_in(ready, " course")
    assert shown(ready) == []


@pytest.mark.parametrize("query", ['"last month" pottery', "tag:yesterday pottery", "may the force"])
def test_a_phrase_a_condition_and_a_verb_are_no_times(ready: Desk, query: str) -> None:
    type_in(ready, query)
    assert not any("from “" in text for text in shown(ready))

"""Completion in the field by keyboard: when the list opens, its keys, and the keys it leaves alone."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.gui.conftest import CTRL, KEY, Desk, press_keys, texts
from tests.gui.fake_script import Script
from vaultsearch.gui.asking.proposals_list import ProposalsList


@pytest.fixture(autouse=True)
def tags(script: Script) -> None:
    script.tags = {"pottery": 3, "project": 9, "project/boat": 4, "🍓": 1}


def popup(desk: Desk) -> ProposalsList:
    return desk.page.proposals


def labels(desk: Desk) -> list[str]:
    return texts(popup(desk))


def type_on(desk: Desk, letters: str, shown: list[str]) -> None:
    """Type, and wait for these proposals."""
    QTest.keyClicks(desk.field, letters)
    desk.bot.waitUntil(lambda: popup(desk).isVisible() and labels(desk) == shown)


def test_dates_are_proposed_where_an_operator_wants_one(ready: Desk) -> None:
    type_on(ready, "boat after:last", ["last week", "last month", "last year"])
    type_on(ready, " m", ["last month"])
    QTest.keyClick(ready.field, KEY.Key_Tab)
    assert (ready.field.text(), popup(ready).isVisible()) == ("boat after:last month ", False)


def test_the_proposals_stay_below_a_field_that_changes_its_size(ready: Desk) -> None:
    """A chip or a translated label beside the field closed them, and dropped an answer on its way."""
    type_on(ready, "boat after:last", ["last week", "last month", "last year"])
    width = popup(ready).width()
    ready.window.resize(600, ready.window.height())
    ready.bot.waitUntil(lambda: popup(ready).width() < width)
    assert popup(ready).isVisible()
    corner = ready.field.mapToGlobal(ready.field.rect().bottomLeft())
    assert popup(ready).mapToGlobal(popup(ready).rect().topLeft()).x() == corner.x()


def test_a_filter_that_is_half_typed_has_no_verdict_behind_its_suggestions(ready: Desk) -> None:
    """The list said "No results" behind the very values that were proposed."""
    ready.ask("bread")
    page, rows = ready.page, ready.list.results
    for query in ("tag:proje", "tag:proj"):
        with ready.bot.waitSignal(
            page.search_controller.answered,
            check_params_cb=lambda stage, query=query: stage.final and stage.query == query,
        ):
            ready.field.selectAll()
            type_on(ready, query, ["project", "project/boat"])
        assert ready.list.results == rows
        assert "No results" not in page.results.page.text()
        QTest.keyClick(ready.field, KEY.Key_Escape)
        assert f"No results for “{query}”" in page.results.page.text()
        rows = ()


def test_tab_takes_the_first_proposal_and_undo_brings_back_what_was_typed(ready: Desk) -> None:
    type_on(ready, "tag:po", ["pottery"])
    QTest.keyClick(ready.field, KEY.Key_Tab)
    assert (ready.field.text(), popup(ready).isVisible()) == ("tag:pottery ", False)
    assert ready.field.hasFocus()
    QTest.keyClick(ready.field, KEY.Key_Z, CTRL)
    assert ready.field.text().startswith("tag:po")
    assert "pottery" not in ready.field.text()


def test_typing_on_narrows_and_nothing_left_closes(ready: Desk) -> None:
    type_on(ready, "tag:", ["pottery", "project", "project/boat", "🍓"])
    type_on(ready, "p", ["pottery", "project", "project/boat"])
    type_on(ready, "o", ["pottery"])
    QTest.keyClicks(ready.field, "x")
    ready.bot.waitUntil(lambda: not popup(ready).isVisible())


def test_down_and_up_go_round_and_enter_takes(ready: Desk) -> None:
    type_on(ready, "gift tag:p", ["pottery", "project", "project/boat"])
    press_keys(ready.field, KEY.Key_Up, KEY.Key_Down, KEY.Key_Down, KEY.Key_Return)
    assert ready.field.text() == "gift tag:project "
    assert ready.opened_urls == []


def test_a_row_says_its_count_and_a_click_takes_it_and_leaves_the_keyboard_in_the_field(ready: Desk) -> None:
    type_on(ready, "tag:p", ["pottery", "project", "project/boat"])
    row = popup(ready).model().index(2, 0)
    assert row.data(Qt.ItemDataRole.AccessibleTextRole) == "project/boat, 4 notes"
    ready.click(popup(ready).viewport(), popup(ready).visualRect(row).center())
    assert (ready.field.text(), ready.field.hasFocus()) == ("tag:project/boat ", True)


def test_esc_closes_the_proposals_first_and_clears_then(ready: Desk) -> None:
    type_on(ready, "tag:po", ["pottery"])
    QTest.keyClick(ready.field, KEY.Key_Escape)
    assert (popup(ready).isVisible(), ready.field.text()) == (False, "tag:po")
    QTest.keyClick(ready.field, KEY.Key_Escape)
    assert ready.field.text() == ""


def test_words_open_no_proposals_and_down_and_enter_lead_to_the_results(ready: Desk) -> None:
    ready.ask("love")
    with ready.answering("complete"):
        QTest.keyClicks(ready.field, " ta")
    assert ready.script.completed[-1][0] == "love ta"
    assert not popup(ready).isVisible()
    ready.bot.waitUntil(lambda: ready.service.asked[-1][0] == "love ta")
    QTest.keyClick(ready.field, KEY.Key_Down)
    assert ready.list.hasFocus()


def test_what_is_complete_is_no_obstacle_to_enter(ready: Desk) -> None:
    ready.ask("bread")
    type_on(ready, " tag:project", ["project", "project/boat"])
    ready.bot.waitUntil(lambda: ready.service.asked[-1][0] == "bread tag:project")
    ready.bot.waitUntil(lambda: bool(ready.list.results))
    QTest.keyClick(ready.field, KEY.Key_Return)
    assert len(ready.opened_urls) == 1


def test_ctrl_space_proposes_operators_and_one_taken_opens_its_values(ready: Desk) -> None:
    ready.ask("bread ")
    QTest.keyClick(ready.field, KEY.Key_Space, CTRL)
    ready.bot.waitUntil(lambda: labels(ready) == ["path:", "tag:", "task:"])
    type_on(ready, "tag", ["tag:"])
    QTest.keyClick(ready.field, KEY.Key_Return)
    ready.bot.waitUntil(lambda: labels(ready) == ["pottery", "project", "project/boat", "🍓"])
    assert ready.field.text() == "bread tag:"


def test_down_in_the_empty_field_of_an_empty_vault_proposes_operators(desk: Desk, script: Script) -> None:
    script.passages = ()
    desk.open()
    QTest.keyClick(desk.field, KEY.Key_Down)
    desk.bot.waitUntil(lambda: popup(desk).isVisible())
    assert labels(desk) == ["path:", "tag:", "task:"]


def test_in_literal_mode_nothing_is_proposed(ready: Desk, script: Script) -> None:
    ready.trigger("mode_literal")
    QTest.keyClicks(ready.field, "tag:p")
    QTest.keyClick(ready.field, KEY.Key_Space, CTRL)
    assert script.completed == []


def test_an_emoji_before_the_cursor_is_one_character_and_is_kept(ready: Desk) -> None:
    ready.field.setText("🍓 ")
    type_on(ready, "tag:po", ["pottery"])
    assert ready.script.completed[-1] == ("🍓 tag:po", 8)
    QTest.keyClick(ready.field, KEY.Key_Tab)
    assert ready.field.text() == "🍓 tag:pottery "


def test_moving_the_cursor_or_leaving_the_field_closes_the_proposals(ready: Desk) -> None:
    ways: list[Callable[[], object]] = [
        lambda: QTest.keyClick(ready.field, KEY.Key_Left), ready.page.search.modes.setFocus,
        lambda: ready.field.setText("other"),
    ]  # fmt: skip
    for leave in ways:
        ready.field.setFocus()
        ready.field.clear()
        type_on(ready, "tag:po", ["pottery"])
        leave()
        assert not popup(ready).isVisible()

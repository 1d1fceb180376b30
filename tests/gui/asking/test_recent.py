"""Recent queries: which are recorded, and how Up and Down in the empty field recall them."""

from PySide6.QtTest import QTest

from tests.gui.conftest import KEY, VAULT, Desk, press_keys
from vaultsearch.gui.controllers.recent import READ_AFTER_MS


def rest(desk: Desk) -> None:
    """Let the query stand for as long as it takes to count."""
    recent = desk.page.recent_queries
    assert recent.resting.isActive()
    with desk.bot.waitSignal(recent.resting.timeout):
        recent.resting.start(0)
    recent.resting.setInterval(READ_AFTER_MS)


def test_up_in_the_empty_field_brings_back_the_last_query_and_searches_for_it(ready: Desk) -> None:
    ready.ask("bread")
    press_keys(ready.field, KEY.Key_Return, KEY.Key_Escape)
    assert ready.field.text() == ""
    ready.press(ready.field, KEY.Key_Up, until="search")
    assert ready.field.text() == "bread"
    assert [found.chunk.title for found in ready.list.results] == ["Workshops"]


def test_up_goes_further_back_and_down_forth_to_the_empty_field(desk: Desk) -> None:
    desk.settings.remember(VAULT, "new", "old")
    desk.open()
    seen = []
    for key in (KEY.Key_Up, KEY.Key_Up, KEY.Key_Up, KEY.Key_Down, KEY.Key_Down):
        press_keys(desk.field, key)
        seen.append(desk.field.text())
    assert seen == ["new", "old", "old", "new", ""]


def test_once_a_query_that_was_brought_back_is_changed_down_leads_into_the_list(desk: Desk) -> None:
    desk.settings.remember(VAULT, "potter", "bread")
    desk.ask("love")
    press_keys(desk.field, KEY.Key_Up)
    assert desk.field.text() == "love", "Up leaves what is typed alone"
    desk.field.clear()
    press_keys(desk.field, KEY.Key_Up)
    with desk.bot.waitSignal(desk.engine.stage_arrived, check_params_cb=lambda _, it: it.query == "pottery"):
        QTest.keyClicks(desk.field, "y")
    press_keys(desk.field, KEY.Key_Up)
    assert desk.field.text() == "pottery"
    press_keys(desk.field, KEY.Key_Down)
    assert desk.list.hasFocus()


def test_copying_counts_as_use_and_nothing_is_kept_twice(desk: Desk) -> None:
    desk.settings.remember(VAULT, "bread", "love")
    desk.ask("love")
    desk.trigger("copy_passage")
    assert desk.settings.recent_queries == ("love", "bread")


def test_a_query_that_stood_for_a_while_counts_once_it_is_replaced(ready: Desk) -> None:
    ready.ask("bread")
    rest(ready)
    assert not ready.settings.recent_queries
    ready.ask("love")
    assert ready.settings.recent_queries == ("bread",)


def test_one_that_was_typed_on_does_not_count_but_the_whole_one_does(ready: Desk) -> None:
    ready.ask("pott")
    rest(ready)
    ready.ask("pottery")
    rest(ready)
    ready.window.close()
    assert ready.settings.recent_queries == ("pottery",)


def test_an_incomplete_query_that_finds_nothing_does_not_count(ready: Desk) -> None:
    for query in ("tag:none", "tag:", "love"):
        ready.ask(query)
        if ready.page.recent_queries.resting.isActive():
            rest(ready)
    assert ready.settings.recent_queries == ("tag:none",)

"""The list stands still: nothing that comes or goes above it moves a row."""

import asyncio

import pytest
from PySide6.QtCore import QPoint

from tests.bench.stand_still import stillness
from tests.builders import present
from tests.gui.conftest import Desk
from tests.gui.fake_script import Script
from vaultsearch.core.values.search import Completeness, ReadingPlan, UnreadNotes

LONG = "The index of the vault was made by another program, " * 12


def top(desk: Desk) -> int:
    """Return the top of the first row, in pixels from the window's."""
    present(desk.page.results.layout()).activate()
    return desk.list.viewport().mapTo(desk.window, QPoint(0, 0)).y()


@pytest.fixture
def still(desk: Desk) -> int:
    desk.ask("bread")
    return top(desk)


def test_a_notice_moves_no_row_however_long(desk: Desk, script: Script, still: int) -> None:
    script.notice = LONG
    desk.ask("pottery")
    head = desk.page.results.head
    assert head.notice.isVisible()
    assert top(desk) == still
    assert head.notice.height() <= head.height()
    head.grab()
    assert LONG[:40] in head.notice.toolTip()


def test_suggestions_offers_and_a_partial_index_move_no_row(desk: Desk, script: Script, still: int) -> None:
    script.nearest = ("pottery",)
    script.unread = UnreadNotes("it", "Italian", 1200, 60.0, ReadingPlan.OFFERED)
    desk.ask("pottery", until="relax")
    assert desk.page.results.head.bar.isVisible()
    assert desk.page.results.head.offer.isVisible()
    assert top(desk) == still
    desk.field.clear()
    script.completeness = Completeness(791, 320, 12)
    desk.ask("pottery")
    assert top(desk) == still


def test_the_former_answers_count_stays_until_the_next(desk: Desk, script: Script, still: int) -> None:
    script.meaning = asyncio.Event()
    with desk.bot.waitSignal(desk.engine.stage_arrived):
        desk.field.setText("pottery")
    assert desk.page.results.head.count.text() == "1 passage in 1 note"


def test_a_head_of_one_line_has_no_empty_second_line(desk: Desk, script: Script, still: int) -> None:
    head = desk.page.results.head
    assert abs(head.count.geometry().center().y() + 0.5 - head.height() / 2) <= 2
    assert head.height() < 4 * head.count.height()
    script.notice, script.nearest = "No clear answer.", ("pottery",)
    desk.ask("pottery", until="relax")
    assert top(desk) == still
    assert head.notice.geometry().bottom() < head.bar.geometry().top() + 4
    assert head.notice.geometry().left() == 0, "the count, which is empty here, must not indent it"


def test_the_order_is_named_and_chosen_beside_the_count(desk: Desk, still: int) -> None:
    desk.ask("pottery")
    head = desk.page.results.head
    assert head.order.text() == "Best first"
    titles = [action.text() for action in head.order.menu().actions() if action.isEnabled()]
    assert titles == ["Best first", "Newest first", "Oldest first", "By title"]
    width = head.order.width()
    desk.trigger("order_title")
    assert head.order.text() == "By title"
    assert head.order.width() == width
    head.group.click()
    assert desk.list.arrangement.grouped


def test_another_query_shows_the_note_of_its_row_after_a_followed_link(desk: Desk, still: int) -> None:
    preview = desk.page.preview
    desk.bot.waitUntil(lambda: preview.shown is not None and preview.shown.title == "Workshops")
    desk.page.reading.open_place("People/Gift ideas.md", 0)
    desk.bot.waitUntil(lambda: preview.shown is not None and preview.shown.title == "Gift ideas")
    desk.ask("bookbinding")
    desk.bot.waitUntil(lambda: preview.shown is not None and preview.shown.title == "Workshops")


def frame(at: float, *rows: str, top: int = 90, height: int = 80, is_list: bool = True) -> dict[str, object]:
    listed = [[row, top + place * height, height] for place, row in enumerate(rows)]
    return {"at": at, "is_list": is_list, "top": top, "rows": listed, "selected": "a.md", "read": "a.md"}


def judged(*frames: dict[str, object]) -> tuple[int, ...]:
    stages = [{"event": "shown", "query": "q", "at": 2.0}]
    told = {"frames": list(frames), "stages": stages, "last_letter": 1.0, "resting": frames[-1]}
    found = stillness("q", told)
    return found.from_above, found.emptied, found.overlaps, found.reorders


def test_the_measurement_sees_each_kind_of_movement() -> None:
    before, first = frame(0.5, "a", "b"), frame(2.1, "b", "a")
    assert judged(before, first) == (0, 0, 0, 0)
    assert judged(before, first, frame(3, "a", "b")) == (0, 0, 0, 1)
    assert judged(before, first, frame(3, "b", "a", top=115)) == (1, 0, 0, 0)
    assert judged(before, frame(1.5, is_list=False), first)[1] == 1
    covered = frame(3, "b", "a")
    covered["rows"] = [["b", 90, 80], ["a", 100, 80]]
    assert judged(before, first, covered)[2] == 1

"""The timeline above the list: follows the query, narrows by drag and keys, names notes, is remembered."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.gui.conftest import Desk
from tests.gui.fake_script import passage
from vaultsearch.core.values.search import Chunk
from vaultsearch.gui.results.results_pane import TimelineChart

KEY, LEFT, SHIFT = Qt.Key, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier


def dated(title: str, text: str, year: int, month: int) -> Chunk:
    return replace(passage(title, text), modified=datetime(year, month, 10, 12, tzinfo=UTC))


@pytest.fixture
def asked(desk: Desk) -> Desk:
    """The desk with a timeline of four months, of which the first and the last two have notes."""
    desk.script.passages = (
        dated("Gifts", "a pottery course", 2025, 11),
        dated("Tom", "pottery and bread", 2026, 4),
        dated("Rye", "pottery and rye", 2026, 5),
        dated("Oats", "oats", 2020, 1),
    )
    desk.open()
    with desk.answering("facets"):
        desk.trigger("timeline")
    with desk.answering("facets"):
        desk.field.setText("pottery")
    return desk


def timeline(desk: Desk) -> TimelineChart:
    return desk.window.page.results.timeline


def centre(desk: Desk, index: int) -> QPoint:
    return timeline(desk).histogram.bar(index).center().toPoint()


def press_keys(desk: Desk, *keys: Qt.Key, shift: bool = False) -> None:
    for key in keys:
        QTest.keyClick(timeline(desk).histogram, key, SHIFT if shift else Qt.KeyboardModifier.NoModifier)


def test_it_counts_the_notes_of_the_answer_by_date(asked: Desk) -> None:
    bars = timeline(asked).histogram.periods
    assert [(bar.value, bar.count) for bar in bars if bar.count] == [
        ("2025-11", 1),
        ("2026-04", 1),
        ("2026-05", 1),
    ]
    assert len(bars) == 7


def test_it_is_hidden_until_it_is_asked_for(desk: Desk) -> None:
    desk.open()
    desk.ask("pottery")
    assert not timeline(desk).isVisible()
    assert desk.service.query.counted == []


def test_a_click_narrows_to_a_month_and_a_double_click_widens(asked: Desk) -> None:
    with asked.answering("facets"):
        QTest.mouseClick(timeline(asked).histogram, LEFT, pos=centre(asked, 6))
    assert asked.field.text().strip() == "pottery on:2026-05"
    with asked.answering("narrow"):
        QTest.mouseDClick(timeline(asked).histogram, LEFT, pos=centre(asked, 0))
    assert asked.field.text().strip() == "pottery"


def test_a_drag_narrows_to_several_months(asked: Desk) -> None:
    histogram = timeline(asked).histogram
    QTest.mousePress(histogram, LEFT, pos=centre(asked, 5))
    QTest.mouseMove(histogram, centre(asked, 6))
    with asked.answering("narrow"):
        QTest.mouseRelease(histogram, LEFT, pos=centre(asked, 6))
    assert asked.field.text().strip() == "pottery on:2026-04/2026-05"


def test_the_keyboard_narrows_and_widens(asked: Desk) -> None:
    timeline(asked).histogram.setFocus()
    press_keys(asked, KEY.Key_End)
    press_keys(asked, KEY.Key_Left, shift=True)
    assert timeline(asked).histogram.accessibleDescription() == "Apr 2026 – May 2026: 2 files"
    with asked.answering("narrow"):
        press_keys(asked, KEY.Key_Return)
    assert asked.field.text().strip() == "pottery on:2026-04/2026-05"
    with asked.answering("narrow"):
        press_keys(asked, KEY.Key_Backspace)
    assert asked.field.text().strip() == "pottery"


def test_the_pointer_over_a_bar_has_its_notes_named(asked: Desk) -> None:
    histogram = timeline(asked).histogram
    QTest.mouseMove(histogram, centre(asked, 5))
    QTest.mouseMove(histogram, centre(asked, 6))
    assert histogram.toolTip() == "May 2026: 1 file\nRye"


def test_the_sidebar_leaves_the_dates_to_it(asked: Desk) -> None:
    with asked.answering("facets"):
        asked.trigger("toggle_sidebar")
    assert not asked.window.page.facets.histogram.isVisible()
    with asked.answering("facets"):
        asked.trigger("timeline")
    assert asked.window.page.facets.histogram.isVisible()
    assert not timeline(asked).isVisible()


def test_it_is_remembered(asked: Desk) -> None:
    asked.window.close()
    state = asked.settings.window_state
    assert state is not None
    assert state.timeline_shown

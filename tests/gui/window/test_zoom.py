"""The zoom: list and note grow and shrink together, by keys and by the wheel."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication

from tests.gui.conftest import CTRL, KEY, Desk, png
from tests.gui.reading.conftest import follow
from vaultsearch.core.values.note import Preview
from vaultsearch.gui.reading.note_view import NoteView


@pytest.fixture
def shown(desk: Desk) -> Desk:
    desk.ask("pottery", until="preview")
    return desk


def text_size(desk: Desk) -> float:
    return desk.page.preview.view.document().defaultFont().pointSizeF()


def row_height(desk: Desk) -> int:
    return desk.list.visualRect(desk.list.model().index(0, 0)).height()


def turn(view: QAbstractScrollArea, angle: int, keys: Qt.KeyboardModifier = CTRL) -> None:
    place = QPointF(view.viewport().rect().center())
    on_screen, angles = QPointF(view.viewport().mapToGlobal(place)), QPoint(0, angle)
    button, phase = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(place, on_screen, QPoint(), angles, button, keys, phase, False)
    QApplication.sendEvent(view.viewport(), event)


def test_keys_scale_list_and_note_together_and_bring_them_back(shown: Desk) -> None:
    text, row = text_size(shown), row_height(shown)
    QTest.keyClick(shown.field, KEY.Key_Plus, CTRL)
    assert text_size(shown) == pytest.approx(text * 1.1)
    shown.bot.waitUntil(lambda: row_height(shown) > row)
    shown.says("Zoom: 110 %")
    QTest.keyClick(shown.field, KEY.Key_Minus, CTRL)
    QTest.keyClick(shown.field, KEY.Key_Minus, CTRL)
    assert text_size(shown) == pytest.approx(text * 0.9)
    shown.bot.waitUntil(lambda: row_height(shown) < row)
    QTest.keyClick(shown.field, KEY.Key_0, CTRL)
    assert text_size(shown) == pytest.approx(text)
    shown.bot.waitUntil(lambda: row_height(shown) == row)


def test_the_wheel_zooms_over_list_and_note_and_a_touchpad_in_small_turns(shown: Desk) -> None:
    text, view = text_size(shown), shown.page.preview.view
    sizes = []
    for part, angle in ((view, 120), (shown.list, -120), (view, 30), (view, 30), (view, 30), (view, 30)):
        turn(part, angle)
        sizes.append(text_size(shown) / text)
    assert sizes == pytest.approx([1.1, 1, 1, 1, 1, 1.1])
    turn(view, 120, Qt.KeyboardModifier.NoModifier)
    assert text_size(shown) == pytest.approx(text * 1.1)


def test_it_ends_at_half_and_at_two_and_a_half_and_the_table_of_results_follows(shown: Desk) -> None:
    table = shown.page.results.table
    before = table.font().pointSizeF()
    for action, percent in (("zoom_in", 250), ("zoom_out", 50)):
        for _ in range(20):
            shown.trigger(action)
        assert shown.page.zoom.percent == percent
        assert table.font().pointSizeF() == pytest.approx(before * percent / 100)


def follow_other(desk: Desk, html: str) -> NoteView:
    desk.script.notes = {"note:Other": Preview("Other.md", "Other", html)}
    desk.ask("bread", until="preview")
    follow(desk, "note:Other")
    return desk.page.preview.view


def test_code_headings_and_pictures_scale_with_the_text(desk: Desk) -> None:
    html = "<h1>Head</h1><p><code>code</code></p><p><img src='embed:a.png' width='40'></p>"
    desk.script.pictures = {"embed:a.png": png(80, 40)}
    view = follow_other(desk, html)

    def sizes() -> tuple[float, float, float]:
        document = view.document()
        return (
            document.find("Head").charFormat().font().pointSizeF(),
            document.find("code").charFormat().font().pointSizeF(),
            document.find("\ufffc").charFormat().toImageFormat().height(),
        )

    desk.bot.waitUntil(lambda: sizes()[2] == 20)
    before = sizes()
    desk.page.zoom.set_percent(200)
    desk.bot.waitUntil(lambda: sizes()[2] == 40)
    assert sizes() == pytest.approx(tuple(2 * size for size in before), rel=0.01)


def test_the_text_being_read_stays_in_its_place(desk: Desk) -> None:
    view = follow_other(desk, "".join(f"<p>paragraph {number}</p>" for number in range(200)))
    view.reading.release()
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)

    def top() -> int:
        block = view.cursorForPosition(QPoint(view.viewport().width() // 2, 0)).block()
        return int(block.text().removeprefix("paragraph "))

    before = top()
    desk.trigger("zoom_in")
    assert abs(top() - before) <= 1
    desk.trigger("zoom_reset")
    assert abs(top() - before) <= 1

"""Pictures as pictures: thumbnails in rows, and a wall of them for a query that asks for pictures alone."""

import io
from dataclasses import replace
from itertools import product

import pytest
from PIL import Image
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip, QWidget

from tests.builders import present
from tests.gui.conftest import Desk, press_keys
from tests.gui.fake_script import passage
from vaultsearch.core.values.note import TEXT_IN_PICTURE, FileKind, WordPlace
from vaultsearch.gui.results.pictures import PictureWall
from vaultsearch.gui.theme import GRID


def _jpeg(colour: str) -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (320, 320), colour).save(written, "JPEG")
    return written.getvalue()


COLOURS = ("blue", "green", "red", "white", "yellow", "black", "pink", "gray")
BOATS = (passage(name, f"boat {name}", (), "Pictures") for name in COLOURS)
PICTURES = tuple(replace(one, kind=FileKind.IMAGE, path=f"Pictures/{one.title}.png") for one in BOATS)


@pytest.fixture
def boats(desk: Desk) -> Desk:
    """A desk with eight pictures, all found by "boat", each of one colour."""
    desk.script.passages = PICTURES
    desk.script.thumbnails = {(chunk.path, 1): _jpeg(chunk.title) for chunk in PICTURES}
    desk.open()
    return desk


def _wall(desk: Desk) -> PictureWall:
    return desk.page.results.wall


def _colour(widget: QWidget, at: QPoint) -> QColor:
    return widget.grab().toImage().pixelColor(at * widget.devicePixelRatio())


def _shows(colour: QColor, *, blue: bool) -> bool:
    return (colour.blue() > 200 and colour.red() < 50) is blue


def test_the_dot_of_the_basket_covers_no_letters(boats: Desk) -> None:
    boats.script.thumbnails.clear()
    boats.ask("type:image boat")
    cell = _wall(boats).visualRect(_wall(boats).model().index(1, 0))
    before = _wall(boats).viewport().grab(cell).toImage()
    boats.list.mark_kept(frozenset({boats.list.results[1].chunk.id}))
    after, places = _wall(boats).viewport().grab(cell).toImage(), product(*map(range, cell.size().toTuple()))
    assert 0 < max(x for x, y in places if before.pixel(x, y) != after.pixel(x, y)) < 2 * GRID


def test_the_row_of_a_picture_shows_it_and_its_text_leaves_it_room(boats: Desk) -> None:
    boats.ask("boat", until="thumbnail")
    row, view = boats.list.visualRect(boats.list.model().index(0, 0)), boats.list.viewport()
    picture = QPoint(row.right() - 30, row.center().y())
    boats.bot.waitUntil(lambda: _shows(_colour(view, picture), blue=True))
    assert boats.list.visualRect(boats.list.model().index(0, 0)) == row


def test_a_picture_that_cannot_be_drawn_is_asked_for_once_and_the_next_one_comes(boats: Desk) -> None:
    del boats.script.thumbnails[PICTURES[0].path, 1]
    asked: list[str] = []
    boats.list.thumbnails.requested.connect(lambda path, _: asked.append(path))
    boats.ask("boat")
    boats.bot.waitUntil(lambda: len(asked) >= 3)
    boats.list.viewport().repaint()
    assert asked.count(PICTURES[0].path) == 1
    assert boats.list.thumbnails.image(PICTURES[0]) is None, "it is shown by its text"


def test_a_query_for_pictures_shows_a_wall_that_can_be_left_and_any_query_can_enter(boats: Desk) -> None:
    boats.ask("type:image boat")
    assert _wall(boats).isVisible()
    boats.ask("boat")
    assert boats.list.isVisible()
    boats.ask("type:image boat")
    boats.trigger("wall")
    boats.ask("type:image blue")
    assert boats.list.isVisible()
    boats.ask("boat")
    boats.trigger("wall")
    assert _wall(boats).isVisible()


def test_keys_move_on_the_wall_and_back_to_the_field_and_its_picture_goes_to_the_basket(boats: Desk) -> None:
    boats.ask("type:image boat")
    boats.page.results.enter()
    press_keys(_wall(boats), Qt.Key.Key_Right, Qt.Key.Key_Right)
    assert present(boats.list.current()).chunk.title == "red"
    QTest.keyClick(_wall(boats), Qt.Key.Key_Up)
    assert boats.window.focusWidget() is boats.field
    boats.page.results.enter()
    boats.trigger("keep")
    assert boats.window.basket.ids == {PICTURES[2].id}
    QTest.keyClicks(boats.window.focusWidget(), "s")
    assert boats.field.text() == "type:image boats"


def test_several_pictures_are_selected_on_the_wall(boats: Desk) -> None:
    boats.ask("type:image boat")
    boats.click_row(_wall(boats), 0)
    boats.click_row(_wall(boats), 2, Qt.KeyboardModifier.ControlModifier)
    assert [result.chunk.title for result in boats.list.selection()] == ["blue", "red"]


def test_another_vault_shows_none_of_the_former_ones_pictures(boats: Desk) -> None:
    boats.ask("boat", until="thumbnail")
    boats.script.thumbnails = {}
    boats.page.reset()
    assert present(boats.list.thumbnails.image(PICTURES[0])).isNull()


def test_a_wall_of_many_pictures_asks_for_each_once(boats: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultsearch.gui.rows.pictures._MAX_KEPT", 3)
    asked: list[str] = []
    boats.list.thumbnails.requested.connect(lambda path, _: asked.append(path))
    boats.window.resize(1_180, 1_000)
    with boats.bot.waitSignals([boats.list.thumbnails.arrived] * len(PICTURES)):
        boats.ask("type:image boat")
    with boats.bot.waitSignal(boats.engine.status_changed):
        _wall(boats).viewport().repaint()
        boats.engine.refresh_status()
    assert sorted(asked) == sorted(chunk.path for chunk in PICTURES)


def test_space_looks_large_the_arrows_go_on_and_esc_goes_back_to_the_wall(boats: Desk) -> None:
    boats.script.large = {(chunk.path, 1): _jpeg(chunk.title) for chunk in PICTURES}
    boats.ask("type:image boat")
    boats.page.results.enter()
    look = boats.page.quick_look
    boats.press(_wall(boats), Qt.Key.Key_Space, until="look")
    assert _shows(_colour(look, look.rect().center()), blue=True)
    boats.press(_wall(boats), Qt.Key.Key_Right, until="look")
    assert _shows(_colour(look, look.rect().center()), blue=False)
    assert "green" in look.accessibleName()
    boats.window.step_back()
    assert not look.isVisible()
    assert _wall(boats).isVisible()
    assert _wall(boats).hasFocus()


def test_the_words_found_in_a_picture_are_marked_on_the_wall_and_at_large(desk: Desk) -> None:
    read = replace(PICTURES[3], heading_path=(TEXT_IN_PICTURE,))
    desk.script.passages = (read,)
    desk.script.words_in_picture = (WordPlace("boat", 0, 0.25, 0.25, 0.75, 0.75, is_match=True),)
    desk.script.thumbnails = desk.script.large = {(read.path, 1): _jpeg("white")}
    desk.ask("type:image boat", until="words in pictures")
    wall = _wall(desk)
    middle = wall.visualRect(wall.model().index(0, 0)).center()
    desk.bot.waitUntil(lambda: _colour(wall.viewport(), middle).blue() < 200)
    desk.trigger("look", until="look")
    look = desk.page.quick_look
    assert _colour(look, look.rect().center()).blue() < 200


def test_the_pointer_on_a_title_and_the_keyboard_show_the_passage_and_elsewhere_the_path(ready: Desk) -> None:
    ready.ask("gift")
    row = ready.list.visualRect(ready.list.model().index(0, 0))
    QTest.mouseMove(ready.list.viewport(), row.topLeft() + QPoint(40, 14))
    ready.bot.waitUntil(lambda: "pottery gift" in QToolTip.text())
    QTest.mouseMove(ready.list.viewport(), row.center())
    ready.bot.waitUntil(lambda: "pottery gift" not in QToolTip.text())
    ready.page.results.enter()
    ready.trigger("look")
    assert "pottery gift" in QToolTip.text()

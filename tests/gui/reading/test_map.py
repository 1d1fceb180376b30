"""File > Map: a dot for each note, by the pointer and by the keyboard; found notes are lit; it is saved."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from tests.builders import present
from tests.gui.conftest import NO_KEYS, Desk, press_keys
from tests.gui.test_looks import contrast_ratio
from vaultsearch.core.values.relations import MapDot, VaultMap
from vaultsearch.gui.reading.note_map import MapDialog, NoteMap
from vaultsearch.gui.theme import DARK_TOKENS, LIGHT_TOKENS, Tokens, palette_of

GIFTS, WORKSHOPS = "People/Gift ideas.md", "Workshops.md"
FAMILY = (MapDot(GIFTS, "Gift ideas", 0.0, 0.0, 1, 1), MapDot(WORKSHOPS, "Workshops", 4.0, 0.5, 1, 1))
BOAT = MapDot("Boat.md", "Boat", 1.0, 4.0, 2, 0)
MAP = VaultMap((*FAMILY, BOAT), ((0, 1),), {1: "gifts, family", 2: "boat"})


@pytest.fixture
def dialog(desk: Desk) -> Iterator[MapDialog]:
    """The map, over a search that has found something."""
    desk.script.note_map = MAP
    desk.ask("gift", until="preview")
    desk.trigger("map", until="map")
    (opened,) = desk.window.findChildren(MapDialog)
    yield opened
    for open_still in desk.window.findChildren(MapDialog):
        open_still.close()


def test_what_was_found_is_lit_and_another_search_lights_others(desk: Desk, dialog: MapDialog) -> None:
    assert GIFTS in dialog.map.lit
    with desk.answering("lit notes"):
        QTest.keyClicks(dialog.field, "bookbinding")
    assert dialog.map.lit == {WORKSHOPS}
    assert dialog.message.text().startswith("Lit: 1 note")
    dialog.field.clear()
    desk.bot.waitUntil(lambda: not dialog.map.lit)


@pytest.mark.parametrize("tokens", [LIGHT_TOKENS, DARK_TOKENS], ids=["light", "dark"])
def test_names_of_topics_can_be_read_and_dots_be_seen(dialog: MapDialog, tokens: Tokens) -> None:
    dots = tuple(replace(BOAT, path=f"{topic}.md", topic=topic) for topic in range(40))
    dialog.map.show_map(VaultMap(dots, (), {}))
    dialog.map.setPalette(palette_of(tokens))
    for topic in range(40):
        name, dot = dialog.map.label_colour(topic), dialog.map.dot_colour(topic)
        assert contrast_ratio(name, QColor(tokens.surface)) >= 4.5
        assert contrast_ratio(dot, QColor(tokens.surface)) >= 3


def test_arrows_go_from_note_to_note_and_enter_shows_one(desk: Desk, dialog: MapDialog) -> None:
    shown = dialog.map
    desk.click(shown, shown.place_of(GIFTS).toPoint(), until=shown.selected)
    QTest.keyClick(shown, Qt.Key.Key_Right)
    assert present(shown.current).path == WORKSHOPS
    assert shown.accessibleDescription() == "Workshops"
    desk.press(shown, Qt.Key.Key_Return, until="preview")
    assert desk.page.preview.title.text() == "Workshops"


def test_zoom_keeps_the_place_and_0_shows_all(desk: Desk, dialog: MapDialog) -> None:
    shown = dialog.map
    desk.click(shown, shown.place_of("Boat.md").toPoint(), until=shown.selected)
    before = shown.grab().toImage()
    press_keys(shown, *[Qt.Key.Key_Plus] * 3)
    assert shown.grab().toImage() != before
    QTest.keyClick(shown, Qt.Key.Key_0)
    assert shown.grab().toImage() == before


def test_a_click_on_a_dot_selects_its_note_whose_topic_is_searched_in(desk: Desk, dialog: MapDialog) -> None:
    shown = dialog.map
    assert not dialog.search.isEnabled()
    desk.click(shown, shown.place_of("Boat.md").toPoint(), until=shown.selected)
    assert present(shown.current).title == "Boat"
    assert shown.place_of("none") == QPointF()
    dialog.search.click()
    desk.bot.waitUntil(lambda: "topic:boat" in desk.field.text())


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_it_is_saved_as_a_picture_or_says_why_not(dialog: MapDialog, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"map.{ending}"
    dialog.save_picture(file)
    if ending == "png":
        assert not QImage(str(file)).isNull()
    else:
        assert b"<svg" in file.read_bytes()
    assert str(file) in dialog.message.text()
    dialog.save_picture(tmp_path / "none" / "map.png")
    assert dialog.message.text().endswith("can't be written")


def test_a_line_drawn_around_notes_lights_them_and_fills_the_basket(desk: Desk, dialog: MapDialog) -> None:
    shown = dialog.map
    shift = Qt.KeyboardModifier.ShiftModifier
    gifts, workshops = shown.place_of(GIFTS), shown.place_of(WORKSHOPS)
    sides = ((gifts, -15, -15), (workshops, 15, -15), (workshops, 15, 15), (gifts, -15, 15))
    corners = [place + QPointF(x, y) for place, x, y in sides]
    _mouse(shown, QEvent.Type.MouseButtonPress, corners[0], shift)
    for corner in corners:
        _mouse(shown, QEvent.Type.MouseMove, corner, shift)
    _mouse(shown, QEvent.Type.MouseButtonRelease, corners[-1], shift)
    assert dialog.map.lit == {GIFTS, WORKSHOPS}
    assert dialog.message.text().startswith("Lit: 2 notes")
    with desk.answering("passages for the basket"):
        dialog.fill.click()
    assert {chunk.path for chunk in desk.window.basket.chunks} == {GIFTS, WORKSHOPS}
    assert dialog.message.text() == "In the basket: 2 passages"
    assert dialog.fill.isEnabled()
    for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):  # a line around nothing
        _mouse(shown, kind, QPointF(1, 1), shift)
    assert not dialog.map.lit
    assert not dialog.fill.isEnabled()


def test_the_pointer_resting_on_a_dot_shows_how_its_note_begins(desk: Desk, dialog: MapDialog) -> None:
    with desk.answering("glimpse of a note"):
        _mouse(dialog.map, QEvent.Type.MouseMove, dialog.map.place_of(GIFTS))
    assert "Gift ideas" in QToolTip.text()
    dialog.map.leaveEvent(QEvent(QEvent.Type.Leave))
    desk.bot.waitUntil(lambda: not QToolTip.isVisible())


def _mouse(shown: NoteMap, kind: QEvent.Type, place: QPointF, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
    """Send what the mouse does; a move is with the left button held if a key is."""
    button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else Qt.MouseButton.LeftButton
    held = Qt.MouseButton.LeftButton if keys != NO_KEYS else button
    QApplication.sendEvent(shown, QMouseEvent(kind, place, shown.mapToGlobal(place), button, held, keys))

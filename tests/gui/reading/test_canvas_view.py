"""A canvas as a drawing: the passage's card framed, a click opens, keys zoom and go from card to card."""

from base64 import b64encode
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from tests.builders import present
from tests.gui.conftest import Desk
from tests.gui.fake_script import passage
from vaultsearch.core.values.note import FileKind, Preview
from vaultsearch.core.values.pictures import SVG_ADDRESS, CanvasArrow, CanvasCard, CanvasDrawing, CanvasKind
from vaultsearch.gui.reading.canvas_view import CanvasView

GROUP = CanvasCard(CanvasKind.GROUP, -20, -20, 700, 200, "Plan", lines=(1, 1))
BOAT = CanvasCard(CanvasKind.TEXT, 0, 0, 200, 100, html="<p>Sand the hull</p>", lines=(1, 3))
RIG = CanvasCard(CanvasKind.FILE, 400, 0, 200, 100, "Rigging", address="note:Rigging", lines=(5, 5))
SITE = CanvasCard(CanvasKind.LINK, 400, 300, 200, 100, "https://example.org", address="https://example.org")
ARROW = CanvasArrow((200, 50, "right"), (400, 50, "left"), "then")
DRAWING = CanvasDrawing((GROUP, BOAT, RIG, SITE), (ARROW,))


@pytest.fixture
def plan(desk: Desk) -> Desk:
    """A desk that shows a canvas around the passage of its first card."""
    found = passage("Plan", "sand the hull")
    desk.script.passages = (replace(found, path="Plan.canvas", kind=FileKind.CANVAS),)
    desk.script.canvas = DRAWING
    desk.script.notes = {"note:Rigging": Preview("Rigging.md", "Rigging", "<p>shrouds and stays</p>")}
    desk.ask("hull", until="canvas")
    return desk


def _view(desk: Desk) -> CanvasView:
    return desk.page.preview.canvas


def _at(desk: Desk, card: CanvasCard) -> QPoint:
    return _view(desk).mapFromScene(card.left + card.width / 2, card.top + card.height / 2)


def _edge(desk: Desk, card: CanvasCard, below: int = 0) -> QColor:
    """Return the colour in the middle of a card's upper edge, or below that."""
    at = _view(desk).mapFromScene(card.left + card.width / 2, card.top + below)
    viewport = _view(desk).viewport()
    return viewport.grab().toImage().pixelColor(at * viewport.devicePixelRatio())


def test_a_canvas_is_shown_as_a_drawing_with_the_card_of_the_passage_framed(plan: Desk) -> None:
    assert _view(plan).isVisible()
    assert not plan.page.preview.view.isVisible()
    assert _edge(plan, BOAT) != _edge(plan, RIG)
    assert _view(plan).accessibleName() == "Canvas"
    assert "Rigging" in _view(plan).accessibleDescription()


def test_a_card_is_tinted_in_its_colour_and_a_group_half_as_much(plan: Desk) -> None:
    cards = [replace(card, colour="#ff0000") for card in (GROUP, RIG)]
    _view(plan).show_drawing(CanvasDrawing((*cards, BOAT), ()), (9, 9))
    assert [_edge(plan, card, 88).name() for card in (*cards, BOAT)] == ["#ffefeb", "#ffe0dd", "#fffefb"]
    _view(plan).scale(9, 9)
    _view(plan).centerOn(BOAT.left + BOAT.width / 2, BOAT.top)
    assert _edge(plan, BOAT).name() == "#cac9c6"


def test_a_formula_in_a_card_is_drawn_in_the_ink_of_the_text(plan: Desk) -> None:
    """Cards showed the source of formulas."""
    square = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" '
    code = b64encode(square + b'fill="currentColor"/></svg>').decode()
    card = replace(BOAT, html=f"<p><img src='{SVG_ADDRESS}{code}' width='100'></p>")
    view = _view(plan)
    view.show_drawing(CanvasDrawing((card,), ()), (9, 9))
    place = view.mapFromScene(card.left + 40, card.top + 30)
    colour = view.viewport().grab().toImage().pixelColor(place * view.viewport().devicePixelRatio())
    assert colour == view.palette().color(QPalette.ColorRole.Text)


def test_a_click_on_a_file_goes_to_its_note(plan: Desk) -> None:
    plan.click(_view(plan).viewport(), _at(plan, RIG), until="preview")
    assert "shrouds" in plan.page.preview.view.toPlainText()
    assert not _view(plan).isVisible()


def test_a_click_on_an_address_is_asked_about_as_any_link_out_of_the_vault(plan: Desk) -> None:
    plan.click(_view(plan).viewport(), _at(plan, SITE))
    box = present(plan.window.findChild(QMessageBox))
    assert "https://example.org" in f"{box.text()} {box.informativeText()}"
    box.close()


def test_keys_zoom_show_all_again_go_from_card_to_card_and_open_one(plan: Desk) -> None:
    view = _view(plan)
    whole = view.transform().m11()
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert view.transform().m11() > whole
    QTest.keyClick(view, Qt.Key.Key_0)
    assert view.transform().m11() == pytest.approx(whole)
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_N)
    plan.press(view, Qt.Key.Key_Return, until="preview")
    assert "shrouds" in plan.page.preview.view.toPlainText()


def test_its_text_can_be_read_instead(plan: Desk) -> None:
    plan.trigger("page_text")
    assert plan.page.preview.view.isVisible()
    plan.trigger("page_text")
    assert _view(plan).isVisible()


def test_a_canvas_that_cannot_be_drawn_is_its_text(desk: Desk) -> None:
    desk.script.passages = (replace(passage("Plan", "sand the hull"), path="Plan.canvas"),)
    desk.ask("hull", until="canvas")
    assert desk.page.preview.view.isVisible()

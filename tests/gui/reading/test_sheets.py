"""The pages of a PDF and the drawing of a canvas in the preview: shown, selected, zoomed, read as text."""

from base64 import b64encode
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt, QTranslator
from PySide6.QtGui import QColor, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from tests.builders import present
from tests.gui.conftest import Desk, clipboard, png
from tests.gui.fake_script import passage
from vaultsearch.core.values.note import FileKind, Heading, Preview, WordPlace
from vaultsearch.core.values.pictures import SVG_ADDRESS, CanvasArrow, CanvasCard, CanvasDrawing, CanvasKind
from vaultsearch.gui.reading.canvas_view import CanvasView

A4 = (595.0, 842.0)


def open_pdf(desk: Desk, pages: int, third: str = "Page 3", below: tuple[Heading, ...] = ()) -> None:
    """Open a PDF at its third page, which is on line 5 of its text."""
    on_page = replace(passage("Report", "rye bread", (third,)), path="Report.pdf", line_start=6, page=3)
    desk.script.passages = (replace(on_page, kind=FileKind.PDF),)
    titles = [third if number == 3 else f"Page {number}" for number in range(1, pages + 1)]
    on_pages = (Heading(1, title, 2 * number + 1) for number, title in enumerate(titles))
    desk.script.outline = (*on_pages, *below)
    desk.script.sheets = (A4,) * pages
    desk.ask("bread", until="sheet")


def test_a_pdf_is_shown_at_the_page_of_the_passage_and_only_what_is_in_sight_is_drawn(desk: Desk) -> None:
    open_pdf(desk, 500)
    pane = desk.page.preview
    assert pane.reading_part is pane.sheets
    assert (pane.sheets.isVisible(), pane.sheets.page) == (True, 3)
    assert pane.headings.accessibleDescription() == "Page 3"
    pane.view.reading.read_to.emit(1)  # the text behind the pages was laid out
    assert pane.headings.accessibleDescription() == "Page 3"
    bar = pane.sheets.verticalScrollBar()
    with desk.answering("sheet"):
        bar.setValue(bar.maximum())
    assert pane.headings.accessibleDescription() == f"Page {pane.sheets.page}"
    assert pane.outline.read == pane.sheets.page - 1
    desk.bot.waitUntil(lambda: 500 in desk.script.sheets_drawn)
    assert len(set(desk.script.sheets_drawn)) < 8
    desk.trigger("zoom_in", until="sheet")
    assert pane.sheets.page > 495


def test_the_pages_of_a_pdf_take_the_keyboard_where_a_text_would(desk: Desk) -> None:
    open_pdf(desk, 5)
    desk.window.resize(800, 600)
    desk.page.reading_split.uncover_list()
    desk.field.setFocus()
    desk.trigger("toggle_preview")
    assert desk.page.preview.sheets.hasFocus()


def test_the_breadcrumb_of_a_page_names_the_sections_that_were_begun_on_earlier_ones(desk: Desk) -> None:
    begun = ((1, "Page 1", 1), (2, "Of Rye", 3), (3, "Sowing", 7), (1, "Page 2", 11), (1, "Page 3", 15))
    recognised = ((2, "Text in picture", 21), (1, "Page 4", 25), (2, "Of Oats", 27))
    open_pdf(desk, 4)
    pane = desk.page.preview
    outline = tuple(Heading(*one) for one in (*begun, *recognised))
    pane.show_preview(replace(desk.shown, outline=outline, passage=(17, 17)))
    assert pane.headings.accessibleDescription() == "Page 3  ›  Of Rye  ›  Sowing"
    pane.show_line(23)
    assert pane.headings.accessibleDescription() == "Page 3  ›  Text in picture"
    pane.show_line(25)
    assert pane.headings.accessibleDescription() == "Page 4  ›  Of Oats", "it begins right below"


class German(QTranslator):
    """Knows the words for the headings that readers of files make."""

    def isEmpty(self) -> bool:  # noqa: N802 - Qt's
        return False  # else Qt tells nobody of it

    def translate(self, _context: str, text: str, _about: str | None = None, _n: int = -1) -> str:
        said = {"Page {}": "Seite {}", "Page {} of the file": "{}. Seite", "Text in picture": "Text im Bild"}
        return said.get(text, text)


def test_the_headings_of_pages_and_recognised_text_are_in_the_language_of_the_window(desk: Desk) -> None:
    desk.script.preview_html = (
        "<h1><a name='line-5'></a>Page 3 (ii)</h1><h2><a name='line-7'></a>Text in picture</h2>"
        "<h2><a name='line-9'></a>Page turners</h2>"
    )
    open_pdf(desk, 3, "Page 3 (ii)", (Heading(2, "Text in picture", 6),))
    pane, model = desk.page.preview, desk.page.results.list.model()
    assert "Page 3 of the file" in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    translator = German()
    QCoreApplication.installTranslator(translator)
    try:
        desk.bot.waitUntil(lambda: pane.headings.accessibleDescription() == "Seite 3 (ii)  ›  Text im Bild")
        assert pane.outline.model().index(2, 0).data() == "Seite 3 (ii)"
        assert pane.view.toPlainText() == "Seite 3 (ii)\nText im Bild\nPage turners"
        assert "3. Seite" in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    finally:
        QCoreApplication.removeTranslator(translator)
    desk.bot.waitUntil(lambda: pane.view.toPlainText().startswith("Page 3 (ii)\nText in picture"))


def test_another_query_draws_the_page_again_and_words_in_a_scan_are_said_to_be_so(desk: Desk) -> None:
    open_pdf(desk, 3)
    sheets = desk.page.preview.sheets
    place = sheets._area(3).topRight().toPoint()
    plain = sheets.viewport().grab().toImage()
    desk.script.sheets_are_recognised = True
    desk.script.sheets_drawn.clear()
    desk.ask("rye", until="sheet")
    assert 3 in desk.script.sheets_drawn
    said = sheets.viewport().grab().toImage()
    assert plain.pixelColor(place - QPoint(3, -3)) == QColor("white")
    assert said.pixelColor(place - QPoint(3, -3)) == sheets.palette().window().color()


def test_the_words_read_in_a_picture_are_marked_on_it(desk: Desk) -> None:
    bread = WordPlace("bread", 0, 0.3, 0.1, 0.5, 0.3, in_passage=True, is_match=True)
    script, words = desk.script, (WordPlace("rye", 0, 0.1, 0.1, 0.2, 0.3), bread)
    script.pictures, script.words_in_picture = {"image:a.png": png(100, 80, "black")}, words
    script.preview_html = "<p><img src='image:a.png' alt='a'></p>"
    script.passages = (replace(passage("Shot", "rye bread"), path="Shot.png", kind=FileKind.IMAGE),)
    desk.ask("bread", until="words in picture")
    pictures = desk.page.preview.view.pictures

    def colour(x: int, y: int) -> QColor | None:
        shown = pictures.image("image:a.png")
        return None if shown is None else shown.pixelColor(x, y)

    desk.bot.waitUntil(lambda: colour(40, 16) not in (None, QColor("black")))
    assert colour(15, 16) == colour(80, 60) == QColor("black"), "only the word that is found is tinted"
    assert colour(15, 6) != QColor("black"), "the line is boxed"
    script.words_in_picture = ()
    desk.ask("rye", until="words in picture")
    desk.bot.waitUntil(lambda: colour(40, 16) == QColor("black"))


def test_words_on_a_page_are_selected_and_copied(desk: Desk) -> None:
    open_pdf(desk, 3)
    sheets = desk.page.preview.sheets
    area = sheets._area(3)
    y = round(area.top() + 0.11 * area.height())
    first, second = (QPoint(round(area.left() + share * area.width()), y) for share in (0.15, 0.3))
    QTest.mousePress(sheets.viewport(), Qt.MouseButton.LeftButton, pos=first)
    QTest.mouseMove(sheets.viewport(), second)
    QTest.mouseRelease(sheets.viewport(), Qt.MouseButton.LeftButton, pos=second)
    assert sheets.selected_text() == "rye bread"
    sheets.setFocus()
    QTest.keyClick(sheets, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard() == "rye bread"


def test_a_pdf_is_shown_as_text_by_choice_and_to_find_in_it(desk: Desk) -> None:
    open_pdf(desk, 3)
    pane = desk.page.preview
    desk.trigger("page_text")
    assert (pane.view.isVisible(), pane.sheets.isVisible()) == (True, False)
    desk.trigger("page_text")
    assert (pane.sheets.isVisible(), pane.sheets.page) == (True, 3)
    with desk.bot.waitSignal(pane.line_asked) as asked:
        pane.sheets.verticalScrollBar().setValue(0)
        desk.trigger("page_text")
    assert asked.args == [1], "the text goes on at the page that was read"
    desk.trigger("page_text")
    desk.trigger("find_in_note")
    assert pane.view.isVisible()
    assert desk.window.menu_actions.page_text.isChecked()


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

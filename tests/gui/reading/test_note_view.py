"""The note on the page: formulas on their line, what is folded, folded; its text for other programs."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QToolTip
from pytestqt.qtbot import QtBot

from tests.builders import drawn_page, present
from tests.gui.conftest import clipboard
from tests.patience import PROCESS_S
from vaultsearch.core.pages import page_to_bitmap
from vaultsearch.core.values.note import FOLD_ADDRESS, Diagram, Formula, PagePicture, Preview
from vaultsearch.core.vault.rendering.drawn_parts import draw_formulas, format_svg
from vaultsearch.core.vault.rendering.page import NotePage
from vaultsearch.gui.reading.copying import selected_text
from vaultsearch.gui.reading.note_pictures import decode_picture
from vaultsearch.gui.reading.note_view import NoteView
from vaultsearch.gui.reading.page_style import FormulaPlace
from vaultsearch.gui.theme import DARK_TOKENS, LIGHT_TOKENS

NOTE = "---\nstatus: draft\n---\nA sum $\\frac{a}{b}$ in a line.\n\n$$\nn^2\n$$\n"


def rendered(text: str) -> Preview:
    return drawn_page(text).at_line(0)


@pytest.mark.usefixtures("qapp")
def test_the_baseline_of_a_formula_is_that_of_its_text() -> None:
    font = QFont()
    descent = QFontMetricsF(font).descent()
    low = FormulaPlace.of(Formula("x", False, 1.0, 0.7, 0.01), font, 500)
    assert low.alignment is QTextCharFormat.VerticalAlignment.AlignBaseline
    assert low.below == descent
    tall = FormulaPlace.of(Formula("y", False, 1.0, 1.2, 0.9), font, 500)
    assert tall.alignment is QTextCharFormat.VerticalAlignment.AlignMiddle
    assert tall.above >= 1.2 * tall.scale
    assert tall.below >= 0.9 * tall.scale - 0.01
    wide = FormulaPlace.of(Formula("z", True, 100.0, 1.0, 0.5), font, 500)
    assert wide.width == pytest.approx(500), "a wide one is scaled to the column"


def _ink(view: NoteView) -> int:
    """Count the dark pixels of the page as it stands on the screen, without having it painted again."""
    image = view.screen().grabWindow(view.winId()).toImage()
    pixels = ((x, y) for x in range(0, image.width(), 2) for y in range(0, image.height(), 2))
    return sum(image.pixelColor(x, y).lightness() < 100 for x, y in pixels)


def test_a_formula_that_comes_is_painted_though_its_room_is_as_before(view: NoteView, qtbot: QtBot) -> None:
    asked: list[str] = []
    view.pictures.requested.connect(asked.append)
    view.show_note(rendered("Here: $\\sum_{k=0}^n x_k = \\frac{a+b+c}{d+e}$.\n"))
    qtbot.waitUntil(lambda: _ink(view) > 0)
    before = _ink(view)
    formula = present(Formula.of_address(asked.pop()))
    ((_, drawing),) = filter(None, draw_formulas([(formula.latex, formula.is_block)]))
    with qtbot.waitSignal(view.pictures.arrived):
        view.pictures.take(format_svg(formula, drawing).encode())
    qtbot.waitUntil(lambda: _ink(view) > before + 20)


def test_nothing_moves_when_a_formula_is_drawn(view: NoteView, qtbot: QtBot) -> None:
    pictures: list[str] = []
    view.pictures.requested.connect(pictures.append)
    view.show_note(rendered(NOTE))
    size = view.document().size()
    while pictures:
        formula = present(Formula.of_address(pictures.pop()))
        ((_, drawing),) = filter(None, draw_formulas([(formula.latex, formula.is_block)]))
        with qtbot.waitSignal(view.pictures.arrived, timeout=1000 * PROCESS_S):
            view.pictures.take(format_svg(formula, drawing).encode())
        image = present(view.pictures.image(formula.address))
        colours = {image.pixelColor(x, y).rgb() for x in range(image.width()) for y in range(image.height())}
        assert QColor(LIGHT_TOKENS.text).rgb() in colours
    assert view.document().size() == size


def test_properties_fold_and_unfold_by_a_click(view: NoteView) -> None:
    view.show_note(rendered(NOTE))
    view.unfold()
    for folded in (True, False):
        view.anchorClicked.emit(QUrl(f"{FOLD_ADDRESS}0"))
        assert ("draft" not in view.toPlainText()) is folded
        assert "status" in view.toPlainText()
        assert view.properties_folded is folded


FOLDED = "> [!tip]- A secret\n> beneath\n\n> [!note]+ Open\n> seen\n\nrest\n"


def test_a_folded_callout_shows_its_title_until_it_is_clicked(view: NoteView) -> None:
    view.show_note(rendered(FOLDED))
    assert [word in view.toPlainText() for word in ("A secret", "beneath", "seen")] == [True, False, True]
    for is_open in (True, False):
        view.anchorClicked.emit(QUrl(f"{FOLD_ADDRESS}1"))
        assert ("beneath" in view.toPlainText()) is is_open
    view.anchorClicked.emit(QUrl(f"{FOLD_ADDRESS}-4"))
    assert "seen" not in view.toPlainText()
    view.unfold()
    assert "beneath" in view.toPlainText()
    view.anchorClicked.emit(QUrl(f"{FOLD_ADDRESS}1"))
    assert [word in view.toPlainText() for word in ("beneath", "seen")] == [False, True]
    for shown in (True, False):
        view.show_note(NotePage("a.md", "a", FOLDED).at_line(2))
        assert ("beneath" in view.toPlainText()) is shown, "it holds the passage, until it is folded"
        view.anchorClicked.emit(QUrl(f"{FOLD_ADDRESS}1"))


DIAGRAM = "graph TD\n  A --> B"


def test_a_diagram_has_the_windows_ground_and_is_its_source_if_not_drawn(qtbot: QtBot) -> None:
    view = NoteView(DARK_TOKENS)
    qtbot.addWidget(view)
    asked: list[str] = []
    view.pictures.requested.connect(asked.append)
    view.show_note(rendered(f"Before.\n\n```mermaid\n{DIAGRAM}\n```\n\nAfter.\n"))
    diagram = present(Diagram.of_address(*asked))
    assert (diagram.source, diagram.is_dark) == (DIAGRAM, True)
    view.selectAll()
    assert f"```mermaid\n{DIAGRAM}\n```" in selected_text(view.textCursor()).text()
    with qtbot.waitSignal(view.pictures.arrived):
        view.pictures.take(None)
    assert DIAGRAM in view.toPlainText()


def test_what_a_link_leads_to_is_shown_as_long_as_it_is_rested_on(view: NoteView, qtbot: QtBot) -> None:
    text = "See [[Boat#Keel]], a note[^1] and [out](https://example.org/a).\n\n[^1]: Of oak.\n"
    view.show_note(rendered(text))
    with qtbot.waitSignal(view.glimpse.requested) as requested:
        view.highlighted.emit(QUrl.fromEncoded(b"note:Boat%23Keel"))
    assert requested.args == ["note:Boat%23Keel"]
    boat = NotePage("Boat.md", "Boat", "# Hull\n\nof steel\n\n# Keel\n\nof oak & elm\n").at_line(5)
    view.glimpse.take("note:Boat%23Keel", replace(boat, anchor="line-5"))
    qtbot.waitUntil(QToolTip.isVisible)
    assert QToolTip.text() == "<p><b>Boat</b><br>Keel of oak &amp; elm</p>"
    view.highlighted.emit(QUrl())
    qtbot.waitUntil(lambda: not QToolTip.isVisible())
    view.glimpse.take("note:Boat%23Keel", boat)
    assert not QToolTip.isVisible(), "the link was left before the note came"
    view.highlighted.emit(QUrl.fromEncoded(b"note:Oak"))
    view.glimpse.take("note:Oak", NotePage("Oak.md", "Oak", "# Oak\n\nA tree.\n").at_line(0))
    assert QToolTip.text() == "<p><b>Oak</b><br>A tree.</p>", "its title is not said twice"
    view.highlighted.emit(QUrl("#line-3"))
    qtbot.waitUntil(lambda: QToolTip.text() == "<p>1. Of oak.</p>")
    view.highlighted.emit(QUrl("https://example.org/a"))
    qtbot.waitUntil(lambda: QToolTip.text() == "<p>https://example.org/a</p>")
    QToolTip.hideText()


def test_a_page_of_a_pdf_is_shown_as_it_is_drawn() -> None:
    top_left_blue = bytes([255, 0, 0, 0]) + bytes(3 * 4)  # two rows of two pixels, the first one blue
    image = decode_picture(page_to_bitmap(PagePicture(1, 2, 2, 8, top_left_blue, ())), 100)
    assert (image.width(), image.height()) == (2, 2)
    assert [image.pixelColor(0, y).name() for y in (0, 1)] == ["#0000ff", "#000000"]


FORMULA = Formula(r"a < b^2", False, 3.0, 0.8, 0.2)
PAGE = f"""<h2>Rig</h2>
<p style='color: white; background: black'>A <b>mast</b>, <i>spruce</i>
<img src='image:boat.png'><img src='https://evil.example/x.png'> if <img src='{FORMULA.address}'>
<a href='https://example.org'>out</a> <a href='note:Boat'>in</a> &lt;script&gt;</p>
<ul><li class='unchecked'>open</li><li class='checked'>done</li></ul>"""


def test_selected_text_keeps_its_shape_and_nothing_that_is_fetched(view: NoteView) -> None:
    view.setHtml(PAGE)
    view.selectAll()
    mime = view.createMimeDataFromSelection()
    assert set(mime.formats()) == {"text/plain", "text/html"}
    assert "A mast, spruce  if $a < b^2$ out" in mime.text()
    shape = ['<span style="font-weight:', "font-style:italic", "<h2>", '<a href="https://example.org">']
    shape += ["$a &lt; b^2$", ">☐ open<", ">☑ done<"]
    fetched = ["note:Boat", "<img", "color", "<script"]
    assert [part for part in shape + fetched if part in mime.html()] == shape


LISTS = (
    "Day\n- [ ] open\n- [x] done\n- [/] half\n  - [ ] sub\n\n3. c\n\n| אחד | שתיים |\n|-|-|\n| שלוש | |\n\n"
    "| left | right |\n|-|-|\n| c<br>d | |\n\n> [!tip]- Tip\n> [[x]]"
)
TASKS = "Day\n- [ ] open\n- [x] done\n- ◐ half\n    - [ ] sub\n3. c\n"
COPIED = TASKS + "אחד\tשתיים\nשלוש\t\n\nleft\tright\nc d\t\n\nTip\nx"


@pytest.mark.parametrize(
    ("first", "last", "text"),
    [("done", "done", "done"), ("en", "half", "en\n- [x] done\n- ◐ half"), ("left", "right", "left\tright"),
     ("Day", "", COPIED)],
)  # fmt: skip
def test_lists_tables_and_folded_text_are_copied(view: NoteView, first: str, last: str, text: str) -> None:
    """Open and done tasks were copied alike, numbers were lost, and so was what the note folds."""
    view.show_note(Preview("Day.md", "Day", NotePage("Day.md", "Day", LISTS).html(0, None)))
    place = present(view.document().find(first))
    place.setPosition(place.selectionStart())
    end = view.document().find(last).selectionEnd() if last else view.document().characterCount() - 1
    place.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(place)
    view.copy()
    assert clipboard() == text

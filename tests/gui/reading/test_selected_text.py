"""Text selected in the note, as other programs take it: its shape, without the theme and without pictures."""

from __future__ import annotations

from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication

from vaultsearch.core.values.note import Formula
from vaultsearch.gui.reading.note_view import NoteView, selected_text
from vaultsearch.gui.theme import LIGHT_TOKENS

PAGE = """
<h2>Rig</h2>
<p style='color: white; background: black'>A <b>mast</b>, <i>spruce</i>
<img src='image:boat.png'><img src='https://evil.example/x.png'>
<a href='https://example.org'>out</a> <a href='note:Boat'>in</a> &lt;script&gt;</p>
"""


def test_selected_text_keeps_its_shape_and_nothing_that_is_fetched(qapp: QApplication) -> None:
    document = QTextDocument()
    document.setHtml(PAGE)
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    mime = selected_text(cursor)
    assert set(mime.formats()) == {"text/plain", "text/html"}
    html = mime.html()
    assert "A mast, spruce" in mime.text()
    assert '<span style="font-weight:' in html
    assert "font-style:italic" in html
    assert "<h2>" in html
    assert '<a href="https://example.org">' in html
    assert "note:Boat" not in html
    assert "<img" not in html
    assert "color" not in html
    assert "<script" not in html


def test_a_formula_is_copied_as_its_source(qapp: QApplication) -> None:
    """What Qt copies of a page had a sign in place of each picture, and the theme's colours."""
    view = NoteView(LIGHT_TOKENS)
    formula = Formula(r"a < b^2", False, 3.0, 0.8, 0.2)
    view.setHtml(f"<p style='color: red'>If <img src='{formula.address}'>, then</p>")
    view.selectAll()
    mime = view.createMimeDataFromSelection()
    assert mime.text() == "If $a < b^2$, then"
    assert "$a &lt; b^2$" in mime.html()
    assert "color" not in mime.html()

"""Text selected in the note, as other programs take it: its shape, without the theme and without pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextCursor, QTextDocument

from vaultsearch.gui.reading.note_view import write_selection

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

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
    mime = QMimeData()
    mime.setData("application/x-other", b"x")
    write_selection(mime, cursor)
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

"""The pages of a PDF in the preview: asked for as they come into sight, selected, and shown as text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from tests.gui.fake_script import passage
from vaultsearch.core.values.note import FileKind, Heading

if TYPE_CHECKING:
    from tests.gui.conftest import Desk

A4 = (595.0, 842.0)


def open_pdf(desk: Desk, pages: int) -> None:
    """Open a PDF at its third page, which is on line 5 of its text."""
    on_page = replace(passage("Report", "rye bread", ("Page 3",)), path="Report.pdf", line_start=6, page=3)
    desk.script.passages = (replace(on_page, kind=FileKind.PDF),)
    desk.script.outline = tuple(
        Heading(1, f"Page {number}", 2 * number - 1) for number in range(1, pages + 1)
    )
    desk.script.sheets = (A4,) * pages
    desk.open()
    with desk.answering("sheet"):
        desk.ask("bread")


def test_a_pdf_is_shown_at_the_page_of_the_passage_and_only_what_is_in_sight_is_drawn(desk: Desk) -> None:
    open_pdf(desk, 500)
    pane = desk.window.page.preview
    assert pane.reading_part is pane.sheets
    assert pane.sheets.isVisible()
    assert pane.sheets.page == 3
    bar = pane.sheets.verticalScrollBar()
    with desk.answering("sheet"):
        bar.setValue(bar.maximum())
    desk.bot.waitUntil(lambda: 500 in desk.script.sheets_drawn)
    assert len(set(desk.script.sheets_drawn)) < 8
    with desk.answering("sheet"):
        desk.trigger("zoom_in")
    assert pane.sheets.page > 495


def test_words_on_a_page_are_selected_and_copied(desk: Desk) -> None:
    open_pdf(desk, 3)
    sheets = desk.window.page.preview.sheets
    area = sheets._area(3)
    first, second = (
        QPoint(round(area.left() + share * area.width()), round(area.top() + 0.11 * area.height()))
        for share in (0.15, 0.3)
    )
    QTest.mousePress(sheets.viewport(), Qt.MouseButton.LeftButton, pos=first)
    QTest.mouseMove(sheets.viewport(), second)
    QTest.mouseRelease(sheets.viewport(), Qt.MouseButton.LeftButton, pos=second)
    assert sheets.selected_text() == "rye bread"
    sheets.setFocus()
    QTest.keyClick(sheets, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "rye bread"


def test_a_pdf_is_shown_as_text_by_choice_and_to_find_in_it(desk: Desk) -> None:
    open_pdf(desk, 3)
    pane = desk.window.page.preview
    desk.trigger("page_text")
    assert pane.view.isVisible()
    assert not pane.sheets.isVisible()
    desk.trigger("page_text")
    assert pane.sheets.isVisible()
    desk.trigger("find_in_note")
    assert pane.view.isVisible()
    assert desk.window.actions_by_id["page_text"].isChecked()

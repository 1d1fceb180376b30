"""The look of the page: one edge for all boxes, a header in line with the text, slim scroll bars."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.builders import chunk
from tests.gui.conftest import Desk
from vaultsearch.core.vault.rendering.page import NotePage
from vaultsearch.gui.reading.note_view import NoteView
from vaultsearch.gui.reading.page_style import CODE_SHARE, PASSAGE_INSET
from vaultsearch.gui.theme import DARK_TOKENS, LIGHT_TOKENS, Theme, Tokens

NOTE = (
    """# Title

A paragraph that is long enough to be wrapped at the end of the measure, wherever that is in a wide window.

> [!tip] A tip
> with some words in it

| a | b |
| --- | --- |
| 1 | 2 |

```
code
```
"""
    + "\n\nwords" * 100
)
WIDE = "\n".join(("| internationalization " * 30 + "|", "| --- " * 30 + "|", "| responsibility " * 30 + "|"))


def show(view: NoteView, text: str, line: int = 0) -> None:
    view.show_note(NotePage("a.md", "a", text).at_line(line))


def test_boxes_end_on_one_edge_and_the_passage_as_far_beyond_as_at_the_left(view: NoteView) -> None:
    view.resize(900, 500)
    show(view, NOTE, 3)
    image = view.viewport().grab().toImage()
    ratio = image.devicePixelRatio()
    edges = {}
    for name, words in (("passage", "paragraph"), ("callout", "with some words"), ("code", "code")):
        x, y = view.viewport().width() - 1, view.cursorRect(view.document().find(words)).center().y()
        while image.pixelColor(int(x * ratio), int(y * ratio)).name() == LIGHT_TOKENS.surface:
            x -= 1
        edges[name] = x
    assert edges["callout"] == edges["code"] == edges["passage"] - PASSAGE_INSET, edges


@pytest.mark.parametrize("tokens", [LIGHT_TOKENS, DARK_TOKENS], ids=["light", "dark"])
def test_code_and_callouts_keep_their_ground_in_the_passage(qtbot: QtBot, tokens: Tokens) -> None:
    view = NoteView(tokens)
    qtbot.addWidget(view)
    view.resize(600, 500)
    view.show()
    text = "> [!tip] A tip\n> some `code`\n>\n> more\n\n```\nfirst\n\nlast\n```\n\nafter\n"
    view.show_note(NotePage("a.md", "a", text).around(replace(chunk(), line_start=1, line_end=9)))
    image, right = view.viewport().grab().toImage(), view.viewport().width()
    tip, more, first, last, after = (
        view.cursorRect(view.document().find(word)) for word in ("tip", "more", "first", "last", "after")
    )
    column = right - view.document().rootFrame().frameFormat().rightMargin()
    for top, bottom in ((tip.top(), more.bottom()), (first.top(), last.bottom())):
        shades = {image.pixelColor(int(column) - 40, y).name() for y in range(top, bottom)}
        (shade,) = map(QColor, shades)
        mixed = QColor(Tokens.tinted(tokens.passage, tokens.text, CODE_SHARE))
        colors = ((color.red(), color.green(), color.blue()) for color in (shade, mixed))
        assert max(abs(one - other) for one, other in zip(*colors, strict=True)) <= 1, shades
    shades = {image.pixelColor(int(column) + 4, y).name() for y in range(tip.top(), last.bottom())}
    assert shades == {tokens.passage}
    assert image.pixelColor(int(column) + 4, after.center().y()).name() != tokens.passage


def test_the_title_stands_above_the_text_in_a_wide_window(desk: Desk) -> None:
    desk.window.resize(1800, 900)
    desk.ask("bread", until="preview")
    preview = desk.page.preview
    start = QTextCursor(preview.view.document())
    text = preview.view.viewport().mapTo(preview, preview.view.cursorRect(start).topLeft()).x()
    assert text > 40
    desk.bot.waitUntil(lambda: abs(text - preview.title.mapTo(preview, QPoint()).x()) <= 1)


def test_a_table_of_many_columns_is_set_smaller_and_does_not_scroll_sideways(view: NoteView) -> None:
    show(view, "| a | b |\n| --- | --- |\n| narrow | 2 |\n\n" + WIDE.replace(" 30", " 9"))
    narrow, wide = (view.document().find(word).charFormat().font() for word in ("narrow", "responsibility"))
    assert wide.pointSizeF() < narrow.pointSizeF()


def test_a_bar_beneath_appears_once_something_is_cut_off(view: NoteView) -> None:
    show(view, NOTE)
    assert not view.horizontalScrollBar().isVisible()
    view.resize(160, 300)
    show(view, WIDE)
    assert view.horizontalScrollBar().maximum() > 0
    assert view.horizontalScrollBar().isVisible()
    show(view, "words")
    assert not view.horizontalScrollBar().isVisible()


def test_a_scroll_bar_is_slim_beside_the_text_and_a_click_on_it_pages(view: NoteView, theme: Theme) -> None:
    show(view, NOTE)
    QApplication.processEvents()
    bar = view.verticalScrollBar()
    assert bar.isVisible()
    assert bar.width() <= 12
    assert bar.mapTo(view, QPoint()).x() >= view.viewport().geometry().right()
    before = bar.value()
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=QPoint(bar.width() // 2, bar.height() - 6))
    assert bar.value() == min(before + bar.pageStep(), bar.maximum())


def test_a_thumb_widens_under_the_pointer(view: NoteView, theme: Theme) -> None:
    show(view, NOTE)
    bar = view.verticalScrollBar()
    QApplication.processEvents()

    def width() -> int:
        image, y = bar.grab().toImage(), int(12 * bar.devicePixelRatioF())
        ground = image.pixelColor(0, image.height() - 1)
        return sum(image.pixelColor(x, y) != ground for x in range(image.width()))

    resting = width()
    QTest.mouseMove(bar, QPoint(6, 12))
    QApplication.processEvents()
    assert resting < width() <= 12

"""The page: the same whichever passage is marked, lines of one height, one edge, slim scroll bars."""

import math
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QFontMetricsF, QTextBlock, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.builders import chunk, drawn_page
from tests.gui.conftest import Desk, png
from tests.patience import PROCESS_S
from vaultsearch.core.vault.rendering.page import NotePage
from vaultsearch.gui.reading.note_document import _ROOM_ABOVE, _SETTLES_MS, fragments_of
from vaultsearch.gui.reading.note_view import MAX_PARTS, NoteView
from vaultsearch.gui.reading.page_style import CODE_SHARE, PASSAGE_INSET
from vaultsearch.gui.theme import DARK_TOKENS, LIGHT_TOKENS, Theme, Tokens

RESOURCES = Path(__file__).parents[3] / "resources"
NOTES = [*sorted((RESOURCES / "manual").glob("*.md")), *sorted((RESOURCES / "Sample vault").rglob("*.md"))]
PASSAGES_PER_NOTE = 4
WORDS = "words that fill a line of the page and go on in the next, "
ALL_KINDS = f"""# A heading

A paragraph with `code`, **bold**, #Tag, $x^2$ and ![[icon.png]].

- tight **item**
- with an [[Note|link]]
  - below it
  - [x] done
- with a box
  ```python
  x = 1

  y = 2
  ```
  and text behind it
- last

{WORDS * 3}

| a | `b` |
| --- | --- |
| 1 | ==2== |
| ![[picture.png]] | |

{WORDS * 3}

> [!tip] A callout
> with `code` in it
>
> - and a list
>
> ```
> and code
> ```

> said

1. loose

2. items

   of two paragraphs

<div>html</div>

![[picture.png]]

$$
\\sum x
$$

$$
not drawn
$$

```
code

after an empty line
```

A note.[^1]

[^1]: Its words
    on two lines
"""


def show(view: NoteView, page: NotePage, lines: tuple[int, int] | None) -> None:
    """Show a whole note around a passage, with folds open, which a passage opens."""
    preview = page.at_line(lines[0] if lines else 0)
    view.show_note(preview)
    view.unfold()
    before, after = reversed(range(preview.part)), range(preview.part + 1, len(page.parts.starts))
    for part in (*before, *after):
        view.add_part(part, page.html(part, preview.passage))


def rounded(area: QRectF) -> tuple[float, ...]:
    return tuple(round(value, 2) for value in (area.x(), area.y(), area.width(), area.height()))


def blocks(view: NoteView) -> list[QTextBlock]:
    view.document().documentLayout().documentSize()
    return [view.document().findBlockByNumber(number) for number in range(view.document().blockCount())]


def block_layout(view: NoteView, block: QTextBlock) -> tuple[object, ...]:
    """Return what can be seen of a block to the pixel: where it and its lines are, in which letters."""
    lines = [block.layout().lineAt(number) for number in range(block.layout().lineCount())]
    shape = block.blockFormat()
    return (
        block.text(), rounded(view.document().documentLayout().blockBoundingRect(block)),
        tuple((line.textStart(), rounded(line.naturalTextRect())) for line in lines),
        tuple((part.length(), part.charFormat().font().toString()) for part in fragments_of(block)),
        (shape.topMargin(), shape.bottomMargin(), shape.leftMargin(), shape.rightMargin()),
        (shape.lineHeightType(), shape.lineHeight(), shape.background().style()),
    )  # fmt: skip


def page_layout(view: NoteView) -> list[tuple[object, ...]]:
    return [block_layout(view, block) for block in blocks(view)]


def moving_lines(view: NoteView, page: NotePage, lines: range) -> list[int]:
    """Return the lines whose selection moves anything on the page."""
    moving: list[int] = []
    show(view, page, None)
    plain = page_layout(view)
    for line in lines:
        show(view, page, (line, line))
        moving += [line] if page_layout(view) != plain else []
    return moving


@pytest.mark.parametrize("path", NOTES, ids=lambda path: path.stem)
def test_a_selected_passage_moves_nothing_on_the_page(view: NoteView, path: Path) -> None:
    page = NotePage(path.name, path.stem, path.read_text("utf-8"))
    if (starts := page.parts.starts)[MAX_PARTS:]:
        page = NotePage(path.name, path.stem, "\n".join(page.text.split("\n")[: starts[MAX_PARTS] - 1]))
    first, last = page.parts.starts[0], page.text.count("\n") + 1
    assert moving_lines(view, page, range(first, last + 1, 1 + (last - first) // PASSAGES_PER_NOTE)) == []


def test_no_kind_of_block_moves_when_it_is_selected(view: NoteView) -> None:
    assert moving_lines(view, drawn_page(ALL_KINDS), range(1, ALL_KINDS.count("\n") + 1)) == []


@pytest.mark.parametrize(("lines", "texts"), [
    ((1, 1), ["A heading"]), ((5, 5), ["tight item"]), ((6, 8), ["with an link", "below it", "done"]),
    ((11, 11), ["x = 1", "y = 2"]), ((15, 15), ["and text behind it"]), ((20, 20), ["a", "b"]),
    ((22, 22), ["1", "2"]), ((28, 28), ["\ufffc\xa0A callout", "with code in it"]), ((44, 44), ["html"]),
    ((46, 46), ["\ufffc"]), ((67, 67), ["Note", "embedded", "words"]),
])  # fmt: skip
def test_the_passages_blocks_are_marked(view: NoteView, lines: tuple[int, int], texts: list[str]) -> None:
    page = NotePage("a.md", "a", f"{ALL_KINDS}\n![[Note]]\n")
    page.embeds.keep(("a.md", "Note"), NotePage("Note.md", "Note", "embedded\n\n- words\n"))
    view.show_note(page.around(replace(chunk(), path="a.md", line_start=lines[0], line_end=lines[1])))
    assert [cursor.block().text() for cursor in view.parts.marked] == texts


def pitches(view: NoteView) -> set[float]:
    """Return the distances between the lines of the paragraph that begins with the words."""
    (block,) = [block for block in blocks(view) if block.text().startswith(WORDS)]
    tops = [block.layout().lineAt(number).y() for number in range(block.layout().lineCount())]
    assert len(tops) > 2
    return {round(below - above, 2) for above, below in pairwise(tops)}


@pytest.mark.parametrize("among", ["`code`", "$x$", "==mark==", "![[icon.png]]", "![far](http://x/y.png)"])
@pytest.mark.parametrize("form", ["{}", "- {}", "> [!tip]\n> {}", "- x\n  > y\n\n  {}", "| a |\n| - |\n\n{}"])
def test_lines_are_as_high_with_what_is_in_them(view: NoteView, qtbot: QtBot, form: str, among: str) -> None:
    view.show_note(NotePage("a.md", "a", WORDS * 5).at_line(0))
    (plain,) = pitches(view)
    view.show_note(drawn_page(form.format(f"{WORDS * 3}{among} {WORDS * 2}")).at_line(0))
    if "icon.png" in among:
        with qtbot.waitSignal(view.pictures.arrived, timeout=1000 * PROCESS_S):
            view.pictures.take(png(24, 24))
    assert pitches(view) == {plain}
    assert plain == 1.5 * math.ceil(QFontMetricsF(view.document().defaultFont()).height())


@pytest.mark.parametrize(("text", "size", "height"), [
    ("words ![[a.png]]", (24, 24), "line"), ("words ![[a.png]]", (48, 24), "line"),
    ("words ![[a.png]]", (90, 90), 90), ("words ![[a.png|20]]", (24, 24), 20), ("![[a.png]]", (24, 24), 24),
    ("words\n![[a.png]]\nwords", (24, 24), 24), ("- ![[a.png]] words", (24, 24), "line"),
])  # fmt: skip
def test_a_small_picture_among_words_is_as_high_as_they_are(
    view: NoteView, qtbot: QtBot, text: str, size: tuple[int, int], height: int | str
) -> None:
    view.show_note(NotePage("a.md", "a", text).at_line(0))
    with qtbot.waitSignal(view.pictures.arrived, timeout=1000 * PROCESS_S):
        view.pictures.take(png(*size))
    parts = [part for block in blocks(view) for part in fragments_of(block)]
    (shape,) = [part.charFormat().toImageFormat() for part in parts if part.charFormat().isImageFormat()]
    line = QFontMetrics(view.document().defaultFont()).height()
    assert shape.height() == (line if height == "line" else height)
    assert shape.width() == shape.height() * size[0] / size[1]


@pytest.mark.parametrize(("text", "gaps"), [
    ("- a\n- b\n  - c\n  - d\n- e\n\nf", {"a": 2, "b": 2, "c": 2, "d": 2, "e": 10, "f": 10}),
    ("1. a\n2. b\n   - c\n   - d\n\ne", {"a": 2, "b": 2, "c": 2, "d": 10, "e": 10}),
    ("1. a\n\n2. b\n\n   - c\n     - d\n\ne", {"a": 10, "b": 10, "c": 2, "d": 10, "e": 10}),
    ("> [!tip] t\n> - a\n> - b\n\n- c\n", {"a": 2, "b": 10, "c": 10}),
])  # fmt: skip
def test_a_list_is_set_apart_from_what_follows_and_its_items_are_not(
    view: NoteView, text: str, gaps: dict[str, int]
) -> None:
    """Below a list that ended in a nested one no gap was left, but above the nested list."""
    view.show_note(NotePage("a.md", "a", text).at_line(0))
    shown = {block.text(): block.blockFormat().bottomMargin() for block in blocks(view)}
    assert {item: shown[item] for item in gaps} == gaps


def test_no_text_is_lost_below_a_picture_that_is_resized(view: NoteView) -> None:
    """Of a long note with an icon or a formula at its top, some paragraphs out of sight were empty."""
    items = f"- {WORDS * 3}\n  - {WORDS * 2}\n    - {WORDS}\n      - {WORDS}\n" * 20
    for picture in ("![far](http://x/y.png)", "$x^2$"):
        view.show_note(drawn_page(f"{picture}\n\n{items}").at_line(0))
        for width in (640, 500):
            view.resize(width, 480)
            assert [block.text() for block in blocks(view) if not block.layout().lineCount()] == []


def test_a_passage_of_a_picture_alone_is_scrolled_to_and_marked(view: NoteView, qtbot: QtBot) -> None:
    view.show_note(NotePage("a.md", "a", "words\n\n" * 60 + "![[a.png]]\n\n" + "words\n\n" * 60).at_line(121))
    (mark,) = view.parts.marked
    assert 0 <= view.cursorRect(mark).top() < view.height() // 2
    with qtbot.waitSignal(view.pictures.arrived, timeout=1000 * PROCESS_S):
        view.pictures.take(png(100, 80))
    assert 0 <= view.cursorRect(mark).top() < view.height() // 2
    area = view.parts.passage_area().translated(0, -view.verticalScrollBar().value())
    assert area.height() >= 80
    colour = view.viewport().grab().toImage().pixelColor(300, round(area.center().y()))
    assert colour.name() == LIGHT_TOKENS.passage


def test_the_title_stands_above_the_text_also_when_a_scroll_bar_comes(view: NoteView) -> None:
    sides: list[int] = []
    view.measured.connect(sides.append)
    view.resize(900, 300)
    for text in ("words", "words\n\n" * 60):
        view.show_note(NotePage("a.md", "a", text).at_line(1))
        margin = view.document().rootFrame().frameFormat().leftMargin()
        assert sides[-1] == round(margin) + view.viewport().x()


def test_a_passage_near_the_end_stands_below_its_heading(view: NoteView) -> None:
    text = "words\n\n" * 60 + "## End\n\nThe passage.\n\n" + "words\n\n" * 20
    preview = NotePage("a.md", "a", text).at_line(123)
    view.show_note(preview)
    layout = view.document().documentLayout()
    beneath = layout.documentSize().height() - layout.blockBoundingRect(view.parts.marked[0].block()).top()
    # The passage itself can't be scrolled to the top; its heading can.
    view.resize(view.width(), round(beneath) + _ROOM_ABOVE // 2)
    view.show_note(preview)
    # Above, the page begins with a whole line.
    assert 0 <= view.cursorRect(view.parts.marked[0]).top() - _ROOM_ABOVE < 2 * view.fontMetrics().height()
    assert view.cursorRect(view.cursorForPosition(QPoint(view.width() // 2, 0))).top() >= 0


def test_the_text_read_before_is_not_named_with_another_passage(view: NoteView, qtbot: QtBot) -> None:
    page = NotePage("a.md", "a", "# Begin\n\n" + "words\n\n" * 60 + "## End\n\nThe passage.\n")
    view.show_note(page.at_line(1))
    view.reading.release()
    with qtbot.waitSignal(view.reading.read_to, timeout=1000 * PROCESS_S):
        view.verticalScrollBar().setValue(40)
    view.verticalScrollBar().setValue(80)
    with qtbot.assertNotEmitted(view.reading.read_to, wait=3 * _SETTLES_MS):
        view.reading.go("passage")


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


def show_text(view: NoteView, text: str, line: int = 0) -> None:
    view.show_note(NotePage("a.md", "a", text).at_line(line))


def test_boxes_end_on_one_edge_and_the_passage_as_far_beyond_as_at_the_left(view: NoteView) -> None:
    view.resize(900, 500)
    show_text(view, NOTE, 3)
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
    show_text(view, "| a | b |\n| --- | --- |\n| narrow | 2 |\n\n" + WIDE.replace(" 30", " 9"))
    narrow, wide = (view.document().find(word).charFormat().font() for word in ("narrow", "responsibility"))
    assert wide.pointSizeF() < narrow.pointSizeF()


def test_a_bar_beneath_appears_once_something_is_cut_off(view: NoteView) -> None:
    show_text(view, NOTE)
    assert not view.horizontalScrollBar().isVisible()
    view.resize(160, 300)
    show_text(view, WIDE)
    assert view.horizontalScrollBar().maximum() > 0
    assert view.horizontalScrollBar().isVisible()
    show_text(view, "words")
    assert not view.horizontalScrollBar().isVisible()


def test_a_scroll_bar_is_slim_beside_the_text_and_a_click_on_it_pages(view: NoteView, theme: Theme) -> None:
    show_text(view, NOTE)
    QApplication.processEvents()
    bar = view.verticalScrollBar()
    assert bar.isVisible()
    assert bar.width() <= 12
    assert bar.mapTo(view, QPoint()).x() >= view.viewport().geometry().right()
    before = bar.value()
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=QPoint(bar.width() // 2, bar.height() - 6))
    assert bar.value() == min(before + bar.pageStep(), bar.maximum())


def test_a_thumb_widens_under_the_pointer(view: NoteView, theme: Theme) -> None:
    show_text(view, NOTE)
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

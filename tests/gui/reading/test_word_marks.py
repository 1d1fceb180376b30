"""Words on the page of a note that answer the query: which, how, and going from one to the next."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QTextCharFormat
from PySide6.QtTest import QTest

from tests.builders import parsed
from tests.gui.conftest import PASSAGES, SHIFT, Desk
from tests.gui.fake_script import Script, passage
from vaultsearch.core.values.note import Preview
from vaultsearch.core.vault.rendering.page import NotePage
from vaultsearch.gui.reading.note_document import Position, fragments_of
from vaultsearch.gui.reading.note_view import NoteView
from vaultsearch.gui.reading.page_style import HIGHLIGHT
from vaultsearch.gui.theme import DARK_TOKENS, LIGHT_TOKENS, Theme

NO_GROUND = Qt.BrushStyle.NoBrush
F3 = Qt.Key.Key_F3
KITCHEN = passage("Kitchen", "🍞 The loaf was heavy bread")
PAGE = (
    "<h1>All about bread</h1><p>A loaf here, bread there.</p>"
    "<p data-passage>🍞 The <b>loaf</b> was <a href='note:x'>heavy</a> bread</p>"
)


@pytest.fixture
def view(desk: Desk, script: Script) -> NoteView:
    """The page of a note, after the question "bread"."""
    script.passages = (*PASSAGES[:2], KITCHEN)
    script.meant = ("loaf", "heavy")
    script.preview_html = PAGE
    desk.ask("bread", until="preview")
    view = desk.page.preview.view
    desk.bot.waitUntil(lambda: meant(view) == ["loaf", "heavy"])
    return view


def read_linked(desk: Desk, note: Preview) -> None:
    desk.script.notes = {"note:x": note}
    with desk.answering("marks"):
        desk.page.preview.view.note_asked.emit("note:x")


def said(view: NoteView) -> list[str]:
    return marked(view, lambda look: look.background().color().name() == LIGHT_TOKENS.mark)


def meant(view: NoteView) -> list[str]:
    return marked(view, lambda look: look.fontUnderline() and look.background().style() is NO_GROUND)


def marked(view: NoteView, is_wanted: Callable[[QTextCharFormat], bool]) -> list[str]:
    return [one.cursor.selectedText() for one in view.extraSelections() if is_wanted(one.format)]


def test_the_querys_words_are_tinted_and_in_the_passage_what_means_them_is_underlined(view: NoteView) -> None:
    assert (said(view), meant(view)) == (["bread", "bread", "bread"], ["loaf", "heavy"])
    marks = view.extraSelections()
    lines = [one.format.underlineColor().name() for one in marks if one.format.fontUnderline()]
    assert sorted(set(lines)) == sorted({LIGHT_TOKENS.accent, LIGHT_TOKENS.text})
    assert len(lines) == len(marks)


def test_highlights_are_yellow_and_the_querys_words_underlined_in_them(desk: Desk, script: Script) -> None:
    script.passages = (*PASSAGES[:2], KITCHEN)
    script.preview_html = "<p data-passage>heavy <span class='highlight'>bread and butter</span></p>"
    desk.ask("bread", until="preview")
    view = desk.page.preview.view
    desk.bot.waitUntil(lambda: said(view) == ["bread"])
    _, highlighted = fragments_of(view.document().begin())
    look = highlighted.charFormat()
    assert (highlighted.text(), look.fontUnderline()) == ("bread and butter", False)
    assert look.background().color().rgb() & 0xFFFFFF == QColor(HIGHLIGHT[0]).rgb() & 0xFFFFFF
    (mark,) = view.extraSelections()
    assert mark.format.fontUnderline()
    assert mark.format.background().color() == QColor(LIGHT_TOKENS.mark)


NOTE = """# Baking

The starter wants a warm place.

> [!tip] A *rye* [[Loaf|loaf]] & more
> - [ ] Feed the **star**ter, 🥣 with `flour`[^1]
>
> | when | what |
> | ---- | ---- |
> | night | the loaf rests, ==covered== |

```python
starter = "loaf"  # flour
```

[^1]: Rye flour.
"""


def test_words_are_marked_where_they_stand_in_a_note_written_in_markdown(desk: Desk, script: Script) -> None:
    blocks = [block.text for section in parsed("Kitchen.md", NOTE).sections for block in section.blocks]
    whole = replace(KITCHEN, text="\n".join(blocks), line_start=1, line_end=15)
    script.passages, script.meant = (whole,), ("loaf", "flour", "covered", "rests")
    script.preview_html = NotePage(whole.path, whole.title, NOTE).around(whole).html
    desk.ask("starter", until="preview")
    view = desk.page.preview.view
    desk.bot.waitUntil(lambda: bool(meant(view)))
    assert said(view) == ["starter", "starter", "starter"]
    assert sorted(meant(view)) == ["covered", "flour", "loaf", "rests"]
    assert all(one.cursor.selectedText().isalpha() for one in view.extraSelections())


def test_the_page_takes_the_next_marks_while_it_is_shown(desk: Desk, view: NoteView, script: Script) -> None:
    script.meant = ()
    desk.ask("heavy", until="marks")
    desk.bot.waitUntil(lambda: (said(view), meant(view)) == (["heavy"], []))
    desk.field.clear()
    assert view.extraSelections() == [], "nothing is marked once the question is gone"


def test_a_linked_note_shows_the_querys_words_and_going_back_all_again(desk: Desk, view: NoteView) -> None:
    read_linked(desk, Preview("x.md", "x", "<p data-passage>The loaf is bread</p>"))
    assert (said(view), meant(view)) == (["bread"], [])
    desk.trigger("back", until="marks")
    assert meant(view) == ["loaf", "heavy"]


def test_another_theme_marks_in_its_own_colours(desk: Desk, view: NoteView, theme: Theme) -> None:
    with desk.answering("marks"):
        theme.fix(Qt.ColorScheme.Dark)
    grounds = {one.format.background().color().name() for one in view.extraSelections()}
    theme.fix(Qt.ColorScheme.Light)
    assert DARK_TOKENS.mark in grounds
    assert LIGHT_TOKENS.mark not in grounds


def test_f3_goes_through_the_words_from_the_passage_on_and_around(desk: Desk, view: NoteView) -> None:
    gone = []
    for keys in (Qt.KeyboardModifier.NoModifier,) * 4 + (SHIFT,) * 2:
        QTest.keyClick(desk.field, F3, keys)
        gone.append((view.textCursor().selectedText(), view.textCursor().blockNumber()))
    assert gone == [("loaf", 2), ("heavy", 2), ("bread", 2), ("bread", 0), ("bread", 2), ("heavy", 2)]


def test_a_word_out_of_sight_is_scrolled_to(desk: Desk, view: NoteView) -> None:
    words = "<p>words</p>" * 90
    read_linked(desk, Preview("x.md", "x", f"{words}<p>bread</p>{words}"))
    desk.trigger("next_match")
    place = view.cursorRect().top()
    assert view.verticalScrollBar().value() > 0
    assert 0 < place < view.viewport().height() / 2


def test_f3_reaches_words_in_parts_not_on_the_page_yet(desk: Desk, view: NoteView, script: Script) -> None:
    filler = "<p>words</p>" * 30
    script.parts = dict.fromkeys(range(60), filler) | {50: filler + "<p>bread at last</p>"}
    shown = Preview("x.md", "x", "<p>bread at first</p>" + filler, starts=tuple(range(1, 61)))
    script.parts[0] = shown.html
    read_linked(desk, shown)
    desk.trigger("next_match")
    assert view.textCursor().block().text() == "bread at first"
    desk.trigger("next_match")
    desk.bot.waitUntil(lambda: view.textCursor().block().text() == "bread at last")
    assert 50 in view.parts.numbers
    desk.trigger("next_match")
    desk.says("No more matches")
    desk.trigger("previous_match")
    desk.bot.waitUntil(lambda: view.textCursor().block().text() == "bread at first")


def test_a_page_resized_while_another_note_is_written_seeks_no_place_of_the_former(view: NoteView) -> None:
    """It went on to a part of the former note, which the new one does not have: an IndexError."""
    part = "<p>words</p>" * 30
    view.show_note(Preview("long.md", "long", part, starts=tuple(range(1, 61))), Position(40, part, 3, 0))
    sought: list[object] = []
    view.measured.connect(lambda _: sought.append(view.reading.goal))
    view.show_note(Preview("short.md", "short", "<p>a short note</p>"))
    assert set(sought) == {None}


@pytest.mark.usefixtures("view")
def test_a_note_without_such_words_says_so(desk: Desk) -> None:
    read_linked(desk, Preview("x.md", "x", "<p>nothing</p>"))
    desk.trigger("next_match")
    desk.says("No more matches")

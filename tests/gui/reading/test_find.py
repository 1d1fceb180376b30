"""Find in the note: the bar, marks on the page, the count over all parts, the way from match to match."""

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from tests.gui.conftest import CTRL, KEY, NO_KEYS, SHIFT, Desk, clipboard
from tests.gui.fake_script import Script
from tests.gui.reading.conftest import follow
from vaultsearch.core.values.note import Preview
from vaultsearch.gui.reading.find_bar import FindBar
from vaultsearch.gui.reading.note_view import NoteView
from vaultsearch.gui.theme import LIGHT_TOKENS

FILLER = "<p>filler</p>" * 40
N_PARTS = 30
PARTS = {number: f"<p>part {number}</p>{FILLER}" for number in range(N_PARTS)}
for number in (0, 12, 25):
    PARTS[number] = f"<p>part {number}</p><p>a Pötten, <b>pot</b>ten and a pan</p>{FILLER}"
LONG = Preview("Long.md", "Long", PARTS[0], 0, tuple(range(1, 100 * N_PARTS, 100)))
SHORT = Preview("Short.md", "Short", "<p>one potten</p>")


@pytest.fixture
def long(desk: Desk, script: Script) -> Desk:
    """A window that shows a note of thirty parts, of which the first, the 13th and the 26th hold "potten"."""
    script.notes, script.parts = {"note:Long": LONG, "note:Short": SHORT}, PARTS
    desk.ask("bread", until="preview")
    follow(desk, "note:Long")
    return desk


def view(desk: Desk) -> NoteView:
    return desk.page.preview.view


def bar(desk: Desk) -> FindBar:
    return desk.page.preview.find_bar


def find(desk: Desk, text: str) -> None:
    QTest.keyClick(desk.field, KEY.Key_F, CTRL)
    assert bar(desk).field.hasFocus()
    QTest.keyClicks(bar(desk).field, text)


def counts(desk: Desk, sentence: str) -> None:
    desk.bot.waitUntil(lambda: bar(desk).count.text() == sentence)


def marked(desk: Desk) -> list[tuple[str, str]]:
    """Return the marked texts in sight, each with the colour behind it."""
    marks = view(desk).extraSelections()
    return [(one.cursor.selectedText(), one.format.background().color().name()) for one in marks]


def test_typing_marks_and_counts_f3_and_enter_go_through_all_parts_and_around(long: Desk) -> None:
    find(long, "potten")
    counts(long, "1 of 6")
    assert view(long).textCursor().selectedText() == "Pötten"
    assert marked(long) == [("Pötten", LIGHT_TOKENS.accent), ("potten", LIGHT_TOKENS.mark)]
    for place, keys in (("2 of 6", NO_KEYS), ("1 of 6", SHIFT)):
        QTest.keyClick(bar(long).field, KEY.Key_F3, keys)
        counts(long, place)
    for place in ("2 of 6", "3 of 6", "4 of 6", "5 of 6", "6 of 6", "1 of 6"):
        QTest.keyClick(bar(long).field, KEY.Key_Return)
        counts(long, place)
    QTest.keyClick(bar(long).field, KEY.Key_Return, SHIFT)
    counts(long, "6 of 6")
    assert 25 in view(long).parts.numbers
    assert view(long).textCursor().selectedText() == "potten"
    assert view(long).viewport().rect().contains(view(long).cursorRect())


def test_escape_closes_the_bar_and_gives_the_focus_back_with_the_match_selected(long: Desk) -> None:
    long.list.setFocus()
    QTest.keyClick(long.list, KEY.Key_F, CTRL)
    QTest.keyClicks(bar(long).field, "pan")
    counts(long, "1 of 3")
    QTest.keyClick(bar(long).field, KEY.Key_Escape)
    assert (bar(long).isVisible(), long.list.hasFocus(), marked(long)) == (False, True, [])
    assert view(long).textCursor().selectedText() == "pan"
    find(long, "pan")
    view(long).setFocus()
    QTest.keyClick(view(long), KEY.Key_Escape)
    assert (bar(long).isVisible(), long.field.text()) == (False, "bread"), "the bar is closed first"


def test_what_is_nowhere_is_said_so(long: Desk) -> None:
    find(long, "zymurgy")
    counts(long, "No matches")
    QTest.keyClick(bar(long).field, KEY.Key_Return)
    assert bar(long).count.text() == "No matches"
    bar(long).field.clear()
    assert bar(long).count.text() == ""


def test_the_selected_text_of_the_note_is_looked_for(long: Desk) -> None:
    view(long).setFocus()
    cursor = view(long).textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.Start)
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    view(long).setTextCursor(cursor)
    QTest.keyClick(view(long), KEY.Key_F, CTRL)
    assert bar(long).field.text() == "part 0"
    counts(long, "1 of 1")


def test_another_note_is_searched_as_soon_as_it_is_shown(long: Desk) -> None:
    find(long, "potten")
    counts(long, "1 of 6")
    follow(long, "note:Short")
    counts(long, "– of 1")
    QTest.keyClick(bar(long).field, KEY.Key_Return)
    counts(long, "1 of 1")


def test_the_words_that_answer_are_marked_again_once_the_bar_is_closed(ready: Desk) -> None:
    ready.ask("bread", until="marks")
    before = marked(ready)
    assert [text for text, _ in before] == ["Bread"]
    find(ready, "pottery")
    counts(ready, "1 of 1")
    assert [text for text, _ in marked(ready)] == ["pottery"]
    QTest.keyClick(bar(ready).field, KEY.Key_Escape)
    assert marked(ready) == before


def test_a_folded_note_is_unfolded_to_find_in_it(long: Desk) -> None:
    long.trigger("toggle_preview")
    assert not view(long).isVisible()
    find(long, "pan")
    assert view(long).isVisible()


def test_without_a_note_the_key_goes_to_the_search_field(ready: Desk) -> None:
    ready.list.setFocus()
    ready.trigger("find_in_note")
    assert ready.field.hasFocus()
    assert not bar(ready).isVisible()


def test_thousands_of_matches_are_marked_only_in_sight(long: Desk) -> None:
    find(long, "f")
    long.bot.waitUntil(lambda: bar(long).count.text().startswith("1 of "))
    n_shown = view(long).viewport().height() // view(long).fontMetrics().height() + 5
    assert 0 < len(marked(long)) < 2 * n_shown
    bottom = view(long).verticalScrollBar()
    bottom.setValue(bottom.maximum() // 2)
    assert 0 < len(marked(long)) < 2 * n_shown


def test_matches_that_come_when_the_note_has_gone_are_left_out(long: Desk) -> None:
    find(long, "potten")
    with long.answering("find marks"):
        long.page.reading.clear()
    assert marked(long) == []


def test_all_of_a_long_note_is_copied_whole(long: Desk, script: Script) -> None:
    """Eight parts at most are on the page: of 3,000 paragraphs, 111 were copied, and nothing said so."""
    script.past_texts = {"Long.md": "# The whole note", "Short.md": "# Not asked for"}
    QTest.keyClick(view(long), KEY.Key_A, CTRL)
    with long.answering("text"):
        QTest.keyClick(view(long), KEY.Key_C, CTRL)
    assert clipboard() == "# The whole note"
    long.says("Copied the whole note, as Markdown")
    view(long).setTextCursor(view(long).document().find("part 0"))
    QTest.keyClick(view(long), KEY.Key_C, CTRL)
    assert clipboard() == "part 0"
    follow(long, "note:Short")
    QTest.keyClick(view(long), KEY.Key_A, CTRL)
    QTest.keyClick(view(long), KEY.Key_C, CTRL)
    assert clipboard() == "one potten"

"""Several results selected at once: by mouse and by keyboard, kept, copied, put in the basket."""

from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from tests.builders import present
from tests.gui.conftest import CTRL, KEY, SHIFT, Desk


def selected(desk: Desk) -> list[str]:
    return [result.chunk.text.split()[0] for result in desk.list.selection()]


def words(desk: Desk) -> list[str]:
    return [result.chunk.text.split()[0] for result in desk.list.results]


def test_one_result_is_selected_at_first_shift_selects_a_range_and_ctrl_single_rows(listed: Desk) -> None:
    assert selected(listed) == words(listed)[:1]
    listed.click_row(listed.list, 0)
    listed.click_row(listed.list, 2, SHIFT)
    assert selected(listed) == words(listed)
    listed.click_row(listed.list, 1, CTRL)
    assert selected(listed) == [words(listed)[0], words(listed)[2]]
    listed.click_row(listed.list, 1)
    assert selected(listed) == [words(listed)[1]]


def test_shift_and_arrows_select_a_range(listed: Desk) -> None:
    QTest.keyClick(listed.field, KEY.Key_Down)
    QTest.keyClick(listed.list, KEY.Key_Down, SHIFT)
    assert selected(listed) == words(listed)[:2]
    QTest.keyClick(listed.list, KEY.Key_Up, SHIFT)
    QTest.keyClick(listed.list, KEY.Key_Up, SHIFT)
    assert selected(listed) == words(listed)[:1]
    assert listed.list.hasFocus()


def test_ctrl_a_selects_all_results_in_the_list_and_the_text_in_the_field(listed: Desk) -> None:
    QTest.keyClick(listed.field, KEY.Key_A, CTRL)
    assert listed.field.selectedText() == "pottery"
    assert len(selected(listed)) == 1
    QTest.keyClick(listed.field, KEY.Key_Down)
    QTest.keyClick(listed.list, KEY.Key_A, CTRL)
    assert selected(listed) == words(listed)


def test_the_note_shown_is_that_of_the_current_row(listed: Desk) -> None:
    listed.click_row(listed.list, 0)
    listed.click_row(listed.list, 2, SHIFT)
    current = present(listed.list.current())
    assert current.chunk.text == listed.list.results[2].chunk.text
    listed.reads(current.chunk.text)


def test_a_better_answer_keeps_the_selection(listed: Desk) -> None:
    listed.click_row(listed.list, 0)
    QTest.keyClick(listed.list, KEY.Key_A, CTRL)
    listed.list.replace(tuple(reversed(listed.list.results)))
    assert selected(listed) == words(listed)
    listed.click_row(listed.list, 0)
    listed.click_row(listed.list, 2, CTRL)
    before, current = selected(listed), listed.list.current()
    listed.list.replace(tuple(reversed(listed.list.results)))
    assert selected(listed) == before[::-1]
    assert listed.list.current() == current
    listed.list.replace(listed.list.results[:1])
    assert len(selected(listed)) == 1


def test_a_row_taken_out_stays_out_and_a_question_begins_with_one(listed: Desk) -> None:
    listed.click_row(listed.list, 0)
    listed.click_row(listed.list, 2, SHIFT)
    listed.click_row(listed.list, 1, CTRL)
    before = selected(listed)
    listed.list.replace(listed.list.results)
    assert selected(listed) == before == [words(listed)[0], words(listed)[2]]
    listed.ask("gift pottery")
    assert selected(listed) == words(listed)[:1]


def test_ctrl_c_copies_all_selected_passages_with_their_citations(listed: Desk) -> None:
    listed.click_row(listed.list, 0)
    listed.click_row(listed.list, 1, SHIFT)
    listed.press(listed.list, KEY.Key_C, CTRL, until="copy")
    mime = QGuiApplication.clipboard().mimeData()
    for result in listed.list.results[:2]:
        assert result.chunk.text in mime.text()
        assert result.url in mime.text()
        assert f'<a href="{result.url.replace("&", "&amp;")}">' in mime.html()
    assert listed.list.results[2].chunk.text not in mime.text()
    listed.says("Copied 2 passages with their sources")


def test_space_puts_all_selected_passages_in_the_basket_and_then_takes_them_out(listed: Desk) -> None:
    basket = listed.window.basket
    listed.click_row(listed.list, 1)
    QTest.keyClick(listed.list, KEY.Key_Space)
    QTest.keyClick(listed.list, KEY.Key_A, CTRL)
    QTest.keyClick(listed.list, KEY.Key_Space)
    assert len(basket.chunks) == 3
    assert basket.ids == {result.chunk.id for result in listed.list.results}
    QTest.keyClick(listed.list, KEY.Key_Space)
    assert basket.ids == frozenset()

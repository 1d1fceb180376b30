"""Searching with a whole text: pasted, dropped or copied; its topics, and the way back to a query."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit

from tests.gui.conftest import CTRL, VAULT, Desk, press_keys, texts
from vaultsearch.core.errors import QueryError
from vaultsearch.core.long_queries.chats import read_query_text
from vaultsearch.core.values.search import LongQueryAnswer, LongQueryOutcome, LongQueryTopic
from vaultsearch.gui.controllers.long_query import QueryTextDialog
from vaultsearch.gui.engine_thread import Trouble
from vaultsearch.gui.results.topic_list import COUNT_ROLE

TEXT = "pottery courses in spring\n\nbatteries are not wanted, no gift with them"


def topics(desk: Desk) -> list[tuple[str, int]]:
    rows = desk.page.results.topics
    return [*zip(texts(rows), map(int, texts(rows, COUNT_ROLE)), strict=True)]


def dialog(desk: Desk) -> QueryTextDialog:
    return desk.page.long_query.dialog


def shown(desk: Desk) -> list[str]:
    return [found.chunk.text for found in desk.list.results]


def show_text(desk: Desk) -> QPlainTextEdit:
    desk.page.results.text_line.button.click()
    desk.bot.waitUntil(dialog(desk).isActiveWindow)
    return dialog(desk).editor


def paste(desk: Desk, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    desk.field.setFocus()
    QTest.keyClick(desk.field, Qt.Key.Key_V, CTRL)


@pytest.fixture
def asked(ready: Desk) -> Desk:
    with ready.answering("passage"):
        paste(ready, TEXT)
    return ready


def test_a_text_that_is_pasted_is_searched_with_by_its_topics(asked: Desk) -> None:
    assert asked.field.text() == ""
    assert topics(asked) == [("All topics", 2), ("pottery", 3), ("batteries", 1)]
    assert asked.page.results.text_line.sentence.text() == "Your text (12 words) covers 2 topics"
    assert asked.page.results.text_line.isVisible()
    assert asked.page.results.topics.isVisible()
    assert len(shown(asked)) == 2
    row = asked.page.results.topics.model().index(2, 0)
    assert row.data(Qt.ItemDataRole.AccessibleTextRole) == "batteries, 1 passage"
    assert row.data(Qt.ItemDataRole.ToolTipRole) == "batteries\nlines 3 to 3 of the text"


def test_a_topic_shows_what_it_finds_and_the_first_row_all(asked: Desk) -> None:
    rows = asked.page.results.topics
    rows.setFocus()
    QTest.keyClick(rows, Qt.Key.Key_End)
    assert shown(asked) == ["No gift with batteries, no pottery gift"]
    assert asked.page.results.head.count.text() == "1 passage in 1 note"
    QTest.keyClick(rows, Qt.Key.Key_Home)
    assert len(shown(asked)) == 2


def test_the_keyboard_goes_from_the_field_to_the_topics_and_on_to_the_results(asked: Desk) -> None:
    results = asked.page.results
    results.list.setFocus()
    QTest.keyClick(results.list, Qt.Key.Key_Backtab)
    assert results.topics.hasFocus()
    press_keys(results.topics, Qt.Key.Key_Down, Qt.Key.Key_Return)
    assert results.list.hasFocus()
    results.topics.setFocus()
    press_keys(results.topics, Qt.Key.Key_Up, Qt.Key.Key_Up)
    assert asked.field.hasFocus()
    results.topics.setFocus()
    QTest.keyClicks(results.topics, "b")
    assert asked.field.text() == "b"


def test_the_text_can_be_seen_edited_and_searched_with_again(asked: Desk) -> None:
    editor = show_text(asked)
    assert editor.toPlainText() == TEXT
    buttons = dialog(asked).search, dialog(asked).close_button
    assert buttons[0].x() < buttons[1].x(), "Close is last, as in every dialog and for Tab"
    editor.setPlainText("bread alone")
    asked.press(editor, Qt.Key.Key_Return, CTRL, until="passage")
    assert not dialog(asked).isVisible()
    assert shown(asked) == ["Bread, bookbinding, pottery"]
    assert asked.page.results.text_line.sentence.text() == "Your text (2 words)"
    assert not asked.page.results.topics.isVisible()
    asked.trigger("show_text")
    assert editor.toPlainText() == "bread alone"


@pytest.mark.parametrize(
    "text",
    [TEXT, TEXT.replace("not", "not\xa0"), TEXT.replace("g\n", "g\r\n"), TEXT.replace(" in", "\u2029in")],
)
@pytest.mark.parametrize("chosen_first", [False, True])
def test_the_lines_of_the_chosen_topic_are_marked(ready: Desk, text: str, *, chosen_first: bool) -> None:
    """A text from a page in the web or from Windows, and one opened after the choice, had no line marked."""
    with ready.answering("passage"):
        ready.page.long_query.ask(text)
    rows = ready.page.results.topics
    editor = None if chosen_first else show_text(ready)
    rows.setCurrentIndex(rows.model().index(2, 0))
    editor = editor or show_text(ready)
    (mark,) = editor.extraSelections()
    assert mark.cursor.selectedText() == text.split("\n")[2]
    rows.setCurrentIndex(rows.model().index(0, 0))
    assert editor.extraSelections() == []
    rows.setCurrentIndex(rows.model().index(2, 0))
    QTest.keyClicks(editor, "x")
    assert editor.extraSelections() == []
    rows.setCurrentIndex(rows.model().index(1, 0))
    assert editor.extraSelections() == []


def test_the_lines_of_another_text_than_the_one_shown_are_not_marked(asked: Desk) -> None:
    editor = show_text(asked)
    with asked.answering("passage"):
        asked.page.long_query.ask(TEXT.replace("courses", "course"))
    asked.page.results.topics.setCurrentIndex(asked.page.results.topics.model().index(2, 0))
    assert (editor.toPlainText(), editor.extraSelections()) == (TEXT, [])


def test_a_chat_is_shown_as_it_was_read_with_its_lines(ready: Desk) -> None:
    chat = read_query_text("Anna  10:02 AM\npottery\nBob  10:03 AM\nbatteries\n")
    topics = tuple(LongQueryTopic(word, line, line, ()) for word, line in (("pottery", 3), ("batteries", 7)))
    ready.script.passage_answer = LongQueryAnswer(
        LongQueryOutcome.FOUND, (), topics, chat.markdown, chat.messages
    )
    with ready.answering("passage"):
        paste(ready, TEXT)
    ready.page.results.topics.setCurrentIndex(ready.page.results.topics.model().index(2, 0))
    (mark,) = show_text(ready).extraSelections()
    assert mark.cursor.selectedText() == "batteries"


def test_escape_closes_the_text_and_changes_nothing(asked: Desk) -> None:
    editor = show_text(asked)
    QTest.keyClicks(editor, "other words")
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert not dialog(asked).isVisible()
    assert asked.window.isVisible()
    assert len(topics(asked)) == 3
    assert show_text(asked).toPlainText() == TEXT


def test_a_text_can_be_written_where_none_was_searched_with(ready: Desk) -> None:
    ready.trigger("show_text")
    assert not dialog(ready).search.isEnabled()
    QTest.keyClicks(dialog(ready).editor, "pottery batteries")
    with ready.answering("passage"):
        dialog(ready).search.click()
    assert shown(ready) == ["She would love a pottery course"]


@pytest.mark.parametrize(("query", "passages"), [("bread", ["Bread, bookbinding, pottery"]), ("", [])])
def test_a_question_and_esc_end_a_search_by_text(asked: Desk, query: str, passages: list[str]) -> None:
    """Esc did nothing, three times over: the field was empty already."""
    if query:
        asked.ask(query)
    else:
        QTest.keyClick(asked.field, Qt.Key.Key_Escape)
    results = asked.page.results
    assert (results.topics.isVisible(), results.text_line.isVisible()) == (False, False)
    assert shown(asked) == passages


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", ""])
def test_what_is_dropped_is_searched_with(ready: Desk, tmp_path: Path, encoding: str) -> None:
    text, mime = TEXT.replace("wanted", "gewünscht, für „Jürgen“"), QMimeData()
    if not encoding:
        mime.setText(text)
    else:
        (tmp_path / "draft.md").write_bytes(text.encode(encoding))
        mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "draft.md"))])
    with ready.answering("passage"):
        ready.drop(mime)
    assert topics(ready)[1:] == [("pottery", 3), ("batteries", 1)]
    assert show_text(ready).toPlainText() == text


def test_a_picture_that_is_dropped_is_no_text(ready: Desk, tmp_path: Path) -> None:
    (tmp_path / "boat.png").write_bytes(b"\x89PNG\r\n\x1a\n pottery batteries" + bytes(range(32)) * 9)
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "boat.png"))])
    ready.drop(mime)
    ready.says("Not enough text to search with")


@pytest.mark.parametrize(("answer", "words"), [
    (LongQueryAnswer(LongQueryOutcome.NO_HITS), "No notes similar to this text"),
    (LongQueryAnswer(LongQueryOutcome.FAILED, trouble="No model.", remedy="Get."), "No model. Get."),
    (QueryError("The model is missing.", "Download it."), "The model is missing. Download it."),
])  # fmt: skip
def test_nothing_near_is_no_failure(ready: Desk, answer: LongQueryAnswer | QueryError, words: str) -> None:
    ready.script.passage_answer = answer
    paste(ready, TEXT)
    ready.bot.waitUntil(lambda: words in ready.page.results.page.text())
    assert words not in ready.window.status.text.text()
    ready.page.clear()
    ready.engine.failed.emit(Trouble("passage", 0, "It comes late.", ""))
    assert "Type to search your notes" in ready.page.results.page.text()


def test_a_short_line_that_is_pasted_is_a_question_and_not_enough_for_a_text(ready: Desk) -> None:
    paste(ready, "pottery")
    assert ready.field.text() == "pottery"
    ready.trigger("search_with_clipboard")
    ready.says("Not enough text to search with")


def test_another_vault_is_searched_with_the_same_text(asked: Desk) -> None:
    """The sentence and the topics of the former vault stayed above the other's rows."""
    asked.open(VAULT.parent / "Other", until="passage")
    assert asked.page.results.text_line.sentence.text() == "Your text (12 words) covers 2 topics"
    assert len(shown(asked)) == 2
    QTest.keyClick(asked.field, Qt.Key.Key_Escape)
    asked.open(VAULT)
    assert not asked.page.results.text_line.isVisible()

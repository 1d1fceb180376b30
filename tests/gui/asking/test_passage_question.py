"""Searching with a whole text: pasted, dropped or copied; its topics, and the way back to a query."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from vaultsearch.core.values.long_queries import LongQueryAnswer, LongQueryOutcome

if TYPE_CHECKING:
    from pathlib import Path

    from tests.gui.conftest import Desk

CTRL = Qt.KeyboardModifier.ControlModifier
TEXT = "pottery courses in spring\n\nbatteries are not wanted, no gift with them"


def tabs(desk: Desk) -> list[str]:
    bar = desk.window.page.results.topics
    return [bar.tabText(tab) for tab in range(bar.count())]


def shown(desk: Desk) -> list[str]:
    return [found.chunk.text for found in desk.list.results]


def paste(desk: Desk, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    desk.field.setFocus()
    QTest.keyClick(desk.field, Qt.Key.Key_V, CTRL)


def drop(desk: Desk, mime: QMimeData) -> None:
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(9, 9), copy, mime, left, none)
    QApplication.sendEvent(desk.window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(desk.window, QDropEvent(QPointF(9, 9), copy, mime, left, none))


@pytest.fixture
def asked(desk: Desk) -> Desk:
    desk.open()
    with desk.answering("passage"):
        paste(desk, TEXT)
    return desk


def test_a_text_that_is_pasted_is_searched_with_by_its_topics(asked: Desk) -> None:
    assert asked.field.text() == ""
    assert tabs(asked) == ["All topics", "pottery", "batteries"]
    assert "on 2 topics" in asked.window.page.results.notice.text()
    assert len(shown(asked)) == 2


def test_a_topic_shows_what_it_finds_and_the_first_tab_all(asked: Desk) -> None:
    bar = asked.window.page.results.topics
    bar.setFocus()
    QTest.keyClick(bar, Qt.Key.Key_Right)
    QTest.keyClick(bar, Qt.Key.Key_Right)
    assert shown(asked) == ["No gift with batteries, no pottery gift"]
    bar.setCurrentIndex(0)
    assert len(shown(asked)) == 2


def test_a_question_takes_the_topics_away(asked: Desk) -> None:
    asked.ask("bread")
    assert not asked.window.page.results.topics.isVisible()
    assert shown(asked) == ["Bread, bookbinding, pottery"]


def test_a_short_line_that_is_pasted_is_a_question(desk: Desk) -> None:
    desk.open()
    paste(desk, "pottery")
    assert desk.field.text() == "pottery"


def test_a_note_that_is_dropped_is_searched_with(desk: Desk, tmp_path: Path) -> None:
    desk.open()
    draft = tmp_path / "draft.md"
    draft.write_text(TEXT, encoding="utf-8")
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(draft))])
    with desk.answering("passage"):
        drop(desk, mime)
    assert tabs(desk)[1:] == ["pottery", "batteries"]


def test_a_folder_that_is_dropped_is_opened(desk: Desk, tmp_path: Path) -> None:
    desk.open()
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    with desk.bot.waitSignal(desk.engine.vault_opened):
        drop(desk, mime)
    assert desk.service.folder == tmp_path


def test_a_text_that_is_dropped_is_searched_with(desk: Desk) -> None:
    desk.open()
    mime = QMimeData()
    mime.setText(TEXT)
    with desk.answering("passage"):
        drop(desk, mime)
    assert len(shown(desk)) == 2


def test_nothing_near_and_a_failure_are_told_apart(desk: Desk) -> None:
    desk.open()
    for answer, words in (
        (LongQueryAnswer(LongQueryOutcome.NO_HITS), "No notes similar to this text"),
        (
            LongQueryAnswer(LongQueryOutcome.FAILED, trouble="No model.", remedy="Get it."),
            "No model. Get it.",
        ),
    ):
        desk.script.passage_answer = answer
        with desk.answering("passage"):
            paste(desk, TEXT)
        assert words in desk.window.page.results.page.text()


def test_an_empty_clipboard_is_said_and_nothing_is_asked(desk: Desk) -> None:
    desk.open()
    QGuiApplication.clipboard().setText("word")
    desk.trigger("search_with_clipboard")
    desk.says("Not enough text to search with")

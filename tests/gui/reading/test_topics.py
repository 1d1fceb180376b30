"""Ctrl+Shift+E: what the notes are about, as a tree; a topic's notes and passages, and the search in it."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.gui.conftest import Desk, tree_texts
from vaultsearch.core.values.relations import NoteName, VaultTopic
from vaultsearch.core.values.sync import Progress, SyncReport
from vaultsearch.gui.reading.vault_dialogs import TopicsDialog

KEYS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
GIFTS, WORKSHOPS = NoteName("People/Gift ideas.md", "Gift ideas"), NoteName("Workshops.md", "Workshops")
POTTERY = VaultTopic(2, "pottery", (WORKSHOPS,))
SUMMARY = "Presents <b>for</b> the family."
FAMILY = VaultTopic(1, "gifts, family", (GIFTS, WORKSHOPS), (POTTERY,), SUMMARY)
TOPICS = (FAMILY, VaultTopic(3, "boat", (GIFTS,)))


@pytest.fixture
def dialog(desk: Desk) -> Iterator[TopicsDialog]:
    """The dialog, with its first topic chosen."""
    desk.script.topics = TOPICS
    desk.open()
    desk.press(desk.field, Qt.Key.Key_E, KEYS, until="passages of a topic")
    (opened,) = desk.window.findChildren(TopicsDialog)
    yield opened
    for open_still in desk.window.findChildren(TopicsDialog):
        open_still.close()


def test_topics_are_a_tree_and_the_first_shows_notes_and_summary(desk: Desk, dialog: TopicsDialog) -> None:
    assert tree_texts(dialog.tree) == {"gifts, family": ["pottery"], "boat": []}
    assert [*tree_texts(dialog.places).values()] == [["Gift ideas", "Workshops"]] * 2
    assert dialog.summary.isVisible()
    assert dialog.summary.text() == f"By the language model: {SUMMARY}"
    with desk.answering("passages of a topic"):
        dialog.tree.setCurrentIndex(dialog.tree.model().index(1, 0))
    assert dialog.summary.isHidden()


def test_the_field_finds_topics_by_their_words_and_by_their_notes(dialog: TopicsDialog) -> None:
    QTest.keyClicks(dialog.field, "workshops")
    assert tree_texts(dialog.tree) == {"gifts, family": ["pottery"]}
    QTest.keyClick(dialog.field, Qt.Key.Key_Down)
    assert (dialog.tree.hasFocus(), dialog.tree.currentIndex().data()) == (True, "gifts, family")
    dialog.field.setText("BOAT")
    assert tree_texts(dialog.tree) == {"boat": []}
    dialog.field.setText("nothing")
    assert tree_texts(dialog.tree) == {}
    assert str(dialog.places.model().index(0, 0).data()) == "No topic"


def test_a_question_goes_to_the_topic_of_its_answers(desk: Desk, dialog: TopicsDialog) -> None:
    QTest.keyClicks(dialog.field, "bookbinding")
    desk.press(dialog.field, Qt.Key.Key_Return, until="topic of a question")
    assert dialog.tree.currentIndex().data() == "pottery"  # the only note of it is found, and no other


def test_enter_on_a_topic_searches_in_it(desk: Desk, dialog: TopicsDialog) -> None:
    desk.press(dialog.tree, Qt.Key.Key_Return, until="narrow")
    assert desk.field.text().strip() == 'topic:"gifts, family"'


def test_a_topic_below_is_named_behind_the_one_above_it(desk: Desk, dialog: TopicsDialog) -> None:
    dialog.tree.setCurrentIndex(dialog.tree.model().index(0, 0, dialog.tree.model().index(0, 0)))
    with desk.answering("narrow"):
        dialog.search.click()
    assert desk.field.text().strip() == 'topic:"gifts, family/pottery"'


def test_a_click_on_a_note_shows_it_in_the_window(desk: Desk, dialog: TopicsDialog) -> None:
    places = dialog.places
    with desk.answering("preview"):
        places.setCurrentIndex(places.model().index(1, 0, places.model().index(0, 0)))
        QTest.keyClick(places, Qt.Key.Key_Return)
    assert desk.shown.path == WORKSHOPS.path


def test_a_vault_of_few_notes_says_why_it_has_no_topics(ready: Desk) -> None:
    ready.trigger("topics", until="topics")
    (dialog,) = ready.window.findChildren(TopicsDialog)
    assert "No topics yet" in str(dialog.places.model().index(0, 0).data())
    assert not dialog.search.isEnabled()
    dialog.close()


def test_while_notes_are_indexed_it_says_so_and_then_asks_again(desk: Desk, dialog: TopicsDialog) -> None:
    assert dialog.indexing.isHidden()
    dialog.tree.setCurrentIndex(dialog.tree.model().index(1, 0))
    desk.engine.progress.emit(Progress("reading", 1, 3))
    assert dialog.indexing.isVisible()
    desk.script.topics = (*TOPICS, VaultTopic(4, "garden", (GIFTS,)))
    with desk.answering("topics"):
        desk.engine.sync_finished.emit(SyncReport(0, 0, 3, 0, 3, 0, (), 0.1))
    assert dialog.indexing.isHidden()
    assert list(tree_texts(dialog.tree)) == ["gifts, family", "boat", "garden"]
    assert dialog.tree.currentIndex().data() == "boat"

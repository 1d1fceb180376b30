"""The answer in a line above the list: only sure sentences, of the standing query."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip

from tests.gui.conftest import PASSAGES, Desk, clipboard
from tests.gui.fake_script import Script, passage
from vaultsearch.core.values.context import SentenceAnswer
from vaultsearch.core.values.search import Mode, SearchStage
from vaultsearch.gui.results.answer_card import AnswerCard, AnswerLine, AnswerSentence


@pytest.fixture
def answered(desk: Desk, script: Script) -> Desk:
    script.sure = True
    desk.ask("pottery", until="answer")
    return desk


def card(desk: Desk) -> AnswerCard:
    return desk.page.answer_card


def line(desk: Desk) -> AnswerLine:
    return desk.page.results.head.answer


def first(desk: Desk) -> AnswerSentence:
    """Unfold the answer, and return its first sentence."""
    if not card(desk).isVisible():
        line(desk).click()
    return card(desk).sentences[0]


@pytest.mark.usefixtures("german")
def test_an_answer_is_quoted_as_the_language_does(answered: Desk) -> None:
    assert line(answered).sentence == first(answered).text() == "„She would love a pottery course“"


def test_a_line_above_the_list_has_the_answer_and_unfolds_its_sentences(answered: Desk) -> None:
    assert line(answered).isVisible()
    assert line(answered).sentence == "“She would love a pottery course”"
    assert "Gift ideas" in line(answered).toolTip()
    assert answered.page.results.head.rect().contains(line(answered).geometry())
    assert not card(answered).isVisible()
    for unfold in (line(answered).click, lambda: answered.trigger("unfold_answer")):
        unfold()
        assert card(answered).isVisible()
        sentence = card(answered).sentences[0]
        told = (sentence.text(), sentence.accessibleDescription())
        assert told == ("“She would love a pottery course”", "Gift ideas  ›  Anna")
        card(answered).grab()
        answered.trigger("unfold_answer")
        assert not card(answered).isVisible()


SECTION = ("Anna.md", "Anna", ("Gifts",))
FOUR = [SentenceAnswer(f"She wants wheel number {n}, " * 4, *SECTION, n, 0.9) for n in range(1, 6)]


@pytest.mark.parametrize(("width", "height"), [(1180, 760), (900, 600), (480, 400)])
def test_unfolded_it_takes_a_fifth_of_the_window_and_scrolls_on(desk: Desk, width: int, height: int) -> None:
    desk.window.resize(width, height)
    desk.ask("pottery")
    card(desk).show_answers(FOUR)
    line(desk).click()
    assert [sentence.isVisible() for sentence in card(desk).sentences] == [True] * 4
    desk.bot.waitUntil(lambda: 0 < card(desk).height() <= height // 5)
    desk.window.resize(width, height + 200)
    desk.bot.waitUntil(lambda: height // 5 < card(desk).height() <= (height + 200) // 5)
    last = card(desk).sentences[3]
    for sentence in card(desk).sentences[:3]:
        sentence.moved.emit(1)
    assert last.hasFocus()
    assert not last.visibleRegion().isEmpty()
    assert last.accessibleDescription() == "Anna  ›  Gifts"
    before = card(desk).height()
    card(desk).show_answers(FOUR[:1])
    line(desk).click()
    desk.bot.waitUntil(lambda: card(desk).height() < before)


def test_unless_it_is_sure_nothing_is_said_and_its_actions_do_nothing(desk: Desk, script: Script) -> None:
    script.sure = False
    desk.ask("pottery", until="answer")
    assert not line(desk).isVisible()
    desk.trigger("answer_in_note")
    desk.trigger("more_like_answer")
    assert (desk.page.preview.related.isVisible(), desk.page.long_query.is_open) == (False, False)
    # Of what answers nothing, no sentence is read.
    script.sure, script.nearest = True, ("pottery zeppelin",)
    desk.ask("pottery zeppelin", until="relax")
    assert not desk.page.answer._resting.isActive()
    assert not line(desk).isVisible()


def test_no_row_moves_when_it_comes(desk: Desk, script: Script) -> None:
    script.sure = True
    desk.open()
    with desk.answering("answer"):
        desk.ask("pottery")
        row = desk.list.visualRect(desk.list.model().index(0, 0))
        top = desk.list.mapTo(desk.window, row.topLeft())
    assert line(desk).isVisible()
    row = desk.list.visualRect(desk.list.model().index(0, 0))
    assert desk.list.mapTo(desk.window, row.topLeft()) == top


def test_several_sentences_are_numbered_and_copied_with_their_links(desk: Desk) -> None:
    answers = [
        SentenceAnswer("She wants a wheel.", "People/Anna.md", "Anna", ("Gifts",), 3, 0.9),
        SentenceAnswer("The studio\nis on Magdalen Street.", "Studio.md", "Studio", (), 1, 0.85),
    ]
    desk.open()
    card(desk).show_answers(answers)
    assert line(desk).text().endswith("+1  ▾")
    line(desk).click()
    assert [sentence.isVisible() for sentence in card(desk).sentences] == [True, True, False, False]
    desk.trigger("copy_answer")
    assert clipboard() == (
        "1. She wants a wheel. ([[People/Anna#Gifts]])\n2. The studio is on Magdalen Street. ([[Studio]])"
    )
    card(desk).show_answers(())
    desk.trigger("copy_answer")
    assert clipboard().startswith("1. She"), "nothing is copied in its place"


def test_its_buttons_search_with_it_and_read_its_whole_note(answered: Desk) -> None:
    answered.trigger("answer_in_note", until="related")
    assert answered.shown.title == "Gift ideas"
    assert answered.page.preview.related.isVisible()
    answered.trigger("more_like_answer")
    assert answered.page.long_query.is_open


def test_the_keyboard_reaches_it_and_leaves_it(answered: Desk) -> None:
    first(answered).setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(first(answered), Qt.Key.Key_Up)
    assert line(answered).hasFocus()
    QTest.keyClick(line(answered), Qt.Key.Key_Down)
    assert first(answered).hasFocus()
    answered.press(first(answered), Qt.Key.Key_Return, until="preview")
    last = [sentence for sentence in card(answered).sentences if sentence.isVisible()][-1]
    QTest.keyClick(last, Qt.Key.Key_Down)
    assert answered.list.hasFocus()
    answered.trigger("unfold_answer")
    for key, part in ((Qt.Key.Key_Down, answered.list), (Qt.Key.Key_Up, answered.field)):
        line(answered).setFocus()
        QTest.keyClick(line(answered), key)
        assert part.hasFocus()


def test_the_same_answer_asked_again_keeps_its_sentence_until_the_next_letter(answered: Desk) -> None:
    stage = SearchStage("pottery", Mode.HYBRID, "reranked", answered.list.results, final=True)
    answered.page.answer.handle_stage(stage)
    assert line(answered).isVisible()
    answered.field.insert("x")
    assert not line(answered).isVisible()


def test_it_leaves_with_its_vault(answered: Desk, script: Script) -> None:
    script.unanswered = ("pottery",)
    answered.open(Path("/vaults/Other"))
    assert not line(answered).isVisible()


def test_it_follows_a_renamed_note(answered: Desk, script: Script) -> None:
    """The line kept the former title, and a click said "No note with that name"."""
    index = answered.service.index
    index.passages = tuple(replace(one, path=f"Moved/{one.path}", title="Presents") for one in PASSAGES)
    script.added_by_sync = (passage("New", "something"),)
    answered.trigger("sync")
    answered.bot.waitUntil(lambda: "Presents" in line(answered).toolTip())
    assert line(answered).isVisible()
    with answered.answering("preview"):
        first(answered).click()
    assert answered.shown.path == "Moved/People/Gift ideas.md"


def test_the_sentence_that_the_keyboard_is_on_is_marked_in_its_note(answered: Desk) -> None:
    def is_marked() -> bool:
        marks = answered.page.preview.view.extraSelections()
        return "She would love a pottery course" in [mark.cursor.selectedText() for mark in marks]

    with answered.answering("sentence"):
        first(answered).setFocus(Qt.FocusReason.TabFocusReason)
    assert is_marked()
    answered.field.setFocus()
    assert not is_marked()


def test_the_passage_of_a_sentence_is_shown_while_the_pointer_rests_on_it(answered: Desk) -> None:
    QTest.mouseMove(first(answered), first(answered).rect().center())
    answered.bot.waitUntil(lambda: "pottery course" in QToolTip.text())

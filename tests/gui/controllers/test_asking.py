"""Ctrl+Enter in the field asks the language model: its answer grows, is checked, and leads to passages."""

from dataclasses import replace
from typing import cast

import pytest
from PySide6.QtCore import Qt, QUrl, QUrlQuery
from PySide6.QtGui import QFont, QTextList
from PySide6.QtTest import QTest

from tests.builders import present
from tests.gui.conftest import CTRL, VAULT, Desk, clipboard
from vaultsearch.core.models.chat_client import EndpointDownError
from vaultsearch.core.values import context
from vaultsearch.core.values.context import AnswerState, CitedSentence, ModelAnswer, StepKind, Verdict
from vaultsearch.gui.results.model_answer import ModelAnswerCard, SentDialog

URI = "obsidian://open?vault=My%20notes&file=People%2FGift%20ideas"
GIFTS = context.ContextPiece(
    "People/Gift ideas.md", "Gift ideas", ("Gift ideas", "Anna"), 3, 4, 9, URI, 1, "Course"
)
SUPPORTED = CitedSentence("Anna would love a course.", (1,), Verdict.CHECKED)
STRUCK = CitedSentence("It costs 9 pounds.", (1,), Verdict.STRUCK, context.Objection.NUMBER, "9")
WAITING = ModelAnswer("", AnswerState.WAITING, passages=(GIFTS,), model="tiny", sent_to="127.0.0.1", tokens=9)
UNCHECKED = replace(SUPPORTED, verdict=None)
WRITING = replace(WAITING, state=AnswerState.WRITING, sentences=(UNCHECKED,), sent="{the request}")
DONE = replace(WRITING, state=AnswerState.DONE, sentences=(SUPPORTED, STRUCK))


@pytest.fixture
def card(desk: Desk) -> ModelAnswerCard:
    """The card of a window that has a language model and an open vault."""
    desk.settings.set_parameter("ask.base_url", "http://127.0.0.1:1/v1")
    desk.settings.set_parameter("ask.model", "tiny")
    desk.page.asking.follow_settings()
    desk.open()
    desk.script.model_answers = (WAITING, WRITING, DONE)
    desk.ask("gift for Anna")
    return desk.page.model_answer


def press(desk: Desk, *, job: str = "ask") -> None:
    desk.field.setFocus()
    desk.press(desk.field, Qt.Key.Key_Return, CTRL, until=job)


def follow_up(desk: Desk, question: str) -> None:
    field = desk.page.model_answer.follow_up
    field.setFocus()
    QTest.keyClicks(field, question)
    desk.press(field, Qt.Key.Key_Return, until="ask")


def shown(card: ModelAnswerCard) -> str:
    return card.text.toPlainText()


def test_ctrl_enter_asks_cites_and_strikes_what_is_not_in_notes(desk: Desk, card: ModelAnswerCard) -> None:
    press(desk)
    assert desk.script.model_asked == [("gift for Anna", (), False)]
    assert card.isVisible()
    assert card.plug.isVisible()
    assert shown(card) == ("Anna would love a course. [1] ✓ It costs 9 pounds. (not in your notes: 9)")
    html = card.text.toHtml()
    assert "line-through" in html.partition("It costs")[0].rpartition("[1]")[2]
    assert "line-through" not in html.partition("[1]")[0]
    assert card.state.text() == "1 sentence not in your notes · tiny on 127.0.0.1 · 1 passage"
    card.state.resize(100, card.state.height())
    card.state.grab()
    assert card.state.toolTip() == card.state.text()
    assert not desk.opened_urls  # Ctrl+Enter did not open the note
    with desk.answering("preview"):
        card.text.anchorClicked.emit(QUrl("0.1.0"))
    assert desk.shown.path == "People/Gift ideas.md"
    with desk.bot.waitSignal(card.rested) as rested:
        card.text.highlighted.emit(QUrl("0.1.0"))
    assert rested.args == ["People/Gift ideas.md", 3]


def test_while_written_it_can_be_stopped_and_a_letter_closes_it(desk: Desk, card: ModelAnswerCard) -> None:
    desk.script.model_answers, desk.script.model_waits = (WAITING, WRITING), True
    press(desk, job="")
    desk.bot.waitUntil(lambda: "is writing" in card.state.text())
    assert card.stop.isVisible()
    assert shown(card).startswith("Anna would love a course.")
    card.stop.click()
    assert card.state.text() == "Stopped."
    desk.bot.waitUntil(lambda: desk.script.model_left == 1)
    QTest.keyClick(desk.field, Qt.Key.Key_Return, CTRL)
    desk.bot.waitUntil(lambda: "is writing" in card.state.text())
    QTest.keyClicks(desk.field, "s")
    assert not card.isVisible()
    desk.bot.waitUntil(lambda: desk.script.model_left == 2)


def test_the_steps_that_the_model_takes_by_itself_are_told(desk: Desk, card: ModelAnswerCard) -> None:
    searching = ModelAnswer("", AnswerState.SEARCHING, model="tiny")
    search = context.AgentStep(StepKind.SEARCH, "rivets", 2)
    read = context.AgentStep(StepKind.READ, "Boat", 1)
    for step, said in ((search, "tiny searches for “rivets”…"), (read, "tiny reads Boat…")):
        card.show_answer(replace(searching, steps=(step,)))
        assert card.state.text() == said
        assert card.stop.isVisible()


def test_a_follow_up_goes_on_with_the_conversation(desk: Desk, card: ModelAnswerCard) -> None:
    press(desk)
    desk.script.model_answers = (replace(DONE, standalone_question="What does the course cost?"),)
    follow_up(desk, "and its price?")
    former = (context.Turn("gift for Anna", "Anna would love a course."),)
    assert desk.script.model_asked[-1] == ("and its price?", former, False)
    assert card.question.text() == "Asked: What does the course cost?"
    press(desk)  # the field begins anew
    assert [conversation for _, conversation, _ in desk.script.model_asked] == [(), former, ()]


def test_a_conversation_stays_readable_above_its_follow_up(desk: Desk, card: ModelAnswerCard) -> None:
    press(desk)
    boat = replace(GIFTS, path="Boat.md", title="Boat", heading_path=("Boat",), line_start=7)
    course = CitedSentence("The course is in spring.", (1,), Verdict.CHECKED)
    desk.script.model_answers = (replace(DONE, question="When?", sentences=(course,), passages=(boat,)),)
    follow_up(desk, "When?")
    assert shown(card).splitlines() == [
        "gift for Anna", "Anna would love a course. [1] ✓ It costs 9 pounds. (not in your notes: 9)", "When?",
        "The course is in spring. [1] ✓",
    ]  # fmt: skip
    with desk.bot.waitSignal(card.place_asked) as first:
        card.text.anchorClicked.emit(QUrl("0.1.0"))
    with desk.bot.waitSignal(card.place_asked) as second:
        card.text.anchorClicked.emit(QUrl("1.1.9"))
    assert (first.args, second.args) == (["People/Gift ideas.md", 3], ["Boat.md", 9])
    card.copy.click()
    assert clipboard() == (
        "**gift for Anna**\nAnna would love a course. ([[People/Gift ideas#Anna]])\n\n"
        "**When?**\nThe course is in spring. ([[Boat#Boat]])"
    )
    card.show_answer(replace(WAITING, question="When?"), (replace(DONE, sentences=(SUPPORTED,) * 99),) * 2)
    bar = card.text.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0, "the newest answer is in sight"


@pytest.mark.parametrize(
    "answers", [(replace(WAITING, state=AnswerState.DECLINED, question="When?"),), (WAITING,)]
)
def test_a_conversation_goes_on(desk: Desk, card: ModelAnswerCard, answers: tuple[ModelAnswer, ...]) -> None:
    press(desk)
    desk.script.model_answers = tuple(replace(answer, question="When?") for answer in answers)
    follow_up(desk, "When?")
    if card.is_busy:
        card.stop.click()
        assert card.follow_up.text() == "When?"  # to be asked again
    assert (card.follow_up.isVisible(), shown(card).splitlines()[-1]) == (True, "When?")


def test_lists_are_lists_and_emphasis_is_drawn(desk: Desk, card: ModelAnswerCard) -> None:
    said = (
        CitedSentence("Two rivets <each>:", (1,), Verdict.CHECKED, lead="", emphasis=(("b", "<each>"),)),
        CitedSentence("copper", (1,), Verdict.CHECKED, lead="3."),
        CitedSentence("for planks.", (1,), Verdict.CHECKED),
        CitedSentence("bronze", (1,), Verdict.CHECKED, lead="4."),
        CitedSentence("none", (1,), Verdict.CHECKED, lead="-"),
    )
    card.show_answer(replace(DONE, sentences=said))
    blocks, block = [], card.text.document().begin()
    while block.isValid():
        listed = cast("QTextList | None", block.textList())
        blocks.append((block.text(), "" if listed is None else listed.itemText(block).strip(".") or "-"))
        block = block.next()
    assert blocks == [
        ("Two rivets <each>: [1] ✓", ""), ("copper [1] ✓ for planks. [1] ✓", "3"), ("bronze [1] ✓", "4"),
        ("none [1] ✓", "-"),
    ]  # fmt: skip
    bold = card.text.document().find("<each>").charFormat().fontWeight()
    plain = card.text.document().find("Two").charFormat().fontWeight()
    assert (bold, plain) == (QFont.Weight.Bold, QFont.Weight.Normal)
    assert card.citations.splitlines()[1].startswith("3. copper (")


def test_a_wrong_citation_says_so_and_an_unsure_sentence_leads_on(desk: Desk, card: ModelAnswerCard) -> None:
    card.show_answer(replace(DONE, sentences=(replace(SUPPORTED, miscited=(2, 3)),)))
    assert shown(card) == "Anna would love a course. [1] (not in [2][3]) ✓"
    card.show_answer(replace(DONE, sentences=(replace(SUPPORTED, verdict=Verdict.UNSURE, line=4), STRUCK)))
    assert shown(card) == "Anna would love a course. [1] compare It costs 9 pounds. (not in your notes: 9)"
    assert "1 sentence not in your notes · 1 sentence to compare yourself" in card.state.text()
    assert card.text.document().find("compare").charFormat().anchorHref() == "0.1.4"
    with desk.bot.waitSignal(card.place_asked) as asked:
        card.text.anchorClicked.emit(QUrl("0.1.4"))
    assert asked.args == ["People/Gift ideas.md", 4]
    assert card.citations == "Anna would love a course. (compare [[People/Gift ideas#Anna]])"


def test_an_answer_comes_again_after_a_second_look(desk: Desk, card: ModelAnswerCard) -> None:
    denied = replace(SUPPORTED, verdict=Verdict.UNSURE, objection=context.Objection.DENIED)
    reviewing = replace(DONE, state=AnswerState.REVIEWING)
    desk.script.model_answers = (WRITING, reviewing)
    press(desk)
    assert card.state.text().startswith("1 sentence not in your notes · asking again…")
    assert (card.copy.isVisible(), card.follow_up.isVisible()) == (True, False)
    desk.script.model_answers = (WRITING, reviewing, replace(DONE, sentences=(denied, STRUCK)))
    press(desk)
    assert "again" not in card.state.text()
    doubt = "compare: asked again, the model said no"
    assert shown(card) == f"Anna would love a course. [1] {doubt} It costs 9 pounds. (not in your notes: 9)"
    assert card.citations == f"Anna would love a course. ({doubt} [[People/Gift ideas#Anna]])"


def test_an_answer_is_left_and_comes_back_as_a_query_does(desk: Desk, card: ModelAnswerCard) -> None:
    press(desk)
    QTest.keyClick(desk.field, Qt.Key.Key_Escape)
    assert not card.isVisible()
    assert desk.field.text() == "gift for Anna"  # one step at a time
    desk.field.deselect()
    QTest.keyClick(desk.field, Qt.Key.Key_Z, CTRL)
    assert card.isVisible()
    assert shown(card).startswith("Anna would love a course. [1]")
    QTest.keyClicks(desk.field, "s")
    assert not card.isVisible()
    QTest.keyClick(desk.field, Qt.Key.Key_Z, CTRL)
    assert desk.field.text() == "gift for Anna"
    assert card.isVisible()
    assert len(desk.script.model_asked) == 1
    desk.open(VAULT.with_name("Another"))
    assert not card.isVisible()
    QTest.keyClick(desk.field, Qt.Key.Key_Z, CTRL)
    assert not card.isVisible()


def test_where_nothing_answers_nothing_is_sent_unless_one_insists(desk: Desk, card: ModelAnswerCard) -> None:
    desk.script.model_answers = (ModelAnswer("", AnswerState.NOT_IN_NOTES),)
    press(desk)
    assert card.state.text() == "Probably nothing in your notes answers this. Nothing was sent."
    assert not card.plug.isVisible()
    with desk.answering("ask"):
        card.anyway.click()
    assert desk.script.model_asked[-1] == ("gift for Anna", (), True)


def test_another_computer_is_named_before_anything_is_sent(desk: Desk, card: ModelAnswerCard) -> None:
    desk.script.model_host = "api.example.com"
    press(desk, job="consent")
    assert "api.example.com is not this computer" in desk.message_box().text()
    assert not desk.script.model_asked
    desk.answer("Cancel")
    assert card.state.text() == "api.example.com is not this computer. Nothing was sent."
    press(desk, job="consent")
    with desk.answering("ask"):
        desk.answer("Send to api.example.com")
    assert desk.script.model_asked == [("gift for Anna", (), False)]


def test_a_dead_server_has_a_sentence_and_leads_to_the_settings(desk: Desk, card: ModelAnswerCard) -> None:
    desk.script.model_answers = (WAITING,)
    desk.script.model_error = EndpointDownError("No server answers at http://127.0.0.1:1/v1.", "Start it.")
    press(desk, job="")
    desk.bot.waitUntil(lambda: card.state.text() == "No server answers at http://127.0.0.1:1/v1. Start it.")
    card.settings.click()
    assert present(desk.window.settings.window).list.currentItem().text() == "Language model"
    desk.window.settings.close()


def test_the_request_is_read_and_the_answer_copied_and_made_a_note(desk: Desk, card: ModelAnswerCard) -> None:
    press(desk)
    card.sent.click()
    (dialog,) = desk.window.findChildren(SentDialog)
    assert dialog.text.toPlainText() == "{the request}"
    dialog.close()
    card.copy.click()
    assert clipboard() == "Anna would love a course. ([[People/Gift ideas#Anna]])"
    card.show_answer(replace(DONE, question='Gift: "Anna"? #1'))
    card.save.click()  # as a note that Obsidian makes
    desk.bot.waitUntil(lambda: bool(desk.opened_urls))
    (url,) = desk.opened_urls
    assert url.host() == "new"
    assert dict(QUrlQuery(url).queryItems(QUrl.ComponentFormattingOption.FullyDecoded)) == {
        "vault": "My notes",
        "name": "Gift Anna 1",
        "content": "Anna would love a course. ([[People/Gift ideas#Anna]])",
    }
    card.close_button.click()
    assert not card.isVisible()


def test_without_a_language_model_ctrl_enter_opens_the_note_as_before(ready: Desk) -> None:
    ready.ask("gift")
    press(ready, job="")
    ready.bot.waitUntil(lambda: bool(ready.opened_urls))
    assert not ready.script.model_asked
    ready.trigger("ask")
    assert present(ready.window.settings.window).list.currentItem().text() == "Language model"
    ready.window.settings.close()


def test_a_question_mark_asks_by_itself_if_one_likes(desk: Desk, card: ModelAnswerCard) -> None:
    desk.ask("pottery for Anna?")
    assert not desk.script.model_asked
    desk.settings.set_parameter("ask.question_mark", "true")
    desk.ask("a pottery gift")
    desk.ask("a pottery gift?", until="ask")
    assert [question for question, *_ in desk.script.model_asked] == ["a pottery gift?"]
    card.close_button.click()
    with desk.answering("search"):
        desk.page.search_controller.repeat()
    # Longer than the pause after which a standing question is asked.
    with desk.bot.assertNotEmitted(desk.engine.answered, wait=1000):
        pass
    assert len(desk.script.model_asked) == 1


def test_the_answer_in_the_notes_own_words_gives_way(desk: Desk, card: ModelAnswerCard) -> None:
    desk.script.sure = True
    desk.ask("pottery course", until="answer")
    line = desk.page.results.head.answer
    assert line.isVisible()
    press(desk)
    assert not line.isVisible()


def test_settings_choose_a_server_test_it_and_store_its_key(ready: Desk) -> None:
    page = ready.open_settings("language_model").language_model
    server = page.server
    server.preset.setCurrentText("Ollama")
    server.preset.activated.emit(server.preset.currentIndex())
    server.model.setCurrentText("tiny")
    present(server.model.lineEdit()).editingFinished.emit()
    address = "http://127.0.0.1:11434/v1"
    assert ready.settings.parameters == {"ask.base_url": address, "ask.model": "tiny"}
    server.test.click()
    ready.bot.waitUntil(lambda: server.outcome.text() == "It works.")
    assert [server.model.itemText(row) for row in range(server.model.count())] == ["a", "b"]
    assert server.model.currentText() == "tiny"
    QTest.keyClicks(server.key, "secret")
    server.store_key.click()
    server.store_key.click()  # a double-click deleted the key
    ready.bot.waitUntil(lambda: server.outcome.text() == "The key is stored.")
    assert ready.settings.storage.model_keys == {address: "secret"}
    assert server.key.text() == ""
    server.delete_key.click()
    ready.bot.waitUntil(lambda: server.outcome.text() == "The key is deleted.")
    assert ready.settings.storage.model_keys == {address: ""}
    page.question_mark.click()
    server.preset.setCurrentIndex(0)
    server.preset.activated.emit(0)
    assert ready.settings.parameters == {"ask.model": "tiny", "ask.question_mark": True}

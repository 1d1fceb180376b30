"""If nothing is found, or nothing answers, a query that finds something is one key away."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from tests.builders import present
from tests.gui.conftest import KEY, Desk
from tests.gui.fake_script import Script, passage
from vaultsearch.core.values.search import Edit, Mode, Relaxation, RelaxationKind, Spelling
from vaultsearch.gui.controllers.search import relaxation_phrase
from vaultsearch.gui.results.suggestions import Suggestion, Suggestions, TitledNotes
from vaultsearch.gui.widgets import elide_at_word

KIND = RelaxationKind
HYBRID = Mode.HYBRID

NOTHING = "zymurgy tag:boat"
WITHOUT = Relaxation(KIND.CONDITION, Edit(8, 16), HYBRID, "tag:boat", notes=12)
BY_MEANING = Relaxation(KIND.MODE, Edit(0, 0), Mode.SEMANTIC)
UNANSWERED = "pottery zeppelin"
WORD = Relaxation(KIND.WORD, Edit(0, 16, '"pottery"'), HYBRID, "pottery", notes=2)


@pytest.fixture
def script(script: Script) -> Script:
    script.relaxations = {NOTHING: (WITHOUT, BY_MEANING), UNANSWERED: (WORD,)}
    script.nearest = (UNANSWERED,)
    return script


@pytest.fixture
def empty(desk: Desk) -> Desk:
    desk.ask(NOTHING, until="relax")
    desk.field.setFocus()
    return desk


def on_page(desk: Desk) -> Suggestions:
    return desk.page.results.page.suggestions


def bar(desk: Desk) -> Suggestions:
    return desk.page.results.head.bar


def press(*keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(present(QApplication.focusWidget()), key)


def test_nothing_found_says_what_would_find_something(empty: Desk) -> None:
    assert "No results for “zymurgy tag:boat”" in empty.page.results.page.text()
    assert on_page(empty).sentences == ["Without tag:boat: 12 files", "Search by meaning (Ctrl+2)"]
    assert empty.service.query.relaxed == [(NOTHING, HYBRID, False)]
    assert on_page(empty).links[0].toolTip() == "zymurgy "


def test_down_leads_from_the_field_to_it_enter_takes_it_and_undo_brings_the_query_back(empty: Desk) -> None:
    press(KEY.Key_Down)
    assert on_page(empty).links[0].hasFocus()
    press(KEY.Key_Return)
    assert (empty.field.text(), empty.field.hasFocus()) == ("zymurgy ", True)
    empty.field.undo()
    assert empty.field.text() == NOTHING


def test_another_way_of_searching_is_taken_with_the_query_as_it_is(empty: Desk) -> None:
    press(KEY.Key_Down, KEY.Key_Down)
    with empty.answering("relax"):
        press(KEY.Key_Space)
    assert (empty.field.text(), empty.page.search.mode) == (NOTHING, Mode.SEMANTIC)
    assert empty.service.asked[-1] == (NOTHING, Mode.SEMANTIC)


def test_up_leads_back_to_the_field_and_letters_go_there(empty: Desk) -> None:
    press(KEY.Key_Down, KEY.Key_Down, KEY.Key_Up)
    assert on_page(empty).links[0].hasFocus()
    press(KEY.Key_Up)
    assert empty.field.hasFocus()
    press(KEY.Key_Down, KEY.Key_X)
    assert (empty.field.text(), empty.field.hasFocus()) == (f"{NOTHING}x", True)


def test_tab_reaches_every_suggestion(empty: Desk) -> None:
    reached = set()
    for _ in range(20):
        press(KEY.Key_Tab)
        reached.add(QApplication.focusWidget())
    assert set(on_page(empty).links[:2]) <= reached


def test_a_click_takes_it_too(empty: Desk) -> None:
    empty.click(on_page(empty).links[0], until=empty.engine.stage_arrived)
    assert empty.service.asked[-1] == ("zymurgy", HYBRID)


def test_of_a_query_that_was_changed_since_it_is_not_taken(empty: Desk) -> None:
    empty.field.insert("!")
    empty.page.relaxations.apply(WITHOUT)
    assert empty.field.text() == f"{NOTHING}!"


def test_nothing_of_it_is_left_when_something_is_found(empty: Desk) -> None:
    empty.ask("bread")
    assert on_page(empty).sentences == []
    assert [found.chunk.title for found in empty.list.results] == ["Workshops"]
    empty.field.clear()
    assert "Type to search" in empty.page.results.page.text()
    assert on_page(empty).sentences == []
    assert [query for query, *_ in empty.service.query.relaxed] == [NOTHING], "an answer is not relaxed"


def test_the_counting_is_given_up_when_another_question_is_asked(desk: Desk, script: Script) -> None:
    script.never_relaxed = ("zymurgy",)
    desk.ask("zymurgy")
    desk.bot.waitUntil(lambda: len(desk.service.query.relaxed) == 1)
    desk.ask("bread")
    desk.bot.waitUntil(lambda: desk.service.query.given_up == ["zymurgy"])


def test_asked_again_while_notes_are_read_the_keyboard_stays_on_a_suggestion(empty: Desk) -> None:
    press(KEY.Key_Down, KEY.Key_Down)
    with empty.answering("relax"):
        empty.page.search_controller.repeat()
    assert on_page(empty).links[1].hasFocus()


def test_above_passages_that_do_not_answer_the_words_that_notes_mention_are_told(ready: Desk) -> None:
    ready.ask(UNANSWERED, until="relax")
    assert (ready.list.isVisible(), bar(ready).isVisible()) == (True, True)
    assert bar(ready).sentences == ["2 files contain “pottery”"]
    assert ready.service.query.relaxed == [(UNANSWERED, HYBRID, True)]
    bar(ready).links[0].setFocus()
    press(KEY.Key_Down)
    assert ready.list.hasFocus()
    bar(ready).links[0].setFocus()
    press(KEY.Key_Return)
    assert ready.field.text() == '"pottery"'


def test_where_no_word_is_mentioned_other_words_are_advised(desk: Desk, script: Script) -> None:
    script.relaxations = {}
    desk.ask(UNANSWERED, until="relax")
    assert (bar(desk).sentences, bar(desk).otherwise.text()) == ([], "Try other words.")
    assert bar(desk).otherwise.isVisible()
    desk.ask("bread")
    assert not bar(desk).isVisible()


def test_the_rows_do_not_move_when_it_is_told_later(desk: Desk, script: Script) -> None:
    script.never_relaxed = (UNANSWERED,)
    desk.ask(UNANSWERED)
    desk.bot.waitUntil(lambda: bar(desk).isVisible())
    before = desk.list.geometry()
    bar(desk).suggest((Suggestion("2 files contain “pottery”", "", WORD),))
    desk.bot.wait(0)
    assert desk.list.geometry() == before


@pytest.fixture
def line(qtbot: QtBot) -> Suggestions:
    line = Suggestions(in_a_line=True)
    qtbot.addWidget(line)
    line.show()
    return line


@pytest.mark.parametrize(("width", "n_shown", "more"), [(1000, 3, ""), (300, 1, "+2"), (40, 1, "+2")])
def test_a_line_shows_as_many_as_fit(line: Suggestions, width: int, n_shown: int, more: str) -> None:
    line.resize(1000, 30)
    line.suggest(tuple(Suggestion(f"{n} notes mention “pottery & clay”", "", WORD) for n in range(2, 5)))
    line.resize(width, 30)
    assert len(line.sentences) == n_shown
    assert (line.more.sentence if line.more.isVisible() else "") == more


def test_the_rest_opens_from_the_last_link(line: Suggestions, qtbot: QtBot) -> None:
    """Of eight names, four stood in pieces: Mana…ults  Sand…ault."""
    line.resize(300, 30)
    other = Relaxation(KIND.CONDITION, Edit(0, 0), HYBRID, "tag:boat")
    names = ("Managing vaults", "Sandbox vault for trying things")
    line.suggest(tuple(Suggestion(name, "", what) for name, what in zip(names, (WORD, other), strict=True)))
    assert (line.sentences, line.more.sentence) == (["Managing vaults"], "+1")
    menu = line.fill_rest(QMenu(line))
    assert [action.text() for action in menu.actions()] == ["Sandbox vault for trying things"]
    with qtbot.waitSignal(line.chosen) as chosen:
        menu.actions()[0].trigger()
    assert chosen.args == [other]


@pytest.mark.parametrize(("text", "shown"), [
    *(("Notes on steaming oak", f"Notes{more}")
      for more in (" on steaming oak", " on steaming…", " on…", "…")),
    ("Sunday  ›  Overheard  ›  Food", "Sunday  › …  ›  Food"), ("two words", "tw…"),
    ("Projects/🍓 jam/Boat", "Projects/…"), ("笔记里没有明确的答案", "笔记里…"),
])  # fmt: skip
def test_texts_end_at_words_paths_keep_ends_long_words_are_cut(qtbot: QtBot, text: str, shown: str) -> None:
    metrics = QFontMetrics(QApplication.font())
    room = metrics.horizontalAdvance(shown) + 4
    assert elide_at_word(text, metrics, room, in_middle=" › " in text) == shown


LONG_WORD = "Donaudampfschifffahrtsgesellschaft"
SPACELESS = "你的笔记里没有明确的答案，最接近的是这些笔记和段落"


@pytest.mark.parametrize("text", ["Notes on steaming oak", "Manage vaults", LONG_WORD, SPACELESS, "    "])
def test_no_text_is_shorter_than_its_first_word_unless_that_is_very_long(qtbot: QtBot, text: str) -> None:
    metrics = QFontMetrics(QApplication.font())
    for room in range(0, metrics.horizontalAdvance(text) + 8, 3):
        shown = elide_at_word(text, metrics, room, or_nothing=True)
        assert metrics.horizontalAdvance(shown) <= room
        assert shown == "" or shown.startswith(text.partition(" ")[0]) or len(shown) > 16


@pytest.mark.parametrize("width", [1180, 900, 640, 480])
def test_no_label_of_the_head_is_cut_within_its_first_word(desk: Desk, width: int) -> None:
    desk.window.resize(width, 600)
    desk.open()
    head = desk.page.results.head
    titles = ("Sandbox vault with many notes", "Manage vaults", "Create a vault", "Vaultwarden")
    desk.ask("pottery", until="titled")
    head.titled.suggest(tuple(Suggestion(title, title, WORD) for title in titles))
    head.say("Searched the notes as of 12 May 2026; nothing newer")
    assert head.titled.isVisible()
    desk.bot.waitUntil(lambda: head.titled.links[0].text() != "")
    for link in head.titled.links:
        if link.isVisible():
            assert link.text() == link.sentence or link.text().startswith(link.sentence.split()[0])
    hidden = len(titles) - len(head.titled.sentences)
    assert head.titled.more.isVisible() == bool(hidden)
    assert not hidden or head.titled.more.text() == f"+{hidden}"


LONG_QUERY = "how did I fix the boloean operators of the recipe search last winter in the shed"


@pytest.mark.parametrize("width", [1180, 480])
@pytest.mark.parametrize(
    ("typed", "undo"), [("boloean", "Search for “boloean”"), (LONG_QUERY, "Search as typed")]
)
def test_undoing_fits_at_any_width(desk: Desk, script: Script, typed: str, width: int, undo: str) -> None:
    script.spelling = Spelling(typed, typed.replace("boloean", "boolean"), f"+{typed}", is_searched=True)
    desk.window.resize(width, 600)
    desk.ask(typed)
    line = desk.page.results.head.spelling
    assert line.link.text() == undo
    assert line.link.width() >= line.link.sizeHint().width()
    assert line.rect().contains(line.link.geometry())


def relaxation(
    kind: RelaxationKind, words: str = "", other: str = "", notes: int | None = None, *, mention: bool = False
) -> Relaxation:
    return Relaxation(kind, Edit(0, 0), HYBRID, words, other, notes, mention)


@pytest.mark.parametrize(("relaxation", "sentence"), [
    (relaxation(KIND.SPELLING, "coures", "course", 3), "“course” instead of “coures”: 3 files"),
    (relaxation(KIND.CONDITION, "tag:boat"), "Without tag:boat"),
    (relaxation(KIND.CONDITION, "tag:boat", notes=1, mention=True),
     "Without tag:boat: 1 file contains the words"),
    (relaxation(KIND.CONDITIONS, notes=2000), "Without any filters: 2,000 files"),
    (relaxation(KIND.PHRASE, '"a b"', notes=2, mention=True),
     '"a b" without quotes: 2 files contain the words'),
    (relaxation(KIND.WORD, "kingfisher", notes=1), "1 file contains “kingfisher”"),
    (Relaxation(KIND.MODE, Edit(0, 0), Mode.GREP, notes=2), "Search for exact text (Ctrl+4): 2 files"),
])  # fmt: skip
def test_what_it_does_and_finds_is_said_in_a_sentence(relaxation: Relaxation, sentence: str) -> None:
    assert relaxation_phrase(relaxation, "Ctrl+4") == sentence


@pytest.fixture
def titled(desk: Desk) -> Desk:
    desk.ask("gift id", until="titled")
    return desk


def titles(desk: Desk) -> TitledNotes:
    return desk.page.results.head.titled


def test_a_title_as_typed_so_far_shows_its_note_above_the_list(titled: Desk) -> None:
    assert (titles(titled).sentences, titles(titled).otherwise.text()) == (["Gift ideas"], "Notes")
    assert titles(titled).isVisible()
    head = titled.page.results.head
    assert titles(titled).geometry().bottom() <= head.height()
    head.say("Keyword matches. Searching by meaning…")
    assert (head.notice.isVisible(), titles(titled).isVisible()) == (True, True)
    assert head.notice.geometry().bottom() < titles(titled).geometry().top() + 1


def test_the_list_stays_in_its_place(titled: Desk) -> None:
    results = titled.page.results
    before = results.list.geometry(), results.head.height()
    titled.ask("pottery course for a birthday", until="titled")
    assert not titles(titled).isVisible()
    assert (results.list.geometry(), results.head.height()) == before


@pytest.mark.parametrize("key", [None, Qt.Key.Key_Return])
def test_a_click_and_enter_show_the_note(titled: Desk, key: Qt.Key | None) -> None:
    link = titles(titled).links[0]
    link.setFocus()
    if key:
        titled.press(link, key, until="preview")
    else:
        titled.click(link, until="preview")
    assert titled.shown.title == "Gift ideas"


def test_down_goes_to_the_list_and_up_to_the_field(titled: Desk) -> None:
    for key, part in ((KEY.Key_Down, titled.list), (KEY.Key_Up, titled.field)):
        titles(titled).links[0].setFocus()
        press(key)
        assert part.hasFocus()


@pytest.mark.parametrize("query", ["gift id tag:family", ""])
def test_conditions_and_an_empty_field_name_no_note(titled: Desk, query: str) -> None:
    if query:
        titled.ask(query, until="titled")
    else:
        titled.field.clear()
    assert not titles(titled).isVisible()


def test_notes_of_one_title_are_told_apart_by_their_folders(desk: Desk) -> None:
    desk.script.passages += (passage("Pottery", "Clay", (), "Crafts"), passage("Pottery", "Wheel"))
    desk.ask("pottery", until="titled")
    assert sorted(desk.page.results.head.titled.sentences) == ["Pottery", "Pottery (Crafts)"]

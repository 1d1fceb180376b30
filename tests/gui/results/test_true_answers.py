"""The screen shows only the truth about the query in the field, no verdict early; the list stands still."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from tests.bench.stand_still import stillness
from tests.builders import present
from tests.gui.conftest import KEY, LEFT, VAULT, Desk
from tests.gui.fake_script import Script, passage
from vaultsearch.core.values.search import Chunk, Completeness, Mode, ReadingPlan, SearchStage, UnreadNotes
from vaultsearch.core.values.sync import Progress
from vaultsearch.gui.histogram import FacetHistogram
from vaultsearch.gui.results.results_pane import _stage_notice
from vaultsearch.gui.status_line import SyncShare

MANY = tuple(passage(f"Note {n}", f"pottery {n}") for n in range(130))
PARTLY = Completeness(791, 320, 12)


def veils(desk: Desk) -> list[bool]:
    former = desk.page.stale_answer
    return [former.rows.isVisible(), former._note.isVisible()]


def page(desk: Desk) -> str:
    return desk.page.results.page.text()


def count(desk: Desk) -> str:
    return desk.page.results.head.count.text()


def notice(desk: Desk) -> str:
    return desk.page.results.head.notice.text()


def test_rows_and_note_of_the_former_question_pale_until_words_answer(ready: Desk, script: Script) -> None:
    ready.ask("bread", until="preview")
    assert veils(ready) == [False, False]
    script.unanswered = ("pott",)
    ready.field.setText("pott")
    ready.bot.waitUntil(lambda: veils(ready) == [True, True])
    assert count(ready) == "Searching…"
    assert [found.chunk.title for found in ready.list.results] == ["Workshops"]
    script.meaning = asyncio.Event()  # never set
    ready.field.setText("pottery")
    ready.bot.waitUntil(lambda: len(ready.list.results) == 3)
    ready.bot.waitUntil(lambda: veils(ready) == [False, False])
    assert count(ready) == "Searching…"


def test_a_new_questions_banner_never_stands_above_rows_of_the_former(ready: Desk, script: Script) -> None:
    ready.ask("bread")
    script.notice = "Of the new question."
    script.meaning = asyncio.Event()
    with ready.bot.waitSignal(ready.engine.stage_arrived):
        ready.field.setText("zymurgy")
    assert notice(ready) == ""
    ready.bot.waitUntil(lambda: veils(ready)[0])


def test_another_way_of_searching_makes_the_answer_a_former_one_too(ready: Desk, script: Script) -> None:
    ready.ask("bread")
    script.unanswered = ("bread",)
    ready.trigger("mode_meaning")
    ready.bot.waitUntil(lambda: veils(ready)[0])


@pytest.mark.parametrize(
    ("at_last", "verdict"),
    [(PARTLY, "Indexed so far: 320 of 791 files"), (Completeness(791, 791, 791), "No results for “zymurgy”")],
)
def test_no_result_is_no_verdict_before_all_was_read(desk: Desk, at_last: Completeness, verdict: str) -> None:
    desk.script.completeness = PARTLY
    desk.open_indexing(320, 791)
    desk.ask("zymurgy")
    assert page(desk) == "Still indexing… No results for “zymurgy” yet"
    assert desk.service.query.relaxed == []
    desk.script.completeness = at_last
    desk.window.indexing.cancel()
    desk.bot.waitUntil(lambda: page(desk).startswith(verdict))


def test_words_are_listed_once_they_can_be_searched_while_meaning_loads(desk: Desk, script: Script) -> None:
    script.completeness, script.meaning = Completeness(791), asyncio.Event()  # never set
    script.passages = ()
    desk.open_indexing(320, 791)
    desk.field.setText("pottery")
    desk.bot.waitUntil(lambda: "No results" in page(desk))
    desk.service.index.passages = MANY
    desk.engine.progress.emit(Progress("reading", 130, 791))
    desk.bot.waitUntil(lambda: len(desk.list.results) == 50)
    assert "130 of 791 files" in desk.window.status.text.text()


def test_the_number_of_notes_indexed_stands_in_one_place_alone(desk: Desk, script: Script) -> None:
    script.completeness = PARTLY
    desk.open_indexing(320, 791)
    desk.ask("pottery")
    assert notice(desk) == "Still indexing…"
    assert "320 of 791 files" in desk.window.status.text.text()
    desk.engine.progress.emit(Progress("reading", 700, 791))
    assert "700 of 791 files" in desk.window.status.text.text()
    assert notice(desk) == "Still indexing…"


def test_results_so_far_say_that_they_are_so(desk: Desk, script: Script) -> None:
    script.completeness = Completeness(791, 791, 12)
    desk.open_indexing(320, 791)
    desk.ask("pottery")
    assert notice(desk) == "Still indexing for meaning…"
    desk.window.indexing.cancel()
    desk.bot.waitUntil(lambda: notice(desk) == "Indexed for meaning so far: 12 of 791 files")


def test_that_a_search_goes_on_is_told_once(desk: Desk, script: Script) -> None:
    script.completeness, script.unanswered = PARTLY, ("pott",)
    desk.open_indexing(320, 791)
    desk.ask("bread")
    desk.field.setText("pott")
    desk.bot.waitUntil(lambda: count(desk) == "Searching…")
    script.notice, script.meaning = "Keyword matches. Searching by meaning…", asyncio.Event()  # never set
    desk.field.setText("pottery")
    desk.bot.waitUntil(lambda: (count(desk), notice(desk)) == ("", script.notice))


def test_the_count_says_that_there_are_more_and_scrolling_lists_them(desk: Desk, script: Script) -> None:
    script.passages = MANY
    desk.ask("pottery", until="count")
    assert count(desk) == "Top 50 passages in 50 notes"
    assert desk.page.results.head.count.toolTip() == "130 files with these words"
    before = [found.chunk.id for found in desk.list.results]
    bar = desk.list.verticalScrollBar()
    with desk.bot.waitSignal(desk.page.search_controller.extended):
        bar.setValue(bar.maximum())
    assert [found.chunk.id for found in desk.list.results[:50]] == before
    assert len(desk.list.results) == len({found.chunk.id for found in desk.list.results}) == 130
    assert count(desk) == "130 passages in 130 notes"
    assert bar.value() > 0


def test_what_is_only_closest_is_no_top(desk: Desk, script: Script) -> None:
    script.passages, script.nearest = MANY, ("pottery 7",)
    desk.ask("pottery 7")
    assert (count(desk), len(desk.list.results)) == ("", 50)
    desk.ask("pottery")
    desk.bot.waitUntil(lambda: count(desk) == "Top 50 passages in 50 notes")


def test_a_question_typed_while_the_vault_opens_is_searched_afterwards(desk: Desk, script: Script) -> None:
    script.completeness = Completeness(scanned=False)
    script.meaning, script.sync_waits = asyncio.Event(), True
    desk.window.open_vault(VAULT)
    desk.field.setText("zymurgy")
    with desk.bot.waitSignal(desk.engine.vault_opened):
        pass
    assert "Searching…" in page(desk)
    desk.bot.waitUntil(lambda: "Still indexing…" in page(desk))


def test_the_button_names_the_vault_being_opened_or_else_the_open_one(desk: Desk, script: Script) -> None:
    chooser = desk.page.search.vaults
    desk.window.open_vault(VAULT)
    assert chooser.text() == "My vault"
    desk.bot.waitUntil(lambda: desk.window.windowTitle().startswith("My vault"))
    script.not_folders = ("picture.png",)
    with desk.bot.waitSignal(desk.engine.failed):
        desk.window.open_vault(VAULT / "picture.png")
    (box,) = desk.window.findChildren(QMessageBox)
    box.reject()
    desk.bot.waitUntil(lambda: chooser.text() == "My vault")


def test_what_was_stopped_in_the_vault_before_is_not_told_of_the_next(desk: Desk, script: Script) -> None:
    desk.open_indexing(320, 791)
    script.sync_waits = False
    finished: list[object] = []
    desk.engine.sync_finished.connect(finished.append)
    with desk.bot.waitSignals([desk.engine.vault_opened, desk.engine.sync_finished], order="strict"):
        desk.window.open_vault(VAULT.parent / "Other")
    assert len(finished) == 1
    assert "Stopped" not in desk.window.status.text.text()


def test_the_bar_of_one_reading_never_goes_back_and_is_whole_only_at_its_end() -> None:
    course = SyncShare()
    told = [
        Progress("scanning", 0, 0), *(Progress("reading", n, 800) for n in (0, 400, 800)),
        *(Progress("embedding", 800, 800, n, 1000) for n in (470, 1000)),
        *(Progress("embedding", 800, 800, n, 300) for n in (0, 300)),
        Progress("summarizing", 800, 800, 800, 800), Progress("tidying", 800, 800),
    ]  # fmt: skip
    first, *shares = [course.reached(one) for one in told]
    assert first is None
    counted = [share or 0 for share in shares]
    assert counted == sorted(counted)
    assert 0.1 < counted[2] < 0.2
    assert counted[-1] < 1


def test_what_is_copied_is_on_the_clipboard_at_once_and_as_it_was_weighed_later(listed: Desk) -> None:
    clipboard = QGuiApplication.clipboard()
    clipboard.setText("of before")
    listed.trigger("copy_context")
    assert "pottery course" in clipboard.text()
    assert listed.window.status.text.text() == "Copied 3 passages"
    listed.says("of 4,000 tokens")
    listed.trigger("keep")
    listed.trigger("copy_context")  # before its context is assembled
    assert "pottery" in clipboard.text()
    assert clipboard.text().count("Workshops") == 0
    assert listed.window.status.text.text() == "Copied 1 passage"
    listed.says("of 4,000 tokens")
    with listed.answering("copy"):
        listed.trigger("copy_context")
        clipboard.setText("from elsewhere")
    assert clipboard.text() == "from elsewhere"


def test_notices_are_said_sentence_by_sentence_in_the_language_of_the_window() -> None:
    stage = SearchStage("q", Mode.HYBRID, "words", (), final=False, notice="One. Two; three. Four?")
    assert _stage_notice(stage) == "One. Two; three. Four?"
    assert _stage_notice(replace(stage, notice="Unclear.", hints=("Why.",))) == "Why. Unclear."


def test_a_text_that_nothing_comes_near_gets_no_verdict_while_notes_are_read(desk: Desk) -> None:
    desk.open_indexing(320, 791)
    for verdict in ("No similar notes so far", "No notes similar to this text"):
        with desk.answering("passage"):
            desk.page.long_query.ask("zymurgy and zeppelins")
        assert verdict in page(desk)
        desk.window.indexing.cancel()


def test_no_time_is_told_while_files_are_read_and_it_rises_only_if_far_too_short(ready: Desk) -> None:
    def shown(progress: Progress) -> str:
        ready.window.status.show_progress(progress)
        return ready.window.status.text.text()

    assert shown(Progress("reading", 0, 800)) == "Indexing 800 files"
    assert shown(Progress("reading", 320, 800)) == "Indexing 320 of 800 files · keywords searchable"
    lefts = 100, 43, 60, 240, 44, 8
    told = [shown(Progress("embedding", 800, 800, 10, 2612, rate=9, seconds_left=left)) for left in lefts]
    said = ["about 2 min", "about 45 s", "about 45 s", "about 4 min", "about 45 s", "about 8 s"]
    assert [sentence.rpartition(" · ")[2] for sentence in told] == said


def dated(title: str, text: str, year: int, month: int) -> Chunk:
    return replace(passage(title, text), modified=datetime(year, month, 10, 12, tzinfo=UTC))


@pytest.fixture
def asked(desk: Desk) -> Desk:
    """The desk with a timeline of four months, of which the first and the last two have notes."""
    desk.script.passages = (
        dated("Gifts", "a pottery course", 2025, 11), dated("Tom", "pottery and bread", 2026, 4),
        dated("Rye", "pottery and rye", 2026, 5), dated("Oats", "oats", 2020, 1),
    )  # fmt: skip
    desk.open()
    desk.trigger("timeline", until="facets")
    with desk.answering("facets"):
        desk.field.setText("pottery")
    return desk


def histogram(desk: Desk) -> FacetHistogram:
    return desk.page.results.timeline.histogram


def centre(desk: Desk, index: int) -> QPoint:
    return histogram(desk).bar(index).center().toPoint()


def test_it_counts_the_notes_of_the_answer_by_date_and_is_remembered(asked: Desk) -> None:
    bars = histogram(asked).periods
    counted = {"2025-11": 1, "2026-04": 1, "2026-05": 1}
    assert ({bar.value: bar.count for bar in bars if bar.count}, len(bars)) == (counted, 7)
    asked.window.close()
    assert present(asked.settings.window_state).timeline_shown


def test_a_click_narrows_to_a_month_and_a_double_click_widens(asked: Desk) -> None:
    asked.click(histogram(asked), centre(asked, 6), until="facets")
    assert asked.field.text().strip() == "pottery on:2026-05"
    with asked.answering("narrow"):
        QTest.mouseDClick(histogram(asked), LEFT, pos=centre(asked, 0))
    assert asked.field.text().strip() == "pottery"


def test_a_drag_narrows_to_several_months(asked: Desk) -> None:
    QTest.mousePress(histogram(asked), LEFT, pos=centre(asked, 5))
    QTest.mouseMove(histogram(asked), centre(asked, 6))
    with asked.answering("narrow"):
        QTest.mouseRelease(histogram(asked), LEFT, pos=centre(asked, 6))
    assert asked.field.text().strip() == "pottery on:2026-04/2026-05"


def test_the_keyboard_narrows_and_widens(asked: Desk) -> None:
    histogram(asked).setFocus()
    QTest.keyClick(histogram(asked), KEY.Key_End)
    QTest.keyClick(histogram(asked), KEY.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert histogram(asked).accessibleDescription() == "Apr 2026 – May 2026: 2 files"
    asked.press(histogram(asked), KEY.Key_Return, until="narrow")
    assert asked.field.text().strip() == "pottery on:2026-04/2026-05"
    asked.press(histogram(asked), KEY.Key_Backspace, until="narrow")
    assert asked.field.text().strip() == "pottery"


def test_the_pointer_over_a_bar_has_its_notes_named(asked: Desk) -> None:
    for bar in (5, 6):
        QTest.mouseMove(histogram(asked), centre(asked, bar))
    assert histogram(asked).toolTip() == "May 2026: 1 file\nRye"


def test_the_sidebar_leaves_the_dates_to_it(asked: Desk) -> None:
    asked.trigger("toggle_sidebar", until="facets")
    assert not asked.page.facets.histogram.isVisible()
    asked.trigger("timeline", until="facets")
    assert asked.page.facets.histogram.isVisible()
    assert not histogram(asked).isVisible()


LONG = "The index of the vault was made by another program, " * 12


def top(desk: Desk) -> int:
    """Return the top of the first row, in pixels from the window's."""
    present(desk.page.results.layout()).activate()
    return desk.list.viewport().mapTo(desk.window, QPoint(0, 0)).y()


@pytest.fixture
def still(desk: Desk) -> int:
    desk.ask("bread")
    return top(desk)


def test_a_notice_moves_no_row_however_long(desk: Desk, script: Script, still: int) -> None:
    script.notice = LONG
    desk.ask("pottery")
    head = desk.page.results.head
    assert head.notice.isVisible()
    assert top(desk) == still
    assert head.notice.height() <= head.height()
    head.grab()
    assert LONG[:40] in head.notice.toolTip()


def test_suggestions_offers_and_a_partial_index_move_no_row(desk: Desk, script: Script, still: int) -> None:
    script.nearest = ("pottery",)
    script.unread = UnreadNotes("it", "Italian", 1200, 60.0, ReadingPlan.OFFERED)
    desk.ask("pottery", until="relax")
    assert desk.page.results.head.bar.isVisible()
    assert desk.page.results.head.offer.isVisible()
    assert top(desk) == still
    desk.field.clear()
    script.completeness = Completeness(791, 320, 12)
    desk.ask("pottery")
    assert top(desk) == still


def test_the_former_answers_count_stays_until_the_next(desk: Desk, script: Script, still: int) -> None:
    script.meaning = asyncio.Event()
    with desk.bot.waitSignal(desk.engine.stage_arrived):
        desk.field.setText("pottery")
    assert desk.page.results.head.count.text() == "1 passage in 1 note"


def test_a_head_of_one_line_has_no_empty_second_line(desk: Desk, script: Script, still: int) -> None:
    head = desk.page.results.head
    assert abs(head.count.geometry().center().y() + 0.5 - head.height() / 2) <= 2
    assert head.height() < 4 * head.count.height()
    script.notice, script.nearest = "No clear answer.", ("pottery",)
    desk.ask("pottery", until="relax")
    assert top(desk) == still
    assert head.notice.geometry().bottom() < head.bar.geometry().top() + 4
    assert head.notice.geometry().left() == 0, "the count, which is empty here, must not indent it"


def test_the_order_is_named_and_chosen_beside_the_count(desk: Desk, still: int) -> None:
    desk.ask("pottery")
    head = desk.page.results.head
    assert head.order.text() == "Best first"
    titles = [action.text() for action in head.order.menu().actions() if action.isEnabled()]
    assert titles == ["Best first", "Newest first", "Oldest first", "By title"]
    width = head.order.width()
    desk.trigger("order_title")
    assert head.order.text() == "By title"
    assert head.order.width() == width
    desk.trigger("order_date")
    drawn = head.order.grab().toImage()
    ink = [x for x in range(width) if len({drawn.pixel(x, y) for y in range(drawn.height())}) > 1]
    assert max(set(range(width)) - {*ink, *range(ink[-1], width)}) > ink[-1] - 12, "the arrow stands apart"
    head.group.click()
    assert desk.list.arrangement.grouped


def test_another_query_shows_the_note_of_its_row_after_a_followed_link(desk: Desk, still: int) -> None:
    preview = desk.page.preview
    desk.bot.waitUntil(lambda: preview.shown is not None and preview.shown.title == "Workshops")
    desk.page.reading.open_place("People/Gift ideas.md", 0)
    desk.bot.waitUntil(lambda: preview.shown is not None and preview.shown.title == "Gift ideas")
    desk.ask("bookbinding")
    desk.bot.waitUntil(lambda: preview.shown is not None and preview.shown.title == "Workshops")


def frame(at: float, *rows: str, top: int = 90, height: int = 80, is_list: bool = True) -> dict[str, object]:
    listed = [[row, top + place * height, height] for place, row in enumerate(rows)]
    return {"at": at, "is_list": is_list, "top": top, "rows": listed, "selected": "a.md", "read": "a.md"}


def judged(*frames: dict[str, object]) -> tuple[int, ...]:
    stages = [{"event": "shown", "query": "q", "at": 2.0}]
    told = {"frames": list(frames), "stages": stages, "last_letter": 1.0, "resting": frames[-1]}
    found = stillness("q", told)
    return found.from_above, found.emptied, found.overlaps, found.reorders


def test_the_measurement_sees_each_kind_of_movement() -> None:
    before, first = frame(0.5, "a", "b"), frame(2.1, "b", "a")
    assert judged(before, first) == (0, 0, 0, 0)
    assert judged(before, first, frame(3, "a", "b")) == (0, 0, 0, 1)
    assert judged(before, first, frame(3, "b", "a", top=115)) == (1, 0, 0, 0)
    assert judged(before, frame(1.5, is_list=False), first)[1] == 1
    covered = frame(3, "b", "a")
    covered["rows"] = [["b", 90, 80], ["a", 100, 80]]
    assert judged(before, first, covered)[2] == 1

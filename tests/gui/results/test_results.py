"""The list: data by role, the selection from stage to stage, and painting that survives any text."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFont, QImage
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from tests.gui.fake_script import passage
from vaultsearch.core.values.note import EMPTY_NOTE, FileKind, Span
from vaultsearch.core.values.search import Result, Snippet
from vaultsearch.gui.results.results_list import ResultsList
from vaultsearch.gui.results.results_model import KEPT_ROLE, ROW_ROLE, ResultsModel
from vaultsearch.gui.rows.arrangement import Arrangement, Order, ResultRow, arrange_results
from vaultsearch.gui.rows.row_painter import Marks, lay_out_snippet, row_style, utf16_span
from vaultsearch.gui.rows.row_texts import heading_line, heading_marks, kept_spans, short_date, shown_snippet
from vaultsearch.gui.theme import Icons, Theme
from vaultsearch.gui.widgets import index_after_utf16, utf16_length

MARKS = Marks(QColor("yellow"), QColor("black"), QColor("green"))


def result(
    name: str, position: int = 0, text: str = "some words", probability: float | None = None
) -> Result:
    chunk = passage(name, text, (name, "Part"), "Folder", position)
    return Result(chunk, Snippet(text, (Span(0, 4),)), f"obsidian://{name}", "words 1", probability)


def results(*names: str) -> tuple[Result, ...]:
    return tuple(result(name) for name in names)


@pytest.fixture
def shown(qtbot: QtBot, theme: Theme) -> ResultsList:
    view = ResultsList()
    qtbot.addWidget(view)
    view.resize(400, 300)
    with qtbot.waitExposed(view):
        view.show()
    return view


def chosen(view: ResultsList) -> str:
    current = view.current()
    return "" if current is None else current.chunk.title


def test_a_row_is_dated_as_conditions_and_copies_are_and_its_tooltip_says_by_what(qtbot: QtBot) -> None:
    """After a git clone every row showed the day of the clone, while `after:` used the note's own date."""
    found = result("Walk")
    cloned = datetime(2026, 11, 22, 12, tzinfo=UTC)
    own = datetime(2024, 2, 3).astimezone(UTC)
    chunks = [
        replace(found.chunk, modified=cloned, created=own),
        replace(found.chunk, modified=cloned, created=own, path="Daily/2024-02-03.md"),
        replace(found.chunk, modified=cloned, created=None),
    ]
    model = ResultsModel()
    model.replace(tuple(replace(found, chunk=chunk) for chunk in chunks))
    tips = [model.data(model.index(row), Qt.ItemDataRole.ToolTipRole) for row in range(3)]
    for tip, told in zip(tips, ("properties", "name", "saved"), strict=True):
        assert told in str(tip).splitlines()[-1]
    assert [short_date(c.date.day, date(2026, 11, 23)) for c in chunks if c.date] == [
        "3 Feb 2024",
        "3 Feb 2024",
        "22 Nov",
    ]
    by_date = arrange_results(
        tuple(replace(found, chunk=chunk) for chunk in chunks), Arrangement(order=Order.DATE)
    )
    assert by_date[0].result.chunk.created is None


def test_the_model_keeps_qts_rules_whatever_it_holds(qtbot: QtBot) -> None:
    model = ResultsModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for content in (results("a", "b"), (), results("c"), results("c")):
        model.replace(content)
    assert tester.model() is model


def test_rows_of_one_note_in_a_run_show_its_title_once() -> None:
    model = ResultsModel()
    model.replace((result("a"), result("a", 1), result("b"), result("a", 2)))
    assert [model.index(row).data(ROW_ROLE).leads for row in range(4)] == [True, False, True, True]


def of_rows(rows: tuple[ResultRow, ...]) -> list[str]:
    return [f"{row.result.chunk.title}{row.result.chunk.position}" for row in rows]


def test_grouped_each_note_has_one_row_that_counts_its_other_passages() -> None:
    found = (result("a"), result("b"), result("a", 1), result("a", 2))
    rows = arrange_results(found, Arrangement(grouped=True))
    assert of_rows(rows) == ["a0", "b0"]
    assert [row.others for row in rows] == [2, 0]
    rows = arrange_results(found, Arrangement(grouped=True, unfolded=frozenset({"Folder/a.md"})))
    assert of_rows(rows) == ["a0", "a1", "a2", "b0"]
    assert [row.beneath for row in rows] == [False, True, True, False]


def behind(first: Result, *others: Result) -> Result:
    return replace(first, behind=others)


def test_the_passages_behind_a_row_are_folded_below_its_notes_last_rows() -> None:
    found = (result("a"), result("b"), behind(result("a", 1), result("a", 2), result("a", 3)), result("c"))
    rows = arrange_results(found, Arrangement())
    assert of_rows(rows) == ["a0", "b0", "a1", "c0"]
    assert [row.others for row in rows] == [0, 0, 2, 0]
    assert [row.leads for row in rows] == [True, True, True, True]
    unfolded = arrange_results(found, Arrangement(unfolded=frozenset({"Folder/a.md"})))
    assert of_rows(unfolded) == ["a0", "b0", "a1", "a2", "a3", "c0"]
    assert [row.beneath for row in unfolded] == [False, False, False, True, True, False]
    assert [row.unfolded for row in unfolded] == [False, False, True, False, False, False]


def test_the_first_of_two_rows_that_stand_together_counts_those_behind_the_second() -> None:
    found = (result("a"), behind(result("a", 1), result("a", 2)), result("b"))
    assert [(row.others, row.leads) for row in arrange_results(found, Arrangement())] == [
        (1, True),
        (0, False),
        (0, True),
    ]
    unfolded = arrange_results(found, Arrangement(unfolded=frozenset({"Folder/a.md"})))
    assert of_rows(unfolded) == ["a0", "a1", "a2", "b0"]
    # In another order, and by note, those behind count as well.
    assert of_rows(arrange_results(found, Arrangement(Order.TITLE, unfolded=frozenset({"Folder/a.md"})))) == [
        "a0",
        "a1",
        "a2",
        "b0",
    ]
    assert [row.others for row in arrange_results(found, Arrangement(grouped=True))] == [2, 0]


def test_results_can_be_listed_by_date_and_by_title() -> None:
    old, new = result("b"), result("C")
    old = replace(old, chunk=replace(old.chunk, modified=None))
    assert of_rows(arrange_results((old, new), Arrangement(Order.DATE))) == ["C0", "b0"]
    dated = replace(result("d").chunk, modified=datetime(1999, 1, 1, tzinfo=UTC))
    older = replace(new, chunk=dated)
    assert of_rows(arrange_results((old, new, older), Arrangement(Order.OLDEST))) == ["d0", "C0", "b0"]
    assert of_rows(arrange_results((new, old), Arrangement(Order.TITLE))) == ["b0", "C0"]


def lines(*related: bool, order: Order = Order.RELEVANCE) -> list[bool]:
    rows = tuple(replace(result(f"{place}"), is_related=value) for place, value in enumerate(related))
    return [row.begins_related for row in arrange_results(rows, Arrangement(order))]


def test_a_line_parts_the_matches_from_what_is_merely_related() -> None:
    assert lines(False, False, True, True) == [False, False, True, False]
    assert lines(True, True) == [False, False]  # nothing stands above to separate them from
    assert lines(False, False) == [False, False]
    assert not any(lines(False, True, order=Order.TITLE))


def test_a_row_reads_itself_out_with_title_headings_and_snippet() -> None:
    model = ResultsModel()
    model.replace(results("a"))
    assert model.index(0).data(Qt.ItemDataRole.AccessibleTextRole) == "a, Part, some words"
    told = "Folder/a.md\nwords 1\nTuesday, May 12, 2026: last saved"
    assert model.index(0).data(Qt.ItemDataRole.ToolTipRole) == told


def test_what_has_no_text_says_so() -> None:
    empty = replace(result("a"), snippet_source=Snippet(EMPTY_NOTE))
    assert shown_snippet(empty).text == "(empty note)"
    picture = replace(empty, chunk=replace(empty.chunk, kind=FileKind.IMAGE))
    assert shown_snippet(picture).text == "(no text)"


def test_a_first_heading_that_repeats_the_title_is_not_shown_twice() -> None:
    assert heading_line(passage("Gift ideas", "", ("gift ideas", "Anna")), " > ") == "Anna"
    assert heading_line(passage("Gifts", "", ("Gift ideas", "Anna")), " > ") == "Gift ideas > Anna"


def test_unless_the_user_chose_the_best_row_is_selected(shown: ResultsList) -> None:
    shown.replace(results("a", "b"))
    shown.replace(results("b", "a"))
    assert chosen(shown) == "b"


def test_the_chosen_passage_stays_where_it_is_on_the_screen(shown: ResultsList) -> None:
    names = [f"note {number}" for number in range(40)]
    shown.replace(results(*names))
    shown.setCurrentIndex(shown.model().index(20, 0))
    shown.verticalScrollBar().setValue(shown.verticalScrollBar().value() - 30)
    before = shown.visualRect(shown.currentIndex()).top()
    shown.replace(results("new", *names))
    assert chosen(shown) == "note 20"
    assert shown.visualRect(shown.currentIndex()).top() == before


def test_the_selection_is_told_once_for_each_passage(shown: ResultsList, qtbot: QtBot) -> None:
    told: list[Result | None] = []
    shown.selected.connect(told.append)
    shown.replace(results("a", "b"))
    shown.replace(results("a", "c"))
    shown.replace(())
    assert [one.chunk.title if one else None for one in told] == ["a", None]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "word " * 500,
        "x" * 2000,
        "שלום עולם " * 40,
        "🚂" * 300,
        "她说她想要一个陶艺课" * 40,
        "a\nb\u2028c\td",
    ],
)
def test_any_text_is_painted_in_at_most_two_lines(shown: ResultsList, text: str) -> None:
    layout = lay_out_snippet(Snippet(text, (Span(0, 1),)), QFont(), 300, MARKS)
    assert layout.lineCount() <= 2
    if layout.lineCount():
        last = layout.lineAt(layout.lineCount() - 1)
        assert last.textStart() + last.textLength() == utf16_length(layout.text())
    shown.replace((result(text[:300] or "untitled", text=text),))
    shown.grab()


def test_marks_stand_on_their_words_after_an_emoji() -> None:
    text = "🚂 train"
    assert utf16_span(text, Span(2, 7)) == (3, 5)
    assert text[index_after_utf16(text, 3) :] == "train"


def test_an_arrow_and_a_click_on_their_number_unfold_what_is_behind(shown: ResultsList, qtbot: QtBot) -> None:
    shown.replace((result("a"), behind(result("a", 1), result("a", 2)), result("b")))
    asked: list[None] = []
    shown.actions_asked.connect(lambda: asked.append(None))
    shown.enter()
    QTest.keyClick(shown, Qt.Key.Key_Right)
    assert (shown.model().rowCount(), asked) == (4, [])
    QTest.keyClick(shown, Qt.Key.Key_Right)
    assert asked == [None], "nothing is left to unfold: the arrow has its other meaning"
    QTest.keyClick(shown, Qt.Key.Key_Down)
    QTest.keyClick(shown, Qt.Key.Key_Down)
    QTest.keyClick(shown, Qt.Key.Key_Left)
    assert (shown.model().rowCount(), shown.currentIndex().row()) == (3, 0)
    rect = shown.visualRect(shown.model().index(0, 0))
    number = QPoint(rect.right() - 40, rect.top() + 12)
    for rows in (4, 3):
        QTest.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=number)
        assert shown.model().rowCount() == rows
    for elsewhere in (
        QPoint(rect.left() + 20, rect.top() + 12),
        QPoint(rect.right() - 40, rect.bottom() - 4),
    ):
        QTest.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=elsewhere)
        assert shown.model().rowCount() == 3


def test_another_order_keeps_the_selected_passage(shown: ResultsList) -> None:
    shown.replace(results("b", "a"))
    shown.setCurrentIndex(shown.model().index(0, 0))
    shown.arrange(Arrangement(Order.TITLE))
    assert chosen(shown) == "b"
    assert shown.currentIndex().row() == 1
    assert [found.chunk.title for found in shown.results] == ["b", "a"]


def test_what_moved_in_a_better_order_fades_in_at_its_place_and_what_stands_still_does_not(
    shown: ResultsList, qtbot: QtBot
) -> None:
    shown.replace(results("a", "b", "c"))
    assert not shown.fading.running
    shown.replace(results("a", "c", "b"))
    qtbot.waitUntil(lambda: shown.fading.running)
    assert shown.fading.opacity("Folder/a.md#0") == 1
    assert shown.fading.opacity("Folder/b.md#0") < 1
    qtbot.waitUntil(lambda: not shown.fading.running)
    shown.start_query()
    shown.replace(results("a", "b"))
    assert not shown.fading.running


def test_the_line_before_related_rows_takes_no_room(shown: ResultsList) -> None:
    rows = (result("a"), result("a", 1), result("b"))
    shown.replace(rows)
    places = [shown.visualRect(shown.model().index(row, 0)) for row in range(3)]
    unparted = shown.grab().toImage()
    shown.replace((rows[0], *(replace(row, is_related=True) for row in rows[1:])))
    assert [shown.visualRect(shown.model().index(row, 0)) for row in range(3)] == places
    assert shown.grab().toImage() != unparted


def test_passages_in_the_basket_are_marked_and_say_so(shown: ResultsList) -> None:
    shown.replace(results("a", "b"))
    before = shown.grab().toImage()
    shown.mark_kept(frozenset({"Folder/b.md#0"}))
    assert [shown.model().index(row, 0).data(KEPT_ROLE) for row in range(2)] == [False, True]
    assert "in the basket" in shown.model().index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert shown.grab().toImage() != before


def test_words_that_mean_the_same_are_underlined_and_not_tinted(shown: ResultsList, theme: Theme) -> None:
    meant = Snippet("some words", semantic_spans=(Span(5, 10),))
    shown.replace((replace(result("a"), snippet_source=meant), result("b")))
    layout = lay_out_snippet(meant, QFont(), 300, MARKS)
    (marked,) = layout.formats()
    assert (marked.start, marked.length) == (5, 5)
    assert marked.format.underlineColor() == QColor("green")
    assert marked.format.background().style() == Qt.BrushStyle.NoBrush


FILL = "filler words "


@pytest.mark.parametrize(
    ("before", "word", "behind"),
    [
        (FILL * 40, "Anna", ""),
        (FILL * 40, "Anna", " and more" * 40),
        (FILL * 9, "Anna", " and more" * 40),
        ("她说她想要一个陶艺课" * 20, "安娜", "。" * 60),
        ("🚂 " * 90, "Anna", " first"),
        ("x" * 300, "Anna", "x" * 300),
        ("gift ideas, ", "Anna", " and more" * 40),
    ],
)
@pytest.mark.parametrize("width", [160, 300, 620])
@pytest.mark.parametrize("by_meaning", [False, True])
def test_the_first_marked_word_is_within_the_row(
    shown: ResultsList, before: str, word: str, behind: str, width: int, by_meaning: bool
) -> None:
    spans = (Span(len(before), len(before) + len(word)),)
    snippet = Snippet(before + word + behind, () if by_meaning else spans, spans if by_meaning else ())
    layout = lay_out_snippet(snippet, QFont(), width, MARKS)
    (marked,) = layout.formats()
    start = index_after_utf16(layout.text(), marked.start)
    assert layout.text()[start : start + len(word)] == word
    assert marked.length == len(word)
    last = layout.lineAt(layout.lineCount() - 1)
    assert marked.start + marked.length <= last.textStart() + last.textLength()
    is_whole = start == len(before)
    assert layout.text().startswith(before[:8] if is_whole else "… ")
    if not is_whole and before == FILL * 40:
        assert layout.text()[2:].startswith(("filler ", "words "))


def test_of_two_marked_words_the_first_by_letter_stays_in_sight(shown: ResultsList) -> None:
    text = f"meant {FILL * 30}Anna {FILL * 30}Anna"
    first, second = text.index("Anna"), text.rindex("Anna")
    spelt = (Span(first, first + 4), Span(second, second + 4))
    layout = lay_out_snippet(Snippet(text, spelt, (Span(0, 5),)), QFont(), 300, MARKS)
    assert [layout.text()[mark.start : mark.start + mark.length] for mark in layout.formats()] == ["Anna"]


def test_marked_words_stand_on_the_warm_tint(shown: ResultsList, theme: Theme) -> None:
    shown.replace((result("a", text="words words"),))
    picture: QImage = shown.grab().toImage()
    colours = {picture.pixelColor(x, y).name() for x in range(200) for y in range(100)}
    assert theme.tokens.mark in colours


def test_a_row_without_a_date_or_folder_is_painted(shown: ResultsList) -> None:
    bare = result("a")
    shown.replace((replace(bare, chunk=replace(bare.chunk, modified=None, path="a.md")),))
    shown.grab()


def test_the_querys_words_are_marked_in_title_and_headings(shown: ResultsList, theme: Theme) -> None:
    plain = replace(result("Bread"), snippet_source=Snippet("words"))

    def has_mark(found: Result) -> bool:
        shown.replace((found,))
        picture = shown.grab().toImage()
        colours = {picture.pixelColor(x, y).name() for x in range(200) for y in range(60)}
        return theme.tokens.mark in colours

    assert not has_mark(plain)
    assert has_mark(replace(plain, title_matches=(Span(0, 5),)))
    assert has_mark(replace(plain, heading_matches=((), (Span(0, 4),))))


def test_marks_of_headings_are_where_the_shown_heading_is() -> None:
    found = replace(result("Bread"), heading_matches=((Span(0, 5),), (Span(1, 3),)))
    (span,) = heading_marks(found)
    assert heading_line(found.chunk)[span.start : span.end] == "ar"
    deeper = replace(found, chunk=replace(found.chunk, heading_path=("Loaves", "Rye")))
    line = heading_line(deeper.chunk)
    assert [line[one.start : one.end] for one in heading_marks(deeper)] == ["Loave", "ye"]


def test_marks_of_an_elided_text_stand_on_their_letters() -> None:
    text, shown = "a long heading here", "a lo… here"
    kept = kept_spans(text, shown, [Span(0, 1), Span(7, 14), Span(15, 19)])
    assert [shown[one.start : one.end] for one in kept] == ["a", "here"]


def test_tags_stand_in_the_row_while_they_fit_and_never_move_the_title(shown: ResultsList) -> None:
    bare = replace(result("Bread"), snippet_source=Snippet("words"))
    tagged = replace(bare, chunk=replace(bare.chunk, tags=("recipe", "rye")))

    def picture(found: Result) -> QImage:
        shown.replace((found,))
        return shown.grab().toImage()

    shown.resize(600, 300)
    untagged, wide = picture(bare), picture(tagged)
    assert wide != untagged
    beginning = QRect(0, 0, 120, 80)
    assert wide.copy(beginning) == untagged.copy(beginning)
    long = replace(bare.chunk, title="Bread for a week " * 9)
    assert picture(replace(bare, chunk=replace(long, tags=("recipe",)))) == picture(replace(bare, chunk=long))


@pytest.mark.parametrize("kind", [FileKind.CANVAS, FileKind.PDF])
def test_a_file_of_another_kind_has_its_icon(shown: ResultsList, theme: Theme, kind: FileKind) -> None:
    note = replace(result("Plan"), snippet_source=Snippet("words"))
    other = replace(note, chunk=replace(note.chunk, kind=kind))
    shown.apply_theme(Icons(Path(__file__).parents[3] / "resources" / "icons"), theme.tokens)
    shown.replace((note,))
    before = shown.grab().toImage()
    shown.replace((other,))
    assert shown.grab().toImage() != before


def test_a_row_names_the_page_before_the_headings_on_it() -> None:
    found = result("Report")
    on_page = replace(
        found.chunk, kind=FileKind.PDF, page=12, heading_path=("Page 12 (iv)", "Preface", "Thanks")
    )
    assert heading_line(on_page, " > ") == "p. iv > Preface > Thanks"
    assert (
        heading_line(replace(on_page, kind=FileKind.SLIDES, page=3, heading_path=("Slide 3",))) == "slide 3"
    )
    marked = replace(found, chunk=on_page, heading_matches=((Span(0, 4),), (Span(0, 7),), ()))
    line = heading_line(on_page)
    assert [line[one.start : one.end] for one in heading_marks(marked)] == ["Preface"]


@pytest.mark.parametrize("density", ["comfortable", "compact"])
def test_rows_are_as_high_as_density_and_lines_say(shown: ResultsList, density: str) -> None:
    shown.replace(results("a", "b"))
    heights = []
    for lines in (1, 2, 4):
        shown.set_row_style(row_style(density, lines))
        shown.executeDelayedItemsLayout()
        heights.append(shown.visualRect(shown.model().index(0, 0)).height())
        shown.grab()
    assert heights == sorted(set(heights))
    shown.set_row_style(row_style("comfortable", 4))
    shown.executeDelayedItemsLayout()
    assert (shown.visualRect(shown.model().index(0, 0)).height() > heights[-1]) == (density == "compact")

"""The list: data by role, the selection from stage to stage, and painting that survives any text."""

from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFont, QImage
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from tests.gui.conftest import press_keys
from tests.gui.fake_script import passage
from vaultsearch.core.values.note import EMPTY_NOTE, NO_TEXT, FileKind, Span
from vaultsearch.core.values.search import Result, Snippet
from vaultsearch.gui.results.results_list import ResultsList
from vaultsearch.gui.results.results_model import KEPT_ROLE, ResultsModel
from vaultsearch.gui.rows.arrangement import Arrangement, Column, Order, ResultRow, arrange_results
from vaultsearch.gui.rows.row_painter import Marks, lay_out_snippet, line_height, row_style, utf16_span
from vaultsearch.gui.rows.row_texts import heading_line, heading_marks, kept_spans, short_date, shown_snippet
from vaultsearch.gui.theme import Icons, Theme
from vaultsearch.gui.widgets import index_after_utf16, utf16_length

MARKS = Marks(QColor("yellow"), QColor("black"), QColor("green"))


def result(name: str, position: int = 0, text: str = "some words") -> Result:
    chunk = passage(name, text, (name, "Part"), "Folder", position)
    return Result(chunk, Snippet(text, (Span(0, 4),)), f"obsidian://{name}", "words 1")


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


def painted(view: ResultsList, *rows: Result) -> QImage:
    view.replace(rows)
    return view.grab().toImage()


def test_a_row_is_dated_as_conditions_and_copies_are_and_its_tooltip_says_by_what() -> None:
    """After a git clone every row showed the day of the clone, while `after:` used the note's own date."""
    cloned, own = datetime(2026, 11, 22, 12, tzinfo=UTC), datetime(2024, 2, 3).astimezone(UTC)
    walk = replace(result("Walk").chunk, modified=cloned, created=own)
    chunks = [walk, replace(walk, path="Daily/2024-02-03.md"), replace(walk, created=None)]
    found = tuple(replace(result("Walk"), chunk=chunk) for chunk in chunks)
    model, tip = ResultsModel(), Qt.ItemDataRole.ToolTipRole
    model.replace(found)
    assert [str(model.index(row, 0).data(tip)).splitlines()[-1] for row in range(3)] == [
        "Saturday, February 3, 2024: date from the note's properties",
        "Saturday, February 3, 2024: date from the note's name", "Sunday, November 22, 2026: last saved",
    ]  # fmt: skip
    days = [short_date(c.date.day, date(2026, 11, 23)) for c in chunks if c.date]
    assert days == ["3 Feb 2024", "3 Feb 2024", "22 Nov"]
    assert arrange_results(found, Arrangement(order=Order.DATE))[0].result is found[2]


def test_the_model_keeps_qts_rules_whatever_it_holds() -> None:
    model = ResultsModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for content in (results("a", "b"), (), results("c"), results("c")):
        model.replace(content)
        model.set_columns((Column("title"), *[Column("pages")] * len(content)))
    assert tester.model() is model


A, A1, A2, A3 = (result("a", position) for position in range(4))
B, C = result("b"), result("C")
SCATTERED, APART = (A, B, A1, A2), (A, B, replace(A1, behind=(A2, A3)), C)
TOGETHER = (A, replace(A1, behind=(A2,)), B)
RELATED = replace(B, is_related=True), replace(C, is_related=True)
PLAIN, GROUPED = Arrangement(), Arrangement(grouped=True)
UNFOLDED = Arrangement(unfolded=frozenset({"Folder/a.md"}))
UNDATED = replace(B, chunk=replace(B.chunk, modified=None))
OLD = replace(result("d"), chunk=replace(result("d").chunk, modified=datetime(1999, 1, 1, tzinfo=UTC)))


def description(row: ResultRow) -> str:
    """Name a row's passage, its title left out, how it is folded or parted, and the number behind it."""
    signs = {"untitled": not row.leads, "beneath": row.beneath, "unfolded": row.unfolded}
    signs["parted"] = row.begins_related
    signs[f"+{row.others}"] = row.others > 0
    passage_name = f"{row.result.chunk.title}{row.result.chunk.position}"
    return " ".join((passage_name, *(sign for sign, holds in signs.items() if holds)))


BENEATH = "untitled beneath"


@pytest.mark.parametrize(("found", "arrangement", "rows"), [
    pytest.param((A, A1, B, A2), PLAIN, "a0, a1 untitled, b0, a2", id="a run shows its title once"),
    pytest.param(SCATTERED, GROUPED, "a0 +2, b0", id="one row for each note"),
    pytest.param(
        SCATTERED, replace(UNFOLDED, grouped=True), f"a0 unfolded +2, a1 {BENEATH}, a2 {BENEATH}, b0",
        id="a note unfolded",
    ),
    pytest.param(APART, PLAIN, "a0, b0, a1 +2, C0", id="folded below the note's last row"),
    pytest.param(APART, UNFOLDED, f"a0, b0, a1 unfolded +2, a2 {BENEATH}, a3 {BENEATH}, C0"),
    pytest.param(TOGETHER, PLAIN, "a0 +1, a1 untitled, b0", id="the first row counts for the second"),
    *(
        (TOGETHER, arrangement, f"a0 unfolded +1, a1 untitled, a2 {BENEATH}, b0")
        for arrangement in (UNFOLDED, replace(UNFOLDED, order=Order.TITLE))
    ),
    pytest.param(TOGETHER, GROUPED, "a0 +2, b0", id="by note, those behind count as well"),
    pytest.param((UNDATED, C), Arrangement(Order.DATE), "C0, b0", id="undated ones last"),
    pytest.param((UNDATED, C, OLD), Arrangement(Order.OLDEST), "d0, C0, b0", id="the oldest first"),
    pytest.param((C, UNDATED), Arrangement(Order.TITLE), "b0, C0", id="by title, whatever the case"),
    pytest.param((A, *RELATED), PLAIN, "a0, b0 parted, C0", id="a line parts the merely related"),
    pytest.param(RELATED, PLAIN, "b0, C0", id="no line if nothing stands above"),
    pytest.param((A, *RELATED), Arrangement(Order.TITLE), "a0, b0, C0", id="no line in another order"),
])  # fmt: skip
def test_results_are_arranged_in_rows(found: tuple[Result, ...], arrangement: Arrangement, rows: str) -> None:
    assert ", ".join(map(description, arrange_results(found, arrangement))) == rows


def test_a_row_reads_itself_out_with_title_headings_and_snippet() -> None:
    model = ResultsModel()
    model.replace(results("a"))
    assert model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole) == "a, Part, some words"
    told = "Folder/a.md\nwords 1\nTuesday, May 12, 2026: last saved"
    assert model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole) == told


def test_what_has_no_text_says_so() -> None:
    empty = replace(result("a"), snippet_source=Snippet(EMPTY_NOTE))
    assert shown_snippet(empty).text == "(empty note)"
    picture = replace(empty, chunk=replace(empty.chunk, kind=FileKind.IMAGE), snippet_source=Snippet(NO_TEXT))
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


def test_the_selection_is_told_once_for_each_passage(shown: ResultsList) -> None:
    told: list[Result | None] = []
    shown.selected.connect(told.append)
    shown.replace(results("a", "b"))
    shown.replace(results("a", "c"))
    shown.replace(())
    assert [one.chunk.title if one else None for one in told] == ["a", None]


def test_any_text_is_painted_in_at_most_two_lines(shown: ResultsList) -> None:
    long = ("word " * 500, "x" * 2000, "שלום עולם " * 40, "🚂" * 300, "她说她想要一个陶艺课" * 40)
    for text in ("", "a", *long, "a\nb\u2028c\td"):
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


def test_an_arrow_and_a_click_on_their_number_unfold_what_is_behind(shown: ResultsList) -> None:
    shown.replace(TOGETHER)
    asked: list[None] = []
    shown.actions_asked.connect(lambda: asked.append(None))
    shown.enter()
    QTest.keyClick(shown, Qt.Key.Key_Right)
    assert (shown.model().rowCount(), asked) == (4, [])
    QTest.keyClick(shown, Qt.Key.Key_Right)
    assert asked == [None], "nothing is left to unfold: the arrow has its other meaning"
    press_keys(shown, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Left)
    assert (shown.model().rowCount(), shown.currentIndex().row()) == (3, 0)
    rect = shown.visualRect(shown.model().index(0, 0))
    number = QPoint(rect.right() - 40, rect.top() + 12)
    top_left, bottom = QPoint(rect.left() + 20, rect.top() + 12), QPoint(rect.right() - 40, rect.bottom() - 4)
    for place, rows in ((number, 4), (number, 3), (top_left, 3), (bottom, 3)):
        QTest.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert shown.model().rowCount() == rows


def test_another_order_keeps_the_selected_passage(shown: ResultsList) -> None:
    shown.replace(results("b", "a"))
    shown.setCurrentIndex(shown.model().index(0, 0))
    shown.arrange(Arrangement(Order.TITLE))
    assert chosen(shown) == "b"
    assert shown.currentIndex().row() == 1
    assert [found.chunk.title for found in shown.results] == ["b", "a"]


def test_what_moved_in_a_better_order_fades_in_and_nothing_else(shown: ResultsList, qtbot: QtBot) -> None:
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
    rows = (A, A1, replace(UNDATED, chunk=replace(UNDATED.chunk, path="b.md")))
    unparted = painted(shown, *rows)
    places = [shown.visualRect(shown.model().index(row, 0)) for row in range(3)]
    assert painted(shown, A, *(replace(row, is_related=True) for row in rows[1:])) != unparted
    assert [shown.visualRect(shown.model().index(row, 0)) for row in range(3)] == places


def test_passages_in_the_basket_are_marked_and_say_so(shown: ResultsList) -> None:
    before = painted(shown, A, B)
    shown.mark_kept(frozenset({"Folder/b.md#0"}))
    assert [shown.model().index(row, 0).data(KEPT_ROLE) for row in range(2)] == [False, True]
    assert "in the basket" in shown.model().index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert shown.grab().toImage() != before


def test_words_that_mean_the_same_are_underlined_and_not_tinted() -> None:
    layout = lay_out_snippet(Snippet("some words", semantic_spans=(Span(5, 10),)), QFont(), 300, MARKS)
    (marked,) = layout.formats()
    assert (marked.start, marked.length) == (5, 5)
    assert marked.format.underlineColor() == QColor("green")
    assert marked.format.background().style() == Qt.BrushStyle.NoBrush


FILL = "filler words "


@pytest.mark.parametrize(("before", "word", "behind"), [
    (FILL * 40, "Anna", ""), (FILL * 40, "Anna", " and more" * 40), (FILL * 9, "Anna", " and more" * 40),
    ("她说她想要一个陶艺课" * 20, "安娜", "。" * 60), ("🚂 " * 90, "Anna", " first"),
    ("x" * 300, "Anna", "x" * 300), ("gift ideas, ", "Anna", " and more" * 40),
])  # fmt: skip
@pytest.mark.parametrize("width", [160, 300, 620])
@pytest.mark.parametrize("meant", [False, True])
def test_the_first_mark_is_in_the_row(before: str, word: str, behind: str, width: int, meant: bool) -> None:
    spans = (Span(len(before), len(before) + len(word)),)
    snippet = Snippet(before + word + behind, () if meant else spans, spans if meant else ())
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


def test_of_two_marked_words_the_first_by_letter_stays_in_sight() -> None:
    text = f"meant {FILL * 30}Anna {FILL * 30}Anna"
    first, second = text.index("Anna"), text.rindex("Anna")
    spelt = (Span(first, first + 4), Span(second, second + 4))
    layout = lay_out_snippet(Snippet(text, spelt, (Span(0, 5),)), QFont(), 300, MARKS)
    assert [layout.text()[mark.start : mark.start + mark.length] for mark in layout.formats()] == ["Anna"]


def test_the_querys_words_are_marked_in_title_headings_tags_snippet(shown: ResultsList, theme: Theme) -> None:
    plain = replace(result("Bread"), snippet_source=Snippet("words"))
    tagged = replace(plain, chunk=replace(plain.chunk, tags=("oven", "winter", "recipe", "rye")))
    rows = {
        "nowhere": plain, "title": replace(plain, title_matches=(Span(0, 5),)),
        "headings": replace(plain, heading_matches=((), (Span(0, 4),))), "tags": tagged,
        "a fourth tag": replace(tagged, matching_tags=("rye",)),
        "snippet": result("Bread", text="words words"),
    }  # fmt: skip
    marked: list[str] = []
    for name, row in rows.items():
        picture = painted(shown, row)
        colours = {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(100)}
        marked += [name] if theme.tokens.mark in colours else []
    assert marked == ["title", "headings", "a fourth tag", "snippet"]


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
    shown.resize(600, 300)
    untagged, wide = painted(shown, bare), painted(shown, tagged)
    assert wide != untagged
    beginning = QRect(0, 0, 120, 80)
    assert wide.copy(beginning) == untagged.copy(beginning)
    long = replace(bare, chunk=replace(bare.chunk, title="Bread for a week " * 9))
    assert painted(shown, replace(long, chunk=replace(long.chunk, tags=("recipe",)))) == painted(shown, long)


def test_a_file_of_another_kind_has_its_icon(shown: ResultsList, theme: Theme) -> None:
    note = replace(result("Plan"), snippet_source=Snippet("words"))
    shown.apply_theme(Icons(Path(__file__).parents[3] / "resources" / "icons"), theme.tokens)
    for kind in (FileKind.CANVAS, FileKind.PDF):
        other = replace(note, chunk=replace(note.chunk, kind=kind))
        assert painted(shown, note) != painted(shown, other), kind


def test_a_row_names_the_page_before_the_headings_on_it() -> None:
    found = result("Report")
    headings = ("Page 12 (iv)", "Preface", "Thanks")
    on_page = replace(found.chunk, kind=FileKind.PDF, page=12, heading_path=headings)
    assert heading_line(on_page, " > ") == "p. iv > Preface > Thanks"
    slide = replace(on_page, kind=FileKind.SLIDES, page=3, heading_path=("Slide 3",))
    assert heading_line(slide) == "slide 3"
    marked = replace(found, chunk=on_page, heading_matches=((Span(0, 4),), (Span(0, 7),), ()))
    line = heading_line(on_page)
    assert [line[one.start : one.end] for one in heading_marks(marked)] == ["Preface"]


@pytest.mark.parametrize("density", ["comfortable", "compact"])
def test_rows_are_as_high_as_density_and_lines_say(shown: ResultsList, density: str) -> None:
    def heights(density: str, lines: int, width: int = 400) -> list[int]:
        shown.resize(width, 300)
        shown.set_row_style(row_style(density, lines))
        shown.executeDelayedItemsLayout()
        return [shown.visualRect(shown.model().index(row, 0)).height() for row in range(3)]

    short, many = result("a", text="some words " * 4), result("b", text="some words " * 40)
    shown.replace((short, many, replace(short, chunk=replace(short.chunk, path="c", kind=FileKind.CANVAS))))
    one, two = heights(density, 1)[0], heights(density, 2)[1]
    assert heights(density, 2) == [one, two, two], "a picture beside the text needs the height"
    assert two - one == line_height(shown.font())
    assert heights(density, 2, 260) == [two, two, two]
    assert heights(density, 4)[1] == one + 3 * (two - one)
    assert (heights("comfortable", 2)[1] > two) == (density == "compact")

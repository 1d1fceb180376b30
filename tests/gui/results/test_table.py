"""The table of results: the list's rows in columns, sorted by their headings, with the notes' properties."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolTip

from tests.builders import present
from tests.gui.conftest import NO_KEYS, PASSAGES, Desk, press_keys
from tests.gui.fake_script import passage
from vaultsearch.core.values.note import PropertyValue
from vaultsearch.gui.results.table_view import CELL_SIDE, DEFAULT_COLUMNS, ResultsTable
from vaultsearch.gui.rows.arrangement import Column
from vaultsearch.gui.rows.row_painter import RowFonts

BOOKS = (
    passage("Emma", "a novel of manners", (), "Books/English"),
    passage("Walden", "a novel? an essay", (), "Books"), passage("Kim", "a novel of a boy", (), "Books"),
    passage("Index", "every novel", (), ""),
)  # fmt: skip
PROPERTIES: dict[str, dict[str, PropertyValue]] = {
    "Books/English/Emma.md": {"pages": 474, "read": "2024-10-01", "shelf": "b"},
    "Books/Walden.md": {"pages": 52, "read": "2023-02-03", "own": True},
    "Books/Kim.md": {"pages": 366, "shelf": "A"},
}


@pytest.fixture
def books(desk: Desk) -> Desk:
    """A desk that shows four notes as a table."""
    desk.script.passages, desk.script.properties = BOOKS, PROPERTIES
    desk.ask("novel")
    desk.trigger("table", until="properties")
    return desk


def table(desk: Desk) -> ResultsTable:
    return desk.page.results.table


def add(desk: Desk, *names: str) -> None:
    for name in names:
        with desk.answering("properties"):
            table(desk).toggle_column(Column.of_property(name))


def column(desk: Desk, title: str) -> list[str]:
    model = table(desk).model()
    at = headings(desk).index(title)
    return [model.index(row, at).data() for row in range(model.rowCount())]


def marked_headings(desk: Desk) -> list[str]:
    model = table(desk).model()
    return [model.headerData(at, Qt.Orientation.Horizontal) for at in range(model.columnCount())]


def headings(desk: Desk) -> list[str]:
    return [heading.rstrip(" ↑↓") for heading in marked_headings(desk)]


def sorted_by(desk: Desk) -> list[str]:
    return [heading for heading in marked_headings(desk) if heading[-1] in "↑↓"]


def click(desk: Desk, title: str) -> None:
    header = table(desk).header()
    at = headings(desk).index(title)
    middle = QPoint(header.sectionViewportPosition(at) + header.sectionSize(at) // 2, header.height() // 2)
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, NO_KEYS, middle)


def menu(desk: Desk) -> QMenu:
    return table(desk).findChildren(QMenu, "columns_menu")[-1]


def test_the_results_are_rows_with_title_folder_date_and_tags(books: Desk) -> None:
    assert table(books).isVisible()
    assert not books.list.isVisible()
    assert headings(books) == ["Title", "Folder", "Date", "Tags"]
    assert column(books, "Title") == ["Emma", "Walden", "Kim", "Index"]
    assert column(books, "Folder") == ["Books/English", "Books", "Books", ""]
    assert column(books, "Date") == ["12 May"] * 4
    first, *others = books.list.results
    books.list.replace((replace(first, chunk=replace(first.chunk, tags=("Book/Novel", "read"))), *others))
    assert column(books, "Tags") == ["Book/Novel, read", "", "", ""]
    books.trigger("table")
    assert books.list.isVisible()
    assert not books.window.menu_actions.columns.isEnabled()


def test_the_table_takes_the_place_of_pictures_and_comes_back_behind_a_query_for_them(books: Desk) -> None:
    wall = books.page.results.wall
    books.trigger("wall")
    assert wall.isVisible()
    books.trigger("table")
    assert table(books).isVisible()
    books.ask("type:image novel")
    assert wall.isVisible()
    assert not books.window.menu_actions.table.isChecked()
    books.ask("novel")
    assert table(books).isVisible()


def test_headings_sort_as_the_orders_of_the_list_do_and_back_to_the_best(books: Desk) -> None:
    actions = books.window.menu_actions
    for titles, signs, order in (
        (["Emma", "Index", "Kim", "Walden"], ["Title  ↑"], actions.order_title),
        (["Walden", "Kim", "Index", "Emma"], ["Title  ↓"], actions.order_column),
        (["Emma", "Walden", "Kim", "Index"], [], actions.order_relevance),
    ):
        click(books, "Title")
        assert (column(books, "Title"), sorted_by(books), order.isChecked()) == (titles, signs, True)
    books.trigger("order_date")
    assert sorted_by(books) == ["Date  ↓"]
    click(books, "Folder")
    books.trigger("order_relevance")
    assert sorted_by(books) == []


def test_a_column_sorts_either_way_with_missing_values_last(books: Desk) -> None:
    click(books, "Folder")
    assert column(books, "Folder") == ["Books", "Books", "Books/English", ""]
    assert column(books, "Title")[:2] == ["Walden", "Kim"]  # equal ones stay best first
    click(books, "Folder")
    assert column(books, "Folder") == ["Books/English", "Books", "Books", ""]
    assert column(books, "Title")[1:3] == ["Walden", "Kim"]


def test_numbers_and_dates_of_properties_sort_as_such(books: Desk) -> None:
    add(books, "pages", "read", "shelf", "own")
    click(books, "pages")
    assert column(books, "pages") == ["52", "366", "474", ""]
    click(books, "pages")
    assert column(books, "pages") == ["474", "366", "52", ""]
    click(books, "read")
    assert column(books, "read") == ["3 Feb 2023", "1 Oct 2024", "", ""]
    click(books, "shelf")
    assert column(books, "shelf") == ["A", "b", "", ""]
    assert sorted(column(books, "own")) == ["", "", "", "yes"]
    click(books, "pages")
    books.ask("novel of", until="properties")
    assert column(books, "pages") == ["52", "366", "474", ""], "rows that come later are sorted too"


def test_the_values_are_asked_for_once_and_only_while_they_are_shown(books: Desk) -> None:
    asked = books.service.query.asked_properties
    paths = tuple(chunk.path for chunk in BOOKS)
    assert asked == [(paths, ())]
    add(books, "pages")
    assert asked[1:] == [(paths, ("pages",))]
    click(books, "pages")
    click(books, "Title")
    books.trigger("table")
    books.ask("boy")
    assert len(asked) == 2


def test_a_column_that_goes_takes_its_order_along(books: Desk) -> None:
    add(books, "pages")
    click(books, "pages")
    table(books).toggle_column(Column.of_property("pages"))
    assert "pages" not in headings(books)
    assert books.window.menu_actions.order_relevance.isChecked()
    assert column(books, "Title") == ["Emma", "Walden", "Kim", "Index"]


def test_the_menu_offers_the_properties_of_the_vault_with_counts(books: Desk) -> None:
    books.trigger("columns")
    texts = [action.text() for action in menu(books).actions() if action.text()]
    assert texts[:7] == ["Sort by", "Title", "Heading", "Folder", "Date", "Tags", "Kind"]
    assert texts[7:] == ["pages (3)", "read (2)", "shelf (2)", "own (1)"]
    with books.answering("properties"):
        next(one for one in menu(books).actions() if one.text() == "pages (3)").trigger()
    assert column(books, "pages") == ["474", "52", "366", ""]
    menu(books).close()
    books.trigger("columns")
    sorting = menu(books).actions()[0].menu()
    assert isinstance(sorting, QMenu)
    assert [one.text() for one in sorting.actions()] == ["Best first", *headings(books)]
    sorting.actions()[-1].trigger()
    assert column(books, "pages") == ["52", "366", "474", ""]
    menu(books).close()


def test_the_selection_is_that_of_the_list_and_the_note_follows(books: Desk) -> None:
    with books.answering("preview"):
        table(books).setCurrentIndex(table(books).model().index(2, 0))
    assert books.list.currentIndex().row() == 2
    assert books.shown.path == "Books/Kim.md"
    books.trigger("order_title")
    current = table(books).currentIndex()
    assert (current.row(), current.data()) == (2, "Kim")
    # By a cell behind the title's.
    table(books).setCurrentIndex(table(books).model().index(1, 2))
    books.trigger("table")
    assert present(books.list.current()).chunk.title == "Index"
    QTest.keyClick(books.list, Qt.Key.Key_Down)
    assert [found.chunk.title for found in books.list.selection()] == ["Kim"]


def test_the_keys_of_the_list_work_in_the_table(books: Desk) -> None:
    view = table(books)
    QTest.keyClick(books.field, Qt.Key.Key_Down)
    assert view.hasFocus()
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.currentIndex().data() == "Walden"
    books.press(view, Qt.Key.Key_Space, until="basket")
    assert [chunk.title for chunk in books.window.basket.chunks] == ["Walden"]
    assert "in the basket" in view.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert "Walden" in books.opened_urls[-1].toString()
    press_keys(view, Qt.Key.Key_Up, Qt.Key.Key_Up)
    assert books.field.hasFocus()
    view.setFocus()
    QTest.keyClicks(view, "s")
    assert books.field.text() == "novels"


def test_grouped_a_note_has_one_row_and_right_unfolds_it(desk: Desk) -> None:
    desk.script.passages = PASSAGES
    desk.ask("pottery")
    desk.trigger("table")
    assert column(desk, "Title") == ["Gift ideas", "Gift ideas", "Workshops"]
    desk.trigger("group")
    assert column(desk, "Title") == ["Gift ideas", "Workshops"]
    table(desk).setFocus()
    QTest.keyClick(table(desk), Qt.Key.Key_Right)
    assert column(desk, "Title") == ["Gift ideas", "Gift ideas", "Workshops"]
    QTest.keyClick(table(desk), Qt.Key.Key_Left)
    assert column(desk, "Title") == ["Gift ideas", "Workshops"]


def test_more_is_asked_for_as_one_scrolls(desk: Desk) -> None:
    desk.script.passages = tuple(passage(f"Note {at}", "a novel") for at in range(120))
    desk.ask("novel")
    desk.trigger("table")
    assert table(desk).model().rowCount() == 50
    with desk.bot.waitSignal(desk.page.search_controller.extended):
        table(desk).verticalScrollBar().setValue(table(desk).verticalScrollBar().maximum())
    assert table(desk).model().rowCount() == 120


def test_a_hidden_table_asks_for_no_more_rows(desk: Desk) -> None:
    """Laid out anew while the list was unfolded, it was suddenly near its end, and the list grew."""
    desk.script.passages = tuple(passage(f"Note {at % 26}", f"a novel {at}", (str(at),)) for at in range(120))
    desk.ask("novel")
    desk.trigger("table")
    table(desk).setCurrentIndex(table(desk).model().index(40, 0))
    desk.trigger("table")
    with desk.bot.assertNotEmitted(desk.list.end_neared):
        desk.trigger("group")
        QTest.keyClick(desk.list, Qt.Key.Key_Right)


def test_the_chosen_row_stays_where_it_is_while_more_rows_come_above(desk: Desk) -> None:
    desk.script.passages = tuple(passage(f"Note {at}", "a novel") for at in range(45))
    desk.ask("novel")
    desk.trigger("table")
    view, results = table(desk), desk.list.results
    view.setCurrentIndex(view.model().index(30, 0))
    view.verticalScrollBar().setValue(view.verticalScrollBar().value() - 20)
    before = view.visualRect(view.currentIndex()).top()
    desk.list.replace((replace(results[0], chunk=replace(results[0].chunk, id="new")), *results))
    assert view.currentIndex().row() == 31
    assert view.visualRect(view.currentIndex()).top() == before


def test_the_table_stands_as_it_stood_and_passes_over_columns_that_nobody_knows(books: Desk) -> None:
    add(books, "pages")
    table(books).setColumnWidth(0, 333)
    table(books).header().moveSection(4, 1)
    books.window.close()
    state, other = present(books.settings.window_state), books.restarted()
    assert state.table_columns[:2] == (("title", 333), ("property:pages", 112))
    restored = other.page.results.table
    assert other.menu_actions.table.isChecked()
    assert restored.column_widths() == state.table_columns
    assert [one.key for one in restored.columns] == ["title", "property:pages", "folder", "date", "tags"]
    restored.set_columns((("nonsense", 5), ("date", 90)))
    assert [key for key, _ in restored.column_widths()] == ["title", "date"]


@pytest.mark.usefixtures("german")
def test_a_date_is_read_to_its_year(books: Desk) -> None:
    table(books).set_columns(DEFAULT_COLUMNS)
    day = QFontMetrics(RowFonts.of(table(books).font()).small).horizontalAdvance("12. Sept. 2023")
    assert dict(table(books).column_widths())["date"] >= day + 2 * CELL_SIDE


def test_more_of_a_passage_is_shown_below_its_row(books: Desk) -> None:
    books.trigger("look")
    tips = [one for one in QApplication.topLevelWidgets() if one.objectName() == "qtooltip_label"]
    row = table(books).visualRect(table(books).currentIndex())
    assert 0 <= table(books).viewport().mapFromGlobal(tips[-1].pos()).y() - row.bottom() <= row.height()
    QToolTip.hideText()


def test_several_rows_are_selected_in_the_table_as_in_the_list(books: Desk) -> None:
    view = table(books)
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert [found.chunk.title for found in books.list.selection()] == ["Emma", "Walden"]
    add(books, "pages")
    plain = view.grab().toImage()
    books.press(view, Qt.Key.Key_Space, until="basket")
    assert [chunk.title for chunk in books.window.basket.chunks] == ["Emma", "Walden"]
    assert view.grab().toImage() != plain
    books.trigger("select_all")
    assert len(books.list.selection()) == 4
    click(books, "Title")
    assert len(books.list.selection()) == 4
    books.click_row(view, 2)
    books.click_row(view, 0, Qt.KeyboardModifier.ControlModifier)
    assert [found.chunk.title for found in books.list.selection()] == ["Emma", "Kim"]

"""The sidebar: counts of the query that stands, narrowing by mouse and keyboard, saved searches."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.builders import present
from tests.gui.conftest import KEY, LEFT, Desk, press_keys
from tests.gui.fake_script import passage
from vaultsearch.core.errors import QueryError
from vaultsearch.core.values.query import Facet, FacetKind, Facets, SavedSearch
from vaultsearch.core.values.search import Chunk, Mode
from vaultsearch.core.values.sync import Progress
from vaultsearch.gui.histogram import FacetHistogram, describe_period
from vaultsearch.gui.sidebar import tree as sidebar_tree
from vaultsearch.gui.sidebar.sidebar import Sidebar
from vaultsearch.gui.sidebar.tree import MAX_FACETS, ROW_ROLE, SidebarSection, sidebar_rows


def tagged(title: str, text: str, folder: str, tags: tuple[str, ...], month: int, year: int = 2026) -> Chunk:
    when = datetime(year, month, 10, 12, tzinfo=UTC)
    return replace(passage(title, text, (), folder), tags=tags, modified=when)


PASSAGES = (
    tagged("Gifts", "a pottery course", "People/Family", ("family", "family/anna"), 3, 2025),
    tagged("Tom", "pottery and bread", "People", ("family",), 5),
    tagged("Rye", "bread", "Recipes", ("recipe",), 5),
)


@pytest.fixture
def opened(desk: Desk) -> Desk:
    """The desk with the sidebar shown and counted."""
    desk.script.passages = PASSAGES
    desk.open()
    desk.trigger("toggle_sidebar", until="facets")
    return desk


def sidebar(desk: Desk) -> Sidebar:
    return desk.page.facets


def tree(desk: Desk) -> sidebar_tree.SidebarTree:
    return sidebar(desk).tree


def indexes(desk: Desk) -> list[QModelIndex]:
    return [*tree(desk).indexes().values()]


def index_of(desk: Desk, label: str) -> QModelIndex:
    return next(index for index in indexes(desk) if index.data() == label)


def shown(desk: Desk) -> dict[str, int]:
    facets: list[Facet | None] = [index.data(ROW_ROLE).facet for index in indexes(desk)]
    return {facet.value: facet.count for facet in facets if facet is not None}


def click(desk: Desk, label: str) -> None:
    index = index_of(desk, label)
    tree(desk).scrollTo(index)
    desk.click(tree(desk).viewport(), tree(desk).visualRect(index).center(), until="facets")


def go_to(desk: Desk, label: str) -> None:
    tree(desk).setCurrentIndex(index_of(desk, label))


def ask(desk: Desk, query: str) -> None:
    with desk.answering("facets"):
        desk.field.setText(query)


def test_sidebar_and_timeline_begin_folded_cost_nothing_then_and_say_how_they_are_shown(listed: Desk) -> None:
    assert not sidebar(listed).isVisible()
    assert not listed.page.results.timeline.isVisible()
    assert listed.service.query.counted == []
    listed.trigger("save_search")
    listed.says("Ctrl+B shows your saved searches")


def test_without_a_query_all_notes_are_counted(opened: Desk) -> None:
    tags = {"family": 2, "family/anna": 1, "recipe": 1}
    assert shown(opened) == tags | {"People": 2, "People/Family": 1, "Recipes": 1}
    assert [one.count for one in sidebar(opened).histogram.periods] == [1, *[0] * 13, 2]
    assert sidebar(opened).base.text() == "All 3 notes"


def test_counts_follow_the_query_and_come_after_its_last_answer(opened: Desk) -> None:
    ask(opened, "pottery")
    assert shown(opened) == {"family": 2, "family/anna": 1, "People": 2, "People/Family": 1}
    assert sidebar(opened).base.text() == "2 notes in the list"
    assert opened.service.query.counted == ["", "pottery"]
    ask(opened, "")
    assert shown(opened)["recipe"] == 1


def test_the_tooltip_of_a_row_names_the_topic_of_its_note(opened: Desk) -> None:
    ask(opened, "pottery")
    path = opened.list.results[0].chunk.path
    assert "Topic" not in opened.list.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    opened.script.topics_by_note = {path: ("family", "family/gifts")}
    ask(opened, "pottery course")
    assert opened.list.results[0].chunk.path == path
    assert "Topic: family › gifts" in opened.list.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)


def test_a_click_narrows_and_another_widens_again(opened: Desk) -> None:
    ask(opened, "pottery")
    click(opened, "family")
    assert opened.field.text() == "pottery tag:family "
    parts = (Facet(FacetKind.TAG, "family/anna", "anna", 1),)
    family = Facet(FacetKind.TAG, "family", "family", 2, True, parts)
    assert index_of(opened, "family").data(ROW_ROLE).facet == family
    click(opened, "family")
    assert opened.field.text() == "pottery "


def test_the_keyboard_does_as_much_and_up_on_the_first_row_leads_to_the_field(opened: Desk) -> None:
    assert tree(opened).hasFocus()
    QTest.keyClick(tree(opened), KEY.Key_Up)
    assert opened.field.hasFocus()
    ask(opened, "pottery")
    tree(opened).setFocus()
    go_to(opened, "People")
    opened.press(tree(opened), KEY.Key_Return, until="facets")
    assert opened.field.text() == 'pottery path:"People/" '
    assert (tree(opened).hasFocus(), tree(opened).currentIndex().data()) == (True, "People")
    opened.field.undo()
    assert opened.field.text() == "pottery"


def test_tags_beneath_are_unfolded_and_stay_so_and_one_that_is_chosen_is_seen(opened: Desk) -> None:
    assert not tree(opened).isExpanded(index_of(opened, "family"))
    ask(opened, "pottery tag:family/anna")
    assert tree(opened).isExpanded(index_of(opened, "family"))
    ask(opened, "")
    go_to(opened, "family")
    QTest.keyClick(tree(opened), KEY.Key_Right)
    assert tree(opened).isExpanded(index_of(opened, "family"))
    ask(opened, "pottery")
    assert tree(opened).isExpanded(index_of(opened, "family"))
    QTest.keyClick(tree(opened), KEY.Key_Left)
    ask(opened, "")
    assert not tree(opened).isExpanded(index_of(opened, "family"))


def test_a_bar_narrows_to_its_period_and_the_period_is_taken_out_again(opened: Desk) -> None:
    histogram = sidebar(opened).histogram
    ask(opened, "pottery")
    opened.click(histogram, histogram.bar(0).center().toPoint(), until="facets")
    assert opened.field.text() == "pottery on:2025-03 "
    period = sidebar(opened).period
    assert period.isVisible()
    assert "Mar 2025" in period.text()
    opened.click(period, until="facets")
    assert (opened.field.text(), period.isVisible()) == ("pottery ", False)


def test_a_literal_search_cannot_be_narrowed(opened: Desk) -> None:
    opened.trigger("mode_literal", until="facets")
    ask(opened, "pottery")
    index = index_of(opened, "family")
    QTest.mouseClick(tree(opened).viewport(), LEFT, pos=tree(opened).visualRect(index).center())
    assert opened.field.text() == "pottery"
    assert "can't be filtered" in sidebar(opened).base.text()


def test_a_query_that_is_refused_leaves_no_counts_of_the_former_answer(opened: Desk) -> None:
    ask(opened, "pottery")
    assert shown(opened)["family"] == 2
    opened.script.search_error = QueryError("/pot[/ isn't a valid regular expression.", "Correct it.")
    opened.trigger("mode_literal")
    ask(opened, "/pot[/")
    assert "family" not in shown(opened)


def test_new_notes_are_counted_after_they_were_read_and_now_and_then_meanwhile(opened: Desk) -> None:
    opened.script.added_by_sync = (tagged("New", "new", "New place", ("new",), 5),)
    opened.trigger("sync", until="facets")
    assert shown(opened)["New place"] == 1
    opened.script.progress = (Progress("reading", 1, 9), Progress("reading", 5, 9))
    opened.script.sync_waits = True
    keeper = opened.page.sidebar
    opened.trigger("sync")
    opened.bot.waitUntil(keeper.again.isActive)
    with opened.answering("facets"):
        keeper.again.start(0)


def test_folding_gives_the_keyboard_back_and_is_remembered(opened: Desk) -> None:
    assert opened.settings.sidebar_width > 0
    opened.trigger("toggle_sidebar")
    assert (sidebar(opened).isVisible(), opened.settings.sidebar_width) == (False, 0)
    assert opened.field.hasFocus()


def test_in_a_narrow_window_it_folds_and_comes_over_the_list_when_asked(opened: Desk) -> None:
    page = opened.page
    opened.window.resize(720, 480)
    assert not sidebar(opened).isVisible()
    opened.trigger("toggle_sidebar", until="facets")
    assert (sidebar(opened).isVisible(), page.results.isVisible()) == (True, True)
    assert tree(opened).hasFocus()
    assert page.reading_split.width() == opened.window.width()
    opened.window.resize(1180, 760)
    assert sidebar(opened).isVisible()
    assert page.reading_split.width() == opened.window.width() - sidebar(opened).width() - 1


def test_over_the_answers_esc_a_click_beside_and_typing_take_it_away_not_choosing(opened: Desk) -> None:
    ask(opened, "pottery")
    opened.window.resize(720, 480)
    opened.trigger("toggle_sidebar")
    QTest.keyClick(tree(opened), KEY.Key_Escape)
    assert (sidebar(opened).isVisible(), opened.field.text()) == (False, "pottery")
    assert opened.field.hasFocus()
    chosen = opened.list.currentIndex().row()
    opened.trigger("toggle_sidebar")
    beside = opened.list.mapTo(opened.window, opened.list.rect().bottomRight() - QPoint(20, 20))
    hit = present(opened.window.childAt(beside))
    opened.click(hit, hit.mapFrom(opened.window, beside))
    assert not sidebar(opened).isVisible()
    assert opened.list.currentIndex().row() == chosen
    opened.trigger("toggle_sidebar")
    go_to(opened, "family")
    QTest.keyClick(tree(opened), KEY.Key_Return)
    opened.bot.waitUntil(lambda: "tag:family" in opened.field.text())
    assert sidebar(opened).isVisible()
    opened.field.setFocus()
    QTest.keyClicks(opened.field, "b")
    assert not sidebar(opened).isVisible()


def test_what_a_narrow_window_shows_is_not_what_is_remembered(opened: Desk) -> None:
    before = opened.settings.sidebar_width
    opened.window.resize(720, 480)
    opened.trigger("toggle_sidebar")
    opened.trigger("toggle_sidebar")
    assert opened.settings.sidebar_width == before > 0
    opened.window.resize(1180, 760)
    assert sidebar(opened).width() == before


def test_of_many_tags_the_first_are_shown_and_what_is_chosen() -> None:
    tags = [Facet(FacetKind.TAG, f"t{at}", f"t{at}", 99 - at, chosen=at == 40) for at in range(50)]
    _, heading = sidebar_rows((), Facets(tags=tuple(tags)))
    assert [row.label for row in heading.rows[-2:]] == ["t40", f"{50 - MAX_FACETS - 1} more…"]
    _, whole = sidebar_rows((), Facets(tags=tuple(tags)), {SidebarSection.TAGS})
    assert len(whole.rows) == 50


def test_all_are_shown_when_they_are_asked_for(desk: Desk) -> None:
    desk.script.passages = tuple(tagged(f"N{at}", "x", "", (f"t{at:02}",), 5) for at in range(30))
    desk.open()
    desk.trigger("toggle_sidebar", until="facets")
    assert len(shown(desk)) == MAX_FACETS
    go_to(desk, "18 more…")
    QTest.keyClick(tree(desk), KEY.Key_Return)
    assert len(shown(desk)) == 30


def test_a_row_says_what_it_is_and_how_many(opened: Desk) -> None:
    assert index_of(opened, "family").data(Qt.ItemDataRole.AccessibleTextRole) == "family, 2 notes"
    ask(opened, "pottery tag:family")
    assert index_of(opened, "family").data(Qt.ItemDataRole.AccessibleTextRole) == "family, 2 notes, active"


def bars(*counts: int) -> tuple[Facet, ...]:
    months = [f"2026-{month:02}" for month in range(1, 1 + len(counts))]
    return tuple(Facet(FacetKind.PERIOD, one, one, count) for one, count in zip(months, counts, strict=True))


@pytest.fixture
def histogram(qtbot: QtBot) -> FacetHistogram:
    histogram = FacetHistogram()
    qtbot.addWidget(histogram)
    histogram.show()
    histogram.setFocus()
    qtbot.waitUntil(histogram.hasFocus)
    return histogram


def test_arrows_go_along_the_bars_and_enter_chooses(histogram: FacetHistogram, qtbot: QtBot) -> None:
    histogram.show_periods(bars(3, 0, 5))
    QTest.keyClick(histogram, KEY.Key_Home)
    assert histogram.accessibleDescription() == "Jan 2026: 3 files"
    QTest.keyClick(histogram, KEY.Key_Right)
    with qtbot.assertNotEmitted(histogram.chosen):
        QTest.keyClick(histogram, KEY.Key_Return)
    press_keys(histogram, KEY.Key_Right, KEY.Key_Right)
    with qtbot.waitSignal(histogram.chosen) as chosen:
        QTest.keyClick(histogram, KEY.Key_Space)
    assert chosen.args[0].value == "2026-03"
    QTest.keyClick(histogram, KEY.Key_Left)
    histogram.show_periods(bars(0, 4))
    with qtbot.waitSignal(histogram.chosen) as chosen:
        QTest.keyClick(histogram, KEY.Key_Return)
    assert chosen.args[0].value == "2026-02", "the keyboard stays on its period when the bars change"


@pytest.mark.parametrize(("there", "chosen"), [(2, ["2026-02"]), (1, []), (0, [])])
def test_a_vanished_period_is_not_chosen(histogram: FacetHistogram, there: int, chosen: list[str]) -> None:
    values: list[str] = []
    histogram.chosen.connect(lambda period: values.append(period.value))
    histogram.show_periods(bars(3, 5))
    place = histogram.bar(1).center().toPoint()
    QTest.mousePress(histogram, LEFT, pos=place)
    histogram.show_periods(bars(4, 6)[:there])
    QTest.mouseRelease(histogram, LEFT, pos=place)
    assert values == chosen


@pytest.mark.parametrize(("value", "said"), [
    ("2026", "2026: 1 file"), ("2026-05", "May 2026: 1 file"), ("2026-05-12", "12 May 2026: 1 file"),
    ("<1996", "before 1996: 1 file"),
])  # fmt: skip
def test_a_period_is_told_in_words(value: str, said: str) -> None:
    assert describe_period(Facet(FacetKind.PERIOD, value, value, 1)) == said


def save(desk: Desk, *queries: str) -> None:
    for query in queries:
        ask(desk, query)
        desk.trigger("save_search")


def test_a_search_is_saved_and_run_in_its_way(opened: Desk) -> None:
    opened.trigger("mode_words")
    save(opened, "pottery course")
    assert opened.settings.saved_searches == (SavedSearch("pottery course", "pottery course", Mode.FULLTEXT),)
    opened.trigger("mode_hybrid")
    ask(opened, "")
    click(opened, "pottery course")
    assert (opened.field.text(), opened.page.search.mode) == ("pottery course", Mode.FULLTEXT)
    assert opened.service.asked[-1] == ("pottery course", Mode.FULLTEXT)


def test_the_same_is_not_saved_twice_and_nothing_not_at_all(opened: Desk) -> None:
    opened.trigger("save_search")
    opened.says("No search to save yet")
    save(opened, "pottery")
    opened.trigger("save_search")
    opened.says("Already saved as “pottery”")
    assert len(opened.settings.saved_searches) == 1


def test_f2_renames_a_saved_search_and_counts_that_come_leave_its_name_alone(opened: Desk) -> None:
    save(opened, "pottery")
    opened.says("Saved. F2 renames it")
    go_to(opened, "pottery")
    QTest.keyClick(tree(opened), KEY.Key_F2)
    editor = present(opened.window.focusWidget())
    with opened.answering("facets"):
        opened.page.sidebar.count()
    QTest.keyClicks(editor, "Clay")
    QTest.keyClick(editor, KEY.Key_Escape)
    assert opened.settings.saved_searches == (SavedSearch("pottery", "pottery"),)
    assert opened.field.text() == "pottery"
    opened.page.sidebar.saved.rename(0, "  ")
    assert opened.settings.saved_searches == (SavedSearch("pottery", "pottery"),)
    go_to(opened, "pottery")
    QTest.keyClick(tree(opened), KEY.Key_F2)
    editor = present(opened.window.focusWidget())
    assert editor.accessibleName() == "Name of the saved search"
    QTest.keyClicks(editor, "Clay  things")
    QTest.keyClick(editor, KEY.Key_Return)
    renamed = (SavedSearch("Clay things", "pottery"),)
    opened.bot.waitUntil(lambda: opened.settings.saved_searches == renamed)
    opened.bot.waitUntil(lambda: tree(opened).currentIndex().data() == "Clay things")
    assert tree(opened).hasFocus()


@pytest.mark.parametrize("leads_to", ["palette", "switcher", "find_in_note"])
def test_a_name_being_typed_is_left_for_a_field_above_and_back(opened: Desk, leads_to: str) -> None:
    with opened.answering("preview"):
        save(opened, "pottery")
    go_to(opened, "pottery")
    QTest.keyClick(tree(opened), KEY.Key_F2)
    opened.trigger(leads_to, until=present(opened.window.focusWidget()).destroyed)
    QTest.keyClick(present(opened.window.focusWidget()), KEY.Key_Escape)
    assert (opened.page.preview.view if leads_to == "find_in_note" else tree(opened)).hasFocus()


def _saved(desk: Desk) -> list[str]:
    return [search.name for search in desk.settings.saved_searches]


def test_alt_and_an_arrow_or_a_drag_move_a_saved_search(opened: Desk) -> None:
    save(opened, "pottery", "bread", "gift")
    go_to(opened, "gift")
    QTest.keyClick(tree(opened), KEY.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert _saved(opened) == ["pottery", "gift", "bread"]
    assert tree(opened).currentIndex().data() == "gift"
    for _ in range(2):  # the second finds it at the top
        QTest.keyClick(tree(opened), KEY.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert _saved(opened) == ["gift", "pottery", "bread"]
    asked = len(opened.service.asked)
    view, model = tree(opened), tree(opened).model()
    first, last = (view.visualRect(model.index(row, 0, model.index(0, 0))).center() for row in (0, 2))
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=first)
    QTest.mouseMove(view.viewport(), last)
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=last)
    assert _saved(opened) == ["pottery", "bread", "gift"]
    assert len(opened.service.asked) == asked, "a drag is no click"


def test_a_saved_search_that_was_deleted_can_be_brought_back_to_its_place(opened: Desk) -> None:
    save(opened, "pottery", "bread", "course")
    before = opened.settings.saved_searches
    go_to(opened, "bread")
    QTest.keyClick(tree(opened), KEY.Key_Delete)
    assert _saved(opened) == ["pottery", "course"]
    opened.says("Ctrl+Z restores it")
    QTest.keyClick(tree(opened), KEY.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert opened.settings.saved_searches == before


def test_kinds_of_files_are_counted_by_name_once_there_is_more_than_one() -> None:
    notes, papers = (Facet(FacetKind.TYPE, one, one, 2) for one in ("note", "pdf"))

    def kinds(*types: Facet) -> list[str]:
        rows_of = {heading.section: heading.rows for heading in sidebar_rows((), Facets(4, types=types))}
        return [row.label for row in rows_of.get(SidebarSection.KINDS, ())]

    assert (kinds(notes), kinds(notes, papers)) == ([], ["Note", "PDF"])
    assert kinds(replace(papers, chosen=True)) == ["PDF"]

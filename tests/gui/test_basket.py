"""The basket: filled from the list by Space, weighed before it is copied, arranged and emptied."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.gui.conftest import ALT, KEY, PASSAGES, VAULT, Desk, clipboard, texts
from tests.gui.fake_script import Script, passage
from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.values.search import Result, Snippet
from vaultsearch.core.values.sync import Progress, SyncReport
from vaultsearch.gui.rows.two_line_rows import SECOND_ROLE


@pytest.fixture
def filled(desk: Desk) -> Desk:
    """A window with the three passages on pottery in the basket, and the sheet open."""
    desk.ask("pottery")
    QTest.keyClick(desk.field, KEY.Key_Down)
    for _ in range(3):
        desk.press(desk.list, KEY.Key_Space, until="basket")
        QTest.keyClick(desk.list, KEY.Key_Down)
    desk.trigger("basket")
    return desk


def rows(desk: Desk) -> list[str]:
    return texts(desk.window.basket_sheet.list)


def seconds(desk: Desk) -> list[str]:
    return texts(desk.window.basket_sheet.list, SECOND_ROLE)


def test_space_puts_the_passage_in_and_takes_it_out(listed: Desk) -> None:
    QTest.keyClick(listed.field, KEY.Key_Down)
    listed.press(listed.list, KEY.Key_Space, until="basket")
    assert listed.window.status.basket.text() == "Basket 1, 12 of 4,000"
    assert "in the basket" in listed.list.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
    QTest.keyClick(listed.list, KEY.Key_Space)
    assert listed.window.basket.chunks == ()
    assert not listed.window.status.basket.isVisible()


def test_the_sheet_shows_what_all_take_in_each_form_and_escape_leads_to_the_list(filled: Desk) -> None:
    sheet, split = filled.window.basket_sheet, filled.page.reading_split
    shown = [part for part in (filled.page.results, filled.page.preview, sheet) if part.isVisible()]
    assert shown == [split.widget(place) for place in range(3)], "beside one another"
    assert rows(filled) == ["Gift ideas", "Gift ideas", "Workshops"]
    assert sheet.says.text().startswith("3 passages · ")
    assert sheet.says.text().endswith(" of 4,000 tokens")
    with filled.answering("basket"):
        sheet.style_chooser.setCurrentIndex(sheet.style_chooser.findText("XML"))
    assert filled.window.basket.style == "xml"
    QTest.keyClick(sheet.list, KEY.Key_Escape)
    assert not sheet.isVisible()
    assert filled.list.hasFocus()


def test_alt_with_the_arrows_moves_a_passage_the_copy_follows_and_delete_takes_it_out(filled: Desk) -> None:
    kept = filled.window.basket_sheet.list
    kept.setCurrentIndex(kept.model().index(2, 0))
    filled.press(kept, KEY.Key_Up, ALT, until="basket")
    filled.press(kept, KEY.Key_Up, ALT, until="basket")
    assert rows(filled)[0] == "Workshops"
    assert kept.currentIndex().row() == 0
    filled.trigger("copy_context")
    assert clipboard().startswith("Bread, bookbinding, pottery")
    filled.says("Copied 3 passages, ")
    kept.setCurrentIndex(kept.model().index(0, 0))
    filled.press(kept, KEY.Key_Delete, until="basket")
    assert rows(filled) == ["Gift ideas", "Gift ideas"]
    assert kept.currentIndex().row() == 0
    filled.press(kept, KEY.Key_Delete, until="basket")
    for restored in (["Gift ideas", "Gift ideas"], ["Workshops", "Gift ideas", "Gift ideas"]):
        filled.press(kept, KEY.Key_Z, Qt.KeyboardModifier.ControlModifier, until="basket")
        assert rows(filled) == restored


def test_what_is_emptied_stays_empty_unless_that_is_undone(filled: Desk, script: Script) -> None:
    clear = filled.window.basket_sheet.clear
    QTest.mouseClick(clear, Qt.MouseButton.LeftButton)
    assert rows(filled) == []
    assert clear.text() == "Undo"
    filled.bot.waitUntil(lambda: script.baskets[VAULT] == ())
    script.basket_trouble = VaultSearchError("The basket can't be saved.", "Free some space.")
    filled.click(clear, until="basket")
    assert rows(filled) == ["Gift ideas", "Gift ideas", "Workshops"]
    filled.says("The basket can't be saved. Free some space.")


def test_every_vault_has_a_basket_of_its_own_that_waits_for_it(filled: Desk) -> None:
    filled.open(Path("/vaults/Another"), until="basket load")
    assert rows(filled) == []
    assert not filled.window.basket.can_restore
    filled.open(VAULT, until="basket load")
    assert rows(filled) == ["Gift ideas", "Gift ideas", "Workshops"]
    filled.bot.waitUntil(lambda: filled.window.status.basket.text().startswith("Basket 3, "))


def test_a_row_says_that_its_passage_goes_on(desk: Desk, script: Script) -> None:
    script.baskets[VAULT] = (passage("Lists", "- Movies;\n- Books"), passage("Lists", "Music", position=1))
    desk.open(until="basket load")
    assert seconds(desk) == ["Movies;…", "Music"]


def test_a_passage_added_before_the_basket_is_loaded_comes_behind_it(desk: Desk, script: Script) -> None:
    script.baskets[VAULT] = (script.passages[2],)
    with desk.answering("basket load"):
        desk.open()
        desk.window.basket.toggle([Result(script.passages[0], Snippet(""), "", "")])
    assert [chunk.id for chunk in desk.window.basket.chunks] == [script.passages[i].id for i in (2, 0)]
    desk.bot.waitUntil(lambda: len(script.baskets[VAULT]) == 2)


def test_changed_and_gone_passages_are_marked_and_renewed_by_enter_or_all(desk: Desk, script: Script) -> None:
    one, another, other = script.passages
    changed = [replace(each, text="as it was") for each in (one, another)]
    script.baskets[VAULT] = (*changed, replace(other, id="gone", path="Gone.md"))
    desk.open(until="basket states")
    desk.trigger("basket")
    sheet = desk.window.basket_sheet
    assert seconds(desk)[0] == "Changed since you added it. Press Enter to update."
    assert seconds(desk)[2] == "No longer in your notes"
    assert sheet.renew.isVisible()
    sheet.list.setCurrentIndex(sheet.list.model().index(0, 0))
    QTest.keyClick(sheet.list, KEY.Key_Return)
    desk.bot.waitUntil(lambda: script.baskets[VAULT][0].text == one.text)
    assert seconds(desk)[0] == "Anna"
    QTest.mouseClick(sheet.renew, Qt.MouseButton.LeftButton)
    desk.bot.waitUntil(lambda: not sheet.renew.isVisible())
    desk.bot.waitUntil(lambda: script.baskets[VAULT][1].text == another.text)


def test_passages_and_the_page_follow_a_renamed_note(filled: Desk) -> None:
    gifts = filled.service.index.passages[0]
    presents = replace(gifts, id="Presents.md:0", path="Presents.md", title="Presents")
    filled.service.index.passages += (presents,)
    with filled.answering("preview"):
        filled.list.setCurrentIndex(filled.list.model().index(0, 0))
    moved = ((gifts.path, "Presents.md"),)
    filled.engine.sync_finished.emit(SyncReport(1, 0, 1, 1, 3, 0, (), 0.1, moved=moved))
    assert rows(filled) == ["Presents", "Presents", "Workshops"]
    filled.bot.waitUntil(lambda: filled.shown.path == "Presents.md")


@pytest.mark.parametrize("is_over", [True, False])
def test_passages_are_compared_again_during_and_after_each_indexing(filled: Desk, is_over: bool) -> None:
    assert "Changed" not in " ".join(seconds(filled))
    shown = filled.window.basket_sheet.list
    shown.setFixedHeight(60)
    shown.scrollToBottom()
    bottom = shown.verticalScrollBar().value()
    filled.service.index.passages = (replace(PASSAGES[0], text="new"), *PASSAGES[1:])
    if is_over:
        filled.trigger("sync")
    else:
        filled.engine.progress.emit(Progress("embedding", 1, 9, 1, 9))
    filled.bot.waitUntil(lambda: "Changed" in " ".join(seconds(filled)))
    assert shown.verticalScrollBar().value() == bottom > 0, "the current row, above it, is not gone back to"

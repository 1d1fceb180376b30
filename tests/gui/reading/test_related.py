"""Ctrl+R and Ctrl+E: what has to do with the note that is read, what in it answers; the vault's report."""

from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.builders import present
from tests.gui.conftest import Desk, clipboard, texts, tree_texts
from tests.gui.fake_script import passage
from vaultsearch.core.values import relations
from vaultsearch.core.values.note import Heading
from vaultsearch.core.values.relations import DuplicatePassage, NoteLinks, NoteName, Reference, RelatedNote
from vaultsearch.gui.engine_thread import Trouble
from vaultsearch.gui.reading.history import ComparisonDialog
from vaultsearch.gui.reading.places import PLACE_ROLE
from vaultsearch.gui.reading.vault_dialogs import REPORT_JOB, VaultReportDialog

GIFTS, WORKSHOPS = "People/Gift ideas.md", "Workshops.md"
BACKLINK = Reference(WORKSHOPS, "Workshops", "Gift ideas", 3, (), "See [[Gift ideas]] for more.")
UNRESOLVED = Reference(None, "", "Nowhere", 4, ("Anna",), "[[Nowhere]]")
LINKS = NoteLinks(NoteName(GIFTS, "Gift ideas"), (BACKLINK,), (), (UNRESOLVED,), ())
SIMILAR = RelatedNote(WORKSHOPS, "Workshops", 0.7, ("talks about the same", "both link to Anna"), (), 1)


def related(desk: Desk, query: str = "gift", similar: tuple[RelatedNote, ...] = (SIMILAR,)) -> None:
    """Find a note, and ask what has to do with it."""
    desk.script.links = {GIFTS: LINKS, WORKSHOPS: NoteLinks(NoteName(WORKSHOPS, ""), (), (), (), ())}
    desk.script.related = {GIFTS: similar}
    desk.ask(query, until="preview")
    desk.press(desk.field, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier, until="related")


def rows(desk: Desk) -> dict[str, list[str]]:
    return tree_texts(desk.page.preview.related)


def test_it_shows_similar_notes_and_links_in_sections(desk: Desk) -> None:
    related(desk)
    assert rows(desk) == {"Similar": ["Workshops"], "Backlinks": ["Workshops"], "Broken links": ["Nowhere"]}
    pane = desk.page.preview.related
    assert pane.hasFocus()
    said = pane.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "Workshops, talks about the same · both link to Anna"
    QTest.keyClick(pane, Qt.Key.Key_End)
    written = replace(BACKLINK, path="New.md", title="New")
    desk.script.links = {GIFTS: replace(LINKS, backlinks=(BACKLINK, written))}
    desk.script.added_by_sync = (passage("New", "See [[Gift ideas]] for more."),)
    desk.trigger("sync")
    desk.bot.waitUntil(lambda: rows(desk).get("Backlinks") == ["Workshops", "New"])
    assert pane.currentIndex().data() == "Nowhere"


def test_enter_reads_the_note_back_returns_and_escape_folds_it(desk: Desk) -> None:
    related(desk)
    pane = desk.page.preview.related
    desk.press(pane, Qt.Key.Key_Return, until="preview")
    assert desk.page.preview.title.text() == "Workshops"
    desk.bot.waitUntil(lambda: rows(desk) == {"No related notes": []})
    desk.trigger("back")
    assert desk.page.preview.title.text() == "Gift ideas"
    desk.bot.waitUntil(lambda: "Similar" in rows(desk))
    QTest.keyClick(pane, Qt.Key.Key_Escape)
    assert not pane.isVisible()
    assert desk.page.preview.view.hasFocus()
    assert desk.field.text() == "gift"


def test_filters_order_and_links_narrow_what_is_listed(desk: Desk) -> None:
    related(desk, similar=(SIMILAR, replace(SIMILAR, path="B.md", title="Bread", date=date(2026, 5, 1))))
    bar = desk.page.preview.related_bar
    assert rows(desk)["Similar"] == ["Workshops", "Bread"]
    with desk.answering("related"):
        bar.order.setCurrentIndex(1)
    assert rows(desk)["Similar"] == ["Bread", "Workshops"]
    with desk.answering("related"):
        QTest.keyClicks(bar.field, "tag:craft")
    with desk.answering("related"):
        bar.unlinked.click()
    assert desk.script.asked_related == {"unlinked": True, "within": "tag:craft"}


def test_a_related_passage_is_compared_with_the_notes_own(desk: Desk) -> None:
    related(desk, similar=(replace(SIMILAR, own_line=1),))
    tree = desk.page.preview.related
    with desk.answering("comparison"):
        tree.comparison_asked.emit(tree.currentIndex().data(PLACE_ROLE))
    (dialog,) = desk.window.findChildren(ComparisonDialog)
    assert dialog.sides[0].accessibleName().startswith("Workshops")
    assert dialog.sides[1].accessibleName().startswith("Gift ideas")
    dialog.close()


def test_quotes_that_answer_the_question_are_listed_and_lead_to_their_place(ready: Desk) -> None:
    ready.ask("batteries", until="preview")
    ready.press(ready.field, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier, until="related")
    assert rows(ready) == {"Answers in Gift ideas": ["No gift with batteries, no pottery gift"]}
    ready.press(ready.page.preview.related, Qt.Key.Key_Return, until="preview")
    assert ready.page.preview.title.text() == "Gift ideas"


def test_without_a_question_it_says_what_to_do(desk: Desk) -> None:
    related(desk)
    desk.page.related.close()
    desk.page.search.field.blockSignals(True)
    desk.page.search.field.clear()
    desk.trigger("quotes")
    assert list(rows(desk)) == ["Type a question to see its answers in this note"]


def test_the_vaults_report_lists_loose_ends_and_duplicates(desk: Desk) -> None:
    twice = DuplicatePassage(WORKSHOPS, "Workshops", (), 1, 3, 0.9, "Bread, bookbinding, pottery")
    again = DuplicatePassage(GIFTS, "Gift ideas", ("Anna",), 5, 7, 0.9, "Bread, bookbinding, pottery")
    desk.script.duplicates = (relations.DuplicateSet((twice, again)),)
    broken = Reference(GIFTS, "Gift ideas", "Nowhere", 4, ("Anna",), "[[Nowhere]]")
    orphans = (NoteName(WORKSHOPS, "Workshops"),)
    desk.script.loose_ends = relations.LooseEnds(orphans, (relations.UnresolvedTarget("Nowhere", (broken,)),))
    desk.open()
    desk.trigger("vault_report", until="vault report")
    dialog = present(desk.window.findChild(VaultReportDialog))
    assert texts(dialog.tree, Qt.ItemDataRole.AccessibleTextRole) == [
        "Broken links, 1", "Orphaned notes, 1", "Bread, bookbinding, pottery, 2",
    ]  # fmt: skip
    dialog.copy.click()
    assert clipboard() == (
        "## Bread, bookbinding, pottery\n"
        "- [ ] [[Workshops]] · lines 1 to 3 · longest: keep?\n"
        "- [ ] [[People/Gift ideas#Anna]] · lines 5 to 7 · 90%"
    )
    desk.press(dialog.tree, Qt.Key.Key_Return, until="preview")
    assert desk.page.preview.title.text() == "Gift ideas"
    dialog.close()


def test_the_note_chosen_while_they_are_folded_is_followed_once_they_are_unfolded(desk: Desk) -> None:
    related(desk, "pottery")
    desk.trigger("toggle_preview")
    with desk.answering("preview"):
        desk.list.setCurrentIndex(desk.list.model().index(2, 0))
    desk.trigger("toggle_preview")
    assert desk.shown.path == WORKSHOPS
    desk.bot.waitUntil(lambda: rows(desk) == {"No related notes": []})


@pytest.mark.parametrize("name", ["related", "quotes", "outline"])
@pytest.mark.parametrize("width", [1180, 800])
def test_a_hidden_note_is_shown_with_the_part_that_is_asked_for(desk: Desk, name: str, width: int) -> None:
    """The part was open, unseen in the hidden note, and a narrow window showed the note without it."""
    desk.script.links, desk.script.related = {GIFTS: LINKS}, {GIFTS: (SIMILAR,)}
    desk.script.outline = (Heading(1, "Anna", 1),)
    desk.window.resize(width, 500)
    desk.ask("gift", until="preview")
    preview = desk.page.preview
    part = preview.outline if name == "outline" else preview.related
    if preview.isVisible():
        desk.trigger("toggle_preview")
    for _ in range(2):
        desk.trigger(name)
        assert (preview.isVisible(), part.isVisible(), part.hasFocus()) == (True, True, True)
        desk.bot.waitUntil(lambda: name != "related" or "Similar" in rows(desk))
        desk.trigger("toggle_preview")
        assert not preview.isVisible()
    desk.trigger(name)
    desk.trigger(name)
    assert (preview.isVisible(), part.isVisible()) == (True, False)


def test_what_cannot_be_told_is_said_in_its_place(ready: Desk) -> None:
    ready.ask("gift", until="preview")
    gone = ready.shown.path
    ready.service.index.passages = ()
    ready.script.links = {}
    ready.trigger("related", until=ready.engine.failed)
    assert list(rows(ready)) == [f"No note called {gone}. Name it by its path."]


def test_a_report_that_cannot_be_made_says_why_in_its_place(ready: Desk) -> None:
    ready.trigger("vault_report", until=REPORT_JOB)
    dialog = present(ready.window.findChild(VaultReportDialog))
    ready.engine.failed.emit(Trouble(REPORT_JOB, 1, "The index was damaged.", "It is built anew."))
    assert dialog.tree.model().index(0, 0).data() == "The index was damaged. It is built anew."
    assert "damaged" not in ready.window.status.text.text()
    dialog.close()


def test_a_suggested_link_is_copied_by_enter_and_nothing_is_opened(desk: Desk) -> None:
    note = desk.script.passages[0]
    mention = relations.LinkSuggestion(
        "Old Tom", 1, "Thomas.md", "Thomas", "[[Thomas|Old Tom]]", (), "with Old Tom"
    )
    name = NoteName(note.path, note.title)
    desk.script.suggestions = {note.path: relations.NoteSuggestions(name, (mention,), ("boat",))}
    desk.script.links = {note.path: NoteLinks(name, (), (), (), ())}
    desk.ask(note.title, until="preview")
    desk.trigger("related", until="related")
    tree = desk.page.preview.related
    assert list(rows(desk)) == ["Suggested links", "Suggested tags"]
    tree.setCurrentIndex(tree.model().index(0, 0, tree.model().index(0, 0)))
    QTest.keyClick(tree, Qt.Key.Key_Return)
    assert clipboard() == "[[Thomas|Old Tom]]"
    desk.says("Copied: [[Thomas|Old Tom]]")

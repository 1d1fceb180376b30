"""Ctrl+R: what has to do with the note that is read, and the way there and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from vaultsearch.core.relations.values import NoteLinks, NoteName, Reference, RelatedNote

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex

    from tests.gui.conftest import Desk

GIFTS, WORKSHOPS = "People/Gift ideas.md", "Workshops.md"
LINKS = NoteLinks(
    NoteName(GIFTS, "Gift ideas"),
    backlinks=(Reference(WORKSHOPS, "Workshops", "Gift ideas", 3, (), "See [[Gift ideas]] for more."),),
    outgoing=(),
    unresolved=(Reference(None, "", "Nowhere", 4, ("Anna",), "[[Nowhere]]"),),
    mentions=(),
)
SIMILAR = RelatedNote(WORKSHOPS, "Workshops", 0.7, ("talks about the same", "both link to Anna"), (), 1)


def related(desk: Desk, query: str = "gift") -> None:
    """Find a note, and ask what has to do with it."""
    desk.script.links = {GIFTS: LINKS, WORKSHOPS: NoteLinks(NoteName(WORKSHOPS, ""), (), (), (), ())}
    desk.script.related = {GIFTS: (SIMILAR,)}
    desk.open()
    with desk.answering("preview"):
        desk.ask(query)
    with desk.answering("related"):
        QTest.keyClick(desk.field, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)


def rows(desk: Desk) -> dict[str, list[str]]:
    model = desk.window.page.preview.related.model()

    def texts(parent: QModelIndex) -> list[str]:
        return [model.index(row, 0, parent).data() for row in range(model.rowCount(parent))]

    sections = [model.index(row, 0) for row in range(model.rowCount())]
    return {section.data(): texts(section) for section in sections}


def test_it_shows_similar_notes_and_links_in_sections(desk: Desk) -> None:
    related(desk)
    assert rows(desk) == {
        "Similar": ["Workshops"],
        "Links here": ["Workshops"],
        "Links that lead nowhere": ["Nowhere"],
    }
    pane = desk.window.page.preview.related
    assert pane.hasFocus()
    said = pane.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "Workshops, talks about the same · both link to Anna"


def test_enter_reads_the_note_and_back_returns(desk: Desk) -> None:
    related(desk)
    pane = desk.window.page.preview.related
    with desk.answering("preview"):
        QTest.keyClick(pane, Qt.Key.Key_Return)
    assert desk.window.page.preview.title.text() == "Workshops"
    desk.bot.waitUntil(lambda: rows(desk) == {"Nothing has to do with this note": []})
    desk.trigger("back")
    assert desk.window.page.preview.title.text() == "Gift ideas"
    desk.bot.waitUntil(lambda: "Similar" in rows(desk))


def test_escape_folds_it_and_nothing_more_is_asked(desk: Desk) -> None:
    related(desk)
    pane = desk.window.page.preview.related
    QTest.keyClick(pane, Qt.Key.Key_Escape)
    assert not pane.isVisible()
    assert desk.window.page.preview.view.hasFocus()
    assert desk.field.text() == "gift"

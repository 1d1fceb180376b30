"""Passages opened in other programs, copied with citations, or dragged there; links out of the vault."""

import asyncio
from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, QPoint, Qt, QUrl
from PySide6.QtGui import QDrag, QDragEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from tests.gui.conftest import CTRL, KEY, LEFT, NO_KEYS, SHIFT, VAULT, Desk, clipboard
from tests.gui.fake_script import Script, passage
from vaultsearch.core.values.context import Excerpt
from vaultsearch.core.values.note import FileKind
from vaultsearch.gui.controllers.transfer import drag_picture, drag_title
from vaultsearch.service.areas.passages import Excerpts


def test_enter_opens_the_selected_passage_in_obsidian_as_it_was_encoded(ready: Desk) -> None:
    ready.ask("love")
    QTest.keyClick(ready.field, KEY.Key_Return)
    ready.ask("bread")
    QTest.keyClick(ready.field, KEY.Key_Down)
    QTest.keyClick(ready.list, KEY.Key_Return)
    addresses = [b"People%2FGift%20ideas%23Anna", b"Workshops"]
    opened = [url.toEncoded().data() for url in ready.opened_urls]
    assert opened == [b"obsidian://open?vault=My%20vault&file=" + address for address in addresses]


def test_ctrl_enter_opens_a_pdf_at_the_page_and_other_files_plainly(desk: Desk, script: Script) -> None:
    slides = replace(passage("Talk", "Kiln"), path="a #1.pptx", kind=FileKind.SLIDES, page=2)
    pdf = replace(passage("Scan", "Glaze"), path="a #1.pdf", kind=FileKind.PDF, page=3)
    script.passages = (*script.passages, slides, pdf)
    for word in ("bread", "kiln", "glaze"):
        desk.ask(word)
        QTest.keyClick(desk.field, KEY.Key_Return, CTRL)
    assert [url.toEncoded().toStdString() for url in desk.opened_urls] == [
        f"file:///vaults/My%20vault/{end}" for end in ("Workshops.md", "a%20%231.pptx", "a%20%231.pdf#page=3")
    ]


def test_enter_without_obsidian_offers_the_editor_and_remembers_it(desk: Desk) -> None:
    """Nothing happened: xdg-open starts for a link that no app takes, and fails where nobody looks."""
    desk.settings.storage.has_obsidian = False
    with desk.bot.waitSignal(desk.window.background.answered, check_params_cb=lambda job: job == "obsidian"):
        desk.open()
    desk.ask("bread")
    QTest.keyClick(desk.field, KEY.Key_Return)
    assert desk.message_box().text() == "No app opens Obsidian's links."
    desk.answer("Open in editor")
    file = QUrl.fromLocalFile(str(VAULT / "Workshops.md"))
    assert desk.opened_urls == [file]
    assert desk.settings.preferences.opener == "editor"
    assert desk.window.menu_actions.open_obsidian.text() == "Open in the default editor"
    desk.trigger("open_obsidian")
    assert desk.opened_urls == [file, file]


def test_a_link_that_the_system_refuses_offers_the_editor_too(desk: Desk) -> None:
    desk.opens_urls = False
    desk.ask("bread")
    QTest.keyClick(desk.field, KEY.Key_Return)
    desk.says("Couldn't open Obsidian. Ctrl+Enter opens the file instead.")
    desk.message_box().reject()
    assert desk.settings.preferences.opener == "obsidian"


def test_ctrl_c_copies_the_passage_with_its_citation(ready: Desk) -> None:
    ready.ask("love")
    ready.press(ready.field, KEY.Key_C, CTRL, until="copy")
    assert clipboard() == (
        "From Gift ideas (section: Anna):\n\nShe would love a pottery course\n\n"
        "obsidian://open?vault=My%20vault&file=People%2FGift%20ideas%23Anna\n"
    )
    ready.says("Copied the passage with its source")


@pytest.mark.parametrize(
    ("action", "copied"),
    [("copy_path", str(VAULT / "People" / "Gift ideas.md")), ("copy_uri", "obsidian://")],
)
def test_a_late_passage_replaces_nothing_that_was_copied_after_it(
    listed: Desk, monkeypatch: pytest.MonkeyPatch, action: str, copied: str
) -> None:
    is_due = asyncio.Event()

    async def cite(*_: object) -> Excerpt:
        await is_due.wait()
        return Excerpt("late", "late")

    monkeypatch.setattr(Excerpts, "cited", cite)
    listed.trigger("copy_passage")
    listed.trigger(action)
    listed.engine._loop._loop.call_soon_threadsafe(is_due.set)
    with listed.answering(listed.engine.status_changed):
        listed.engine.refresh_status()
    assert clipboard().startswith(copied)


def test_ctrl_c_copies_what_is_selected_in_the_field_or_in_the_note(ready: Desk) -> None:
    ready.ask("bread")
    ready.reads("Bread")
    field, view = ready.field, ready.page.preview.view
    words = "Workshops\nBread, bookbinding, pottery"
    for part, select_all, copied in ((field, field.selectAll, "bread"), (view, view.selectAll, words)):
        part.setFocus()
        select_all()
        QTest.keyClick(part, KEY.Key_C, CTRL)
        assert clipboard() == copied


def test_ctrl_shift_c_copies_the_best_passages_as_context(listed: Desk) -> None:
    listed.press(listed.field, KEY.Key_C, CTRL | SHIFT, until="copy")
    assert "(Workshops)" in clipboard()
    listed.says("Copied 3 passages, ")
    listed.says(" of 4,000 tokens")


@pytest.mark.parametrize("address", ["https://example.org/a", "http://example.org"])
def test_a_link_out_of_the_vault_is_opened_if_one_agrees(ready: Desk, address: str) -> None:
    for answer, opened in (("Cancel", []), ("Open", [QUrl(address)])):
        ready.page.preview.view.anchorClicked.emit(QUrl(address))
        assert ready.opened_urls == []
        ready.answer(answer)
        assert ready.opened_urls == opened


def test_other_links_lead_nowhere(ready: Desk) -> None:
    for link in ("file:///etc/passwd", "obsidian://open?vault=x", "javascript:alert(1)", "other.md"):
        ready.page.preview.view.anchorClicked.emit(QUrl(link))
    assert ready.opened_urls == []
    assert ready.window.findChild(QMessageBox) is None


@pytest.fixture
def begun(listed: Desk, monkeypatch: pytest.MonkeyPatch) -> list[QDrag]:
    """Collect the drags that begin; the offscreen platform has no other window to end one in."""
    drags: list[QDrag] = []

    def stay(drag: QDrag, actions: Qt.DropAction) -> Qt.DropAction:
        assert actions == Qt.DropAction.CopyAction
        drags.append(drag)
        with listed.answering("drag"):
            pass  # as the system's loop does while the pointer is on its way
        return Qt.DropAction.IgnoreAction

    monkeypatch.setattr(QDrag, "exec", stay)
    return drags


def pull(desk: Desk, row: int, pixels: int) -> None:
    """Press the mouse on a row and move it; in a drag, the list does not see its release."""
    viewport = desk.list.viewport()
    begin = desk.list.visualRect(desk.list.model().index(row, 0)).center()
    QTest.mousePress(viewport, LEFT, NO_KEYS, begin)
    QTest.mouseMove(viewport, begin + QPoint(pixels // 2, 0))
    QTest.mouseMove(viewport, begin + QPoint(pixels, 0))
    if pixels < QApplication.startDragDistance():
        QTest.mouseRelease(viewport, LEFT, NO_KEYS, begin + QPoint(pixels, 0))


def test_a_row_is_dragged_as_cited_markdown_as_html_and_as_its_file(listed: Desk, begun: list[QDrag]) -> None:
    pull(listed, 0, 60)
    (drag,) = begun
    mime = drag.mimeData()
    assert mime.text() == (
        "From Gift ideas (section: Anna):\n\nShe would love a pottery course\n\n"
        "obsidian://open?vault=My%20vault&file=People%2FGift%20ideas%23Anna\n"
    )
    assert '<a href="obsidian://open?vault=My%20vault&amp;file=People%2FGift%20ideas%23Anna">' in mime.html()
    assert "<p>She would love a pottery course</p>" in mime.html()
    assert mime.urls() == [QUrl.fromLocalFile(str(VAULT / "People" / "Gift ideas.md"))]
    assert not drag.pixmap().isNull()


def test_a_selection_is_dragged_with_each_file_once(listed: Desk, begun: list[QDrag]) -> None:
    listed.list.selectAll()
    pull(listed, 1, 60)
    mime = begun[0].mimeData()
    assert mime.text().count("From ") == mime.html().count("<p>From ") == 3
    assert sorted(url.fileName() for url in mime.urls()) == ["Gift ideas.md", "Workshops.md"]


def test_a_row_not_selected_is_dragged_alone_a_twitch_drags_none(listed: Desk, begun: list[QDrag]) -> None:
    pull(listed, 1, QApplication.startDragDistance() // 2)
    assert begun == []
    assert listed.list.currentIndex().row() == 1
    pull(listed, 2, 60)
    assert begun[0].mimeData().text().count("From ") == 1
    assert listed.list.results[2].chunk.text in begun[0].mimeData().text()


def test_the_payload_is_at_hand_before_the_engine_has_answered(listed: Desk) -> None:
    (result, *_) = listed.list.results
    odd = replace(result, chunk=replace(result.chunk, content="<script>x</script> & more"))
    mime = listed.window.passages.dragging.payload((odd, odd))
    assert (mime.text().count("<script>x</script> & more"), mime.text().count(result.url)) == (2, 2)
    assert "<script" not in mime.html()
    assert "&lt;script&gt;x&lt;/script&gt; &amp; more" in mime.html()
    assert len(mime.urls()) == 1


def test_the_window_does_not_take_its_own_results(listed: Desk) -> None:
    mime = listed.window.passages.dragging.payload(listed.list.results)

    class OwnDrag(QDragEnterEvent):
        def source(self) -> QObject:
            return listed.list

    enter = OwnDrag(QPoint(9, 9), Qt.DropAction.CopyAction, mime, LEFT, NO_KEYS)
    QApplication.sendEvent(listed.window, enter)
    assert not enter.isAccepted()
    assert not listed.window.drops.hint.isVisible()


def test_the_picture_of_a_drag_names_the_note_or_counts_the_passages(listed: Desk) -> None:
    results = listed.list.results
    assert (drag_title(results[:1]), drag_title(results)) == (results[0].chunk.title, "3 passages")
    picture = drag_picture("x" * 500, listed.list)
    assert picture.width() < 300 * picture.devicePixelRatio()

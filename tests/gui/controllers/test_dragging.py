"""Results dragged out: the formats that other programs get, and when a drag begins."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, QPoint, Qt, QUrl
from PySide6.QtGui import QDrag, QDragEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import LEFT, NO_KEYS, VAULT, Desk
from vaultsearch.gui.controllers.transfer import drag_picture, drag_title


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
    assert mime.text().count("<script>x</script> & more") == 2
    assert mime.text().count(result.url) == 2
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
    assert drag_title(results[:1]) == results[0].chunk.title
    assert drag_title(results) == "3 passages"
    picture = drag_picture("x" * 500, listed.list)
    assert picture.width() < 300 * picture.devicePixelRatio()

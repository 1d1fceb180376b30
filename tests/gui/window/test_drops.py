"""A drag onto the window leaves the original alone: one with Shift once had it deleted."""

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

from tests.gui.conftest import LEFT, SHIFT, Desk

COPY, MOVE = Qt.DropAction.CopyAction, Qt.DropAction.MoveAction


def note() -> QMimeData:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile("/elsewhere/note.md")])
    mime.setText("a text of a few words")
    return mime


def dragged(part: QWidget, mime: QMimeData, possible: Qt.DropAction) -> list[QDropEvent]:
    """Drag with Shift from another program onto a part; return the events with their answers."""
    events = [
        QDragEnterEvent(QPoint(3, 3), possible, mime, LEFT, SHIFT),
        QDragMoveEvent(QPoint(3, 3), possible, mime, LEFT, SHIFT),
        QDropEvent(QPointF(3, 3), possible, mime, LEFT, SHIFT),
    ]
    for event in events:
        event.ignore()
        QApplication.sendEvent(part, event)
    return events


def test_every_part_of_the_window_answers_a_drag_with_shift_by_a_copy(listed: Desk) -> None:
    settings = listed.open_settings()
    for row in range(settings.list.count()):
        settings.list.setCurrentRow(row)
        listed.bot.wait(0)
    settings.parameters.build_whole()
    answers = []
    for top in (listed.window, settings, listed.window.beside.window):
        for part in (top, *top.findChildren(QWidget)):
            if part.acceptDrops():
                answers += [(part, one) for one in dragged(part, note(), COPY | MOVE)]
    accepted = [(part, event) for part, event in answers if event.isAccepted()]
    assert listed.window in [part for part, _ in accepted]
    assert [type(part) for part, event in accepted if event.dropAction() != COPY] == []


def test_a_few_words_that_are_dropped_are_a_question_unless_they_can_only_be_moved(ready: Desk) -> None:
    assert not dragged(ready.window, note(), MOVE)[0].isAccepted()
    assert not ready.window.drops.hint.isVisible()
    mime = QMimeData()
    mime.setUrls([QUrl("file:")])
    with ready.bot.assertNotEmitted(ready.window.drops.path_dropped):
        dragged(ready.window, mime, COPY)
    mime = QMimeData()
    mime.setText("pottery ")
    with ready.bot.waitSignal(ready.engine.stage_arrived):
        dragged(ready.window, mime, COPY | MOVE)
    assert ready.field.text() == "pottery"

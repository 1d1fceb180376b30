"""The window on its welcome page, on which a folder is dropped: photographed, and its sentences noted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QMimeData, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.bench.observed_window import ReportingWindow, tell
from vaultsearch.core.values.sync import Progress, SyncReport

_PICTURE_MS = 1000
_LOOK_MS = 50
_WELCOME_MS = 1500
"""How long the welcome page stays before the folder is dropped."""


class FilmedWindow(ReportingWindow):
    """Drops ``task["drop"]``, then types ``task["question"]``; takes a picture each second."""

    def __init__(self, *args: Any, **parts: Any) -> None:
        super().__init__(*args, **parts)
        self._pictures = 0
        self._said: tuple[str, ...] = ()
        self._looking = QTimer(self, interval=_LOOK_MS)
        self._looking.timeout.connect(self._look)
        self._filming = QTimer(self, interval=_PICTURE_MS, timerType=Qt.TimerType.PreciseTimer)
        self._filming.timeout.connect(self._take_picture)
        self._engine.progress.connect(self._tell_progress)
        self._engine.sync_finished.connect(self._tell_end)

    def _begin(self) -> None:
        self._looking.start()
        self._filming.start()
        self._take_picture()
        QTimer.singleShot(_WELCOME_MS, self._drop)

    def _drop(self) -> None:
        files = QMimeData()
        files.setUrls([QUrl.fromLocalFile(self.task["drop"])])
        centre, action = self.rect().center(), Qt.DropAction.CopyAction
        button, modifier = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(self, QDragEnterEvent(centre, action, files, button, modifier))
        self._take_picture()
        QApplication.sendEvent(self, QDropEvent(QPointF(centre), action, files, button, modifier))
        tell("dropped")
        if self.task["question"]:
            QTest.keyClicks(self.page.search.field, self.task["question"])

    def _look(self) -> None:
        """Report each change of the sentences on the screen, and of the number of rows."""
        results = self.page.results
        listed = len(results.list.results) if results.list.isVisible() else 0
        message = results.page.text() if results.page.isVisible() else ""
        said = (self.status.text.text(), message, results.head.notice.text(), str(listed))
        if said != self._said:
            self._said = said
            tell("said", status=said[0], message=said[1], notice=said[2], rows=listed)

    def _take_picture(self) -> None:
        self.grab().save(str(Path(self.task["folder"]) / f"{self._pictures:03}.png"))
        self._pictures += 1

    def _tell_progress(self, progress: Progress) -> None:
        shown = self.status.progress  # the estimate as it is shown
        tell(
            "progress",
            phase=progress.phase,
            notes=progress.notes_done,
            of=progress.notes_total,
            seconds_left=None if shown is None else shown.seconds_left,
        )

    def _tell_end(self, _report: SyncReport) -> None:
        tell("synced")

"""The window beside the drop target, which tells where its rows are and whether a drag has begun."""

import json
from typing import Any

from PySide6.QtCore import QPoint, QTimer

from vaultsearch.core.values.search import SearchStage
from vaultsearch.gui.window.main_window import MainWindow

QUESTION = "mast"
_RESTS_MS = 1_500
"""Time after the answer until nothing moves any more."""


class TellingWindow(MainWindow):
    """Asks once the notes are read; prints a line of JSON for each event."""

    def __init__(self, *args: Any, **parts: Any) -> None:
        super().__init__(*args, **parts)
        self.setGeometry(20, 60, 800, 680)
        self._resting = QTimer(self, interval=_RESTS_MS, singleShot=True)
        self._resting.timeout.connect(self._tell_rows)
        self._engine.sync_finished.connect(lambda _: self.page.search.field.setText(QUESTION))
        self._engine.stage_arrived.connect(self._arrived)
        self.page.results.list.dragged.connect(self._tell_drag)

    def _arrived(self, _number: int, stage: SearchStage) -> None:
        if stage.final:
            self._resting.start()

    def _tell_drag(self) -> None:
        _tell("dragged", selected=len(self.page.results.list.selection()))

    def _tell_rows(self) -> None:
        found = self.page.results.list
        rects = [found.visualRect(found.model().index(row, 0)) for row in range(4)]
        points = [found.viewport().mapToGlobal(rect.center()) for rect in rects]
        results = [found.model().index(row, 0).data() for row in range(4)]
        bar = found.verticalScrollBar()
        thumb = bar.mapToGlobal(QPoint(bar.width() // 2, 40))
        _tell(
            "rows", points=[(point.x(), point.y()) for point in points], titles=results,
            thumb=(thumb.x(), thumb.y()),
        )  # fmt: skip


def _tell(event: str, **facts: object) -> None:
    print(json.dumps({"event": event, **facts}), flush=True)

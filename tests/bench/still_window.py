"""The window with an observer that types questions and records each frame of the results list."""

import random
import time
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, QTimer

from tests.bench.observed_window import ReportingWindow, tell
from vaultsearch.core.values.search import SearchStage
from vaultsearch.gui.results.results_model import RESULT_ROLE

_FASTEST_MS, _SLOWEST_MS = 80, 120
_ROWS = 5
_QUIET_S = 0.9
"""How long nothing may change on the screen before a question counts as settled."""
_PATIENCE_S = 20.0
_WARM_S = 3.0
"""Between the end of indexing and the first letter: the models are loaded meanwhile."""


class StillWindow(ReportingWindow):
    """Types ``task["questions"]`` letter by letter, and tells the frames of each once it has settled."""

    def __init__(self, *args: Any, **parts: Any) -> None:
        super().__init__(*args, **parts)
        self._questions: list[str] = list(self.task["questions"])
        self._question, self._rest = "", ""
        self._frames: list[dict[str, Any]] = []
        self._stages: list[dict[str, Any]] = []
        self._last_letter = 0.0
        self._chance = random.Random(7)
        self._typing = QTimer(self, singleShot=True)
        self._typing.timeout.connect(self._type_next)
        self._waiting = QTimer(self, interval=50)
        self._waiting.timeout.connect(self._wait)
        results = self.page.results
        for painted in (results.list.viewport(), results.page):
            painted.installEventFilter(self)
        self._engine.stage_arrived.connect(lambda _, stage: self._note("arrived", stage))
        self.page.search_controller.answered.connect(lambda stage: self._note("shown", stage))
        self._engine.sync_finished.connect(self._synced)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Record the list as it is about to be painted."""
        if event.type() == QEvent.Type.Paint:
            self._record()
        return super().eventFilter(watched, event)

    def _synced(self, _report: object) -> None:
        self._engine.sync_finished.disconnect(self._synced)
        QTimer.singleShot(round(_WARM_S * 1000), self._ask_next)

    def _ask_next(self) -> None:
        if not self._questions:
            tell("done")
            return
        self._question = self._rest = self._questions.pop(0)
        self._frames, self._stages = self._frames[-1:], []
        self.page.search.field.take_focus()
        self._type_next()

    def _type_next(self) -> None:
        letter, self._rest = self._rest[0], self._rest[1:]
        self._type(letter)
        if self._rest:
            self._typing.start(self._chance.randint(_FASTEST_MS, _SLOWEST_MS))
        else:
            self._last_letter = time.monotonic()
            self._waiting.start()

    def _wait(self) -> None:
        """Tell the question's frames once its last stage is there and the screen has come to rest."""
        now = time.monotonic()
        last = max(self._last_letter, self._frames[-1]["at"] if self._frames else 0.0)
        is_final = any(s["final"] and s["query"] == self._question for s in self._stages)
        if (is_final and now - last > _QUIET_S) or now - self._last_letter > _PATIENCE_S:
            self._waiting.stop()
            tell(
                f"question {self._question}", frames=self._frames, stages=self._stages,
                last_letter=self._last_letter, resting=self._seen(),
            )  # fmt: skip
            QTimer.singleShot(100, self._ask_next)

    def _note(self, event: str, stage: SearchStage) -> None:
        seen = {"event": event, "query": stage.query, "final": stage.final, "at": time.monotonic()}
        self._stages.append(seen)

    def _record(self) -> None:
        frame = self._seen()
        if not self._frames or any(frame[key] != self._frames[-1][key] for key in frame if key != "at"):
            self._frames.append(frame)

    def _seen(self) -> dict[str, Any]:
        """Return what the list and the note show now, in pixels from the window's top."""
        view, preview = self.page.results.list, self.page.preview
        top = view.viewport().mapTo(self, QPoint(0, 0)).y()
        model, rows = view.model(), []
        for number in range(min(_ROWS, model.rowCount())):
            index = model.index(number, 0)
            passage = index.data(RESULT_ROLE).chunk
            rect = view.visualRect(index)
            rows.append([passage.id, top + rect.top(), rect.height()])
        current = view.current()
        return {
            "at": time.monotonic(), "is_list": view.isVisible(), "top": top, "rows": rows,
            "selected": current.chunk.path if current is not None else None,
            "read": preview.shown.path if preview.shown is not None else None,
        }  # fmt: skip

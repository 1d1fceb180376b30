"""How long a frame takes while a thousand results are scrolled through: `python -m tests.bench.scrolling`.

The list is the window's own, with snippets, marks and the basket's dots; each frame moves it by a third of a
row and paints it whole. Exits with 1 where a frame takes longer than the limit.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from dataclasses import replace

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication

from tests.gui.fake_service import passage
from vaultsearch.core.values import Result, Snippet, Span
from vaultsearch.gui.looks.theme import Theme
from vaultsearch.gui.results.arrangement import Arrangement
from vaultsearch.gui.results.results_list import ResultsList

_RESULTS = 1000
_STEP = 30
_LIMIT_MS = 50.0
_TEXT = (
    "She would love a pottery course in spring, at the studio on the corner; its loaf of clay is heavy. " * 3
)


def _results() -> tuple[Result, ...]:
    found = []
    for number in range(_RESULTS):
        chunk = passage(f"Note {number // 3}", _TEXT, ("Family", f"Part {number % 3}"), "People", number)
        snippet = Snippet(_TEXT, (Span(17, 24), Span(25, 31)), (Span(70, 74), Span(85, 90)))
        found.append(Result(chunk, snippet, "obsidian://open", "words #1", 0.5 - number / _RESULTS))
    return tuple(found)


def main() -> None:
    """Measure, print, and judge."""
    application = QApplication(sys.argv[:1])
    Theme(application, Qt.ColorScheme.Light)
    view = ResultsList()
    view.resize(560, 700)
    view.show()
    found = _results()
    lists = {"as found": Arrangement(), "grouped by note": Arrangement(grouped=True)}
    failed = False
    for name, arrangement in lists.items():
        started = time.perf_counter()
        view.replace(())
        view.replace(found)
        view.arrange(replace(arrangement))
        view.keep(frozenset(result.chunk.id for result in found[::7]))
        application.processEvents()
        filled = (time.perf_counter() - started) * 1000
        frames = list(_frames(view))
        longest = max(frames)
        failed |= longest > _LIMIT_MS
        median = statistics.median(frames)
        print(f"{name}: {len(frames)} frames, median {median:.1f} ms, longest {longest:.1f} ms", end="")
        print(f" (limit {_LIMIT_MS:.0f}); filling the list {filled:.0f} ms")
    sys.exit(1 if failed else 0)


def _frames(view: ResultsList) -> list[float]:
    bar = view.verticalScrollBar()
    picture = QPixmap(view.size())
    frames = []
    for value in range(0, bar.maximum(), max(_STEP, bar.maximum() // 600)):
        started = time.perf_counter()
        bar.setValue(value)
        view.render(picture)
        frames.append((time.perf_counter() - started) * 1000)
    return frames


if __name__ == "__main__":
    main()

"""Measure frames while a thousand results are scrolled: `python -m tests.bench.scrolling`.

The list is the window's own, with snippets, marks and the basket's dots. It is filled, reordered, grouped
and ungrouped, each of these one frame with the painting after it; then each frame scrolls by a third of a
row and paints the whole list. Exits with 1 if a frame takes longer than the limit.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication

from tests.gui.fake_script import passage
from vaultsearch.core.values.note import Span
from vaultsearch.core.values.search import Result, Snippet
from vaultsearch.gui.results.results_list import ResultsList
from vaultsearch.gui.rows.arrangement import Arrangement
from vaultsearch.gui.theme import Theme

_RESULTS = 1000
_TIMES = 20
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
    Theme(application, Qt.ColorScheme.Light).dress()
    view = ResultsList()
    view.resize(560, 700)
    view.show()
    found = _results()
    lists = {"as found": Arrangement(), "grouped by note": Arrangement(grouped=True)}
    failed = False
    for name, times in _changes(view, found).items():
        failed |= _judged(name, times)
    for name, arrangement in lists.items():
        view.replace(found)
        view.arrange(replace(arrangement))
        view.mark_kept(frozenset(result.chunk.id for result in found[::7]))
        application.processEvents()
        failed |= _judged(f"scrolling, {name}", list(_frames(view)))
    sys.exit(1 if failed else 0)


def _judged(name: str, frames: list[float]) -> bool:
    """Print the measurement and return whether it misses its limit."""
    median, longest = statistics.median(frames), max(frames)
    print(f"{name}: {len(frames)} frames, median {median:.1f} ms, longest {longest:.1f} ms", end="")
    print(f" (limit {_LIMIT_MS:.0f})")
    return longest > _LIMIT_MS


def _changes(view: ResultsList, found: tuple[Result, ...]) -> dict[str, list[float]]:
    """Return the time from a change of the list until it is painted, in milliseconds."""
    handlers: dict[str, Callable[[], None]] = {
        "filling": lambda: view.replace(found),
        "a better order": lambda: view.replace(found[::-1]),
        "grouping": lambda: view.arrange(Arrangement(grouped=True)),
        "ungrouping": lambda: view.arrange(Arrangement()),
    }
    times: dict[str, list[float]] = {name: [] for name in handlers}
    for _ in range(_TIMES):
        view.start_query()
        view.replace(())
        QApplication.processEvents()
        for name, deed in handlers.items():
            started = time.perf_counter()
            deed()
            QApplication.processEvents()
            times[name].append((time.perf_counter() - started) * 1000)
    return times


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

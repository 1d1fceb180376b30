"""Measure the first opening of the settings window: `python -m tests.bench.settings_opening`.

Measured from the key until the window is painted, with the program's real settings and controller; then the
first display of each page. The time is the CPU time of the window's thread, so that a busy machine does not
change it. Exits with 1 if one takes longer than the limit.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
_LIMIT_MS = 150.0


def main() -> None:
    """Measure, print, and judge."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["VAULTSEARCH_HOME"] = home
        sys.exit(0 if _measured(Path(home)) else 1)


def _measured(home: Path) -> bool:
    from PySide6.QtCore import Qt
    from PySide6.QtWidgets import QApplication

    from tests.gui.fake_script import Script
    from tests.gui.fake_service import FakeFactory
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.desktop.settings_store import FileSettingsStore
    from vaultsearch.gui.engine_thread import EngineThread
    from vaultsearch.gui.theme import Theme
    from vaultsearch.gui.window.main_window import MainWindow
    from vaultsearch.settings.resources import resources_folder

    application = QApplication(sys.argv[:1])
    remembered = FileSettingsStore(Parameters())
    engine = EngineThread(FakeFactory(Script()))
    window = MainWindow(
        engine,
        icons_folder=resources_folder() / "icons",
        theme=Theme(application, Qt.ColorScheme.Light),
        settings=remembered,
    )
    window.show()
    application.processEvents()
    remembered.set_last_vault(home)

    def took(deed: Callable[[], object]) -> float:
        started = time.thread_time()
        deed()
        application.processEvents()
        settings = window.settings.window
        if settings is not None:
            settings.grab()
        return (time.thread_time() - started) * 1000

    times = {"first opening": took(window.settings.open)}
    settings = window.settings.window
    assert settings is not None
    for row in range(1, settings.list.count()):
        name = settings.list.item(row).text()
        times[name] = took(partial(settings.list.setCurrentRow, row))
    further = []
    while not settings.parameters.complete:
        further.append(took(lambda: None))
    times["Parameters, the longest of their further parts"] = max(further, default=0.0)
    settings.close()
    times["second opening"] = took(window.settings.open)
    settings.close()
    for name, ms in times.items():
        print(f"{name}: {ms:.0f} ms (limit {_LIMIT_MS:.0f})")
    window.lifecycle.quit()
    remembered.close()
    return max(times.values()) <= _LIMIT_MS


if __name__ == "__main__":
    main()

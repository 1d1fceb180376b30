"""The real program, whose window types a question, saves its own picture and closes: a part of `smoke.py`.

Imports nothing of the program at the top: its worker processes enter through here, too.
"""

_MOST_MS = 120_000
"""After which the window closes without a picture, and the trial has failed."""


def main() -> None:
    """Open the window as `vaultsearch open` does."""
    import json
    import sys
    from typing import Any

    task = json.loads(sys.argv[1])
    from vaultsearch.desktop.before_qt import disable_source_scan

    disable_source_scan()
    from PySide6.QtCore import QTimer

    from vaultsearch.cli import program
    from vaultsearch.desktop import app
    from vaultsearch.gui.window.main_window import MainWindow

    class PhotographedWindow(MainWindow):
        """Types once the window stands, and is photographed after the last answer."""

        def __init__(self, *args: Any, **parts: Any) -> None:
            super().__init__(*args, **parts)
            self._engine.stage_arrived.connect(self._note_stage)
            QTimer.singleShot(0, self._ask)
            QTimer.singleShot(_MOST_MS, self.close)

        def _ask(self) -> None:
            self.page.search.field.append_letters(task["question"])

        def _note_stage(self, _number: int, stage: Any) -> None:
            if stage.final and stage.results:
                # The preview follows the list; nothing tells when the last of it is painted.
                QTimer.singleShot(2_000, self._save)

        def _save(self) -> None:
            self.grab().save(task["picture"])
            self.close()

    vars(app)["MainWindow"] = PhotographedWindow
    sys.argv = ["vaultsearch", "open", task["vault"]]
    program.main()


if __name__ == "__main__":
    main()

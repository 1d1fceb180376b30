"""A shortcut that a system registers for a program, or refuses at once: that of Windows and macOS."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from vaultsearch.desktop.global_shortcut.keys import Keys
from vaultsearch.gui.global_shortcut import GlobalShortcut, ShortcutState


class RegisteredShortcut(GlobalShortcut):
    """Binds keys by `_register`, and releases the former ones first."""

    def bind(self, keys: str) -> None:
        """Register the keys."""
        self.release()
        parsed = Keys.parse(keys)
        if not keys:
            self.set_state(ShortcutState())
        elif parsed is not None and self._register(parsed):
            self.set_state(ShortcutState(keys))
        else:
            trouble = QCoreApplication.translate(
                "GlobalShortcut", "Another program uses these keys. Choose others."
            )
            self.set_state(ShortcutState(trouble=trouble))

    def _register(self, keys: Keys) -> bool:
        raise NotImplementedError

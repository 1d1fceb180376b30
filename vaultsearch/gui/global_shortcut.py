"""The shortcut that brings the window to the front from anywhere, as the window knows it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal


@dataclass(frozen=True, slots=True)
class ShortcutState:
    """The keys that are bound, "" for none, and ``trouble``: why the wanted ones are not.

    ``keys`` is a portable key sequence or, if the desktop has chosen them, its own words.
    """

    keys: str = ""
    trouble: str = ""


class GlobalShortcut(QObject):
    """Binds one shortcut for the whole desktop; this one is for desktops that offer no way to.

    Each implementation lives in `desktop`; its methods return at once, and ``changed`` carries the outcome.
    """

    pressed = Signal()
    """The keys were pressed, in whichever program."""
    changed = Signal(object)
    """The new ShortcutState."""

    is_available = False
    """Whether this desktop offers a way to bind shortcuts."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = ShortcutState()

    def bind(self, keys: str) -> None:
        """Bind a key sequence in its portable form instead of the former one; "" for none."""

    def release(self) -> None:
        """Release the keys; the program ends."""

    def set_state(self, state: ShortcutState) -> None:
        """Record the outcome, and emit it."""
        self.state = state
        self.changed.emit(state)

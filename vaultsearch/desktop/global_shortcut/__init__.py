"""A shortcut for the whole desktop: a module for each system, imported where it is the one."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from vaultsearch.gui.global_shortcut import GlobalShortcut

if TYPE_CHECKING:
    from PySide6.QtCore import QObject


def global_shortcut(platform: str, parent: QObject) -> GlobalShortcut:
    """Return the implementation for this system; ``platform`` is the name of Qt's plugin."""
    if sys.platform == "win32":
        from vaultsearch.desktop.global_shortcut.windows import WindowsShortcut

        return WindowsShortcut(parent)
    if sys.platform == "darwin":
        from vaultsearch.desktop.global_shortcut.macos import MacShortcut

        return MacShortcut(parent)
    if platform == "xcb":
        from vaultsearch.desktop.global_shortcut.x11 import X11Shortcut

        return X11Shortcut(parent)
    if platform.startswith("wayland"):
        from vaultsearch.desktop.global_shortcut.portal import PortalShortcut

        return PortalShortcut(parent)
    return GlobalShortcut(parent)

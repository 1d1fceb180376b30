"""Windows: RegisterHotKey, whose message Qt's event filter receives."""

from __future__ import annotations

import ctypes
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractNativeEventFilter, QByteArray, QCoreApplication, QObject

from vaultsearch.desktop.global_shortcut.keys import RegisteredShortcut

if TYPE_CHECKING:
    from vaultsearch.desktop.global_shortcut.keys import Keys

_ID = 1
_WM_HOTKEY = 0x0312
_ALT, _CTRL, _SHIFT, _WIN, _NO_REPEAT = 0x1, 0x2, 0x4, 0x8, 0x4000
_F1_CODE, _F1_KEYSYM = 0x70, 0xFFBE
_LAST_FUNCTION_KEY = 24
_CODES = {"space": 0x20, "Insert": 0x2D, "Home": 0x24, "End": 0x23, "Pause": 0x13, "Tab": 0x09}


class WindowsShortcut(RegisteredShortcut):
    """Registers the keys for this thread."""

    is_available = True

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._filter = _HotkeyFilter(self)
        self._is_bound = False

    def release(self) -> None:
        """Unregister the keys."""
        application = QCoreApplication.instance()
        if self._is_bound and sys.platform == "win32":
            ctypes.windll.user32.UnregisterHotKey(None, _ID)
            if application is not None:
                application.removeNativeEventFilter(self._filter)
        self._is_bound = False

    def _register(self, keys: Keys) -> bool:
        code = virtual_key(keys)
        application = QCoreApplication.instance()
        if sys.platform != "win32" or code is None or application is None:
            return False
        held = (keys.alt * _ALT) | (keys.ctrl * _CTRL) | (keys.shift * _SHIFT) | (keys.meta * _WIN)
        self._is_bound = bool(ctypes.windll.user32.RegisterHotKey(None, _ID, held | _NO_REPEAT, code))
        if self._is_bound:
            application.installNativeEventFilter(self._filter)
        return self._is_bound


class _HotkeyFilter(QAbstractNativeEventFilter):
    """Emits ``pressed`` of a shortcut at its message."""

    def __init__(self, shortcut: WindowsShortcut) -> None:
        super().__init__()
        self._shortcut = shortcut

    def nativeEventFilter(  # type: ignore[override]  # noqa: N802 - Qt's name; the stub returns an object
        self, kind: QByteArray, message: int
    ) -> tuple[bool, int]:
        """Look for the hotkey's message among those of this thread."""
        if kind.data() == b"windows_generic_MSG" and sys.platform == "win32":
            from ctypes.wintypes import MSG

            message_read = MSG.from_address(int(message))
            if message_read.message == _WM_HOTKEY and message_read.wParam == _ID:
                self._shortcut.pressed.emit()
                return True, 0
        return False, 0


def virtual_key(keys: Keys) -> int | None:
    """Return the code of a key in Windows; letters and digits have those of ASCII."""
    number = keys.keysym - _F1_KEYSYM
    if 0 <= number < _LAST_FUNCTION_KEY:
        return _F1_CODE + number
    if len(keys.name) == 1 and keys.name.isascii() and keys.name.isalnum():
        return ord(keys.name.upper())
    return _CODES.get(keys.name)

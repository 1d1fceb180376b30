"""macOS: Carbon's RegisterEventHotKey, the one interface for this that asks for no permission."""

from __future__ import annotations

import ctypes
import sys
from typing import TYPE_CHECKING, Any

from vaultsearch.desktop.global_shortcut.keys import RegisteredShortcut

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from vaultsearch.desktop.global_shortcut.keys import Keys

_CARBON = "/System/Library/Frameworks/Carbon.framework/Carbon"
_CMD, _SHIFT, _OPTION, _CONTROL = 0x100, 0x200, 0x800, 0x1000
_KEYBOARD_CLASS, _HOTKEY_PRESSED = int.from_bytes(b"keyb"), 5
_SIGNATURE = int.from_bytes(b"vlts")
_LETTERS = dict(zip("asdfhgzxcv", range(10), strict=True)) | dict(
    zip("bqweryt123465=97-80]ou[ip", range(11, 36), strict=True)
)
_CODES = _LETTERS | {
    "l": 37, "j": 38, "k": 40, ";": 41, ",": 43, "/": 44, "n": 45, "m": 46, ".": 47, "space": 49,
    "F1": 122, "F2": 120, "F3": 99, "F4": 118, "F5": 96, "F6": 97, "F7": 98, "F8": 100, "F9": 101,
    "F10": 109, "F11": 103, "F12": 111,
}  # fmt: skip
"""Keys by their place on the ANSI keyboard, as Carbon numbers them."""


class _EventType(ctypes.Structure):
    _fields_ = (("event_class", ctypes.c_uint32), ("event_kind", ctypes.c_uint32))


class _HotkeyId(ctypes.Structure):
    _fields_ = (("signature", ctypes.c_uint32), ("number", ctypes.c_uint32))


_HANDLER = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


class MacShortcut(RegisteredShortcut):
    """Registers the keys with the event target of the application."""

    is_available = True

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hotkey = ctypes.c_void_p()
        self._handler: Any = None  # kept: Carbon calls it

    def release(self) -> None:
        """Unregister the keys."""
        if self._hotkey.value and sys.platform == "darwin":
            _carbon().UnregisterEventHotKey(self._hotkey)
        self._hotkey = ctypes.c_void_p()

    def _register(self, keys: Keys) -> bool:
        code = _CODES.get(keys.name)
        if sys.platform != "darwin" or code is None:
            return False
        carbon = _carbon()
        target = carbon.GetApplicationEventTarget()
        if self._handler is None:
            self._handler = _HANDLER(self._pressed)
            kind = _EventType(_KEYBOARD_CLASS, _HOTKEY_PRESSED)
            carbon.InstallEventHandler(target, self._handler, 1, ctypes.byref(kind), None, None)
        # Qt's Ctrl is the command key here, and its Meta the control key.
        held = (keys.ctrl * _CMD) | (keys.meta * _CONTROL) | (keys.alt * _OPTION) | (keys.shift * _SHIFT)
        name = _HotkeyId(_SIGNATURE, 1)
        return carbon.RegisterEventHotKey(code, held, name, target, 0, ctypes.byref(self._hotkey)) == 0

    def _pressed(self, *_event: object) -> int:
        self.pressed.emit()
        return 0


def _carbon() -> Any:
    carbon = ctypes.CDLL(_CARBON)
    carbon.GetApplicationEventTarget.restype = ctypes.c_void_p
    carbon.InstallEventHandler.argtypes = [
        ctypes.c_void_p,
        _HANDLER,
        ctypes.c_uint32,
        ctypes.c_void_p,
        ctypes.c_void_p,
        ctypes.c_void_p,
    ]
    carbon.RegisterEventHotKey.argtypes = [
        ctypes.c_uint32,
        ctypes.c_uint32,
        _HotkeyId,
        ctypes.c_void_p,
        ctypes.c_uint32,
        ctypes.c_void_p,
    ]
    carbon.UnregisterEventHotKey.argtypes = [ctypes.c_void_p]
    return carbon

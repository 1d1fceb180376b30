"""Desktop-wide shortcut: parse a key sequence; register it on Windows and macOS."""

from __future__ import annotations

import ctypes
import sys
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractNativeEventFilter,
    QByteArray,
    QCoreApplication,
    QKeyCombination,
    QObject,
    Qt,
)
from PySide6.QtGui import QKeySequence

from vaultsearch.gui.settings.shortcuts import GlobalShortcut, ShortcutState

_QT_KEY = Qt.Key
_F1_KEYSYM = 0xFFBE
_FUNCTION_KEYS = 35
_KEYSYMS = {
    _QT_KEY.Key_Space: (0x20, "space"),
    _QT_KEY.Key_Return: (0xFF0D, "Return"),
    _QT_KEY.Key_Escape: (0xFF1B, "Escape"),
    _QT_KEY.Key_Tab: (0xFF09, "Tab"),
    _QT_KEY.Key_Backspace: (0xFF08, "BackSpace"),
    _QT_KEY.Key_Insert: (0xFF63, "Insert"),
    _QT_KEY.Key_Delete: (0xFFFF, "Delete"),
    _QT_KEY.Key_Home: (0xFF50, "Home"),
    _QT_KEY.Key_End: (0xFF57, "End"),
    _QT_KEY.Key_PageUp: (0xFF55, "Prior"),
    _QT_KEY.Key_PageDown: (0xFF56, "Next"),
    _QT_KEY.Key_Left: (0xFF51, "Left"),
    _QT_KEY.Key_Up: (0xFF52, "Up"),
    _QT_KEY.Key_Right: (0xFF53, "Right"),
    _QT_KEY.Key_Down: (0xFF54, "Down"),
    _QT_KEY.Key_Pause: (0xFF13, "Pause"),
    _QT_KEY.Key_Print: (0xFF61, "Print"),
}


@dataclass(frozen=True, slots=True)
class Keys:
    """A key with modifiers; ``keysym`` is X11's, ``name`` the keysym's name."""

    keysym: int
    name: str
    ctrl: bool
    alt: bool
    shift: bool
    meta: bool

    @classmethod
    def parse(cls, portable: str) -> Keys | None:
        """Return the first key of a sequence in portable form, or None if unknown."""
        sequence = QKeySequence.fromString(portable, QKeySequence.SequenceFormat.PortableText)
        if sequence.isEmpty():
            return None
        pressed: QKeyCombination = sequence[0]  # type: ignore[index]  # missing in the stub
        key = pressed.key()
        number = key.value - _QT_KEY.Key_F1.value
        if key in _KEYSYMS:
            keysym, name = _KEYSYMS[key]
        elif 0 <= number < _FUNCTION_KEYS:
            keysym, name = _F1_KEYSYM + number, f"F{number + 1}"
        # Latin 1, which Qt and X11 number alike.
        elif 0x21 <= key.value <= 0xFF:
            name = chr(key.value).lower()
            keysym = ord(name)
        else:
            return None
        held, of = pressed.keyboardModifiers(), Qt.KeyboardModifier
        modifiers = (of.ControlModifier, of.AltModifier, of.ShiftModifier, of.MetaModifier)
        return cls(keysym, name, *(bool(held & modifier) for modifier in modifiers))

    def mask(self, *, ctrl: int, alt: int, shift: int, meta: int) -> int:
        """Return the sum of a system's values for the held modifiers."""
        return self.ctrl * ctrl + self.alt * alt + self.shift * shift + self.meta * meta


class RegisteredShortcut(GlobalShortcut):
    """Bind keys by `_register`, after releasing the previous keys."""

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


# macOS: Carbon's RegisterEventHotKey, the one interface for this that asks for no permission.
_CARBON = "/System/Library/Frameworks/Carbon.framework/Carbon"
_MAC_CMD, _MAC_SHIFT, _MAC_OPTION, _MAC_CONTROL = 0x100, 0x200, 0x800, 0x1000
_KEYBOARD_CLASS, _HOTKEY_PRESSED = int.from_bytes(b"keyb"), 5
_HOTKEY_SIGNATURE = int.from_bytes(b"vlts")
_CARBON_LETTERS = dict(zip("asdfhgzxcv", range(10), strict=True)) | dict(
    zip("bqweryt123465=97-80]ou[ip", range(11, 36), strict=True)
)
_CARBON_CODES = _CARBON_LETTERS | {
    "l": 37, "j": 38, "k": 40, ";": 41, ",": 43, "/": 44, "n": 45, "m": 46, ".": 47, "space": 49,
    "F1": 122, "F2": 120, "F3": 99, "F4": 118, "F5": 96, "F6": 97, "F7": 98, "F8": 100, "F9": 101,
    "F10": 109, "F11": 103, "F12": 111,
}  # fmt: skip
"""Carbon's key codes by position on the ANSI keyboard."""


class _EventType(ctypes.Structure):
    _fields_ = (("event_class", ctypes.c_uint32), ("event_kind", ctypes.c_uint32))


class _HotkeyId(ctypes.Structure):
    _fields_ = (("signature", ctypes.c_uint32), ("number", ctypes.c_uint32))


_EVENT_HANDLER = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


class MacShortcut(RegisteredShortcut):
    """Register keys with the application's event target."""

    is_available = True

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hotkey = ctypes.c_void_p()
        # Referenced here, as Carbon calls it later.
        self._handler: Any = None

    def release(self) -> None:
        """Unregister the keys."""
        if self._hotkey.value and sys.platform == "darwin":
            _load_carbon().UnregisterEventHotKey(self._hotkey)
        self._hotkey = ctypes.c_void_p()

    def _register(self, keys: Keys) -> bool:
        code = _CARBON_CODES.get(keys.name)
        if sys.platform != "darwin" or code is None:
            return False
        carbon = _load_carbon()
        target = carbon.GetApplicationEventTarget()
        if self._handler is None:

            def report_press(*_event: object) -> int:
                self.pressed.emit()
                return 0

            self._handler = _EVENT_HANDLER(report_press)
            kind = _EventType(_KEYBOARD_CLASS, _HOTKEY_PRESSED)
            carbon.InstallEventHandler(target, self._handler, 1, ctypes.byref(kind), None, None)
        # Qt's Ctrl is the command key here, and its Meta the control key.
        held = keys.mask(ctrl=_MAC_CMD, alt=_MAC_OPTION, shift=_MAC_SHIFT, meta=_MAC_CONTROL)
        name = _HotkeyId(_HOTKEY_SIGNATURE, 1)
        return carbon.RegisterEventHotKey(code, held, name, target, 0, ctypes.byref(self._hotkey)) == 0


def _load_carbon() -> Any:
    carbon, number, pointer = ctypes.CDLL(_CARBON), ctypes.c_uint32, ctypes.c_void_p
    carbon.GetApplicationEventTarget.restype = pointer
    carbon.InstallEventHandler.argtypes = [pointer, _EVENT_HANDLER, number, pointer, pointer, pointer]
    carbon.RegisterEventHotKey.argtypes = [number, number, _HotkeyId, pointer, number, pointer]
    carbon.UnregisterEventHotKey.argtypes = [pointer]
    return carbon


# Windows: RegisterHotKey, whose message Qt's event filter receives.

_HOTKEY_ID = 1
_WM_HOTKEY = 0x0312
_MOD_ALT, _MOD_CONTROL, _MOD_SHIFT, _MOD_WIN, _MOD_NOREPEAT = 0x1, 0x2, 0x4, 0x8, 0x4000
_F1_CODE = 0x70
_LAST_FUNCTION_KEY = 24
_VIRTUAL_KEYS = {"space": 0x20, "Insert": 0x2D, "Home": 0x24, "End": 0x23, "Pause": 0x13, "Tab": 0x09}


class WindowsShortcut(RegisteredShortcut):
    """Register keys for this thread."""

    is_available = True

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._filter = _HotkeyFilter(self)
        self._is_bound = False

    def release(self) -> None:
        """Unregister the keys."""
        application = QCoreApplication.instance()
        if self._is_bound and sys.platform == "win32":
            ctypes.windll.user32.UnregisterHotKey(None, _HOTKEY_ID)
            if application is not None:
                application.removeNativeEventFilter(self._filter)
        self._is_bound = False

    def _register(self, keys: Keys) -> bool:
        code = virtual_key(keys)
        application = QCoreApplication.instance()
        if sys.platform != "win32" or code is None or application is None:
            return False
        held = keys.mask(ctrl=_MOD_CONTROL, alt=_MOD_ALT, shift=_MOD_SHIFT, meta=_MOD_WIN)
        self._is_bound = bool(
            ctypes.windll.user32.RegisterHotKey(None, _HOTKEY_ID, held | _MOD_NOREPEAT, code)
        )
        if self._is_bound:
            application.installNativeEventFilter(self._filter)
        return self._is_bound


class _HotkeyFilter(QAbstractNativeEventFilter):
    """Emit a shortcut's ``pressed`` at the hotkey's message."""

    def __init__(self, shortcut: WindowsShortcut) -> None:
        super().__init__()
        self._shortcut = shortcut

    def nativeEventFilter(  # type: ignore[override]  # noqa: N802 - Qt's name; the stub returns an object
        self, kind: QByteArray, message: int
    ) -> tuple[bool, int]:
        """Look for the hotkey's message."""
        if kind.data() == b"windows_generic_MSG" and sys.platform == "win32":
            from ctypes.wintypes import MSG

            message_read = MSG.from_address(int(message))
            if message_read.message == _WM_HOTKEY and message_read.wParam == _HOTKEY_ID:
                self._shortcut.pressed.emit()
                return True, 0
        return False, 0


def virtual_key(keys: Keys) -> int | None:
    """Return a key's Windows code; letters and digits have ASCII codes."""
    number = keys.keysym - _F1_KEYSYM
    if 0 <= number < _LAST_FUNCTION_KEY:
        return _F1_CODE + number
    if len(keys.name) == 1 and keys.name.isascii() and keys.name.isalnum():
        return ord(keys.name.upper())
    return _VIRTUAL_KEYS.get(keys.name)

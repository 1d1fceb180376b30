"""Keys pressed and the mouse moved by the XTEST extension of an X server; places are pixels of the screen."""

import ctypes
import ctypes.util
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

_PAUSE_S = 0.008
"""Between two letters, or two steps of the mouse."""
_UP, _DOWN = 4, 5
"""The wheel's buttons in X."""
_MODIFIERS = {"Ctrl": b"Control_L", "Shift": b"Shift_L", "Alt": b"Alt_L"}
_NAMES = {
    " ": b"space", "Space": b"space", "Esc": b"Escape", "Del": b"Delete", "Enter": b"KP_Enter",
    "PgUp": b"Page_Up", "PgDown": b"Page_Down",
}  # fmt: skip


class NoXTestError(Exception):
    """XTEST cannot be used."""


class XHand:
    """Sends events to the X server at ``display`` as devices do.

    Raises:
        NoXTestError: the libraries are not installed, or the server has no such extension.
    """

    def __init__(self, display: str) -> None:
        self._x, self._xtest = _library("X11"), _library("Xtst")
        self._x.XOpenDisplay.restype = ctypes.c_void_p
        self._x.XStringToKeysym.restype = self._x.XkbKeycodeToKeysym.restype = ctypes.c_ulong
        self._x.XKeysymToKeycode.argtypes = [ctypes.c_void_p, ctypes.c_ulong]
        self._x.XkbKeycodeToKeysym.argtypes = [ctypes.c_void_p, ctypes.c_ubyte, ctypes.c_int, ctypes.c_int]
        address = self._x.XOpenDisplay(display.encode())
        if not address:
            raise NoXTestError(f"no display {display}")
        self._display = ctypes.c_void_p(address)
        version = [ctypes.byref(ctypes.c_int()) for _ in range(4)]
        if not self._xtest.XTestQueryExtension(self._display, *version):
            raise NoXTestError("the X server has no XTEST")

    def press(self, keys: str) -> None:
        *modifiers, key = keys.split("+") if keys != "Ctrl++" else ("Ctrl", "+")
        with self._held(*(_MODIFIERS[name] for name in modifiers)):
            self._stroke(key)

    def type(self, text: str) -> None:
        for letter in text:
            self._stroke(letter)
            time.sleep(_PAUSE_S)

    def click(self, x: int, y: int, button: int, times: int, modifier: str) -> None:
        self._move(x, y)
        with self._held(*([_MODIFIERS[modifier]] if modifier else [])):
            for _ in range(times):
                self._button(button, down=True)
                self._button(button, down=False)
                time.sleep(_PAUSE_S)

    def drag(self, places: Sequence[tuple[int, int]]) -> None:
        self._move(*places[0])
        self._button(1, down=True)
        for place in places:
            self._move(*place)
            time.sleep(_PAUSE_S)
        self._button(1, down=False)

    def wheel(self, x: int, y: int, steps: int, modifier: str) -> None:
        self.click(x, y, _UP if steps > 0 else _DOWN, abs(steps), modifier)

    def _stroke(self, key: str) -> None:
        name = _NAMES.get(key)
        symbol = self._x.XStringToKeysym(name) if name else 0
        symbol = symbol or (ord(key) if len(key) == 1 else self._x.XStringToKeysym(key.encode()))
        code = self._x.XKeysymToKeycode(self._display, symbol)
        if not code:
            return
        is_shifted = self._x.XkbKeycodeToKeysym(self._display, code, 0, 0) != symbol
        # A letter in a shortcut is named by its capital.
        shift = [_MODIFIERS["Shift"]] if is_shifted and not (len(key) == 1 and self._is_held) else []
        with self._held(*shift):
            self._key(code, down=True)
            self._key(code, down=False)

    _is_held = False

    @contextmanager
    def _held(self, *names: bytes) -> Iterator[None]:
        codes = [self._x.XKeysymToKeycode(self._display, self._x.XStringToKeysym(name)) for name in names]
        for code in codes:
            self._key(code, down=True)
        before, self._is_held = self._is_held, self._is_held or bool(codes)
        try:
            yield
        finally:
            self._is_held = before
            for code in reversed(codes):
                self._key(code, down=False)

    def _key(self, code: int, *, down: bool) -> None:
        self._xtest.XTestFakeKeyEvent(self._display, code, int(down), 0)
        self._x.XFlush(self._display)

    def _button(self, button: int, *, down: bool) -> None:
        self._xtest.XTestFakeButtonEvent(self._display, button, int(down), 0)
        self._x.XFlush(self._display)

    def _move(self, x: int, y: int) -> None:
        self._xtest.XTestFakeMotionEvent(self._display, -1, x, y, 0)
        self._x.XFlush(self._display)


def _library(name: str) -> Any:
    path = ctypes.util.find_library(name)
    if path is None:
        raise NoXTestError(f"lib{name} is not installed")
    return ctypes.CDLL(path)

"""The parts of a key sequence: modifiers, and the key as X11 names it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QKeyCombination, Qt
from PySide6.QtGui import QKeySequence

from vaultsearch.gui.global_shortcut import GlobalShortcut, ShortcutState

_KEY = Qt.Key
_F1_KEYSYM = 0xFFBE
_FUNCTION_KEYS = 35
_KEYSYMS = {
    _KEY.Key_Space: (0x20, "space"),
    _KEY.Key_Return: (0xFF0D, "Return"),
    _KEY.Key_Escape: (0xFF1B, "Escape"),
    _KEY.Key_Tab: (0xFF09, "Tab"),
    _KEY.Key_Backspace: (0xFF08, "BackSpace"),
    _KEY.Key_Insert: (0xFF63, "Insert"),
    _KEY.Key_Delete: (0xFFFF, "Delete"),
    _KEY.Key_Home: (0xFF50, "Home"),
    _KEY.Key_End: (0xFF57, "End"),
    _KEY.Key_PageUp: (0xFF55, "Prior"),
    _KEY.Key_PageDown: (0xFF56, "Next"),
    _KEY.Key_Left: (0xFF51, "Left"),
    _KEY.Key_Up: (0xFF52, "Up"),
    _KEY.Key_Right: (0xFF53, "Right"),
    _KEY.Key_Down: (0xFF54, "Down"),
    _KEY.Key_Pause: (0xFF13, "Pause"),
    _KEY.Key_Print: (0xFF61, "Print"),
}


@dataclass(frozen=True, slots=True)
class Keys:
    """One key with its modifiers; ``code`` is Qt's, ``keysym`` X11's, ``name`` the keysym's name."""

    code: int
    keysym: int
    name: str
    ctrl: bool
    alt: bool
    shift: bool
    meta: bool

    @classmethod
    def parse(cls, portable: str) -> Keys | None:
        """Return the first key of a sequence in its portable form, None if it has none that is known."""
        sequence = QKeySequence.fromString(portable, QKeySequence.SequenceFormat.PortableText)
        if sequence.isEmpty():
            return None
        pressed: QKeyCombination = sequence[0]  # type: ignore[index]  # missing in the stub
        key_symbol = _keysym(pressed.key())
        if key_symbol is None:
            return None
        held, modifier = pressed.keyboardModifiers(), Qt.KeyboardModifier
        return cls(
            pressed.key().value,
            *key_symbol,
            ctrl=bool(held & modifier.ControlModifier),
            alt=bool(held & modifier.AltModifier),
            shift=bool(held & modifier.ShiftModifier),
            meta=bool(held & modifier.MetaModifier),
        )


def _keysym(key: Qt.Key) -> tuple[int, str] | None:
    if key in _KEYSYMS:
        return _KEYSYMS[key]
    number = key.value - _KEY.Key_F1.value
    if 0 <= number < _FUNCTION_KEYS:
        return _F1_KEYSYM + number, f"F{number + 1}"
    if 0x21 <= key.value <= 0xFF:  # Latin 1, as X11 numbers it
        letter = chr(key.value).lower()
        return ord(letter), letter
    return None


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

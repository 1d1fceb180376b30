"""X11: the keys are grabbed on the root window, over a connection of their own. Its library comes late."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QSocketNotifier

from vaultsearch.core.installation import how_to_add
from vaultsearch.desktop.global_shortcut.keys import Keys
from vaultsearch.gui.global_shortcut import GlobalShortcut, ShortcutState
from vaultsearch.gui.translations import translate_error

if TYPE_CHECKING:
    import xcffib
    import xcffib.xproto

_CAPS_LOCK, _NUM_LOCK = 0x02, 0x10
_LOCKS = (0, _CAPS_LOCK, _NUM_LOCK, _CAPS_LOCK | _NUM_LOCK)
"""A grab holds for exactly these modifiers: so one for each state of the locks."""
_SHIFT, _CTRL, _ALT, _META = 0x01, 0x04, 0x08, 0x40


class X11Shortcut(GlobalShortcut):
    """Grabs the keys while they are bound; the X server tells of each press."""

    is_available = True

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._connection: xcffib.Connection | None = None
        self._notifier: QSocketNotifier | None = None
        self._keys_wanted = ""
        self._codes: list[int] = []
        self._released_at = 0

    def bind(self, keys: str) -> None:
        """Grab the keys."""
        self.release()
        self._keys_wanted = keys
        if not keys:
            self.set_state(ShortcutState())
            return
        try:
            import xcffib
            import xcffib.xproto  # the connection needs it
        except (ImportError, OSError):
            needed = translate_error(
                "The global shortcut needs the extra “shortcut”.", how_to_add("shortcut")
            )
            self.set_state(ShortcutState(trouble=needed))
            return
        try:
            self._connect(xcffib.Connection())
            self._grab(Keys.parse(keys))
        except xcffib.ConnectionException:
            self._refuse(_tr("The X server can't be reached."))
        except xcffib.XcffibException:  # BadAccess, if somebody else has grabbed them
            self._refuse(_tr("Another program uses these keys. Choose others."))
        except ValueError:
            self._refuse(_tr("This keyboard doesn't have these keys. Choose others."))
        else:
            self.set_state(ShortcutState(keys))

    def release(self) -> None:
        """Close the connection, and the grabs with it."""
        if self._notifier is not None:
            self._notifier.setEnabled(False)
            self._notifier.deleteLater()
        if self._connection is not None:
            self._connection.disconnect()
        self._connection = self._notifier = None

    def _refuse(self, trouble: str) -> None:
        self.release()
        self.set_state(ShortcutState(trouble=trouble))

    def _connect(self, connection: xcffib.Connection) -> None:
        self._connection = connection
        self._notifier = QSocketNotifier(connection.get_file_descriptor(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read)

    def _grab(self, keys: Keys | None) -> None:
        """Grab the keys on each root window; raise ValueError if no key of the keyboard has this letter."""
        import xcffib.xproto

        connection = self._connection
        if connection is None or keys is None:
            raise ValueError(keys)
        codes = self._codes = _keycodes(connection, keys.keysym)
        mask = (keys.ctrl * _CTRL) | (keys.alt * _ALT) | (keys.shift * _SHIFT) | (keys.meta * _META)
        asynchronous = xcffib.xproto.GrabMode.Async
        for screen in connection.get_setup().roots:
            for code in codes:
                for locks in _LOCKS:
                    connection.core.GrabKey(
                        False,
                        screen.root,
                        mask | locks,
                        code,
                        asynchronous,
                        asynchronous,
                        is_checked=True,
                    ).check()
        connection.flush()

    def _read(self) -> None:
        import xcffib
        import xcffib.xproto

        try:
            while self._connection is not None and (event := self._connection.poll_for_event()) is not None:
                if isinstance(event, xcffib.xproto.KeyReleaseEvent):
                    self._released_at = event.time
                elif isinstance(event, xcffib.xproto.KeyPressEvent):
                    # A key that is held down repeats itself: released and pressed at the same moment.
                    if event.time != self._released_at:
                        self.pressed.emit()
                elif isinstance(event, xcffib.xproto.MappingNotifyEvent):
                    self._grab_anew()
        except xcffib.ConnectionException:
            self._refuse(_tr("The X server can't be reached."))

    def _grab_anew(self) -> None:
        """Grab the keys of another keyboard layout: the letter may be on another key.

        Over the same connection, and not if it is on the same one, as when another keyboard is used: a press
        meanwhile would be lost.
        """
        import xcffib
        import xcffib.xproto

        connection, keys = self._connection, Keys.parse(self._keys_wanted)
        if connection is None or keys is None or self._is_on_same_keys(connection, keys):
            return
        for screen in connection.get_setup().roots:
            connection.core.UngrabKey(xcffib.xproto.Grab.Any, screen.root, xcffib.xproto.ModMask.Any)
        try:
            self._grab(keys)
        except (xcffib.XcffibException, ValueError):
            self._refuse(_tr("This keyboard doesn't have these keys. Choose others."))

    def _is_on_same_keys(self, connection: xcffib.Connection, keys: Keys) -> bool:
        try:
            return _keycodes(connection, keys.keysym) == self._codes
        except ValueError:
            return False


def _keycodes(connection: xcffib.Connection, keysym: int) -> list[int]:
    """Return the keys that have this keysym without or with Shift."""
    setup = connection.get_setup()
    first, count = setup.min_keycode, setup.max_keycode - setup.min_keycode + 1
    mapping = connection.core.GetKeyboardMapping(first, count).reply()
    columns = mapping.keysyms_per_keycode
    rows = [mapping.keysyms[start : start + columns] for start in range(0, count * columns, columns)]
    plain = [first + index for index, row in enumerate(rows) if row[0] == keysym]
    key_codes = plain or [first + index for index, row in enumerate(rows) if keysym in row[:2]]
    if not key_codes:
        raise ValueError(keysym)
    return key_codes


def _tr(text: str) -> str:
    return QCoreApplication.translate("GlobalShortcut", text)

"""Desktop-wide shortcut on Linux, via X11 or Wayland's portal; libraries are imported late."""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from itertools import product
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, QSocketNotifier

from vaultsearch.core.installation import describe_how_to_add
from vaultsearch.desktop.global_shortcut import Keys
from vaultsearch.gui.settings.shortcuts import GlobalShortcut, ShortcutState
from vaultsearch.gui.translations import translate_error

if TYPE_CHECKING:
    import xcffib
    import xcffib.xproto
    from jeepney.io.blocking import DBusConnection
    from jeepney.low_level import Message

# X11: the keys are grabbed on the root window, over a connection of their own.
_CAPS_LOCK, _NUM_LOCK = 0x02, 0x10
_LOCK_STATES = (0, _CAPS_LOCK, _NUM_LOCK, _CAPS_LOCK | _NUM_LOCK)
"""A grab matches modifiers exactly, so each state of the locks needs a grab."""
_SHIFT, _CTRL, _ALT, _META = 0x01, 0x04, 0x08, 0x40


class X11Shortcut(GlobalShortcut):
    """Grab keys while bound; the X server reports each press."""

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

            # The connection needs it, and does not import it.
            import xcffib.xproto
        # OSError, as xcffib loads libxcb, which may be missing.
        except (ImportError, OSError):
            self.set_state(_missing_extra_state())
            return
        try:
            self._connect(xcffib.Connection())
            self._grab(Keys.parse(keys))
        except xcffib.ConnectionException:
            self._refuse(_translate_text("The X server can't be reached."))
        # BadAccess, if somebody else has grabbed the keys.
        except xcffib.XcffibException:
            self._refuse(_translate_text("Another program uses these keys. Choose others."))
        except ValueError:
            self._refuse(_translate_text("This keyboard doesn't have these keys. Choose others."))
        else:
            self.set_state(ShortcutState(keys))

    def release(self) -> None:
        """Close the connection, which ends the grabs."""
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
        """Grab the keys on each root window; raise ValueError if the keyboard lacks this letter."""
        import xcffib.xproto

        connection = self._connection
        if connection is None or keys is None:
            raise ValueError(keys)
        codes = self._codes = _find_keycodes(connection, keys.keysym)
        mask = keys.mask(ctrl=_CTRL, alt=_ALT, shift=_SHIFT, meta=_META)
        asynchronous = xcffib.xproto.GrabMode.Async
        for screen, code, locks in product(connection.get_setup().roots, codes, _LOCK_STATES):
            grab = screen.root, mask | locks, code, asynchronous, asynchronous
            # Checked, so that a grab that somebody else holds raises here.
            connection.core.GrabKey(False, *grab, is_checked=True).check()
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
            self._refuse(_translate_text("The X server can't be reached."))

    def _grab_anew(self) -> None:
        """Grab the keys in a new keyboard layout, where the letter may be on another key.

        Uses the same connection, and keeps the grab if the key is unchanged, as when another keyboard is
        used: a press in between would be lost.
        """
        import xcffib
        import xcffib.xproto

        connection, keys = self._connection, Keys.parse(self._keys_wanted)
        if connection is None or keys is None:
            return
        with suppress(ValueError):
            if _find_keycodes(connection, keys.keysym) == self._codes:
                return
        for screen in connection.get_setup().roots:
            connection.core.UngrabKey(xcffib.xproto.Grab.Any, screen.root, xcffib.xproto.ModMask.Any)
        try:
            self._grab(keys)
        except (xcffib.XcffibException, ValueError):
            self._refuse(_translate_text("This keyboard doesn't have these keys. Choose others."))


def _find_keycodes(connection: xcffib.Connection, keysym: int) -> list[int]:
    """Return the keys producing this keysym without or with Shift."""
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


# Wayland: the desktop binds the keys, asked through its GlobalShortcuts portal on D-Bus.
# https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.GlobalShortcuts.html; the
# user confirms the keys in a dialog of the desktop, and may choose others. QtDBus cannot be used: PySide6
# 6.11 has no way to send an array of structures, which BindShortcuts takes.
_SERVICE = "org.freedesktop.portal.Desktop"
_PATH = "/org/freedesktop/portal/desktop"
_INTERFACE = "org.freedesktop.portal.GlobalShortcuts"
_REQUEST = "org.freedesktop.portal.Request"
_SHORTCUT_ID = "toggle"
_SESSION_TOKEN, _BIND_TOKEN = "vaultsearch_session", "vaultsearch_bind"

_log = logging.getLogger(__name__)


class PortalShortcut(GlobalShortcut):
    """Hold a portal session while keys are bound; closing the connection ends it."""

    is_available = True

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bus: DBusConnection | None = None
        self._notifier: QSocketNotifier | None = None
        self._keys: Keys | None = None
        self._keys_wanted = ""
        self._session = ""

    def bind(self, keys: str) -> None:
        """Ask the desktop for the keys; the answer comes when the user has confirmed."""
        self.release()
        self._keys_wanted, self._keys = keys, Keys.parse(keys)
        if not keys:
            self.set_state(ShortcutState())
            return
        try:
            from jeepney.io.blocking import open_dbus_connection
        except ImportError:
            self.set_state(_missing_extra_state())
            return
        try:
            self._connect(open_dbus_connection(bus="SESSION"))
            tokens = dict.fromkeys(("handle_token", "session_handle_token"), ("s", _SESSION_TOKEN))
            self._call("CreateSession", "a{sv}", (tokens,))
        # KeyError, if the environment names no session bus.
        except (OSError, KeyError, ValueError) as error:
            _log.info("no portal because=%s", error)
            self._refuse()

    def release(self) -> None:
        """End the session."""
        if self._notifier is not None:
            self._notifier.setEnabled(False)
            self._notifier.deleteLater()
        if self._bus is not None:
            self._bus.close()
        self._bus = self._notifier = None
        self._session = ""

    def _refuse(self) -> None:
        self.release()
        self.set_state(
            ShortcutState(trouble=_translate_text("This desktop lets no program bind a shortcut."))
        )

    def _connect(self, bus: DBusConnection) -> None:
        from jeepney import MatchRule, message_bus

        self._bus = bus
        for interface, member in ((_REQUEST, "Response"), (_INTERFACE, "Activated")):
            rule = MatchRule(type="signal", interface=interface, member=member)
            bus.send(message_bus.AddMatch(rule))
        self._notifier = QSocketNotifier(bus.sock.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read)

    def _call(self, method: str, signature: str, body: tuple[Any, ...]) -> None:
        from jeepney import DBusAddress, new_method_call

        if self._bus is not None:
            address = DBusAddress(_PATH, _SERVICE, _INTERFACE)
            self._bus.send(new_method_call(address, method, signature, body))

    def _read(self) -> None:
        from jeepney import HeaderFields, MessageType

        try:
            while self._bus is not None:
                message = self._bus.receive(timeout=0)
                fields = message.header.fields
                if message.header.message_type is MessageType.error:
                    _log.info("portal refused because=%s", message.body)
                    self._refuse()
                elif message.header.message_type is MessageType.signal:
                    self._handle(fields.get(HeaderFields.member, ""), message)
        except TimeoutError:
            # Everything that has arrived is read.
            return
        except (OSError, ValueError) as error:
            _log.info("portal lost because=%s", error)
            self._refuse()

    def _handle(self, member: str, message: Message) -> None:
        from jeepney import HeaderFields

        path = str(message.header.fields.get(HeaderFields.path, ""))
        if member == "Activated" and message.body[:2] == (self._session, _SHORTCUT_ID):
            _, token = message.body[3].get("activation_token", ("s", ""))
            # Qt's Wayland plugin hands it over with the next activation.
            if token:
                os.environ["XDG_ACTIVATION_TOKEN"] = token
            self.pressed.emit()
        elif member == "Response" and path.endswith((f"/{_SESSION_TOKEN}", f"/{_BIND_TOKEN}")):
            self._answered(*message.body)

    def _answered(self, outcome: int, results: dict[str, tuple[str, Any]]) -> None:
        if outcome != 0:
            self.release()
            self.set_state(ShortcutState(trouble=_translate_text("The shortcut was not confirmed.")))
        elif "session_handle" in results:
            self._session = str(results["session_handle"][1])
            described = {"description": ("s", _translate_text("Show or hide vaultsearch"))}
            if self._keys is not None:
                described["preferred_trigger"] = ("s", portal_trigger(self._keys))
            body = (self._session, [(_SHORTCUT_ID, described)], "", {"handle_token": ("s", _BIND_TOKEN)})
            self._call("BindShortcuts", "oa(sa{sv})sa{sv}", body)
        else:
            _, bound = results.get("shortcuts", ("", ()))
            own = (about for name, about in bound if name == _SHORTCUT_ID)
            triggers = (about.get("trigger_description", ("s", ""))[1] for about in own)
            self.set_state(ShortcutState(next(filter(None, triggers), self._keys_wanted)))


def portal_trigger(keys: Keys) -> str:
    """Return keys in the portal's format: "CTRL+ALT+n"."""
    held = {"CTRL": keys.ctrl, "ALT": keys.alt, "SHIFT": keys.shift, "LOGO": keys.meta}
    return "+".join([*(name for name, is_held in held.items() if is_held), keys.name])


def _missing_extra_state() -> ShortcutState:
    needed, remedy = "The global shortcut needs the extra “shortcut”.", describe_how_to_add("shortcut")
    return ShortcutState(trouble=translate_error(needed, remedy))


def _translate_text(text: str) -> str:
    return QCoreApplication.translate("GlobalShortcut", text)

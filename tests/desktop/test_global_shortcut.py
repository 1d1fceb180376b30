"""The global shortcut: real keys of a real X server, and a portal on a real bus."""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from tests.builders import present
from tests.patience import SIGNAL_S
from vaultsearch.desktop import global_shortcut
from vaultsearch.desktop.app import create_global_shortcut
from vaultsearch.desktop.global_shortcut import _CARBON_CODES, Keys, MacShortcut, virtual_key
from vaultsearch.desktop.linux_shortcut import PortalShortcut, X11Shortcut, portal_trigger
from vaultsearch.gui.settings.shortcuts import GlobalShortcut, ShortcutState

KEYS = "Ctrl+Alt+N"
_CONTROL, _ALT, _N = 0xFFE3, 0xFFE9, ord("n")


@contextmanager
def running(*command: str) -> Iterator[str]:
    """Run a server that prints its address; yield it."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.terminate()


@pytest.fixture
def x_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    pytest.importorskip("xcffib", reason="the extra `shortcut` is not installed")
    if shutil.which("Xvfb") is None:
        pytest.skip("there is no Xvfb")
    with running("Xvfb", "-displayfd", "1", "-screen", "0", "640x480x24", "-noreset") as number:
        monkeypatch.setenv("DISPLAY", f":{number}")
        yield


def press(*keysyms: int) -> None:
    """Press keys on the X server, as a person does, and release them."""
    import xcffib
    import xcffib.xproto
    import xcffib.xtest

    from vaultsearch.desktop.linux_shortcut import _find_keycodes

    connection = xcffib.Connection()
    xtest = connection(xcffib.xtest.key)
    codes = [_find_keycodes(connection, keysym)[0] for keysym in keysyms]
    for kind, ordered in ((2, codes), (3, codes[::-1])):
        for code in ordered:
            xtest.FakeInput(kind, code, 0, 0, 0, 0, 0)
    connection.flush()
    connection.core.GetInputFocus().reply()  # all of it has been carried out
    connection.disconnect()


@pytest.mark.usefixtures("x_server")
def test_keys_pressed_anywhere_on_x11_are_told_until_they_are_released(qtbot: QtBot) -> None:
    shortcut = X11Shortcut()
    shortcut.bind(KEYS)
    assert shortcut.state == ShortcutState(KEYS)
    with qtbot.waitSignal(shortcut.pressed):
        press(_CONTROL, _ALT, _N)
    told: list[bool] = []
    shortcut.pressed.connect(lambda: told.append(True))
    press(_CONTROL, _N)  # other keys
    shortcut.bind("Ctrl+Alt+M")
    press(_CONTROL, _ALT, _N)  # the former ones
    with qtbot.waitSignal(shortcut.pressed):
        press(_CONTROL, _ALT, ord("m"))
    assert told == [True]
    shortcut.bind("")
    assert shortcut.state == ShortcutState()


@pytest.mark.usefixtures("qapp", "x_server")
def test_keys_that_another_program_has_are_refused_with_a_sentence() -> None:
    first, second = X11Shortcut(), X11Shortcut()
    first.bind(KEYS)
    second.bind(KEYS)
    assert second.state == ShortcutState(trouble="Another program uses these keys. Choose others.")
    first.release()
    second.bind(KEYS)
    assert second.state == ShortcutState(KEYS)
    second.release()


@pytest.mark.usefixtures("qapp")
def test_without_an_x_server_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("xcffib", reason="the extra `shortcut` is not installed")
    monkeypatch.setenv("DISPLAY", ":97531")
    shortcut = X11Shortcut()
    shortcut.bind(KEYS)
    assert shortcut.state.trouble == "The X server can't be reached."


class FakePortal:
    """The GlobalShortcuts portal on the bus of the environment: binds each trigger that it is asked for."""

    def __init__(self, *, confirms: bool = True) -> None:
        from jeepney import message_bus
        from jeepney.io.blocking import open_dbus_connection

        self.asked: list[tuple[str, Any]] = []
        self._confirms = confirms
        self._bus = open_dbus_connection(bus="SESSION")
        self._bus.send_and_get_reply(message_bus.RequestName("org.freedesktop.portal.Desktop"))
        self._session = ""
        self._serving = threading.Thread(target=self._serve, name="portal")
        self._serving.start()

    def press(self) -> None:
        self._emit("/org/freedesktop/portal/desktop", "GlobalShortcuts", "Activated", "osta{sv}",
                   (self._session, "toggle", 1, {"activation_token": ("s", "a token")}))  # fmt: skip

    def close(self) -> None:
        self._bus.sock.shutdown(2)
        self._serving.join(SIGNAL_S)
        self._bus.close()

    def _serve(self) -> None:
        from jeepney import HeaderFields, MessageType, new_method_return

        while True:
            try:
                message = self._bus.receive()
            except (OSError, EOFError):
                return
            if message.header.message_type is not MessageType.method_call:
                continue
            method = message.header.fields[HeaderFields.member]
            sender = message.header.fields[HeaderFields.sender]
            self.asked.append((method, message.body))
            token = message.body[-1]["handle_token"][1]
            path = f"/org/freedesktop/portal/desktop/request/{sender[1:].replace('.', '_')}/{token}"
            self._bus.send(new_method_return(message, "o", (path,)))
            if method == "CreateSession":
                self._session = path.replace("request", "session")
                results: dict[str, Any] = {"session_handle": ("s", self._session)}
            else:
                told = {"trigger_description": ("s", "Press Ctrl+Alt+N")}
                results = {"shortcuts": ("a(sa{sv})", [("toggle", told)])}
            body = (1, {}) if method == "BindShortcuts" and not self._confirms else (0, results)
            self._emit(path, "Request", "Response", "ua{sv}", body)

    def _emit(self, path: str, interface: str, member: str, signature: str, body: tuple[Any, ...]) -> None:
        from jeepney import DBusAddress, new_signal

        emitter = DBusAddress(path, interface=f"org.freedesktop.portal.{interface}")
        self._bus.send(new_signal(emitter, member, signature, body))


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    pytest.importorskip("jeepney", reason="the extra `shortcut` is not installed")
    if shutil.which("dbus-daemon") is None:
        pytest.skip("there is no dbus-daemon")
    # Without the system's services, among which may be a real portal.
    config = tmp_path / "bus.conf"
    config.write_text(
        f"<busconfig><type>session</type><listen>unix:tmpdir={tmp_path}</listen>"
        "<policy context='default'><allow send_destination='*' eavesdrop='true'/>"
        "<allow eavesdrop='true'/><allow own='*'/></policy>"
        "</busconfig>"
    )
    with running("dbus-daemon", f"--config-file={config}", "--nofork", "--print-address") as address:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        yield


@pytest.mark.usefixtures("bus")
def test_the_portal_binds_keys_and_tells_each_press(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_ACTIVATION_TOKEN", raising=False)
    portal, shortcut = FakePortal(), PortalShortcut()
    with qtbot.waitSignal(shortcut.changed):
        shortcut.bind(KEYS)
    assert shortcut.state == ShortcutState("Press Ctrl+Alt+N")  # in the desktop's words
    assert [method for method, _ in portal.asked] == ["CreateSession", "BindShortcuts"]
    ((name, about),) = portal.asked[1][1][1]
    assert (name, about["preferred_trigger"]) == ("toggle", ("s", "CTRL+ALT+n"))
    with qtbot.waitSignal(shortcut.pressed):
        portal.press()
    assert os.environ.pop("XDG_ACTIVATION_TOKEN") == "a token"
    shortcut.release()
    portal.close()


@pytest.mark.usefixtures("bus")
def test_a_desktop_without_the_portal_or_whose_user_declines_gets_a_sentence(qtbot: QtBot) -> None:
    shortcut = PortalShortcut()
    with qtbot.waitSignal(shortcut.changed):
        shortcut.bind(KEYS)
    assert shortcut.state.trouble == "This desktop lets no program bind a shortcut."
    portal = FakePortal(confirms=False)
    with qtbot.waitSignal(shortcut.changed):
        shortcut.bind(KEYS)
    assert shortcut.state.trouble == "The shortcut was not confirmed."
    portal.close()


@pytest.mark.parametrize(("keys", "x11", "windows", "portal"), [
    ("Ctrl+Alt+N", ord("n"), ord("N"), "CTRL+ALT+n"), ("Meta+Space", 0x20, 0x20, "LOGO+space"),
    ("Shift+F12", 0xFFBE + 11, 0x7B, "SHIFT+F12"), ("Ctrl+1", ord("1"), ord("1"), "CTRL+1"),
    ("Ctrl+Ö", ord("ö"), None, "CTRL+ö"), ("Meta+!", ord("!"), None, "LOGO+!"),
])  # fmt: skip
def test_each_system_gets_keys_as_its_numbers(keys: str, x11: int, windows: int | None, portal: str) -> None:
    parsed = present(Keys.parse(keys))
    assert (parsed.keysym, virtual_key(parsed), portal_trigger(parsed)) == (x11, windows, portal)


def test_no_keys_are_no_keys() -> None:
    assert Keys.parse("") is Keys.parse("Ctrl+Media Play") is None


def test_the_mac_is_asked_for_keys_and_tells_a_press(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    carbon = Mock(**{"RegisterEventHotKey.return_value": 0})
    monkeypatch.setattr(global_shortcut, "_load_carbon", lambda: carbon)
    monkeypatch.setattr(sys, "platform", "darwin")
    (shortcut := MacShortcut()).bind(KEYS)
    shortcut.bind("Ctrl+Ö")
    assert [call.args[:2] for call in carbon.RegisterEventHotKey.mock_calls] == [(45, 0x900)]
    with qtbot.waitSignal(shortcut.pressed):
        assert carbon.InstallEventHandler.call_args.args[1](None, None, None) == 0


def test_every_letter_and_digit_has_a_place_on_the_mac() -> None:
    assert {*"abcdefghijklmnopqrstuvwxyz0123456789"} <= _CARBON_CODES.keys()
    assert len(set(_CARBON_CODES.values())) == len(_CARBON_CODES)


@pytest.mark.usefixtures("qapp")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="of Linux")
def test_each_platform_has_its_own_and_an_unknown_one_none() -> None:
    parent = QObject()
    made = [create_global_shortcut(platform, parent) for platform in ("xcb", "wayland-egl", "offscreen")]
    assert [type(shortcut) for shortcut in made] == [X11Shortcut, PortalShortcut, GlobalShortcut]
    assert not made[2].is_available

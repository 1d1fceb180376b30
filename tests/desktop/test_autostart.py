"""The start at login and the menu entry: each system gets its own, and is asked what holds now."""

import configparser
import os
import plistlib
import shlex
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.builders import write_notes
from vaultsearch.core.errors import VaultSearchError
from vaultsearch.desktop.autostart import program_command, start_at_login, start_command, starts_at_login
from vaultsearch.desktop.menu_entry import change_menu_entry, lacks_menu_entry

RUN = r"Software\Microsoft\Windows\CurrentVersion\Run"
XDG_ENTRY = ".config/autostart/vaultsearch.desktop"
APPROVED = r"Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run"


class FakeRegistry:
    """The functions of `winreg` that are used, over values in memory."""

    HKEY_CURRENT_USER = REG_SZ = 1
    KEY_SET_VALUE = 2

    def __init__(self) -> None:
        self.values: dict[tuple[str, str], object] = {}

    @contextmanager
    def CreateKey(self, _root: int, key: str, *_rights: int) -> Iterator[str]:  # noqa: N802
        yield key

    OpenKey = CreateKey

    def SetValueEx(self, key: str, name: str, _: int, _kind: int, value: object) -> None:  # noqa: N802
        self.values[key, name] = value

    def QueryValueEx(self, key: str, name: str) -> tuple[object, int]:  # noqa: N802
        if (key, name) not in self.values:
            raise FileNotFoundError(name)
        return self.values[key, name], 1

    def DeleteKey(self, _root: int, key: str) -> None:  # noqa: N802 - the name in winreg
        assert not any(other.startswith(f"{key}\\") for other, _ in self.values)
        self.values = {place: value for place, value in self.values.items() if place[0] != key}

    def DeleteValue(self, key: str, name: str) -> None:  # noqa: N802
        if self.values.pop((key, name), None) is None:
            raise FileNotFoundError(name)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.delenv("APPIMAGE", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    return tmp_path


@pytest.fixture
def registry(home: Path, monkeypatch: pytest.MonkeyPatch) -> FakeRegistry:
    fake = FakeRegistry()
    monkeypatch.setitem(sys.modules, "winreg", fake)
    monkeypatch.setattr(sys, "platform", "win32")
    return fake


def program(home: Path, monkeypatch: pytest.MonkeyPatch, name: str = "vaultsearch") -> Path:
    """A program at an awkward place that writes the arguments that it was started with."""
    file = home / 'an "odd" $place' / name if os.name == "posix" else home / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"#!/bin/sh\necho \"$@\" > '{home}/started'\n", encoding="utf-8")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(sys, "executable", str(file))
    return file


def test_it_is_off_until_it_is_switched_on_and_off_again_after(home: Path) -> None:
    assert not starts_at_login()
    start_at_login(enabled=False)
    start_at_login(enabled=True)
    assert starts_at_login()
    start_at_login(enabled=False)
    assert not starts_at_login()
    assert not list((home / XDG_ENTRY).parent.iterdir())


def test_an_installed_program_starts_by_python_or_frozen(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert start_command() == [sys.executable, "-m", "vaultsearch", "--hidden"]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert start_command() == [sys.executable, "--hidden"]
    monkeypatch.setenv("APPIMAGE", "/home/a/vaultsearch.AppImage")
    assert start_command() == ["/home/a/vaultsearch.AppImage", "--hidden"]


def test_linux_understands_the_entry_whatever_the_path(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started = program(home, monkeypatch)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    start_at_login(enabled=True)
    entry = (home / XDG_ENTRY).read_text(encoding="utf-8")
    lines = dict(line.split("=", 1) for line in entry.splitlines() if "=" in line)
    unescaped = lines["Exec"].replace("\\\\", "\\").replace("%%", "%")
    # A shell takes the same four escapes within double quotes.
    assert shlex.split(unescaped.replace("\\$", "$")) == [str(started), "--hidden"]
    assert lines["TryExec"] == str(started)
    subprocess.run(["/bin/sh", "-c", unescaped], check=True)
    assert (home / "started").read_text(encoding="utf-8") == "--hidden\n"


@pytest.mark.parametrize(
    "line", [b"Hidden=true", b"X-GNOME-Autostart-enabled=false", b"TryExec=/gone", b"\xff\xfe", b"[[\n"]
)
def test_an_entry_is_off_if_switched_off_or_unreadable_or_its_program_gone(home: Path, line: bytes) -> None:
    start_at_login(enabled=True)
    entry = home / XDG_ENTRY
    entry.write_bytes(entry.read_bytes() + line)
    assert not starts_at_login()
    start_at_login(enabled=True)
    assert starts_at_login()


def test_a_folder_that_cannot_be_written_is_told(home: Path) -> None:
    (home / ".config").write_text("a file", encoding="utf-8")
    with pytest.raises(VaultSearchError, match=r"start at login couldn't be changed"):
        start_at_login(enabled=True)


def test_macos_has_a_launch_agent(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    started = program(home, monkeypatch)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    start_at_login(enabled=True)
    agent = home / "Library" / "LaunchAgents" / "io.github.vaultsearch.plist"
    content = plistlib.loads(agent.read_bytes())
    kind = {"RunAtLoad": True, "ProcessType": "Interactive", "LimitLoadToSessionType": "Aqua"}
    program_words = {"Label": "io.github.vaultsearch", "ProgramArguments": [str(started), "--hidden"]}
    assert content == program_words | kind
    assert starts_at_login()
    agent.write_bytes(plistlib.dumps(content | {"Disabled": True}))
    assert not starts_at_login()
    start_at_login(enabled=False)
    assert not agent.exists()


def test_windows_starts_quietly(home: Path, registry: FakeRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = program(home, monkeypatch, "pythonw.exe")
    program(home, monkeypatch, "python.exe")
    start_at_login(enabled=True)
    line = str(registry.values[RUN, "vaultsearch"])
    assert line.endswith(" -m vaultsearch --hidden")
    assert str(quiet).replace('"', '\\"') in line
    monkeypatch.setattr(sys, "executable", str(home / "python.exe"))
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    for name in ("python.exe", "vaultsearchw.exe"):
        (home / name).touch()
    start_at_login(enabled=True)
    assert registry.values[RUN, "vaultsearch"] == f"{home / 'vaultsearchw.exe'} --hidden"
    assert starts_at_login()


def test_the_task_manager_of_windows_may_have_switched_it_off(registry: FakeRegistry) -> None:
    start_at_login(enabled=True)
    registry.values[APPROVED, "vaultsearch"] = b"\x03" + bytes(11)
    assert not starts_at_login()
    start_at_login(enabled=True)
    assert starts_at_login()
    assert (APPROVED, "vaultsearch") not in registry.values
    start_at_login(enabled=False)
    assert not registry.values
    assert not starts_at_login()


@pytest.fixture
def share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Linux without any entry; return the folder of the user's data."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "own"))
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "all"))
    monkeypatch.delenv("APPIMAGE", raising=False)
    return tmp_path / "own"


def test_linux_gets_an_entry_that_opens_folders_and_addresses(share: Path) -> None:
    assert lacks_menu_entry()
    change_menu_entry(added=True)
    assert not lacks_menu_entry()
    file = share / "applications" / "vaultsearch.desktop"
    parser = configparser.RawConfigParser(strict=False)
    parser.optionxform = str  # type: ignore[assignment, method-assign]  # as documented
    parser.read_string(file.read_text("utf-8"))
    entry = parser["Desktop Entry"]
    assert shlex.split(entry["Exec"]) == [*program_command(), "%U"]
    assert "x-scheme-handler/vaultsearch;" in entry["MimeType"]
    assert entry["Icon"].endswith("/icons/vaultsearch.svg")
    assert shlex.split(parser["Desktop Action summon"]["Exec"]) == [*program_command(), "--toggle"]
    if validate := shutil.which("desktop-file-validate"):
        subprocess.run([validate, str(file)], check=True)
    change_menu_entry(added=False)
    change_menu_entry(added=False)
    assert not file.exists()


def test_a_packages_entry_is_enough(share: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert not lacks_menu_entry()
    monkeypatch.setenv("APPIMAGE", "/home/me/vaultsearch.AppImage")
    assert lacks_menu_entry()
    change_menu_entry(added=True)
    entry = (share / "applications/vaultsearch.desktop").read_text()
    assert 'Exec="/home/me/vaultsearch.AppImage" %U' in entry.splitlines()
    change_menu_entry(added=False)
    write_notes(tmp_path / "all", {"applications/vaultsearch.desktop": ""})
    assert not lacks_menu_entry()


def test_a_menu_that_cannot_be_written_is_told(share: Path) -> None:
    share.write_text("in the way")
    with pytest.raises(VaultSearchError, match="The applications menu couldn't be changed"):
        change_menu_entry(added=True)


def test_macos_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert not lacks_menu_entry()
    with pytest.raises(VaultSearchError, match="brings its own"):
        change_menu_entry(added=True)


def test_windows_gets_a_shortcut_and_the_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    registry, started = FakeRegistry(), []
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "executable", "C:\\My programs\\pythonw.exe")
    monkeypatch.setitem(sys.modules, "winreg", registry)
    monkeypatch.setenv("APPDATA", str(tmp_path))
    monkeypatch.delenv("APPIMAGE", raising=False)
    monkeypatch.setattr("subprocess.run", lambda *words, **given: started.append((words, given)))
    assert lacks_menu_entry()
    change_menu_entry(added=True)
    key = r"Software\Classes\vaultsearch"
    assert registry.values == {
        (key, ""): "URL:vaultsearch", (key, "URL Protocol"): "",
        (rf"{key}\shell\open\command", ""): r'"C:\My programs\pythonw.exe" -m vaultsearch open -- "%1"',
    }  # fmt: skip
    ((_, given),) = started
    environment = [given["env"][name] for name in ("TARGET", "ARGUMENTS", "LINK")]
    assert environment[:2] == ["C:\\My programs\\pythonw.exe", "-m vaultsearch"]
    assert environment[2].endswith("vaultsearch.lnk")
    change_menu_entry(added=False)
    assert registry.values == {}

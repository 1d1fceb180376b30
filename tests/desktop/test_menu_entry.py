"""The entry in the applications' menu: offered where there is none, written and removed."""

import configparser
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.builders import write_notes
from tests.desktop.test_autostart import FakeRegistry
from vaultsearch.core.errors import VaultSearchError
from vaultsearch.desktop.autostart import program_command
from vaultsearch.desktop.menu_entry import change_menu_entry, lacks_menu_entry


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


def test_a_folder_that_cannot_be_written_is_told(share: Path) -> None:
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
        (key, ""): "URL:vaultsearch",
        (key, "URL Protocol"): "",
        (rf"{key}\shell\open\command", ""): r'"C:\My programs\pythonw.exe" -m vaultsearch open -- "%1"',
    }
    ((_, given),) = started
    environment = [given["env"][name] for name in ("TARGET", "ARGUMENTS", "LINK")]
    assert environment[:2] == ["C:\\My programs\\pythonw.exe", "-m vaultsearch"]
    assert environment[2].endswith("vaultsearch.lnk")
    change_menu_entry(added=False)
    assert registry.values == {}

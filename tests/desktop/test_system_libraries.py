"""A missing system library is one sentence with the command that installs it, before Qt starts."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import QLibraryInfo

from tests.patience import PROCESS_S
from vaultsearch.cli.program import TROUBLE_EXIT_CODE
from vaultsearch.core.errors import VaultSearchError
from vaultsearch.desktop import before_qt

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Qt brings its own elsewhere")

X11 = {"DISPLAY": ":0"}
DEAD = ":7777"
CURSOR = "libxcb-cursor.so.0"


def told(monkeypatch: pytest.MonkeyPatch, release: Mapping[str, str], *missing: str) -> str:
    monkeypatch.setattr("platform.freedesktop_os_release", lambda: release)
    monkeypatch.setattr(before_qt, "_can_load", lambda name: name not in missing)
    with pytest.raises(VaultSearchError) as raised:
        before_qt.require_system_libraries(X11)
    return f"{raised.value} {raised.value.remedy}"


@pytest.mark.parametrize(("release", "command"), [
    ({"ID": "debian"}, ": sudo apt install libxcb-cursor0"),
    ({"ID": "linuxmint", "ID_LIKE": "ubuntu debian"}, ": sudo apt install libxcb-cursor0"),
    ({"ID": "fedora"}, ": sudo dnf install xcb-util-cursor"),
    ({"ID": "rocky", "ID_LIKE": "rhel centos fedora"}, ": sudo dnf install xcb-util-cursor"),
    ({"ID": "arch"}, ": sudo pacman -S xcb-util-cursor"),
    ({"ID": "opensuse-tumbleweed", "ID_LIKE": "opensuse suse"}, ": sudo zypper install libxcb-cursor0"),
    ({"ID": "other"}, " your system's package manager (Debian: libxcb-cursor0)."),
    ({}, " your system's package manager (Debian: libxcb-cursor0)."),
])  # fmt: skip
def test_each_distribution_gets_its_own_command(
    monkeypatch: pytest.MonkeyPatch, release: Mapping[str, str], command: str
) -> None:
    expected = f"The window needs {CURSOR}, which this system does not have. Install it with{command}"
    assert told(monkeypatch, release, CURSOR) == expected


def test_several_are_installed_by_one_command_each_package_once(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = ("libxcb-randr.so.0", "libxcb-shape.so.0", "libEGL.so.1")
    sentence = told(monkeypatch, {"ID": "fedora"}, *missing)
    assert "libEGL.so.1, libxcb-randr.so.0 and libxcb-shape.so.0" in sentence
    assert sentence.endswith("sudo dnf install libglvnd-egl libxcb")


@pytest.mark.parametrize("environment", [{"WAYLAND_DISPLAY": "w", **X11}, {"QT_QPA_PLATFORM": "offscreen"}])
def test_x11_is_not_needed_elsewhere(monkeypatch: pytest.MonkeyPatch, environment: Mapping[str, str]) -> None:
    monkeypatch.setattr(before_qt, "_can_load", lambda name: name != CURSOR)
    before_qt.require_system_libraries(environment)


def test_those_asked_for_are_those_that_qt_links_to() -> None:
    qt = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.LibrariesPath))
    plugins = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath))
    libraries = [qt / f"libQt6{name}.so.6" for name in ("Gui", "DBus", "Network", "XcbQpa")]
    linked = b"".join(file.read_bytes() for file in [*libraries, plugins / "platforms" / "libqxcb.so"])
    needed = {name.encode() for name in before_qt.QT_LIBRARIES | before_qt.XCB_LIBRARIES}
    assert needed <= set(re.findall(rb"(?<=\0)lib[\w.-]+\.so\.\d+(?=\0)", linked))


def test_the_program_ends_with_the_sentence_and_does_not_abort(tmp_path: Path) -> None:
    (tmp_path / CURSOR).write_bytes(b"not a library")  # found first, and no library
    env = {
        **os.environ,
        "LD_LIBRARY_PATH": str(tmp_path),
        "VAULTSEARCH_HOME": str(tmp_path / "home"),
        "XDG_RUNTIME_DIR": str(tmp_path),
        "QT_QPA_PLATFORM": "xcb",
        "DISPLAY": "elsewhere:0",  # taken to answer, as it is another machine's
    }
    command = [sys.executable, "-m", "vaultsearch", "--sample"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=PROCESS_S)
    assert done.returncode == TROUBLE_EXIT_CODE
    assert done.stderr.startswith(f"vaultsearch: The window needs {CURSOR}, ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("platform", ["", "xcb"])
def test_a_display_that_does_not_answer_is_told_before_qt_aborts(tmp_path: Path, platform: str) -> None:
    environment = {"DISPLAY": DEAD, "QT_QPA_PLATFORM": platform}
    with pytest.raises(VaultSearchError, match=f"display {DEAD} does not answer"):
        before_qt.require_display(environment)
    wayland = {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": str(tmp_path)}
    with pytest.raises(VaultSearchError, match=f"display {DEAD} and wayland-0 does not answer"):
        before_qt.require_display(environment | wayland)
    before_qt.require_display({"DISPLAY": DEAD, "QT_QPA_PLATFORM": "offscreen"})
    before_qt.require_display({"DISPLAY": "elsewhere:0"})
    with socket.socket(socket.AF_UNIX) as compositor:
        compositor.bind(str(tmp_path / "wayland-0"))
        compositor.listen()
        before_qt.require_display(environment | wayland)

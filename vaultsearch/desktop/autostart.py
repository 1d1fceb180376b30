"""Start at login: an XDG entry, a LaunchAgent, or a registry value; runs on the storage threads.

The system's entry is the only record: users may remove it by other means.
"""

from __future__ import annotations

import configparser
import os
import plistlib
import subprocess
import sys
from pathlib import Path

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.files import write_atomically
from vaultsearch.core.messages import Message

_PROGRAM_NAME = "vaultsearch"
_IDENTIFIER = "io.github.vaultsearch"


def starts_at_login() -> bool:
    """Return whether the session starts this program, and the program exists."""
    try:
        program = autostart_entry().program()
        return program is not None and program.exists()
    except (OSError, ValueError):
        return False


def start_at_login(*, enabled: bool) -> None:
    """Write or remove the entry. Raise VaultSearchError on failure."""
    entry = autostart_entry()
    try:
        if enabled:
            entry.write(start_command())
        else:
            entry.remove()
    except OSError as error:
        raise VaultSearchError(
            Message("The start at login couldn't be changed ({}).", error),
            "Change it in your system's settings.",
        ) from error


def start_command() -> list[str]:
    """Return the command starting this program hidden, as installed."""
    return [*program_command(), "--hidden"]


def program_command() -> list[str]:
    """Return the command starting this program without a terminal, as installed."""
    # The program itself lies in a folder that is gone once the image is unmounted.
    if image := os.environ.get("APPIMAGE"):
        return [image]
    program = Path(sys.executable)
    # Set by PyInstaller, which makes the frozen program.
    if getattr(sys, "frozen", False):
        return [str(_terminal_free_twin(program, "vaultsearchw.exe"))]
    return [str(_terminal_free_twin(program, "pythonw.exe")), "-m", "vaultsearch"]


def _terminal_free_twin(program: Path, twin: str) -> Path:
    """Return the program's variant in the same folder which opens no terminal, on Windows."""
    beside = program.with_name(twin)
    return beside if sys.platform == "win32" and beside.is_file() else program


def autostart_entry() -> XdgEntry | LaunchAgent | RunValue:
    """Return this system's entry, whose ``program`` is None if it is missing or disabled."""
    if sys.platform == "win32":
        return RunValue()
    return LaunchAgent() if sys.platform == "darwin" else XdgEntry()


class XdgEntry:
    """A desktop entry in the user's autostart folder (freedesktop's Autostart specification)."""

    def __init__(self) -> None:
        config = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
        self._file = Path(config) / "autostart" / f"{_PROGRAM_NAME}.desktop"

    def program(self) -> Path | None:
        """Read the entry; desktops disable an entry by either of two keys."""
        parser = configparser.ConfigParser(interpolation=None, strict=False)
        try:
            with self._file.open(encoding="utf-8") as file:
                parser.read_file(file)
            entry = parser["Desktop Entry"]
        except (FileNotFoundError, KeyError, configparser.Error):
            return None
        is_off = entry.get("Hidden") == "true" or entry.get("X-GNOME-Autostart-enabled") == "false"
        return None if is_off else Path(entry.get("TryExec", sys.executable).replace("\\\\", "\\"))

    def write(self, command: list[str]) -> None:
        """Write the entry; desktops ignore it once TryExec is gone."""
        lines = [
            "[Desktop Entry]",
            "Type=Application",
            f"Name={_PROGRAM_NAME}",
            f"Exec={' '.join(map(exec_argument, command))}",
            "TryExec=" + command[0].replace("\\", "\\\\"),
            f"Icon={_PROGRAM_NAME}",
            "X-GNOME-Autostart-enabled=true",
        ]
        write_atomically(self._file, "\n".join(lines) + "\n", make_folder=True)

    def remove(self) -> None:
        """Remove the file."""
        self._file.unlink(missing_ok=True)


def exec_argument(argument: str) -> str:
    r"""Quote an argument for an Exec line, where backslashes are escaped twice: $ is \\$."""
    quoted = "".join(f"\\{sign}" if sign in '"`$\\' else sign for sign in argument).replace("%", "%%")
    return f'"{quoted}"'.replace("\\", "\\\\")


class LaunchAgent:
    """A property list read by launchd when the user logs in."""

    def __init__(self) -> None:
        self._file = Path.home() / "Library" / "LaunchAgents" / f"{_IDENTIFIER}.plist"

    def program(self) -> Path | None:
        """Read the list."""
        try:
            content = plistlib.loads(self._file.read_bytes())
            return None if content.get("Disabled") else Path(content["ProgramArguments"][0])
        # Anybody may have written the list, in any shape.
        except (FileNotFoundError, plistlib.InvalidFileException, LookupError, TypeError, AttributeError):
            return None

    def write(self, command: list[str]) -> None:
        """Write the list."""
        content = {
            "Label": _IDENTIFIER,
            "ProgramArguments": command,
            "RunAtLoad": True,
            "ProcessType": "Interactive",
            "LimitLoadToSessionType": "Aqua",
        }
        write_atomically(self._file, plistlib.dumps(content), make_folder=True)

    def remove(self) -> None:
        """Remove the file; the running program continues."""
        self._file.unlink(missing_ok=True)


_RUN_KEY = r"Software\Microsoft\Windows\CurrentVersion\Run"
_APPROVED_KEY = r"Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run"
"""The task manager's switches: an odd first byte means disabled."""


class RunValue:
    """A value in the user's Run key."""

    def program(self) -> Path | None:
        """Read the value, and the task manager's switch."""
        command, switch = self._value(_RUN_KEY), self._value(_APPROVED_KEY)
        if not isinstance(command, str) or (isinstance(switch, bytes) and switch[:1] and switch[0] % 2):
            return None
        program = command.split('"')[1] if command.startswith('"') else command.split(" ")[0]
        return Path(program)

    def write(self, command: list[str]) -> None:
        """Write the value, and enable it in the task manager."""
        if sys.platform == "win32":
            import winreg

            with winreg.CreateKey(winreg.HKEY_CURRENT_USER, _RUN_KEY) as key:
                line = subprocess.list2cmdline(command)
                winreg.SetValueEx(key, _PROGRAM_NAME, 0, winreg.REG_SZ, line)
            self._delete(_APPROVED_KEY)

    def remove(self) -> None:
        """Delete the value."""
        self._delete(_RUN_KEY)

    def _value(self, key: str) -> object:
        if sys.platform == "win32":
            import winreg

            try:
                with winreg.OpenKey(winreg.HKEY_CURRENT_USER, key) as opened:
                    return winreg.QueryValueEx(opened, _PROGRAM_NAME)[0]
            except FileNotFoundError:
                return None
        return None

    def _delete(self, key: str) -> None:
        if sys.platform == "win32":
            import winreg

            try:
                with winreg.OpenKey(winreg.HKEY_CURRENT_USER, key, 0, winreg.KEY_SET_VALUE) as opened:
                    winreg.DeleteValue(opened, _PROGRAM_NAME)
            except FileNotFoundError:
                return

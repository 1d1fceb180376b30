"""The entry in the applications' menu, and vaultsearch:// addresses, for installs that bring neither."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.files import write_atomically
from vaultsearch.core.messages import Message
from vaultsearch.desktop.autostart import exec_argument, program_command
from vaultsearch.settings.resources import resources_folder

if TYPE_CHECKING:
    from collections.abc import Callable

_ENTRY = "vaultsearch.desktop"
_SCHEME_KEY = r"Software\Classes\vaultsearch"
_SHORTCUT = (
    "$s = (New-Object -ComObject WScript.Shell).CreateShortcut($env:LINK); "
    "$s.TargetPath = $env:TARGET; $s.Arguments = $env:ARGUMENTS; $s.Save()"
)
_TIMEOUT_S = 30


def lacks_menu_entry() -> bool:
    """Return whether this install has no entry, and could have one."""
    # An application's bundle, an installer and a package bring their own.
    is_packaged = getattr(sys, "frozen", False) and "APPIMAGE" not in os.environ
    if is_packaged or sys.platform == "darwin":
        return False
    if sys.platform == "win32":
        return not _windows_link().exists()
    others = (os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":")
    files = (_linux_file(), *(Path(folder, "applications", _ENTRY) for folder in others if folder))
    return not any(file.exists() for file in files)


def add_menu_entry() -> None:
    """Add the entry, and have the system open vaultsearch:// addresses here. Raise VaultSearchError."""
    _change(_add_windows if sys.platform == "win32" else _add_linux)


def remove_menu_entry() -> None:
    """Remove both. Raise VaultSearchError."""
    _change(_remove_windows if sys.platform == "win32" else _remove_linux)


def _change(change: Callable[[], None]) -> None:
    if sys.platform == "darwin":
        raise VaultSearchError("On macOS, the application brings its own entry.", "Install the .dmg.")
    try:
        change()
    except (OSError, subprocess.SubprocessError) as error:
        raise VaultSearchError(
            Message("The applications menu couldn't be changed ({}).", error), "Check your permissions."
        ) from error


def _linux_file() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share", "applications", _ENTRY)


def _add_linux() -> None:
    program = " ".join(map(exec_argument, program_command()))
    icon = str(resources_folder() / "icons" / "vaultsearch.svg").replace("\\", "\\\\")
    text = Path(__file__).with_name(_ENTRY).read_text("utf-8")
    text = text.replace("Exec=vaultsearch", f"Exec={program}").replace("Icon=vaultsearch", f"Icon={icon}")
    write_atomically(_linux_file(), text, make_folder=True)
    _update_database()


def _remove_linux() -> None:
    _linux_file().unlink(missing_ok=True)
    _update_database()


def _update_database() -> None:
    """Have desktops learn which addresses the entry opens; those without the program look themselves."""
    if updating := shutil.which("update-desktop-database"):
        command = [updating, str(_linux_file().parent)]
        subprocess.run(command, capture_output=True, timeout=_TIMEOUT_S, check=False)  # noqa: S603 - no input


def _windows_link() -> Path:
    return Path(os.environ.get("APPDATA", ""), r"Microsoft\Windows\Start Menu\Programs", "vaultsearch.lnk")


def _add_windows() -> None:
    program, *arguments = program_command()
    values = {"LINK": _windows_link(), "TARGET": program, "ARGUMENTS": subprocess.list2cmdline(arguments)}
    command = ["powershell", "-NoProfile", "-NonInteractive", "-Command", _SHORTCUT]
    environment = os.environ | {name: str(value) for name, value in values.items()}
    subprocess.run(command, env=environment, timeout=_TIMEOUT_S, check=True, capture_output=True)  # noqa: S603 - ours
    if sys.platform == "win32":
        import winreg

        opening = f'{subprocess.list2cmdline([program, *arguments, "open", "--"])} "%1"'
        for key, name, value in (
            (_SCHEME_KEY, "", "URL:vaultsearch"),
            (_SCHEME_KEY, "URL Protocol", ""),
            (rf"{_SCHEME_KEY}\shell\open\command", "", opening),
        ):
            with winreg.CreateKey(winreg.HKEY_CURRENT_USER, key) as made:
                winreg.SetValueEx(made, name, 0, winreg.REG_SZ, value)


def _remove_windows() -> None:
    _windows_link().unlink(missing_ok=True)
    if sys.platform == "win32":
        import winreg

        # A key with others below it can't be deleted.
        for below in (r"\shell\open\command", r"\shell\open", r"\shell", ""):
            with suppress(FileNotFoundError):
                winreg.DeleteKey(winreg.HKEY_CURRENT_USER, _SCHEME_KEY + below)

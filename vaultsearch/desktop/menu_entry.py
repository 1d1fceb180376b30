"""The entry in the applications menu, and vaultsearch:// addresses, for installs that bring neither."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.files import write_atomically
from vaultsearch.core.messages import Message
from vaultsearch.desktop.autostart import exec_argument, program_command
from vaultsearch.settings.resources import resources_folder

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
    folders = (os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":")
    of_all = () if sys.platform == "win32" else (Path(each, "applications", _ENTRY) for each in folders)
    return not any(file.exists() for file in (_own_file(), *of_all))


def change_menu_entry(*, added: bool) -> None:
    """Add the entry and open vaultsearch:// addresses from now on, or remove both.

    Raise VaultSearchError if the system refuses, or has its own way.
    """
    if sys.platform == "darwin":
        raise VaultSearchError("On macOS, the application brings its own entry.", "Install the .dmg.")
    try:
        if not added:
            _own_file().unlink(missing_ok=True)
        elif sys.platform == "win32":
            program, *words = program_command()
            arguments = subprocess.list2cmdline(words)
            values = {"LINK": str(_own_file()), "TARGET": program, "ARGUMENTS": arguments}
            command = ["powershell", "-NoProfile", "-NonInteractive", "-Command", _SHORTCUT]
            subprocess.run(  # noqa: S603 - ours
                command, env=os.environ | values, timeout=_TIMEOUT_S, check=True, capture_output=True
            )
        else:
            program = " ".join(map(exec_argument, program_command()))
            text = Path(__file__).with_name(_ENTRY).read_text("utf-8")
            text = text.replace("Exec=vaultsearch", f"Exec={program}")
            icon = str(resources_folder() / "icons" / "vaultsearch.svg").replace("\\", "\\\\")
            text = text.replace("Icon=vaultsearch", f"Icon={icon}")
            write_atomically(_own_file(), text, make_folder=True)
        _register(added=added)
    except (OSError, subprocess.SubprocessError) as error:
        raise VaultSearchError(
            Message("The applications menu couldn't be changed ({}).", error), "Check your permissions."
        ) from error


def _own_file() -> Path:
    if sys.platform == "win32":
        return Path(os.environ["APPDATA"], r"Microsoft\Windows\Start Menu\Programs", "vaultsearch.lnk")
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share", "applications", _ENTRY)


def _register(*, added: bool) -> None:
    """Have the system learn which addresses open here."""
    if sys.platform != "win32":
        if updating := shutil.which("update-desktop-database"):
            command = [updating, str(_own_file().parent)]
            subprocess.run(command, capture_output=True, timeout=_TIMEOUT_S, check=False)  # noqa: S603 - no input
        return
    import winreg

    opening = f'{subprocess.list2cmdline([*program_command(), "open", "--"])} "%1"'
    values = ("", "", "URL:vaultsearch"), ("", "URL Protocol", ""), (r"\shell\open\command", "", opening)
    for below, name, value in values if added else ():
        with winreg.CreateKey(winreg.HKEY_CURRENT_USER, _SCHEME_KEY + below) as key:
            winreg.SetValueEx(key, name, 0, winreg.REG_SZ, value)
    # A key with others below it can't be deleted.
    for below in () if added else (r"\shell\open\command", r"\shell\open", r"\shell", ""):
        with suppress(FileNotFoundError):
            winreg.DeleteKey(winreg.HKEY_CURRENT_USER, _SCHEME_KEY + below)

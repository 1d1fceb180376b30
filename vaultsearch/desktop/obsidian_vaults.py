"""The vaults that Obsidian lists in its `obsidian.json`, and whether its links are opened, on each system."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from os.path import expandvars
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from PySide6.QtCore import QCoreApplication, QProcess, QSettings, QTimer, QUrl, QUrlQuery

from vaultsearch.core.files import users_umask

if TYPE_CHECKING:
    from collections.abc import Iterable


_MOST_BYTES = 2**20
_ANSWERS_WITHIN_S = 5.0


def settings_files() -> tuple[Path, ...]:
    """Return the possible places of Obsidian's list: installed, Flatpak, Snap."""
    home = Path.home()
    if sys.platform == "darwin":
        folders = [home / "Library" / "Application Support"]
    elif sys.platform == "win32":
        folders = [Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")]
    else:
        folders = [
            Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config"),
            home / ".var" / "app" / "md.obsidian.Obsidian" / "config",
            home / "snap" / "obsidian" / "current" / ".config",
        ]
    return tuple(folder / "obsidian" / "obsidian.json" for folder in folders)


def list_obsidian_vaults(files: Iterable[Path] | None = None) -> tuple[Path, ...]:
    """List the vaults that exist, the last opened one first; unreadable files list none."""
    times_by_folder: dict[Path, float] = {}
    for file in settings_files() if files is None else files:
        for vault, opened in _listed(file):
            times_by_folder[vault] = max(opened, times_by_folder.get(vault, 0))
    return tuple(
        sorted(
            (vault for vault in times_by_folder if _is_folder(vault)),
            key=lambda vault: -times_by_folder[vault],
        )
    )


def opens_obsidian_links() -> bool:
    """Return whether an app is registered for obsidian: links; True if that cannot be known.

    On Linux, xdg-open is started for a link whether or not any app takes it, and fails where nobody looks.
    """
    if sys.platform in ("darwin", "win32"):
        return True  # these say so when the link is opened
    command = ["xdg-mime", "query", "default", "x-scheme-handler/obsidian"]
    try:
        answer = subprocess.run(  # noqa: S603 - no input
            command, capture_output=True, timeout=_ANSWERS_WITHIN_S, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return True
    return bool(answer.stdout.strip())


def _listed(file: Path) -> list[tuple[Path, float]]:
    try:
        if file.stat().st_size > _MOST_BYTES:
            return []
        content: Any = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return []
    vaults = content.get("vaults") if isinstance(content, dict) else None
    entries = vaults.values() if isinstance(vaults, dict) else ()
    known = [entry for entry in entries if isinstance(entry, dict) and _is_path(entry.get("path"))]
    return [(Path(entry["path"]), _number(entry.get("ts"))) for entry in known]


def _is_path(value: object) -> bool:
    return isinstance(value, str) and bool(value) and "\0" not in value and Path(value).is_absolute()


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) and abs(value) < 1e300 else 0.0


def _is_folder(vault: Path) -> bool:
    try:
        return vault.is_dir()
    except OSError:
        return False


OpenUrl: TypeAlias = Callable[[QUrl], bool]
"""Hands a URL to the system; returns whether the system took it."""

_PATIENT_MS = 5_000
"""Time that the system may take to name its viewer."""

_INDEX = ("--page-index={page}", "{file}")
_FRAGMENT = ("{url}",)
_VIEWERS: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("evince", ("evince",), _INDEX),
    ("papers", ("papers",), _INDEX),
    ("xreader", ("xreader",), _INDEX),
    ("atril", ("atril",), _INDEX),
    ("okular", ("okular",), ("-p", "{page}", "{file}")),
    ("zathura", ("zathura",), ("-P", "{page}", "{file}")),
    ("qpdfview", ("qpdfview",), ("{file}#{page}",)),
    ("firefox", ("firefox", "firefox-esr"), _FRAGMENT),
    ("chromium", ("chromium", "chromium-browser"), _FRAGMENT),
    ("chrome", ("google-chrome", "google-chrome-stable"), _FRAGMENT),
    ("brave", ("brave-browser", "brave"), _FRAGMENT),
    ("edge", ("microsoft-edge", "microsoft-edge-stable"), _FRAGMENT),
    (
        "sumatrapdf",
        (r"${LOCALAPPDATA}\SumatraPDF\SumatraPDF.exe", r"${PROGRAMFILES}\SumatraPDF\SumatraPDF.exe"),
        ("-page", "{page}", "{file}"),
    ),
)
"""A part of the name that the system knows a viewer by, its programs and its arguments."""

_WINDOWS_CHOICE = (
    r"HKEY_CURRENT_USER\Software\Microsoft\Windows\CurrentVersion\Explorer\FileExts\.pdf\UserChoice"
)


def open_at_page(url: QUrl, open_plainly: OpenUrl) -> bool:
    """Open a file at the page of the URL's fragment if the system's viewer is known, else plainly.

    Return whether it was opened, as far as that is known at once: the answer of the system is not waited for.
    """
    if not url.isLocalFile() or not (page := QUrlQuery(url.fragment()).queryItemValue("page")):
        return open_plainly(url)
    plain = QUrl.fromLocalFile(url.toLocalFile())
    if sys.platform == "win32":
        choice = QSettings(_WINDOWS_CHOICE, QSettings.Format.NativeFormat)
        return _started(str(choice.value("ProgId", "")), url, page) or open_plainly(plain)
    if sys.platform == "darwin":
        return open_plainly(plain)
    _ask_for_viewer(lambda viewer: _started(viewer, url, page) or open_plainly(plain))
    return True


def _ask_for_viewer(receive: Callable[[str], object]) -> None:
    """Call ``receive`` with the desktop file of the viewer of PDFs, empty if it cannot be known."""
    asking = QProcess(QCoreApplication.instance())

    def finish(*_: object) -> None:
        receive(bytes(asking.readAllStandardOutput().data()).decode("utf-8", "replace").strip())
        asking.deleteLater()

    # Killed, it finishes as well; one that could not start does not finish.
    asking.errorOccurred.connect(
        lambda error: finish() if error == QProcess.ProcessError.FailedToStart else None
    )
    asking.finished.connect(finish)
    QTimer.singleShot(_PATIENT_MS, asking, asking.kill)
    asking.start("xdg-mime", ["query", "default", "application/pdf"])


def _started(viewer: str, url: QUrl, page: str) -> bool:
    """Start the program of a viewer that is known; return whether one started."""
    known = next((viewer_options for viewer_options in _VIEWERS if viewer_options[0] in viewer.lower()), None)
    if known is None:
        return False
    _, programs, templates = known
    values = {"file": url.toLocalFile(), "page": page, "url": url.toEncoded().toStdString()}
    arguments = [template.format_map(values) for template in templates]
    with users_umask():
        return any(QProcess.startDetached(expandvars(program), arguments)[0] for program in programs)

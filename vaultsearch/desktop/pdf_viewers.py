"""PDFs opened at a page, by the arguments of the viewer that the system opens PDFs with."""

from __future__ import annotations

import sys
from collections.abc import Callable
from os.path import expandvars
from typing import TypeAlias

from PySide6.QtCore import QCoreApplication, QProcess, QSettings, QTimer, QUrl, QUrlQuery

from vaultsearch.core.files import users_umask

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
        # Some browsers have a program of another name on some systems: the first that starts is taken.
        return any(QProcess.startDetached(expandvars(program), arguments)[0] for program in programs)

"""A PDF is opened at its page in the viewers that can, and plainly otherwise."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot

from vaultsearch.desktop.app import open_at_page

FILE = "/vault/a #1 {page}.pdf"
pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="asks by xdg-mime")


class Plainly(list[QUrl]):
    """The URLs that were handed to the system."""

    def take(self, url: QUrl) -> bool:
        self.append(url)
        return True


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Path]:
    """Put a shell script on an otherwise empty PATH."""
    monkeypatch.setenv("PATH", str(tmp_path))

    def put(name: str, script: str) -> Path:
        file = tmp_path / name
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)
        return tmp_path

    return put


def at_page(page: int = 7) -> QUrl:
    url = QUrl.fromLocalFile(FILE)
    url.setFragment(f"page={page}")
    return url


@pytest.mark.parametrize(("viewer", "started", "arguments"), [
    ("org.gnome.Evince.desktop", "evince", ["--page-index=7", FILE]),
    ("okularApplication_pdf.desktop", "okular", ["-p", "7", FILE]),
    ("qpdfview.desktop", "qpdfview", [f"{FILE}#7"]),
    ("firefox.desktop", "firefox-esr", ["file:///vault/a%20%231%20%7Bpage%7D.pdf#page=7"]),
])  # fmt: skip
def test_a_viewer_that_is_known_opens_the_page(
    qtbot: QtBot, program: Callable[[str, str], Path], viewer: str, started: str, arguments: list[str]
) -> None:
    program("xdg-mime", f'[ "$*" = "query default application/pdf" ] && echo {viewer}')
    folder = program(started, 'printf "%s\\n" "$@" > "$0.part"; /bin/mv "$0.part" "$0.told"')
    told, plainly = folder / f"{started}.told", Plainly()
    assert open_at_page(at_page(), plainly.take)
    qtbot.waitUntil(told.exists)
    assert told.read_text().splitlines() == arguments
    assert plainly == []


@pytest.mark.parametrize("viewer", ["echo mupdf.desktop", "echo org.gnome.Evince.desktop", "exit 4", None])
def test_the_file_is_opened_plainly_if_no_known_viewer_starts(
    qtbot: QtBot, program: Callable[[str, str], Path], viewer: str | None
) -> None:
    if viewer is not None:
        program("xdg-mime", viewer)
    plainly = Plainly()
    open_at_page(at_page(), plainly.take)
    qtbot.waitUntil(lambda: list(plainly) == [QUrl.fromLocalFile(FILE)])


@pytest.mark.parametrize(
    "link", ["file:///vault/Note.md", "obsidian://open?file=a%23page=3", "https://a.org/#page=3"]
)
def test_anything_else_goes_to_the_system_as_it_is(link: str) -> None:
    plainly = Plainly()
    assert open_at_page(QUrl(link), plainly.take)
    assert plainly == [QUrl(link)]

"""All that a real folder may hold beside notes, at once: each is told or handled, and the rest is indexed."""

from __future__ import annotations

import os
import socket
import sys
import unicodedata
from pathlib import Path

import pytest

from tests.builders import write_notes
from tests.core.index.indexing import synced


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere two names may not differ in case alone")
async def test_what_is_no_note_is_told(vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    composed, decomposed = (unicodedata.normalize(form, "Über.md") for form in ("NFC", "NFD"))
    notes = {
        "plain.md": "plain",
        "folder.md/inside.md": "in a folder that is named like a note",
        "Case.md": "upper",
        "case.md": "lower",
        composed: "composed",
        decomposed: "decomposed",
        "name's 100% #1 ^x 🏺.md": "odd name",
        "empty.md": "",
    }
    write_notes(vault, notes)
    write_notes(tmp_path / "outside", {"linked.md": "outside of the vault"})
    os.mkfifo(vault / "pipe.md")
    listening = socket.socket(socket.AF_UNIX)
    monkeypatch.chdir(vault)  # a socket's path may have no more than about a hundred characters
    listening.bind("socket.md")
    (vault / "round").symlink_to(vault)
    (vault / "out").symlink_to(tmp_path / "outside")
    (vault / "gone.md").symlink_to(tmp_path / "nowhere.md")
    (vault / "huge.md").touch()
    os.truncate(vault / "huge.md", 200 * 2**20)
    (vault / "binary.md").write_bytes(bytes(range(256)) * 400)
    os.utime(vault / "plain.md", (0, 4_000_000_000))
    report = await synced(vault, tmp_path / "index")
    listening.close()
    assert {failure.path: failure.reason for failure in report.failed} == {
        "binary.md": "This isn't text, so it can't be indexed.",
        "gone.md": "Can't be read: no such file or directory.",
        "huge.md": "Too large: 200 MB; the limit is 64 MB.",
        "out": "Links to a place outside the vault; allow that in Settings > Exclusions.",
        "pipe.md": "Not a regular file.",
        "socket.md": "Not a regular file.",
    }
    assert report.added == len(notes), "and not the one behind the link"
    again = await synced(vault, tmp_path / "index")
    assert (again.added, again.changed, again.removed) == (0, 0, 0)

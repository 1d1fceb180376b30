"""`vaultsearch watch`: it keeps an index fresh, tells of each change, and ends cleanly."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from tests.builders import write_notes
from tests.cli.command import Command
from tests.patience import PROCESS_S
from tests.thoroughness import THOROUGH
from vaultsearch.core.recognized_texts import RECOGNIZED_FOLDER, page_key
from vaultsearch.settings.settings import index_folder

PICTURES = 20


@pytest.fixture
def watching(
    vault: Path, command: Command, request: pytest.FixtureRequest
) -> Iterator[subprocess.Popen[str]]:
    write_notes(vault, {"a.md": "Dugongs graze.\n"})
    if away := getattr(request, "param", ""):
        command("index", str(vault))
        vault.rename(vault.with_name(away))
    # A shell has what it starts in the background ignore SIGINT, and so would this process.
    former = signal.signal(signal.SIGINT, signal.default_int_handler)
    words = [sys.executable, "-m", "vaultsearch", "watch", str(vault)]
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    process = subprocess.Popen(words, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"}, **streams)
    signal.signal(signal.SIGINT, former)
    yield process
    process.kill()
    process.communicate(timeout=PROCESS_S)


def lines_until(process: subprocess.Popen[str], wanted: str) -> list[str]:
    """Read what it prints up to a line that ends like this, without the time of day."""
    lines: list[str] = []
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line.strip().partition(" ")[2])
        if line.strip().endswith(wanted):
            return lines
    raise AssertionError(f"it ended after: {lines}")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process at once")
@pytest.mark.parametrize(("how", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_each_change_is_told_in_a_line_and_a_signal_ends_it(
    watching: subprocess.Popen[str], vault: Path, command: Command, how: signal.Signals, code: int
) -> None:
    assert lines_until(watching, f"{vault}.") == ["added a.md", f"{vault}."]
    write_notes(vault, {"b.md": "A marmot whistles.\n"})
    assert lines_until(watching, "b.md") == ["added b.md"]
    (vault / "a.md").unlink()
    assert lines_until(watching, "a.md") == ["removed a.md"]
    assert "b.md" in command("search", "marmot", "--vault", str(vault), "--mode", "fulltext").stdout
    watching.send_signal(how)
    rest, _ = watching.communicate(timeout=PROCESS_S)
    assert (watching.returncode, rest) == (code, "")


@pytest.mark.parametrize("watching", ["away"], indirect=True)
def test_a_vault_whose_drive_is_away_is_waited_for(watching: subprocess.Popen[str], vault: Path) -> None:
    told = lines_until(watching, f"Watching {vault}.")[0]
    assert told == f"The folder {vault} doesn't exist. Check the path, or connect its drive."
    write_notes(vault.with_name("away"), {"b.md": "A marmot whistles.\n"})
    vault.with_name("away").rename(vault)
    assert lines_until(watching, "b.md")[-1] == "added b.md"


def test_an_index_another_process_writes_is_left_to_it(
    watching: subprocess.Popen[str], vault: Path, command: Command
) -> None:
    lines_until(watching, f"{vault}.")
    assert "being updated by another program" in command.in_a_process("watch", str(vault), code=2).stderr


@pytest.mark.skipif(not THOROUGH or sys.platform == "win32", reason="needs the extra ocr, and minutes")
@pytest.mark.timeout(1800)
@pytest.mark.usefixtures("qapp")
def test_a_killed_program_recognizes_no_picture_twice_and_loses_none(vault: Path, command: Command) -> None:
    from tests.bench.recognition import TEXTS, screenshot

    write_notes(vault, {"a.md": "Dugongs graze.\n"})
    for at, text in zip(range(PICTURES), cycle(TEXTS.values()), strict=False):
        (vault / f"{at}.png").write_bytes(screenshot(f"{text} Number {at}.", "DejaVu Sans", 18))
    keys = {page_key(one.read_bytes(), 1) for one in vault.glob("*.png")}
    folder, seen = index_folder(vault) / RECOGNIZED_FOLDER, dict[str, tuple[int, int]]()

    def read_once() -> dict[str, tuple[int, int]]:
        found = {one.stem: (one.stat().st_ino, one.stat().st_mtime_ns) for one in folder.glob("*.text")}
        assert {key: found[key] for key in seen} == seen, "lost, or written again"
        return found

    words = [sys.executable, "-m", "vaultsearch", "watch", str(vault), "--set", "files.recognize_text=true"]
    for killed_at in (1, 6, 7, 15):
        with subprocess.Popen(words, stdout=subprocess.DEVNULL) as process:
            while len(list(folder.glob("*.text"))) < killed_at:
                assert process.poll() is None
                time.sleep(0.05)
            process.kill()
        seen = read_once()
    assert "waiting" not in command.in_a_process("index", str(vault), "--recognize-text").stdout
    assert set(read_once()) == keys
    assert len(keys) == PICTURES
    found = command("search", '"number 19"', "--vault", str(vault), "--mode", "fulltext").stdout
    assert "19.png" in found

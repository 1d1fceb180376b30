"""Stacks of processes that die of a fault, in the log folder; imports little, to start early."""

from __future__ import annotations

import faulthandler
import os
import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from pathlib import Path

from vaultsearch.core.files import expand_home, restrict_folder

WINDOW, WORKER, SERVER, WATCH = "window", "worker", "mcp", "watch"
"""Processes with a file of their own."""
_MAX_BYTES = 256 * 1024
_BEGIN = re.compile(r"Fatal Python error|Windows fatal exception: (?!code)")
"""A report's beginning: on Windows, exceptions with only a code are survived, yet reported."""
_PLACE = re.compile(r'(?<=File ")[^"]+(?=")')
_LIBRARIES = re.compile(r"(?:site|dist)-packages|python3\.\d+")
_MODULES = re.compile(r"(?<!\n)\n*+Extension modules: .*", re.DOTALL)


def logs_folder() -> Path:
    """Return the log folder; VAULTSEARCH_HOME moves it."""
    home = os.environ.get("VAULTSEARCH_HOME")
    if home:
        return expand_home(home) / "logs"
    import platformdirs

    return platformdirs.user_log_path("vaultsearch")


def make_logs_folder() -> Path:
    """Make and return the log folder, private to its owner; raise OSError on failure."""
    folder = logs_folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    restrict_folder(folder)
    return folder


def enable_crash_log(process: str, *, make_folder: bool = True) -> None:
    """Write all threads' stacks to the file for this kind of ``process`` if this one dies of a fault.

    Such as a segmentation fault in a library, unknown to Python and the log. Do nothing if the folder cannot
    be written, or is missing and not to be made.
    """
    with suppress(OSError):
        file = _crash_file(make_logs_folder() if make_folder else logs_folder(), process)
        if file.exists() and file.stat().st_size > _MAX_BYTES:
            file.unlink()
        # Never closed: it is written to by a handler of signals.
        faulthandler.enable(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))


@dataclass(frozen=True, slots=True)
class Crash:
    """An earlier process's crash: stacks with places in the code, nothing from the notes."""

    time: datetime
    report: str

    @property
    def summary(self) -> str:
        """The fault and the faulting thread's frames, in one line."""
        lines = [line.strip() for line in self.report.splitlines()]
        begin = next((number for number, line in enumerate(lines) if line.startswith("Current thread")), 0)
        frames = takewhile(lambda line: line.startswith("File"), lines[begin + 1 :])
        return " < ".join((lines[0], *frames))


def take_last_crash(process: str) -> Crash | None:
    """Return and remove the last crash of this kind of ``process``, or None."""
    try:
        file = _crash_file(logs_folder(), process)
        written = datetime.fromtimestamp(file.stat().st_mtime).astimezone()
        report = file.read_text(encoding="utf-8", errors="replace")
        file.unlink()
    except OSError:
        return None
    begins = [match.start() for match in _BEGIN.finditer(report)]
    if not begins:
        return None
    reports = [report[begin:end] for begin, end in zip(begins, [*begins[1:], None], strict=True)]
    # A fault while the stacks were being written begins a second report, which holds none: a crash of the
    # window left the words "Segmentation fault", and no place.
    last = next((each for each in reversed(reports) if _PLACE.search(each)), reports[-1])
    return Crash(written, _PLACE.sub(_without_home, _MODULES.sub("", last).strip()))


def _crash_file(folder: Path, process: str) -> Path:
    return folder / f"crash-{process}.log"


def _without_home(place: re.Match[str]) -> str:
    """Cut a code path to the part equal for everybody: its first folders name the user."""
    parts = re.split(r"[/\\]", place[0])
    begin = len(parts) - 1
    for number, part in enumerate(parts[:-1]):
        if _LIBRARIES.fullmatch(part):
            begin = number + 1
        elif part == "vaultsearch":
            begin = number
    return "/".join(parts[begin:])

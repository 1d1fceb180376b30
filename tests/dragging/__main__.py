"""Drag passages into another program with a real pointer, and print what arrived there.

`python -m tests.dragging [PICTURE]`, on a screen of its own: needs Xvfb, openbox and xdotool, and ImageMagick
for a picture of the drag. Not part of the test run, which has no screen; the formats of a drag are
tested there without one.
"""

import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.monkey.screen import end, start_screen

_TARGET = (860, 200, 380, 380)
_FEW_S, _MOST_S = 20.0, 240.0
_STEPS = 25


class Program:
    """A process that prints lines of JSON."""

    def __init__(self, stack: ExitStack, environment: dict[str, str], *arguments: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", *arguments], stdout=subprocess.PIPE, text=True, env=environment
        )
        self.heard: queue.Queue[dict[str, Any]] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        stack.callback(end, self._process)

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("{"):
                self.heard.put(json.loads(line))

    def says(self, seconds: float) -> dict[str, Any]:
        """Return the next line; end the trial if there is none in time."""
        try:
            return self.heard.get(timeout=seconds)
        except queue.Empty:
            sys.exit(f"nothing was said within {seconds:.0f} s")


def main() -> None:
    """Drag one passage, then two of one note, and check what arrives."""
    with ExitStack() as stack:
        environment = screen(stack)
        target = Program(stack, environment, "tests.dragging.drop_target", *map(str, _TARGET))
        real = ("tests.real_window", "tests.dragging.telling_window:TellingWindow", "0", "--sample")
        window = Program(stack, environment, *real)
        told = window.says(_MOST_S)
        while told["event"] != "rows":
            told = window.says(_MOST_S)
        points = [tuple(point) for point in told["points"]]

        point_at(environment, points[0])
        xdotool(environment, "click", "1")
        xdotool(environment, "mousedown", "1", "mousemove_relative", "3", "2", "mouseup", "1")
        point_at(environment, tuple(told["thumb"]))
        xdotool(environment, "mousedown", "1", "mousemove_relative", "0", "60")
        xdotool(environment, "mousemove_relative", "--", "0", "-60", "mouseup", "1")
        time.sleep(1)
        check(
            "a click, a twitch and the scroll bar begin no drag",
            window.heard.empty() and target.heard.empty(),
        )

        drag(environment, points[0])
        report("one passage", target.says(_FEW_S), told["titles"][:1])
        check("one row was selected", window.says(_FEW_S) == {"event": "dragged", "selected": 1})

        point_at(environment, points[1])
        xdotool(environment, "click", "1", "keydown", "shift")
        point_at(environment, points[2])
        xdotool(environment, "click", "1", "keyup", "shift")
        drag(environment, points[2], picture=sys.argv[1] if sys.argv[1:] else "")
        report("two passages", target.says(_FEW_S), told["titles"][1:3])
        check("both rows stay selected", window.says(_FEW_S) == {"event": "dragged", "selected": 2})


def tool(name: str) -> str:
    """Return the path of a program; end the trial if it is not installed."""
    return shutil.which(name) or sys.exit(f"needs {name}")


def screen(stack: ExitStack) -> dict[str, str]:
    """Start a screen with a window manager, and return the environment of programs on it."""
    for name in ("Xvfb", "openbox"):
        tool(name)
    home = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
    display, _ = start_screen(stack, Path(home))
    return {**os.environ, "DISPLAY": display, "VAULTSEARCH_HOME": home, "QT_QPA_PLATFORM": "xcb"}


def xdotool(environment: dict[str, str], *arguments: str) -> None:
    """Press, release or move, and give the programs time to see it."""
    subprocess.run([tool("xdotool"), *arguments], env=environment, check=True)
    time.sleep(0.1)


def point_at(environment: dict[str, str], point: tuple[int, ...]) -> None:
    """Move the pointer."""
    xdotool(environment, "mousemove", *map(str, point))


def drag(environment: dict[str, str], begin: tuple[int, ...], picture: str = "") -> None:
    """Drag from a point into the target, in small steps as a hand does."""
    left, top, width, height = _TARGET
    goal = left + width // 2, top + height // 2
    point_at(environment, begin)
    xdotool(environment, "mousedown", "1")
    for step in range(1, _STEPS + 1):
        point_at(
            environment, tuple(round(a + (b - a) * step / _STEPS) for a, b in zip(begin, goal, strict=True))
        )
    time.sleep(1)
    if picture:
        subprocess.run([tool("import"), "-window", "root", picture], env=environment, check=True)
    xdotool(environment, "mouseup", "1")


def report(name: str, arrived: dict[str, Any], titles: list[str]) -> None:
    """Print what arrived, and check it."""
    print(f"\n== {name}: {', '.join(titles)}\n{json.dumps(arrived, indent=1, ensure_ascii=False)}")
    formats = set(arrived["formats"])
    check("three formats", {"text/plain", "text/html", "text/uri-list"} <= formats)
    check("a copy only", arrived["action"] == "CopyAction" and arrived["offered"] == 1)
    check("each passage cited", all(f"From {title}" in arrived["text"] for title in titles))
    check("links to Obsidian", arrived["html"].count('href="obsidian://') >= len(titles))
    check("each file once", len(arrived["urls"]) == len(set(arrived["urls"])) == len(set(titles)))


def check(sentence: str, holds: bool) -> None:
    """Print whether a sentence holds, and end the trial if not."""
    print(f"{'ok' if holds else 'NOT'}: {sentence}", flush=True)
    if not holds:
        sys.exit(1)


if __name__ == "__main__":
    main()

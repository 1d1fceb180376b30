"""Film a newcomer's first minute: `python -m tests.bench.first_minute VAULT FOLDER`.

Starts the real program with nothing known, drops VAULT on its welcome page, types a question, and saves a
picture each second in FOLDER. Prints each sentence that the window says, then figures beside their limits.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.bench.child_window import ChildWindow

_VISIBLE_S = 1.0
_STARTS_WITHIN_S = 60.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Film, print the sentences and the figures; return 1 if a figure misses its limit."""
    options = _options(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    story = _film(options)
    for heard in story:
        if heard["event"] != "progress":
            _print(heard)
    return 0 if _judge(story) else 1


def _film(options: argparse.Namespace) -> list[dict[str, Any]]:
    """Return the window's reports, their times in seconds since the start of the process."""
    from vaultsearch.settings import settings

    task = {
        "drop": str(options.vault.resolve()),
        "folder": str(options.folder.resolve()),
        "question": options.question,
    }
    with tempfile.TemporaryDirectory(prefix="vaultsearch-film-") as home:
        os.environ["VAULTSEARCH_HOME"] = home
        settings.change_settings(language=options.language)
        with ChildWindow(None, task, "filmed_window:FilmedWindow") as window:
            window.wait_for("dropped", _STARTS_WITHIN_S)
            end = time.monotonic() + options.seconds
            while time.monotonic() < end and not any(one["event"] == "synced" for one in window.story):
                time.sleep(0.1)
            time.sleep(options.after)
            story = list(window.story)
    return [{**heard, "at": heard["at"] - window.started} for heard in story]


def _print(heard: dict[str, Any]) -> None:
    said = ""
    if heard["event"] == "said":
        parts = (heard["status"], heard["message"], heard["notice"], f"{heard['rows']} rows")
        said = "  |  ".join(part for part in parts if part)
    print(f"{heard['at']:7.2f} s  {heard['event']:<8} {said}")


def _judge(story: Sequence[dict[str, Any]]) -> bool:
    """Print the figures; return whether each reaches its limit."""
    dropped = _first(story, "dropped")
    rows = next((one["at"] for one in story if one["event"] == "said" and one["rows"]), None)
    counted = next((one["at"] for one in story if one["event"] == "progress" and one["of"]), None)
    words = next((one["at"] for one in story if _all_words(one)), None)
    figures = {
        "window visible after the start": (_first(story, "visible"), _VISIBLE_S),
        "number of notes known after the drop": (_since(counted, dropped), None),
        "first rows after the drop": (_since(rows, dropped), None),
        "all words searchable after the drop": (_since(words, dropped), None),
        "meaning done after the drop": (_since(_first(story, "synced"), dropped), None),
        "the shown time left grew by, at most": (_growth(story), None),
    }
    print()
    for name, (value, limit) in figures.items():
        shown = "never" if value is None else f"{value:.2f} s"
        print(f"{name:<40} {shown:>10}" + (f"   limit {limit:.0f} s" if limit else ""))
    return all(limit is None or (value is not None and value < limit) for value, limit in figures.values())


def _all_words(heard: dict[str, Any]) -> bool:
    return heard["event"] == "progress" and bool(heard["of"]) and heard["notes"] >= heard["of"]


def _growth(story: Sequence[dict[str, Any]]) -> float:
    """Return the most seconds that an estimate of the end lies behind an earlier one."""
    ends = [one["seconds_left"] for one in story if one["event"] == "progress" and one["seconds_left"]]
    return max((later - min(ends[:at]) for at, later in enumerate(ends) if at), default=0.0)


def _first(story: Sequence[dict[str, Any]], event: str) -> float | None:
    return next((float(one["at"]) for one in story if one["event"] == event), None)


def _since(moment: float | None, start: float | None) -> float | None:
    return None if moment is None or start is None else moment - start


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tests.bench.first_minute", description=__doc__)
    parser.add_argument("vault", type=Path, help="the folder to drop")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--question", default="", help="typed right after the drop")
    parser.add_argument("--language", default="en", help="of the window: en, de or zh")
    parser.add_argument("--seconds", type=float, default=600.0, help="to film at most (default 600)")
    parser.add_argument("--after", type=float, default=3.0, help="to film after the end (default 3)")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())

"""Measure whether the list stands still while one types: `python -m tests.bench.stand_still [VAULT]`.

The real program with its real models is typed at, letter by letter, 80 to 120 ms each, with twenty questions
as people type them; each paint of the list is recorded with the places of its first five rows. Exits with 1
if the list misses a limit: nothing moves it from above, it never empties, its rows never overlap, and after
a question's first answer its rows are reordered once at most.
"""

import argparse
import itertools
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.golden.typed_questions import FOLDER, OWN_VAULTS

_QUESTIONS, _WITHIN_S = 20, 240.0


@dataclass(frozen=True, slots=True)
class Stillness:
    """The movements of the list for one question.

    Attributes:
        from_above: How often something above the list moved it.
        emptied: How often the rows gave way to a message.
        overlaps: Frames in which one row covered a part of another.
        reorders: Changes of the first five rows after the first answer to the whole question.
        first_ms: From the last letter to the first answer to the whole question.
        settled_ms: From the last letter to the last change of the list.
        reads_selected: Whether the note of the selected row is the one shown at the end.
    """

    question: str
    from_above: int
    emptied: int
    overlaps: int
    reorders: int
    first_ms: float
    settled_ms: float
    reads_selected: bool

    @property
    def holds(self) -> bool:
        """Whether the list stood still."""
        moved = self.from_above or self.emptied or self.overlaps or self.reorders > 1
        return not moved and self.reads_selected


def stillness(question: str, told: dict[str, Any]) -> Stillness:
    """Judge the frames of one question; the first is the last one of the question before."""
    frames, last_letter = told["frames"], told["last_letter"]
    listed = list(itertools.dropwhile(lambda frame: not frame["rows"], frames))
    shown = [s["at"] for s in told["stages"] if s["event"] == "shown" and s["query"] == question]
    first = shown[0] if shown else last_letter
    # The frame that shows the first answer is painted just after it came.
    typed = [frame for frame in frames if frame["at"] >= last_letter]
    before = [frame for frame in frames if frame["at"] < last_letter][-1:]
    answered = [frame for frame in typed if frame["at"] >= first]
    changes = [
        frame["at"]
        for former, frame in itertools.pairwise([*before, *typed])
        if (former["rows"], former["top"]) != (frame["rows"], frame["top"])
    ]
    return Stillness(
        question,
        from_above=sum(after["top"] != before["top"] for before, after in itertools.pairwise(listed)),
        emptied=sum(
            was["is_list"] and not now["is_list"] for was, now in itertools.pairwise(listed or frames)
        ),
        overlaps=sum(_overlap(frame["rows"]) for frame in listed),
        reorders=sum(_order(was) != _order(now) for was, now in itertools.pairwise(answered)),
        first_ms=(first - last_letter) * 1000,
        settled_ms=(max(changes, default=last_letter) - last_letter) * 1000,
        reads_selected=told["resting"]["selected"] == told["resting"]["read"],
    )


def _order(frame: dict[str, Any]) -> list[str]:
    return [row[0] for row in frame["rows"]]


def _overlap(rows: Sequence[Sequence[Any]]) -> bool:
    in_place = sorted(rows, key=lambda row: row[1])
    return any(upper[1] + upper[2] > lower[1] for upper, lower in itertools.pairwise(in_place))


def questions(name: str) -> list[str]:
    """Return twenty of a vault's questions as people type them, evenly spread."""
    known = [one["question"] for one in json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))]
    return [known[at * len(known) // _QUESTIONS] for at in range(_QUESTIONS)]


def main() -> int:
    parser = argparse.ArgumentParser("python -m tests.bench.stand_still", description=__doc__)
    parser.add_argument("--vault", type=Path, default=OWN_VAULTS["sample"], help="the notes")
    parser.add_argument("--questions", default="sample", help="a set in tests/golden/as_typed")
    parser.add_argument("--home", type=Path, help="keep settings and indexes here for the next run")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="vaultsearch-still-") as folder:
        os.environ["VAULTSEARCH_HOME"] = str((options.home or Path(folder)).resolve())
        found = measure(options.vault.resolve(), questions(options.questions))
    _print(found)
    return 0 if all(one.holds for one in found) else 1


def measure(vault: Path, asked: Sequence[str]) -> list[Stillness]:
    """Type the questions into a window on ``vault``."""
    from tests.bench.child_window import ChildWindow

    with ChildWindow(vault, {"questions": list(asked)}, "still_window:StillWindow") as window:
        return [stillness(one, window.wait_for(f"question {one}", _WITHIN_S)) for one in asked]


def _print(found: Sequence[Stillness]) -> None:
    print("question                      above  empty  overlap  reorders  first  settled")
    for one in found:
        print(
            f"{one.question[:28]:<28} {one.from_above:>6} {one.emptied:>6} {one.overlaps:>8} "
            f"{one.reorders:>9} {one.first_ms:>6.0f} {one.settled_ms:>8.0f}"
            f"{'' if one.reads_selected else '  another note is shown'}"
        )
    print(
        f"in all: moved from above {sum(one.from_above for one in found)} times,"
        f" emptied {sum(one.emptied for one in found)}, frames with overlap"
        f" {sum(one.overlaps for one in found)}, reorders {sum(one.reorders for one in found)}"
        f" (most {max(one.reorders for one in found)}), first answer"
        f" {statistics.median(one.first_ms for one in found):.0f} ms, settled"
        f" {statistics.median(one.settled_ms for one in found):.0f} ms (medians)"
    )


if __name__ == "__main__":
    sys.exit(main())

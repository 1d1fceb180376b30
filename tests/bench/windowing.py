"""The figures of the window: its start, its stalls, and its load at rest."""

import subprocess
import sys
import time

from tests.bench.child_window import ChildWindow
from tests.bench.figures import Figure, percentile
from tests.bench.generated_vault import path_of, questions
from tests.bench.ground import Ground
from tests.bench.processes import cpu_seconds, memory_of, most_memory, tree

_SYNCED_WITHIN_S, _COMES_TO_REST_S = 3600.0, 8.0
_TIDIED_S = 45.0
"""How long after its start the window may still put an index in order that others have written."""
_ENCODED_S = 60.0
"""How long encoding is watched if the stand-in encodes the rest."""
_BARE_WINDOW = (
    "import sys; from PySide6.QtWidgets import QApplication, QMainWindow; "
    "app = QApplication(sys.argv); window = QMainWindow(); window.show(); app.processEvents()"
)


def measure_start(ground: Ground) -> list[Figure]:
    """Start the window again and again on an index that is up to date; give the median."""
    ground.ensure_index()
    seen: dict[str, list[float]] = {"visible": [], "words": [], "meaning": []}
    # The first start warms the disk's cache and is not counted.
    for number in range(ground.effort.starts + 1):
        ground.say(f"start {number + 1} of {ground.effort.starts + 1}")
        with ChildWindow(ground.vault, {"questions": questions(1, ground.notes)}) as window:
            for event, found in seen.items():
                found.append(window.seconds_until(event))
            window.wait_for("synced", _SYNCED_WITHIN_S)
    spread = {
        event: f"median of {len(found[1:])}, longest {max(found[1:]):.2f} s" for event, found in seen.items()
    }
    middle = {event: percentile(found[1:], 0.5) for event, found in seen.items()}
    return [
        Figure("visible", middle["visible"], f"bare Qt window {_bare_window():.2f} s", spread["visible"]),
        Figure("answer-words", middle["words"], "", spread["words"]),
        Figure("answer-meaning", middle["meaning"], "", spread["meaning"]),
    ]


def measure_idle(ground: Ground) -> list[Figure]:
    """Let the window rest on an index that is up to date, with a question answered; then save a note."""
    ground.ensure_index()
    with ChildWindow(ground.vault, {"questions": questions(1, ground.notes)}) as window:
        window.wait_for("synced", _SYNCED_WITHIN_S)
        window.wait_for("meaning", _SYNCED_WITHIN_S)
        ground.say("coming to rest")
        pids = tree(window.pid)
        began = cpu_seconds(pids)
        time.sleep(_TIDIED_S)
        ground.say(f"idle for {ground.effort.idle_s:.0f} s")
        before, start = cpu_seconds(pids), time.monotonic()
        time.sleep(ground.effort.idle_s)
        used, seconds = cpu_seconds(pids) - before, time.monotonic() - start
        first = f"{before - began:.2f} s in the {_TIDIED_S:.0f} s before it, once per start"
        memory = _memory("memory", window.pid)
        ground.say("a note is saved")
        before = cpu_seconds(pids)
        with (ground.vault / path_of(0)).open("a", encoding="utf-8") as note:
            note.write("\nA line that was not there.\n")
        window.wait_for("synced again", _SYNCED_WITHIN_S)
        time.sleep(_COMES_TO_REST_S)
        saved = _memory("memory-saved", window.pid)
        save = Figure("save-cpu", cpu_seconds(pids) - before, "", "of all processes, until the window rests")
    detail = f"{used:.2f} s of one core's time in {seconds:.0f} s; {first}"
    return [memory, saved, save, Figure("cpu", 100 * used / seconds, "", detail)]


def measure_full_index(ground: Ground) -> list[Figure]:
    """Index from nothing in the window, questions being typed at first, and look for gaps in a 5 ms timer."""
    ground.forget_index()
    limit = ground.effort.stall_s
    task = {"questions": questions(40, ground.notes, seed=3), "typing": True, "seconds": limit}
    with ChildWindow(ground.vault, task) as window, most_memory(window.pid) as most:
        ground.say(f"full index in the window, typing for up to {limit:.0f} s")
        stalls = window.wait_for("stalls", _SYNCED_WITHIN_S)
        if not stalls["done"] and ground.stand_in:
            time.sleep(_ENCODED_S)
        else:
            window.wait_for("synced", _SYNCED_WITHIN_S)
        seconds = time.monotonic() - window.started
    gaps = stalls["gaps"]
    longest = ", ".join(f"{gap:.0f} ({when})" for gap, when in stalls["longest"][:5])
    whole = "the whole index" if stalls["done"] else f"its first {limit:.0f} s"
    detail = f"p99 {percentile(gaps, 0.99):.1f} ms over {whole}; longest: {longest or 'none over 20 ms'}"
    memory = most()
    kept = f"with the window and its {len(memory.each) - 1} workers: {memory} MB, in {seconds:.0f} s"
    return [Figure("stall", gaps[-1], "", detail), Figure("memory-indexing", memory.total, "", kept)]


def _memory(row: str, pid: int) -> Figure:
    memory = memory_of(pid)
    return Figure(row, memory.total, "", f"{len(memory.each)} processes: {memory} MB")


def _bare_window() -> float:
    start = time.monotonic()
    subprocess.run([sys.executable, "-c", _BARE_WINDOW, "-platform", "offscreen"], check=True)
    return time.monotonic() - start

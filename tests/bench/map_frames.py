"""Measure the map: `python -m tests.bench.map_frames`, offscreen.

Thirteen thousand made-up notes are placed, and painted in 120 frames while the map is panned and zoomed; the
longest frame is to take less than 50 ms.
"""

import argparse
import os
import random
import statistics
import time

import numpy as np

from vaultsearch.core.relations.note_map import optimize_places
from vaultsearch.core.values.relations import MapDot, VaultMap

_NEIGHBOURS, _GROUP, _FRAMES = 8, 200, 120


def main() -> None:
    """Print the seconds to place the notes, and the milliseconds of the frames."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from vaultsearch.gui.reading.note_map import NoteMap

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=13_000)
    notes = parser.parse_args().notes
    draw = random.Random(7)
    edges = np.array(
        [
            (note, note // _GROUP * _GROUP + draw.randrange(_GROUP))
            for note in range(notes)
            for _ in range(_NEIGHBOURS)
        ]
    ).clip(max=notes - 1)
    begun = time.process_time()
    places = optimize_places(np.random.default_rng(7).normal(size=(notes, 2)), edges, np.ones(len(edges)))
    print(f"{notes:,} notes placed in {time.process_time() - begun:.1f} CPU s (limit 60)")
    app = QApplication([])
    shown = NoteMap()
    shown.resize(1200, 800)
    dots = tuple(
        MapDot(f"{note}.md", f"Note {note}", float(x), float(y), 1 + note // _GROUP, draw.randrange(40))
        for note, (x, y) in enumerate(places)
    )
    labels = {number: f"topic {number}" for number in range(1, notes // _GROUP + 2)}
    shown.show_map(VaultMap(dots, tuple(map(tuple, edges.tolist())), labels))
    shown.light([dot.path for dot in dots[:50]])
    shown.show()
    frames = []
    for frame in range(_FRAMES):
        begun = time.perf_counter()
        shown.zoom(1.1 if frame % 40 < 20 else 1 / 1.1)
        shown.grab()
        frames.append(1000 * (time.perf_counter() - begun))
    app.processEvents()
    median, longest = statistics.median(frames), max(frames)
    print(f"{_FRAMES} frames: median {median:.1f} ms, longest {longest:.1f} ms (limit 50)")


if __name__ == "__main__":
    main()

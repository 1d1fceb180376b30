"""Measure the quick switcher: `python -m tests.bench.switching`, over names that are made here.

50,000 notes with 10,000 aliases and some 200,000 headings; titles and headings are made of the words of this
bench's vocabulary, and questions are titles as people type them: begun, with slips, by letters alone. Each
is typed letter by letter. The limit holds for the slowest key, in time of the processor: that of the clock
is printed beside it, and is longer while the machine does something else.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import tracemalloc
from datetime import UTC, datetime, timedelta
from statistics import median, quantiles

from tests.bench.vocabulary import title_words
from vaultsearch.core.search.switcher import NameTable, best_names
from vaultsearch.core.values.note import Heading, StoredNote

LIMIT_MS = 30
_ROWS = 50
_HEADINGS = 4
_NEWEST = datetime(2026, 5, 1, tzinfo=UTC)


def main() -> int:
    """Measure and print; return 1 if a key takes longer than the limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=50_000)
    parser.add_argument("--questions", type=int, default=60)
    options = parser.parse_args()
    notes = generate(options.notes)
    start = time.perf_counter()
    table = NameTable.of(notes)
    built = time.perf_counter() - start
    print(f"{len(notes):,} notes, {len(table.texts):,} names, {len(table.vocabulary):,} words")
    print(f"table built in {built:.2f} s, {_megabytes(notes):.0f} MB")
    slowest = 0.0
    for way, asked in questions(notes, options.questions).items():
        keys = [one[:end] for one in asked for end in range(1, len(one) + 1)]
        both = [_milliseconds(table, typed) for typed in keys]
        busy, clock = [one for one, _ in both], [one for _, one in both]
        slowest = max(slowest, *busy)
        print(
            f"{way:<20} {len(keys):5} keys  median {median(busy):4.1f} ms  p95 {_p95(busy):4.1f} ms"
            f"  slowest {max(busy):4.1f} ms ({max(busy) / LIMIT_MS:.2f} of the limit)"
            f"  by the clock: median {median(clock):.1f} ms, p95 {_p95(clock):.1f} ms"
        )
    return int(slowest > LIMIT_MS)


def generate(count: int) -> list[StoredNote]:
    """Generate notes with a title, headings, and an alias in each fifth."""
    return [_note(number) for number in range(count)]


def _note(number: int) -> StoredNote:
    chooser = random.Random(f"name {number}")
    title = " ".join(title_words(chooser)).capitalize()
    kept = f"{title} {number}" if number % 3 else title
    aliases = (" ".join(title_words(chooser)),) if number % 5 == 0 else ()
    headings = tuple(
        Heading(2, " ".join(title_words(chooser)).capitalize(), 4 * at + 1) for at in range(_HEADINGS)
    )
    when = _NEWEST - timedelta(minutes=number)
    path = f"Area {number % 97}/{kept}.md"
    return StoredNote(path, kept, when, "", (), {}, aliases, (), headings, when)


def questions(notes: list[StoredNote], count: int) -> dict[str, list[str]]:
    """Return titles as people type them."""
    chooser = random.Random(7)
    titles = [note.title for note in chooser.sample(notes, count)]
    return {
        "titles": [title.lower() for title in titles],
        "the last word first": [" ".join(reversed(title.split()[:2])) for title in titles],
        "a slip": [_slipped(chooser, title) for title in titles],
        "some letters": [_thinned(chooser, title) for title in titles],
        "in no name": ["zqxj" + title[:8] for title in titles],
    }


def _slipped(chooser: random.Random, title: str) -> str:
    at = chooser.randrange(1, max(2, min(8, len(title) - 1)))
    return title[:at] + title[at + 1 : at + 2] + title[at : at + 1] + title[at + 2 :]


def _thinned(chooser: random.Random, title: str) -> str:
    return "".join(one for one in title if one.isalnum() and chooser.random() < 0.5)


def _milliseconds(table: NameTable, typed: str) -> tuple[float, float]:
    """Return the time of the processor, and that of the clock."""
    clock, busy = time.perf_counter(), time.thread_time()
    best_names(table, typed, _ROWS)
    return 1000 * (time.thread_time() - busy), 1000 * (time.perf_counter() - clock)


def _p95(times: list[float]) -> float:
    return quantiles(times, n=20)[-1]


def _megabytes(notes: list[StoredNote]) -> float:
    tracemalloc.start()
    _kept = NameTable.of(notes)
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return size / 1e6


if __name__ == "__main__":
    sys.exit(main())

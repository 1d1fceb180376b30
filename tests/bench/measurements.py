"""The table of measurements with their rows, and the run of the chosen ones."""

import traceback
from collections.abc import Callable, Collection

from tests.bench import sessions
from tests.bench.figures import ROWS, Figure
from tests.bench.ground import Ground
from tests.bench.windowing import measure_full_index, measure_idle, measure_start

# In this order: what needs no index first, what edits the notes last.
_MEASUREMENTS: tuple[tuple[tuple[str, ...], Callable[[Ground], list[Figure]]], ...] = (
    (("query-indexing",), sessions.measure_queries_during_index),
    (("stall", "memory-indexing"), measure_full_index),
    (("words-searchable",), sessions.measure_first_index),
    (("size",), sessions.measure_size),
    (("second-sync",), sessions.measure_second_sync),
    (("query-p50", "query-p95"), sessions.measure_queries),
    (("query-cpu",), sessions.measure_query_cpu),
    (("visible", "answer-words", "answer-meaning"), measure_start),
    (("memory", "memory-saved", "save-cpu", "cpu"), measure_idle),
    (("save-words", "save-meaning"), sessions.measure_saves),
)


def measure(ground: Ground, wanted: Collection[str]) -> list[Figure]:
    """Measure the wanted rows; a measurement that fails leaves the others, and its rows fall short."""
    found: dict[str, Figure] = {}
    for rows, measurement in _MEASUREMENTS:
        if not set(rows) & set(wanted):
            continue
        ground.line.begin(f"{ground.notes:,} notes: {', '.join(rows)}")
        try:
            figures = measurement(ground)
        except Exception as error:
            reason = traceback.format_exception_only(error)[-1].strip()
            figures = [Figure(row, None, "", reason) for row in rows]
        found |= {figure.row: figure.of_vault(ground.notes) for figure in figures}
    return [found[row.name] for row in ROWS if row.name in wanted]

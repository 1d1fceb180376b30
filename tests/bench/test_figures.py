"""The verdicts of single figures and of a whole run."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console

from tests.bench import measurements
from tests.bench.__main__ import exit_code
from tests.bench.figures import ROW_OF, Figure, percentile
from tests.bench.ground import Effort, Ground
from tests.bench.report import ProgressLine, json_of, print_figures


@pytest.mark.parametrize(
    ("figure", "holds"),
    [
        (Figure("query-p95", 50), True),
        (Figure("query-p95", 50.1), False),
        (Figure("cpu", 0.49), True),
        (Figure("cpu", 0.5), False),
        (Figure("memory", 800), False),
        (Figure("memory", 800, limit=900), True),
        (Figure("size", 42), True),
        (Figure("stall", None, detail="the window ended"), False),
        (Figure("cpu", None, skipped=True), True),
    ],
)
def test_a_figure_holds_within_its_limit(figure: Figure, holds: bool) -> None:
    assert figure.holds is holds


@pytest.mark.parametrize(
    ("row", "few", "many"),
    [
        ("query-p50", 25, 60),
        ("query-p95", 50, 100),
        ("memory", 450, 900),
        ("memory-indexing", 900, 900),
        ("query-cpu", 0.25, 0.25),
        ("size", None, None),
    ],
)
def test_a_limit_depends_on_the_number_of_notes(row: str, few: float | None, many: float | None) -> None:
    assert [ROW_OF[row].limit_for(notes) for notes in (1000, 10_000, 50_000)] == [few, few, many]


def test_what_is_measured_is_judged_by_the_limit_for_its_vault(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(ground: Ground) -> list[Figure]:
        return [Figure("query-p50", 40)]

    monkeypatch.setattr(measurements, "_MEASUREMENTS", ((("query-p50",), asked),))
    for notes, holds in ((10_000, False), (50_000, True)):
        ground = Ground(Path("vault"), notes, Effort(), ProgressLine())
        (figure,) = measurements.measure(ground, ["query-p50"])
        assert figure.holds is holds


def test_one_row_that_falls_short_fails_the_run() -> None:
    good, bad = Figure("stall", 20), Figure("visible", 1.2)
    assert exit_code([[good], [good]]) == 0
    assert exit_code([[good], [good, bad]]) == 1


def test_the_table_shows_each_figure_with_its_limit_and_its_peer(capsys: pytest.CaptureFixture[str]) -> None:
    figures = [
        Figure("memory", 512, "fresh 300 MB", "3 processes"),
        Figure("size", 2.5),
        Figure("stall", None, detail="the window ended"),
        Figure("cpu", None, skipped=True),
    ]
    print_figures(Console(width=140), 1000, figures)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].strip() == "1,000 notes"
    rows = [figure.row for figure in figures]
    shown = {name: line for name in rows for line in lines if f"│ {name} " in line}
    assert all(part in shown["memory"] for part in ("512 MB", "≤ 450 MB", "NO", "fresh 300 MB"))
    assert all(part in shown["size"] for part in ("2.50 ×", "report", "yes"))
    assert all(part in shown["stall"] for part in ("none", "≤ 50 ms", "NO"))
    assert all(part in shown["cpu"] for part in ("none", "skipped"))
    assert "stall: the window ended" in lines
    assert [row["holds"] for row in json_of(figures)] == [False, True, False, True]


def test_a_percentile_is_one_of_the_values() -> None:
    values = [float(value) for value in range(100, 0, -1)]
    assert percentile(values, 0.95) == 95
    assert percentile(values, 0.5) == 50
    assert percentile([7.0], 0.95) == 7.0

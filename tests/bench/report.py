"""The figures as a table for the terminal, and the machine that they were measured on."""

import os
import platform
import re
import sys
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tests.bench.figures import ROW_OF, Figure
from vaultsearch.core.models.device import usable_cores

_LIBRARIES = ("vaultsearch", "lancedb", "pyarrow", "onnxruntime", "PySide6-Essentials")


def describe_machine() -> dict[str, str]:
    """Name the processor, the load, the system and the libraries that count."""
    info = Path("/proc/cpuinfo")
    names = re.findall(
        r"^model name\s*: (.*)$", info.read_text("utf-8") if info.exists() else "", re.MULTILINE
    )
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    return {
        "cpu": f"{names[0] if names else platform.processor()}, {usable_cores()} cores",
        "load": f"{load} before the start, of whatever else runs",
        "system": f"{platform.system()} {platform.release()}, Python {platform.python_version()}",
        "libraries": ", ".join(f"{name} {version(name)}" for name in _LIBRARIES),
    }


def print_figures(out: Console, notes: int, figures: Sequence[Figure]) -> None:
    """Print the figures of one vault, and below them the details of each."""
    out.print(_table(notes, figures), crop=False)
    for figure in figures:
        if figure.detail:
            out.print(f"{figure.row}: {figure.detail}", style="dim", highlight=False, soft_wrap=True)


def _table(notes: int, figures: Sequence[Figure]) -> Table:
    table = Table(title=f"{notes:,} notes", title_justify="left", title_style="bold")
    table.add_column("figure")
    table.add_column("row", no_wrap=True)
    table.add_column("measured", justify="right", no_wrap=True)
    table.add_column("must reach", justify="right", no_wrap=True)
    table.add_column("holds", no_wrap=True)
    table.add_column("peer")
    for figure in figures:
        row, limit = ROW_OF[figure.row], figure.must_reach
        must = "report" if limit is None else f"{'<' if row.below else '≤'} {_shown(limit, row.unit)}"
        measured = "none" if figure.value is None else _shown(figure.value, row.unit)
        verdict = Text("yes", "green") if figure.holds else Text("NO", "bold red")
        table.add_row(row.title, row.name, measured, must, verdict, Text(figure.peer))
    return table


def _shown(value: float, unit: str) -> str:
    if unit == "ratio":
        return f"{value:.2f} ×"
    digits = 0 if unit in ("ms", "MB", "") else 2
    return f"{value:,.{digits}f} {unit}".strip()


_EVERY_S = 5.0


class ProgressLine:
    """Reports progress, a line now and then."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._last = 0.0

    def begin(self, what: str) -> None:
        self._last = 0.0
        self.tell(what)

    def tell(self, what: str) -> None:
        """Report the progress, unless something was reported just now."""
        now = time.monotonic()
        if now - self._last >= _EVERY_S:
            self._last = now
            print(f"[{now - self._start:6.1f} s] {what}", file=sys.stderr, flush=True)

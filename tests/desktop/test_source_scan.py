"""Imports after Qt skip PySide6's look into their sources."""

import subprocess
import sys
from pathlib import Path

_SCRIPT = """
import inspect
import sys

import PySide6.QtCore

from vaultsearch.desktop.before_qt import disable_source_scan

read = []
inspect.getsource = lambda module: read.append(module.__name__) or ""
sys.path.insert(0, sys.argv[1])
import read_once
disable_source_scan()
import spared
print(*read)
"""


def test_the_source_of_a_module_is_read_until_that_is_spared(tmp_path: Path) -> None:
    for name in ("read_once", "spared"):
        (tmp_path / f"{name}.py").write_text("", encoding="utf-8")
    # A process of its own: what is spared stays so for every import after it.
    read = subprocess.check_output([sys.executable, "-c", _SCRIPT, tmp_path], text=True)
    assert read.split() == ["read_once"]

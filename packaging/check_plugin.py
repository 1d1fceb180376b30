"""Check the plugin for Obsidian beside the program: `python packaging/check_plugin.py PYTHON`.

PYTHON is one in which the program is installed; it serves the sample vault to the plugin's tests. Needs npm.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PLUGIN = Path(__file__).resolve().parent / "obsidian"


def main(python: Path) -> None:
    """Install from the lock file, check types, rules and behaviors, and build; raise CalledProcessError."""
    npm = "npm.cmd" if sys.platform == "win32" else "npm"
    environment = os.environ | {"VAULTSEARCH_PYTHON": str(python.absolute())}
    for words in (("ci", "--no-audit", "--no-fund"), ("run", "check"), ("run", "build")):
        subprocess.run([npm, *words], cwd=PLUGIN, env=environment, check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

"""Check the plugin for Obsidian beside the program: `python packaging/check_plugin.py PYTHON [FOLDER]`.

PYTHON is one in which the program is installed with the extra ``ask``; it serves the sample vault to the
plugin's tests. Needs npm.
Into FOLDER, what Obsidian loads is packed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

PLUGIN = Path(__file__).resolve().parent / "obsidian"
LOADED = ("main.js", "manifest.json", "styles.css")


def main(python: Path, folder: Path | None = None) -> None:
    """Install from the lock file, check types, rules and behaviors, and build; raise CalledProcessError."""
    npm = "npm.cmd" if sys.platform == "win32" else "npm"
    environment = os.environ | {"VAULTSEARCH_PYTHON": str(python.absolute())}
    for words in (("ci", "--no-audit", "--no-fund"), ("run", "check"), ("run", "build")):
        subprocess.run([npm, *words], cwd=PLUGIN, env=environment, check=True)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        version = json.loads((PLUGIN / "manifest.json").read_text(encoding="utf-8"))["version"]
        with ZipFile(folder / f"obsidian-vaultsearch-{version}.zip", "w") as packed:
            for name in LOADED:
                packed.write(PLUGIN / name, f"vaultsearch/{name}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))

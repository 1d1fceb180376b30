"""Make the folder of an AppImage, and pack it: `python packaging/linux/appimage.py [FOLDER]`.

FOLDER is that of packaging/build.py, ``dist`` by default; ``vaultsearch.AppDir`` is made in it. Packing needs
appimagetool, which brings the runtime that an AppImage begins with; without it there is the folder alone,
whose AppRun starts the program.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tree import ENTRY, ROOT, lay_out

from vaultsearch.desktop.before_qt import XCB_LIBRARIES

APP_RUN = """#!/bin/sh
exec "$(dirname "$(readlink -f "$0")")/usr/bin/vaultsearch" "$@"
"""


def main(folder: Path) -> None:
    """Make the folder, and pack it if there is the tool."""
    made = make_app_dir(folder / "vaultsearch", folder / "vaultsearch.AppDir")
    tool = shutil.which("appimagetool")
    if tool is None:
        print(f"{made}\nappimagetool is not there: not packed")
        return
    subprocess.run([tool, made, folder / "vaultsearch.AppImage"], check=True)


def make_app_dir(program: Path, made: Path) -> Path:
    """Lay out the program as an AppImage has it, and return the folder ``made``; a former one is replaced."""
    shutil.rmtree(made, ignore_errors=True)
    lay_out(program, made / "usr")
    for name, file in system_libraries().items():
        shutil.copy2(file, made / "usr" / "lib" / "vaultsearch" / "_internal" / name)
    (made / "AppRun").write_text(APP_RUN, encoding="utf-8")
    (made / "AppRun").chmod(0o755)
    shutil.copyfile(ENTRY, made / "vaultsearch.desktop")
    icon = made / "usr" / "share" / "icons" / "hicolor" / "256x256" / "apps" / "vaultsearch.png"
    for name in ("vaultsearch.png", ".DirIcon"):
        shutil.copyfile(icon, made / name)
    return made


def system_libraries() -> dict[str, Path]:
    """Map the libraries that a desktop may not have, though Qt needs them, to the files of this system."""
    listed = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    found = {line.split()[0]: Path(line.split()[-1]) for line in listed.splitlines()[1:]}
    return {name: found[name] for name in XCB_LIBRARIES if name.startswith("libxcb-") and name in found}


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "dist")

"""Pack the program as a Debian package: `python packaging/linux/deb.py [FOLDER]`, by default ``dist``.

FOLDER is that of packaging/build.py. Needs dpkg-deb, and PySide6, which draws the icons.
"""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tree import ROOT, VERSION, lay_out

from vaultsearch.desktop.before_qt import QT_LIBRARIES, XCB_LIBRARIES

CONTROL = """Package: vaultsearch
Version: {version}
Architecture: {architecture}
Maintainer: vaultsearch <vaultsearch@users.noreply.github.com>
Installed-Size: {kilobytes}
Depends: {dependencies}
Recommends: xdg-utils
Section: utils
Priority: optional
Description: answers from your own notes while you type
 Searches an Obsidian vault, or any folder of Markdown, by meaning and by words,
 in a window, on the command line, and for AI clients (MCP). The models come with
 it; it needs no network, and writes nothing to the notes.
"""
OTHERS = ("libstdc++6", "libgcc-s1", "zlib1g", "libwayland-cursor0", "libwayland-egl1")
"""Packages that the program needs besides those that the window asks for when it starts."""


def main(folder: Path) -> None:
    """Build the package in ``folder``."""
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        package = Path(temporary)
        package.chmod(0o755)
        lay_out(folder / "vaultsearch", package / "usr")
        (package / "DEBIAN").mkdir()
        (package / "DEBIAN" / "control").write_text(control(kilobytes(package)), encoding="utf-8")
        target = folder / f"vaultsearch_{VERSION}_{architecture()}.deb"
        run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(package), str(target))
    print(f"{target.stat().st_size / 1e6:.0f} MB  {target}")


def control(size: int) -> str:
    """Return the control file; ``size`` is what the files take, in kB."""
    libc = f"libc6 (>= {platform.libc_ver()[1]})"
    qts = sorted({packages[0] for packages in (QT_LIBRARIES | XCB_LIBRARIES).values()})
    return CONTROL.format(
        version=VERSION,
        architecture=architecture(),
        kilobytes=size,
        dependencies=", ".join((libc, *OTHERS, *qts)),
    )


def architecture() -> str:
    """Return Debian's name of this machine's architecture."""
    return {"x86_64": "amd64", "aarch64": "arm64"}[platform.machine()]


def kilobytes(folder: Path) -> int:
    """Return the size of the files beneath ``folder``, in kB."""
    files = (file for file in folder.rglob("*") if file.is_file() and not file.is_symlink())
    return sum(-(-file.stat().st_size // 1024) for file in files)


def run(*command: str) -> None:
    """Run a tool of Debian's; end with a sentence if there is none."""
    if shutil.which(command[0]) is None:
        sys.exit(f"needs {command[0]}")
    subprocess.run(command, check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "dist")

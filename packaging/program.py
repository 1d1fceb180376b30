"""Build, try and pack the program without Python for this system: `python packaging/program.py FOLDER`.

Linux: an AppImage (if appimagetool is there), a Debian package and an archive, each tried; macOS: a disk
image; Windows: an installer (if Inno Setup is there). FOLDER holds what is released.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

PACKAGING = Path(__file__).resolve().parent
DIST = PACKAGING.parent / "dist"
_RELEASED = ("*.AppImage", "*.deb", "*.tar.xz", "*.dmg", "*-setup.exe")


def main(folder: Path) -> None:
    """Build, try, pack, and copy what is released."""
    run("build.py", str(DIST))
    if sys.platform == "linux":
        run("check_frozen.py", str(DIST))
        run("linux/appimage.py", str(DIST))
        run("linux/deb.py", str(DIST))
        for package in DIST.glob("*.deb"):
            run("linux/check_deb.py", str(package))
    elif sys.platform == "darwin":
        # WARNING for who signs: without a notarized signature, macOS asks before the first start.
        image = DIST / "vaultsearch.dmg"
        command = [
            "hdiutil",
            "create",
            "-volname",
            "vaultsearch",
            "-srcfolder",
            str(DIST / "vaultsearch.app"),
        ]
        subprocess.run([*command, "-ov", "-format", "UDZO", str(image)], check=True)
    folder.mkdir(parents=True, exist_ok=True)
    for pattern in _RELEASED:
        for file in DIST.glob(pattern):
            print(f"{file.stat().st_size / 1e6:>6.0f} MB  {shutil.copy2(file, folder)}")


def run(script: str, *arguments: str) -> None:
    """Run a script of this folder; raise CalledProcessError if a trial of it fails."""
    subprocess.run([sys.executable, str(PACKAGING / script), *arguments], check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

"""Build the program as an application: `python packaging/build.py [FOLDER]`, by default in ``dist``.

Makes a virtual environment of its own, installs the program without PyTorch, fetches the model that is not
packaged for every system, runs PyInstaller, and packs the result. Prints the largest parts; fails above its
limits.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYINSTALLER = "pyinstaller==6.22.3"
STRIPPED = (
    "lib*.so*",
    "python3*/**/*.so",
    "*.so",
    "pyarrow/*.so*",
    "tokenizers/*.so",
    "cryptography/**/*.so",
    "yaml/*.so",
    "regex/*.so",
    "pypdfium2_raw/*.so",
    "safetensors/*.so",
    "rpds/*.so",
    "psutil/*.so",
)
"""Not those beside a ``.libs`` folder, as numpy's: patchelf moved their parts, and strip breaks them."""
UNPACKED_MB = 790
PACKED_MB = 370


def main() -> int:
    """Build, print the sizes, and return 1 if one is above its limit."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python packaging/build.py")
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "dist")
    folder = parser.parse_args().folder.resolve()
    program = freeze(folder)
    if sys.platform == "linux":
        strip(program)
    elif sys.platform == "win32" and shutil.which("iscc"):
        make_installer(folder)
    print_parts(program)
    return int(not are_within_limits(program, pack(program)))


def freeze(folder: Path) -> Path:
    """Install the program in an environment of its own and freeze it; return the program's folder."""
    work = folder / "build"
    scripts = work / "environment" / ("Scripts" if sys.platform == "win32" else "bin")
    venv.create(work / "environment", with_pip=True, clear=True)
    run([scripts / "python", "-m", "pip", "install", "--quiet", f"{ROOT}[chinese,shortcut]", PYINSTALLER])
    home = {"VAULTSEARCH_HOME": str(work / "home")}
    run([scripts / "vaultsearch", "models", "download", "multilingual-e5-small"], home)
    specification = ROOT / "packaging" / "frozen" / "vaultsearch.spec"
    places = (f"--distpath={folder}", f"--workpath={work}")
    run(
        [scripts / "pyinstaller", "--noconfirm", "--log-level=WARN", *places, specification],
        {"VAULTSEARCH_MODELS": str(work / "home" / "models")},
    )
    return folder / "vaultsearch"


def run(command: list[Path | str], environment: dict[str, str] | None = None) -> None:
    """Run a command; raise CalledProcessError if it fails."""
    subprocess.run([*map(str, command)], check=True, env=os.environ | (environment or {}))


def strip(program: Path) -> None:
    """Remove symbols from the libraries of Python, of the system, and of the packages that load without."""
    found = [file for pattern in STRIPPED for file in (program / "_internal").glob(pattern)]
    run(["strip", "--strip-unneeded", *(file for file in found if not file.is_symlink())])


def make_installer(folder: Path) -> None:
    """Make the installer for Windows by Inno Setup."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    icon = folder / "build" / "vaultsearch" / "icons" / "vaultsearch.ico"
    values = (f"/DVersion={project['version']}", f"/DProgram={folder / 'vaultsearch'}", f"/DIcon={icon}")
    run(["iscc", *values, ROOT / "packaging" / "windows" / "vaultsearch.iss"])


def pack(program: Path) -> Path:
    """Pack the program's folder; return the archive."""
    archive = program.with_name(f"vaultsearch-{sys.platform}.tar.xz")
    with tarfile.open(archive, "w:xz", preset=6) as packed:
        packed.add(program, "vaultsearch")
    return archive


def print_parts(program: Path) -> None:
    """Print the largest folders and files of the program."""
    parts = {part.name: megabytes(part) for part in (program / "_internal").iterdir()}
    for name, size in sorted(parts.items(), key=lambda part: -part[1])[:20]:
        print(f"{size:>6.0f} MB  {name}")


def are_within_limits(program: Path, archive: Path) -> bool:
    """Print both sizes beside their limits; return whether they are below."""
    sizes = (("unpacked", megabytes(program), UNPACKED_MB), ("packed", megabytes(archive), PACKED_MB))
    for name, size, limit in sizes:
        print(f"{size:>6.0f} MB  {name}, limit {limit} MB")
    return all(size <= limit for _, size, limit in sizes)


def megabytes(place: Path) -> float:
    """Return the size of a file, or of all files beneath a folder, in MB."""
    files = place.rglob("*") if place.is_dir() else (place,)
    return sum(file.stat().st_size for file in files if file.is_file() and not file.is_symlink()) / 1e6


if __name__ == "__main__":
    sys.exit(main())

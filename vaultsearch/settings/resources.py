"""Find the files shipped with the program: icons, sample vault, manual, and translations as Qt reads them.

They lie beside the package or, when built, inside it. The build loads this file by itself to compile
translations, so it imports nothing from the package.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

SAMPLE_VAULT, MANUAL = "Sample vault", "manual"
"""The vaults shipped with the program, below the resources."""


def resources_folder() -> Path:
    """Find the resources in a frozen application, an installed wheel or the source tree."""
    package = Path(__file__).resolve().parents[1]
    frozen = getattr(sys, "_MEIPASS", None)
    candidates = [package / "_resources", package.parent / "resources"]
    if frozen is not None:
        candidates.insert(0, Path(frozen) / "resources")
    for folder in candidates:
        if (folder / "icons").is_dir():
            return folder
    raise FileNotFoundError("The resources are missing: reinstall vaultsearch.")


def compile_outdated(folder: Path) -> Path:
    """Compile changed .ts files in a source tree, beside them; return the folder.

    A built program has none. If the tree is read-only, former files are used.
    """
    for source in folder.glob("*.ts"):
        target = source.with_suffix(".qm")
        if not target.exists() or target.stat().st_mtime_ns < source.stat().st_mtime_ns:
            try:
                compile_translation(source, target)
            except OSError:
                break
    return folder


def compile_translation(source: Path, target: Path) -> None:
    """Compile a .ts file by Qt's lrelease; unfinished texts stay in English.

    Raise OSError if the file cannot be written, or PySide6 has no lrelease.
    """
    partial = target.with_suffix(f".{os.getpid()}")
    spec = find_spec("PySide6")
    folders = spec.submodule_search_locations if spec is not None else None
    lrelease = shutil.which("lrelease", path=os.pathsep.join(folders or ()))
    if lrelease is None:
        raise FileNotFoundError("PySide6 has no lrelease: install PySide6-Essentials.")
    command = [lrelease, "-silent", "-nounfinished", str(source), "-qm", str(partial)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603 - Qt's own
    if done.returncode != 0:
        raise OSError(f"{source} cannot be compiled: {done.stderr.strip() or done.stdout.strip()}")
    # At once: another process may compile it, too.
    partial.replace(target)

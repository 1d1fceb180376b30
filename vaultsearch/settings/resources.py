"""The folder of icons, the sample vault and the manual: beside the package or, when built, inside it."""

from __future__ import annotations

import sys
from pathlib import Path

SAMPLE_VAULT, MANUAL = "Sample vault", "manual"
"""The vaults that come with the program, below the resources."""


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

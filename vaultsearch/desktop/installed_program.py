"""What the settings window says about this installation; for the storage's threads."""

from __future__ import annotations

import os
import sys
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import TYPE_CHECKING

from vaultsearch.core.installation import EXTRAS, has_extra, how_to_add, installation
from vaultsearch.settings.values import InstalledProgram

if TYPE_CHECKING:
    from vaultsearch.settings.models_at_hand import ModelAtHand


def describe_program(models: Path) -> InstalledProgram:
    """Describe the program; ``models`` is the folder of the models that were laid out here."""
    from vaultsearch.settings.models_at_hand import models_at_hand

    found = models_at_hand(models, verify=False)
    sources = dict.fromkeys(model.source for model in found)
    is_frozen = getattr(sys, "frozen", False)
    missing = _missing(found)
    notices = Path(getattr(sys, "_MEIPASS", ""), "THIRD_PARTY_NOTICES.txt")
    version, releases = _published()
    return InstalledProgram(
        version,
        installation(),
        Path(sys.executable).parent if is_frozen else Path(sys.prefix),
        tuple(_measured(source, [one for one in found if one.source == source]) for source in sources),
        missing,
        how_to_add(",".join(missing)) if missing else "",
        releases,
        notices if is_frozen and notices.is_file() else None,
    )


def _measured(source: str, models: list[ModelAtHand]) -> tuple[str, int, Path]:
    folder = os.path.commonpath([model.path for model in models])
    return source, sum(model.bytes for model in models), Path(folder)


def _missing(models: list[ModelAtHand]) -> tuple[str, ...]:
    unneeded = set() if sys.platform == "linux" else {"shortcut"}
    if any(model.kind == "cross-encoder" for model in models):
        unneeded.add("cross-encoder")
    return tuple(extra for extra in EXTRAS if extra not in unneeded and not has_extra(extra))


def _published() -> tuple[str, str]:
    """Return the version and the address of the page with all versions; "" if none is known."""
    try:
        told = metadata("vaultsearch")
    except PackageNotFoundError:
        return "", ""
    urls = dict(line.split(", ", 1) for line in told.get_all("Project-URL") or ())
    return told["Version"], urls.get("Releases", "")

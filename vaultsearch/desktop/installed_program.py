"""The installation as the settings window describes it; for the storage's threads."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import TYPE_CHECKING

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.installation import EXTRAS, has_extra, how_to_add, installation
from vaultsearch.settings.values import InstalledProgram

if TYPE_CHECKING:
    from vaultsearch.settings.models_at_hand import ModelAtHand


def describe_program(models: Path) -> InstalledProgram:
    """Describe the program; ``models`` is the folder of the models that were laid out here."""
    is_frozen = getattr(sys, "frozen", False)
    missing = _missing(models)
    notices = Path(getattr(sys, "_MEIPASS", ""), "THIRD_PARTY_NOTICES.txt")
    version, releases = _published()
    return InstalledProgram(
        version,
        installation(),
        Path(sys.executable).parent if is_frozen else Path(sys.prefix),
        missing,
        how_to_add(",".join(missing)) if missing else "",
        releases,
        notices if is_frozen and notices.is_file() else None,
    )


def weigh_models(models: Path) -> tuple[tuple[str, int, Path], ...]:
    """Return the size and the folder of the models of each source."""
    from vaultsearch.settings.models_at_hand import models_at_hand

    of_source: dict[str, list[ModelAtHand]] = {}
    for model in models_at_hand(models, verify=False):
        of_source.setdefault(model.source, []).append(model)
    return tuple(
        (
            source,
            sum(model_file.bytes for model_file in model_files),
            Path(os.path.commonpath([model_file.path for model_file in model_files])),
        )
        for source, model_files in of_source.items()
    )


def _missing(models: Path) -> tuple[str, ...]:
    """Return the extras that are not installed and would add something here."""
    from vaultsearch.core.search.reranking.cross_encoder import OnnxCrossEncoder

    unneeded = set() if sys.platform == "linux" else {"shortcut"}
    with suppress(ModelUnavailableError):
        OnnxCrossEncoder.installed(models)
        unneeded.add("cross-encoder")
    return tuple(extra for extra in EXTRAS if extra not in unneeded and not has_extra(extra))


def _published() -> tuple[str, str]:
    """Return the version and the address of the page with all versions; "" if none is known."""
    try:
        package_metadata = metadata("vaultsearch")
    except PackageNotFoundError:
        return "", ""
    urls = dict(line.split(", ", 1) for line in package_metadata.get_all("Project-URL") or ())
    return package_metadata["Version"], urls.get("Releases", "")

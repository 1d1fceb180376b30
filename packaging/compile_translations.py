"""Hatch's build hook: compile the translations into the wheel."""

from __future__ import annotations

import shutil
import tempfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledTranslations(BuildHookInterface):  # type: ignore[type-arg]  # of hatch's own configuration
    """Compiles each .ts file and adds the result to the wheel's resources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the wheel is packed; an editable one uses the source tree's files."""
        self._folder = Path(tempfile.mkdtemp())
        if version == "editable":
            return
        root = Path(self.root)
        spec = spec_from_file_location("compiled", root / "vaultsearch/settings/resources.py")
        assert spec is not None  # noqa: S101 - a .py file always has a loader
        assert spec.loader is not None  # noqa: S101
        compiled = module_from_spec(spec)
        spec.loader.exec_module(compiled)
        for source in (root / "resources" / "translations").glob("*.ts"):
            target = self._folder / f"{source.stem}.qm"
            compiled.compile_translation(source, target)
            build_data["force_include"][str(target)] = f"vaultsearch/_resources/translations/{target.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove the compiled files."""
        shutil.rmtree(self._folder, ignore_errors=True)

"""The ONNX files of a model in the user's data folder: where they are, whether still what was written."""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from vaultsearch.core.index.models import file_sha256

if TYPE_CHECKING:
    from pathlib import Path

    from vaultsearch.core.index.models import ModelFolder

EXPORTER_VERSION = 1
"""Counts up where files that were exported before are to be exported anew."""


@dataclass(frozen=True, slots=True)
class ExportedModel:
    """A folder with ``model.onnx`` and, written after it, a record of its digest.

    The record tells of an export that failed instead, and with which libraries: it is not tried again
    with the same ones.
    """

    folder: Path

    @classmethod
    def of(cls, model: ModelFolder, models: Path) -> ExportedModel:
        """Give the place for a model's export beneath ``models``, by its weights and the exporter."""
        name, _, digest = model.fingerprint().rpartition(":")
        return cls(models / f"{name}-{digest[:12]}-{EXPORTER_VERSION}")

    @property
    def rough(self) -> ExportedModel:
        """The place for the rough form of this one, with a record of its own."""
        return ExportedModel(self.folder.with_name(f"{self.folder.name}-int8"))

    @property
    def file(self) -> Path:
        """The exported model."""
        return self.folder / "model.onnx"

    @property
    def _record(self) -> Path:
        return self.folder / "export.json"

    def is_wanted(self) -> bool:
        """Tell whether to export: there is no file, and no failure with these libraries. Quick."""
        record = self._read()
        if "sha256" in record:
            return not self.file.is_file()
        return record.get("failed_with") != _libraries()

    def is_intact(self) -> bool:
        """Tell whether the file is what was written; reads it whole."""
        expected = self._read().get("sha256")
        try:
            return expected is not None and file_sha256(self.file) == expected
        except OSError:
            return False

    def keep(self, temporary: Path) -> None:
        """Take ``temporary``, a file in the same folder, as the exported model."""
        self.forget()
        digest = file_sha256(temporary)
        temporary.replace(self.file)
        self._write({"sha256": digest})

    def note_failure(self, trouble: str) -> None:
        """Remember that the export failed, if that can be written."""
        with contextlib.suppress(OSError):
            self._write({"failed_with": _libraries(), "trouble": trouble})

    def forget_if_damaged(self) -> None:
        """Have the model exported anew where there was a file; a failure stays remembered."""
        if "sha256" in self._read():
            self.forget()

    def forget(self) -> None:
        """Have the model exported anew."""
        with contextlib.suppress(OSError):
            self._record.unlink(missing_ok=True)

    def _read(self) -> dict[str, str]:
        try:
            record = json.loads(self._record.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return record if isinstance(record, dict) else {}

    def _write(self, record: dict[str, str]) -> None:
        temporary = self._record.with_suffix(f".{os.getpid()}.tmp")
        temporary.write_text(json.dumps(record), encoding="utf-8")
        temporary.replace(self._record)


def _libraries() -> str:
    return ", ".join(f"{name} {_version(name)}" for name in ("torch", "transformers", "onnx", "onnxruntime"))


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"

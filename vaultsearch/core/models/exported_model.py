"""The ONNX files of a model in the user's data folder, and the record by which damage is found."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from vaultsearch.core.files import write_atomically
from vaultsearch.core.models.weights import file_sha256

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from vaultsearch.core.models.weights import ModelFolder

EXPORTER_VERSION = 2
"""To be raised when files that were exported before are to be exported anew."""
WEIGHTS = "model.weights"
"""The file with the large tensors beside the model: a process maps it, and reads the rows that it needs."""
_FILES = ("model.onnx", WEIGHTS)


@dataclass(frozen=True, slots=True)
class ExportedModel:
    """A folder with ``model.onnx``, its weights, and, written after them, a record of their digests.

    The record of a failed export holds the versions of the libraries instead: it is not tried again with the
    same ones.
    """

    folder: Path

    @classmethod
    def of(cls, model: ModelFolder, models: Path) -> ExportedModel:
        """Return the place for a model's export beneath ``models``, by its weights and the exporter."""
        name, _, digest = model.fingerprint().rpartition(":")
        return cls(models / f"{name}-{digest[:12]}-{EXPORTER_VERSION}")

    @property
    def quantized(self) -> ExportedModel:
        """The place for the quantized form of this one, with a record of its own."""
        return ExportedModel(self.folder.with_name(f"{self.folder.name}-int8"))

    @property
    def file(self) -> Path:
        """The exported model."""
        return self.folder / _FILES[0]

    @property
    def _record(self) -> Path:
        return self.folder / "export.json"

    def is_wanted(self) -> bool:
        """Return whether to export: there is no file, and no failure with these libraries. Quick."""
        record = self._read()
        if "sha256" in record:
            return not all((self.folder / name).is_file() for name in _FILES)
        return record.get("failed_with") != _libraries()

    def is_intact(self) -> bool:
        """Return whether the files are as they were written; reads them whole."""
        expected = self._read().get("sha256")
        try:
            return expected is not None and self._digests(self.folder) == expected
        except OSError:
            return False

    @contextlib.contextmanager
    def making(self) -> Iterator[Path]:
        """Yield the file to write the model to, its weights beside it, in a temporary folder."""
        temporary = self.folder / f"{os.getpid()}.tmp"
        temporary.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            yield temporary / self.file.name
        finally:
            shutil.rmtree(temporary, ignore_errors=True)

    def keep(self, made: Path) -> None:
        """Replace the exported model by ``made``, which was written while `making`."""
        self.forget()
        digests = self._digests(made.parent)
        for name in _FILES:
            (made.parent / name).replace(self.folder / name)
        self._write({"sha256": digests})

    def note_failure(self, trouble: str) -> None:
        """Remember that the export failed, if that can be written."""
        with contextlib.suppress(OSError):
            self._write({"failed_with": _libraries(), "trouble": trouble})

    def forget_if_damaged(self) -> None:
        """Mark an exported model as missing, to be exported anew; a failure stays remembered."""
        if "sha256" in self._read():
            self.forget()

    def forget(self) -> None:
        """Mark the model as not exported."""
        with contextlib.suppress(OSError):
            self._record.unlink(missing_ok=True)

    @staticmethod
    def _digests(folder: Path) -> dict[str, str]:
        return {name: file_sha256(folder / name) for name in _FILES}

    def _read(self) -> dict[str, object]:
        try:
            record = json.loads(self._record.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return record if isinstance(record, dict) else {}

    def _write(self, record: Mapping[str, object]) -> None:
        write_atomically(self._record, json.dumps(record))


def _libraries() -> str:
    return ", ".join(f"{name} {_version(name)}" for name in ("torch", "transformers", "onnx", "onnxruntime"))


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"

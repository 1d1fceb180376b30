"""Graphs for onnxruntime, which ship with the program, and their weights, laid out once from pinned files.

A graph names a file of weights beside it. That file is arranged from the weights as their package has them;
its digest is pinned, too. Every process maps the one file, and reads the rows that it needs.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.messages import Message
from vaultsearch.core.models.onnx_session import GRAPHS, load_onnx, load_onnx_from_memory
from vaultsearch.core.models.packaged_model import file_sha256

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray
    from onnxruntime import InferenceSession

WEIGHTS = "model.weights"
"""The file with the large tensors, as the graphs name it."""
_MODEL = "model.onnx"
_FOLDER = re.compile(r"(-int8)?-[0-9a-f]{12}(-\d(-int8)?)?")
"""The end of the name of a folder in which this version or a former one has laid out a model."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LaidOutModel:
    """A graph, and the place of its weights. Holds names only, so it travels between processes.

    Args:
        graph: The name of the graph.
        sha256: The digest of its weights, once arranged.
        models: The folder beneath which they are laid out; without it, each process holds its own.
    """

    graph: str
    sha256: str
    models: Path | None

    @property
    def folder(self) -> Path | None:
        """The folder with the graph and its weights."""
        return None if self.models is None else self.models / f"{self.graph}-{self.sha256[:12]}"

    def is_intact(self) -> bool:
        """Return whether both files are the pinned ones; reads them whole."""
        return self.folder is not None and self._is_intact(self.folder)

    def load(self, weights: Callable[[], Iterable[NDArray[np.generic]]]) -> InferenceSession:
        """Load the model for runs of one thread; its weights are laid out first if they are not yet.

        Args:
            weights: Returns the tensors in their order.

        Raises:
            ModelUnavailableError: The tensors are not the expected ones.
        """
        folder = self.folder
        if folder is not None and (self._is_intact(folder) or self._has_laid_out(folder, weights)):
            return load_onnx(folder / _MODEL, 1)
        content = b"".join(_bytes(weights()))
        self._verify(hashlib.sha256(content).hexdigest())
        return load_onnx_from_memory(self._graph, {WEIGHTS: content})

    @property
    def _graph(self) -> Path:
        return GRAPHS / f"{self.graph}.onnx"

    def _is_intact(self, folder: Path) -> bool:
        try:
            digests = [file_sha256(folder / name) for name in (_MODEL, WEIGHTS)]
        except OSError:
            return False
        return digests == [file_sha256(self._graph), self.sha256]

    def _has_laid_out(self, folder: Path, weights: Callable[[], Iterable[NDArray[np.generic]]]) -> bool:
        """Write the files; return False if the disk does not allow it: the model is needed all the same."""
        try:
            self._lay_out(folder, weights)
        except OSError as error:
            _log.warning("held in memory model=%s because=%s", self.graph, error)
            return False
        return True

    def _lay_out(self, folder: Path, weights: Callable[[], Iterable[NDArray[np.generic]]]) -> None:
        temporary = folder.with_name(f"{folder.name}.{os.getpid()}.tmp")
        temporary.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            shutil.copyfile(self._graph, temporary / _MODEL)
            digest = hashlib.sha256()
            with (temporary / WEIGHTS).open("wb") as file:
                for part in _bytes(weights()):
                    digest.update(part)
                    file.write(part)
            self._verify(digest.hexdigest())
            folder.mkdir(exist_ok=True, mode=0o700)
            for name in (_MODEL, WEIGHTS):  # one by one: another process may have mapped the former ones
                (temporary / name).replace(folder / name)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
        self._remove_former(folder)

    def _remove_former(self, folder: Path) -> None:
        """Remove the files of former versions: a hundred megabytes that nothing reads."""
        stem = self.graph.removesuffix("-int8")
        for other in folder.parent.glob(f"{stem}-*"):
            if other != folder and _FOLDER.fullmatch(other.name.removeprefix(stem)):
                shutil.rmtree(other, ignore_errors=True)

    def _verify(self, digest: str) -> None:
        if digest != self.sha256:
            raise ModelUnavailableError(
                Message(
                    "The weights of {} have the wrong checksum (sha256 {}…, expected {}…).",
                    self.graph,
                    digest[:12],
                    self.sha256[:12],
                ),
                "Reinstall vaultsearch.",
            )


def _bytes(tensors: Iterable[NDArray[np.generic]]) -> Iterator[bytes]:
    return (np.ascontiguousarray(tensor).tobytes() for tensor in tensors)

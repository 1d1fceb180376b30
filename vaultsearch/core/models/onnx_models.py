"""Run shipped onnxruntime graphs with their weights in eight bits.

A graph names a weights file beside it. That file is arranged once from the packaged weights; its digest is
pinned, too. All processes map the same file, and read only the rows they need.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.memory import drop_at_rest
from vaultsearch.core.messages import Message
from vaultsearch.core.models.device import free_cores
from vaultsearch.core.models.model_files import file_sha256
from vaultsearch.core.threads import still_wanted

if TYPE_CHECKING:
    from onnxruntime import InferenceSession, SessionOptions

    from vaultsearch.core.protocols import Vectors

GRAPHS = Path(__file__).parent / "graphs"
"""The graphs that ship with the program."""
_REINSTALL = "Reinstall vaultsearch."

Input = TypeVar("Input", bound="Sized")


def run_each(run: Callable[[Input], Vectors], inputs: Sequence[Input]) -> Iterator[tuple[int, Vectors]]:
    """Yield each input's index and output, longest first, unless the work is given up.

    Each is a single-threaded run, as many at once as there are free cores: four fifths of the time for padded
    batches on all cores.
    """
    check = still_wanted()

    def output(place: int) -> Vectors:
        check()
        return run(inputs[place])

    # The longest first, so that no thread begins a long text when the others have finished.
    order = sorted(range(len(inputs)), key=lambda place: -len(inputs[place]))
    if len(order) == 1:  # a question, which need not wait for threads to start
        yield 0, output(0)
        return
    with ThreadPoolExecutor(free_cores()) as pool:
        yield from zip(order, pool.map(output, order), strict=True)


@cache
def load_onnx(file: Path) -> InferenceSession:
    """Load a model for one thread. Raise ModelUnavailableError if that fails."""
    session = _make_session(file, _session_options())
    drop_at_rest(load_onnx.cache_clear, is_model=True)
    return session


@cache
def load_shipped_graph(name: str, weights: Path) -> InferenceSession:
    """Load a shipped graph for one thread, over the files in ``weights``. Raise ModelUnavailableError."""
    options = _session_options()
    options.add_session_config_entry("session.model_external_initializers_file_folder_path", str(weights))
    session = _make_session((GRAPHS / f"{name}.onnx").read_bytes(), options)
    drop_at_rest(load_shipped_graph.cache_clear, is_model=True)
    return session


def load_onnx_from_memory(file: Path, beside: Mapping[str, bytes]) -> InferenceSession:
    """Load a model for a single thread, with the files it names in memory. Raise ModelUnavailableError."""
    options = _session_options()
    contents = list(beside.values())
    options.add_external_initializers_from_files_in_memory(list(beside), contents, [*map(len, contents)])
    return _make_session(file.read_bytes(), options)


def _session_options() -> SessionOptions:
    try:
        from onnxruntime import SessionOptions, disable_telemetry_events
    except ImportError as error:
        raise ModelUnavailableError(f"onnxruntime can't be loaded ({error}).", _REINSTALL) from error
    disable_telemetry_events()  # the environment is read at import, which a script may have done before
    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3  # errors alone; it writes to the terminal
    # It would keep what the largest input took, 50 MB for the models of one question; malloc takes as long.
    options.enable_cpu_mem_arena = False
    # Waiting threads would spin, and keep a core busy after each question.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return options


def _make_session(model: Path | bytes, options: SessionOptions) -> InferenceSession:
    from onnxruntime import InferenceSession

    try:
        source = str(model) if isinstance(model, Path) else model
        return InferenceSession(source, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's errors have no class in common but this
        named = f" {model}" if isinstance(model, Path) else ""
        raise ModelUnavailableError(f"The ONNX model{named} can't be loaded: {error}", _REINSTALL) from error


# Matrices are multiplied as 8-bit integers. Inputs are quantized on the fly, with one scale per text, so
# inputs with few large values lose most. Behind a layer norm they are first brought to about one size, and
# the matrix takes the other factor (SmoothQuant, Xiao et al. 2023). Their size is known from the norm.

_MAX_WEIGHT = 112
"""The largest magnitude of a quantized weight. Processors without VNNI add two products in sixteen bits: with
127, 3,900 in a million sums overflow (counted on such passages), with 112 650, by an eighth of a mean sum;
with 96, 18, and every weight is coarser.
"""
_NORMAL = 4
"""Standard deviations still common in a normed state."""


class Matrix(NamedTuple):
    """A matrix, int8 (inputs, outputs), the scales of outputs, and the divisors of inputs."""

    values: NDArray[np.int8]
    scales: Vectors
    smoothing: Vectors | None


def quantized_matrix(matrix: Vectors, smoothing: Vectors | None = None) -> Matrix:
    """Quantize a matrix, float32 (inputs, outputs), with a scale for each output."""
    if smoothing is not None:
        matrix = matrix * smoothing[:, None]
    # float32 throughout, since the digest of the result is pinned.
    scales = np.abs(matrix).max(axis=0) / np.float32(_MAX_WEIGHT)
    values = np.rint(matrix / scales).clip(-_MAX_WEIGHT, _MAX_WEIGHT).astype(np.int8)
    return Matrix(values, scales, smoothing)


def smoothing_behind_norm(weight: Vectors, bias: Vectors) -> Vectors:
    """Return the divisors for inputs behind a layer norm, from weight and bias.

    About each input's size to the power 3/4, as a power of two: exact on every machine.
    """
    size = _NORMAL * np.abs(weight) + np.abs(bias)
    # A power of floats may differ in its last bit from machine to machine; an exponent is exact.
    exponents = np.frexp(_NORMAL * size * size * size)[1] // 4
    return np.asarray(np.ldexp(np.float32(1), exponents))


WEIGHTS = "model.weights"
"""The file with the large tensors, as named in the graphs."""
_MODEL = "model.onnx"
_FOLDER = re.compile(r"(-int8)?-[0-9a-f]{12}(-\d(-int8)?)?")
"""The suffix of a folder where this or a former version has laid out a model."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OnnxModel:
    """A graph, and the place for its weights. Holds names only, so it travels between processes.

    Args:
        sha256: The arranged weights' digest.
        models: The folder beneath which they are laid out; without it, each process holds a copy.
    """

    graph: str
    sha256: str
    models: Path | None

    @property
    def folder(self) -> Path | None:
        """The folder with graph and weights."""
        return None if self.models is None else self.models / f"{self.graph}-{self.sha256[:12]}"

    def is_intact(self) -> bool:
        """Return whether both files match the pinned files; reads them whole."""
        return self.folder is not None and self._is_intact(self.folder)

    def load(self, weights: Callable[[], Iterable[NDArray[np.generic]]]) -> InferenceSession:
        """Load the model for single-threaded runs, laying weights out first if necessary.

        Raise ModelUnavailableError if the tensors are not the expected ones.
        """
        folder = self.folder
        if folder is not None and not self._is_intact(folder):
            try:
                self._lay_out(folder, weights)
            except OSError as error:
                # The disk refuses, and the model is needed anyway.
                _log.warning("held in memory model=%s because=%s", self.graph, error)
                folder = None
        if folder is not None:
            return load_onnx(folder / _MODEL)
        content = b"".join(_tensor_bytes(weights()))
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

    def _lay_out(self, folder: Path, weights: Callable[[], Iterable[NDArray[np.generic]]]) -> None:
        # By process: two may lay out the same model at the same time.
        temporary = folder.with_name(f"{folder.name}.{os.getpid()}.tmp")
        temporary.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            shutil.copyfile(self._graph, temporary / _MODEL)
            # While it is written, so that the file need not be read once more.
            digest = hashlib.sha256()
            with (temporary / WEIGHTS).open("wb") as file:
                for part in _tensor_bytes(weights()):
                    digest.update(part)
                    file.write(part)
            self._verify(digest.hexdigest())
            folder.mkdir(exist_ok=True, mode=0o700)
            for name in (_MODEL, WEIGHTS):  # one by one: another process may have mapped the former ones
                (temporary / name).replace(folder / name)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
        # Former versions' files are a hundred megabytes which nothing reads.
        stem = self.graph.removesuffix("-int8")
        for other in folder.parent.glob(f"{stem}-*"):
            # Only names given by this program: a user's folder may begin with a model's name, too.
            if other != folder and _FOLDER.fullmatch(other.name.removeprefix(stem)):
                shutil.rmtree(other, ignore_errors=True)

    def _verify(self, digest: str) -> None:
        if digest != self.sha256:
            wrong = "The weights of {} have the wrong checksum (sha256 {}…, expected {}…)."
            sentence = Message(wrong, self.graph, digest[:12], self.sha256[:12])
            raise ModelUnavailableError(sentence, _REINSTALL)


def _tensor_bytes(tensors: Iterable[NDArray[np.generic]]) -> Iterator[bytes]:
    return (np.ascontiguousarray(tensor).tobytes() for tensor in tensors)

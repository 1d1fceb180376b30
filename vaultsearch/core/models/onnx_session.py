"""ONNX models and their tokenizers, as files: for the encoder and for the cross-encoder."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.worker import drop_at_rest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray
    from onnxruntime import InferenceSession, SessionOptions
    from tokenizers import Encoding, Tokenizer

T = TypeVar("T")

INPUTS = ("input_ids", "attention_mask", "token_type_ids")
"""The inputs of a BERT, int64 (texts, tokens) each."""
GRAPHS = Path(__file__).parent / "graphs"
"""The graphs that ship with the program."""


@cache
def load_onnx(file: Path, threads: int) -> InferenceSession:
    """Load a model, to be run by so many threads. Raise ModelUnavailableError if that fails."""
    session = _session(file, _options(threads))
    drop_at_rest(load_onnx.cache_clear, is_model=True)
    return session


@cache
def load_shipped_graph(name: str, weights: Path) -> InferenceSession:
    """Load a graph that ships with the program, for runs of one thread, over the files in ``weights``.

    Raise ModelUnavailableError if that fails.
    """
    options = _options(1)
    options.add_session_config_entry("session.model_external_initializers_file_folder_path", str(weights))
    session = _session((GRAPHS / f"{name}.onnx").read_bytes(), options)
    drop_at_rest(load_shipped_graph.cache_clear, is_model=True)
    return session


def load_onnx_from_memory(file: Path, beside: Mapping[str, bytes]) -> InferenceSession:
    """Load a model for runs of one thread, with the content of the files that it names.

    Raise ModelUnavailableError if that fails.
    """
    options = _options(1)
    contents = list(beside.values())
    options.add_external_initializers_from_files_in_memory(list(beside), contents, [*map(len, contents)])
    return _session(file.read_bytes(), options)


def _options(threads: int) -> SessionOptions:
    try:
        from onnxruntime import SessionOptions, disable_telemetry_events
    except ImportError as error:
        raise ModelUnavailableError(
            f"onnxruntime can't be loaded ({error}).", "Reinstall vaultsearch."
        ) from error
    disable_telemetry_events()  # the environment is read at import, which a script may have done before
    options = SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3  # errors alone; it writes to the terminal
    # It would keep what the largest input took, 50 MB for the models of one question; malloc takes as long.
    options.enable_cpu_mem_arena = False
    # Waiting threads would spin, and keep a core busy after each question.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return options


def _session(model: Path | bytes, options: SessionOptions) -> InferenceSession:
    from onnxruntime import InferenceSession

    try:
        source = str(model) if isinstance(model, Path) else model
        return InferenceSession(source, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's errors have no class in common but this
        named = f" {model}" if isinstance(model, Path) else ""
        raise ModelUnavailableError(
            f"The ONNX model{named} can't be loaded: {error}", "Reinstall vaultsearch."
        ) from error


@cache
def load_tokenizer(file: Path) -> Tokenizer:
    """Load a tokenizer.json, to pad nothing and to cut nothing. Raise ModelUnavailableError if that fails.

    Files that tell of the same tokens share one, such as the default model's and the cross-encoder's: each
    takes 8 MB.
    """
    # Threads for each call take longer to share a note's few words than one takes to read them.
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    try:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(file))
    except Exception as error:  # tokenizers raises no class of its own
        raise ModelUnavailableError(
            f"The tokenizer {file} can't be loaded: {error}", "Reinstall vaultsearch."
        ) from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return _shared(_Loaded(sha256(tokenizer.to_str().encode()).digest(), tokenizer))


@dataclass(frozen=True, slots=True)
class _Loaded:
    """A tokenizer, compared by what it does."""

    digest: bytes
    tokenizer: Tokenizer = field(compare=False)


@cache
def _shared(loaded: _Loaded) -> Tokenizer:
    """Return the first of equal ones."""
    return loaded.tokenizer


def within_window(values: Sequence[T], window: int) -> Sequence[T]:
    """Cut what belongs to tokens beyond a model's window, and keep the last one's, the mark of the end."""
    return values if len(values) <= window else [*values[: window - 1], values[-1]]


def padded(encodings: Sequence[Encoding], window: int) -> dict[str, NDArray[np.int64]]:
    """Return a model's inputs for texts, cut to its window and padded to the longest."""
    shape = (len(encodings), min(window, max(map(len, encodings))))
    inputs = {name: np.zeros(shape, dtype=np.int64) for name in INPUTS}
    for row, encoding in enumerate(encodings):
        parts = (encoding.ids, encoding.attention_mask, encoding.type_ids)
        for name, values in zip(INPUTS, parts, strict=True):
            within = within_window(values, window)
            inputs[name][row, : len(within)] = within
    return inputs

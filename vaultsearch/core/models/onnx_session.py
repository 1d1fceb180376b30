"""ONNX models and their tokenizers, as files: for the encoder and for the cross-encoder."""

from __future__ import annotations

import os
import uuid
from contextlib import contextmanager
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.errors import ModelUnavailableError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray
    from onnxruntime import InferenceSession
    from tokenizers import Encoding, Tokenizer

INPUTS = ("input_ids", "attention_mask", "token_type_ids")
"""The inputs of a BERT, int64 (texts, tokens) each."""
_LARGE = 16_384
"""Bytes of a tensor."""


@cache
def load_onnx(file: Path, threads: int) -> InferenceSession:
    """Load a model, to be run by so many threads. Raise ModelUnavailableError if that fails."""
    try:
        from onnxruntime import InferenceSession, SessionOptions, disable_telemetry_events
    except ImportError as error:
        raise ModelUnavailableError(
            f"onnxruntime can't be loaded ({error}).", "Reinstall vaultsearch."
        ) from error
    disable_telemetry_events()  # the environment is read at import, which a script may have done before
    options = SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3  # errors alone; it writes to the terminal
    # Waiting threads would spin, and keep a core busy after each question.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's errors have no class in common but this
        raise ModelUnavailableError(
            f"The ONNX model {file} can't be loaded: {error}", "sentence-transformers is used instead."
        ) from error


def write_quantized(source: Path, target: Path) -> None:
    """Write a model's quantized form: the weights of its matrices and tables in seven bits, by channel.

    Eight would overflow in the sums of processors without VNNI. Raise OSError, or onnxruntime's errors.
    """
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from onnxruntime.quantization.quant_utils import add_pre_process_metadata

    model = onnx.load(str(source))
    add_pre_process_metadata(model)  # its exporter has simplified it; without this, a warning says otherwise
    with _random_names():
        quantize_dynamic(
            model,
            str(target),
            op_types_to_quantize=["MatMul", "Gather"],
            per_channel=True,
            reduce_range=True,
            weight_type=QuantType.QInt8,
        )


def write_weights_apart(file: Path, weights: str) -> None:
    """Move the large tensors of a model to another file beside it, which a session maps instead of copying.

    Of the word embeddings, half of a small model, it then reads the rows that it needs. Can raise OSError.
    """
    import onnx

    with _random_names():
        onnx.save_model(
            onnx.load(str(file)),
            str(file),
            save_as_external_data=True,
            all_tensors_to_one_file=True,
            location=weights,
            size_threshold=_LARGE,
        )


@contextmanager
def _random_names() -> Iterator[None]:
    """Make onnx name files at random.

    WORKAROUND onnx 1.23.2: it makes a UUID of the machine's network address and the time, also where it needs
    no name; to count them, libuuid writes a file outside of the program's folders where it may.
    """
    from onnx import external_data_helper

    vars(external_data_helper)["uuid"] = SimpleNamespace(uuid1=uuid.uuid4)
    try:
        yield
    finally:
        vars(external_data_helper)["uuid"] = uuid


@cache
def load_tokenizer(file: Path, window: int | None = None) -> Tokenizer:
    """Load a tokenizer.json that pads nothing and cuts after ``window`` tokens, if that is given.

    Raise ModelUnavailableError if that fails.
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
    if window is not None:
        tokenizer.enable_truncation(window)
    tokenizer.no_padding()
    return tokenizer


def padded(encodings: Sequence[Encoding]) -> dict[str, NDArray[np.int64]]:
    """Return a model's inputs for texts, padded to the longest."""
    shape = (len(encodings), max(len(encoding.ids) for encoding in encodings))
    inputs = {name: np.zeros(shape, dtype=np.int64) for name in INPUTS}
    for row, encoding in enumerate(encodings):
        parts = (encoding.ids, encoding.attention_mask, encoding.type_ids)
        for name, values in zip(INPUTS, parts, strict=True):
            inputs[name][row, : len(values)] = values
    return inputs

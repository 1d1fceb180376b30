"""Write what a release says: `python packaging/release_notes.py FOLDER`.

``notes.md`` gets the newest part of the manual's page of changes, and ``FOLDER/SHA256SUMS`` the digests of
the files to be released.
"""

from __future__ import annotations

import hashlib
import re
import sys
from pathlib import Path

CHANGES = Path(__file__).resolve().parents[1] / "resources" / "manual" / "Changes.md"
_WIKILINK = re.compile(r"\[\[([^\]|#]*)(?:#[^\]|]*)?(?:\|([^\]]*))?\]\]")


def newest_changes(page: str) -> str:
    """Return the newest version's part of a page of changes, with links as text."""
    part = re.split(r"^## .*$", page, flags=re.MULTILINE)[1].strip()
    return _WIKILINK.sub(lambda link: link[2] or link[1], part)


def main(folder: Path) -> None:
    """Write both files."""
    Path("notes.md").write_text(newest_changes(CHANGES.read_text(encoding="utf-8")) + "\n", encoding="utf-8")
    files = sorted(file for file in folder.iterdir() if file.is_file())
    digests = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (folder / "SHA256SUMS").write_text("".join(digests), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

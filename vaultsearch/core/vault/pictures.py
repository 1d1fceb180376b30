"""The pictures of a vault: resolved like links, read only if they lie within it."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from vaultsearch.core.errors import OutsideVaultError
from vaultsearch.core.values.note import picture_format
from vaultsearch.core.vault.links import LinkResolver
from vaultsearch.core.vault.rendering.inline_html import is_picture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultsearch.core.values.note import Link
    from vaultsearch.core.vault.containment import Containment

LARGEST = 40 * 2**20
"""Maximum bytes of a picture that is displayed."""

_KNOWN_FOR_S = 20.0
"""Seconds for which the list of the vault's pictures is reused."""


class Pictures:
    """Reader of a vault's pictures, which scans the folders only to resolve a bare name."""

    def __init__(self, containment: Containment) -> None:
        self._containment = containment
        self._resolver: LinkResolver | None = None
        self._looked_at = 0.0
        self._looking = threading.Lock()

    def read(self, link: Link, source: str) -> bytes | None:
        """Return the content of the picture that ``link`` in the note ``source`` means, or None.

        None also if the file is outside of the vault, not a regular file, too large, unreadable or not a
        picture, and for an SVG with references to other files.
        """
        for path in self._candidates(link, source):
            content = self._content(path)
            if content is not None:
                return content
        return None

    def _candidates(self, link: Link, source: str) -> Iterator[str]:
        if not is_picture(link.target):
            return
        folder = source.rpartition("/")[0]
        yield link.target
        yield f"{folder}/{link.target}" if folder else link.target
        target_path = self._names().resolve(link, source).path
        if target_path is not None:
            yield target_path

    def _content(self, path: str) -> bytes | None:
        try:
            with self._containment.open(path.lstrip("/")) as opened:
                content = opened.file.read(LARGEST + 1)
        except (
            OSError,
            ValueError,
            OutsideVaultError,
        ):  # a missing file, a NUL in its name, a loop of links
            return None
        if len(content) > LARGEST:
            return None
        return content if picture_format(content) is not None else None

    def _names(self) -> LinkResolver:
        with self._looking:
            if self._resolver is None or time.monotonic() - self._looked_at > _KNOWN_FOR_S:
                self._resolver = LinkResolver(dict.fromkeys(_pictures_below(self._containment.root), ()))
                self._looked_at = time.monotonic()
            return self._resolver


def _pictures_below(root: Path) -> Iterator[str]:
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        within = Path(folder).relative_to(root).as_posix()
        for name in files:
            if is_picture(name) and not name.startswith("."):
                yield name if within == "." else f"{within}/{name}"

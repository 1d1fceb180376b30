"""A source of notes of another package, as indexing sees the vault."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.extension_calls import ExtensionPart

if TYPE_CHECKING:
    from pathlib import Path

    from vaultsearch.core.values.note import Note, Revision
    from vaultsearch.core.values.sync import Failure


@dataclass(frozen=True, slots=True)
class ExtensionSource:
    """A `Source` of another package, made of the vault's folder."""

    name: str
    folder: Path

    @property
    def location(self) -> str:
        """The vault's folder."""
        return str(self.folder)

    def scan(self) -> tuple[list[Revision], list[Failure]]:
        """List all notes, and the failures. Raise ExtensionError."""
        revisions, failures = self._part.call("scan")
        return list(revisions), list(failures)

    def read(self, revision: Revision) -> Note:
        """Read a note. Raise ExtensionError, or the errors of a disk."""
        note: Note = self._part.call("read", revision)
        return note

    @property
    def _part(self) -> ExtensionPart:
        return ExtensionPart("sources", self.name, (self.folder,))

"""A source of notes of another package, as indexing sees the vault."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vaultsearch.core.extension_calls import ExtensionPart
from vaultsearch.core.values.note import Note, Revision

if TYPE_CHECKING:
    from pathlib import Path

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
        return self._part.call_for(_listed, "scan")

    def read(self, revision: Revision) -> Note:
        """Read a note. Raise ExtensionError, or the errors of a disk."""
        return self._part.call_for(_note, "read", revision)

    @property
    def _part(self) -> ExtensionPart:
        return ExtensionPart("sources", self.name, (self.folder,))


def _listed(scanned: Any) -> tuple[list[Revision], list[Failure]]:
    revisions, failures = scanned
    if not all(isinstance(revision, Revision) for revision in revisions):
        raise TypeError("not revisions")
    return list(revisions), list(failures)


def _note(read: Any) -> Note:
    if not isinstance(read, Note):
        raise TypeError("not a note")
    return read

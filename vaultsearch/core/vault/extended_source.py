"""The source that a vault is indexed from: its folder, or that of another package."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vaultsearch.core.extension_calls import ExtensionPart
from vaultsearch.core.parameters import OBSIDIAN
from vaultsearch.core.values.note import Note, Revision
from vaultsearch.core.vault.readers.file_rules import FileRules
from vaultsearch.core.vault.source import ObsidianVault

if TYPE_CHECKING:
    from pathlib import Path

    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.pictures.recognised_texts import RecognisedTexts
    from vaultsearch.core.protocols import Source
    from vaultsearch.core.values.sync import Failure
    from vaultsearch.core.vault.ignoring import UserRules


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


def indexed_source(folder: Path, parameters: Parameters, rules: UserRules, texts: RecognisedTexts) -> Source:
    """Return the source; text that was ever recognised in its pictures stays in them."""
    kind = parameters.source.kind
    if kind != OBSIDIAN:
        return ExtensionSource(kind, folder)
    return ObsidianVault(
        folder,
        max_file_bytes=parameters.source.max_file_mb * 2**20,
        user_rules=rules,
        follow_links_out=parameters.source.follow_links_out,
        files=FileRules.of(parameters),
        texts=texts if parameters.files.recognize_text or texts.folder.exists() else None,
    )

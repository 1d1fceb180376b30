"""The source that a vault is indexed from, as its parameters have it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.parameters import OBSIDIAN
from vaultsearch.core.vault.extended_source import ExtensionSource
from vaultsearch.core.vault.readers.file_rules import FileRules
from vaultsearch.core.vault.source import ObsidianVault

if TYPE_CHECKING:
    from pathlib import Path

    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.protocols import Source
    from vaultsearch.core.vault.ignoring import UserRules
    from vaultsearch.core.vault.recognised_texts import RecognisedTexts


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

"""A look at a folder before it becomes a vault: one with nothing to read is refused with what it contains."""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING

from vaultsearch.core.errors import VaultNotFoundError
from vaultsearch.core.messages import Message
from vaultsearch.core.values.note import FileKind
from vaultsearch.core.vault.ignoring import UserRules
from vaultsearch.core.vault.readers.file_rules import FileRules
from vaultsearch.core.vault.readers.reading import kind_of
from vaultsearch.core.vault.source import ObsidianVault

if TYPE_CHECKING:
    from pathlib import Path

_KINDS = {
    "Word": ("doc", "docx", "odt", "rtf"),
    "PDF": ("pdf",),
    "text": ("txt", "text", "org", "rst"),
    "web page": ("htm", "html", "mht"),
    "spreadsheet": ("xls", "xlsx", "ods", "csv"),
    "presentation": ("ppt", "pptx", "odp", "key"),
    "picture": ("jpg", "jpeg", "png", "gif", "webp", "heic", "svg", "bmp", "tif", "tiff"),
    "audio or video": ("mp3", "m4a", "wav", "flac", "ogg", "mp4", "mov", "mkv", "avi", "webm"),
    "Evernote or OneNote": ("enex", "one", "onepkg"),
    "ZIP": ("zip", "7z", "rar", "gz"),
}
_KIND_OF = {ending: kind for kind, endings in _KINDS.items() for ending in endings}
_MOST_KINDS = 3
_MOST_FILES = 50_000
"""Files counted at most: somebody may drop a whole disk."""


def require_files(
    vault: Path,
    user_rules: UserRules = UserRules(),  # noqa: B008 - a frozen value
    files: FileRules = FileRules(),  # noqa: B008 - a frozen value
    *,
    follow_links_out: bool = False,
) -> None:
    """Raise VaultNotFoundError with what the folder contains if no file in it is read."""
    source = ObsidianVault(vault, user_rules=user_rules, follow_links_out=follow_links_out, files=files)
    if source.has_files():
        return
    excluded, kinds, off = _count(vault, files)
    if excluded:
        raise VaultNotFoundError(
            Message("All notes and documents in {} are excluded.", vault),
            "Check the excluded files in Obsidian, and .vaultsearchignore.",
        )
    remedy = "Choose the folder that contains your notes or documents, or connect its drive."
    if off:
        remedy = "Turn on more kinds of files in Settings > Files, or choose another folder."
    raise VaultNotFoundError(Message("No notes or documents in {}{}.", vault, _described(kinds)), remedy)


def _count(vault: Path, rules: FileRules) -> tuple[int, Counter[str], int]:
    """Count files that are read but for exclusions, the kinds of others, those of a kind that is off."""
    readable, kinds, off = 0, Counter[str](), 0
    for _, folders, files in os.walk(vault):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in files:
            if name.startswith("."):
                continue
            kind = kind_of(name)
            if kind is not None and rules.allows(kind):
                readable += 1
            else:
                off += kind is not None
                other = "source code" if kind is FileKind.CODE else "other"
                kinds[_KIND_OF.get(name.rpartition(".")[2].lower(), other)] += 1
        if kinds.total() >= _MOST_FILES:
            break
    return readable, kinds, off


def _described(kinds: Counter[str]) -> str:
    """Return ", only 12 Word files and 3 PDF files"; ": it is empty" without any."""
    if not kinds:
        return ": it is empty"
    ordered = sorted(
        kinds.items(), key=lambda kind_and_count: (kind_and_count[0] == "other", -kind_and_count[1])
    )
    named, rest = ordered[:_MOST_KINDS], sum(count for _, count in ordered[_MOST_KINDS:])
    parts = [_files(count, kind) for kind, count in named]
    parts += [_files(rest, "other")] if rest else []
    return ", only " + (f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0])


def _files(count: int, kind: str) -> str:
    return f"1 {kind} file" if count == 1 else f"{count:,} {kind} files"

"""A look at a folder before it becomes a vault: a folder without notes is refused with what it contains."""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING

from vaultsearch.core.errors import VaultNotFoundError
from vaultsearch.core.vault.ignoring import UserRules
from vaultsearch.core.vault.source import NOTE_ENDINGS, ObsidianVault

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


def require_notes(
    vault: Path,
    user_rules: UserRules = UserRules(),  # noqa: B008 - a frozen value
    *,
    follow_links_out: bool = False,
) -> None:
    """Raise VaultNotFoundError with what the folder contains if there are no notes in it."""
    source = ObsidianVault(vault, user_rules=user_rules, follow_links_out=follow_links_out)
    if source.has_notes():
        return
    excluded, kinds = _count(vault)
    if excluded:
        raise VaultNotFoundError(
            f"All Markdown notes in {vault} are excluded.",
            "Check the excluded files in Obsidian, and .vaultsearchignore.",
        )
    raise VaultNotFoundError(
        f"No Markdown notes in {vault}{_described(kinds)}.",
        "Choose the folder that contains your notes" + ("." if kinds else ", or connect its drive."),
    )


def _count(vault: Path) -> tuple[int, Counter[str]]:
    """Count the Markdown files and the kinds of the others, as far as they are looked at."""
    notes, kinds = 0, Counter[str]()
    for _, folders, files in os.walk(vault):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in files:
            if name.lower().endswith(NOTE_ENDINGS):
                notes += 1
            elif not name.startswith("."):
                kinds[_KIND_OF.get(name.rpartition(".")[2].lower(), "other")] += 1
        if kinds.total() >= _MOST_FILES:
            break
    return notes, kinds


def _described(kinds: Counter[str]) -> str:
    """Return ", only 12 Word files and 3 PDF files"; ": it is empty" without any."""
    if not kinds:
        return ": it is empty"
    ordered = sorted(kinds.items(), key=lambda one: (one[0] == "other", -one[1]))
    named, rest = ordered[:_MOST_KINDS], sum(count for _, count in ordered[_MOST_KINDS:])
    parts = [_files(count, kind) for kind, count in named]
    parts += [_files(rest, "other")] if rest else []
    return ", only " + (f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0])


def _files(count: int, kind: str) -> str:
    return f"1 {kind} file" if count == 1 else f"{count:,} {kind} files"

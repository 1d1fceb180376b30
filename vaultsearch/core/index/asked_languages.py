"""In which languages questions were asked of an index: codes alone, in a file beside its tables.

Passages that only questions in another language call for are not read for them before one was asked.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from vaultsearch.core.languages.names import LANGUAGE_NAMES

if TYPE_CHECKING:
    from pathlib import Path

_FILE = "asked_languages.txt"


def asked_languages(index: Path) -> frozenset[str]:
    """Give the languages, by code, in which questions were asked."""
    try:
        lines = (index / _FILE).read_text(encoding="ascii", errors="replace").split()
    except OSError:
        return frozenset()
    return frozenset(lines) & LANGUAGE_NAMES.keys()


def note_asked(index: Path, language: str) -> None:
    """Remember a language; any process may, whether it writes the index or not. Raises OSError."""
    languages = sorted(asked_languages(index) | {language})
    temporary = index / f"{_FILE}.{os.getpid()}.tmp"
    temporary.write_text("\n".join(languages) + "\n", encoding="ascii")
    temporary.replace(index / _FILE)

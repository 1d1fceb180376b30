"""The languages that questions are asked in, kept beside the index: passages are embedded for them, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.files import write_atomically
from vaultsearch.core.languages.names import LANGUAGE_NAMES

if TYPE_CHECKING:
    from pathlib import Path


_FILE = "asked_languages.txt"


def question_languages(index: Path) -> frozenset[str]:
    """Return the codes of the languages."""
    try:
        lines = (index / _FILE).read_text(encoding="ascii", errors="replace").split()
    except OSError:
        return frozenset()
    return frozenset(lines) & LANGUAGE_NAMES.keys()


def remove_question_language(index: Path, language: str) -> None:
    """Remove a language. Raise OSError if the file cannot be written."""
    _write(index, question_languages(index) - {language})


def add_question_language(index: Path, language: str) -> None:
    """Add a language; any process may, a reader of the index, too. Raise OSError if that fails."""
    _write(index, question_languages(index) | {language})


def _write(index: Path, languages: frozenset[str]) -> None:
    write_atomically(index / _FILE, "\n".join(sorted(languages)) + "\n")

"""How each entry of the settings file is read; what cannot be is a TypeError or a ValueError."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.files import expanded

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

SYSTEM = "system"
"""The theme or the language that the system has."""
THEMES = (SYSTEM, "light", "dark")
LANGUAGES = (SYSTEM, "en", "de", "zh")


def _path(value: object) -> Path:
    if not isinstance(value, str) or not value:
        raise ValueError(value)
    return expanded(value)


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise ValueError(value)
    return tuple(value)


def _paths(value: object) -> tuple[Path, ...]:
    return tuple(_path(one) for one in _texts(value))


def _table_of_texts(value: object) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise TypeError(value)
    return {name: _texts(lines) for name, lines in value.items()}


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


def _count(value: object) -> int:
    if not isinstance(value, int) or value < 0:
        raise ValueError(value)
    return value


def _one_of(*choices: str) -> Callable[[object], str]:
    def read(value: object) -> str:
        return choices[choices.index(str(value))]

    return read


READERS: Mapping[str, tuple[Callable[[object], object], str]] = {
    "last_vault": (_path, "path in quotes"),
    "ignore": (_texts, 'list of texts, such as ["Archive/"]'),
    "indexes": (_path, "path in quotes"),
    "vaults": (_paths, "list of paths"),
    "all_vaults": (_flag, "true or false"),
    "vault_ignore": (_table_of_texts, "table of lists of texts, by the vaults' paths"),
    "theme": (_one_of(*THEMES), f"theme ({', '.join(THEMES)})"),
    "language": (_one_of(*LANGUAGES), f"language ({', '.join(LANGUAGES)})"),
    "tray": (_flag, "true or false"),
    "closing_hides": (_flag, "true or false"),
    "escape_hides": (_flag, "true or false"),
    "sidebar_width": (_count, "number of pixels"),
}
"""By the entry's name: what reads it, and what it should have been."""

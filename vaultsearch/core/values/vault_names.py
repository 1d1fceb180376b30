"""What vaults are called side by side: by their folders' names, told apart where those are the same."""

from __future__ import annotations

from collections import Counter
from itertools import count
from typing import TYPE_CHECKING
from unicodedata import normalize

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def vault_names(folders: Sequence[Path]) -> tuple[str, ...]:
    """Give each vault a name of its own, in any case: its folder's, if need be with that of the one above."""
    alike = Counter(_key(folder.name) for folder in folders)
    names: list[str] = []
    for folder in folders:
        name = folder.name or str(folder).strip("/\\:") or "vault"
        wanted = f"{name} ({folder.parent.name})" if alike[_key(folder.name)] > 1 else name
        taken = {_key(one) for one in names}
        others = (f"{wanted} {number}" for number in count(2))
        names.append(wanted if _key(wanted) not in taken else next(n for n in others if _key(n) not in taken))
    return tuple(names)


def _key(name: str) -> str:
    return normalize("NFC", name).casefold()

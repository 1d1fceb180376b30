"""The notes that other notes embed, found out between two renderings of a page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultsearch.core.vault.rendering.page import NotePage

EMBED = "<td class='embed'>"
"""The beginning of the frame of an embedded note."""
DEEPEST = 3
"""Levels of notes within notes that are shown; deeper ones are links."""


@dataclass(slots=True)
class Embeds:
    """The notes found so far, by the path of the embedding note and the link as written, and those wanted."""

    _known: dict[tuple[str, str], NotePage | None] = field(default_factory=dict)
    _missing: dict[tuple[str, str], None] = field(default_factory=dict)

    def get(self, source: str, written: str) -> NotePage | None:
        """Return the note that ``![[written]]`` in the note ``source`` means; None if none is known yet."""
        key = source, written
        if key not in self._known:
            self._missing[key] = None
        return self._known.get(key)

    def take_missing(self) -> tuple[tuple[str, str], ...]:
        """Return what was asked for in vain since the last call."""
        missing = tuple(self._missing)
        self._missing.clear()
        return missing

    def keep(self, source: str, written: str, page: NotePage | None) -> None:
        """Keep a note, or that there is none."""
        self._known[source, written] = page

    def clear(self) -> None:
        """Forget all notes: some may have changed."""
        self._known.clear()

"""What the links of a note are called: by the names of the notes that they lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.vault.links import LinkResolver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.index.stored import StoredNote


class LinkNames:
    """The names that ``link:`` may call a link by; links are resolved when they are first wanted."""

    def __init__(self, notes: Sequence[StoredNote] = ()) -> None:
        self._notes = notes
        self._aliases: dict[str, tuple[str, ...]] = {}
        self._resolver: LinkResolver | None = None
        self._names: dict[str, tuple[str, ...]] = {}

    def of(self, note: StoredNote) -> tuple[str, ...]:
        """Give the names of all that a note links to.

        A note is called by its path, each end of it, and its aliases, however the link is written;
        what leads nowhere is called as it is written.
        """
        if note.path not in self._names:
            if self._resolver is None:
                self._aliases = {one.path: one.aliases for one in self._notes}
                self._resolver = LinkResolver(self._aliases)
            self._names[note.path] = self._named(note, self._resolver)
        return self._names[note.path]

    def _named(self, note: StoredNote, resolver: LinkResolver) -> tuple[str, ...]:
        names: dict[str, None] = {}
        for link in note.links:
            # A link to a heading of the same note is none that leads to the note.
            path = resolver.resolve(link, note.path).path if link.target else None
            names |= dict.fromkeys((*_ends(path or link.target), *self._aliases.get(path or "", ())))
        return tuple(names)


def _ends(path: str) -> list[str]:
    """Give a path and every end of it: ``a/b/c``, ``b/c``, ``c``."""
    parts = path.removesuffix(".md").split("/")
    return ["/".join(parts[start:]) for start in range(len(parts))] if path else []

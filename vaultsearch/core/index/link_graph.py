"""Which note links to which: the links of all notes, resolved once."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from vaultsearch.core.vault.links import LinkResolver

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultsearch.core.index.stored_notes import StoredNote
    from vaultsearch.core.values.note import Link

_ATTACHMENTS = frozenset(
    {
        *(".avif", ".bmp", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"),
        *(".flac", ".m4a", ".mp3", ".ogg", ".wav", ".webm", ".3gp", ".mkv", ".mov", ".mp4", ".ogv"),
        *(".pdf", ".base", ".css", ".csv", ".docx", ".epub", ".excalidraw", ".html", ".js", ".json"),
        *(".pptx", ".txt", ".xlsx", ".zip"),
    }
)
"""What Obsidian shows or embeds, and what is often linked beside it; none of it is a note."""


@dataclass(frozen=True, slots=True)
class ResolvedLink:
    """A link of a note, and the path of the note that it leads to; None where there is none."""

    link: Link
    path: str | None

    @property
    def is_to_attachment(self) -> bool:
        """Tell whether it means a file that is no note; those are not indexed, so it is never resolved."""
        return self.path is None and PurePosixPath(self.link.target).suffix.lower() in _ATTACHMENTS

    @property
    def missing(self) -> str | None:
        """Name the note that is missing where the link leads nowhere, in one case; None where it leads on."""
        if self.path is not None or self.is_to_attachment:
            return None
        # ``[[Example]]`` and ``[x](Example.md)`` want the same note.
        return self.link.target.casefold().removesuffix(".md")


@dataclass(frozen=True, slots=True)
class LinkGraph:
    """The links of a vault. A link within a note is none; one to the note itself by name is left out, too.

    ``outgoing`` maps each note to its links in their order, ``sources`` to the notes that link to it;
    ``wanted`` maps what is missing to the notes that link to that.
    """

    outgoing: Mapping[str, tuple[ResolvedLink, ...]] = field(default_factory=dict)
    sources: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    wanted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, notes: Sequence[StoredNote]) -> LinkGraph:
        """Resolve the links of all notes. Takes a while for thousands of them."""
        resolver = LinkResolver({note.path: note.aliases for note in notes})
        outgoing: dict[str, tuple[ResolvedLink, ...]] = {}
        sources: dict[str, dict[str, None]] = {note.path: {} for note in notes}
        wanted: dict[str, dict[str, None]] = {}
        for note in notes:
            links = [
                ResolvedLink(link, resolver.resolve(link, note.path).path)
                for link in note.links
                if link.target
            ]
            outgoing[note.path] = tuple(one for one in links if one.path != note.path)
            for one in outgoing[note.path]:
                if one.path is not None:
                    sources[one.path][note.path] = None
                elif one.missing is not None:
                    wanted.setdefault(one.missing, {})[note.path] = None
        return cls(
            outgoing,
            {path: tuple(others) for path, others in sources.items()},
            {target: tuple(others) for target, others in wanted.items()},
        )

    def targets(self, path: str) -> tuple[str, ...]:
        """Give the notes that a note links to, each once."""
        return tuple(dict.fromkeys(one.path for one in self.outgoing.get(path, ()) if one.path is not None))

    def neighbours(self, path: str) -> tuple[str, ...]:
        """Give the notes that a note links to or that link to it, each once."""
        return tuple(dict.fromkeys((*self.targets(path), *self.sources.get(path, ()))))

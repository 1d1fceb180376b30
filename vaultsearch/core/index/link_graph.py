"""The link graph: the links of all notes, resolved once."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from vaultsearch.core.vault.links import LinkResolver

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultsearch.core.values.note import Link, StoredNote

_ATTACHMENTS = frozenset(
    {
        *(".avif", ".bmp", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"),
        *(".flac", ".m4a", ".mp3", ".ogg", ".wav", ".webm", ".3gp", ".mkv", ".mov", ".mp4", ".ogv"),
        *(".pdf", ".base", ".css", ".csv", ".docx", ".epub", ".excalidraw", ".html", ".js", ".json"),
        *(".pptx", ".txt", ".xlsx", ".zip"),
    }
)
"""The suffixes of files that Obsidian embeds, and of others that are often linked; none is a note."""


@dataclass(frozen=True, slots=True)
class ResolvedLink:
    """A link of a note, and the path of the note that it leads to, None if there is none."""

    link: Link
    path: str | None

    @property
    def is_to_attachment(self) -> bool:
        """Whether the target is a file that is no note; those are not indexed, so it is never resolved."""
        return self.path is None and PurePosixPath(self.link.target).suffix.lower() in _ATTACHMENTS

    @property
    def missing(self) -> str | None:
        """The casefolded name of the missing note that the link leads to, None if it is not missing."""
        if self.path is not None or self.is_to_attachment:
            return None
        # ``[[Example]]`` and ``[x](Example.md)`` want the same note.
        return self.link.target.casefold().removesuffix(".md")


@dataclass(frozen=True, slots=True)
class LinkGraph:
    """The links of a vault, without those within a note or from a note to itself.

    Attributes:
        outgoing: The links of each note, in their order, by path.
        sources: The paths of the notes that link to a note, by its path.
        requested: The paths of the notes that link to a missing note, by the name of that.
    """

    outgoing: Mapping[str, tuple[ResolvedLink, ...]] = field(default_factory=dict)
    sources: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    requested: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, notes: Sequence[StoredNote]) -> LinkGraph:
        """Resolve the links of all notes. Takes a while for thousands of them."""
        # A resolver of all notes at once: which note a bare name means depends on all others of that name.
        resolver = LinkResolver({note.path: note.aliases for note in notes})
        outgoing: dict[str, tuple[ResolvedLink, ...]] = {}
        # Dicts as ordered sets: a note that links twice counts once, in the order of the vault.
        sources: dict[str, dict[str, None]] = {note.path: {} for note in notes}
        targets: dict[str, dict[str, None]] = {}
        for note in notes:
            links = [
                ResolvedLink(link, resolver.resolve(link, note.path).path)
                for link in note.links
                # A link such as `[[#Heading]]` has no target: it stays within its note.
                if link.target
            ]
            outgoing[note.path] = tuple(reference for reference in links if reference.path != note.path)
            for reference in outgoing[note.path]:
                if reference.path is not None:
                    sources[reference.path][note.path] = None
                elif reference.missing is not None:
                    targets.setdefault(reference.missing, {})[note.path] = None
        return cls(
            outgoing,
            {path: tuple(others) for path, others in sources.items()},
            {target: tuple(others) for target, others in targets.items()},
        )

    def targets(self, path: str) -> tuple[str, ...]:
        """Return the notes that a note links to, each once."""
        return tuple(
            dict.fromkeys(
                reference.path for reference in self.outgoing.get(path, ()) if reference.path is not None
            )
        )

    def neighbours(self, path: str) -> tuple[str, ...]:
        """Return the notes that a note links to or that link to it, each once."""
        return tuple(dict.fromkeys((*self.targets(path), *self.sources.get(path, ()))))

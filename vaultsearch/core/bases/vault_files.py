"""The files of a vault as the expressions of a base see them: properties, links and backlinks."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from vaultsearch.core.bases.values import NoteFile, NoteLink, Value, read_date
from vaultsearch.core.values.note import LinkKind
from vaultsearch.core.vault.links import read_wikilink

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vaultsearch.core.values.note import Link, StoredNote
    from vaultsearch.core.vault.links import LinkResolver

_WIKILINK = re.compile(r"!?\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]*))?\]\]")
_ISO = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?")


class VaultFiles:
    """The files of a vault, and what they say of one another; what was looked up is kept."""

    def __init__(self, notes: Iterable[StoredNote], resolver: LinkResolver) -> None:
        self._files = {note.path: NoteFile(note) for note in notes}
        self._resolver = resolver
        self._links: dict[str, tuple[NoteLink, ...]] = {}
        self._properties: dict[str, dict[str, Value]] = {}

    @property
    def files(self) -> Iterable[NoteFile]:
        """All files, in no order."""
        return self._files.values()

    def file_at(self, path: str) -> NoteFile | None:
        """Return the file at a path."""
        return self._files.get(path)

    def get(self, file: NoteFile, name: str) -> Value:
        """Return a property of a note, whatever its case; None if it has none of this name."""
        properties = self.properties(file)
        if name in properties:
            return properties[name]
        key = name.casefold()
        return next((value for own, value in properties.items() if own.casefold() == key), None)

    def properties(self, file: NoteFile) -> dict[str, Value]:
        """Return the properties of a note; links and dates are read as such."""
        path = file.note.path
        if path not in self._properties:
            written = file.note.properties
            self._properties[path] = {name: self._read(value, path) for name, value in written.items()}
        return self._properties[path]

    def link(self, target: str, source: NoteFile) -> NoteLink:
        """Return the link that is written so in a note, with or without brackets."""
        match = _WIKILINK.fullmatch(target.strip())
        written, shown = (match[1], match[2] or "") if match else (target.strip(), "")
        return self._resolved(read_wikilink(written, "", False, 0)[0], source.note.path, shown)

    def links(self, file: NoteFile) -> tuple[NoteLink, ...]:
        """Return the links of a note to other files, in order."""
        path = file.note.path
        if path not in self._links:
            links = (self._resolved(link, path, "") for link in file.note.links)
            self._links[path] = tuple(dict.fromkeys(link for link in links if link.target))
        return self._links[path]

    def embeds(self, file: NoteFile) -> set[str]:
        """Return the targets that a note embeds."""
        return {link.target for link in file.note.links if link.kind is LinkKind.EMBED}

    def backlinks(self, file: NoteFile) -> list[NoteLink]:
        """Return links to the notes that link to one."""
        return self._backlinks.get(file.note.path, [])

    @cached_property
    def _backlinks(self) -> dict[str, list[NoteLink]]:
        backlinks: dict[str, list[NoteLink]] = {}
        for path, file in self._files.items():
            for target in dict.fromkeys(link.path for link in self.links(file)):
                if target:
                    backlinks.setdefault(target, []).append(NoteLink(path, path, file.note.title))
        return backlinks

    def _resolved(self, link: Link, source: str, shown: str) -> NoteLink:
        return NoteLink(link.target, self._resolver.resolve(link, source).path or "", shown)

    def _read(self, value: Value, source: str) -> Value:
        match value:
            case list():
                return [self._read(item, source) for item in value]
            case dict():
                return {key: self._read(item, source) for key, item in value.items()}
            case str() if (match := _WIKILINK.fullmatch(value.strip())) is not None:
                link = read_wikilink(match[1], "", False, 0)[0]
                return self._resolved(link, source, match[2] or "")
            case str() if _ISO.fullmatch(value):
                moment = read_date(value)
                return value if moment is None else moment
        return value

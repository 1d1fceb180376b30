"""Where a link leads: Obsidian's rules, over the paths and aliases of all notes."""

from __future__ import annotations

import posixpath
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.values.note import Link, LinkKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class Resolution:
    """Where a link leads: ``path`` is the file that Obsidian opens, None where there is none.

    ``candidates`` are all files that the link may mean, the one that is opened first.
    """

    path: str | None = None
    candidates: tuple[str, ...] = ()

    @property
    def ambiguous(self) -> bool:
        """Tell whether more than one file has that name."""
        return len(self.candidates) > 1


class LinkResolver:
    """Resolves links among the files given, a path with the aliases of its note each."""

    def __init__(self, paths_and_aliases: Mapping[str, Iterable[str]]) -> None:
        self._paths: dict[str, list[str]] = {}
        self._names: dict[str, list[str]] = {}
        self._aliases: dict[str, list[str]] = {}
        for path, aliases in paths_and_aliases.items():
            key = _key(path)
            for written in {key, key.removesuffix(".md")}:
                self._paths.setdefault(written, []).append(path)
                self._names.setdefault(posixpath.basename(written), []).append(path)
            for alias in aliases:
                self._aliases.setdefault(_key(alias), []).append(path)

    def resolve(self, link: Link, source: str) -> Resolution:
        """Find what a link in the note ``source`` means.

        In this order: the note itself for ``[[#Heading]]``; the exact path (from the note's own
        folder where the link says so); any file of that name or that end of a path; an alias.
        Letters may differ in case, and ``.md`` may be left out.
        """
        if not link.target:
            return Resolution(source, (source,))
        target, folder = _key(link.target), posixpath.dirname(source)
        relative = target.startswith(("./", "../"))
        if relative or link.kind is not LinkKind.WIKILINK:
            near = self._paths.get(_normal(posixpath.join(_key(folder), target)))
            if near or relative:
                return _best(near or [], link.target, folder)
        plain = _normal(target)
        exact = self._paths.get(plain)
        if exact:
            return _best(exact, link.target, folder)
        named = self._ending(plain) or self._aliases.get(target, [])
        return _best(named, link.target, folder)

    def _ending(self, target: str) -> list[str]:
        paths = self._names.get(posixpath.basename(target), [])
        if "/" not in target:
            return paths
        ends = ("/" + target, "/" + target + ".md")
        return [path for path in paths if _key(path).endswith(ends)]


def _best(paths: list[str], written: str, folder: str) -> Resolution:
    """Put the file that Obsidian opens first: below the note's folder, then of the shortest path."""
    if not paths:
        return Resolution()
    if len(paths) == 1:
        return Resolution(paths[0], (paths[0],))
    written = written.removesuffix(".md")

    def order(path: str) -> tuple[bool, bool, int, str]:
        below = not folder or path.startswith(folder + "/")
        return not path.removesuffix(".md").endswith(written), not below, len(path), path

    ordered = tuple(sorted(set(paths), key=order))
    return Resolution(ordered[0], ordered)


def _key(path: str) -> str:
    return unicodedata.normalize("NFC", path).casefold()


def _normal(path: str) -> str:
    return posixpath.normpath(path).lstrip("/")

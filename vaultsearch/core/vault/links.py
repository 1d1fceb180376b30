"""Links: as written -> `Link`, and resolved by Obsidian's rules over the paths and aliases of all notes."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from vaultsearch.core.values.note import NOTE_ENDINGS, Link, LinkKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


_SIZE = re.compile(r"(?:\A|\|)\s*\d+(?:x\d+)?\s*\Z")
_SCHEME = re.compile(r"[a-z][a-z0-9+.\-]+:|//", re.IGNORECASE)
_PARAMETER = re.compile(r"[a-z]+=", re.IGNORECASE)
_PAGE = re.compile(r"(?:\A|&)page=(\d{1,9})(?:&|\Z)", re.IGNORECASE)


def read_wikilink(written: str, alias: str, embed: bool, line: int) -> tuple[Link, str]:
    """Parse the text between ``[[`` and ``]]``; ``alias`` is the text after the pipe.

    Returns:
        The link, and the text displayed for it.
    """
    target, heading, block, page = _split(written)
    if embed:
        alias = without_size(alias)
    kind = LinkKind.EMBED if embed else LinkKind.WIKILINK
    shown = alias or " > ".join(part for part in (target, *heading) if part)
    return Link(kind, target, line, heading, block, alias or None, page), shown


def read_destination(destination: str, shown: str, embed: bool, line: int) -> Link | None:
    """Parse the destination of ``[shown](destination)``; return None if it leads out of the vault."""
    if not destination or _SCHEME.match(destination):
        return None
    # Split first, as in any URL: an escaped ``#`` belongs to the file's name.
    target, heading, block, page = _split(destination)
    target, heading = unquote(target).strip(), tuple(unquote(part) for part in heading)
    block = None if block is None else unquote(block)
    kind = LinkKind.EMBED if embed else LinkKind.MARKDOWN
    return Link(kind, target, line, heading, block, shown or None, page)


def without_size(alias: str) -> str:
    """Remove the size from an embed's alias: ``100``, ``Alt|100x145``."""
    return _SIZE.sub("", alias).strip()


def _split(written: str) -> tuple[str, tuple[str, ...], str | None, int | None]:
    target, _, fragment = written.partition("#")
    heading: list[str] = []
    block = page = None
    for part in (part.strip() for part in fragment.split("#")):
        if part.startswith("^"):
            block = part[1:]
        # `#page=3` of a PDF, perhaps with what is selected on the page: `#page=3&selection=…`.
        elif named := _PAGE.search(part):
            page = int(named[1])
        # Other parameters of Obsidian, such as `height=400` of an embedded PDF, are no headings.
        elif part and not _PARAMETER.match(part):
            heading.append(part)
    return target.strip(), tuple(heading), block, page


@dataclass(frozen=True, slots=True)
class Resolution:
    """The files that a link may mean, the one that Obsidian opens first."""

    candidates: tuple[str, ...] = ()

    @property
    def path(self) -> str | None:
        """Return the file that Obsidian opens, or None for an unresolved link."""
        return self.candidates[0] if self.candidates else None


class LinkResolver:
    """Resolver of links among files, given the aliases of each path's note."""

    def __init__(self, paths_and_aliases: Mapping[str, Iterable[str]]) -> None:
        self._paths: dict[str, list[str]] = {}
        self._names: dict[str, list[str]] = {}
        self._aliases: dict[str, list[str]] = {}
        for path, aliases in paths_and_aliases.items():
            key = _key(path)
            # With and without the ending: `[[Note]]` and `[[Note.md]]` are the same.
            for written in {key, _without_ending(key)}:
                self._paths.setdefault(written, []).append(path)
                self._names.setdefault(posixpath.basename(written), []).append(path)
            for alias in aliases:
                self._aliases.setdefault(_key(alias), []).append(path)

    def resolve(self, link: Link, source: str) -> Resolution:
        """Resolve a link in the note ``source``.

        In order of precedence: the note itself for ``[[#Heading]]``; the exact path (relative to the note's
        folder if the link says so); any file with that name or path suffix; an alias. Case is ignored, and
        the ending of a note is optional.
        """
        if not link.target:
            return Resolution((source,))
        target, folder = _key(link.target), posixpath.dirname(source)
        relative = target.startswith(("./", "../"))
        # A wikilink counts from the vault's root, a Markdown link from its note's folder first.
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
        ends = ("/" + target, *(f"/{target}{ending}" for ending in NOTE_ENDINGS))
        return [path for path in paths if _key(path).endswith(ends)]


def _best(paths: list[str], written: str, folder: str) -> Resolution:
    """Sort by Obsidian's preference: the case as written, then the note's folder, then the shortest path."""
    if len(paths) < 2:
        return Resolution(tuple(paths))
    written = written.removesuffix(".md")

    def order(path: str) -> tuple[bool, bool, int, str]:
        below = not folder or path.startswith(folder + "/")
        return not path.removesuffix(".md").endswith(written), not below, len(path), path

    return Resolution(tuple(sorted(set(paths), key=order)))


def _without_ending(key: str) -> str:
    return posixpath.splitext(key)[0] if key.endswith(NOTE_ENDINGS) else key


def _key(path: str) -> str:
    # macOS hands out names decomposed, while people type them composed.
    return unicodedata.normalize("NFC", path).casefold()


def _normal(path: str) -> str:
    return posixpath.normpath(path).lstrip("/")


# Obsidian itself drops these characters from a link to a heading.
_NOT_IN_HEADINGS = re.compile(r"[#^|\[\]\\:]+|%%")
_NOT_IN_WIKILINKS = re.compile(r"[#^|\[\]]")
_MARKDOWN = ".md"


def link_heading(heading: str) -> str:
    """Return a heading as it is written in a link, without the characters that mean something there."""
    return " ".join(_NOT_IN_HEADINGS.sub(" ", heading).split())


def wikilink(path: str, heading_path: Sequence[str], resolver: LinkResolver, prefix: str = "") -> str:
    """Return ``[[Note#Heading]]``: the note's name alone if no other note is meant by it, else its path.

    A name that a wikilink cannot hold is written as a Markdown link.

    Args:
        path: The note, in the searched folder.
        heading_path: The headings above the passage; the last one is linked.
        resolver: Resolves links among all notes.
        prefix: The path of the searched folder within the vault, with a slash at its end.
    """
    # Obsidian follows a heading into notes only; a canvas is opened without one.
    is_markdown = path.lower().endswith(_MARKDOWN)
    heading = link_heading(heading_path[-1]) if heading_path and is_markdown else ""
    target = _shortest(path, resolver, prefix)
    if _NOT_IN_WIKILINKS.search(target):
        shown = re.sub(r"([\[\]\\])", r"\\\1", target.rpartition("/")[2])
        address = quote(prefix + path) + (f"#{quote(heading)}" if heading else "")
        return f"[{shown}]({address})"
    return f"[[{target}#{heading}]]" if heading else f"[[{target}]]"


def _shortest(path: str, resolver: LinkResolver, prefix: str) -> str:
    written = path[: -len(_MARKDOWN)] if path.lower().endswith(_MARKDOWN) else path
    name = written.rpartition("/")[2]
    meant = resolver.resolve(Link(LinkKind.WIKILINK, name, 0), "").candidates
    return name if meant == (path,) else prefix + written


_ADDRESS = r"(?:[a-z][a-z0-9+.-]*://|mailto:|file:|tel:|www\.)"
_INLINE = re.compile(rf"\]\(\s*<?({_ADDRESS}[^\s<>]*?)>?(?:\s+[\"'(][^\n]*?)?\)", re.IGNORECASE)
_IN_HTML = re.compile(rf"\b(?:href|src)\s*=\s*[\"']?({_ADDRESS}[^\s\"'<>]+)", re.IGNORECASE)
_AUTOLINK = re.compile(rf"<({_ADDRESS}[^\s<>]+|[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+)>", re.IGNORECASE)
_DEFINITION = re.compile(rf"^ {{0,3}}\[([^\]\n]+)\]:\s*<?({_ADDRESS}[^\s<>]+)", re.IGNORECASE | re.MULTILINE)
_REFERENCE = re.compile(r"\[([^\[\]\n]+)\](?:\[([^\[\]\n]*)\])?(?![(:])")
_LONGEST, _MOST = 400, 200
"""Characters of an address, and addresses of a passage: pictures are written into some notes as one."""


def link_addresses(content: str, definitions: Mapping[str, str]) -> tuple[str, ...]:
    """Return the addresses in a passage as written in the file, each once, in order.

    Args:
        content: The passage's Markdown or HTML.
        definitions: The addresses of the note's reference definitions, by `label`.
    """
    addresses = dict.fromkeys(
        address for address in _addresses(content, definitions) if len(address) <= _LONGEST
    )
    return tuple(addresses)[:_MOST]


def link_definitions(text: str) -> dict[str, str]:
    """Return the addresses of a note's reference definitions (``[label]: https://…``), by label."""
    # Most notes define no link: and to look for two characters is quick.
    if "]:" not in text:
        return {}
    return {_label(match[1]): match[2] for match in _DEFINITION.finditer(text)}


def _addresses(content: str, definitions: Mapping[str, str]) -> Iterator[str]:
    if "](" in content:
        yield from map(_readable, _INLINE.findall(content))
    if "<" in content:
        yield from map(_readable, (*_IN_HTML.findall(content), *_AUTOLINK.findall(content)))
    if definitions:
        for text, label in _REFERENCE.findall(content):
            if address := definitions.get(_label(label or text)):
                yield _readable(address)


def _readable(address: str) -> str:
    """Return an address as a reader types it, with its letters as such."""
    return unquote(address) if "%" in address else address


def _label(written: str) -> str:
    return " ".join(written.casefold().split())

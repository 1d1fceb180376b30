"""Links: as written, resolved by Obsidian's rules, and the graph of all; names that people type -> notes."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.files import expand_home
from vaultsearch.core.messages import Message
from vaultsearch.core.text import fold_line
from vaultsearch.core.threads import giving_way
from vaultsearch.core.values.note import NOTE_ENDINGS, Link, LinkKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from vaultsearch.core.values.note import StoredNote


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
        for path, aliases in giving_way(paths_and_aliases.items()):
            key = _key(path)
            # With and without the ending: `[[Note]]` and `[[Note.md]]` are the same.
            for written in {key, posixpath.splitext(key)[0] if key.endswith(NOTE_ENDINGS) else key}:
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
_TARGET = r"\((?:[^()\n]|\([^()\n]*\))*\)|\[[^\[\]\n]*\]"
_LINK = re.compile(rf"\[([^\[\]\n]+)\](?:{_TARGET})?|<[^<>\s]+>")
_MARKUP = "*_`~= "
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


def links_of_parts(line: str, parts: Sequence[str]) -> list[str]:
    """Return the Markdown of the links in each part of a line.

    Args:
        line: The line as in the file.
        parts: Its parts in order, as a reader sees them: a link is in the one that has its text.
    """
    links: list[list[str]] = [[] for _ in parts]
    current = 0
    for link in _LINK.finditer(line):
        text = (link[1] or "").strip(_MARKUP)
        current = next((place for place in range(current, len(parts)) if text in parts[place]), current)
        links[current].append(link[0])
    return [" ".join(of_part) for of_part in links]


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


# The link graph: the links of all notes, resolved once.

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
        for note in giving_way(notes):
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
        paths = (reference.path for reference in self.outgoing.get(path, ()))
        return tuple(dict.fromkeys(other for other in paths if other is not None))

    def neighbours(self, path: str) -> tuple[str, ...]:
        """Return the notes that a note links to or that link to it, each once."""
        return tuple(dict.fromkeys((*self.targets(path), *self.sources.get(path, ()))))


# A name typed by a person -> the note: by citation number, short id, path, file name, title or alias.
# A short id is made from the path: `a1b2c3` means the same note after any number of searches.

_SHORTEST = 6
_ID = re.compile(rf"#?([0-9a-f]{{{_SHORTEST},32}})")


def note_ids(paths: Iterable[str]) -> dict[str, str]:
    """Return the ids of all notes of a vault, by path; ids that would be the same are lengthened.

    They were printed with a ``#``, which begins a comment in a shell.
    """
    ordered = sorted((_path_digest(path), path) for path in set(paths))
    lengths = dict.fromkeys((path for _, path in ordered), _SHORTEST)
    # Sorted, only neighbours can share their beginning.
    for (digest, path), (following, other) in pairwise(ordered):
        needed = next(index for index in range(len(digest)) if digest[index] != following[index]) + 1
        lengths[path], lengths[other] = max(lengths[path], needed), max(lengths[other], needed)
    return {path: digest[: lengths[path]] for digest, path in ordered}


def has_id(path: str, name: str) -> bool:
    """Return whether the id of a note begins like this; a ``#`` may stand before it."""
    written = _ID.fullmatch(name.strip().lower())
    return written is not None and _path_digest(path).startswith(written[1])


def _path_digest(path: str) -> str:
    return blake2b(path.encode(), digest_size=16).hexdigest()


_CITATION_NUMBER = re.compile(r"\s*[\[#]?([1-9]\d{0,5})\]?\s*")
_NEAR = 60
"""The similarity, 0 to 100, from which a name is proposed."""
_PROPOSED = 3
_LISTED = 5


def citation_number(name: str) -> int | None:
    """Return the number that a name is written as, such as `2` or `[2]`; None if it is none."""
    number = _CITATION_NUMBER.fullmatch(name)
    return int(number[1]) if number else None


@dataclass(frozen=True, slots=True)
class NoteNames:
    """The notes of a vault by their names; ``numbers`` are the paths of citation numbers, from 1.

    ``inner`` returns a path within its vault, which ids are made of, if there are several vaults.
    """

    notes: Sequence[StoredNote]
    numbers: Sequence[str] = ()
    vault: Path | None = None
    inner: Callable[[str], str] = str

    def find(self, name: str) -> str:
        """Return the path of the note that a citation number, an id or a name means.

        A number means the note that bore it last, or else a note of that name. A name may be a path, the end
        of one, a file name, a title or an alias; letters may differ in case, ``.md`` may be left out, and
        ``[[ ]]`` may stand around it. A name that could be an id is one if no note is called so.

        Raises:
            NoteNotFoundError: No note is meant, or several are.
        """
        written = self._within_vault(name.strip())
        number = citation_number(written)
        if number is not None and 1 <= number <= len(self.numbers):
            return self._numbered(number)
        # As it stands first: a file's name may hold what surrounds a name elsewhere, `a | b`.
        named = (self._named(each) for each in dict.fromkeys((name, written)))
        matching_notes = next(filter(None, named), ()) or tuple(
            note.path for note in self.notes if has_id(self.inner(note.path), written)
        )
        if len(matching_notes) == 1:
            return matching_notes[0]
        if matching_notes:
            raise NoteNotFoundError(
                Message("{} is the name of {} notes.", name, len(matching_notes)),
                Message("Name one by its path: {}.", _listed(matching_notes)),
            )
        raise self._unknown(name, written, number)

    def _within_vault(self, name: str) -> str:
        """Return a path as the index has it if it is a file of this vault, else the name."""
        path = expand_home(name) if name.startswith(("/", "~/")) else Path(name)
        if self.vault is not None and path.is_absolute() and path.is_relative_to(self.vault):
            return path.relative_to(self.vault).as_posix()
        return name.removeprefix("[[").removesuffix("]]").partition("|")[0].strip()

    def _numbered(self, number: int) -> str:
        path = self.numbers[number - 1]
        if not any(note.path == path for note in self.notes):
            raise NoteNotFoundError(
                Message("Number {} was {}, which is no longer in the index.", number, path),
                "Search again, or name the note.",
            )
        return path

    def _named(self, name: str) -> tuple[str, ...]:
        """Return the note of this exact path, or else all of this title, alias or file name."""
        if any(note.path == name for note in self.notes):
            return (name,)
        resolver = LinkResolver({note.path: note.aliases for note in self.notes})
        linked = resolver.resolve(Link(LinkKind.WIKILINK, name, 0), "").candidates if name else ()
        folded = fold_line(name)
        titled = (note.path for note in self.notes if folded in map(fold_line, (note.title, *note.aliases)))
        return tuple(dict.fromkeys((*linked, *titled)))

    def _unknown(self, name: str, written: str, number: int | None) -> NoteNotFoundError:
        if number is not None:
            known = f"1 to {len(self.numbers)}" if self.numbers else "none yet"
            return NoteNotFoundError(
                Message(
                    "No note has the number {}; numbers are those of the last context or search: {}.",
                    number,
                    known,
                ),
                "Search first (vaultsearch search), or name the note.",
            )
        near = self._near(written)
        if near:
            return NoteNotFoundError(Message("No note called {}.", name), f"Did you mean: {_listed(near)}?")
        return NoteNotFoundError.missing(name)

    def _near(self, name: str) -> list[str]:
        """Return the most similar names, as they are written."""
        from rapidfuzz.fuzz import WRatio
        from rapidfuzz.process import extract

        names = {fold_line(name): name for note in self.notes for name in _names_of(note)}
        near_names = extract(fold_line(name), list(names), scorer=WRatio, limit=_PROPOSED, score_cutoff=_NEAR)
        return [names[name] for name, _, _ in near_names]


def _names_of(note: StoredNote) -> Iterable[str]:
    return (PurePosixPath(note.path).stem, note.title, *note.aliases)


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return ", ".join(names[:_LISTED]) + more

"""Parse links, resolve them by Obsidian's rules, build the link graph, and find notes by typed names."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import blake2b
from itertools import chain, pairwise
from pathlib import Path, PurePosixPath
from urllib.parse import quote, unquote

from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.files import expand_home
from vaultsearch.core.messages import Message
from vaultsearch.core.text import count_shared, fold_line
from vaultsearch.core.threads import giving_way
from vaultsearch.core.values.note import (
    NOTE_ENDINGS,
    LinkKind,
    ParsedLink,
    StoredNote,
    are_named_alike,
    page_of,
)
from vaultsearch.core.values.sync import Failure

_PICTURE_SIZE = re.compile(r"(?:\A|\|)\s*\d+(?:x\d+)?\s*\Z")
_SCHEME = re.compile(r"[a-z][a-z0-9+.\-]+:|//", re.IGNORECASE)
_PARAMETER = re.compile(r"[a-z]+=", re.IGNORECASE)
_PAGE_PARAMETER = re.compile(r"(?:\A|&)page=(\d{1,9})(?:&|\Z)", re.IGNORECASE)


def read_wikilink(written: str, alias: str, embed: bool, line: int) -> tuple[ParsedLink, str]:
    """Parse the text between ``[[`` and ``]]``; ``alias`` is the text after the pipe.

    Returns:
        The link and the displayed text.
    """
    target, heading, block, page = _split_target(written)
    if embed:
        alias = remove_size(alias)
    kind = LinkKind.EMBED if embed else LinkKind.WIKILINK
    shown = alias or " > ".join(part for part in (target, *heading) if part)
    return ParsedLink(kind, target, line, heading, block, alias or None, page), shown


def read_destination(destination: str, shown: str, embed: bool, line: int) -> ParsedLink | None:
    """Parse the destination in ``[shown](destination)``; return None if it leads out of the vault."""
    if not destination or _SCHEME.match(destination):
        return None
    # Split first, as in any URL: an escaped ``#`` belongs to the file name.
    target, heading, block, page = _split_target(destination)
    target, heading, block = unquote(target).strip(), tuple(map(unquote, heading)), block and unquote(block)
    kind = LinkKind.EMBED if embed else LinkKind.MARKDOWN
    return ParsedLink(kind, target, line, heading, block, shown or None, page)


def remove_size(alias: str) -> str:
    """Remove the size from an embed's alias: ``100``, ``Alt|100x145``."""
    return _PICTURE_SIZE.sub("", alias).strip()


def _split_target(written: str) -> tuple[str, tuple[str, ...], str | None, int | None]:
    target, _, fragment = written.partition("#")
    heading: list[str] = []
    block = page = None
    for part in (part.strip() for part in fragment.split("#")):
        if part.startswith("^"):
            block = part[1:]
        # `#page=3` in a PDF, perhaps with a selection: `#page=3&selection=…`.
        elif named := _PAGE_PARAMETER.search(part):
            page = int(named[1])
        # Other parameters, such as `height=400` for an embedded PDF, are no headings.
        elif part and not _PARAMETER.match(part):
            heading.append(part)
    return target.strip(), tuple(heading), block, page


class LinkResolver:
    """Resolves links among files, given the aliases for each path."""

    def __init__(self, paths_and_aliases: Mapping[str, Iterable[str]]) -> None:
        self._paths, self._names, self._aliases = (dict[str, Sequence[str]]() for _ in range(3))
        for path, aliases in giving_way(paths_and_aliases.items()):
            # One tuple, under names without ending: lists under both took 27 MB more for 50,000 notes.
            key, alone = _without_ending(_path_key(path)), (path,)
            named = [(self._paths, key), (self._names, posixpath.basename(key))]
            for names, name in chain(named, ((self._aliases, _path_key(alias)) for alias in aliases)):
                if (held := names.setdefault(name, alone)) is not alone:
                    # A list from the second on: ten thousand notes may be called `index`.
                    names[name] = several = held if isinstance(held, list) else [*held]
                    several.append(path)

    @classmethod
    def of(cls, notes: Collection[StoredNote], linking: Collection[StoredNote] | None = None) -> LinkResolver:
        """Resolve links among ``notes``; only the links in those ``linking``, sooner if they are few."""
        wanted = None if linking is None else {name for note in linking for name in _linked_names(note)}
        return cls(
            {
                note.path: note.aliases
                for note in giving_way(notes)
                if wanted is None or not wanted.isdisjoint(_names_in_links(note))
            }
        )

    def resolve(self, link: ParsedLink, source: str) -> Sequence[str]:
        """Return the files a link in the note ``source`` may mean; Obsidian opens the first.

        In order of precedence: the note itself for ``[[#Heading]]``; the exact path (relative to the note's
        folder if the link says so); any file with the name or path suffix; an alias. Ignores case; a note's
        ending is optional.
        """
        if not link.target:
            return [source]
        target, folder = _path_key(link.target), posixpath.dirname(source)
        relative = target.startswith(("./", "../"))
        # A wikilink counts from the vault's root, a Markdown link from the note's folder first.
        if relative or link.kind is not LinkKind.WIKILINK:
            near = _files_called(_normalize_path(posixpath.join(_path_key(folder), target)), self._paths)
            if near or relative:
                return _sort_candidates(near, link.target, folder)
        plain = _normalize_path(target)
        if exact := _files_called(plain, self._paths):
            return _sort_candidates(exact, link.target, folder)
        named = _files_called(posixpath.basename(plain), self._names)
        if "/" in plain:
            ends = ("/" + plain, *(f"/{plain}{ending}" for ending in NOTE_ENDINGS))
            named = tuple(path for path in named if _path_key(path).endswith(ends))
        return _sort_candidates(named or self._aliases.get(target, ()), link.target, folder)

    def path_of(self, link: ParsedLink, source: str) -> str | None:
        """Return the file a link in the note ``source`` opens, or None."""
        return next(iter(self.resolve(link, source)), None)


def _files_called(written: str, files: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return the files with a name written with or without a note's ending."""
    bare = _without_ending(written)
    of_notes = files.get(bare, ()) if bare != written else ()
    return (*files.get(written, ()), *(path for path in of_notes if _path_key(path).endswith(written)))


def _without_ending(key: str) -> str:
    return posixpath.splitext(key)[0] if key.endswith(NOTE_ENDINGS) else key


def _sort_candidates(paths: Collection[str], written: str, folder: str) -> list[str]:
    """Sort by Obsidian's preference: the case as written, then the note's folder, then the shortest path."""
    written = written.removesuffix(".md")

    def order(path: str) -> tuple[bool, bool, int, str]:
        below = not folder or path.startswith(folder + "/")
        return not path.removesuffix(".md").endswith(written), not below, len(path), path

    return sorted(set(paths), key=order)


def notes_linking_otherwise(
    gone: Iterable[StoredNote], new: Iterable[StoredNote], notes: Collection[StoredNote]
) -> list[StoredNote]:
    """Return those of ``notes`` whose links may lead elsewhere once ``new`` notes replace those ``gone``."""
    before, now = ({(note.path, note.aliases): note for note in each} for each in (gone, new))
    renamed = [(before.get(key) or now[key]) for key in before.keys() ^ now.keys()]
    names = {name for note in (renamed if notes else ()) for name in _names_in_links(note)}
    return [note for note in giving_way(notes) if not names.isdisjoint(_linked_names(note))] if names else []


def _names_in_links(note: StoredNote) -> Iterator[str]:
    """Yield the last parts of the names by which links may lead to a note."""
    yield from {name := _last_part(_path_key(note.path)), _without_ending(name)}
    yield from (_last_part(_path_key(alias)) for alias in note.aliases)


def _linked_names(note: StoredNote) -> Iterator[str]:
    """Yield the last parts of the names to which a note's links may lead, comparable to `_names_in_links`."""
    for link in note.links:
        if link.target:
            target = _path_key(link.target)
            yield _last_part(target)
            if target.endswith(("/", ".")):
                # `[here](./)` names the folder of its note.
                yield _last_part(posixpath.join(_path_key(posixpath.dirname(note.path)), target))


def _last_part(key: str) -> str:
    name = key.rpartition("/")[2]
    return name if name.strip(".") else posixpath.basename(_normalize_path(key))


def _path_key(path: str) -> str:
    # macOS returns decomposed names, people type composed ones.
    return unicodedata.normalize("NFC", path).casefold()


def _normalize_path(path: str) -> str:
    return posixpath.normpath(path).lstrip("/")


# Obsidian drops these characters from a link to a heading.
_NOT_IN_HEADINGS = re.compile(r"[#^|\[\]\\:]+|%%")
_NOT_IN_WIKILINKS = re.compile(r"[#^|\[\]]")
_NOTE_ENDING = ".md"


def link_heading(heading: str) -> str:
    """Return a heading as written in a link, without special characters."""
    return " ".join(_NOT_IN_HEADINGS.sub(" ", heading).split())


def link_fragment(path: str, heading_path: Sequence[str]) -> str:
    """Return a link's end for a place in a file: ``#Heading#Subheading``, ``#page=3``, or "".

    Obsidian only follows headings into notes. The last alone would lead to the first of that name.
    """
    if not path.lower().endswith(_NOTE_ENDING):
        page = page_of(path, heading_path)
        return f"#page={page}" if page else ""
    # A heading called as the note is above all others.
    first = int(len(heading_path) > 1 and heading_path[0] == PurePosixPath(path).stem)
    return "".join(f"#{heading}" for heading in map(link_heading, heading_path[first:]) if heading)


def format_wikilink(
    path: str,
    heading_path: Sequence[str],
    resolver: LinkResolver,
    prefix: str = "",
    known: Collection[Sequence[str]] = (),
) -> str:
    """Return ``[[Note#Heading]]``, with the bare note name if unambiguous, else the path.

    Names not allowed in a wikilink give a Markdown link.

    Args:
        path: The note, relative to the searched folder.
        heading_path: The headings above the passage; links to the last.
        prefix: Path from the vault to the searched folder, with a slash at the end.
        known: The note's heading paths: as many headings are written as tell the last from others.
    """
    is_markdown = path.lower().endswith(_NOTE_ENDING)
    ends = [heading_path[start:] for start in range(len(heading_path) - 1, 0, -1) if is_markdown]
    enough = (end for end in ends if sum(other[-len(end) :] == end for other in known) < 2)
    fragment = link_fragment(path, next(enough, heading_path))
    written = path[: -len(_NOTE_ENDING)] if is_markdown else path
    name = written.rpartition("/")[2]
    meant = resolver.resolve(ParsedLink(LinkKind.WIKILINK, name, 0), "")
    target = name if meant == [path] else prefix + written
    if _NOT_IN_WIKILINKS.search(target):
        shown = re.sub(r"([\[\]\\])", r"\\\1", target.rpartition("/")[2])
        return f"[{shown}]({quote(prefix + path)}{quote(fragment, safe='#=')})"
    return f"[[{target}{fragment}]]"


_ADDRESS = r"(?:[a-z][a-z0-9+.-]*://|mailto:|file:|tel:|www\.)"
_INLINE_LINK = re.compile(
    rf"\]\(\s{{0,99}}<?({_ADDRESS}[^\s<>)]{{0,2000}}+)>?(?:\s{{1,99}}[\"'(][^\n]{{0,999}}?)?\)", re.IGNORECASE
)
_HTML_LINK = re.compile(rf"\b(?:href|src)\s*=\s*[\"']?({_ADDRESS}[^\s\"'<>]+)", re.IGNORECASE)
_AUTOLINK = re.compile(rf"<({_ADDRESS}[^\s<>]+|[^\s<>@]+@[^\s<>@]+\.[^\s<>@.]+)>", re.IGNORECASE)
_LINK_DEFINITION = re.compile(
    rf"^ {{0,3}}\[([^\]\n]+)\]:\s*<?({_ADDRESS}[^\s<>]+)", re.IGNORECASE | re.MULTILINE
)
_LINK_REFERENCE = re.compile(r"\[([^\[\]\n]+)\](?:\[([^\[\]\n]*)\])?(?![(:])")
_LINK_TARGET = r"\((?:[^()\n]|\([^()\n]*\))*\)|\[[^\[\]\n]*\]"
_ANY_LINK = re.compile(rf"\[([^\[\]\n]+)\](?:{_LINK_TARGET})?|<[^<>\s]+>")
_EMPHASIS_SIGNS = "*_`~= "
_MAX_ADDRESS_CHARS, _MAX_ADDRESSES = 400, 200
"""Maximum characters in an address, and addresses in a passage: some notes hold pictures as addresses."""


def link_addresses(content: str, definitions: Mapping[str, str]) -> tuple[str, ...]:
    """Return the addresses in a passage as written in the file, each once, in order.

    Args:
        definitions: Addresses of reference definitions in the note, by label.
    """
    found: list[str] = _INLINE_LINK.findall(content) if "](" in content else []
    if "<" in content:
        found += [*_HTML_LINK.findall(content), *_AUTOLINK.findall(content)]
    if definitions:
        references = _LINK_REFERENCE.findall(content)
        labelled = (definitions.get(_normalize_label(label or text)) for text, label in references)
        found += [address for address in labelled if address]
    # Readable, with letters unquoted.
    readable = (unquote(address) if "%" in address else address for address in found)
    short = dict.fromkeys(address for address in readable if len(address) <= _MAX_ADDRESS_CHARS)
    return tuple(short)[:_MAX_ADDRESSES]


def links_of_parts(line: str, parts: Sequence[str]) -> list[str]:
    """Return the links in each part of a line, as Markdown.

    Args:
        parts: The visible parts in order: a link belongs to the part with its text.
    """
    links: list[list[str]] = [[] for _ in parts]
    current = 0
    for link in _ANY_LINK.finditer(line):
        text = (link[1] or "").strip(_EMPHASIS_SIGNS)
        current = next((place for place in range(current, len(parts)) if text in parts[place]), current)
        links[current].append(link[0])
    return [" ".join(part_links) for part_links in links]


def link_definitions(text: str) -> dict[str, str]:
    """Return addresses by label from a note's reference definitions (``[label]: https://…``)."""
    # Most notes define no link, and searching for two characters is quick.
    if "]:" not in text:
        return {}
    return {_normalize_label(match[1]): match[2] for match in _LINK_DEFINITION.finditer(text)}


def _normalize_label(written: str) -> str:
    return " ".join(written.casefold().split())


# The link graph: the links of all notes, resolved once.

_ATTACHMENT_SUFFIXES = frozenset(
    {
        *(".avif", ".bmp", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"),
        *(".flac", ".m4a", ".mp3", ".ogg", ".wav", ".webm", ".3gp", ".mkv", ".mov", ".mp4", ".ogv"),
        *(".pdf", ".base", ".css", ".csv", ".docx", ".epub", ".excalidraw", ".html", ".js", ".json"),
        *(".pptx", ".txt", ".xlsx", ".zip"),
    }
)
"""Suffixes of files embedded by Obsidian or often linked, but not notes."""


@dataclass(frozen=True, slots=True)
class ResolvedLink:
    """A link and the path of the target note, or None."""

    link: ParsedLink
    path: str | None

    @property
    def is_to_attachment(self) -> bool:
        """Whether the target is no note; other files are not indexed, so never resolved."""
        return self.path is None and posixpath.splitext(self.link.target)[1].lower() in _ATTACHMENT_SUFFIXES

    @property
    def missing(self) -> str | None:
        """The casefolded name of the missing target note, None if not missing."""
        if self.path is not None or self.is_to_attachment:
            return None
        # ``[[Example]]`` and ``[x](Example.md)`` want the same note.
        return self.link.target.casefold().removesuffix(".md")


@dataclass(frozen=True, slots=True)
class LinkGraph:
    """The links between notes in a vault, without links from a note to itself.

    Attributes:
        outgoing: The links in each note, in order, by path.
        sources: Sorted paths linking to a note, by the note's path.
        requested: Sorted paths linking to a missing note, by the missing note's name.
    """

    outgoing: Mapping[str, tuple[ResolvedLink, ...]] = field(default_factory=dict)
    sources: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    requested: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, notes: Sequence[StoredNote]) -> LinkGraph:
        """Resolve the links in all notes; slow for thousands of notes."""
        # With all notes at once: a bare name's meaning depends on every note with the name.
        resolver = LinkResolver.of(notes)
        outgoing = {note.path: _resolve_links(note, resolver.path_of) for note in giving_way(notes)}
        return cls()._with_outgoing(outgoing, outgoing)

    def renewed(
        self, gone: Sequence[StoredNote], new: Sequence[StoredNote], notes: Sequence[StoredNote]
    ) -> LinkGraph:
        """Return the graph of ``notes``, in which ``new`` ones replace those ``gone``."""
        linking = {note.path: note for note in (*notes_linking_otherwise(gone, new, notes), *new)}
        # Made only for links not resolved before: it reads the names of all notes.
        resolver = cache(lambda: LinkResolver.of(notes, [*linking.values()]))
        known = {
            (note.path, each.link.kind, each.link.target): each.path
            for note in (new if are_named_alike(gone, new) else ())
            for each in self.outgoing[note.path]
        }

        def resolve(link: ParsedLink, source: str) -> str | None:
            key = source, link.kind, link.target
            return known[key] if key in known else resolver().path_of(link, source)

        resolved = {path: _resolve_links(note, resolve) for path, note in linking.items()}
        outgoing, changed = {**self.outgoing, **resolved}, {*resolved, *(note.path for note in gone)}
        for path in changed - {*resolved}:
            del outgoing[path]
        return self._with_outgoing(outgoing, changed)

    def _with_outgoing(
        self, outgoing: Mapping[str, tuple[ResolvedLink, ...]], changed: Collection[str]
    ) -> LinkGraph:
        """Return the graph of these links, which differ in the ``changed`` notes alone."""
        touched: set[tuple[str | None, str | None]] = set()
        gained = defaultdict[tuple[str | None, str | None], list[str]](list)
        for path in giving_way(changed):
            both = (links.get(path, ()) for links in (self.outgoing, outgoing))
            before, now = ({(link.path, link.missing) for link in links} for links in both)
            touched |= before ^ now
            for end in now:
                gained[end].append(path)
        if not touched and all((path in outgoing) == (path in self.outgoing) for path in changed):
            return replace(self, outgoing=outgoing)
        sources, requested = {**self.sources}, {**self.requested}
        for path in changed:
            if path in outgoing:
                sources.setdefault(path, ())
            else:
                del sources[path]
        for target, missing in giving_way(touched):
            former = self.sources.get(target, ()) if target else self.requested.get(missing or "", ())
            # A note with two links counts once.
            holders = {*gained[target, missing], *(path for path in former if path not in changed)}
            in_order = tuple(sorted(holders))
            if target in sources:
                sources[target] = in_order
            elif missing:
                requested[missing] = in_order
                if not holders:
                    del requested[missing]
        return LinkGraph(outgoing, sources, requested)

    def targets(self, path: str) -> tuple[str, ...]:
        """Return the notes linked from a note, each once."""
        paths = (reference.path for reference in self.outgoing.get(path, ()))
        return tuple(dict.fromkeys(other for other in paths if other is not None))

    def neighbours(self, path: str) -> tuple[str, ...]:
        """Return the notes linked from or to a note, each once."""
        return tuple(dict.fromkeys((*self.targets(path), *self.sources.get(path, ()))))


def _resolve_links(
    note: StoredNote, resolve: Callable[[ParsedLink, str], str | None]
) -> tuple[ResolvedLink, ...]:
    # A link such as `[[#Heading]]` has no target: it stays within the note.
    links = (ResolvedLink(link, resolve(link, note.path)) for link in note.links if link.target)
    return tuple(link for link in links if link.path != note.path)


# Find a note by a typed citation number, short id, path, file name, title or alias.
# A short id comes from the path: `a1b2c3` means the same note after any number of searches.

_MIN_ID_CHARS = 6
_NOTE_ID = re.compile(rf"#?([0-9a-f]{{{_MIN_ID_CHARS},32}})")


def note_ids(paths: Iterable[str]) -> dict[str, str]:
    """Return the ids for all notes in a vault, by path, lengthened where ambiguous.

    Ids have no ``#``, which would begin a comment in a shell.
    """
    ordered = sorted((_path_digest(path), path) for path in set(paths))
    lengths = dict.fromkeys((path for _, path in ordered), _MIN_ID_CHARS)
    # Sorted, only neighbours can share their beginning.
    for (digest, path), (following, other) in pairwise(ordered):
        needed = count_shared(digest, following) + 1
        lengths[path], lengths[other] = max(lengths[path], needed), max(lengths[other], needed)
    return {path: digest[: lengths[path]] for digest, path in ordered}


def has_id(path: str, name: str) -> bool:
    """Return whether the note's id begins like ``name``, optionally written with ``#``."""
    written = _NOTE_ID.fullmatch(name.strip().lower())
    return written is not None and _path_digest(path).startswith(written[1])


def _path_digest(path: str) -> str:
    return blake2b(path.encode(), digest_size=16).hexdigest()


_CITATION_NUMBER = re.compile(r"\s*[\[#]?([1-9]\d{0,5})\]?\s*")
_MIN_SIMILARITY = 60
"""Minimum similarity, 0 to 100, for a suggested name."""
_MAX_SUGGESTIONS = 3
_MAX_LISTED = 5


def citation_number(name: str) -> int | None:
    """Return the number written as `2` or `[2]`, or None."""
    number = _CITATION_NUMBER.fullmatch(name)
    return int(number[1]) if number else None


@dataclass(frozen=True, slots=True)
class NoteNames:
    """Finds notes by name; ``numbers`` are the paths for citation numbers, from 1.

    With several vaults, ``inner`` returns the path within the vault, used for ids.
    """

    notes: Sequence[StoredNote]
    numbers: Sequence[str] = ()
    vault: Path | None = None
    inner: Callable[[str], str] = str

    def find(self, name: str) -> str:
        """Return the path of the note with a citation number, id or name.

        A number means the latest note cited under it, or else a note with this name. A name may be a path,
        the end of a path, a file name, title or alias; case, ``.md`` and surrounding ``[[ ]]`` are ignored. A
        name also valid as an id is an id only if no note is called so.

        Raises:
            NoteNotFoundError: No note matches, or several do.
        """
        written = self._as_written(name)
        number = citation_number(written)
        if number is not None and 1 <= number <= len(self.numbers):
            cited = self.numbers[number - 1]
            if any(note.path == cited for note in self.notes):
                return cited
            raise NoteNotFoundError(
                Message("Number {} was {}, which is no longer in the index.", number, cited),
                "Search again, or name the note.",
            )
        # As written first: a file name may contain the characters around a name elsewhere, `a | b`.
        named = (self._notes_called(each) for each in dict.fromkeys((name, written)))
        matching_notes = next(filter(None, named), ()) or tuple(
            note.path for note in self.notes if has_id(self.inner(note.path), written)
        )
        if len(matching_notes) == 1:
            return matching_notes[0]
        if matching_notes:
            raise NoteNotFoundError(
                Message("{} is the name of {} notes.", name, len(matching_notes)),
                Message("Name one by its path: {}.", _format_names(matching_notes)),
            )
        raise self._unknown_error(name, written, number)

    def unread_error(self, name: str, failures: Sequence[Failure]) -> NoteNotFoundError | None:
        """Return the error for the name of a file that couldn't be read, with the reason."""
        reasons = {failure.path: failure.reason for failure in failures}
        link = ParsedLink(LinkKind.WIKILINK, self._as_written(name), 0)
        if not (path := LinkResolver(dict.fromkeys(reasons, ())).path_of(link, "")):
            return None
        remedy = "List all files that couldn't be read: vaultsearch files --failed."
        return NoteNotFoundError(Message("{}: {}", path, reasons[path]), remedy)

    def _as_written(self, name: str) -> str:
        """Return a name without brackets, or the path within the vault."""
        path = expand_home(name.strip()) if name.strip().startswith(("/", "~/")) else Path(name.strip())
        if self.vault is not None and path.is_absolute() and path.is_relative_to(self.vault):
            return path.relative_to(self.vault).as_posix()
        return name.strip().removeprefix("[[").removesuffix("]]").partition("|")[0].strip()

    def _notes_called(self, name: str) -> tuple[str, ...]:
        """Return the note with this exact path, else all with this title, alias or file name."""
        if any(note.path == name for note in self.notes):
            return (name,)
        resolver = LinkResolver.of(self.notes)
        linked = resolver.resolve(ParsedLink(LinkKind.WIKILINK, name, 0), "") if name else ()
        folded = fold_line(name)
        titled = (note.path for note in self.notes if folded in map(fold_line, (note.title, *note.aliases)))
        return tuple(dict.fromkeys((*linked, *titled)))

    def _unknown_error(self, name: str, written: str, number: int | None) -> NoteNotFoundError:
        """Return the error for an unknown name, suggesting the most similar names."""
        from rapidfuzz.fuzz import WRatio
        from rapidfuzz.process import extract

        if number is not None:
            known = f"1 to {len(self.numbers)}" if self.numbers else "none yet"
            sentence = "No note has the number {}; numbers are those of the last context or search: {}."
            remedy = "Search first (vaultsearch search), or name the note."
            return NoteNotFoundError(Message(sentence, number, known), remedy)
        names_of_notes = ((PurePosixPath(n.path).stem, n.title, *n.aliases) for n in self.notes)
        names = {fold_line(known): known for known in chain.from_iterable(names_of_notes)}
        near = extract(
            fold_line(written),
            list(names),
            scorer=WRatio,
            limit=_MAX_SUGGESTIONS,
            score_cutoff=_MIN_SIMILARITY,
        )
        if not near:
            return NoteNotFoundError.missing(name)
        similar = _format_names([names[folded] for folded, _, _ in near])
        return NoteNotFoundError(Message("No note called {}.", name), f"Did you mean: {similar}?")


def _format_names(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MAX_LISTED} more" if len(names) > _MAX_LISTED else ""
    return ", ".join(names[:_MAX_LISTED]) + more

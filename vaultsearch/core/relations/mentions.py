"""Note names in prose: unlinked mentions of a note, and links and tags missing from a note."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from pathlib import PurePosixPath
from typing import TypeVar
from urllib.parse import unquote

import regex

from vaultsearch.core.analyzer import stem_word
from vaultsearch.core.chunking.chunker import split_into_sentences
from vaultsearch.core.index.tables.stored_notes import StoredNotes
from vaultsearch.core.languages.detection import function_words
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.relations.related import Nearness, NearNotes
from vaultsearch.core.relations.vault_graph import VaultGraph, VaultGraphs
from vaultsearch.core.text import UNSPACED, fold_text, track_fences, with_parent_tags
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.note import NOTE_KINDS, StoredNote, StoredPlace
from vaultsearch.core.values.relations import LinkSuggestion, NoteSuggestions, Reference

_MIN_LETTERS = 3
_MIN_CHARACTERS = 2
"""Minimum characters of a name in a script without spaces."""
_MIN_COMMON_NOTES, _MIN_COMMON_SHARE = 30, 0.05
"""A name in at least so many notes, and in more than this share, is a common word and names no note."""
_MAX_PASSAGES = 600
"""Maximum passages checked, all with every word of a name."""
_MAX_WHOLE_LINE = 160
_MAX_EXCERPT = 320
"""Maximum characters of a line shown whole, and of an excerpt from a longer line."""

LINKED_SPANS = regex.compile(
    r"!?\[\[[^\[\]\n]*\]\]|!?\[[^\[\]\n]*\]\([^)\n]{0,999}\)|(`{1,3})[^\n]*?\1|(?<![a-z])[a-z]++://\S+|<[^<>\n]+>"
    r"|%%.*?%%|(?<!\w)#[^\s#]+",
    regex.IGNORECASE,
)
"""Spans that already are a link or tag, or are no prose: addresses, code, comments."""
_LEADING_SIGNS = regex.compile(r"^[^\p{L}\p{N}]+")
# Hangul is excluded: a Korean particle follows the name without a space.
_WORD_LETTER = rf"[\w--{UNSPACED}--\p{{Hangul}}]"


async def find_mentions(
    stored: StoredNotes, note: StoredNote, notes: Mapping[str, StoredNote], linking: Iterable[str] = ()
) -> tuple[tuple[Reference, ...], tuple[str, ...]]:
    """Find a note's mentions in other notes, outside links, tags, code and addresses.

    Candidate passages are found by full text, then lines by an exact pattern. Case and accents do not matter,
    word boundaries do. Names under three letters, function words and words in a good part of the vault are no
    names.

    Args:
        linking: Paths of notes that already link here; their mentions come last.

    Returns:
        The mentions, and the names found to be common words.
    """
    references: dict[tuple[str, int], Reference] = {}
    common = []
    names = names_of(note)
    held = await asyncio.gather(*(stored.places_holding(name, _MAX_PASSAGES) for name in names))
    pairs = list(zip(names, held, strict=True))
    named = await in_thread(lambda: [_mentions_in(*pair, note, notes) for pair in pairs])
    for name, of_name in zip(names, named, strict=True):
        if of_name is None:
            common.append(name)
        for place in of_name or ():
            references.setdefault((place.path or "", place.line), place)
    linked = frozenset(linking)
    ordered = sorted(references.values(), key=lambda r: (r.path in linked, r.path or "", r.line))
    return tuple(ordered), tuple(common)


def names_of(note: StoredNote) -> tuple[str, ...]:
    """Return a note's names in prose: file name, title, aliases; each also without leading signs."""
    written = (PurePosixPath(note.path).stem, note.title, *note.aliases)
    names: dict[str, str] = {}
    for name in (*written, *(_LEADING_SIGNS.sub("", variant) for variant in written)):
        line = " ".join(name.split())
        if is_specific(line):
            names.setdefault(fold_text(line), line)
    return tuple(names.values())


def is_specific(name: str) -> bool:
    """Return whether a name is long and rare enough to be looked for in prose."""
    letters = regex.findall(r"\p{L}", name)
    unspaced = regex.findall(UNSPACED, name, regex.V1)
    enough = len(unspaced) >= _MIN_CHARACTERS or len(letters) >= _MIN_LETTERS
    return enough and fold_text(name) not in function_words(ENGLISH)


def is_common(holding: int, notes: int) -> bool:
    """Return whether a name found in ``holding`` notes is a common word."""
    return holding >= _MIN_COMMON_NOTES and holding > _MIN_COMMON_SHARE * notes


def name_pattern(name: str) -> regex.Pattern[str]:
    """Compile a pattern for a name in a folded text: whole words, except in scripts without spaces."""
    folded = fold_text(name)
    # Words may be separated by any white space.
    body = r"\s+".join(map(regex.escape, folded.split()))
    before = rf"(?<!{_WORD_LETTER})" if regex.match(_WORD_LETTER, folded[0], regex.V1) else ""
    after = rf"(?!{_WORD_LETTER})" if regex.match(_WORD_LETTER, folded[-1], regex.V1) else ""
    return regex.compile(before + body + after, regex.V1)


def _mentions_in(
    name: str, places: Sequence[StoredPlace], note: StoredNote, notes: Mapping[str, StoredNote]
) -> list[Reference] | None:
    """Return the lines in these places that name a note, or None if the name is a common word."""
    mentions: dict[str, list[tuple[int, str]]] = {}
    lines_by_path: dict[str, set[int]] = defaultdict(set)
    for place in places:
        lines_by_path[place.path].update(range(place.line_start, place.line_end + 1))
    for path, lines in lines_by_path.items():
        if path == note.path or path not in notes:
            continue
        if named := _lines_naming(name_pattern(name), notes[path].text, lines):
            mentions[path] = named
        # Checked while counting, so that a common word costs no more than the first notes with it.
        if is_common(len(mentions), len(notes)):
            return None
    in_lines = [(notes[path], number, line) for path, named in mentions.items() for number, line in named]
    return [
        Reference(n.path, n.title, name, number, n.heading_path(number), excerpt_around(line, name))
        for n, number, line in in_lines
    ]


def _lines_naming(pattern: regex.Pattern[str], text: str, lines: set[int]) -> list[tuple[int, str]]:
    """Return the numbered lines with a name outside fences and links."""
    written = text.split("\n")
    holding = [
        number
        for number in sorted(lines)
        if number <= len(written)
        and pattern.search(fold_text(written[number - 1]))
        # The sign keeps the words before and after a link apart.
        and pattern.search(fold_text(LINKED_SPANS.sub(" | ", written[number - 1])))
    ]
    if not holding:
        return []
    # Few lines have the name: only fences above the last such line matter.
    fenced = [is_fenced for _, is_fenced in track_fences(written[: holding[-1]])]
    return [(number, written[number - 1]) for number in holding if not fenced[number - 1]]


def excerpt_around(line: str, written: str) -> str:
    """Return a line, or if it is long the first sentence with ``written``, in any case."""
    line = line.strip()
    if len(line) <= _MAX_WHOLE_LINE:
        return line
    name = fold_text(written)
    sentences = split_into_sentences(line)
    # Markdown links write spaces as %20.
    sentence = next((s for s in sentences if name in fold_text(s) or name in fold_text(unquote(s))), line)
    if len(sentence) <= _MAX_EXCERPT:
        return sentence
    middle = max(0, fold_text(sentence).find(name))
    start = max(0, min(middle - _MAX_EXCERPT // 2, len(sentence) - _MAX_EXCERPT))
    end = start + _MAX_EXCERPT
    return "…" * (start > 0) + sentence[start:end] + "…" * (end < len(sentence))


K = TypeVar("K")
_MAX_NAME_WORDS = 6
_MIN_STEMMED_LETTERS = 6
"""Minimum letters of a single-word name that may be inflected: "Boot" is not a form of "boots"."""
_POSSESSIVE = ("'s", "’s")
_MAX_CHECKED = 40
"""Maximum names whose frequency is looked up."""
_NEAREST_NOTES, _MAX_TAGS, _MAX_TAG_SHARE = 12, 3, 0.3
"""Notes whose tags are weighed, maximum suggested tags, and maximum share of notes with a suggested tag."""
_MIN_SUPPORT = 2
_MIN_SAME_COSINE = 0.88
"""Minimum cosine of nearly equal passages; titles, which differ, are embedded as well."""
_MAX_LINKS_BY_MEANING, _MAX_SHOWN_LETTERS, _MIN_LINE_LETTERS = 3, 60, 30
"""Maximum links by meaning, letters shown per line, and minimum letters per line."""
_WORD = regex.compile(rf"[\w--{UNSPACED}]+(?:['’][\w--{UNSPACED}]+)*|{UNSPACED}+", regex.V1)
_BETWEEN = regex.compile(r"[\s\-–—/]*")
_HEADING = regex.compile(r"\s{0,3}#{1,6}\s")
_FRONTMATTER = regex.compile(r"\A---\n.*?\n---(?:\n|\Z)", regex.DOTALL)


@dataclass(frozen=True, slots=True)
class NamesOfNotes:
    """The names of a vault's notes, as a language's words and as runs of scripts without spaces.

    A name shared by several notes is left out.
    """

    by_words: Mapping[tuple[str, ...], str]
    by_stems: Mapping[tuple[str, ...], str]
    unspaced: Mapping[str, tuple[tuple[str, str], ...]]

    @classmethod
    def of(cls, notes: Mapping[str, StoredNote], language: str) -> NamesOfNotes:
        """Collect the names; needs a thread for thousands of notes."""
        by_words: dict[tuple[str, ...], set[str]] = defaultdict(set)
        by_stems: dict[tuple[str, ...], set[str]] = defaultdict(set)
        unspaced: dict[str, set[str]] = defaultdict(set)
        for path, note in notes.items():
            for name in names_of(note) if note.kind in NOTE_KINDS else ():
                words = tuple(match.group() for match in _WORD.finditer(fold_text(name)))
                if regex.match(UNSPACED, name, regex.V1):
                    unspaced[fold_text(name)].add(path)
                elif 0 < len(words) <= _MAX_NAME_WORDS:
                    by_words[words].add(path)
                    if len(words) > 1 or len(words[0]) >= _MIN_STEMMED_LETTERS:
                        by_stems[tuple(stem_word(word, language) for word in words)].add(path)
        beginnings: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for name, path in unique_paths(unspaced).items():
            beginnings[name[:2]].append((name, path))
        for those in beginnings.values():
            those.sort(key=lambda named: -len(named[0]))
        longest = {begin: tuple(those) for begin, those in beginnings.items()}
        return cls(unique_paths(by_words), unique_paths(by_stems), longest)

    def found_in(self, line: str, language: str) -> Iterator[tuple[int, int, str]]:
        """Yield the positions of names in a line, and their notes; the longest name wins."""
        words = list(_WORD.finditer(line))
        folded = [fold_text(word.group()) for word in words]
        stems = [stem_word(word, language) for word in folded]
        index = 0
        while index < len(words):
            # The longest name wins: "Graph theory" is not a mention of "Graph".
            for length in range(min(_MAX_NAME_WORDS, len(words) - index), 0, -1):
                last = index + length
                key, stemmed = tuple(folded[index:last]), tuple(stems[index:last])
                path = self.by_words.get(key) or self.by_stems.get(stemmed)
                gaps = ((one.end(), other.start()) for one, other in pairwise(words[index:last]))
                if path is not None and all(_BETWEEN.fullmatch(line, *gap) for gap in gaps):
                    # The link goes around the name alone, without the 's.
                    owned = key not in self.by_words and folded[last - 1].endswith(_POSSESSIVE)
                    yield words[index].start(), words[last - 1].end() - 2 * owned, path
                    index = last - 1
                    break
            else:
                yield from self._in_run(words[index].start(), folded[index])
            index += 1

    def _in_run(self, start: int, run: str) -> Iterator[tuple[int, int, str]]:
        position = 0
        while position < len(run) - 1:
            names = self.unspaced.get(run[position : position + 2], ())
            held = next(((name, path) for name, path in names if run.startswith(name, position)), None)
            if held is not None:
                yield start + position, start + position + len(held[0]), held[1]
            position += len(held[0]) if held is not None else 1


def unique_paths(paths: Mapping[K, set[str]]) -> dict[K, str]:
    """Return the names with a single path."""
    return {name: next(iter(those)) for name, those in paths.items() if len(those) == 1}


class LinkSuggester:
    """Suggests links and tags for a note; names are collected once per index state."""

    def __init__(self, stored: StoredNotes, graphs: VaultGraphs, near: NearNotes) -> None:
        self._stored, self._graphs, self._near = stored, graphs, near
        self._names: tuple[VaultGraph, str, NamesOfNotes] | None = None

    async def __call__(self, path: str) -> NoteSuggestions:
        """Return links and tags missing from a note, the nearest notes first; raise NoteNotFoundError."""
        graph = await self._graphs()
        name = graph.note_at(path)
        note = graph.notes[name.path]
        places = await self._stored.places()
        languages = Counter(place.language for place in places.get(name.path, ()))
        language = languages.most_common(1)[0][0] if languages else ENGLISH
        # Stems depend on the language; notes in two languages seldom alternate.
        if self._names is None or self._names[:2] != (graph, language):
            notes = {path: note for path, note in graph.notes.items() if path not in graph.templates}
            self._names = graph, language, await in_thread(NamesOfNotes.of, notes, language)
        names = self._names[2]
        near = await self._near(name.path)
        nearness = {other: each.score for other, each in near.items()}
        linked = {link.path for link in graph.links.outgoing[name.path]}
        found = await in_thread(lambda: list(suggested_links(note, names, language, graph.notes)))
        links = [each for each in found if each.path not in linked]
        links = [each for each in links if not await self._is_common(each, len(graph.notes), links)]
        links.sort(key=lambda each: (-nearness.get(each.path, 0.0), each.line))
        known = linked | {link.path for link in links}
        elsewhere = {path: each for path, each in near.items() if path not in known}
        links += links_by_meaning(note, elsewhere, graph, places)
        return NoteSuggestions(name, tuple(links), suggested_tags(note, nearness, graph))

    async def _is_common(self, link: LinkSuggestion, notes: int, among: Sequence[LinkSuggestion]) -> bool:
        # Names with several words are hardly ever common, and each check is a search.
        if " " in link.text.strip() or among.index(link) >= _MAX_CHECKED:
            return False
        places = await self._stored.places_holding(link.text, 2 * notes)
        return is_common(len({place.path for place in places}), notes)


def link_names(paths: Iterable[str]) -> Callable[[str], str]:
    """Return a function to name notes in links: by file name, or by path if several share the name."""
    stems = Counter(PurePosixPath(path).stem.casefold() for path in paths)

    def name(path: str) -> str:
        file = PurePosixPath(path)
        return file.stem if stems[file.stem.casefold()] == 1 else str(file.with_suffix(""))

    return name


def suggested_links(
    note: StoredNote, names: NamesOfNotes, language: str, notes: Mapping[str, StoredNote]
) -> Iterator[LinkSuggestion]:
    """Yield the first mention of each other note, outside headings, code, links and properties."""
    seen = {note.path}
    name = link_names(notes)
    properties = _FRONTMATTER.match(note.text)
    begin = properties.group().count("\n") if properties else 0
    for number, (line, is_fenced) in enumerate(track_fences(note.text.split("\n")), start=1):
        if number <= begin or is_fenced or _HEADING.match(line) or line.startswith(("```", "~~~")):
            continue
        # As long as the link, so that positions stay the same.
        prose = LINKED_SPANS.sub(lambda link: "|" * len(link.group()), line)
        for start, end, target in names.found_in(prose, language):
            if target in seen:
                continue
            seen.add(target)
            written = line[start:end]
            named = name(target)
            link = f"[[{named}]]" if named == written else f"[[{named}|{written}]]"
            title, above = notes[target].title, note.heading_path(number)
            yield LinkSuggestion(written, number, target, title, link, above, line.strip())


def links_by_meaning(
    note: StoredNote,
    near: Mapping[str, Nearness],
    graph: VaultGraph,
    places: Mapping[str, Sequence[StoredPlace]],
) -> list[LinkSuggestion]:
    """Return links to a few notes with passages nearly equal to passages here, the nearest first."""
    name = link_names(graph.notes)
    by_id = {place.id: place for path in (note.path, *near) for place in places.get(path, ())}
    links: list[LinkSuggestion] = []
    for path in sorted(near, key=lambda path: (-near[path].best, path)):
        other = graph.notes.get(path)
        own, there = by_id.get(near[path].own or ""), by_id.get(near[path].passage or "")
        if near[path].best < _MIN_SAME_COSINE or len(links) == _MAX_LINKS_BY_MEANING:
            break
        if other is None or other.kind not in NOTE_KINDS or path in graph.templates or not own or not there:
            continue
        numbered = enumerate(note.text.split("\n")[own.line_start - 1 : own.line_end], start=own.line_start)
        for line, written in numbered:
            words = " ".join(written.strip(">*- ").split())
            # The first line of prose that is long enough.
            if len(words) >= _MIN_LINE_LETTERS and not _HEADING.match(written):
                heading = other.heading_path(there.line_start)[-1:]
                link = f"[[{'#'.join((name(path), *heading))}]]"
                shown, above = words[:_MAX_SHOWN_LETTERS], note.heading_path(line)
                links.append(LinkSuggestion(shown, line, path, other.title, link, above, words))
                break
    return links


def suggested_tags(note: StoredNote, nearness: Mapping[str, float], graph: VaultGraph) -> tuple[str, ...]:
    """Return tags missing here but on several of the nearest notes, by descending weight."""
    nearest = sorted(nearness, key=lambda path: -nearness[path])[:_NEAREST_NOTES]
    near_notes = [(nearness[path], graph.notes[path]) for path in nearest if path in graph.notes]
    weights: dict[str, float] = defaultdict(float)
    support: Counter[str] = Counter()
    for weight, other in near_notes:
        parents = set(chain.from_iterable(list(with_parent_tags(tag))[1:] for tag in other.tags))
        for tag in (tag for tag in other.tags if tag not in parents):
            weights[tag] += weight
            support[tag] += 1
    own = {above for tag in note.tags for above in with_parent_tags(tag)}
    most = _MAX_TAG_SHARE * len(graph.notes)
    fitting = [
        tag
        for tag in sorted(weights, key=lambda tag: -weights[tag])
        if tag not in own and support[tag] >= _MIN_SUPPORT and len(graph.tagged.get(tag, ())) <= most
    ]
    return tuple(fitting[:_MAX_TAGS])

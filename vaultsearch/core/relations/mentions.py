"""Unlinked mentions: the lines of other notes that name a note outside of links, tags, code and addresses."""

from __future__ import annotations

import asyncio
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import unquote

import regex

from vaultsearch.core.chunking.chunker import sentences
from vaultsearch.core.languages.detection import function_words
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.text import UNSPACED, fold, with_fences
from vaultsearch.core.values.relations import Reference
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vaultsearch.core.index.tables.stored_notes import StoredNotes
    from vaultsearch.core.values.note import StoredNote, StoredPlace


_FEWEST_LETTERS = 3
_FEWEST_CHARACTERS = 2
"""The fewest characters of a name in a script without spaces."""
_COMMON_FROM, _COMMON_SHARE = 30, 0.05
"""A name in so many notes, and in this share of all, is a common word and names no note."""
_MOST_PASSAGES = 600
"""Passages, holding all words of a name, that are checked at most."""
_SHORT_LINE = 160
_LONGEST = 320
"""Characters of a line that is shown whole, and of the longest excerpt of a longer one."""

LINKED = regex.compile(
    r"!?\[\[[^\]\n]*\]\]|!?\[[^\]\n]*\]\([^)\n]*\)|(`+)[^\n]*?\1|[a-z]+://\S+|<[^>\n]+>|%%.*?%%|(?<!\w)#[^\s#]+",
    regex.IGNORECASE,
)
"""Spans that are a link or a tag already, or no prose: addresses, code, comments."""
_LEADING_SIGNS = regex.compile(r"^[^\p{L}\p{N}]+")
# Hangul is excluded: a Korean particle follows the name without a space.
_WORD_LETTER = rf"[\w--{UNSPACED}--\p{{Hangul}}]"


class MentionFinder:
    """Finds unlinked mentions: candidate passages by full text, then lines by an exact pattern."""

    def __init__(self, stored: StoredNotes) -> None:
        self._stored = stored

    async def __call__(
        self, note: StoredNote, notes: Mapping[str, StoredNote], linking: Iterable[str] = ()
    ) -> tuple[tuple[Reference, ...], tuple[str, ...]]:
        """Find the lines of other notes that name this one outside of links, tags, code and addresses.

        Case and accents do not matter, word boundaries do. Names of fewer than three letters, function words
        and words that a good part of the vault holds are no names.

        Args:
            note: The note that is named.
            notes: All notes, by path.
            linking: Paths of the notes that link here anyway; their mentions come last.

        Returns:
            The mentions, and the names that turned out to be common words.
        """
        references: dict[tuple[str, int], Reference] = {}
        common = []
        names = names_of(note)
        held = await asyncio.gather(*(self._stored.places_holding(name, _MOST_PASSAGES) for name in names))
        named = await in_thread(
            lambda: [_mentions(name, places, note, notes) for name, places in zip(names, held, strict=True)]
        )
        for name, of_name in zip(names, named, strict=True):
            if of_name is None:
                common.append(name)
            for place in of_name or ():
                references.setdefault((place.path or "", place.line), place)
        linked = frozenset(linking)
        ordered = sorted(
            references.values(),
            key=lambda reference: (reference.path in linked, reference.path or "", reference.line),
        )
        return tuple(ordered), tuple(common)


def names_of(note: StoredNote) -> tuple[str, ...]:
    """Return the names of a note in prose: file name, title, aliases; each also without leading signs."""
    written = (PurePosixPath(note.path).stem, note.title, *note.aliases)
    names: dict[str, str] = {}
    for name in (*written, *(_LEADING_SIGNS.sub("", variant) for variant in written)):
        line = " ".join(name.split())
        if is_specific(line):
            names.setdefault(fold(line), line)
    return tuple(names.values())


def is_specific(name: str) -> bool:
    """Return whether a name is long and rare enough to be looked for in prose."""
    letters = regex.findall(r"\p{L}", name)
    unspaced = regex.findall(UNSPACED, name, regex.V1)
    enough = len(unspaced) >= _FEWEST_CHARACTERS or len(letters) >= _FEWEST_LETTERS
    return enough and fold(name) not in function_words(ENGLISH)


def is_common(holding: int, notes: int) -> bool:
    """Return whether a name that ``holding`` of the notes hold is a common word."""
    return holding >= _COMMON_FROM and holding > _COMMON_SHARE * notes


def name_pattern(name: str) -> regex.Pattern[str]:
    """Compile a pattern for a name in a folded text: whole words, except in scripts without spaces."""
    folded = fold(name)
    body = r"\s+".join(map(regex.escape, folded.split()))
    before = rf"(?<!{_WORD_LETTER})" if regex.match(_WORD_LETTER, folded[0], regex.V1) else ""
    after = rf"(?!{_WORD_LETTER})" if regex.match(_WORD_LETTER, folded[-1], regex.V1) else ""
    return regex.compile(before + body + after, regex.V1)


def _mentions(
    name: str, places: Sequence[StoredPlace], note: StoredNote, notes: Mapping[str, StoredNote]
) -> list[Reference] | None:
    """Return the lines in these places that name a note, or None if the name is a common word."""
    mentions: dict[str, list[tuple[int, str]]] = {}
    for path, lines in _lines_of(places).items():
        if path == note.path or path not in notes:
            continue
        if named := _naming(name_pattern(name), notes[path].text, lines):
            mentions[path] = named
        if is_common(len(mentions), len(notes)):
            return None
    return [
        Reference(path, notes[path].title, name, number, notes[path].heading_path(number), around(line, name))
        for path, named in mentions.items()
        for number, line in named
    ]


def _lines_of(places: Sequence[StoredPlace]) -> dict[str, set[int]]:
    """Map each note to the lines that the places cover."""
    lines: dict[str, set[int]] = {}
    for place in places:
        lines.setdefault(place.path, set()).update(range(place.line_start, place.line_end + 1))
    return lines


def _naming(pattern: regex.Pattern[str], text: str, lines: set[int]) -> list[tuple[int, str]]:
    """Return the lines, with their numbers, that hold a name outside of fences and links."""
    written = text.split("\n")
    holding = [
        number
        for number in sorted(lines)
        if number <= len(written)
        and pattern.search(fold(written[number - 1]))
        and pattern.search(fold(LINKED.sub(" | ", written[number - 1])))
    ]
    if not holding:
        return []
    # Few lines hold the name: only the fences above the last of them need to be known.
    fenced = [is_fenced for _, is_fenced in with_fences(written[: holding[-1]])]
    return [(number, written[number - 1]) for number in holding if not fenced[number - 1]]


def around(line: str, written: str) -> str:
    """Return a line, or of a long one the first sentence that holds ``written``, in any case."""
    line = line.strip()
    if len(line) <= _SHORT_LINE:
        return line
    name = fold(written)
    holding = (
        sentence for sentence in sentences(line) if name in fold(sentence) or name in fold(unquote(sentence))
    )
    sentence = next(holding, line)
    if len(sentence) <= _LONGEST:
        return sentence
    start = max(0, min(max(0, fold(sentence).find(name)) - _LONGEST // 2, len(sentence) - _LONGEST))
    end = start + _LONGEST
    return "…" * (start > 0) + sentence[start:end] + "…" * (end < len(sentence))

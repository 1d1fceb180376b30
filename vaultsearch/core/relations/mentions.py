"""Where a note is named in the text of others without a link: its title and other names, exactly."""

from __future__ import annotations

import asyncio
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Protocol

import regex

from vaultsearch.core.languages.function_words import function_words
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.relations.related import around
from vaultsearch.core.text import UNSPACED, fold, with_fences
from vaultsearch.core.values.relations import Reference
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vaultsearch.core.index.stored_notes import StoredNote, StoredPlace

_FEWEST_LETTERS = 3
_FEWEST_CHARACTERS = 2
"""Of scripts written without spaces."""
_COMMON_FROM, _COMMON_SHARE = 30, 0.05
"""A name in so many notes, and this share of all, is a common word and names nobody."""
_LOOKED_AT = 600
"""Passages that hold all words of a name, of which are looked at so many at most."""

_LINKED = regex.compile(
    r"!?\[\[[^\]\n]*\]\]|!?\[[^\]\n]*\]\([^)\n]*\)|(`+)[^\n]*?\1|[a-z]+://\S+|<[^>\n]+>|%%.*?%%|(?<!\w)#[^\s#]+",
    regex.IGNORECASE,
)
"""What is a link or a tag already, or no prose: addresses, code, comments."""
_LEADING_SIGNS = regex.compile(r"^[^\p{L}\p{N}]+")
_WORD_LETTER = rf"[\w--{UNSPACED}--\p{{Hangul}}]"


class SupportsMentions(Protocol):
    """A corpus that tells which passages hold words."""

    async def places_holding(self, text: str, n: int) -> list[StoredPlace]:
        """List up to n passages that hold every word of a text, and what has no spaces as it stands."""
        ...


class MentionFinder:
    """Finds unlinked mentions: by full text where they may stand, then exactly."""

    def __init__(self, corpus: SupportsMentions) -> None:
        self._corpus = corpus

    async def __call__(
        self, note: StoredNote, notes: Mapping[str, StoredNote], linking: Iterable[str] = ()
    ) -> tuple[tuple[Reference, ...], tuple[str, ...]]:
        """Give the lines of other notes that name this one outside of links, tags, code and addresses.

        Case and accents do not matter, word boundaries do. Names of fewer than three letters, function words
        and words that a good part of the vault holds are no names. Notes of ``linking``, those that link here
        anyway, come last. Gives the names that were found to be common words, too.
        """
        found: dict[tuple[str, int], Reference] = {}
        common = []
        names = names_of(note)
        held = await asyncio.gather(*(self._corpus.places_holding(name, _LOOKED_AT) for name in names))
        named = await in_thread(
            lambda: [_mentions(name, places, note, notes) for name, places in zip(names, held, strict=True)]
        )
        for name, of_name in zip(names, named, strict=True):
            if of_name is None:
                common.append(name)
            for one in of_name or ():
                found.setdefault((one.path or "", one.line), one)
        linked = frozenset(linking)
        ordered = sorted(found.values(), key=lambda one: (one.path in linked, one.path or "", one.line))
        return tuple(ordered), tuple(common)


def names_of(note: StoredNote) -> tuple[str, ...]:
    """Give what a note may be called in a text: file name, title, aliases; also without leading signs."""
    written = (PurePosixPath(note.path).stem, note.title, *note.aliases)
    names: dict[str, str] = {}
    for name in (*written, *(_LEADING_SIGNS.sub("", one) for one in written)):
        line = " ".join(name.split())
        if tells(line):
            names.setdefault(fold(line), line)
    return tuple(names.values())


def tells(name: str) -> bool:
    """Tell whether a name says enough to be looked for in prose."""
    letters = regex.findall(r"\p{L}", name)
    unspaced = regex.findall(UNSPACED, name, regex.V1)
    enough = len(unspaced) >= _FEWEST_CHARACTERS or len(letters) >= _FEWEST_LETTERS
    return enough and fold(name) not in function_words(ENGLISH)


def is_common(holding: int, notes: int) -> bool:
    """Tell whether a name stands in so many of the notes that it is a common word."""
    return holding >= _COMMON_FROM and holding > _COMMON_SHARE * notes


def name_pattern(name: str) -> regex.Pattern[str]:
    """Give what matches a name in a folded text, as a word of its own where words are parted by spaces."""
    folded = fold(name)
    body = r"\s+".join(map(regex.escape, folded.split()))
    before = rf"(?<!{_WORD_LETTER})" if regex.match(_WORD_LETTER, folded[0], regex.V1) else ""
    after = rf"(?!{_WORD_LETTER})" if regex.match(_WORD_LETTER, folded[-1], regex.V1) else ""
    return regex.compile(before + body + after, regex.V1)


def _mentions(
    name: str, places: Sequence[StoredPlace], note: StoredNote, notes: Mapping[str, StoredNote]
) -> list[Reference] | None:
    """Give the lines in these places that name a note; None where the name is a common word."""
    found: dict[str, list[tuple[int, str]]] = {}
    for path, lines in _lines_of(places).items():
        if path == note.path or path not in notes:
            continue
        if named := _naming(name_pattern(name), notes[path].text, lines):
            found[path] = named
        if is_common(len(found), len(notes)):
            return None
    return [
        Reference(path, notes[path].title, name, number, notes[path].heading_path(number), around(line, name))
        for path, named in found.items()
        for number, line in named
    ]


def _lines_of(places: Sequence[StoredPlace]) -> dict[str, set[int]]:
    """Give the lines of each note that the places cover."""
    lines: dict[str, set[int]] = {}
    for place in places:
        lines.setdefault(place.path, set()).update(range(place.line_start, place.line_end + 1))
    return lines


def _naming(pattern: regex.Pattern[str], text: str, lines: set[int]) -> list[tuple[int, str]]:
    """Give those of the lines, with their numbers, that hold a name outside of fences and links."""
    written = text.split("\n")
    holding = [
        number
        for number in sorted(lines)
        if number <= len(written)
        and pattern.search(fold(written[number - 1]))
        and pattern.search(fold(_LINKED.sub(" | ", written[number - 1])))
    ]
    if not holding:
        return []
    # Few lines hold the name, and only above them it matters where fences begin and end.
    fenced = [is_fenced for _, is_fenced in with_fences(written[: holding[-1]])]
    return [(number, written[number - 1]) for number in holding if not fenced[number - 1]]

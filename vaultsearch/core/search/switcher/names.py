"""The table of all names of the notes, as arrays that the quick switcher searches."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import regex
from rapidfuzz.distance import OSA

from vaultsearch.core.text import UNSPACED, fold
from vaultsearch.core.values.note import Span
from vaultsearch.core.values.query import NameKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from vaultsearch.core.values.note import StoredNote


KINDS = tuple(NameKind)
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_UNSPACED = regex.compile(UNSPACED, regex.V1)
_LONGEST = 200
"""Characters of a name that are searched; a heading may be a whole paragraph."""


def words_of(text: str) -> list[str]:
    """Return the words of a text, folded."""
    words: list[str] = _WORD.findall(fold(text[:_LONGEST]))
    return words


def is_unspaced(word: str) -> bool:
    """Return whether a word is of a script without spaces, so that words may begin anywhere in it."""
    return _UNSPACED.search(word) is not None


def beginnings(word: str) -> list[int]:
    """Return the places in a word at which words may begin: of a script without spaces, at each letter."""
    if not is_unspaced(word):
        return [0]
    unspaced = [is_unspaced(letter) for letter in word]
    return [
        index
        for index, is_unspaced in enumerate(unspaced)
        if index == 0 or is_unspaced or unspaced[index - 1]
    ]


def letters_mask(word: str) -> int:
    """Return the letters of a word as bits: one for each of a to z, the other 38 shared by all others."""
    mask = 0
    for letter in word:
        code = ord(letter)
        mask |= 1 << (code - 97 if 97 <= code <= 122 else 26 + code % 38)
    return mask


@dataclass(frozen=True, slots=True)
class NameTable:
    """The names of ``notes``, those of each kind together, in the order of `KINDS`.

    Attributes:
        texts: The names as written.
        kinds: uint8 (names), indices of `KINDS`.
        note_of: int32 (names), indices of ``notes``.
        lines: int32 (names), the 1-based line of a heading, 0 for any other name.
        letters: The words of a name, without anything between them.
        lengths: float32 (names), how many letters these are.
        masks: uint64 (names), these letters as bits.
        initials: uint64 (names), the letters that words of a name begin with.
        first_words: int32 (names), the first word, an index of ``vocabulary``.
        vocabulary: The different words of all names.
        vocabulary_masks: uint64 (vocabulary), the letters of a word.
        postings: int32 (words of all names), names sorted by word.
        posted: int64 (vocabulary + 1), where the names of a word begin in ``postings``.
        recency: float32 (notes), 1 for the note that was saved last, 0 for the first.
    """

    notes: Sequence[StoredNote]
    texts: Sequence[str]
    kinds: NDArray[np.uint8]
    note_of: NDArray[np.int32]
    lines: NDArray[np.int32]
    letters: Sequence[str]
    lengths: NDArray[np.float32]
    masks: NDArray[np.uint64]
    initials: NDArray[np.uint64]
    first_words: NDArray[np.int32]
    vocabulary: Sequence[str]
    vocabulary_masks: NDArray[np.uint64]
    postings: NDArray[np.int32]
    posted: NDArray[np.int64]
    recency: NDArray[np.float32]

    @classmethod
    def of(cls, notes: Sequence[StoredNote]) -> NameTable:
        """Make the table; takes about a second for 50,000 notes."""
        read = _ReadNames()
        for kind, names_of in enumerate(_NAMES_OF[kind] for kind in KINDS):
            for index, note in enumerate(notes):
                for text, line in names_of(note):
                    read.add(text, kind, index, line)
        kinds, note_of, lines, word_ids, sizes = map(np.array, read.numbers)
        vocabulary = tuple(read.vocabulary)
        masks = np.fromiter(map(letters_mask, vocabulary), np.uint64, len(vocabulary))
        initials = np.fromiter(map(_initials_mask, vocabulary), np.uint64, len(vocabulary))
        starts = np.cumsum(sizes) - sizes
        in_order = np.argsort(word_ids, kind="stable")
        posted = np.zeros(len(vocabulary) + 1, np.int64)
        np.cumsum(np.bincount(word_ids, minlength=len(vocabulary)), out=posted[1:])
        return cls(
            notes,
            read.texts,
            kinds.astype(np.uint8),
            note_of,
            lines,
            read.letters,
            np.fromiter(map(len, read.letters), np.float32, len(read.letters)),
            _joined(masks[word_ids], starts),
            _joined(initials[word_ids], starts),
            word_ids[starts],
            vocabulary,
            masks,
            np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)[in_order],
            posted,
            _recency(notes),
        )


class _ReadNames:
    """Collects names and their words, in arrays of numbers: a million objects would slow Python down."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.letters: list[str] = []
        self.vocabulary: dict[str, int] = {}
        self.numbers = tuple(array("i") for _ in range(5))

    def add(self, text: str, kind: int, note: int, line: int) -> None:
        """Add a name, unless it holds no letter."""
        if not (words := words_of(text)):
            return
        self.texts.append(text)
        self.letters.append("".join(words))
        kinds, notes, lines, word_ids, sizes = self.numbers
        kinds.append(kind)
        notes.append(note)
        lines.append(line)
        sizes.append(len(words))
        for word in words:
            word_ids.append(self.vocabulary.setdefault(word, len(self.vocabulary)))


def _joined(masks: NDArray[np.uint64], starts: NDArray[np.int64]) -> NDArray[np.uint64]:
    return np.bitwise_or.reduceat(masks, starts) if len(starts) else masks


def _initials_mask(word: str) -> int:
    return letters_mask("".join(word[start] for start in beginnings(word)))


def _recency(notes: Sequence[StoredNote]) -> NDArray[np.float32]:
    saved = np.array([(note.modified or note.date).timestamp() for note in notes], np.float64)
    recency = np.zeros(len(notes), np.float32)
    recency[np.argsort(saved, kind="stable")] = np.linspace(0, 1, len(notes), dtype=np.float32)
    return recency


def _title(note: StoredNote) -> Iterator[tuple[str, int]]:
    yield note.title, 0


def _aliases(note: StoredNote) -> Iterator[tuple[str, int]]:
    return ((alias, 0) for alias in note.aliases if alias != note.title)


def _file_name(note: StoredNote) -> Iterator[tuple[str, int]]:
    stem = note.path.rpartition("/")[2].rpartition(".")[0]
    if stem != note.title:
        yield stem, 0


def _headings(note: StoredNote) -> Iterator[tuple[str, int]]:
    return (
        (named_heading.text, named_heading.line)
        for named_heading in note.named_headings
        if named_heading.text != note.title
    )


_NAMES_OF: dict[NameKind, Callable[[StoredNote], Iterator[tuple[str, int]]]] = {
    NameKind.TITLE: _title,
    NameKind.ALIAS: _aliases,
    NameKind.FILE: _file_name,
    NameKind.HEADING: _headings,
}


_NOWHERE = (-1, -1)


def aligned(words: Sequence[str], letters: str) -> tuple[int, tuple[int, ...]]:
    """Find typed letters in their order in the words of a name, most of them at a good place.

    Good places are the beginning of a word and the one behind the letter before.

    Returns:
        The number of letters at a good place, and the place of each letter, counted without spaces. -1 and
        no places if the name does not hold the letters.
    """
    name = "".join(words)
    begins: set[int] = set()
    position = 0
    for word in words:
        begins.update(position + place for place in beginnings(word))
        position += len(word)
    # For each place of the letter before: how many are at a good place, and which places they have.
    reached: dict[int, tuple[int, tuple[int, ...]]] = {-1: (0, ())}
    for letter in letters:
        further: dict[int, tuple[int, tuple[int, ...]]] = {}
        best: tuple[int, tuple[int, ...]] = (-1, ())
        for place, held in enumerate(name):
            best = max(best, reached.get(place - 1, (-1, ())), key=_good)
            if held != letter or best[0] < 0:
                continue
            behind = reached.get(place - 1, (-1, ())) if place else (-1, ())
            good = best[0] + (place in begins)
            far = (good, (*best[1], place))
            near = (behind[0] + 1, (*behind[1], place)) if behind[0] >= 0 else (-1, ())
            further[place] = max(near, far, key=_good)
        reached = further
    return max(reached.values(), key=_good, default=(-1, ()))


def _good(run: tuple[int, tuple[int, ...]]) -> int:
    return run[0]


def name_marks(name: str, typed: str) -> tuple[Span, ...]:
    """Return the letters of a name to be marked for what was typed."""
    folded, origins = _folded(name)
    words = words_of(typed)
    word_places = [_place(folded, word) for word in words]
    if _NOWHERE not in word_places:
        places = {place for start, end in word_places for place in range(start, end)}
    else:
        places = set(_letter_places(folded, "".join(words)))
    return _spans(sorted({origins[place] for place in places}))


def _folded(name: str) -> tuple[str, list[int]]:
    """Return a name folded letter by letter, and the letter of the name that each came from."""
    pairs = [(letter, index) for index, character in enumerate(name) for letter in fold(character)]
    return "".join(letter for letter, _ in pairs), [place for _, place in pairs]


def _place(folded: str, word: str) -> tuple[int, int]:
    """Return where a typed word is in a name: at the beginning of a word, within one, or nearly there."""
    starts = _word_starts(folded)
    for start in starts:
        if folded.startswith(word, start):
            return start, start + len(word)
    within = folded.find(word)
    if within >= 0:
        return within, within + len(word)
    near = {start: OSA.distance(word, folded[start : start + len(word)]) for start in starts}
    start = min(near, key=lambda place: near[place], default=-1)
    if start < 0 or near[start] > len(word) // 4:
        return _NOWHERE
    return start, min(len(folded), start + len(word))


def _word_starts(folded: str) -> list[int]:
    return [
        index
        for index, letter in enumerate(folded)
        if letter.isalnum() and not (index and folded[index - 1].isalnum())
    ]


def _letter_places(folded: str, letters: str) -> Iterable[int]:
    """Return the places of typed letters in a folded name."""
    words: list[str] = []
    origins: list[int] = []
    for start in _word_starts(folded):
        end = next((index for index in range(start, len(folded)) if not folded[index].isalnum()), len(folded))
        words.append(folded[start:end])
        origins += range(start, end)
    return (origins[place] for place in aligned(words, letters)[1])


def _spans(places: Sequence[int]) -> tuple[Span, ...]:
    """Join neighbouring places."""
    spans: list[Span] = []
    for place in places:
        if spans and spans[-1].end == place:
            spans[-1] = Span(spans[-1].start, place + 1)
        else:
            spans.append(Span(place, place + 1))
    return tuple(spans)

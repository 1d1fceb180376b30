"""The quick switcher: notes and headings by the letters of their names, over a table of all names."""

from __future__ import annotations

import asyncio
import re
from array import array
from dataclasses import dataclass
from heapq import nlargest
from typing import TYPE_CHECKING

import numpy as np
import regex
from rapidfuzz.distance import OSA, LCSseq
from rapidfuzz.process import cdist

from vaultsearch.core.text import UNSPACED, fold
from vaultsearch.core.threads import giving_way, in_thread, in_turn
from vaultsearch.core.values.note import Span
from vaultsearch.core.values.query import NameKind, NameMatch, NoteEntry

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
    from typing import TypeAlias

    from numpy.typing import NDArray

    from vaultsearch.core.values.note import StoredNote

    MakeUri: TypeAlias = Callable[[str, Sequence[str]], str]
    """Returns the link that opens a note, by its path, at a heading, by its path of headings."""


KINDS = tuple(NameKind)
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_ASCII_WORD = re.compile(r"[a-z0-9]+")
_UNSPACED = regex.compile(UNSPACED, regex.V1)
_LONGEST = 200
"""Characters of a name that are searched; a heading may be a whole paragraph."""


def words_of(text: str) -> list[str]:
    """Return the words of a text, folded."""
    folded = fold(text[:_LONGEST])
    words: list[str] = (_ASCII_WORD if folded.isascii() else _WORD).findall(folded)
    return words


def is_unspaced(word: str) -> bool:
    """Return whether a word is of a script without spaces, so that words may begin anywhere in it."""
    return not word.isascii() and _UNSPACED.search(word) is not None


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
        # 64 bits for all letters: two that share one cost a needless comparison, and never a match.
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
        for number, kind in enumerate(KINDS):
            for index, note in enumerate(giving_way(notes)):
                for text, line in _names_of(note, kind):
                    read.add(text, number, index, line)
        kinds, note_of, lines, word_ids, sizes = map(np.array, read.numbers)
        vocabulary = tuple(read.vocabulary)
        masks = np.fromiter(map(letters_mask, giving_way(vocabulary)), np.uint64, len(vocabulary))
        initials = np.fromiter(map(_initials_mask, giving_way(vocabulary)), np.uint64, len(vocabulary))
        starts = np.cumsum(sizes) - sizes
        # An inverted index in two arrays: the names by word, and where each word's names begin.
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
    # `reduceat` raises for an empty list of starts.
    return np.bitwise_or.reduceat(masks, starts) if len(starts) else masks


def _initials_mask(word: str) -> int:
    return letters_mask("".join(word[start] for start in beginnings(word)))


def _recency(notes: Sequence[StoredNote]) -> NDArray[np.float32]:
    saved = np.array([(note.modified or note.date).timestamp() for note in notes], np.float64)
    recency = np.zeros(len(notes), np.float32)
    # Ranks rather than times: a year without a saved note should not push all older ones together.
    recency[np.argsort(saved, kind="stable")] = np.linspace(0, 1, len(notes), dtype=np.float32)
    return recency


def _names_of(note: StoredNote, kind: NameKind) -> Iterator[tuple[str, int]]:
    """Yield the names of a kind, each with its line: 0 of all but headings."""
    match kind:
        case NameKind.TITLE:
            yield note.title, 0
            return
        case NameKind.ALIAS:
            names = [(alias, 0) for alias in note.aliases]
        case NameKind.FILE:
            names = [(note.path.rpartition("/")[2].rpartition(".")[0], 0)]
        case NameKind.HEADING:
            names = [(heading.text, heading.line) for heading in note.named_headings]
    yield from ((text, line) for text, line in names if text != note.title)


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
        # The best run of letters that ends before this place; one that goes on without a gap is tried beside
        # it.
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
    # Letter by letter, as folding may make one letter of two or two of one.
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


_WORDS = 6
"""Typed words that are looked at."""
_BEGINS, _WITHIN, _SLIPS = 0.85, 0.6, (0.0, 0.55, 0.45)
"""The worth of a word that begins with the typed one, contains it, or differs by one or two slips."""
_LETTERS_A_SLIP = 4
"""Letters of a typed word for each slip in it; shorter ones are other words too often."""
_KIND_COSTS = {NameKind.TITLE: 0.0, NameKind.ALIAS: 0.02, NameKind.FILE: 0.03, NameKind.HEADING: 0.15}
"""Taken off the score, so that of equal matches a title comes first."""
_LATE, _OPENED = 0.01, 0.02
"""Added for the note that was saved last, or opened last: what is equal otherwise."""
_ENOUGH_LETTERS = 2
_LIKE_A_TITLE = 0.6
"""The least score of a title that a query is likely to name: whole words or their beginnings."""
_NAMING_LETTERS = 3
"""Letters of a query that may name a title; one of a script without spaces needs one less."""
_ALIGNED = 100
"""Names compared letter by letter in full, the shortest first."""
_COST_OF_KIND = np.array([_KIND_COSTS[kind] for kind in KINDS], np.float32)


def best_names(table: NameTable, typed: str, n: int, opened: Mapping[int, float] | None = None) -> list[int]:
    """Return the indices of up to ``n`` names that match, best first; a note's own names count once.

    Args:
        table: All names.
        typed: The letters as typed.
        n: The most names.
        opened: Notes that were opened lately, by their index: 1 for the last one, less for earlier ones.
    """
    words = words_of(typed)[:_WORDS]
    if not words or not len(table.texts):
        return []
    rows_found, scores = _by_words(table, words)
    # Scattered letters are only looked for if words alone do not fill the list.
    first = _ranked(table, rows_found, scores, n, opened or {})
    if len(first) >= n:
        return first
    others = _by_letters(table, "".join(words), frozenset(rows_found.tolist()))
    rows_found = np.concatenate([rows_found, np.array([name for name, _ in others], np.int64)])
    scores = np.concatenate([scores, np.array([score for _, score in others], np.float32)])
    return _ranked(table, rows_found, scores, n, opened or {})


def best_titles(table: NameTable, query: str, n: int) -> list[int]:
    """Return the indices of up to ``n`` titles, aliases or file names that hold every word of ``query``."""
    words = words_of(query)
    letters = sum(len(word) + is_unspaced(word) for word in words)
    # A longer query is a question, and names no title.
    if letters < _NAMING_LETTERS or len(words) > _WORDS or not len(table.texts):
        return []
    rows_found, scores = _by_words(table, words)
    named = (scores >= _LIKE_A_TITLE) & (table.kinds[rows_found] != KINDS.index(NameKind.HEADING))
    return _ranked(table, rows_found[named], scores[named], n, {})


def _by_words(table: NameTable, words: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return the names that hold a match for every typed word, and their scores before kind and recency."""
    different = tuple(dict.fromkeys(words))
    similar = [_similar(table, word) for word in different]
    worths = [_best_of(table, worth) for worth in similar]
    matching_rows = np.flatnonzero(np.logical_and.reduce([worth > 0 for worth in worths]))
    total = np.add.reduce([worth[matching_rows] for worth in worths]) / len(different)
    typed = sum(map(len, words)) / table.lengths[matching_rows]
    covered = np.minimum(typed, 1 / typed)  # a word typed twice is in "0:0" rather than in "0"
    begins = np.maximum.reduce([worth[table.first_words[matching_rows]] for worth in similar])
    return matching_rows, (total * (0.7 + 0.2 * covered + 0.1 * begins)).astype(np.float32)


def _similar(table: NameTable, word: str) -> NDArray[np.float32]:
    """Return the worth of each word of the vocabulary for a typed one."""
    worth = np.zeros(len(table.vocabulary), np.float32)
    # Words that lack a letter cannot hold the typed word: the mask rejects nearly all of them at once.
    mask = np.uint64(letters_mask(word))
    holding = np.flatnonzero((table.vocabulary_masks & mask) == mask)
    # Without spaces, nobody can tell where a word begins, so that a place within counts nearly as much.
    within = 0.95 * _BEGINS if is_unspaced(word) else _WITHIN if len(word) >= _ENOUGH_LETTERS else 0.0
    for row in holding.tolist():
        other = table.vocabulary[row]
        if other.startswith(word):
            worth[row] = 1.0 if len(other) == len(word) else _BEGINS
        elif word in other:
            worth[row] = within
    # Slips are only looked for if nothing begins as typed: most typing is right.
    if not (worth >= _BEGINS * 0.95).any():
        _add_slips(table, word, mask, worth)
    return worth


def _add_slips(table: NameTable, word: str, mask: np.uint64, worth: NDArray[np.float32]) -> None:
    """Add the words that begin nearly as the typed one, which may still be typed on."""
    most = min(len(word) // _LETTERS_A_SLIP, 2)
    if not most:
        return
    lacking = np.bitwise_count(mask & ~table.vocabulary_masks)
    near = np.flatnonzero((lacking <= most) & (worth == 0))
    # With one letter more, a letter that was left out is a single slip.
    for letters in (len(word), len(word) + 1):
        begun = [table.vocabulary[row][:letters] for row in near.tolist()]
        slips = cdist([word], begun, scorer=OSA.distance, score_cutoff=most)[0]
        for count in range(most, 0, -1):
            row = near[slips == count]
            worth[row] = np.maximum(worth[row], _SLIPS[count])


def _best_of(table: NameTable, worth: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return, for each name, the worth of its best word."""
    best = np.zeros(len(table.texts), np.float32)
    words = np.flatnonzero(worth)
    words = words[np.argsort(worth[words], kind="stable")]  # the best is written last, and stays
    starts, sizes = table.posted[words], table.posted[words + 1] - table.posted[words]
    behind = np.cumsum(sizes)
    # The postings of all words at once, without a loop in Python: a short word may stand in every name.
    places = np.arange(behind[-1] if len(behind) else 0) + np.repeat(starts - behind + sizes, sizes)
    best[table.postings[places]] = np.repeat(worth[words], sizes)
    return best


def _by_letters(table: NameTable, letters: str, known: frozenset[int]) -> list[tuple[int, float]]:
    """Return names that hold the letters in their order, most of them at a good place; see `aligned`.

    Of two or three letters all are needed there, of six or seven two may be elsewhere: few letters stand
    scattered in many names.
    """
    if len(letters) < _ENOUGH_LETTERS:
        return []
    mask, first = np.uint64(letters_mask(letters)), np.uint64(letters_mask(letters[0]))
    holding = np.flatnonzero(((table.masks & mask) == mask) & ((table.initials & first) == first))
    names = [table.letters[row] for row in holding.tolist()]
    # The longest common subsequence is as long as the typed letters where these stand in order.
    shared = cdist([letters], names, scorer=LCSseq.similarity, score_cutoff=len(letters))[0]
    holding = holding[shared == len(letters)]
    shortest = holding[np.argsort(table.lengths[holding], kind="stable")].tolist()
    nearest = [name_row for name_row in shortest if name_row not in known][:_ALIGNED]
    alignments = [aligned(words_of(table.texts[name_row]), letters)[0] for name_row in nearest]
    needed = len(letters) - (len(letters) - 2) // 2
    return [
        (name_row, 0.2 + 0.35 * good / len(letters))
        for name_row, good in zip(nearest, alignments, strict=True)
        if good >= needed
    ]


def _ranked(
    table: NameTable,
    rows: NDArray[np.int64],
    scores: NDArray[np.float32],
    n: int,
    opened: Mapping[int, float],
) -> list[int]:
    """Return the best names, of each note's own names only the best one."""
    notes = table.note_of[rows]
    late = _LATE * table.recency[notes]
    if opened:
        used = np.fromiter(opened, np.int32, len(opened))
        worth = np.zeros(len(table.notes), np.float32)
        worth[used] = np.fromiter(opened.values(), np.float32, len(opened))
        late = late + _OPENED * worth[notes]
    total = scores - _COST_OF_KIND[table.kinds[rows]] + late
    most = min(len(rows), 4 * n)  # a note may have several names
    best = np.argpartition(-total, most - 1)[:most] if most else np.zeros(0, np.int64)
    # A partition has no order; equal ones stay in that of the table.
    best = best[np.lexsort((rows[best], -total[best]))]
    ranked: dict[tuple[int, int], int] = {}
    for row in rows[best].tolist():
        # A heading is an entry of its own: its line is none of the note's, which is 0.
        ranked.setdefault((int(table.note_of[row]), int(table.lines[row])), row)
    return list(ranked.values())[:n]


_PATIENCE_S = 0.2
"""How long a table is waited for while there is a former one."""


class NameFinder:
    """Finds names in the notes that ``get_notes`` returns; ``uri`` makes their links.

    The table is made in a thread, once per tuple of notes. One of tens of thousands of notes, which takes
    long, is not waited for after each note that is saved: meanwhile the former one answers.
    """

    def __init__(self, get_notes: Callable[[], Awaitable[tuple[StoredNote, ...]]], uri: MakeUri) -> None:
        self._get_notes = get_notes
        self._uri = uri
        self._notes: tuple[StoredNote, ...] = ()
        self._making: asyncio.Task[NameTable] | None = None
        self._former: NameTable | None = None

    async def __call__(self, typed: str, n: int, opened: Sequence[str]) -> tuple[NameMatch, ...]:
        """Return up to ``n`` names that match, best first; of equal ones, notes ``opened`` lately first.

        Without typed letters, these notes, then those that were saved last.
        """
        table = await self._table()
        return await in_thread(self._matching_names, table, typed, n, opened)

    async def titled(self, query: str, n: int) -> tuple[NameMatch, ...]:
        """Return up to ``n`` notes whose title, alias or file name holds every word of ``query``."""
        table = await self._table()
        titles_found = await in_thread(best_titles, table, query, n)
        return tuple(self._match(table, row, query) for row in titles_found)

    def prepare(self, notes: tuple[StoredNote, ...]) -> asyncio.Task[NameTable]:
        """Begin to make the table of these notes, unless it is made already."""
        # By identity: the notes are the same tuple as long as their table has the same version.
        if self._making is None or self._notes is not notes:
            self._notes = notes
            self._making = asyncio.ensure_future(in_turn(NameTable.of, notes))
        return self._making

    async def _table(self) -> NameTable:
        making = self.prepare(await self._get_notes())
        # The next key cancels this call, but not the making, which the next call needs too.
        if self._former is None or making.done():
            self._former = await asyncio.shield(making)
        # `wait` leaves the making alone when its time is over.
        elif making in (await asyncio.wait({making}, timeout=_PATIENCE_S))[0]:
            self._former = making.result()
        return self._former

    def close(self) -> None:
        """Stop making the table."""
        if self._making is not None:
            self._making.cancel()

    def _matching_names(
        self, table: NameTable, typed: str, n: int, opened: Sequence[str]
    ) -> tuple[NameMatch, ...]:
        if not words_of(typed):
            first = by_paths(table.notes, opened)
            known = {note.path for note in first}
            rest = (note for note in newest(table.notes, n + len(known)) if note.path not in known)
            entries = [entry(note, self._uri) for note in (*first, *rest)][:n]
            return tuple(NameMatch(note, NameKind.TITLE, note.title, note.uri) for note in entries)
        places = {note.path: index for index, note in enumerate(table.notes)} if opened else {}
        worths = {
            places[path]: 1 - index / len(opened) for index, path in enumerate(opened) if path in places
        }
        return tuple(self._match(table, row, typed) for row in best_names(table, typed, n, worths))

    def _match(self, table: NameTable, row: int, typed: str) -> NameMatch:
        note, line, name = table.notes[table.note_of[row]], int(table.lines[row]), table.texts[row]
        uri = self._uri(note.path, note.heading_path(line) if line else ())
        marks = name_marks(name, typed)
        return NameMatch(entry(note, self._uri), KINDS[table.kinds[row]], name, uri, marks, line)


def entry(note: StoredNote, uri: MakeUri) -> NoteEntry:
    """Return a note as it is listed."""
    return NoteEntry(note.path, note.title, uri(note.path, ()), note.modified or note.date)


def newest(notes: Iterable[StoredNote], n: int) -> list[StoredNote]:
    """Return the ``n`` notes that were saved last, the latest first."""
    return nlargest(n, notes, key=lambda note: (note.modified or note.date).timestamp())


def by_paths(notes: Iterable[StoredNote], paths: Sequence[str]) -> list[StoredNote]:
    """Return the notes at the paths, in the paths' order; paths without a note are passed over."""
    wanted_paths = set(paths)
    notes_by_path = {note.path: note for note in notes if note.path in wanted_paths}
    return [notes_by_path[path] for path in paths if path in notes_by_path]

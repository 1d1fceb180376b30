"""The quick switcher: finds notes and headings by letters of their names, in a table of all names."""

from __future__ import annotations

import asyncio
import re
from array import array
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from operator import itemgetter
from typing import Any, TypeAlias

import numpy as np
import regex
from numpy.typing import NDArray
from rapidfuzz.distance import OSA, LCSseq
from rapidfuzz.process import cdist

from vaultsearch.core.query.words import is_spaced
from vaultsearch.core.text import fold_text, split_into_runs
from vaultsearch.core.threads import MadeOnce, giving_way, in_thread
from vaultsearch.core.values.note import Span, StoredNote, differing_notes
from vaultsearch.core.values.query import NameKind, NameMatch, NoteEntry

MakeUri: TypeAlias = "Callable[[str, Sequence[str]], str]"
"""Returns the link that opens a note, by its path, at a heading, by its path of headings."""

NAME_KINDS = tuple(NameKind)
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_ASCII_WORD = re.compile(r"[a-z0-9]+")
_MAX_NAME_CHARACTERS = 200
"""Characters searched per name; a heading may be a whole paragraph."""


def words_of(text: str) -> list[str]:
    """Split a text into folded words."""
    folded = fold_text(text[:_MAX_NAME_CHARACTERS])
    words: list[str] = (_ASCII_WORD if folded.isascii() else _WORD).findall(folded)
    return words


def find_beginnings(word: str) -> list[int]:
    """Return the indices where words may begin: every letter in scripts without spaces."""
    if is_spaced(word):
        return [0]
    spaced = list(map(is_spaced, word))
    return [0, *(index for index in range(1, len(word)) if not (spaced[index] and spaced[index - 1]))]


def letters_mask(word: str) -> int:
    """Encode a word's letters as bits: a to z have their own, all others share 38."""
    mask = 0
    for letter in word:
        code = ord(letter)
        # 64 bits for all letters: two that share one cost a needless comparison, and never a match.
        mask |= 1 << (code - 97 if 97 <= code <= 122 else 26 + code % 38)
    return mask


@dataclass(frozen=True, slots=True)
class NameTable:
    """The names of ``notes``, grouped by kind in the order of `NAME_KINDS`.

    Attributes:
        texts: The names as written.
        kinds: uint8 (names), indices of `NAME_KINDS`.
        note_of: int32 (names), indices of ``notes``.
        lines: int32 (names), the 1-based line of a heading, 0 for other names.
        letters: The words of all names, joined without separators: a text for each would take 80 bytes more.
        bounds: int64 (names + 1), where a name's letters begin in ``letters``.
        lengths: float32 (names), the number of a name's letters.
        masks: uint64 (names), the mask of a name's letters.
        initials: uint64 (names), the mask of the letters words begin with.
        first_words: int32 (names), the first word, an index of ``vocabulary``.
        vocabulary: The different words of all names.
        vocabulary_masks: uint64 (vocabulary), the letters of a word.
        postings: int32 (words of all names), names sorted by word.
        posted: int64 (vocabulary + 1), where a word's names begin in ``postings``.
        saved: float64 (notes), when a note was saved, in seconds since 1970.
        recency: float32 (notes), 1 for the note saved last, 0 for the first.
        places: Indices of ``notes``, by path.
    """

    notes: Sequence[StoredNote]
    texts: Sequence[str]
    kinds: NDArray[np.uint8]
    note_of: NDArray[np.int32]
    lines: NDArray[np.int32]
    letters: str
    bounds: NDArray[np.int64]
    lengths: NDArray[np.float32]
    masks: NDArray[np.uint64]
    initials: NDArray[np.uint64]
    first_words: NDArray[np.int32]
    vocabulary: Sequence[str]
    vocabulary_masks: NDArray[np.uint64]
    postings: NDArray[np.int32]
    posted: NDArray[np.int64]
    saved: NDArray[np.float64]
    recency: NDArray[np.float32]
    places: Mapping[str, int]

    @classmethod
    def of(cls, notes: Sequence[StoredNote]) -> NameTable:
        """Build the table; takes about a second for 50,000 notes."""
        read = _ReadNames()
        for number, kind in enumerate(NAME_KINDS):
            for index, note in enumerate(giving_way(notes)):
                for text, line in _names_of(note, kind):
                    read.add(text, number, index, line)
        kinds, note_of, lines, word_ids, sizes = map(np.array, read.numbers)
        vocabulary = tuple(read.vocabulary)
        masks = np.fromiter(map(letters_mask, giving_way(vocabulary)), np.uint64, len(vocabulary))
        begun = ("".join(word[start] for start in find_beginnings(word)) for word in giving_way(vocabulary))
        initials = np.fromiter(map(letters_mask, begun), np.uint64, len(vocabulary))
        starts = np.cumsum(sizes) - sizes
        bounds = np.cumsum([0, *map(len, read.letters)])
        return cls(
            notes,
            read.texts,
            kinds.astype(np.uint8),
            note_of,
            lines,
            "".join(read.letters),
            bounds,
            np.diff(bounds).astype(np.float32),
            _combine_masks(masks[word_ids], starts),
            _combine_masks(initials[word_ids], starts),
            word_ids[starts],
            vocabulary,
            masks,
            *_invert(word_ids, np.repeat(np.arange(len(sizes), dtype=np.int32), sizes), len(vocabulary)),
            saved := np.array([*map(_saved_s, notes)], np.float64),
            _rank_recency(saved),
            {note.path: place for place, note in enumerate(notes)},
        )

    def renewed(self, former: Sequence[StoredNote], notes: Sequence[StoredNote]) -> NameTable:
        """Return the table of other notes than the ``former``; only the names of changed ones are read."""
        gone, new = differing_notes(former, notes)
        before, now = ({note.path: _named_lines(note)[0] for note in each} for each in (gone, new))
        return self._with_texts(new) if before == now else self._with_names(new, notes)

    def _with_texts(self, changed: Iterable[StoredNote]) -> NameTable:
        """Return the table with other notes of the same names: most changes are to texts."""
        notes, lines, saved = [*self.notes], self.lines.copy(), self.saved.copy()
        for note in changed:
            place = self.places[note.path]
            notes[place], saved[place] = note, _saved_s(note)
            lines[self.note_of == place] = _named_lines(note)[1]
        return replace(self, notes=notes, lines=lines, saved=saved, recency=_rank_recency(saved))

    def _with_names(self, new: Sequence[StoredNote], notes: Sequence[StoredNote]) -> NameTable:
        added = NameTable.of(new)

        def joined(attribute: str, ahead: int = 0) -> NDArray[Any]:
            return np.concatenate([getattr(self, attribute), getattr(added, attribute) + ahead])

        places = {id(note): index for index, note in enumerate(notes)}
        # -1 for notes that are gone.
        indices = np.array([places.get(id(note), -1) for note in (*self.notes, *new)], np.int32)
        note_of = indices[joined("note_of", len(self.notes))]
        order = np.lexsort((note_of, joined("kinds")))
        order = order[note_of[order] >= 0]
        row_of = np.full(len(note_of), -1, np.int32)
        row_of[order] = np.arange(len(order))
        vocabulary = {word: number for number, word in enumerate(self.vocabulary)}
        ids = [vocabulary.setdefault(word, len(vocabulary)) for word in added.vocabulary]
        # Of the table's words, then of the added ones.
        id_of = np.array([*range(len(self.vocabulary)), *ids], np.int32)
        posted = np.concatenate([np.diff(self.posted), np.diff(added.posted)])
        word_of, rows = np.repeat(id_of, posted), row_of[joined("postings", len(self.texts))]
        texts, letters = [*self.texts, *added.texts], self.letters + added.letters
        bounds = np.concatenate([self.bounds[:-1], added.bounds + len(self.letters)])
        spans = zip(bounds[order].tolist(), bounds[order + 1].tolist(), strict=True)
        lengths = joined("lengths")[order]
        return NameTable(
            notes,
            [texts[row] for row in order.tolist()],
            joined("kinds")[order],
            note_of[order],
            joined("lines")[order],
            "".join([letters[start:end] for start, end in spans]),
            np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]),
            lengths,
            joined("masks")[order],
            joined("initials")[order],
            id_of[joined("first_words", len(self.vocabulary))][order],
            tuple(vocabulary),
            joined("vocabulary_masks")[np.unique(id_of, return_index=True)[1]],
            *_invert(word_of[rows >= 0], rows[rows >= 0], len(vocabulary)),
            saved := np.array([*map(_saved_s, notes)], np.float64),
            _rank_recency(saved),
            {note.path: place for place, note in enumerate(notes)},
        )


def _invert(
    words: NDArray[np.int32], rows: NDArray[np.int32], n: int
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return the rows by word, of which there are ``n``, and where each word's rows begin."""
    posted = np.zeros(n + 1, np.int64)
    np.cumsum(np.bincount(words, minlength=n), out=posted[1:])
    return rows[np.argsort(words, kind="stable")], posted


class _ReadNames:
    """Collects names and words in arrays of numbers: a million objects would slow Python down."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.letters: list[str] = []
        self.vocabulary: dict[str, int] = {}
        self.numbers = tuple(array("i") for _ in range(5))

    def add(self, text: str, kind: int, note: int, line: int) -> None:
        """Add a name, unless it has no letters."""
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


def _combine_masks(masks: NDArray[np.uint64], starts: NDArray[np.int64]) -> NDArray[np.uint64]:
    # `reduceat` raises for an empty list of starts.
    return np.bitwise_or.reduceat(masks, starts) if len(starts) else masks


def _saved_s(note: StoredNote) -> float:
    return (note.modified or note.date).timestamp()


def _rank_recency(saved: NDArray[np.float64]) -> NDArray[np.float32]:
    recency = np.zeros(len(saved), np.float32)
    # Ranks rather than times: a year without a saved note should not push all older ones together.
    recency[np.argsort(saved, kind="stable")] = np.linspace(0, 1, len(saved), dtype=np.float32)
    return recency


def _named_lines(note: StoredNote) -> tuple[list[tuple[NameKind, str]], list[int]]:
    """Return a note's names with letters in the table's order, and the line of each."""
    names = [
        (kind, text, line) for kind in NAME_KINDS for text, line in _names_of(note, kind) if words_of(text)
    ]
    return [(kind, text) for kind, text, _ in names], [line for *_, line in names]


def _names_of(note: StoredNote, kind: NameKind) -> Iterator[tuple[str, int]]:
    """Yield a note's names of a kind with their lines, 0 except for headings."""
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
_count_good = itemgetter(0)


def align_letters(words: Sequence[str], letters: str) -> tuple[int, tuple[int, ...]]:
    """Match typed letters in order within the words of a name, as many as possible at good places.

    Good places are a word's beginning and the place right after the previous letter.

    Returns:
        The number of letters at good places, and the place of each letter, not counting spaces; -1 and no
            places if the letters do not match.
    """
    name = "".join(words)
    begins: set[int] = set()
    position = 0
    for word in words:
        begins.update(position + place for place in find_beginnings(word))
        position += len(word)
    # For each place of the letter before: how many are at a good place, and which places they have.
    reached: dict[int, tuple[int, tuple[int, ...]]] = {-1: (0, ())}
    for letter in letters:
        further: dict[int, tuple[int, tuple[int, ...]]] = {}
        best: tuple[int, tuple[int, ...]] = (-1, ())
        # The best run of letters that ends before this place; one that goes on without a gap is tried beside
        # it.
        for place, held in enumerate(name):
            behind = reached.get(place - 1, (-1, ()))
            best = max(best, behind, key=_count_good)
            if held != letter or best[0] < 0:
                continue
            good = best[0] + (place in begins)
            far = (good, (*best[1], place))
            near = (behind[0] + 1, (*behind[1], place)) if place and behind[0] >= 0 else (-1, ())
            further[place] = max(near, far, key=_count_good)
        reached = further
    return max(reached.values(), key=_count_good, default=(-1, ()))


def name_marks(name: str, typed: str) -> tuple[Span, ...]:
    """Return the spans of a name to mark for the typed letters."""
    # Letter by letter, as folding may make one letter of two or two of one.
    pairs = [(letter, index) for index, character in enumerate(name) for letter in fold_text(character)]
    folded, origins = "".join(letter for letter, _ in pairs), [place for _, place in pairs]
    words = words_of(typed)
    word_places = [_locate_word(folded, word) for word in words]
    if _NOWHERE not in word_places:
        places = {place for start, end in word_places for place in range(start, end)}
    else:
        letters = [place for place, letter in enumerate(folded) if letter.isalnum()]
        in_name = [folded[run[0] : run[-1] + 1] for run in _neighboring(letters)]
        places = {letters[place] for place in align_letters(in_name, "".join(words))[1]}
    marked = _neighboring(sorted({origins[place] for place in places}))
    return tuple(Span(run[0], run[-1] + 1) for run in marked)


def _locate_word(folded: str, word: str) -> tuple[int, int]:
    """Locate a typed word in a name: at a word's beginning, inside a word, or with a few slips."""
    # Before the first letter, the slice is empty.
    starts = [i for i, letter in enumerate(folded) if letter.isalnum() and not folded[i - 1 : i].isalnum()]
    begun = (start for start in starts if folded.startswith(word, start))
    place = next(begun, folded.find(word))
    if place >= 0:
        return place, place + len(word)
    near = {start: OSA.distance(word, folded[start : start + len(word)]) for start in starts}
    start = min(near, key=lambda place: near[place], default=-1)
    if start < 0 or near[start] > len(word) // 4:
        return _NOWHERE
    return start, min(len(folded), start + len(word))


def _neighboring(places: Iterable[int]) -> list[list[int]]:
    return split_into_runs(places, lambda before, after: after == before + 1)


_MAX_WORDS = 6
_PREFIX_SCORE, _INFIX_SCORE, _SLIP_SCORES = 0.85, 0.6, (0.0, 0.55, 0.45)
"""The worth of a word if it begins with the typed word, contains it, or differs by one or two slips."""
_LETTERS_PER_SLIP = 4
"""Letters of a typed word per slip; shorter words are too often other words."""
_KIND_COSTS = {NameKind.TITLE: 0.0, NameKind.ALIAS: 0.02, NameKind.FILE: 0.03, NameKind.HEADING: 0.15}
"""Deducted from the score, so titles lead among equal matches."""
_RECENCY_BONUS, _OPENED_BONUS = 0.01, 0.02
"""Added for the note saved last, and for the note opened last, to break ties."""
_MIN_LETTERS = 2
_MIN_TITLE_SCORE = 0.6
"""The least score of a title likely to be named by a query: whole words or their beginnings."""
_MIN_NAMING_LETTERS = 3
"""Letters of a query that may name a title; scripts without spaces need one less."""
_MAX_ALIGNED = 100
"""Names compared letter by letter in full, the shortest first."""
_COST_OF_KIND = np.array([_KIND_COSTS[kind] for kind in NAME_KINDS], np.float32)


def best_names(table: NameTable, typed: str, n: int, opened: Mapping[int, float] | None = None) -> list[int]:
    """Return the indices of up to ``n`` matching names, best first; a note's own names count once.

    ``opened`` are the notes opened lately, by index: 1 for the last, less for earlier ones.
    """
    words = words_of(typed)[:_MAX_WORDS]
    if not words or not len(table.texts):
        return []
    rows_found, scores = _match_words(table, words)
    # Scattered letters are only looked for if words alone do not fill the list.
    first = _rank_names(table, rows_found, scores, n, opened or {})
    if len(first) >= n:
        return first
    others = _match_letters(table, "".join(words), frozenset(rows_found.tolist()))
    rows_found = np.concatenate([rows_found, np.array([name for name, _ in others], np.int64)])
    scores = np.concatenate([scores, np.array([score for _, score in others], np.float32)])
    return _rank_names(table, rows_found, scores, n, opened or {})


def best_titles(table: NameTable, query: str, n: int) -> list[int]:
    """Return the indices of up to ``n`` titles, aliases or file names containing every query word."""
    words = words_of(query)
    letters = sum(len(word) + (not is_spaced(word)) for word in words)
    # A longer query is a question, and names no title.
    if letters < _MIN_NAMING_LETTERS or len(words) > _MAX_WORDS or not len(table.texts):
        return []
    rows_found, scores = _match_words(table, words)
    named = (scores >= _MIN_TITLE_SCORE) & (table.kinds[rows_found] != NAME_KINDS.index(NameKind.HEADING))
    return _rank_names(table, rows_found[named], scores[named], n, {})


def _match_words(table: NameTable, words: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return the names matching every typed word, and their scores before kind and recency."""
    different = tuple(dict.fromkeys(words))
    similar = [_score_vocabulary(table, word) for word in different]
    worths = [_best_word_scores(table, worth) for worth in similar]
    matching_rows = np.flatnonzero(np.logical_and.reduce([worth > 0 for worth in worths]))
    total = np.add.reduce([worth[matching_rows] for worth in worths]) / len(different)
    typed = sum(map(len, words)) / table.lengths[matching_rows]
    covered = np.minimum(typed, 1 / typed)  # a word typed twice is in "0:0" rather than in "0"
    begins = np.maximum.reduce([worth[table.first_words[matching_rows]] for worth in similar])
    return matching_rows, (total * (0.7 + 0.2 * covered + 0.1 * begins)).astype(np.float32)


def _score_vocabulary(table: NameTable, word: str) -> NDArray[np.float32]:
    """Score each vocabulary word for a typed word."""
    worth = np.zeros(len(table.vocabulary), np.float32)
    # Words that lack a letter cannot hold the typed word: the mask rejects nearly all of them at once.
    mask = np.uint64(letters_mask(word))
    holding = np.flatnonzero((table.vocabulary_masks & mask) == mask)
    # Without spaces, nobody can tell where a word begins, so that a place within counts nearly as much.
    within = _INFIX_SCORE if len(word) >= _MIN_LETTERS else 0.0
    within = within if is_spaced(word) else 0.95 * _PREFIX_SCORE
    for row in holding.tolist():
        other = table.vocabulary[row]
        if other.startswith(word):
            worth[row] = 1.0 if len(other) == len(word) else _PREFIX_SCORE
        elif word in other:
            worth[row] = within
    # Slips are only looked for if nothing begins as typed: most typing is right.
    if not (worth >= _PREFIX_SCORE * 0.95).any():
        _add_slips(table, word, mask, worth)
    return worth


def _add_slips(table: NameTable, word: str, mask: np.uint64, worth: NDArray[np.float32]) -> None:
    """Score words beginning almost like the typed one, which may be unfinished."""
    most = min(len(word) // _LETTERS_PER_SLIP, 2)
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
            worth[row] = np.maximum(worth[row], _SLIP_SCORES[count])


def _best_word_scores(table: NameTable, worth: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the score of each name's best word."""
    best = np.zeros(len(table.texts), np.float32)
    words = np.flatnonzero(worth)
    words = words[np.argsort(worth[words], kind="stable")]  # the best is written last, and stays
    starts, sizes = table.posted[words], table.posted[words + 1] - table.posted[words]
    behind = np.cumsum(sizes)
    # The postings of all words at once, without a loop in Python: a short word may stand in every name.
    places = np.arange(behind[-1] if len(behind) else 0) + np.repeat(starts - behind + sizes, sizes)
    best[table.postings[places]] = np.repeat(worth[words], sizes)
    return best


def _match_letters(table: NameTable, letters: str, known: frozenset[int]) -> list[tuple[int, float]]:
    """Return names containing the letters in order, most at good places; see `align_letters`.

    Of two or three letters all must be at good places, of six or seven all but two: a few letters stand
    scattered in many names.
    """
    if len(letters) < _MIN_LETTERS:
        return []
    mask, first = np.uint64(letters_mask(letters)), np.uint64(letters_mask(letters[0]))
    holding = np.flatnonzero(((table.masks & mask) == mask) & ((table.initials & first) == first))
    places = zip(table.bounds[holding].tolist(), table.bounds[holding + 1].tolist(), strict=True)
    names = [table.letters[start:end] for start, end in places]
    # The longest common subsequence is as long as the typed letters where these stand in order.
    shared = cdist([letters], names, scorer=LCSseq.similarity, score_cutoff=len(letters))[0]
    holding = holding[shared == len(letters)]
    shortest = holding[np.argsort(table.lengths[holding], kind="stable")].tolist()
    nearest = [name_row for name_row in shortest if name_row not in known][:_MAX_ALIGNED]
    alignments = [align_letters(words_of(table.texts[name_row]), letters)[0] for name_row in nearest]
    needed = len(letters) - (len(letters) - 2) // 2
    return [
        (name_row, 0.2 + 0.35 * good / len(letters))
        for name_row, good in zip(nearest, alignments, strict=True)
        if good >= needed
    ]


def _rank_names(
    table: NameTable,
    rows: NDArray[np.int64],
    scores: NDArray[np.float32],
    n: int,
    opened: Mapping[int, float],
) -> list[int]:
    """Rank names, keeping only the best of each note's own names."""
    notes = table.note_of[rows]
    late = _RECENCY_BONUS * table.recency[notes]
    if opened:
        used = np.fromiter(opened, np.int32, len(opened))
        worth = np.zeros(len(table.notes), np.float32)
        worth[used] = np.fromiter(opened.values(), np.float32, len(opened))
        late = late + _OPENED_BONUS * worth[notes]
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


_TABLE_WAIT_S = 0.2
"""Seconds to wait for a new table while an older one can answer."""


class NameFinder:
    """Finds names in the notes returned by ``get_notes``; ``uri`` makes their links.

    A thread builds the table once per tuple of notes. Large tables (tens of thousands of notes) take long, so
    until the new table is ready after a note is saved, the old one answers.
    """

    def __init__(self, get_notes: Callable[[], Awaitable[tuple[StoredNote, ...]]], uri: MakeUri) -> None:
        self._tables: MadeOnce[tuple[StoredNote, ...], NameTable] = MadeOnce(
            get_notes, NameTable.of, lambda former, table, notes: table.renewed(former, notes)
        )
        self._uri = uri
        self._former: NameTable | None = None

    async def __call__(self, typed: str, n: int, opened: Sequence[str]) -> tuple[NameMatch, ...]:
        """Return up to ``n`` matching names, best first; among equal ones, notes ``opened`` lately lead.

        Without typed letters, list these notes, then those saved last.
        """
        if not words_of(typed):
            notes, _ = await self._tables.started()
            return await in_thread(self._latest, notes, n, opened)
        table = await self._table()
        return await in_thread(self._matching_names, table, typed, n, opened)

    async def titled(self, query: str, n: int) -> tuple[NameMatch, ...]:
        """Return up to ``n`` notes whose title, alias or file name contains every word of ``query``."""
        table = await self._table()
        titles_found = await in_thread(best_titles, table, query, n)
        return tuple(self._match(table, row, query) for row in titles_found)

    async def prepare(self) -> None:
        """Start building the table, unless that of former notes can answer."""
        if self._former is None:
            await self._tables.started()

    async def _table(self) -> NameTable:
        _, making = await self._tables.started()
        # The next key cancels this call, but not the making, which the next call needs too.
        if self._former is None or making.done():
            self._former = await asyncio.shield(making)
        # `wait` leaves the making alone when its time is over.
        elif making in (await asyncio.wait({making}, timeout=_TABLE_WAIT_S))[0]:
            self._former = making.result()
        return self._former

    def close(self) -> None:
        """Stop building the table."""
        self._tables.close()

    def _latest(self, notes: Sequence[StoredNote], n: int, opened: Sequence[str]) -> tuple[NameMatch, ...]:
        first = notes_at_paths(notes, opened)
        known = {note.path for note in first}
        rest = (note for note in newest_notes(notes, n + len(known)) if note.path not in known)
        entries = [note_entry(note, self._uri) for note in (*first, *rest)][:n]
        return tuple(NameMatch(note, NameKind.TITLE, note.title, note.uri) for note in entries)

    def _matching_names(
        self, table: NameTable, typed: str, n: int, opened: Sequence[str]
    ) -> tuple[NameMatch, ...]:
        places = table.places
        worths = {
            places[path]: 1 - index / len(opened) for index, path in enumerate(opened) if path in places
        }
        return tuple(self._match(table, row, typed) for row in best_names(table, typed, n, worths))

    def _match(self, table: NameTable, row: int, typed: str) -> NameMatch:
        note, line, name = table.notes[table.note_of[row]], int(table.lines[row]), table.texts[row]
        uri = self._uri(note.path, note.heading_path(line) if line else ())
        marks = name_marks(name, typed)
        return NameMatch(note_entry(note, self._uri), NAME_KINDS[table.kinds[row]], name, uri, marks, line)


def note_entry(note: StoredNote, uri: MakeUri) -> NoteEntry:
    """Return a note's entry for lists."""
    return NoteEntry(note.path, note.title, uri(note.path, ()), note.modified or note.date)


def newest_notes(notes: Iterable[StoredNote], n: int) -> list[StoredNote]:
    """Return the ``n`` notes saved last, latest first."""
    return nlargest(n, notes, key=_saved_s)


def notes_at_paths(notes: Iterable[StoredNote], paths: Sequence[str]) -> list[StoredNote]:
    """Return the notes at the paths, in order; skip paths without a note."""
    wanted_paths = set(paths)
    notes_by_path = {note.path: note for note in notes if note.path in wanted_paths}
    return [notes_by_path[path] for path in paths if path in notes_by_path]

"""Near-duplicate passages across notes: candidates by vectors, verified by text.

Distinct texts are numbered; overlapping pairs are merged into sets of numbers, and each set found in several
notes is a group.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import regex
from numpy.typing import NDArray

from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.protocols import Vectors
from vaultsearch.core.text import UNSPACED, fold_text, split_into_runs
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.note import EMBEDDED_KINDS
from vaultsearch.core.values.relations import DuplicatePassage, DuplicateSet
from vaultsearch.core.values.search import Chunk, Space

BLOCK_ROWS = 2048
"""Rows and columns per block of cosines; a float32 block takes 16 MB."""
MIN_OVERLAP = 0.8
"""Minimum share of equal text in duplicates: the normalized indel similarity."""
_MIN_COSINE = 0.6
"""Minimum cosine of a candidate pair: low, since the differing titles and headings are embedded as well. Of
the 78 groups in two vaults found with 0.5, one is lost; at 0.75, five more passages.
"""
_MIN_LETTERS = 80
"""Minimum letters in a duplicate; a letter in a script without spaces counts as three."""
_UNSPACED = regex.compile(UNSPACED, regex.V1)


@dataclass(frozen=True, slots=True)
class _DisjointSets:
    """Numbers in sets, each identified by the least number (Galler and Fischer 1964).

    ``parents`` maps each number to another in the same set, or to itself if it is the least.
    """

    parents: list[int]

    def merge(self, first: int, other: int) -> None:
        """Merge two numbers' sets."""
        # The least number leads, so that sets stay in the order of their first texts.
        least, most = sorted((self._find_least(first), self._find_least(other)))
        self.parents[most] = least

    def subsets(self) -> list[list[int]]:
        """Return the sets by their least numbers, each in order."""
        sets: dict[int, list[int]] = {}
        for number in range(len(self.parents)):
            sets.setdefault(self._find_least(number), []).append(number)
        return list(sets.values())

    def _find_least(self, number: int) -> int:
        parents = self.parents
        while parents[number] != number:
            # Path halving: the next search from here is half as long.
            parents[number] = number = parents[parents[number]]
        return number


@dataclass(slots=True)
class _Texts:
    """A vault's distinct texts, folded, and the passages with each, by number.

    ``overlaps`` maps a text to the greatest overlap with another text.
    """

    folded: list[str] = field(default_factory=list)
    holders: list[list[Chunk]] = field(default_factory=list)
    overlaps: dict[int, float] = field(default_factory=dict)

    def paths(self, number: int) -> set[str]:
        """Return the paths to notes with a text."""
        return {chunk.path for chunk in self.holders[number]}

    def in_several_notes(self, numbers: Iterable[int]) -> bool:
        """Return whether texts occur in several notes."""
        return len(set[str]().union(*map(self.paths, numbers))) > 1


class DuplicateFinder:
    """Finds near-duplicate passages; without vectors, only identical ones.

    ``least_overlap`` is the share of equal text (0 to 1) in duplicates.
    """

    def __init__(self, corpus: LanceCorpus, least_overlap: float = MIN_OVERLAP) -> None:
        self._corpus = corpus
        self._least = least_overlap

    async def __call__(self) -> tuple[DuplicateSet, ...]:
        """Return the groups, those with most repeated text first.

        Time grows quadratically with the passages (a second for some thousands), memory linearly.
        """
        texts = await self._texts()
        merged = _DisjointSets(list(range(len(texts.folded))))
        # Pairs are compared within each model's space; either space can merge a pair.
        for space in Space:
            await self._merge(texts, merged, space)
        # Duplicates that continue each other in a note are merged: a copied paragraph with five passages used
        # to be five groups, all with the same lines of two notes.
        duplicates = (number for numbers in _duplicate_sets(texts, merged) for number in numbers)
        placed_chunks = [(chunk, number) for number in duplicates for chunk in texts.holders[number]]
        placed_chunks.sort(key=lambda place: (place[0].path, place[0].position))
        for (before, number), (after, following) in pairwise(placed_chunks):
            if _is_continued_by(before, after):
                merged.merge(number, following)
        groups = [_make_group(texts, numbers) for numbers in _duplicate_sets(texts, merged)]

        def repeated(group: DuplicateSet) -> int:
            # One copy has to stay.
            lengths = [len(passage.text) for passage in group.passages]
            return sum(lengths) - max(lengths)

        return tuple(sorted(groups, key=lambda group: (-repeated(group), group.passages[0].path)))

    async def _texts(self) -> _Texts:
        texts, numbers = _Texts(), dict[str, int]()
        async for chunk in self._corpus.get_all_text():
            if chunk.kind in EMBEDDED_KINDS:
                continue  # notes that embed it have the same text
            folded = " ".join(fold_text(chunk.text).split())
            if len(folded) + 2 * len(_UNSPACED.findall(folded)) < _MIN_LETTERS:
                continue
            number = numbers.setdefault(folded, len(texts.folded))
            if number == len(texts.folded):
                texts.folded.append(folded)
                texts.holders.append([])
            texts.holders[number].append(chunk)
        return texts

    async def _merge(self, texts: _Texts, merged: _DisjointSets, space: Space) -> None:
        numbers, vectors = await self._vectors(texts, space)
        lengths = np.array([len(texts.folded[number]) for number in numbers], dtype=np.int64)
        # Texts with so much in common have at least this ratio of lengths.
        ratio = self._least / (2 - self._least)
        # Block by block, so that memory grows linearly with the passages, not quadratically.
        for start in range(0, len(numbers), BLOCK_ROWS):
            pairs = near_pairs(vectors, lengths, start, least_cosine=_MIN_COSINE, least_ratio=ratio)
            for one, other, overlap in await in_thread(_verify_pairs, texts, numbers, pairs, self._least):
                merged.merge(one, other)
                for number in (one, other):
                    texts.overlaps[number] = max(overlap, texts.overlaps.get(number, 0.0))

    async def _vectors(self, texts: _Texts, space: Space) -> tuple[Sequence[int], NDArray[np.float16]]:
        """Return the numbers of the texts with a vector, the shortest first, and their vectors."""
        number_of = {chunk.id: number for number, holders in enumerate(texts.holders) for chunk in holders}
        seen: set[int] = set()
        numbers: list[int] = []
        pages: list[NDArray[np.float16]] = []
        async for ids, vectors in self._corpus.vectors[space].pages():
            index_of_number = {number_of[key]: index for index, key in enumerate(ids) if key in number_of}
            new = [number for number in index_of_number if number not in seen]
            seen.update(new)
            numbers += new
            # Half the memory; candidates are verified by text anyway.
            pages.append(vectors[[index_of_number[number] for number in new]].astype(np.float16))
        if not numbers:
            return [], np.empty((0, 0), dtype=np.float16)
        order = np.argsort([len(texts.folded[number]) for number in numbers], kind="stable")
        return [numbers[index] for index in order], np.concatenate(pages)[order]


def near_pairs(
    vectors: NDArray[np.float16] | Vectors,
    lengths: NDArray[np.int64],
    start: int,
    *,
    least_cosine: float,
    least_ratio: float,
) -> Iterator[tuple[int, int]]:
    """Yield the near pairs within a block of rows, and between the block and the rows after it.

    Args:
        vectors: (n, dimension), unit length, in the order of ``lengths``.
        lengths: Characters per text, the shortest first.
        start: The block's first row.
        least_ratio: The minimum ratio of the shorter length to the longer; texts further apart in length
            cannot be nearly the same, and are not compared.
    """
    rows = np.asarray(vectors[start : start + BLOCK_ROWS], dtype=np.float32)
    longest = lengths[min(start + BLOCK_ROWS, len(lengths)) - 1] / least_ratio
    end = int(np.searchsorted(lengths, longest, side="right"))
    for column in range(start, end, BLOCK_ROWS):
        columns = np.asarray(vectors[column : column + BLOCK_ROWS], dtype=np.float32)
        near = np.argwhere(rows @ columns.T >= least_cosine) + np.array([start, column])
        first, second = near[:, 0], near[:, 1]
        # Each pair only once, and never a text with itself.
        near_enough = near[(first < second) & (lengths[first] >= least_ratio * lengths[second])]
        yield from map(tuple, near_enough.tolist())


def _verify_pairs(
    texts: _Texts, numbers: Sequence[int], pairs: Iterable[tuple[int, int]], least: float
) -> list[tuple[int, int, float]]:
    """Return the pairs of rows with at least ``least`` overlap, by the texts' numbers, and the overlap."""
    from rapidfuzz.distance import Indel

    verified = []
    for first, second in pairs:
        number, other = numbers[first], numbers[second]
        # A note may repeat itself, such as a log, without being a duplicate.
        if not texts.in_several_notes((number, other)):
            continue
        overlap = Indel.normalized_similarity(texts.folded[number], texts.folded[other], score_cutoff=least)
        if overlap:
            verified.append((number, other, overlap))
    return verified


def _duplicate_sets(texts: _Texts, merged: _DisjointSets) -> list[list[int]]:
    """Return the sets of texts found in several notes, each in order, by first number."""
    return [numbers for numbers in merged.subsets() if texts.in_several_notes(numbers)]


def _make_group(texts: _Texts, numbers: Sequence[int]) -> DuplicateSet:
    passages: list[tuple[Chunk, float]] = []
    for number in numbers:
        same = len(texts.paths(number)) > 1
        overlap = 1.0 if same else texts.overlaps.get(number, 0.0)
        passages += [(chunk, overlap) for chunk in texts.holders[number]]
    passages.sort(key=lambda passage: (passage[0].path, passage[0].position))
    # Passages that continue each other are joined.
    runs = split_into_runs(passages, lambda before, after: _is_continued_by(before[0], after[0]))
    return DuplicateSet(tuple(map(_join_run, runs)))


def _is_continued_by(before: Chunk, after: Chunk) -> bool:
    """Return whether a passage continues the passage before it, without an empty line in between."""
    follows = before.path == after.path and after.position == before.position + 1
    in_section = before.heading_path == after.heading_path
    return follows and in_section and after.line_start <= before.line_end + 1


def _join_run(run: Sequence[tuple[Chunk, float]]) -> DuplicatePassage:
    first, last = run[0][0], run[-1][0]
    letters = sum(len(chunk.text) for chunk, _ in run)
    similarity = sum(similarity * len(chunk.text) for chunk, similarity in run) / letters
    return DuplicatePassage(
        first.path,
        first.title,
        first.heading_path,
        first.line_start,
        last.line_end,
        round(similarity, 3),
        "\n".join(chunk.text for chunk, _ in run),
    )

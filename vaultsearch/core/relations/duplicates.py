"""Passages that stand, nearly the same, in several notes: near in meaning, and verified by their text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import numpy as np
import regex

from vaultsearch.core.relations.continued_passages import join_continued, whole_passages
from vaultsearch.core.text import UNSPACED, fold
from vaultsearch.core.values.relations import DuplicateGroup
from vaultsearch.core.values.search import Space
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence

    from numpy.typing import NDArray

    from vaultsearch.core.protocols import Vectors
    from vaultsearch.core.values.search import Chunk

BLOCK = 2048
"""Rows and columns of a block; one of float32 takes 16 MB."""


def near_pairs(
    vectors: NDArray[np.float16] | Vectors,
    lengths: NDArray[np.int64],
    start: int,
    *,
    least_cosine: float,
    least_ratio: float,
) -> Iterator[tuple[int, int]]:
    """Give the pairs of a block of rows, from ``start`` on, with itself and those after it.

    ``vectors`` are (n, dimension), unit length, in the order of ``lengths``, the shortest first. A pair has
    at least this cosine, and the lengths of its texts at least this ratio: what is so much longer cannot
    be nearly the same, and is not even compared.
    """
    rows = np.asarray(vectors[start : start + BLOCK], dtype=np.float32)
    longest = lengths[min(start + BLOCK, len(lengths)) - 1] / least_ratio
    end = int(np.searchsorted(lengths, longest, side="right"))
    for column in range(start, end, BLOCK):
        columns = np.asarray(vectors[column : column + BLOCK], dtype=np.float32)
        near = np.argwhere(rows @ columns.T >= least_cosine) + np.array([start, column])
        first, second = near[:, 0], near[:, 1]
        kept = near[(first < second) & (lengths[first] >= least_ratio * lengths[second])]
        yield from map(tuple, kept.tolist())


class DisjointSets:
    """The numbers from 0 up to ``count``, each in a set of its own until sets are joined."""

    def __init__(self, count: int) -> None:
        self._parents = list(range(count))

    def join(self, one: int, other: int) -> None:
        """Make one set of those that two numbers are in."""
        self._parents[self._root(one)] = self._root(other)

    def sets(self) -> list[list[int]]:
        """Give the sets, each in order, by their first numbers."""
        found: dict[int, list[int]] = {}
        for number in range(len(self._parents)):
            found.setdefault(self._root(number), []).append(number)
        return list(found.values())

    def _root(self, number: int) -> int:
        while self._parents[number] != number:
            self._parents[number] = number = self._parents[self._parents[number]]
        return number


LEAST_OVERLAP = 0.8
"""The share of two texts that must be the same, by the normalised indel similarity."""
_LEAST_COSINE = 0.6
"""So low since titles and headings, which differ, are read, too. Of two vaults' 78 groups that are there from
0.5 on, one is lost; from 0.75 on, five passages more.
"""
_SHORTEST = 80
"""Letters from which a passage can be a duplicate at all; those of scripts without spaces count three."""
_UNSPACED = regex.compile(UNSPACED, regex.V1)


class SupportsDuplicates(Protocol):
    """A corpus that gives its passages and their vectors."""

    def get_all_text(self) -> AsyncIterator[Chunk]:
        """Give every passage."""
        ...

    def vector_pages(self, space: Space = ...) -> AsyncIterator[tuple[list[str], Vectors]]:
        """Give the ids of the passages that have a vector, and the vectors, page by page."""
        ...


@dataclass(slots=True)
class _Texts:
    """The different texts of a vault, folded, and the passages that hold each; by number."""

    folded: list[str] = field(default_factory=list)
    holders: list[list[Chunk]] = field(default_factory=list)
    overlaps: dict[int, float] = field(default_factory=dict)
    """The greatest overlap of a text with another one."""

    def paths(self, number: int) -> set[str]:
        """Give the notes that hold a text."""
        return {chunk.path for chunk in self.holders[number]}

    def is_apart(self, one: int, other: int) -> bool:
        """Tell whether two texts are not of one note alone."""
        return len(self.paths(one) | self.paths(other)) > 1


@dataclass(frozen=True, slots=True)
class _Block:
    """The rows from ``start`` on of the vectors of texts, the shortest first, with the texts' numbers."""

    numbers: Sequence[int]
    vectors: NDArray[np.float16]
    lengths: NDArray[np.int64]
    start: int


class DuplicateFinder:
    """Finds near-duplicate passages; those without vectors only where their text is the very same."""

    def __init__(self, corpus: SupportsDuplicates, least_overlap: float = LEAST_OVERLAP) -> None:
        self._corpus = corpus
        self._least = least_overlap

    async def __call__(self) -> tuple[DuplicateGroup, ...]:
        """Give the groups, those with most text in them first.

        Takes time with the square of the passages, a second for some thousands, and memory with their number.
        """
        texts = await self._texts()
        joined = DisjointSets(len(texts.folded))
        for space in Space:
            await self._join(texts, joined, space)
        join_continued(joined, {n: texts.holders[n] for numbers in _apart(texts, joined) for n in numbers})
        found = [_group(texts, numbers) for numbers in _apart(texts, joined)]
        return tuple(sorted(found, key=lambda group: (-_weight(group), group.passages[0].path)))

    async def _texts(self) -> _Texts:
        texts, numbers = _Texts(), dict[str, int]()
        async for chunk in self._corpus.get_all_text():
            folded = " ".join(fold(chunk.text).split())
            if len(folded) + 2 * len(_UNSPACED.findall(folded)) < _SHORTEST:
                continue
            number = numbers.setdefault(folded, len(texts.folded))
            if number == len(texts.folded):
                texts.folded.append(folded)
                texts.holders.append([])
            texts.holders[number].append(chunk)
        return texts

    async def _join(self, texts: _Texts, joined: DisjointSets, space: Space) -> None:
        numbers, vectors = await self._vectors(texts, space)
        lengths = np.array([len(texts.folded[number]) for number in numbers], dtype=np.int64)
        for start in range(0, len(numbers), BLOCK):
            block = _Block(numbers, vectors, lengths, start)
            for one, other, overlap in await in_thread(_verified, texts, block, self._least):
                joined.join(one, other)
                for number in (one, other):
                    texts.overlaps[number] = max(overlap, texts.overlaps.get(number, 0.0))

    async def _vectors(self, texts: _Texts, space: Space) -> tuple[Sequence[int], NDArray[np.float16]]:
        """Give the numbers of the texts with a vector, the shortest first, and these, in half precision."""
        number_of = {chunk.id: number for number, holders in enumerate(texts.holders) for chunk in holders}
        seen: set[int] = set()
        numbers: list[int] = []
        pages: list[NDArray[np.float16]] = []
        async for ids, vectors in self._corpus.vector_pages(space):
            wanted = {number_of[one]: at for at, one in enumerate(ids) if one in number_of}
            new = [number for number in wanted if number not in seen]
            seen.update(new)
            numbers += new
            pages.append(vectors[[wanted[number] for number in new]].astype(np.float16))
        if not numbers:
            return [], np.empty((0, 0), dtype=np.float16)
        order = np.argsort([len(texts.folded[number]) for number in numbers], kind="stable")
        return [numbers[at] for at in order], np.concatenate(pages)[order]


def _verified(texts: _Texts, block: _Block, least: float) -> list[tuple[int, int, float]]:
    """Give the pairs of a block that overlap enough, by number, each with its overlap."""
    from rapidfuzz.distance import Indel

    # What the ratio of two lengths is at least where so much is the same.
    ratio = least / (2 - least)
    pairs = near_pairs(
        block.vectors, block.lengths, block.start, least_cosine=_LEAST_COSINE, least_ratio=ratio
    )
    found = []
    for first, second in pairs:
        one, other = block.numbers[first], block.numbers[second]
        if not texts.is_apart(one, other):
            continue
        overlap = Indel.normalized_similarity(texts.folded[one], texts.folded[other], score_cutoff=least)
        if overlap:
            found.append((one, other, overlap))
    return found


def _apart(texts: _Texts, joined: DisjointSets) -> list[list[int]]:
    """Give the sets of texts that stand in several notes."""
    return [numbers for numbers in joined.sets() if len(set[str]().union(*map(texts.paths, numbers))) > 1]


def _group(texts: _Texts, numbers: Sequence[int]) -> DuplicateGroup:
    found = []
    for number in numbers:
        same = len(texts.paths(number)) > 1
        overlap = 1.0 if same else texts.overlaps.get(number, 0.0)
        found += [(chunk, overlap) for chunk in texts.holders[number]]
    return DuplicateGroup(tuple(whole_passages(found)))


def _weight(group: DuplicateGroup) -> int:
    """Give how much text stands there more than once."""
    lengths = [len(one.text) for one in group.passages]
    return sum(lengths) - max(lengths)

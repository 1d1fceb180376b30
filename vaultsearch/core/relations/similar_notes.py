"""The vectors of whole notes, and the edges from each note to those that mean nearly the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.values.search import Space
from vaultsearch.core.worker import in_thread, still_wanted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.protocols import Vectors

_BLOCK = 256
"""Rows of a block of cosines: of 13,000 notes, one takes 13 MB."""


@dataclass(frozen=True, slots=True)
class NoteVectors:
    """The notes that have vectors in a space, and the mean of each one's, float32 (notes, dimension).

    ``mean`` over all notes, float32 (dimension,), is taken off, and each is of unit length: what all notes
    have in common tells none apart.
    """

    space: Space
    paths: tuple[str, ...]
    vectors: Vectors
    mean: Vectors

    @classmethod
    def of(cls, space: Space, sums: Mapping[str, Vectors]) -> NoteVectors:
        """Make them of the sum of each note's vectors, by path."""
        paths = tuple(sorted(sums))
        means = _unit(np.stack([sums[path] for path in paths]))
        mean = means.mean(axis=0, keepdims=True)
        return cls(space, paths, _unit(means - mean), _unit(mean)[0])

    def neighbours(self, n: int) -> Iterator[tuple[str, str, float]]:
        """Yield each note with each of its ``n`` nearest, and their cosine, if it is above 0.

        Raises:
            CancelledError: This work was given up.
        """
        check = still_wanted()
        for start in range(0, len(self.paths), _BLOCK):
            check()
            rows = self.vectors[start : start + _BLOCK]
            cosines = rows @ self.vectors.T
            own = np.arange(len(rows))
            cosines[own, start + own] = -1.0
            n = min(n, len(self.paths) - 1)
            nearest = np.argpartition(-cosines, n, axis=1)[:, :n] if n else np.empty((len(rows), 0), int)
            for index, others in enumerate(nearest.tolist()):
                for other in sorted(others):
                    if (cosine := float(cosines[index, other])) > 0:
                        yield self.paths[start + index], self.paths[other], cosine


def _unit(vectors: Vectors) -> Vectors:
    lengths: NDArray[np.float32] = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, 1e-9), dtype=np.float32)


async def note_vectors(corpus: LanceCorpus, paths: frozenset[str] | None = None) -> Sequence[NoteVectors]:
    """Return the vectors of all notes, or of some, in each space that holds any; each note is in one space.

    The space of most notes is the first: notes in several languages are compared there.
    """
    sums_by_space: dict[Space, dict[str, Vectors]] = {}
    for space in Space:
        sums = sums_by_space[space] = {}
        async for ids, vectors in corpus.vectors.pages(space):
            await in_thread(_add, sums, ids, vectors, paths)
    seen: set[str] = set()
    spaces = []
    for space, sums in sorted(sums_by_space.items(), key=lambda item: -len(item[1])):
        new = {path: total for path, total in sums.items() if path not in seen}
        seen |= new.keys()
        if new:
            spaces.append(await in_thread(NoteVectors.of, space, new))
    return spaces


def _add(
    sums: dict[str, Vectors], ids: Sequence[str], vectors: Vectors, paths: frozenset[str] | None
) -> None:
    for passage_id, vector in zip(ids, np.asarray(vectors, dtype=np.float32), strict=True):
        path = passage_id.rpartition(":")[0]
        if paths is None or path in paths:
            known = sums.get(path)
            sums[path] = vector if known is None else known + vector

"""Puts the passages that a long paragraph was cut into together again, so that it is listed once.

A copied paragraph of five passages was five groups, each of the very same lines of the same two notes.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vaultsearch.core.values.relations import DuplicatePassage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from vaultsearch.core.relations.duplicates import DisjointSets
    from vaultsearch.core.values.search import Chunk


def join_continued(joined: DisjointSets, holders: Mapping[int, Sequence[Chunk]]) -> None:
    """Join texts, by number, that go on with one another in a note; each with the passages that hold it."""
    placed = [(chunk, number) for number, chunks in holders.items() for chunk in chunks]
    placed.sort(key=lambda one: (one[0].path, one[0].position))
    for (before, number), (after, following) in pairwise(placed):
        if _continues(before, after):
            joined.join(number, following)


def whole_passages(found: Iterable[tuple[Chunk, float]]) -> Iterator[DuplicatePassage]:
    """Give passages, each with its similarity, in their order; those that go on with one another are one."""
    run: list[tuple[Chunk, float]] = []
    for chunk, similarity in sorted(found, key=lambda one: (one[0].path, one[0].position)):
        if run and not _continues(run[-1][0], chunk):
            yield _whole(run)
            run = []
        run.append((chunk, similarity))
    if run:
        yield _whole(run)


def _continues(before: Chunk, after: Chunk) -> bool:
    """Tell whether a passage goes on with what the one before it ends in: no empty line parts them."""
    follows = before.path == after.path and after.position == before.position + 1
    in_section = before.heading_path == after.heading_path
    return follows and in_section and after.line_start <= before.line_end + 1


def _whole(run: Sequence[tuple[Chunk, float]]) -> DuplicatePassage:
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

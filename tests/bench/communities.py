"""Measure topics: `python -m tests.bench.communities VAULT ... [--labels] [--scale 13000]`.

Each vault is copied and indexed; then one note in a hundred is edited (its text becomes that of another one,
its links stay), and the notes whose topic is another one are counted, by the topics' numbers. ``--scale``
measures the processor's seconds for communities of made-up notes: groups of twenty that link, with vectors.
"""

import argparse
import asyncio
import random
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from tests.bench.ground import indexed_copy
from vaultsearch.core.relations.communities import NoteVectors, edges_of, find_communities
from vaultsearch.core.relations.vault_graph import VaultGraph
from vaultsearch.core.values.note import LinkKind, ParsedLink, StoredNote
from vaultsearch.core.values.relations import VaultTopic
from vaultsearch.core.values.search import Space

_EDITED = 100
"""One note in so many is edited."""
_GROUP, _DIMENSION = 20, 384


def memberships(topics: Sequence[VaultTopic]) -> dict[str, int]:
    """Map each note to the number of its topic."""
    return {note.path: topic.number for topic in topics for note in topic.notes}


async def measured(folder: Path, *, labels: bool) -> None:
    """Index a copy of a vault, print its topics, edit it, and print how much they changed."""
    async with indexed_copy(folder) as vault:
        begun = time.process_time()
        before = await vault.relations.topics()
        seconds = time.process_time() - begun
        notes = memberships(before)
        below = sum(len(topic.children) for topic in before)
        print(
            f"{folder.name}: {len(notes):,} notes in {len(before)} topics, {below} below; {seconds:.2f} CPU s"
        )
        if labels:
            for topic in before:
                print(f"  {len(topic.notes):>5}  {topic.label}")
        _edit(vault.folder)
        await vault.index.sync()
        after = memberships(await vault.relations.topics())
        changed = sum(after.get(path) != number for path, number in notes.items())
        print(f"  after an edit of 1 %: {changed / max(1, len(notes)):.1%} in another topic")


def _edit(folder: Path) -> None:
    draw = random.Random(7)
    files = sorted(file for file in folder.rglob("*.md") if file.stat().st_size > _EDITED)
    for file in draw.sample(files, max(1, len(files) // _EDITED)):
        other = draw.choice(files).read_text("utf-8", errors="replace")
        links = [word for word in file.read_text("utf-8", errors="replace").split() if word.startswith("[[")]
        file.write_text(f"{other}\n{' '.join(links)}\n", "utf-8")


def scaled(notes: int) -> None:
    """Print the processor's seconds for the communities of so many made-up notes."""
    draw, random_vectors = random.Random(7), np.random.default_rng(7)
    centres = random_vectors.normal(size=(notes // _GROUP + 1, _DIMENSION))
    stored, sums = [], {}
    for number in range(notes):
        group = number // _GROUP
        others = (draw.randrange(_GROUP) + group * _GROUP for _ in range(3))
        links = tuple(ParsedLink(LinkKind.WIKILINK, f"{other}", 1) for other in others)
        path, moment = f"{number}.md", datetime(2026, 1, 1, tzinfo=UTC)
        stored.append(StoredNote(path, f"{number}", moment, "", (), {}, (), links, ()))
        sums[path] = np.asarray(centres[group] + random_vectors.normal(size=_DIMENSION), dtype=np.float32)
    graph = VaultGraph.of(tuple(stored))
    begun = time.process_time()
    found = find_communities(edges_of(graph, [NoteVectors.of(Space.MAIN, sums)]))
    seconds = time.process_time() - begun
    print(f"{notes:,} made-up notes: {len(found)} communities in {seconds:.2f} CPU s (limit 5)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vaults", nargs="*", type=Path)
    parser.add_argument("--labels", action="store_true")
    parser.add_argument("--scale", type=int, default=13_000)
    given = parser.parse_args()
    scaled(given.scale)
    for vault in given.vaults:
        asyncio.run(measured(vault, labels=given.labels))


if __name__ == "__main__":
    main()

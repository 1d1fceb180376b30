"""Measure suggested links and tags: `python -m tests.bench.suggestions VAULT ...`.

In a copy of each vault, all links become plain words; then each note is asked about, as if it had no tags:
how many of the first five suggested links, and of the first three suggested tags, are those that it had?
Beside them stand the most popular ones, and those of the nearest notes.
"""

import argparse
import asyncio
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from tests.bench.ground import indexed_copy
from vaultsearch.core.relations.mentions import suggested_tags
from vaultsearch.core.relations.vault_graph import VaultGraph
from vaultsearch.core.values.note import StoredNote
from vaultsearch.service.vault import Vault

_LINKS, _TAGS = 5, 3
_LINK = re.compile(r"(?<!!)\[\[([^\]|#^]+)[^\]|]*(?:\|([^\]]*))?\]\]")


def unlinked(text: str) -> str:
    """Return a text with its links as plain words."""
    return _LINK.sub(lambda link: link[2] or link[1].rpartition("/")[2], text)


class Precision:
    """The share of the first few suggestions that a note had."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._right = self._given = self._notes = 0

    def add(self, suggested: Sequence[str], had: frozenset[str]) -> None:
        first = suggested[: self._most]
        self._right += sum(each in had for each in first)
        self._given += len(first)
        self._notes += bool(first)

    def __str__(self) -> str:
        """Return the share, and for how many notes there was a suggestion at all."""
        share = f"{self._right / self._given:.2f}" if self._given else "-"
        return f"{share} ({self._given} for {self._notes} notes)"


async def measured(vault: Vault, linked: Mapping[str, frozenset[str]]) -> str:
    """Return the cells of a vault: links suggested, popular, near; tags suggested, popular, near."""
    notes = await vault.query.notes()
    graph, relations = VaultGraph.of(notes), vault.search_service.relations
    targets = Counter(target for those in linked.values() for target in those)
    tags = Counter(tag for note in notes for tag in note.tags)
    popular = [path for path, _ in targets.most_common(_LINKS)], [tag for tag, _ in tags.most_common(_TAGS)]
    columns = [Precision(most) for most in (_LINKS, _LINKS, _LINKS, _TAGS, _TAGS, _TAGS)]
    for note in notes:
        had = linked.get(note.path, frozenset())
        if not had and not note.tags:
            continue
        nearness = {path: near.score for path, near in (await relations.related.near(note.path)).items()}
        near = sorted(nearness, key=lambda path: -nearness[path])
        if had:
            suggested = [link.path for link in (await relations.suggestions(note.path)).mentions]
            for column, links in zip(columns, (suggested, popular[0], near), strict=False):
                column.add(links, had)
        if note.tags:
            given = suggested_tags(replace(note, tags=()), nearness, graph)
            of_near = list(dict.fromkeys(tag for path in near[:_LINKS] for tag in graph.notes[path].tags))
            for column, tags_given in zip(columns[3:], (given, popular[1], of_near), strict=True):
                column.add(tags_given, frozenset(note.tags))
    return " | ".join(map(str, columns))


async def _main(vaults: Sequence[Path]) -> None:
    print("| vault | links: suggested | popular | nearest | tags: suggested | popular | of the nearest |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for folder in vaults:
        async with indexed_copy(folder) as whole:
            notes = {note.path: note for note in await whole.query.notes()}
            links = {path: await whole.relations.links_of(path) for path in notes}
        linked = {
            path: frozenset(link.path for link in of_note.outgoing if link.path is not None)
            for path, of_note in links.items()
        }
        async with indexed_copy(folder, partial(_unlink, notes)) as vault:
            print(f"| {folder.name} | {await measured(vault, linked)} |", flush=True)


def _unlink(notes: Mapping[str, StoredNote], vault: Path) -> None:
    for path, note in notes.items():
        if path.endswith(".md"):
            (vault / path).write_text(unlinked(note.text), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vaults", type=Path, nargs="+", metavar="VAULT")
    asyncio.run(_main(parser.parse_args().vaults))


if __name__ == "__main__":
    main()

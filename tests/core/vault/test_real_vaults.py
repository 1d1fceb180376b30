"""Exact counts of notes, headings, links, tags and properties in real vaults.

The headings and links were compared note by note with the matches of a pattern outside of code blocks; each
difference examined is one of: a comment, inline code, a setext heading, one of
HTML, a drawing, a canvas.
"""

import os
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.thoroughness import THOROUGH
from vaultsearch.core.text import index_tags
from vaultsearch.core.values.note import Note
from vaultsearch.core.vault.links import LinkResolver
from vaultsearch.core.vault.source import ObsidianVault

VAULTS = (
    Path(os.environ.get("VAULTSEARCH_EVALDATA") or Path(__file__).parents[4] / "shared" / "evaldata")
    / "vaults"
)


@dataclass(frozen=True, slots=True)
class Counted:
    """Counts of a vault's content; links by syntax and by resolution."""

    notes: int
    headings: int
    wikilinks: int
    embeds: int
    markdown_links: int
    resolved: int
    ambiguous: int
    unresolved: int
    tags: int
    properties: int
    with_problems: int = 0


EXPECTED = {
    "kepano-obsidian": Counted(103, 48, 148, 61, 0, 146, 0, 63, 29, 69),
    "ideaverse-jj": Counted(63, 302, 113, 0, 1, 62, 0, 52, 1, 3),
    "knowledge-garden-zh": Counted(3197, 4483, 6026, 813, 1, 4818, 4, 2018, 44, 94),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_everything_in_a_real_vault_is_counted_once(name: str) -> None:
    if name == "knowledge-garden-zh" and not THOROUGH:
        pytest.skip("3,197 notes; run with `python -m tests --thorough`")
    root = VAULTS / name
    if not root.is_dir():
        pytest.skip("the real vaults are not part of the project; VAULTSEARCH_EVALDATA says where they are")
    vault = ObsidianVault(root)
    revisions, failures = vault.scan()
    assert failures == []
    assert counted(root, [vault.read(revision) for revision in revisions]) == EXPECTED[name]


def counted(root: Path, notes: list[Note]) -> Counted:
    files: dict[str, tuple[str, ...]] = {
        inner.as_posix(): ()
        for inner in (file.relative_to(root) for file in root.rglob("*") if file.is_file())
        if not any(part.startswith(".") for part in inner.parts)
    }
    resolver = LinkResolver(files | {note.path: note.aliases for note in notes})
    links = [(note.path, link) for note in notes for link in note.links]
    kinds = Counter(link.kind.value for _, link in links)
    found = [resolver.resolve(link, path) for path, link in links]
    return Counted(
        notes=len(notes), headings=sum(len(note.headings) for note in notes),
        wikilinks=kinds["wikilink"], embeds=kinds["embed"], markdown_links=kinds["markdown"],
        resolved=sum(len(candidates) == 1 for candidates in found),
        ambiguous=sum(len(candidates) > 1 for candidates in found),
        unresolved=sum(not candidates for candidates in found),
        tags=len({tag for note in notes for tag in index_tags(note.tags)}),
        properties=len({name for note in notes for name in note.properties}),
        with_problems=sum(bool(note.problems) for note in notes),
    )  # fmt: skip

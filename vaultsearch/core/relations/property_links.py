"""The links in the properties of notes: relations with a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

from vaultsearch.core.query.matching import items

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultsearch.core.relations.vault_graph import VaultGraph
    from vaultsearch.core.values.note import StoredNote

LINK = regex.compile(r"!?\[\[([^\]|#^]+)[^\]|]*(?:\|[^\]]*)?\]\]")


def linked_by_properties(graph: VaultGraph, note: StoredNote) -> Iterator[tuple[str, str]]:
    """Yield each property of a note with what it links to: a path or, of a missing note, its folded name."""
    links = graph.links.outgoing.get(note.path, ())
    keys = {link.link.target: link.path or link.missing for link in links}
    for name, value in note.properties.items():
        for item in items(value):
            if isinstance(item, str):
                for match in LINK.finditer(item):
                    if key := keys.get(match[1].strip()):
                        yield name, key

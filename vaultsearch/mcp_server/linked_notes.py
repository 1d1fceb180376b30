"""The notes that are reached over the links of other notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from vaultsearch.core.values.relations import NoteLinks
    from vaultsearch.mcp_server.shapes import FurtherNote

_MOST = 200
"""Notes that are followed; beyond them, a list says little."""


async def further_notes(
    start: NoteLinks, depth: int, links_of: Callable[[str], Awaitable[NoteLinks]]
) -> list[FurtherNote]:
    """List the notes that are two to ``depth`` links away, in either direction, the nearest first."""
    seen = {start.note.path, *_neighbours(start)}
    edge = list(_neighbours(start))
    further: list[FurtherNote] = []
    for distance in range(2, depth + 1):
        reached: list[str] = []
        for via in edge:
            for path, title in _neighbours(await links_of(via)).items():
                if path in seen:
                    continue
                seen.add(path)
                reached.append(path)
                further.append({"path": path, "title": title, "distance": distance, "via": via})
                if len(further) == _MOST:
                    return further
        edge = reached
    return further


def _neighbours(links: NoteLinks) -> dict[str, str]:
    """Map the paths of the notes at the other ends of links to their titles."""
    return {
        reference.path: reference.title
        for reference in (*links.outgoing, *links.backlinks)
        if reference.path is not None
    }

"""Which passages each note has: sorted once for each state of the index."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Protocol

from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultsearch.core.index.stored_notes import StoredPlace


class SupportsPlaces(Protocol):
    """A corpus that tells where its passages stand."""

    async def get_places(self) -> tuple[StoredPlace, ...]:
        """Give where the passages stand; the same tuple until the index changes."""
        ...


class NotePlaces:
    """Gives the passages of every note, by its path, in their order."""

    def __init__(self, corpus: SupportsPlaces) -> None:
        self._corpus = corpus
        self._sorted: tuple[tuple[StoredPlace, ...], Mapping[str, Sequence[StoredPlace]]] = ((), {})

    async def __call__(self) -> Mapping[str, Sequence[StoredPlace]]:
        """Give them as the index is now."""
        places = await self._corpus.get_places()
        if self._sorted[0] is not places:
            self._sorted = (places, await in_thread(_by_note, places))
        return self._sorted[1]


def _by_note(places: Sequence[StoredPlace]) -> dict[str, list[StoredPlace]]:
    found: dict[str, list[StoredPlace]] = {}
    for place in sorted(places, key=attrgetter("path", "line_start")):
        found.setdefault(place.path, []).append(place)
    return found

"""Parts of a page that are made apart from it: a page asks for one, what is missing is made and kept."""

from __future__ import annotations

from contextlib import suppress
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

_KEPT = 2_000


class MissingParts(Generic[K, V]):
    """The parts made so far, and those that a page has asked for in vain, which are to be made."""

    def __init__(self) -> None:
        self._known: dict[K, V | None] = {}
        self._missing: dict[K, None] = {}

    def get(self, key: K) -> V | None:
        """Return a part; None if it cannot be made, or is not yet."""
        if key not in self._known:
            self._missing[key] = None
        return self._known.get(key)

    def take_missing(self) -> tuple[K, ...]:
        """Return what was asked for in vain since the last call."""
        missing = tuple(self._missing)
        self._missing.clear()
        return missing

    def keep(self, key: K, part: V | None) -> None:
        """Keep a part, or that it cannot be made; the oldest are dropped."""
        self._known[key] = part
        while len(self._known) > _KEPT:
            with suppress(StopIteration, KeyError):  # two threads may render at once
                del self._known[next(iter(self._known))]

    def clear(self) -> None:
        """Forget all: some may have changed."""
        self._known.clear()

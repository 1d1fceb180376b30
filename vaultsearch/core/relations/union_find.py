"""Groups what belongs together by pairs: disjoint sets (Tarjan 1975)."""

from __future__ import annotations


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

"""How far one reading of the notes is, over all that it does: never back, and whole only at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultsearch.core.values.sync import Progress

_SHARES = {"reading": 0.15, "embedding": 0.7}
"""Parts of what is left when a phase begins: encoding takes most of the time, and may come twice."""
_OTHERWISE = 0.5


class ReadingCourse:
    """Makes one share of the phases of one reading.

    Each phase counted for itself, so that the bar went to its end and back to 47 % as the next one began.
    """

    def __init__(self) -> None:
        self._phase = ""
        self._begun = self._span = self._reached = 0.0
        self._counted = 0.0

    def reached(self, progress: Progress) -> float | None:
        """Return the share of the whole that is done, None where nothing has been counted yet."""
        done, total = _counts(progress)
        counted = done / total if total else 0.0
        if not total and not self._reached:
            return None
        if total and (progress.phase != self._phase or counted < self._counted):
            self._phase, self._begun = progress.phase, self._reached
            self._span = (1 - self._begun) * _SHARES.get(progress.phase, _OTHERWISE)
        if total:
            self._counted = counted
            self._reached = max(self._reached, self._begun + self._span * counted)
        return self._reached


def _counts(progress: Progress) -> tuple[int, int]:
    if progress.phase == "reading":
        return progress.notes_done, progress.notes_total
    return progress.chunks_done, progress.chunks_total

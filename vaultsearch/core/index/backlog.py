"""The work that writing has left for tidying, and whether somebody is searching meanwhile."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

_SCANNED_AT_LEAST, _SCANNED_SHARE = 4000, 1 / 4
"""Rows not in the word index yet, and their share of those that are, from which it is brought up to date."""
_SCANNED_TILL_DONE = 8000
"""Rows at least, if more are on their way and nobody searches."""
_SCANNED_WHILE_ASKED, _SHARE_WHILE_ASKED = 800, 1 / 16
"""The same while somebody searches: a thousand take each search for words 40 ms (measured)."""
SCANNED_AT_REST = 800
"""The same once nothing more is on its way."""
_ASKED_LATELY_S = 10.0
_TYPING_S = 3.0
"""Somebody who searched within this may be typing on."""
_LEFT_BEHIND = 50
"""Rows that a sync of much does not leave out of the word index when it is done."""
UNTIDY = 100
"""Notes and batches of vectors written, after which the tables are tidied."""
_UNTIDY_AT_REST = 10
"""The same once nothing was written for a while; each edit of 300 notes takes some 0.3 MB until then."""


@dataclass(slots=True)
class Backlog:
    """Count what was written since the tables were last tidied, in notes, batches and rows."""

    _writes: int = 0
    _unindexed: int = 0
    _indexed: int = 0
    _asked_at: float = -math.inf

    def note_written(self, writes: int = 1, rows: int = 0) -> None:
        """Count commits, or notes of one commit, and the rows that the word index does not hold yet."""
        self._writes += writes
        self._unindexed += rows

    def note_tidied(self) -> None:
        """Note that all is being tidied that was written so far."""
        self._writes = self._unindexed = 0

    def note_indexed(self, rows: int) -> None:
        """Note how many rows the word index holds."""
        self._indexed = rows

    def note_asked(self) -> None:
        """Note that somebody searches."""
        self._asked_at = time.monotonic()

    def is_asked(self) -> bool:
        """Return True if somebody searched a moment ago, and may be typing on."""
        return time.monotonic() - self._asked_at < _TYPING_S

    def is_slow(self, *, soon_done: bool = False) -> bool:
        """Return True if so many passages were written since tidying that a search for words is held up.

        The word index does not hold them yet, and they are scanned. If the
        sync is ``soon_done``, a search may be held up longer, once: of 10,000 notes, a third of the time
        until all their words are found was spent on tidying ten times.
        """
        least, share = _SCANNED_AT_LEAST, _SCANNED_SHARE
        if time.monotonic() - self._asked_at < _ASKED_LATELY_S:
            least, share = _SCANNED_WHILE_ASKED, _SHARE_WHILE_ASKED
        elif soon_done:
            least, share = _SCANNED_TILL_DONE, 1.0
        return self._unindexed >= max(least, share * self._indexed)

    @property
    def is_slow_at_rest(self) -> bool:
        """Whether so many passages are not in the word index that it shows once no more are on their way."""
        return self._unindexed >= SCANNED_AT_REST

    @property
    def is_behind(self) -> bool:
        """Whether so many passages are not in the word index that bringing it up to date pays in the end."""
        return self._unindexed >= _LEFT_BEHIND

    @property
    def is_untidy(self) -> bool:
        """Whether so much was written that tidying pays; it never does after each edit."""
        return self._writes >= UNTIDY

    @property
    def is_untidy_at_rest(self) -> bool:
        """Whether so much was written that tidying pays while nobody waits for it."""
        return self._writes >= _UNTIDY_AT_REST

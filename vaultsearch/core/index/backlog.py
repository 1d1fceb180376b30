"""Count writes since the tables were last tidied, to tell when tidying is due."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field

from vaultsearch.core.index.tables.recent_words import RecentWords

_SCANNED_AT_LEAST, _SCANNED_SHARE = 4000, 1 / 4
"""Rows missing from the word index, at least and as a share, before it is updated."""
_SCANNED_TILL_DONE = 8000
"""Rows at least, while more are coming and nobody searches."""
_SEARCHED_IN_MEMORY = 12_000
"""Rows at least, if they are searched in memory: each takes some 1.5 kB until LanceDB indexes it."""
_SCANNED_WHILE_ASKED, _SHARE_WHILE_ASKED = 800, 1 / 16
"""The same while somebody searches: a thousand rows cost each word search 40 ms (measured)."""
_ASKED_LATELY_S = 10.0
_TYPING_S = 3.0
"""Somebody who searched this recently may be typing on."""
LEFT_BEHIND = 50
"""Rows missing from the word index that a large sync indexes at the end."""


@dataclass(slots=True)
class Backlog:
    """Count writes since the tables were last tidied, in notes, batches and rows.

    Attributes:
        recent_words: The words in rows missing from the word index, while they are followed.
        writes: Notes and batches written since.
        unindexed: Rows missing from the word index.
        indexed: Rows that the word index holds.
        failed: Titles, passages and summaries that the present sync could not make.
    """

    recent_words: RecentWords = field(default_factory=RecentWords)
    writes: int = 0
    unindexed: int = 0
    indexed: int = 0
    failed: int = 0
    _asked_at: float = -math.inf

    def note_written(self, writes: int = 1, rows: int = 0) -> None:
        """Count commits, or notes in a commit, and rows missing from the word index."""
        self.writes += writes
        self.unindexed += rows

    def note_asked(self) -> None:
        """Note that somebody searches."""
        self._asked_at = time.monotonic()

    def is_asked(self) -> bool:
        """Return True if somebody searched a moment ago, and may be typing on."""
        return time.monotonic() - self._asked_at < _TYPING_S

    def is_slow(self, *, soon_done: bool = False) -> bool:
        """Return True if so many unindexed passages are scanned that word searches are held up.

        If the sync is ``soon_done``, a search may be held up longer, once: for 10,000 notes, a third of the
        time until all words are found was spent on tidying ten times.
        """
        if self.recent_words.is_complete:
            return self.unindexed >= max(_SEARCHED_IN_MEMORY, _SCANNED_SHARE * self.indexed)
        least, share = _SCANNED_AT_LEAST, _SCANNED_SHARE
        # Whoever searches now is held up by each scan, so it is worth tidying more often.
        if time.monotonic() - self._asked_at < _ASKED_LATELY_S:
            least, share = _SCANNED_WHILE_ASKED, _SHARE_WHILE_ASKED
        elif soon_done:
            least, share = _SCANNED_TILL_DONE, 1.0
        return self.unindexed >= max(least, share * self.indexed)

    @property
    def is_behind(self) -> bool:
        """Whether enough passages are missing from the word index to update it when a sync ends."""
        return self.unindexed >= LEFT_BEHIND

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
SCANNED_AT_REST = 800
"""The same once no more rows are coming."""
_ASKED_LATELY_S = 10.0
_TYPING_S = 3.0
"""Somebody who searched this recently may be typing on."""
LEFT_BEHIND = 50
"""Rows missing from the word index that a large sync indexes at the end."""
UNTIDY_WRITES = 100
"""Notes and vector batches written before the tables are tidied."""
_UNTIDY_WRITES_AT_REST = 10
"""The same once writing has paused; each edit among 300 notes takes some 0.3 MB until then."""


@dataclass(slots=True)
class Backlog:
    """Count writes since the tables were last tidied, in notes, batches and rows.

    Attributes:
        recent_words: The words in rows missing from the word index, while they are followed.
    """

    recent_words: RecentWords = field(default_factory=RecentWords)
    _writes: int = 0
    _unindexed: int = 0
    _indexed: int = 0
    _asked_at: float = -math.inf

    def note_written(self, writes: int = 1, rows: int = 0) -> None:
        """Count commits, or notes in a commit, and rows missing from the word index."""
        self._writes += writes
        self._unindexed += rows

    def note_tidied(self) -> None:
        """Note that everything written so far is being tidied."""
        self._writes = self._unindexed = 0

    def note_words_indexed(self) -> None:
        """Note that the word index, and nothing else, is being brought up to date."""
        self._unindexed = 0

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
        """Return True if so many unindexed passages are scanned that word searches are held up.

        If the sync is ``soon_done``, a search may be held up longer, once: for 10,000 notes, a third of the
        time until all words are found was spent on tidying ten times.
        """
        if self.recent_words.is_complete:
            return self._unindexed >= max(_SEARCHED_IN_MEMORY, _SCANNED_SHARE * self._indexed)
        least, share = _SCANNED_AT_LEAST, _SCANNED_SHARE
        # Whoever searches now is held up by each scan, so it is worth tidying more often.
        if time.monotonic() - self._asked_at < _ASKED_LATELY_S:
            least, share = _SCANNED_WHILE_ASKED, _SHARE_WHILE_ASKED
        elif soon_done:
            least, share = _SCANNED_TILL_DONE, 1.0
        return self._unindexed >= max(least, share * self._indexed)

    @property
    def is_slow_at_rest(self) -> bool:
        """Whether so many passages are missing from the word index that it shows once no more are coming."""
        return self._unindexed >= SCANNED_AT_REST

    @property
    def is_behind(self) -> bool:
        """Whether enough passages are missing from the word index to update it when a sync ends."""
        return self._unindexed >= LEFT_BEHIND

    @property
    def is_untidy(self) -> bool:
        """Whether enough was written for tidying to pay; single edits never suffice."""
        return self._writes >= UNTIDY_WRITES

    @property
    def is_untidy_at_rest(self) -> bool:
        """Whether enough was written for tidying to pay while nobody waits for it."""
        return self._writes >= _UNTIDY_WRITES_AT_REST

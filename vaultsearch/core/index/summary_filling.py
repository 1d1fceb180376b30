"""Summaries: a text and a vector for each note, once all of its passages have theirs."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.errors import WorkerDiedError
from vaultsearch.core.filters import InLanguages, Not
from vaultsearch.core.index.note_reading import FEW_NOTES, EncodingClock
from vaultsearch.core.index.summary_table import summarize

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.index.passage_encoding import PassageEncoding
    from vaultsearch.core.protocols import Runner

_log = logging.getLogger(__name__)

_AT_ONCE = 128


@dataclass(frozen=True, slots=True)
class SummaryFilling:
    """Makes the summaries that an index lacks: those of notes that are new, changed, or of an older version.

    Only notes all of whose passages the embedding model encodes have one: those in English, if there is a
    multilingual model besides. Each page is written at once, so that the next sync continues after it.
    """

    corpus: LanceCorpus
    encoding: PassageEncoding
    run: Runner
    run_small: Runner

    async def fill(
        self,
        *,
        on_progress: Callable[[EncodingClock], None],
        is_cancelled: Callable[[], bool],
        only: Collection[str] | None = None,
    ) -> int:
        """Make the missing summaries, and return their number. A note that is not fully encoded waits.

        With ``only``, those of the notes at these paths.
        """
        read = (await self.encoding.routing()).read
        others = Not(InLanguages(read)) if read is not None else None
        states = {} if is_cancelled() else await self.corpus.summaries.unsummarized(others, only)
        paths, done = list(states), 0
        run = self.run_small if len(paths) <= FEW_NOTES else self.run
        for start in range(0, len(paths), _AT_ONCE):
            if is_cancelled():
                break
            page = {path: states[path] for path in paths[start : start + _AT_ONCE]}
            try:
                notes = await self.corpus.summaries.whole_notes(page)
                summaries = await run(summarize, notes)
            except WorkerDiedError:
                # It was ended, or died of one of them: without these, only whole notes weigh less.
                if is_cancelled():  # which ends the process
                    break
                _log.warning("summarize failed notes=%d first=%s", len(page), next(iter(page)))
                continue
            if summaries:
                await self.corpus.summaries.write(summaries)
            done += len(summaries)
            on_progress(EncodingClock(len(paths), start + len(page)))
        return done

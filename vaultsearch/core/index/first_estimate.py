"""The time that a sync will take, by the size of its notes, before there is a rate to go by."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from vaultsearch.core.values.note import NOTE_KINDS, FileKind
from vaultsearch.core.vault.readers.reading import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vaultsearch.core.values.note import Revision

_PASSAGE_BYTES = 600
"""Bytes of notes for each passage; Chinese ones have 470 (794 notes, measured), English ones more."""
_BYTES_OF_TEXT, _MOST_OF_A_FILE = 20, 500_000
"""Bytes of a document for each byte of text in it, and bytes of text that hardly any has more of."""
_CORE_SECONDS = 0.05
"""Of one core for a passage in any language; English ones take a quarter of that. An estimate that turns out
too long is shortened once the rate was measured; one that is too short could only be taken back."""
_NOTE_SECONDS = 0.01
_START_SECONDS = 5.0
"""For the processes to start and the models to be loaded."""


def estimated_seconds(waiting: Iterable[Revision]) -> float:
    """Return the seconds until all of these notes will have been read and encoded, rather too many."""
    files = list(waiting)
    passages = sum(1 + _bytes_of_text(revision) // _PASSAGE_BYTES for revision in files)
    work = passages * _CORE_SECONDS + len(files) * _NOTE_SECONDS
    return _START_SECONDS + work / _free_cores()


def _bytes_of_text(revision: Revision) -> int:
    """Return how much of a file is probably text: by its bytes, a thousand pictures were to take 8 hours."""
    kind = kind_of(revision.path)
    if kind in NOTE_KINDS or kind is None:
        return revision.size
    return 0 if kind is FileKind.IMAGE else min(revision.size // _BYTES_OF_TEXT, _MOST_OF_A_FILE)


def _free_cores() -> float:
    """Return the processor's cores, shared with the programs that are running on them."""
    cores = os.cpu_count() or 1
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return cores / (1 + load / cores)

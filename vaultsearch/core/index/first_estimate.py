"""The time that a sync will take, by the size of its notes, before there is a rate to go by."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vaultsearch.core.values.note import Revision

_PASSAGE_BYTES = 600
"""Bytes of notes for each passage; Chinese ones have 470 (794 notes, measured), English ones more."""
_CORE_SECONDS = 0.05
"""Of one core for a passage in any language; English ones take a quarter of that. An estimate that turns out
too long is shortened once the rate was measured; one that is too short could only be taken back."""
_NOTE_SECONDS = 0.01
_START_SECONDS = 5.0
"""For the processes to start and the models to be loaded."""


def estimated_seconds(waiting: Iterable[Revision]) -> float:
    """Return the seconds until all of these notes will have been read and encoded, rather too many."""
    sizes = [revision.size for revision in waiting]
    passages = sum(1 + size // _PASSAGE_BYTES for size in sizes)
    work = passages * _CORE_SECONDS + len(sizes) * _NOTE_SECONDS
    return _START_SECONDS + work / _free_cores()


def _free_cores() -> float:
    """Return the processor's cores, shared with the programs that are running on them."""
    cores = os.cpu_count() or 1
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return cores / (1 + load / cores)

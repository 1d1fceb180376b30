"""The figures: name, limit and verdict of each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

MANY_NOTES = 10_000


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table. ``limit`` is in ``unit`` (s, ms, MB, %, ratio); None is only reported."""

    name: str
    title: str
    unit: str
    limit: float | None
    below: bool = False
    """Whether the limit itself is too much already."""
    limit_of_more: float | None = None
    """The limit of a vault of more than `MANY_NOTES`, if it is another."""

    def limit_for(self, notes: int) -> float | None:
        """Return the limit of a vault of so many notes."""
        return self.limit_of_more if self.limit_of_more and notes > MANY_NOTES else self.limit


ROWS = (
    Row("words-searchable", "words searchable after dropping the notes", "s", 15, limit_of_more=20),
    Row("second-sync", "second sync, nothing changed, beyond start-up", "s", 1.5),
    Row("save-words", "save of one note → its new words found, p95", "s", 0.8),
    Row("save-meaning", "save of one note → its new meaning found, p95", "s", 2),
    Row("query-p50", "hybrid query without rerank, p50", "ms", 25, limit_of_more=60),
    Row("query-p95", "hybrid query without rerank, p95", "ms", 50, limit_of_more=100),
    Row("query-indexing", "the same during a full index, p95", "ms", 150),
    Row("query-cpu", "CPU of a question with the whole chain, p50", "s", 0.25),
    Row("stall", "longest stall of the window during a full index", "ms", 50),
    Row("visible", "window visible after start, warm", "s", 1),
    Row("answer-words", "first answer by words after start, warm", "s", 1.2),
    Row("answer-meaning", "first answer with meaning after start, warm", "s", 2.5),
    Row("memory", "memory while idle (PSS), model loaded", "MB", 450, limit_of_more=900),
    Row("memory-saved", "memory while idle (PSS), after a note was saved", "MB", 450, limit_of_more=900),
    Row("memory-indexing", "most memory (PSS) during the first index", "MB", 900),
    Row("save-cpu", "CPU of the window's processes after a note was saved", "s", 0.8, limit_of_more=2),
    Row("cpu", "CPU while idle", "%", 0.5, below=True),
    Row("size", "index folder / size of the notes", "ratio", None),
)
SHAPED_ROWS = (
    Row("shaped-index", "first index, with the vectors of a stand-in encoder", "s", None),
    Row("shaped-memory", "most memory (PSS) during the first index", "MB", 900),
    Row("shaped-size", "index folder / size of the vault", "ratio", None),
    Row("shaped-open", "open the index, first answer by words", "s", 1.2),
    Row("shaped-p50", "hybrid query without rerank, p50", "ms", 25, limit_of_more=60),
    Row("shaped-p95", "hybrid query without rerank, p95", "ms", 50, limit_of_more=100),
    Row("switch", "git switch to another branch → in step", "s", None),
    Row("switch-back", "git switch back → in step", "s", None),
    Row("shaped-edit", "save of one note → its new words found, p95", "s", 0.8),
    Row("rename", "a folder renamed → in step", "s", 5),
    Row("rename-encoded", "passages encoded after it", "", 0),
    Row("tags", "index grown by a note with 10,000 tags", "MB", 5),
    Row("links", "index grown by a note with 5,000 links", "MB", 5),
)
ROW_OF = {row.name: row for row in (*ROWS, *SHAPED_ROWS)}


@dataclass(frozen=True, slots=True)
class Figure:
    """The measurement of a row; ``value`` is None if it could not be measured, and ``detail`` says why.

    ``peer`` is what stands beside it, ``limit`` the limit for this vault if the row has several.
    """

    row: str
    value: float | None
    peer: str = ""
    detail: str = ""
    limit: float | None = None

    def of_vault(self, notes: int) -> Figure:
        """Judge it by the limit of a vault of so many notes."""
        return replace(self, limit=ROW_OF[self.row].limit_for(notes))

    @property
    def must_reach(self) -> float | None:
        """The limit that it is judged by."""
        return self.limit if self.limit is not None else ROW_OF[self.row].limit

    @property
    def holds(self) -> bool:
        """Whether it reaches its limit; False if it could not be measured."""
        if self.value is None:
            return False
        if self.must_reach is None:
            return True
        return self.value < self.must_reach if ROW_OF[self.row].below else self.value <= self.must_reach


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that ``share`` of all do not exceed, by nearest rank."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]

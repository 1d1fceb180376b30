"""The counts of an index's words, kept in a file beside it: counting those of 50,000 notes takes 4.5 s."""

from __future__ import annotations

import json
import time
import zlib
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from vaultsearch.core.files import write_atomically
from vaultsearch.core.index.manifest import read_manifest
from vaultsearch.core.query.word_counts import WordCounts
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from pathlib import Path

    from vaultsearch.core.filters import Filter

_FILE = "words.json.zlib"


@dataclass(frozen=True, slots=True)
class Counted:
    """Counts of a version of the notes: how many seconds ago they were made, and how many that took."""

    words: WordCounts
    version: int
    ago_s: float
    took_s: float


class SupportsHiding(Protocol):
    """The stored notes, as far as they tell whether some are not to be seen."""

    async def shown(self, where: Filter | None) -> Filter | None:
        """Narrow a condition to the notes that are not hidden."""
        ...


class CountedWords:
    """Reads and writes the counts of the index at ``index``; while ``notes`` hide some, there are none."""

    def __init__(self, index: Path, notes: SupportsHiding) -> None:
        self._index = index
        self._notes = notes

    async def read(self) -> Counted | None:
        """Return the latest counts, of the current version or a former one; None if there are none."""
        if await self._notes.shown(None) is not None:
            return None
        with suppress(OSError, ValueError, KeyError, TypeError, zlib.error):
            return await in_thread(self._read)
        return None

    async def write(self, counted: Counted) -> None:
        """Keep counts for the next start. Where nothing can be written, they are made again."""
        if await self._notes.shown(None) is None:
            with suppress(OSError):
                await in_thread(self._write, counted)

    @property
    def _tables(self) -> str:
        manifest = read_manifest(self._index)
        return manifest.tables if manifest else ""

    def _read(self) -> Counted | None:
        content: dict[str, Any] = json.loads(zlib.decompress((self._index / _FILE).read_bytes()))
        if content["tables"] != self._tables:
            return None
        sets, written = [frozenset(languages) for languages in content["languages"]], content["words"]
        words = WordCounts(
            {word: count for word, (count, _) in written.items()},
            {word: sets[languages] for word, (_, languages) in written.items()},
            frozenset(content["in_titles"]),
        )
        return Counted(words, content["version"], time.time() - content["at"], content["took_s"])

    def _write(self, counted: Counted) -> None:
        words, sets = counted.words, dict[frozenset[str], int]()
        rows = {
            word: (count, sets.setdefault(words.languages[word], len(sets)))
            for word, count in words.counts.items()
        }
        content = {
            "tables": self._tables,
            "version": counted.version,
            "at": time.time(),
            "took_s": counted.took_s,
            "languages": [sorted(languages) for languages in sets],
            "words": rows,
            "in_titles": sorted(words.in_titles),
        }
        written = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        write_atomically(self._index / _FILE, zlib.compress(written.encode(), level=1))

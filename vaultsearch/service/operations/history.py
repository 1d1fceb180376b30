"""The history area: the versions of a note, in git or saved here, and what has changed since one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.history.differences import compared, versions_with
from vaultsearch.core.history.git import GitHistory
from vaultsearch.core.history.saved import FILE, SavedHistory
from vaultsearch.core.worker import in_thread
from vaultsearch.service.index_guard import guarded
from vaultsearch.service.operations.merge_rules import about_note

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vaultsearch.core.history.source import HistorySource
    from vaultsearch.core.values.history import NoteDifference, NoteVersion
    from vaultsearch.service.index_guard import Guard


class History:
    """Reads the histories of the notes in one vault's ``folder``; ``index`` may hold saved versions."""

    def __init__(self, folder: Path, index: Path, guard: Guard) -> None:
        self.guard = guard
        self._folder, self._index = folder, index

    def source(self) -> HistorySource:
        """Return the git repository of the vault, or else the versions that were saved; reads the disk."""
        saved = SavedHistory(self._index / FILE)
        git = GitHistory(self._folder)
        return saved if saved.is_begun and not git.is_there else git

    @about_note("path")
    @guarded
    async def versions(self, path: str) -> tuple[NoteVersion, ...]:
        """Return the versions of a note, the latest first; () outside of a repository.

        Raises:
            HistoryError: They cannot be read.
        """
        return await in_thread(lambda: self.source().versions(path))

    @about_note("path")
    @guarded
    async def difference(
        self, path: str, version: NoteVersion, other: NoteVersion | None = None
    ) -> NoteDifference:
        """Compare a version of a note with another, or with the note as it is.

        Raises:
            HistoryError: The version cannot be read.
        """
        return await in_thread(lambda: compared(self.source(), self._folder, path, version, other))

    @about_note("path")
    @guarded
    async def versions_with(self, path: str, versions: Sequence[NoteVersion], text: str) -> tuple[str, ...]:
        """Return the commits of the versions of a note that hold all words of a text.

        Raises:
            HistoryError: They cannot be read.
        """
        return await in_thread(lambda: versions_with(self.source(), path, versions, text))

"""What the window asks of the engine. app.py hands over a factory of the real one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
    from pathlib import Path

    from vaultsearch.core.evaluation.values import EvaluationProgress, OwnReport
    from vaultsearch.core.passage_answers import PassageAnswer
    from vaultsearch.core.values import (
        Chunk,
        Completions,
        Context,
        IndexStatus,
        Mode,
        Preview,
        Progress,
        SearchStage,
        SyncReport,
    )


class VaultService(Protocol):
    """One open vault. Every coroutine runs on the engine thread's loop, none on the window's."""

    @property
    def vault(self) -> Path:
        """The folder that is open."""
        ...

    def search(self, query: str, mode: Mode) -> AsyncIterator[SearchStage]:
        """Yield better and better answers; closing the iterator or cancelling is cheap."""
        ...

    async def search_passage(self, source: str) -> PassageAnswer:
        """Search with a text of many topics, or a chat; a known trouble is told in the answer."""
        ...

    async def completions(self, query: str, cursor: int) -> Completions:
        """Propose how to go on with a query at ``cursor``, in characters from its beginning."""
        ...

    async def sync(self, on_progress: Callable[[Progress], None], *, anew: bool = False) -> SyncReport:
        """Bring the index up to date, or build it anew; cancelling its task stops it between batches."""
        ...

    def changes(self) -> AsyncGenerator[None, None]:
        """Yield each time the notes have changed on the disk and come to rest."""
        ...

    async def preview(self, chunk: Chunk) -> Preview:
        """Give the note around a passage."""
        ...

    async def passage(self, chunk: Chunk) -> str:
        """Give the passage with its citation, ready to paste."""
        ...

    async def context(self, chunks: Sequence[Chunk]) -> Context:
        """Assemble passages, best first, within the token budget."""
        ...

    async def evaluate_own(self, on_progress: Callable[[EvaluationProgress], None]) -> OwnReport:
        """Measure the search on questions made of the notes; cancelling its task ends it."""
        ...

    async def status(self) -> IndexStatus:
        """Tell what is indexed."""
        ...

    async def close(self) -> None:
        """Let go of the index; nothing is asked of it after this."""
        ...


class ServiceFactory(Protocol):
    """Opens a vault on the engine thread; raises a VaultSearchError where it cannot."""

    async def __call__(self, folder: Path) -> VaultService:
        """Open ``folder``."""
        ...


class SettingsStore(Protocol):
    """What the window remembers between runs. Written by app.py off the window's thread."""

    @property
    def last_vault(self) -> Path | None:
        """The vault that was open last, None at the first start."""
        ...

    @property
    def sample_vault(self) -> Path:
        """The vault that comes with the program."""
        ...

    @property
    def recent_queries(self) -> tuple[str, ...]:
        """What was searched for, the latest first, nothing twice."""
        ...

    def remember_query(self, query: str) -> None:
        """Have ``query`` as the latest, now and at the next start."""
        ...

    def remember_vault(self, folder: Path) -> None:
        """Have ``folder`` as the last vault at the next start."""
        ...

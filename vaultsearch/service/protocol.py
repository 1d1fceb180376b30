"""The service as the window knows it: what opens vaults, and open ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from vaultsearch.core.values.context import Context, ContextFormat, ReadNote, SentenceAnswer
    from vaultsearch.core.values.evaluation import EvaluationProgress, OwnReport
    from vaultsearch.core.values.note import NoteAddress
    from vaultsearch.core.values.search import Chunk, LongQueryAnswer, Mode, SearchStage
    from vaultsearch.core.values.sync import IndexStatus
    from vaultsearch.service.areas.ask import Ask
    from vaultsearch.service.areas.notes import Notes, Relations, VaultHistory
    from vaultsearch.service.areas.pages import Pages
    from vaultsearch.service.areas.passages import Basket, Excerpts, SharedBasket
    from vaultsearch.service.areas.query import QueryHelp
    from vaultsearch.service.areas.usage import Usage
    from vaultsearch.service.several.group import GroupIndex
    from vaultsearch.service.sync.indexing import IndexingService


class VaultService(Protocol):
    """An open vault, or several. Coroutines run on the engine thread's loop, none on the window's."""

    @property
    def folder(self) -> Path: ...
    @property
    def index(self) -> IndexingService | GroupIndex: ...
    @property
    def query(self) -> QueryHelp: ...
    @property
    def pages(self) -> Pages: ...
    @property
    def notes(self) -> Notes: ...
    @property
    def relations(self) -> Relations: ...
    @property
    def history(self) -> VaultHistory: ...
    @property
    def excerpts(self) -> Excerpts: ...
    @property
    def basket(self) -> Basket | SharedBasket: ...
    @property
    def usage(self) -> Usage: ...
    @property
    def ask(self) -> Ask: ...
    def search_stages(
        self,
        query: str,
        n: int | None = None,
        mode: Mode | str = ...,
        *,
        rerank: bool = True,
        within: str = "",
        learned: bool = True,
        per_note: int = ...,
    ) -> AsyncGenerator[SearchStage, None]: ...
    async def search_passage(self, source: str, n: int | None = None) -> LongQueryAnswer: ...
    async def context(
        self,
        chunks: Sequence[Chunk],
        *,
        budget: int | None = None,
        most: int = ...,
        style: ContextFormat = ...,
        keep_order: bool = False,
        numbered: Sequence[str] = (),
    ) -> Context: ...
    async def count_tokens(self, text: str, *, is_english: bool = True) -> int: ...
    async def read(self, path: str, question: str = "") -> ReadNote: ...
    async def answers(self, question: str, chunks: Sequence[Chunk]) -> tuple[SentenceAnswer, ...]: ...
    async def texts(self, paths: Iterable[str]) -> dict[str, str]: ...
    async def addresses(self, paths: Iterable[str]) -> dict[str, NoteAddress]: ...
    async def find_note(self, name: str, numbers: Sequence[str] = ()) -> str: ...
    async def count_passages(self) -> int: ...
    async def status(self) -> IndexStatus: ...
    async def warm_up(self, first_question_s: float = 0.0) -> None: ...
    async def use(self, parameters: Mapping[str, object]) -> None: ...
    def hold(self) -> None: ...
    async def close(self) -> None: ...


class ServiceFactory(Protocol):
    """Opens vaults on the engine thread. Each method raises VaultSearchError for known trouble."""

    async def __call__(self, folder: Path) -> VaultService:
        """Open ``folder``, or ALL_VAULTS."""

    async def renewed(self, service: VaultService) -> VaultService:
        """Wait until the process writing an index rebuilds it or ends; open the vault again.

        ``service`` only reads it.
        """

    async def evaluate_own(
        self, service: VaultService, on_progress: Callable[[EvaluationProgress], None]
    ) -> OwnReport:
        """Measure a vault's search on questions generated from notes; cancelling the task ends it."""

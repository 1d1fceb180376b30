"""Assemble contexts from passages in a vault or several."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.context import PASSAGES_CONSIDERED, Context, ContextFormat, ReadNote
from vaultsearch.core.values.search import Chunk, SearchStage
from vaultsearch.service.parts.components import ComponentFactory
from vaultsearch.service.parts.model_access import LanguageModel
from vaultsearch.service.parts.workers import Workers

if TYPE_CHECKING:
    from vaultsearch.core.generation.support import SupportCheck


class _MakesLinks(Protocol):
    def uri(self, path: str, heading_path: Sequence[str] = ()) -> str: ...


class Contexts:
    """Assembles contexts from passages in a vault or several, and has what answers from them need.

    Attributes:
        texts: Returns notes' texts by path, without those gone.
    """

    obsidian: _MakesLinks
    texts: Callable[[Iterable[str]], Coroutine[Any, Any, dict[str, str]]]
    read: Callable[..., Coroutine[Any, Any, ReadNote]]
    search_stages: Callable[..., AsyncGenerator[SearchStage, None]]
    _components: ComponentFactory
    _workers: Workers
    _holders = 1
    """The window may show a vault alone and among all of them: it stays open until both have let it go."""

    @property
    def parameters(self) -> Parameters:
        """The parameters in force."""
        return self._components.parameters

    @property
    def language_model(self) -> LanguageModel:
        """The language model for answers."""
        return self._components.language_model

    def support_check(self) -> SupportCheck:
        """Return the check for a language model's answers, with the rerankers' models."""
        return self._components.support_check(self._workers.asking)

    def hold(self) -> None:
        """Hold the vault open once more; it takes another `close` to close it."""
        self._holders += 1

    def holds(self, path: str) -> bool:  # noqa: ARG002  # a single vault's passages are its own
        """Return whether a passage's note is in an open vault."""
        return True

    async def context(
        self,
        chunks: Sequence[Chunk],
        *,
        budget: int | None = None,
        most: int = PASSAGES_CONSIDERED,
        style: ContextFormat = ContextFormat.MARKDOWN,
        keep_order: bool = False,
        numbered: Sequence[str] = (),
    ) -> Context:
        """Assemble passages within a token budget, each cited by a vault link, notes numbered from 1.

        Args:
            chunks: The passages, best first.
            budget: In tokens; by default from the settings.
            most: How many passages are considered, unless ``keep_order``.
            style: The text's format.
            keep_order: Whether to keep the passages' order and consider all.
            numbered: Paths already numbered, if the caller keeps the numbers.
        """
        considered = chunks if keep_order else chunks[:most]
        # A passage of the single vault that was open before has no vault in front: it raised KeyError.
        chunks = [chunk for chunk in considered if self.holds(chunk.path)]
        # A passage may be older than the index: its note can be gone.
        texts = await self.texts(tuple(dict.fromkeys(chunk.path for chunk in chunks)))
        return await self._workers.asking(
            self._components.context_assembler(budget).assemble,
            chunks,
            texts,
            self.obsidian.uri,
            style,
            keep_order=keep_order,
            numbered=numbered,
        )

    async def count_tokens(self, text: str, *, is_english: bool = True) -> int:
        """Count a text's tokens as a context's budget does."""
        counter = self._components.context_assembler()
        return await self._workers.asking(counter.tokens, text, is_english=is_english)

"""The answer of the tool `context`: passages, their places and what was left out, together within a budget.

The budget is that of all that a client receives: with the places as structured content beside the text, a
budget of 60 tokens was answered with 856, and one of 2,000 with 3,059.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.languages.names import ENGLISH, UNDETERMINED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.values.context import Context, ContextPiece
    from vaultsearch.core.values.search import Chunk
    from vaultsearch.service.group.group import VaultGroup
    from vaultsearch.service.vault import Vault

_TRIES = 6
"""Assemblies until the passages have made room for their places: two are usual."""


@dataclass(frozen=True, slots=True)
class BudgetedContext:
    """Passages to gather, best first, the paths that have numbers already, and the notice of their search."""

    vault: Vault | VaultGroup
    chunks: Sequence[Chunk]
    numbered: Sequence[str]
    notice: str | None

    async def within(self, budget: int) -> tuple[str, tuple[str, ...]]:
        """Return the whole answer of at most ``budget`` tokens, and the paths of its notes in their order."""
        room, context = budget, await self._assembled(budget)
        for _ in range(_TRIES):
            text = self._written(context)
            excess = await self._count(text) - budget
            if context.pieces and excess <= 0:
                return text, tuple(piece.path for piece in context.pieces)
            if not context.pieces:
                break
            room = min(room, context.tokens) - excess
            context = await self._assembled(max(1, room))
        return await self._refusal(context, budget), ()

    async def _assembled(self, budget: int) -> Context:
        return await self.vault.context(self.chunks, budget=budget, numbered=self.numbered)

    async def _count(self, text: str) -> int:
        languages = {chunk.language for chunk in self.chunks}
        return await self.vault.count_tokens(text, is_english=languages <= {ENGLISH, UNDETERMINED})

    def _written(self, context: Context) -> str:
        """Write the passages, their places and what is left out."""
        left = f"Left out, over the budget: {len(context.left_out)} passages." if context.left_out else ""
        return "\n".join(filter(None, (context.text, _places(context.pieces), left, self._notice_line)))

    @property
    def _notice_line(self) -> str:
        return f"Notice: {self.notice}" if self.notice else ""

    async def _refusal(self, context: Context, budget: int) -> str:
        """Say what budget the smallest passage takes, or that there is none; add the notice if it fits."""
        sentence = "No results."
        if self.chunks:
            least = context.least or (await self._assembled(1)).least
            smallest = await self._assembled(least)
            needed = await self._count(self._written(smallest))
            sentence = f"Nothing fits: the smallest passage takes a budget of {needed:,}."
        whole = "\n".join(filter(None, (sentence, self._notice_line)))
        return whole if await self._count(whole) <= budget else sentence


def _places(pieces: Sequence[ContextPiece]) -> str:
    """List the notes' numbers, paths and lines, as `read_document` takes them."""
    lines: dict[tuple[int, str], list[str]] = {}
    for piece in pieces:
        of_note = lines.setdefault((piece.number, piece.path), [])
        if piece.line_start is not None:
            of_note.append(f"{piece.line_start}-{piece.line_end}")
    places = (f"[{number}] {path}:{','.join(of)}".rstrip(":") for (number, path), of in lines.items())
    return f"Lines: {'; '.join(places)}"

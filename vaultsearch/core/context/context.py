"""Passages as text to paste: one with its citation, or many within a token budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.index.tokens import lengths
from vaultsearch.core.values import Chunk, Context

if TYPE_CHECKING:
    from vaultsearch.core.protocols import TokenCounter

Uri = Callable[[Chunk], str]


def cited(chunk: Chunk, uri: str) -> str:
    """Give a passage under its citation, ``From NOTE (section: A > B):``, with the link that opens it."""
    section = f" (section: {' > '.join(chunk.heading_path)})" if chunk.heading_path else ""
    body = chunk.content or chunk.text
    return f"From {chunk.title}{section}:\n\n{body.strip()}\n\n{uri}\n".replace("\n\n\n\n", "\n\n")


@dataclass(frozen=True, slots=True)
class ContextAssembler:
    """Puts passages together, best first, as many as fit ``budget`` tokens.

    Tokens are the embedding model's, or a quarter of the characters where that is more: its
    tokenizer collapses long words and scripts that it does not know.
    """

    counter: TokenCounter
    budget: int

    def assemble(self, chunks: Sequence[Chunk], uri: Uri) -> Context:
        """Assemble the context; a passage that does not fit is left out, a later one may."""
        pieces: list[Chunk] = []
        text, tokens = "", 0
        for chunk in chunks:
            longer = f"{text}\n{cited(chunk, uri(chunk))}" if text else cited(chunk, uri(chunk))
            needed = self.tokens(longer)
            if needed <= self.budget:
                pieces.append(chunk)
                text, tokens = longer, needed
        return Context(text, tokens, self.budget, tuple(pieces), len(chunks) - len(pieces))

    def tokens(self, text: str) -> int:
        """Measure a text."""
        return lengths(self.counter.count([text]), [text])[0]

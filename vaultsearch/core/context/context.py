"""Passages as text to paste: one with its citation, or many within a token budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.index.tokens import lengths
from vaultsearch.core.languages.names import ENGLISH, UNDETERMINED
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
    tokenizer collapses long words and scripts that it does not know. Where a passage is not in English,
    they are those of ``multilingual``, if there is one.
    """

    counter: TokenCounter
    budget: int
    multilingual: TokenCounter | None = None

    def assemble(self, chunks: Sequence[Chunk], uri: Uri) -> Context:
        """Assemble the context; a passage that does not fit is left out, a later one may."""
        pieces: list[Chunk] = []
        text, tokens = "", 0
        for chunk in chunks:
            longer = f"{text}\n{cited(chunk, uri(chunk))}" if text else cited(chunk, uri(chunk))
            is_english = all(one.language in (ENGLISH, UNDETERMINED) for one in (*pieces, chunk))
            needed = self.tokens(longer, is_english=is_english)
            if needed <= self.budget:
                pieces.append(chunk)
                text, tokens = longer, needed
        return Context(text, tokens, self.budget, tuple(pieces), len(chunks) - len(pieces))

    def tokens(self, text: str, *, is_english: bool = True) -> int:
        """Measure a text."""
        counter = self.counter if is_english or self.multilingual is None else self.multilingual
        return lengths(counter.count([text]), [text])[0]

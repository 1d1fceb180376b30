"""Measures text in the embedding model's own tokens, without loading the model."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tokenizers import Tokenizer


@dataclass(frozen=True, slots=True)
class ModelTokenCounter:
    """Counts with the ``tokenizer.json`` in a model's folder; ``window`` is what the model reads at most."""

    folder: Path
    window: int

    def count(self, texts: Sequence[str]) -> list[int]:
        """Count each text's tokens, without those that mark beginning and end."""
        tokenizer = _tokenizer(self.folder / "tokenizer.json")
        return [len(one) for one in tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)]

    def offsets(self, texts: Sequence[str]) -> list[list[tuple[int, int]]]:
        """Tell where each token that the model reads stands, in characters: its marks stand nowhere, (0, 0).

        Of a text beyond the window, the first tokens and the mark of the end.
        """
        tokenizer = _tokenizer(self.folder / "tokenizer.json")
        every = [encoding.offsets for encoding in tokenizer.encode_batch(list(texts))]
        return [[*offsets[:-1][: self.window - 1], *offsets[-1:]] for offsets in every]


@cache
def _tokenizer(file: Path) -> Tokenizer:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_truncation()  # the file may ask for it, and a cut text cannot be measured
    tokenizer.no_padding()
    return tokenizer


def lengths(counter_counts: Sequence[int], texts: Sequence[str]) -> list[int]:
    """Give each text's length: its tokens, or a quarter of its characters where that is more.

    WordPiece turns 320 Thai characters, or a long address, into a handful of tokens.
    """
    return [max(n, -(-len(text) // 4)) for n, text in zip(counter_counts, texts, strict=True)]

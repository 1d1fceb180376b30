"""Token counts and offsets by the embedding model's own tokenizer, without loading the model."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.models.onnx_session import load_tokenizer, within_window

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vaultsearch.core.protocols import Ranges, Vectors


_GAP = re.compile(r"[ \t\r\n]+")
"""Separators of words for a tokenizer of BERT's for sure; it removes some other signs that look like them."""
_WORDS_KEPT = 50_000
_LONGEST_KEPT = 64


@dataclass(frozen=True, slots=True)
class ModelTokenCounter:
    """Counts with the ``tokenizer.json`` in a model's folder; the model reads ``window`` tokens at most."""

    folder: Path
    window: int

    def count(self, texts: Sequence[str]) -> list[int]:
        """Count each text's tokens, without those that mark beginning and end."""
        file = self.folder / "tokenizer.json"
        if _reads_by_words(file):
            words = [_GAP.split(text) for text in texts]
            if max(map(len, chain.from_iterable(words)), default=0) <= _LONGEST_KEPT:
                return _counted_by_words(file, words)
        return _counted(file, texts)

    def offsets(self, texts: Sequence[str]) -> list[list[tuple[int, int]]]:
        """Return the bounds of each token that the model reads, in characters, (0, 0) for its marks.

        Of a text beyond the window, the first tokens and the mark of the end.
        """
        tokenizer = load_tokenizer(self.folder / "tokenizer.json")
        every = [encoding.offsets for encoding in tokenizer.encode_batch(list(texts))]
        return [list(within_window(offsets, self.window)) for offsets in every]


def _counted(file: Path, texts: Sequence[str]) -> list[int]:
    encodings = load_tokenizer(file).encode_batch_fast(list(texts), add_special_tokens=False)
    return [len(encoding) for encoding in encodings]


def _counted_by_words(file: Path, texts: Sequence[Sequence[str]]) -> list[int]:
    """Count the tokens of texts, given as words: most of them were counted before, in other texts."""
    known = _known_words(file)
    if len(known) > _WORDS_KEPT:
        _known_words.cache_clear()
        known = _known_words(file)
    unknown = list(set(chain.from_iterable(texts)).difference(known))
    known.update(zip(unknown, _counted(file, unknown), strict=True))
    return [sum(map(known.__getitem__, words)) for words in texts]


@cache
def _known_words(_file: Path) -> dict[str, int]:
    return {}


@cache
def _reads_by_words(file: Path) -> bool:
    """Return whether a text's tokens are those of its words, each by itself."""
    from tokenizers.normalizers import BertNormalizer
    from tokenizers.pre_tokenizers import BertPreTokenizer

    tokenizer = load_tokenizer(file)
    parts = tokenizer.normalizer, tokenizer.pre_tokenizer
    return isinstance(parts[0], BertNormalizer) and isinstance(parts[1], BertPreTokenizer)


def lengths(counter_counts: Sequence[int], texts: Sequence[str]) -> list[int]:
    """Return each text's length: its tokens, or a quarter of its characters if that is more.

    WordPiece turns 320 Thai characters, or a long address, into a handful of tokens.
    """
    return [max(n, -(-len(text) // 4)) for n, text in zip(counter_counts, texts, strict=True)]


def pooled_parts(tokens: Vectors, offsets: Sequence[tuple[int, int]], parts: Sequence[Ranges]) -> Vectors:
    """Pool a text's token vectors, (tokens, dimension), to one for each part: float32, unit length.

    Args:
        tokens: The last hidden states, float32 (tokens, dimension).
        offsets: The bounds of each token in the text, in characters. Empty ones are those of the marks of
            beginning and end, which count for every part, as they do if a passage is encoded alone.
        parts: The ranges of each part, in characters.
    """
    starts, ends = np.asarray(offsets[: len(tokens)], dtype=np.int64).reshape(-1, 2).T
    pooled = []
    for ranges in parts:
        chosen = starts == ends
        for start, end in ranges:
            chosen |= (starts < end) & (ends > start)
        mean = tokens[: len(chosen)][chosen].mean(axis=0)
        pooled.append(mean / max(float(np.linalg.norm(mean)), 1e-12))
    return np.asarray(pooled, dtype=np.float32)

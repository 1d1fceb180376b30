"""Tokenize texts, count tokens and find offsets, without loading a model."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from itertools import chain, filterfalse
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from vaultsearch.core.errors import ModelUnavailableError

if TYPE_CHECKING:
    from tokenizers import Encoding, Tokenizer

    from vaultsearch.core.protocols import Ranges, Vectors

T = TypeVar("T")

INPUTS = ("input_ids", "attention_mask", "token_type_ids")
"""A BERT's inputs, int64 (texts, tokens) each."""


@cache
def load_tokenizer(file: Path) -> Tokenizer:
    """Load a tokenizer.json, without padding or truncation. Raise ModelUnavailableError if that fails.

    Files for equal tokens share a tokenizer of 8 MB, such as the default model's and the cross-encoder's.
    """
    # Threads for each call take longer to share a note's few words than one takes to read them.
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    try:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(file))
    except Exception as error:  # tokenizers raises no class of its own
        sentence = f"The tokenizer {file} can't be loaded: {error}"
        raise ModelUnavailableError(sentence, "Reinstall vaultsearch.") from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return _LOADED.setdefault(sha256(tokenizer.to_str().encode()).digest(), tokenizer)


_LOADED: dict[bytes, Tokenizer] = {}
"""The first loaded among equal tokenizers, by digest."""


def unit_length(vectors: Vectors) -> Vectors:
    """Scale a vector, or each row, to unit length as float32; zeros stay."""
    whole = np.asarray(vectors, dtype=np.float32)
    lengths = np.linalg.norm(whole, axis=-1, keepdims=True)
    return np.asarray(whole / np.maximum(lengths, 1e-12), dtype=np.float32)


def within_window(values: Sequence[T], window: int) -> Sequence[T]:
    """Cut values for tokens beyond a model's window, keeping the last, which is the end mark's."""
    return values if len(values) <= window else [*values[: window - 1], values[-1]]


def model_inputs(encoding: Encoding, window: int) -> dict[str, NDArray[np.int64]]:
    """Return a BERT's inputs for a text, cut to the window: int64 (1, tokens) each."""
    parts = zip(INPUTS, (encoding.ids, encoding.attention_mask, encoding.type_ids), strict=True)
    return {name: np.asarray([within_window(part, window)], dtype=np.int64) for name, part in parts}


_GAP = re.compile(r"[ \t\r\n]+")
"""Certain word separators for BERT's tokenizer, which removes some similar signs."""
_REMOVED = re.compile("[\x0b\x0c\x1c-\x1f\x85]")
"""Removed signs that `str.split` takes for spaces; without them, it is usable and five times as quick."""
_PLAIN = re.compile(r"[!-;=-Z\\-~]+")
"""ASCII without the brackets around the marks of tokenizers."""
_PART = re.compile(r"[a-z0-9]+|[^a-z0-9]")
_WORDS_KEPT = 75_000
_LONGEST_KEPT = 64


@dataclass(frozen=True, slots=True)
class ModelTokenCounter:
    """Counts with the ``tokenizer.json`` in a model's folder; the model reads at most ``window`` tokens."""

    folder: Path
    window: int

    def count(self, texts: Sequence[str]) -> list[int]:
        """Count each text's tokens, without beginning and end marks."""
        file = _tokenizer_file(self.folder)
        if _reads_by_words(file):
            words = [_GAP.split(text) if _REMOVED.search(text) else text.split() for text in texts]
            known = _known_words(file)
            # Mostly, all of them were counted before.
            with suppress(KeyError):
                return [sum(map(known.__getitem__, of_text)) for of_text in words]
            # Long runs, such as Chinese without spaces, hardly ever come again; kept, they would only take
            # memory.
            if max(map(len, chain.from_iterable(words)), default=0) <= _LONGEST_KEPT:
                return _count_by_words(file, words)
        return _count_tokens(file, texts)

    def offsets(self, texts: Sequence[str]) -> list[list[tuple[int, int]]]:
        """Return the bounds of each token the model reads, in characters, (0, 0) for marks.

        Texts beyond the window give the first tokens and the end mark.
        """
        encodings = (encode_text(_tokenizer_file(self.folder), text) for text in texts)
        return [list(within_window(encoding.offsets, self.window)) for encoding in encodings]


@lru_cache(maxsize=64)
def encode_text(file: Path, text: str) -> Encoding:
    """Tokenize a text; cached, as vectors, windows and marks are made of the same passages."""
    return load_tokenizer(file).encode(text)


@cache
def _tokenizer_file(folder: Path) -> Path:
    return folder / "tokenizer.json"


def _count_tokens(file: Path, texts: Sequence[str]) -> list[int]:
    encodings = load_tokenizer(file).encode_batch_fast(list(texts), add_special_tokens=False)
    return [len(encoding) for encoding in encodings]


def _count_by_words(file: Path, texts: Sequence[Sequence[str]]) -> list[int]:
    """Count tokens in texts given as words: most were counted before, in other texts."""
    known = _known_words(file)
    # All at once rather than the least used: counting anew is cheap, and bookkeeping would cost each word.
    if len(known) > _WORDS_KEPT:
        _known_words.cache_clear()
        known = _known_words(file)
    unknown = set(filterfalse(known.__contains__, chain.from_iterable(texts)))
    # The tokenizer takes 10 us for each, and most differ from known words by capitals and signs alone.
    parts = {word: _PART.findall(word.lower()) for word in filter(_PLAIN.fullmatch, unknown)}
    new = set(filterfalse(known.__contains__, chain.from_iterable(parts.values())))
    known.update(dict.fromkeys(filter(load_tokenizer(file).token_to_id, new), 1))
    uncounted = list((new | (unknown - parts.keys())).difference(known))
    known.update(zip(uncounted, _count_tokens(file, uncounted), strict=True))
    known.update((word, sum(map(known.__getitem__, of_word))) for word, of_word in parts.items())
    return [sum(map(known.__getitem__, words)) for words in texts]


@cache
def _known_words(_file: Path) -> dict[str, int]:
    return {}


@cache
def _reads_by_words(file: Path) -> bool:
    """Return whether a text's tokens are its words' tokens, and a word's those of its `_PART`s."""
    from tokenizers.normalizers import BertNormalizer
    from tokenizers.pre_tokenizers import BertPreTokenizer

    tokenizer = load_tokenizer(file)
    parts = tokenizer.normalizer, tokenizer.pre_tokenizer
    is_bert = isinstance(parts[0], BertNormalizer) and isinstance(parts[1], BertPreTokenizer)
    added = (token.content for token in tokenizer.get_added_tokens_decoder().values())
    return is_bert and parts[0].lowercase and not any(map(_PLAIN.fullmatch, added))


def text_lengths(counter_counts: Sequence[int], texts: Sequence[str]) -> list[int]:
    """Return each text's length: tokens, or a quarter of the characters if more.

    WordPiece turns 320 Thai characters, or a long address, into a handful of tokens.
    """
    return [max(n, -(-len(text) // 4)) for n, text in zip(counter_counts, texts, strict=True)]


def pooled_parts(tokens: Vectors, offsets: Sequence[tuple[int, int]], parts: Sequence[Ranges]) -> Vectors:
    """Pool a text's token vectors, (tokens, dimension), to a vector per part: float32, unit length.

    Args:
        tokens: The last hidden states, float32 (tokens, dimension).
        offsets: Each token's bounds in the text, in characters. Empty ones belong to beginning and end marks,
            which count for every part, as when a passage is encoded alone.
        parts: Each part's ranges, in characters.
    """
    starts, ends = np.asarray(offsets[: len(tokens)], dtype=np.int64).reshape(-1, 2).T
    pooled = []
    for ranges in parts:
        # The marks of beginning and end, which have no characters.
        chosen = starts == ends
        for start, end in ranges:
            chosen |= (starts < end) & (ends > start)
        mean = tokens[: len(chosen)][chosen].mean(axis=0)
        pooled.append(mean / max(float(np.linalg.norm(mean)), 1e-12))
    return np.asarray(pooled, dtype=np.float32)

"""The tokens of multilingual-e5-small: XLM-RoBERTa's unigram vocabulary, by the library tokenizers."""

from __future__ import annotations

import os
import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from vaultsearch.core.models.e5_source import load_source

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from tokenizers import Tokenizer

_SPACES = re.compile(" {2,}")


@dataclass(frozen=True, slots=True)
class E5Tokenizer:
    """Cuts texts into token ids, those of beginning and end among them, at most ``window``.

    As the reference does, characters that the vocabulary does not know count once in a row.
    """

    tokenizer: Tokenizer
    normal: Mapping[int, str]
    ends: tuple[int, int]
    window: int

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Give the ids of each text."""
        beginning, end = self.ends
        found = self.tokenizer.encode_batch([self._normalized(text) for text in texts])
        return [[beginning, *one.ids[: self.window - 2], end] for one in found]

    def _normalized(self, text: str) -> str:
        # Composed first: a German text from macOS has its dots as characters of their own.
        return _SPACES.sub(" ", unicodedata.normalize("NFC", text).translate(self.normal))


@cache
def load_e5_tokenizer(file: Path) -> E5Tokenizer:
    """Make the tokenizer that the weights' file holds, in half a second; raises ModelUnavailableError."""
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    from tokenizers import Tokenizer, models, pre_tokenizers

    source = load_source(file)
    known = source.vocabulary
    tokenizer = Tokenizer(models.Unigram(list(known.pieces), unk_id=known.unknown))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always")
    return E5Tokenizer(tokenizer, known.normal, (known.beginning, known.end), source.shape.window)

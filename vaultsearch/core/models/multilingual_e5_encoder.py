"""The encoder for a hundred languages: multilingual-e5-small, by onnxruntime.

Wang et al., "Multilingual E5 Text Embeddings: A Technical Report" (2024).
"""

from __future__ import annotations

import os
import re
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.models.device import free_cores
from vaultsearch.core.models.e5_source import (
    MULTILINGUAL_E5,
    PINNED_SHA256,
    PieceNumbers,
    laid_out,
    load_source,
    located_source,
    quantized_matrices,
)
from vaultsearch.core.models.packaged_model import verify_digest
from vaultsearch.core.worker import drop_at_rest, still_wanted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

    from vaultsearch.core.models.e5_source import E5Source, Vocabulary
    from vaultsearch.core.protocols import Vectors

_LAYOUT = 1
"""To be raised when vectors made with a former graph are to be made anew."""
INPUT = "embedded"
"""float32 (1, tokens, hidden): the words' and positions' own vectors of one text."""
_QUESTION, _PASSAGE = "query: ", "passage: "
"""The model was trained with these prefixes, by which it tells questions from passages."""
_METASPACE = "▁"
_MUCH = 2000
"""Characters from which the tree of all pieces pays: it takes a second to make."""
_SPACES = re.compile(" {2,}")


@dataclass(frozen=True, slots=True)
class MultilingualE5Encoder:
    """An `Encoder` over the pinned weights, which are laid out once beneath ``models`` for onnxruntime.

    Holds paths only, so it travels between processes; each loads the model when it first encodes. Raise
    ModelUnavailableError if the weights are not the pinned ones.
    """

    source: Path
    models: Path
    threads: int | None = None

    @classmethod
    def at_hand(cls, models: Path) -> MultilingualE5Encoder:
        """Return the encoder over the weights on this machine. Raise ModelUnavailableError without any."""
        return cls(located_source(models), models)

    @property
    def name(self) -> str:
        """The model's name as the user knows it."""
        return MULTILINGUAL_E5

    @property
    def path(self) -> Path:
        """The folder with the weights."""
        return self.source.parent

    @property
    def dimension(self) -> int:
        """The length of a vector."""
        return 384

    @property
    def fingerprint(self) -> str:
        """The model's fingerprint, by which its vectors are known from another's."""
        return f"{self.name}:{PINNED_SHA256}:{_LAYOUT}"

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Encode questions: float32 (n, 384), unit length."""
        return self._encoded([_QUESTION + text for text in texts])

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Encode passages: float32 (n, 384), unit length; of a very long one, the first 512 tokens count."""
        return self._encoded([_PASSAGE + text for text in texts])

    def warm_up(self) -> None:
        """Load the model, so that the first question need not wait for it."""
        self.encode_queries(["warm"])

    def verify(self) -> None:
        """Raise ModelUnavailableError if the weights are not the pinned ones."""
        verify_digest(self.source, PINNED_SHA256)

    def _encoded(self, texts: Sequence[str]) -> Vectors:
        """Encode each text in a run of one thread, as many at once as there are cores."""
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        model = _loaded(self.source, self.models)
        every = model.tokenizer.ids(texts)

        check = still_wanted()

        def encoded(ids: Sequence[int]) -> Vectors:
            check()
            return np.asarray(model.session.run(None, {INPUT: model.source.embedded(ids)[None]})[0])

        if len(every) == 1:  # a question, which need not wait for threads to start
            return encoded(every[0])
        longest_first = sorted(range(len(every)), key=lambda place: -len(every[place]))
        vectors = np.empty((len(every), self.dimension), dtype=np.float32)
        with ThreadPoolExecutor(self.threads or free_cores()) as threads:
            encoded_texts = threads.map(encoded, (every[place] for place in longest_first))
            for place, vector in zip(longest_first, encoded_texts, strict=True):
                vectors[place] = vector
        return vectors


@dataclass(frozen=True, slots=True)
class _Loaded:
    source: E5Source
    tokenizer: E5Tokenizer
    session: InferenceSession


_loading = Lock()


def _loaded(source: Path, models: Path) -> _Loaded:
    """Load the model, once in a process whichever threads want it."""
    with _loading:
        return _load(source, models)


@cache
def _load(source: Path, models: Path) -> _Loaded:
    """Load the model, laid out first if it is not yet."""
    weights = load_source(source)
    session = laid_out(models).load(lambda: quantized_matrices(weights))
    loaded = _Loaded(weights, load_e5_tokenizer(source), session)
    for cached_loader in (_load, load_e5_tokenizer, load_source):
        drop_at_rest(cached_loader.cache_clear, is_model=True)
    return loaded


@dataclass(frozen=True, slots=True)
class E5Tokenizer:
    """Cuts texts into token ids, those of beginning and end among them, at most ``window``.

    As the reference does, characters that the vocabulary does not know count once in a row. A question is
    cut by those pieces alone that occur in it: the tree of all takes a second to make, and 150 MB.
    """

    file: Path
    vocabulary: Vocabulary
    numbers: PieceNumbers
    longest: int
    least_likely: int
    window: int

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the token ids of each text."""
        normalized = [self._normalized(text) for text in texts]
        if sum(map(len, normalized)) > _MUCH:
            tokenizer, known = _tokenizer_of_all(self.file), None
        else:
            known = self._occurring(normalized)
            tokenizer = _tokenizer(self.vocabulary, known)
        beginning, end = self.vocabulary.beginning, self.vocabulary.end
        id_lists = [encoding.ids[: self.window - 2] for encoding in tokenizer.encode_batch(normalized)]
        return [
            [beginning, *(ids if known is None else [known[token_id] for token_id in ids]), end]
            for ids in id_lists
        ]

    def _occurring(self, texts: Sequence[str]) -> list[int]:
        """Return the pieces that occur in texts, the unknown one, and the least likely one."""
        token_ids = {self.vocabulary.unknown, self.least_likely}
        parts: set[bytes] = set()
        for text in texts:
            spelt = f" {text}".replace(" ", _METASPACE).encode()
            for start in range(len(spelt)):
                ends = range(start + 1, min(len(spelt), start + self.longest) + 1)
                parts.update([spelt[start:end] for end in ends])
        return sorted(token_ids.union(self.numbers.of(parts)))

    def _normalized(self, text: str) -> str:
        # Composed first: a German text from macOS has its dots as characters of their own.
        normal = unicodedata.normalize("NFC", text).translate(self.vocabulary.normal)
        return _SPACES.sub(" ", normal)


def _tokenizer(vocabulary: Vocabulary, ids: Sequence[int]) -> Tokenizer:
    """Make a tokenizer of the pieces with these ids, which it numbers in their order."""
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    from tokenizers import Tokenizer, models, pre_tokenizers

    pieces = [(vocabulary.spelt[token_id].decode(), vocabulary.scores[token_id]) for token_id in ids]
    tokenizer = Tokenizer(models.Unigram(pieces, unk_id=ids.index(vocabulary.unknown)))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always")
    return tokenizer


@cache
def _tokenizer_of_all(file: Path) -> Tokenizer:
    """Make the tokenizer of all pieces; one saved note of two pages had it stay for good, with its 150 MB."""
    drop_at_rest(_tokenizer_of_all.cache_clear)
    vocabulary = load_source(file).vocabulary
    return _tokenizer(vocabulary, range(len(vocabulary.spelt)))


@cache
def load_e5_tokenizer(file: Path) -> E5Tokenizer:
    """Make the tokenizer from the weights' file. Can raise ModelUnavailableError."""
    source = load_source(file)
    known = source.vocabulary
    least_likely = known.scores.index(min(known.scores))
    longest = max(map(len, known.spelt.all()))
    numbers = PieceNumbers(known.spelt)
    return E5Tokenizer(file, known, numbers, longest, least_likely, source.shape.window)

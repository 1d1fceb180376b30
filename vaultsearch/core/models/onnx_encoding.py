"""The encoder of the default model, in eight bits by onnxruntime: without torch, and ready at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, lru_cache
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.models.default_model_weights import laid_out, quantized_weights
from vaultsearch.core.models.device import free_cores
from vaultsearch.core.models.onnx_session import load_tokenizer, padded, within_window
from vaultsearch.core.models.packaged_model import (
    CROSS_ENCODER,
    DEFAULT,
    DEFAULT_IN_FLOAT32,
    ONNX_FILE,
    TOKENIZER,
)
from vaultsearch.core.models.tokens import ModelTokenCounter, pooled_parts
from vaultsearch.core.worker import drop_at_rest, still_wanted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray
    from onnxruntime import InferenceSession
    from tokenizers import Encoding

    from vaultsearch.core.protocols import Ranges, Vectors

_KEPT_QUESTIONS = 8
_WINDOW = 256
"""Tokens that the model reads at most."""


@dataclass(frozen=True, slots=True)
class OnnxEncoder:
    """A `TokenEncoder` over the pinned default model, which is laid out once beneath ``models``.

    Its vectors are at a mean cosine of 0.995 to those of `SentenceTransformerEncoder`, whose fingerprint it
    shares: both may stand in one index. Holds names only, so it travels between processes; each loads the
    model when it first encodes. Raise ModelUnavailableError if the weights are not the pinned ones.

    Args:
        path: The folder with the weights, as their package has them.
        vocabulary: The folder with the tokenizer.
        models: The folder beneath which the model is laid out; without it, each process holds its own.
        threads: How many texts are encoded at once; by default, as many as there are free cores.
    """

    path: Path
    vocabulary: Path
    models: Path | None = None
    threads: int | None = None

    @classmethod
    def installed(cls, models: Path | None = None) -> OnnxEncoder:
        """Return the encoder over the installed weights, or those downloaded beneath ``models``.

        Raise ModelUnavailableError without them.
        """
        return cls(DEFAULT.locate(models), CROSS_ENCODER.locate(models), models)

    @property
    def name(self) -> str:
        """The model's name as the user knows it."""
        return DEFAULT.name

    @property
    def dimension(self) -> int:
        """The length of a vector."""
        return 384

    @property
    def fingerprint(self) -> str:
        """The model's fingerprint, by which its vectors are known from another's."""
        return f"{DEFAULT.name}:{DEFAULT_IN_FLOAT32.sha256[0][1]}"

    @property
    def counter(self) -> ModelTokenCounter:
        """Count in this model's tokens, up to its window."""
        return ModelTokenCounter(self.vocabulary, _WINDOW)

    def verify(self) -> None:
        """Raise ModelUnavailableError if the weights are not the pinned ones."""
        DEFAULT.verify(self.path)

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Encode questions: float32 (n, dimension), unit length."""
        if len(texts) != 1:
            return self.encode_passages(texts)
        return _unit(_states_of_question(self, texts[0]).mean(axis=0, keepdims=True))

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Encode passages: float32 (n, dimension), unit length."""
        vectors = np.empty((len(texts), self.dimension), dtype=np.float32)
        for place, _, tokens in self._token_states(texts):
            vectors[place] = _unit(tokens.mean(axis=0))
        return vectors

    def encode_parts(self, texts: Sequence[str], parts: Sequence[Sequence[Ranges]]) -> list[Vectors]:
        """Encode parts of texts in the light of the whole: float32 (parts, dimension) each, unit length."""
        parts_by_place = {
            place: pooled_parts(tokens, within_window(encoding.offsets, _WINDOW), parts[place])
            for place, encoding, tokens in self._token_states(texts)
        }
        return [parts_by_place[place] for place in range(len(texts))]

    def encode_query_tokens(self, text: str) -> Vectors:
        """Encode each token of a question: float32 (tokens, dimension), unit length."""
        return _unit(_inner(_states_of_question(self, text)))

    def encode_passage_tokens(self, texts: Sequence[str]) -> list[Vectors]:
        """Encode each token of each passage, without those that mark beginning and end."""
        tokens_by_place = {place: tokens for place, _, tokens in self._token_states(texts)}
        ordered = (tokens_by_place[place] for place in range(len(texts)))
        return [_unit(_inner(tokens)) for tokens in ordered]

    def warm_up(self) -> None:
        """Load the model, so that the first question need not wait for it."""
        self.encode_queries(["warm"])

    def _token_states(self, texts: Sequence[str]) -> Iterator[tuple[int, Encoding, Vectors]]:
        """Yield each text's index, its tokens, and their last hidden state, the longest first.

        Each text is a run of one thread, as many at once as there are cores: that takes four fifths of
        the time of padded batches on all cores (measured by `python -m tests.bench.rerankers`).
        """
        session = _session(self.path, self.models)
        encodings = load_tokenizer(self.vocabulary / TOKENIZER).encode_batch(list(texts))
        order = sorted(range(len(texts)), key=lambda place: -len(encodings[place]))

        check = still_wanted()

        def states(place: int) -> Vectors:
            check()
            return np.asarray(session.run(None, padded([encodings[place]], _WINDOW))[0][0])

        if len(order) == 1:  # a question, which need not wait for threads to start
            yield 0, encodings[0], states(0)
            return
        with ThreadPoolExecutor(self.threads or free_cores()) as threads:
            for place, token_states in zip(order, threads.map(states, order), strict=True):
                yield place, encodings[place], token_states


@lru_cache(_KEPT_QUESTIONS)
def _states_of_question(encoder: OnnxEncoder, text: str) -> Vectors:
    """Return a question's token states: the stages of a search ask for its vector, and for its tokens'."""
    ((_, _, tokens),) = encoder._token_states([text])
    return tokens


def _inner(tokens: Vectors) -> Vectors:
    """Return the tokens without those that mark beginning and end."""
    return tokens[1:-1] if len(tokens) > 2 else tokens


_loading = Lock()


def _session(path: Path, models: Path | None) -> InferenceSession:
    """Return the model, loaded once in a process whichever threads want it."""
    with _loading:
        return _load(path, models)


@cache
def _load(path: Path, models: Path | None) -> InferenceSession:
    def weights() -> Iterator[NDArray[np.generic]]:
        DEFAULT.verify(path)
        return quantized_weights(path / ONNX_FILE)

    session = laid_out(models).load(weights)
    drop_at_rest(_load.cache_clear, is_model=True)
    return session


def _unit(vectors: Vectors) -> Vectors:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, 1e-12), dtype=np.float32)

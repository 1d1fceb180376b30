"""A vector cache in the encoder's process: with each key typed, most texts come again."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vaultsearch.core.memory import drop_at_rest
from vaultsearch.core.protocols import Encoder, Runner, Vectors
from vaultsearch.core.threads import has_failed


class VectorCache:
    """Cache the last question's vectors, and those of the ``most`` recently used texts, as ``dtype``."""

    def __init__(self, most: int, dtype: type[np.floating[Any]] = np.float16) -> None:
        self._most = most
        self._dtype = dtype
        self._vectors: OrderedDict[str, NDArray[np.floating[Any]]] = OrderedDict()
        self._question: tuple[str, Vectors] | None = None

    def question(self, text: str, encode: Callable[[str], Vectors]) -> Vectors:
        """Return a question's vectors, encoding it unless it was the last."""
        if self._question is None or self._question[0] != text:
            self._question = (text, encode(text))
        return self._question[1]

    def texts(self, texts: Sequence[str], encode: Callable[[list[str]], Iterable[Vectors]]) -> list[Vectors]:
        """Return each text's vectors; call ``encode`` once with all missing texts."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if missing:
            for text, vectors in zip(missing, encode(missing), strict=True):
                self._vectors[text] = vectors.astype(self._dtype)
        # All are moved before any is dropped, so that a list longer than the cache is still answered.
        for text in texts:
            self._vectors.move_to_end(text)
        cached = [self._vectors[text].astype(np.float32) for text in texts]
        while len(self._vectors) > self._most:
            self._vectors.popitem(last=False)
        return cached


@cache
def shared_vector_cache(
    _purpose: str, _fingerprint: str, most: int, dtype: type[np.floating[Any]] = np.float16
) -> VectorCache:
    """Return the process's cache for a purpose and an encoder's fingerprint, up to 80 MB for passages."""
    drop_at_rest(shared_vector_cache.cache_clear, is_model=True)
    return VectorCache(most, dtype)


_MAX_QUESTIONS = 8


@dataclass(slots=True)
class _Encoding:
    """A question's encoding, and how many callers await it."""

    vectors: asyncio.Future[Vectors]
    waiting: int = 0


class QuestionVectors:
    """Encodes questions and caches the last few; concurrent callers share a single encoding.

    Encoding stops when nobody waits any more. Lives on a single event loop. ``run`` runs the encoder.
    """

    def __init__(self, run: Runner) -> None:
        self._run = run
        self._vectors: dict[tuple[str, str], _Encoding] = {}

    async def __call__(self, encoder: Encoder, query: str) -> Vectors:
        """Return a question's vector, float32 (dimension,). Raise ModelUnavailableError, WorkerDiedError."""
        key = (encoder.fingerprint, query)
        encoding = self._vectors.get(key)
        # A failure is not kept: the model may be there by now.
        if encoding is None or has_failed(encoding.vectors):
            encoding = _Encoding(asyncio.ensure_future(self._run(encoder.encode_queries, [query])))
            self._vectors[key] = encoding
            if len(self._vectors) > _MAX_QUESTIONS:
                del self._vectors[next(iter(self._vectors))]
        encoding.waiting += 1
        try:
            # Others may wait for the same encoding: one that gives up must not cancel it for all.
            vectors = await asyncio.shield(encoding.vectors)
        except asyncio.CancelledError:
            if encoding.waiting == 1 and not encoding.vectors.done():
                if self._vectors.get(key) is encoding:
                    del self._vectors[key]
                encoding.vectors.cancel()
                await asyncio.wait([encoding.vectors])  # so that the loop may be closed after this
            raise
        finally:
            encoding.waiting -= 1
        vector: Vectors = vectors[0]
        return vector

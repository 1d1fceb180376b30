"""The vectors of the last questions: the legs that ask the same model have each encoded once."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultsearch.core.protocols import Encoder, Runner, Vectors

_KEPT = 8


@dataclass(slots=True)
class _Encoding:
    """The encoding of a question, and how many wait for it."""

    vectors: asyncio.Future[Vectors]
    waiting: int = 0

    @property
    def has_failed(self) -> bool:
        done = self.vectors.done()
        return done and (self.vectors.cancelled() or self.vectors.exception() is not None)


class QuestionVectors:
    """Encodes questions, and keeps the last ones; of a question that is being encoded, all await one result.

    It is given up once nobody waits for it any more. Lives on one event loop. ``run`` runs the encoder.
    """

    def __init__(self, run: Runner) -> None:
        self._run = run
        self._kept: dict[tuple[str, str], _Encoding] = {}

    async def __call__(self, encoder: Encoder, query: str) -> Vectors:
        """Return a question's vector, float32 (dimension,). Raise ModelUnavailableError, WorkerDiedError."""
        key = (encoder.fingerprint, query)
        encoding = self._kept.get(key)
        if encoding is None or encoding.has_failed:
            encoding = _Encoding(asyncio.ensure_future(self._run(encoder.encode_queries, [query])))
            self._kept[key] = encoding
            while len(self._kept) > _KEPT:
                del self._kept[next(iter(self._kept))]
        encoding.waiting += 1
        try:
            vectors = await asyncio.shield(encoding.vectors)
        except asyncio.CancelledError:
            if encoding.waiting == 1 and not encoding.vectors.done():
                if self._kept.get(key) is encoding:
                    del self._kept[key]
                encoding.vectors.cancel()
                await asyncio.wait([encoding.vectors])  # so that the loop may be closed after this
            raise
        finally:
            encoding.waiting -= 1
        vector: Vectors = vectors[0]
        return vector

"""The vectors of the last questions: the legs that ask the same model have each encoded once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultsearch.core.protocols import Encoder, Runner, Vectors

_KEPT = 8


class QuestionVectors:
    """Encodes questions, and keeps the last ones; of a question that is being encoded, all await one result.

    Lives on one event loop. ``run`` runs the encoder.
    """

    def __init__(self, run: Runner) -> None:
        self._run = run
        self._kept: dict[tuple[str, str], asyncio.Future[Vectors]] = {}

    async def __call__(self, encoder: Encoder, query: str) -> Vectors:
        """Return a question's vector, float32 (dimension,). Raise ModelUnavailableError, WorkerDiedError."""
        key = (encoder.fingerprint, query)
        encoding = self._kept.get(key)
        if encoding is None or encoding.cancelled() or (encoding.done() and encoding.exception()):
            encoding = asyncio.ensure_future(self._run(encoder.encode_queries, [query]))
            # An error is raised to those who wait; whoever is cancelled leaves it to the others.
            encoding.add_done_callback(lambda done: done.cancelled() or done.exception())
            self._kept[key] = encoding
            while len(self._kept) > _KEPT:
                del self._kept[next(iter(self._kept))]
        vector: Vectors = (await asyncio.shield(encoding))[0]
        return vector

"""The leg that finds pictures by what they show, if the user has named a model for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultsearch.core.filters import Filter
    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.models.picture_encoder import PictureEncoder
    from vaultsearch.core.protocols import Runner
    from vaultsearch.core.values.search import Chunk


class PictureRetriever:
    """A `Retriever` of pictures: the question's text and the pictures are encoded by one model.

    ``encoder`` returns the model, None for none; it is called, in a thread, by each question.
    """

    def __init__(
        self, corpus: LanceCorpus, encoder: Callable[[], PictureEncoder | None], run: Runner
    ) -> None:
        self._corpus = corpus
        self._encoder = encoder
        self._run = run

    async def __call__(self, query: str, n: int, where: Filter | None = None) -> list[Chunk]:
        """Return the n nearest pictures; raise ModelUnavailableError if the model cannot be used."""
        encoder = await in_thread(self._encoder)
        if encoder is None or not await self._corpus.pictures.has_any(encoder.fingerprint):
            return []
        vector = await self._run(encoder.encode_text, query)
        return await self._corpus.query_pictures(vector, encoder.fingerprint, n, where)

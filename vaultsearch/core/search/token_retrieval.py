"""The leg that asks by token vectors: late interaction in the database, over all passages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.models.encoder import SentenceTransformerEncoder
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from vaultsearch.core.filters import Filter
    from vaultsearch.core.protocols import Runner, SupportsTokenEmbeddings, TokenEncoder
    from vaultsearch.core.values.search import Chunk


class TokenRetriever:
    """Finds by MaxSim: each token of the question by its best in the passage (Khattab and Zaharia 2020).

    Needs an index that was made with ``embedding.chunking_mode = colbert``.
    """

    def __init__(
        self,
        corpus: SupportsTokenEmbeddings,
        *,
        encoder: TokenEncoder | None = None,
        run: Runner = in_thread,
    ) -> None:
        self._corpus = corpus
        self._encoder: TokenEncoder = encoder or SentenceTransformerEncoder.named()
        self._run = run

    async def __call__(self, query: str, n: int, where: Filter | None = None) -> list[Chunk]:
        """Give the n best passages; raises NotIndexedError where the index holds no token vectors."""
        if not query.strip():
            return []
        vectors = await self._run(self._encoder.encode_query_tokens, query)
        return await self._corpus.query_token_embeddings(vectors, n, where)

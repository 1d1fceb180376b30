"""The encoder by a server on this computer that has `/embeddings` in OpenAI's shape, such as Ollama's."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.installation import has_extra, how_to_add
from vaultsearch.core.messages import Message
from vaultsearch.core.models.chat_client import ChatClient, Endpoint, EndpointError
from vaultsearch.core.models.encoder import WholeTextEncoder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.protocols import Vectors


class _Prefixes(NamedTuple):
    question: str
    passage: str = ""


_PREFIXES = {
    "nomic-embed": _Prefixes("search_query: ", "search_document: "),
    "embeddinggemma": _Prefixes("task: search result | query: ", "title: none | text: "),
    "mxbai-embed": _Prefixes("Represent this sentence for searching relevant passages: "),
    "bge-m3": _Prefixes(""),
    "bge-": _Prefixes("Represent this sentence for searching relevant passages: "),
    "snowflake-arctic-embed": _Prefixes("Represent this sentence for searching relevant passages: "),
    "qwen3-embedding": _Prefixes(
        "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: "
    ),
    "e5-": _Prefixes("query: ", "passage: "),
}
"""The words that models were trained to read before a text, by a part of their name, from their model cards.

Servers pass a text on as it is, and without these a model finds noticeably less. The first match counts.
"""


@dataclass(frozen=True, slots=True)
class ServerEncoder(WholeTextEncoder):
    """An `Encoder` by a server on this computer; passages are cut by the default model's tokens.

    All notes are sent to it, and every question that is typed: a server elsewhere is refused.
    """

    endpoint: Endpoint

    @classmethod
    def from_address(cls, address: str) -> ServerEncoder:
        """Return the encoder of an address with the model behind ``#``.

        Raises:
            ModelUnavailableError: No model is named, or the server is on another computer.
            SettingsError: It is no address of a server.
        """
        server, _, model = address.partition("#")
        if not model.strip():
            raise ModelUnavailableError(
                Message("The address {} names no model.", server),
                Message(
                    "Write it behind the address, as in {}.", "http://127.0.0.1:11434/v1#nomic-embed-text"
                ),
            )
        endpoint = Endpoint.from_address(server, model)
        if not endpoint.is_local:
            raise ModelUnavailableError(
                Message("{} is not this computer: all your notes would be sent there.", endpoint.host),
                "Use a server on this computer for embeddings.",
            )
        if not has_extra("ask"):
            raise ModelUnavailableError("A server's model needs the extra “ask”.", how_to_add("ask"))
        return cls(endpoint)

    @property
    def name(self) -> str:
        """The model's name on the server."""
        return self.endpoint.model

    @property
    def dimension(self) -> int:
        """The length of a vector. Asks the server once; raises EndpointError."""
        return _dimension(self.endpoint)

    @property
    def fingerprint(self) -> str:
        """The address and the name: a server does not tell whether its model is another one now."""
        return f"{self.endpoint.base_url}#{self.endpoint.model}"

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Encode questions: float32 (n, dimension), unit length. Raise EndpointError."""
        return _embedded(self.endpoint, [self._prefixes.question + text for text in texts])

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Encode passages: float32 (n, dimension), unit length. Raise EndpointError."""
        return _embedded(self.endpoint, [self._prefixes.passage + text for text in texts])

    @property
    def _prefixes(self) -> _Prefixes:
        name = self.endpoint.model.lower()
        return next((prefixes for part, prefixes in _PREFIXES.items() if part in name), _Prefixes(""))


@cache
def _dimension(endpoint: Endpoint) -> int:
    return int(_embedded(endpoint, ["a"]).shape[1])


def _embedded(endpoint: Endpoint, texts: Sequence[str]) -> Vectors:
    if not texts:
        return np.empty((0, _dimension(endpoint)), np.float32)
    # In a thread with a loop of its own: whoever asks for the dimension may be in a loop already.
    with ThreadPoolExecutor(1) as thread:
        vectors = thread.submit(asyncio.run, _request(endpoint, texts)).result()
    matrix = np.asarray(vectors, dtype=np.float32)
    lengths = np.linalg.norm(matrix, axis=-1, keepdims=True)
    # Checked here, since one vector that is not finite would spoil the index without a sign.
    if matrix.ndim != 2 or len(matrix) != len(texts) or not (np.isfinite(matrix).all() and lengths.all()):
        raise EndpointError(
            Message("{} sent vectors that cannot be used.", endpoint.base_url),
            "Choose a model that is made for embeddings.",
        )
    unit: Vectors = matrix / lengths
    return unit


async def _request(endpoint: Endpoint, texts: Sequence[str]) -> list[list[float]]:
    client = ChatClient(endpoint)
    try:
        return await client.embed(texts)
    finally:
        await client.close()

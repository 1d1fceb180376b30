"""Encode by a server with `/embeddings` in OpenAI's shape, such as Ollama, and test it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import numpy as np

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.installation import describe_how_to_add, has_extra
from vaultsearch.core.messages import Message
from vaultsearch.core.models.chat_client import ChatClient, Endpoint, EndpointError, InputRefusedError
from vaultsearch.core.models.encoder import WholeTextEncoder
from vaultsearch.core.protocols import Vectors
from vaultsearch.core.values.context import EndpointReport


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
"""Prefixes models were trained with, by a part of the model name, from model cards.

Servers pass texts on unchanged, and without prefixes a model finds noticeably less. The first match counts.
"""

_QUICK_S = 1.0
"""After a quicker request, the next has twice as many passages. On two busy cores, llama.cpp took 2.5 s for a
passage with 270 million parameters: sixteen at once took more than a minute.
"""
_MAX_TEXTS = 64
"""Passages at once: what their vectors take is the limit of an answer, see `bounded_response`."""
_PASSAGES_WITHIN_S = 180.0
_MIN_CUT_CHARS = 100
"""Characters below which a refused text is not cut further."""
_QUESTION_WITHIN_S = 20.0
"""Seconds a question waits: servers unload models not used lately."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ServerEncoder(WholeTextEncoder):
    """An `Encoder` by a server; passages are cut by the default model's tokens.

    It receives all notes, and every typed question: a remote server needs separate consent.
    """

    endpoint: Endpoint

    @classmethod
    def from_address(
        cls, address: str, endpoint: Callable[[str, str], Endpoint] | None = None
    ) -> ServerEncoder:
        """Return the encoder for an address with the model behind ``#``; ``endpoint`` as in `encoder_for`.

        Raises:
            ModelUnavailableError: No model is named.
            ConsentNeededError: The server is on another computer, which the user has not agreed to.
            SettingsError: The address is not a server's.
        """
        server, _, model = address.partition("#")
        if not model.strip():
            raise ModelUnavailableError(
                Message("The address {} names no model.", server),
                Message(
                    "Write it behind the address, as in {}.", "http://127.0.0.1:11434/v1#nomic-embed-text"
                ),
            )
        made = (endpoint or partial(Endpoint.from_address, for_embeddings=True))(server, model)
        made.require_consent()
        if not has_extra("ask"):
            raise ModelUnavailableError("A server's model needs the extra “ask”.", describe_how_to_add("ask"))
        return cls(made)

    @property
    def name(self) -> str:
        """The model's name on the server."""
        return self.endpoint.model

    @property
    def dimension(self) -> int:
        """A vector's length. Asks the server, whose model may have changed; raises EndpointError."""
        return int(_embed_texts(self.endpoint, ["a"]).shape[1])

    @property
    def fingerprint(self) -> str:
        """The address and the model name: a server does not tell whether the model has changed."""
        return f"{self.endpoint.base_url}#{self.endpoint.model}"

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Encode questions: float32 (n, dimension), unit length. Raise EndpointError."""
        return self._encoded(_prefixes_of(self.endpoint.model).question, texts, _QUESTION_WITHIN_S)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Encode passages: float32 (n, dimension), unit length. Raise EndpointError."""
        return self._encoded(_prefixes_of(self.endpoint.model).passage, texts, _PASSAGES_WITHIN_S)

    def _encoded(self, prefix: str, texts: Sequence[str], within_s: float) -> Vectors:
        return _embed_texts(replace(self.endpoint, timeout=within_s), [prefix + text for text in texts])


def _prefixes_of(model: str) -> _Prefixes:
    name = model.lower()
    return next((prefixes for part, prefixes in _PREFIXES.items() if part in name), _Prefixes(""))


def _embed_texts(endpoint: Endpoint, texts: Sequence[str]) -> Vectors:
    if not texts:
        return _embed_texts(endpoint, ["a"])[:0]
    # In a thread with a loop of its own: whoever asks for the dimension may be in a loop already.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _request_vectors(endpoint, texts)).result()


async def _request_vectors(endpoint: Endpoint, texts: Sequence[str]) -> Vectors:
    client = ChatClient(endpoint)
    try:
        vectors: list[list[float]] = []
        place, size = 0, 1
        while place < len(texts):
            start = time.monotonic()
            vectors += await _embed_or_split(client, texts[place : place + size])
            place += size
            is_quick = time.monotonic() - start < _QUICK_S
            size = min(2 * size, _MAX_TEXTS) if is_quick else max(1, size // 2)
        return _to_unit_vectors(endpoint, vectors, len(texts))
    finally:
        await client.close()


async def _embed_or_split(client: ChatClient, texts: Sequence[str]) -> list[list[float]]:
    """Encode texts; when refused, send fewer at once, and finally the beginning of a single text.

    Servers differ in how many texts they take, and in whether they cut texts exceeding the model's context:
    one long passage must not keep the others from their vectors.
    """
    try:
        return await client.embed(texts)
    except InputRefusedError as error:
        if len(texts) == 1:
            text = texts[0]
            if len(text) < 2 * _MIN_CUT_CHARS:
                raise
            _log.info("text cut characters=%d because=%s", len(text), error)
            return await _embed_or_split(client, [text[: len(text) // 2]])
    middle = len(texts) // 2
    return [*await _embed_or_split(client, texts[:middle]), *await _embed_or_split(client, texts[middle:])]


def _to_unit_vectors(endpoint: Endpoint, vectors: Sequence[Sequence[float]], count: int) -> Vectors:
    """Return vectors as float32 (count, dimension), unit length; raise EndpointError if unusable."""
    # Checked here, since one vector that is not finite would spoil the index without a sign.
    if len({len(vector) for vector in vectors}) > 1:
        raise EndpointError(
            Message("{} sent vectors of different dimensions.", endpoint.base_url),
            "Choose a model that is made for embeddings.",
        )
    matrix = np.asarray(vectors, dtype=np.float32)
    lengths = np.linalg.norm(matrix, axis=-1, keepdims=True)
    if matrix.ndim != 2 or len(matrix) != count or not (np.isfinite(matrix).all() and lengths.all()):
        raise EndpointError(
            Message("{} sent vectors that cannot be used.", endpoint.base_url),
            "Choose a model that is made for embeddings.",
        )
    unit: Vectors = matrix / lengths
    return unit


_TRIAL_PASSAGE = (
    ". The boat lies on its side below the harbour wall, and the tide takes an hour to reach it. Two planks "
    "are new, of larch; the others were scraped, primed and painted in the week before Easter. Copper rivets "
    "hold them to the ribs, each hammered over a rove, and the seams are caulked with cotton rolled in the "
    "loft. What is left to do is a list on the door: oars, rowlocks, a bung. In May we carry it down."
)
"""As long as most passages; made up, since no note may be sent before the user has chosen the server."""
_TRIALS = 8


async def check_embeddings(client: ChatClient) -> EndpointReport:
    """Request the models and vectors for made-up passages, and say in a sentence whether this works."""
    endpoint = client.endpoint
    models: tuple[str, ...] = ()
    passages = [f"{number}{_TRIAL_PASSAGE}" for number in range(_TRIALS)]
    try:
        models = await client.listed_models()
        # The server may have to load the model first.
        _to_unit_vectors(endpoint, await client.embed(passages[:1]), 1)
        start = time.monotonic()
        dimension = _to_unit_vectors(endpoint, await client.embed(passages), _TRIALS).shape[1]
        rate = _TRIALS / max(time.monotonic() - start, 1e-3)
    except EndpointError as error:
        return EndpointReport(False, error.message, models)
    sentence = Message("It works: {} makes vectors of {} dimensions.", endpoint.model, dimension)
    return EndpointReport(True, sentence, models, passages_per_s=rate)

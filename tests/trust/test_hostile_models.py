"""A language model's server that sends as much as it can: neither the memory nor the time is its own."""

from __future__ import annotations

import sys

import pytest

from tests.scripted_model import ScriptedModel, serving

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process")

ASK = """
import asyncio, sys
from vaultsearch.core.models.chat_client import ChatClient, Endpoint, EndpointError
address, asked = sys.argv[1:]
client = ChatClient(Endpoint.from_address(address, "model", for_embeddings=asked == "vectors"))
calls = {
    "models": lambda: client.models(),
    "vectors": lambda: client.embed(["a"]),
    "scores": lambda: client.rerank("a", ["a"]),
    "tokens": lambda: client.count_tokens("a"),
    "answer": lambda: client.complete((("user", "a"),)),
}
try:
    print(asyncio.run(calls[asked]()))
except EndpointError as error:
    print(error.sentence)
"""
ANSWERS = {
    "models": (b'{"data":[', b'{"id":"a"},', b"null]}"),
    "vectors": (b'{"data":[', b"[],", b"0]}"),
    "scores": (b'{"results":[', b"[],", b"0]}"),
    "tokens": (b'{"tokens":[', b"[],", b"0]}"),
    "answer": (b'{"choices":[', b"[],", b"0]}"),
}


@pytest.mark.parametrize("asked", ANSWERS)
def test_an_answer_of_64_mb_is_not_read(asked: str) -> None:
    """Read, as empty lists or as the library's objects of models, it took 2 to 9 GB."""
    from tests.trust.limits import run_limited

    begin, part, end = ANSWERS[asked]
    raw = (begin, *[part * 50_000] * (64_000_000 // len(part) // 50_000), end)
    with serving(ScriptedModel(raw=raw, kind="application/json")) as model:
        told = run_limited(ASK, model.address, asked, seconds=30, megabytes=700).strip()
    assert told == "None" if asked == "tokens" else "sent something that is no answer" in told

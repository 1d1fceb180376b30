"""A language model's server that sends 64 MB, which took up to 9 GB: neither memory nor time is its own."""

import pytest

from tests.scripted_model import ScriptedModel, serving
from tests.trust.limits import run_limited

ASK = """
import asyncio, sys
from vaultsearch.core.models.chat_client import ChatClient, Endpoint, EndpointError
client = ChatClient(Endpoint.from_address(sys.argv[1], "model"))
try:
    print(asyncio.run(eval(sys.argv[2])))
except EndpointError as error:
    print(error.sentence)
"""


@pytest.mark.parametrize(("call", "field", "part"), [
    ("client.models()", "data", '{"id":"a"},'), ("client.embed(['a'])", "data", "[],"),
    ("client.rerank('a', ['a'])", "results", "[],"), ("client.count_tokens('a')", "tokens", "[],"),
    ("client.complete((('user', 'a'),))", "choices", "[],"),
])  # fmt: skip
def test_an_answer_of_64_mb_is_not_read(call: str, field: str, part: str) -> None:
    parts = [part.encode() * 50_000] * (64_000_000 // len(part) // 50_000)
    raw = (f'{{"{field}":['.encode(), *parts, b"null]}")
    with serving(ScriptedModel(raw=raw, kind="application/json")) as model:
        told = run_limited(ASK, model.address, call, seconds=30, megabytes=700).strip()
    assert told == "None" if field == "tokens" else "sent something that is no answer" in told

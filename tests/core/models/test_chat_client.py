"""The client of a language model's server: what it sends, and what it says of each fault of a server."""

import asyncio
import gzip
import itertools
import json
import socket
import ssl
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from tests.builders import self_signed
from tests.patience import PROCESS_S
from tests.scripted_model import MODEL, ScriptedModel
from vaultsearch.core.errors import SettingsError
from vaultsearch.core.models import chat_client
from vaultsearch.core.models.chat_answer import ChatAnswer
from vaultsearch.core.models.chat_client import ChatClient, ConsentNeededError, Endpoint, EndpointError

QUESTION = (("system", "Answer."), ("user", "Which rivets?"))


Connect = Callable[..., ChatClient]


@pytest.fixture
async def connect(model: ScriptedModel) -> AsyncIterator[Connect]:
    """Makes clients of the model, which are closed at the end."""
    clients: list[ChatClient] = []

    def connected(**others: Any) -> ChatClient:
        clients.append(ChatClient(Endpoint.from_address(model.address, MODEL, **others)))
        return clients[-1]

    yield connected
    for client in clients:
        await client.close()


async def refusal(client: ChatClient) -> str:
    with pytest.raises(EndpointError) as refused:
        await client.complete(QUESTION)
    return refused.value.sentence


async def test_an_answer_streams(model: ScriptedModel, connect: Connect) -> None:
    model.answers = ("Copper rivets [1].",)
    answer = ChatAnswer()
    answers = [answer async for answer in connect().stream(QUESTION, answer)]
    assert answers == ["Copper ", "Copper rivets ", "Copper rivets [1]. "]
    (request,) = model.chats
    assert (request.path, request.headers["user-agent"]) == ("/v1/chat/completions", "vaultsearch")
    assert [message["content"] for message in request.body["messages"]] == ["Answer.", "Which rivets?"]
    assert not [name for name in request.headers if name.startswith(("x-stainless", "openai", "auth"))]
    assert ("Which rivets?" in answer.sent, answer.prompt_tokens) == (True, 321)


async def test_the_key_goes_to_the_server_alone(model: ScriptedModel, connect: Connect) -> None:
    client, answer = connect(key="secret"), ChatAnswer()
    await client.complete(QUESTION, answer)
    assert model.chats[0].headers["authorization"] == "Bearer secret"
    assert "secret" not in answer.sent + repr(client.endpoint)


async def test_closing_ends_the_connection(model: ScriptedModel, connect: Connect) -> None:
    model.fault = "stall"
    async with aclosing(connect().stream(QUESTION)) as parts:
        assert await anext(parts) == "Yes. "
    model.answers = ("Yes. No.",)
    async with aclosing(connect().stream(QUESTION)) as parts:
        await anext(parts)
        assert model.stalled.wait(5)
    assert await asyncio.to_thread(model.left.wait, 5)


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ({"status": 422, "error": "max_tokens: too large"}, "refuses the question (max_tokens: too large)."),
        ({"fault": "json"}, "sent something that is no answer"), ({"answers": ("",)}, "sent no text"),
        ({"fault": "redirect", "elsewhere": "http://127.0.0.1:9/v1"}, "leads to another address"),
        ({"status": 400, "error": "it\nis too long"}, "refuses the question (it is too long)."),
        ({"status": 404, "error": "model 'scripted' not found"}, "has no model scripted"),
        ({"fault": "drop", "answers": ("Yes, and no.",)}, "broke off in the middle"),
        ({"status": 401}, "refuses the key"), ({"status": 403}, "refuses the key"),
        ({"status": 429}, "is busy"), ({"status": 500}, "failed with status 500"),
        ({"status": 418}, "refuses the question with status 418."), ({"status": 404}, "There is no chat at"),
    ],
)  # fmt: skip
async def test_each_fault_has_a_sentence(
    model: ScriptedModel, connect: Connect, script: dict[str, Any], sentence: str
) -> None:
    for name, value in script.items():
        setattr(model, name, value)
    assert sentence in await refusal(connect())
    assert len(model.chats) == 1  # nothing is tried again, and no redirect is followed


def event(delta: object, **others: object) -> bytes:
    return b"data: " + json.dumps({"choices": [{"delta": delta, **others}]}).encode() + b"\n\n"


DONE, CHANNEL = b"data: [DONE]\n\n", "<|start|>assistant<|channel|>"
NO_ANSWER = "sent something that is no answer"
ERROR_BESIDE = event({}, finish_reason="error").replace(b"{", b'{"error": {"message": "gone"}, ', 1)
SHAPES: Mapping[str, tuple[str, list[bytes], str]] = {
    "no finish reason": ("", [event({"content": "Yes."}), DONE], "Yes."),
    "no done": ("", [event({"content": "Yes."}, finish_reason="stop")], "Yes."),
    "no end": ("", [event({"content": "Yes."})], "broke off in the middle"),
    "no stream": ("application/json", [b'{"choices": [{"message": {"content": "Yes."}}]}'], "Yes."),
    "parts": ("", [event({"content": [{"type": "text", "text": "Yes."}]}), DONE], "Yes."),
    "crlf": ("", [event({"content": "Yes."}).replace(b"\n", b"\r\n"), DONE], "Yes."),
    "halves": ("", [event({"content": "\ud83d"}), event({"content": "\ude00"}), DONE], "\N{GRINNING FACE}"),
    "surrogate": ("", [event({"content": "Yes.\ud800"}), DONE], "Yes.\N{REPLACEMENT CHARACTER}"),
    "error": ("", [b'data: {"error": {"message": "no\\nspace\\u001b[2J"}}\n\n'], "failed (no space[2J)."),
    "error beside": ("", [event({"content": "Yes."}), ERROR_BESIDE], "failed (gone)."),
    "error alone": ("application/json", [b'{"error": "no such model"}'], "failed (no such model)."),
    "nothing": ("", [], "broke off in the middle"),
    "no text": ("", [event({"content": ""}), DONE], "sent no text"),
    "thoughts": ("", [event({"reasoning_content": "Hm."}), DONE], "thought, but wrote no answer"),
    "deep": ("", [b"data: " + b"[" * 200_000 + b"\n\n"], NO_ANSWER),
    "digits": ("", [b'data: {"choices": ' + b"1" * 5_000 + b"}\n\n"], NO_ANSWER),
    "list": ("", [b"data: [1]\n\n"], NO_ANSWER),
    "not a number": ("", [event({"content": float("nan")}), DONE], NO_ANSWER),
    "number": ("", [event({"content": 7}), DONE], NO_ANSWER),
    "choice": ("", [b'data: {"choices": [7]}\n\n'], NO_ANSWER), "page": ("text/html", [b"<html>"], NO_ANSWER),
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
async def test_any_shape_is_a_text_or_a_sentence(model: ScriptedModel, connect: Connect, shape: str) -> None:
    kind, model.raw, outcome = SHAPES[shape]
    model.kind = kind or "text/event-stream"
    try:
        assert await connect().complete(QUESTION) == outcome
    except EndpointError as error:
        assert outcome in error.sentence  # noqa: PT017  a text or a sentence: the table says which


@pytest.mark.parametrize(
    ("parts", "answer"),
    [
        (["<thought>Hm.", "</thought>Copper."], "Copper."), (["[THINK]Hm.[/THINK]", "Copper."], "Copper."),
        (["<reasoning>Hm.</reasoning>Copper.", " Yes."], "Copper. Yes."),
        (["<think>Rivets? [9]", "</think>", "Copper."], "Copper."),
        (["Rivets? </thi", "nk>Copper."], "Copper."), (["◁think▷Hm.◁/think▷Copper."], "Copper."),
        ([f"{CHANNEL}analysis<|message|>Hm.<|end|>", f"{CHANNEL}final<|message|>Copper.<|return|>"],
         "Copper."),
        (["analysisThe user asks.", "assistantfinalCopper."], "Copper."),
        (["Copper.<think>Or", " not?"], "Copper."),
        (["analysis of the rivets: ", "copper."], "analysis of the rivets: copper."),
        (["<think>", *["so it is " * 100] * 100, "</think>", "Copper."], "Copper."),
    ],
)  # fmt: skip
async def test_thoughts_are_no_answer_and_not_counted(
    model: ScriptedModel, connect: Connect, parts: list[str], answer: str
) -> None:
    model.raw = [*(event({"content": part}) for part in parts), DONE]
    assert await connect().complete(QUESTION) == answer


ENDLESS = {
    "comments": b": still here\n\n", "empty": event({"content": ""}),
    "thoughts": event({"reasoning": "so it is"}), "marks": event({"content": "<think>"}),
    "line": b"x" * 65_536,
}  # fmt: skip


@pytest.mark.parametrize("kind", ENDLESS)
async def test_endless_models(model: ScriptedModel, connect: Connect, kind: str) -> None:
    # As fast as it can, it comes to the most bytes; now and then, to the most time.
    model.raw = itertools.repeat(ENDLESS[kind])
    sentence = await refusal(connect(timeout=0.5))
    assert "took longer than 0.5 s" in sentence or NO_ANSWER in sentence
    assert await asyncio.to_thread(model.left.wait, PROCESS_S)
    model.raw = (ENDLESS[kind][:100] for _ in iter(lambda: model.release.wait(0.02), True))
    assert "took longer than 0.1 s" in await refusal(connect(timeout=0.1))


async def test_an_answer_is_not_unpacked(model: ScriptedModel, connect: Connect) -> None:
    model.encoding, model.raw = "gzip", [gzip.compress(b"\n" * 100_000_000)]
    assert NO_ANSWER in await refusal(connect())
    assert model.chats[0].headers["accept-encoding"] == "identity"


@pytest.mark.parametrize(
    "refusal_text", ["unsupported parameter: 'max_tokens'", "you requested 9000 (8000 in the completion)"]
)
async def test_temperature_is_optional(model: ScriptedModel, connect: Connect, refusal_text: str) -> None:
    model.status, model.error = 400, refusal_text
    await refusal(connect())
    assert ["max_tokens" in request.body for request in model.chats] == [True, False]


async def test_other_computers_have_more_time(connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_client, "_CONNECTED_WITHIN_S", 0.0)
    assert "No server answers" in await refusal(connect())
    monkeypatch.setattr(Endpoint, "is_local", False)
    assert await connect(allowed_hosts=frozenset({"127.0.0.1"})).complete(QUESTION) == "Yes. "


async def test_a_certificate_of_ones_own_is_told_apart_from_no_server(tmp_path: Path) -> None:
    async def ignore(*_: object) -> None: ...

    encrypted = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    encrypted.load_cert_chain(*self_signed(tmp_path))
    async with await asyncio.start_server(ignore, "127.0.0.1", 0, ssl=encrypted) as server:
        port = server.sockets[0].getsockname()[1]
        client = ChatClient(Endpoint.from_address(f"https://127.0.0.1:{port}", MODEL))
        assert await refusal(client) == f"The certificate of https://127.0.0.1:{port}/v1 is not trusted."
        await client.close()


async def test_a_slow_server_is_given_up(model: ScriptedModel, connect: Connect) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        client = ChatClient(Endpoint.from_address(f"127.0.0.1:{silent.getsockname()[1]}", MODEL, timeout=0.2))
        assert "took longer than 0.2 s" in await refusal(client)
        await client.close()
    assert not model.requests
    assert not connect().left_alone_s


async def test_endless_output_ends(model: ScriptedModel, connect: Connect) -> None:
    model.fault, model.answers = "endless", ("and so on",)
    answers = [answer async for answer in connect().stream(QUESTION)]
    assert (len(answers[-1]), answers[-1][:20]) == (12_000, "and so on and so on ")


async def test_circular_answers_are_cut_off(model: ScriptedModel, connect: Connect) -> None:
    model.fault, model.answers = "endless", ("and so on",)
    assert len(await connect().complete(QUESTION)) < 300
    assert model.left.wait(PROCESS_S)


async def test_two_failures_stop_asking(model: ScriptedModel, connect: Connect) -> None:
    model.status = 500
    client = connect()
    for _ in range(2):
        await refusal(client)
    assert "failed twice and is left alone for" in await refusal(client)
    assert len(model.chats) == 2
    model.status = 200
    report = await client.test()
    assert (report.works, report.models) == (True, ("another", MODEL))
    assert await client.complete(QUESTION) == "Yes. "


async def test_without_a_server_the_test_says_so() -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    report = await ChatClient(Endpoint.from_address(f"http://127.0.0.1:{port}", MODEL)).test()
    sentence = f"No server answers at http://127.0.0.1:{port}/v1."
    assert (report.works, sentence in report.sentence) == (False, True)


async def test_tokens_are_the_servers_own_if_it_counts_them(model: ScriptedModel, connect: Connect) -> None:
    model.tokens = 0.5
    assert await connect().count_tokens("x" * 40) == 20
    model.tokens = None
    client = connect()
    assert [await client.count_tokens("x") for _ in range(2)] == [None, None]
    assert len(model.requests) == 2  # asked once for each client


async def test_another_computer_needs_consent_whoever_asks() -> None:
    client = ChatClient(Endpoint.from_address("https://api.example.com/v1", MODEL))
    for asking in (client.complete(QUESTION), client.models()):
        with pytest.raises(ConsentNeededError, match=r"api\.example\.com .*: your question"):
            await asking
    hosts = frozenset({"api.example.com"})
    Endpoint.from_address("https://api.example.com", MODEL, allowed_hosts=hosts).require_consent()


@pytest.mark.parametrize(
    ("address", "base_url", "is_local"),
    [
        ("https://api.example.com/v1/chat/completions", "https://api.example.com/v1", False),
        ("https://example.com/v1beta/openai", "https://example.com/v1beta/openai", False),
        ("http://127.0.0.1.example.com", "http://127.0.0.1.example.com/v1", False),
        ("http://192.168.1.7:8080", "http://192.168.1.7:8080/v1", False),
        ("http://localhost:1234/v1/", "http://localhost:1234/v1", True),
        ("http://0.0.0.0:8000", "http://0.0.0.0:8000/v1", True), ("http://[::]", "http://[::]/v1", True),
        ("127.0.0.1:11434", "http://127.0.0.1:11434/v1", True),
        ("http://[::1]:8080", "http://[::1]:8080/v1", True),
    ],
)  # fmt: skip
def test_an_address_is_read_as_people_write_it(address: str, base_url: str, *, is_local: bool) -> None:
    endpoint = Endpoint.from_address(address, MODEL)
    assert (endpoint.base_url, endpoint.is_local) == (base_url, is_local)


@pytest.mark.parametrize(
    ("address", "model", "error"),
    [
        *((address, MODEL, SettingsError) for address in ("ftp://x", "http://", "http://user@host/v1")),
        ("127.0.0.1:1", " ", chat_client.ModelNotSetError), ("http://host:99999", MODEL, SettingsError),
        ("", MODEL, chat_client.ModelNotSetError),
    ],
)  # fmt: skip
def test_what_is_no_address_or_no_model_is_refused(address: str, model: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        Endpoint.from_address(address, model)

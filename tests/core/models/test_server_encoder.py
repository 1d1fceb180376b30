"""A server's model for embeddings: on this computer alone, and with the words that it was trained to read."""

import pickle
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.builders import HashEncoder, last_stage, write_notes
from tests.patience import PROCESS_S
from tests.scripted_model import MODEL, ScriptedModel, serving
from vaultsearch.core.errors import ModelUnavailableError, SettingsError
from vaultsearch.core.models import chat_client
from vaultsearch.core.models.chat_client import ChatClient, ConsentNeededError, Endpoint
from vaultsearch.core.models.server_encoder import ServerEncoder
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.search import Mode
from vaultsearch.service.parts.model_access import allow_host, check_endpoint
from vaultsearch.service.vault import Vault


def hashed(text: str) -> list[float]:
    """Return a vector that texts with common words have in common, longer than one."""
    return [3 * value for value in HashEncoder().encode_passages([text])[0].tolist()]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedModel]:
    """A served model; a busy computer accepts late."""
    monkeypatch.setattr(chat_client, "_CONNECTED_WITHIN_S", PROCESS_S)
    with serving(ScriptedModel(embed=hashed)) as model:
        yield model


async def opened(folder: Path, server: ScriptedModel) -> Vault:
    """Open the vault in a folder to be indexed by the server."""
    parameters = Parameters({"embedding.embedding_model": f"{server.address}#{MODEL}"})
    return await Vault.open(folder / "vault", folder / "index", parameters)


def sent(server: ScriptedModel) -> list[str]:
    return [text for request in server.requests for text in request.body["input"]]


def test_vectors_come_in_order_and_of_unit_length(server: ScriptedModel) -> None:
    encoder = ServerEncoder.from_address(f"{server.address}#{MODEL}")
    encoder = pickle.loads(pickle.dumps(encoder))
    vectors = encoder.encode_passages(["a reef", "the moon"])
    assert vectors.shape == (2, encoder.dimension)
    assert np.allclose(vectors, HashEncoder().encode_passages(["a reef", "the moon"]), atol=1e-6)
    assert encoder.encode_queries([]).shape == (0, encoder.dimension)


@pytest.mark.parametrize(
    ("model", "question", "passage"),
    [
        ("nomic-embed-text:latest", "search_query: reef", "search_document: reef"), (MODEL, "reef", "reef"),
        ("bge-m3", "reef", "reef"),
    ],
)  # fmt: skip
def test_known_models_have_prompts(server: ScriptedModel, model: str, question: str, passage: str) -> None:
    encoder = ServerEncoder.from_address(f"{server.address}#{model}")
    encoder.encode_queries(["reef"])
    encoder.encode_passages(["reef"])
    assert sent(server) == [question, passage]


@pytest.mark.parametrize(("address", "error", "why"), [
    ("http://127.0.0.1:11434/v1", ModelUnavailableError, "names no model"),
    ("http://192.168.1.2:11434/v1#nomic-embed-text", ModelUnavailableError, "is not this computer"),
    ("https://api.example.com/v1#large", ModelUnavailableError, "is not this computer"),
    ("ftp://127.0.0.1#model", SettingsError, "not the address of a server"),
])  # fmt: skip
def test_a_server_elsewhere_is_refused_before_sending(address: str, error: type[Exception], why: str) -> None:
    with pytest.raises(error, match=why):
        ServerEncoder.from_address(address)


@pytest.mark.parametrize("vector", [[float("nan"), 1.0], [0.0, 0.0]])
def test_vectors_that_would_spoil_the_index_are_refused(server: ScriptedModel, vector: list[float]) -> None:
    server.embed = lambda _: vector
    with pytest.raises(ModelUnavailableError, match="cannot be used"):
        ServerEncoder.from_address(f"{server.address}#{MODEL}").encode_passages(["reef"])


def test_a_server_that_takes_few_and_short_texts_is_sent_fewer_and_shorter(server: ScriptedModel) -> None:
    server.most_texts, server.longest_text = 2, 1000
    texts = ["a reef", "the moon", "tide " * 1000, "a boat", "planks"]
    vectors = ServerEncoder.from_address(f"{server.address}#{MODEL}").encode_passages(texts)
    expected = HashEncoder().encode_passages([*texts[:2], texts[2][: len(texts[2]) // 8], *texts[3:]])
    assert np.allclose(vectors, expected, atol=1e-6)


@pytest.mark.parametrize(("script", "model", "sentence"), [
    ({}, MODEL, f"It works: {MODEL} makes vectors of 384 dimensions."),
    ({}, "", "It answers. Choose one of its 2 models."),
    ({"status": 404}, MODEL, "There are no embeddings at"),
    ({"status": 404, "error": "model 'scripted' not found"}, MODEL, f"has no model {MODEL}"),
    ({"status": 404, "error": "model 'embedding-x' not found"}, "embedding-x", "no model embedding-x"),
    ({"status": 401}, MODEL, "refuses the key. Enter another one in Settings > Models."),
    ({"status": 501, "error": "no embeddings are supported"}, MODEL, "makes no embeddings"),
    ({"status": 400, "error": "no such field"}, MODEL, "refuses texts (no such field)."),
    ({"status": 500}, MODEL, "failed with status 500"),
    ({"embed": lambda text: [1.0] * (2 + int(text[0]))}, MODEL, "sent vectors of different dimensions"),
    ({"embed": lambda _: "no vector"}, MODEL, "sent something that is no answer"),
])  # fmt: skip
async def test_the_test_of_a_server_says_in_a_sentence_whether_it_works(
    server: ScriptedModel, script: dict[str, Any], model: str, sentence: str
) -> None:
    for name, value in script.items():
        setattr(server, name, value)
    report = await check_endpoint(server.address, model, for_embeddings=True, within_s=PROCESS_S)
    assert sentence in report.sentence
    assert report.works is (report.passages_per_s > 0) is sentence.startswith("It works")
    assert report.models == (("another", MODEL) if server.status == 200 else ())


async def test_without_a_server_its_test_says_so() -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        address = f"http://127.0.0.1:{gone.getsockname()[1]}/v1"
    report = await check_endpoint(address, MODEL, for_embeddings=True, within_s=PROCESS_S)
    remedy = "Start it, or correct the address in Settings > Models."
    assert report.sentence == f"No server answers at {address}. {remedy}"


async def test_a_vault_is_indexed_and_asked_by_it(vault: Path, tmp_path: Path, server: ScriptedModel) -> None:
    write_notes(vault, {"Reef.md": "corals build a reef\n", "Moon.md": "tides follow the moon\n"})
    async with await opened(tmp_path, server) as session:
        report = await session.index.sync()
        assert (report.embedded, report.failed) == (2, ())
        assert any("corals build a reef" in text for text in sent(server))
        by_meaning = await last_stage(session, "corals reef", 5, Mode.SEMANTIC, rerank=False)
        assert by_meaning.results[0].chunk.path == "Reef.md"
        server.status = 500
        last = await last_stage(session, "tides", 5, Mode.HYBRID, rerank=False)
        assert [result.chunk.path for result in last.results] == ["Moon.md"]
        assert "failed with status 500" in str(last.notice)


async def test_changes_are_found_while_it_is_down(vault: Path, tmp_path: Path, server: ScriptedModel) -> None:
    write_notes(vault, {"Reef.md": "corals build a reef\n"})

    async def synced() -> tuple[int, list[str]]:
        async with await opened(tmp_path, server) as session:
            with suppress(ModelUnavailableError):
                return (await session.index.sync(lambda _: None)).embedded, []
            found = await session.search("reef heron", mode=Mode.FULLTEXT)
            return -1, sorted(result.chunk.path for result in found)

    server.status = 503
    assert await synced() == (-1, ["Reef.md"])  # a new index, of a server that was never reached
    server.status = 200
    assert await synced() == (1, [])
    server.status = 503
    write_notes(vault, {"Heron.md": "a heron on the gutter\n"})
    assert await synced() == (-1, ["Heron.md", "Reef.md"])
    server.status = 200
    assert await synced() == (1, [])  # the other note keeps its vector
    server.embed = lambda _: [1.0, 2.0]
    write_notes(vault, {"Tide.md": "tides follow the moon\n"})
    async with await opened(tmp_path, server) as session:
        with pytest.raises(ModelUnavailableError, match="vectors of another dimension now"):
            await session.index.sync(lambda _: None)
        # The advice that comes with it: the length was asked for once in a process.
        assert (await session.index.sync(lambda _: None, anew=True)).embedded == 3


async def test_consent_for_questions_sends_no_notes_to_another_computer(
    vault: Path, tmp_path: Path, server: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_notes(vault, {"Reef.md": "corals build a reef\n"})
    # The server's own address passes for one of another computer.
    monkeypatch.setattr(Endpoint, "is_local", property(lambda _: False))

    async def indexed() -> int:
        async with await opened(tmp_path, server) as session:
            return (await session.index.sync(lambda _: None)).embedded

    allow_host("127.0.0.1")
    with pytest.raises(ConsentNeededError, match=r"127\.0\.0\.1 is not .* the text of all your notes"):
        await indexed()
    with pytest.raises(ConsentNeededError):
        await ChatClient(Endpoint(server.address, MODEL, allowed_hosts=frozenset({"127.0.0.1"}))).embed(["a"])
    report = await check_endpoint(server.address, MODEL, for_embeddings=True, within_s=PROCESS_S)
    assert (report.works, report.host_to_allow) == (False, "127.0.0.1")
    assert not server.requests
    allow_host("127.0.0.1", all_notes=True)
    assert await indexed() == 1

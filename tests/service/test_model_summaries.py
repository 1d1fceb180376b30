"""Summaries by a language model: one request for a text, whatever ends the program meanwhile."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.builders import write_notes
from tests.patience import PROCESS_S
from tests.scripted_model import MODEL, ScriptedModel, serving
from vaultsearch.core.errors import IndexInUseError
from vaultsearch.core.generation.prompts import SUMMARIES_FILE, SummaryStore
from vaultsearch.core.models.chat_client import EndpointDownError
from vaultsearch.core.parameters import Parameters
from vaultsearch.service.vault import Vault
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NOTES = {
    "Boat.md": "The planks are held by copper rivets.\n",
    "Copy.md": "The planks are held by copper rivets.\n",
    "Bread.md": "---\ntags: [food]\n---\nThe sourdough stands for twelve hours.\n",
}


@pytest.fixture
def model() -> Iterator[ScriptedModel]:
    """A scripted model, served."""
    with serving(ScriptedModel(("Two sentences. About it.",))) as served:
        yield served


async def opened(tmp_path: Path, model: ScriptedModel) -> Vault:
    parameters = Parameters({"ask.base_url": model.address, "ask.model": MODEL})
    vault = await Vault.open(tmp_path / "vault", tmp_path / "index", parameters)
    await vault.index.sync()
    return vault


def texts_sent(model: ScriptedModel) -> Counter[str]:
    return Counter(request.body["messages"][1]["content"] for request in model.chats)


async def test_each_text_is_summarized_once_and_anew_only_once_it_has_changed(
    tmp_path: Path, model: ScriptedModel
) -> None:
    write_notes(tmp_path / "vault", NOTES)
    async with await opened(tmp_path, model) as vault:
        notes, characters = await vault.estimate_summaries()
        assert (notes, characters) == (2, len(NOTES["Boat.md"]) + len(NOTES["Bread.md"]))
        assert not model.requests
        assert await vault.summarize_by_model("tag:food") == 1
        assert await vault.summarize_by_model() == 1
        assert await vault.summarize_by_model() == 0
        assert await vault.model_summaries.of("Copy.md") == "Two sentences. About it."
        write_notes(tmp_path / "vault", {"Boat.md": "Bronze screws now.\n"})
        await vault.index.sync()
        assert await vault.model_summaries.of("Boat.md") is None
        assert await vault.summarize_by_model() == 1
    assert set(texts_sent(model).values()) == {1}


async def test_a_server_that_dies_leaves_what_was_made(tmp_path: Path, model: ScriptedModel) -> None:
    write_notes(tmp_path / "vault", NOTES)
    async with await opened(tmp_path, model) as vault:
        assert await vault.summarize_by_model("path:Bread.md") == 1
        model.status = 500
        with pytest.raises(EndpointDownError):
            await vault.summarize_by_model()
        model.status = 200
        assert await vault.summarize_by_model() == 1


def test_a_line_that_was_not_written_whole_spoils_no_other(tmp_path: Path) -> None:
    store = SummaryStore(tmp_path)
    store.add("a", "First.", MODEL)
    with (tmp_path / SUMMARIES_FILE).open("a", encoding="utf-8") as file:
        file.write('{"hash": "b", "summ')
    store.add("c", "Third.", MODEL)
    assert store.load() == {"a": "First.", "c": "Third."}


async def test_two_processes_do_not_send_the_same(tmp_path: Path, model: ScriptedModel) -> None:
    from filelock import FileLock

    write_notes(tmp_path / "vault", NOTES)
    async with await opened(tmp_path, model) as vault:
        with FileLock(tmp_path / "index" / f"{SUMMARIES_FILE}.lock"), pytest.raises(IndexInUseError):
            await vault.summarize_by_model()
    assert not model.requests


def test_killed_again_and_again_it_goes_on_where_it_was(
    tmp_path: Path, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VAULTSEARCH_HOME", str(tmp_path / "home"))
    count = 40
    write_notes(tmp_path / "vault", {f"{n}.md": f"Note number {n} about rivets.\n" for n in range(count)})
    words = ["--set", f"ask.base_url={model.address}", "--set", f"ask.model={MODEL}"]
    command = [sys.executable, "-m", "vaultsearch"]
    subprocess.run([*command, "index", str(tmp_path / "vault")], check=True, capture_output=True)
    summarize = [*command, "summaries", "--by-model", "--vault", str(tmp_path / "vault"), *words]
    kills = 3
    for kill in range(1, kills + 1):
        with subprocess.Popen(summarize, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            assert model.wait_for(8 * kill)
            os.kill(process.pid, signal.SIGKILL)
    done = subprocess.run(summarize, check=True, capture_output=True, text=True, timeout=PROCESS_S)
    assert "summaries made" in done.stdout
    sent = texts_sent(model)
    assert len(sent) == count
    assert sent.total() <= count + kills  # but for the text that was on its way, each is sent once
    assert len(SummaryStore(settings.index_folder(tmp_path / "vault")).load()) == count

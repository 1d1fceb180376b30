"""The benchmark runs: a small vault, the quick rows, the table, the JSON and the exit code."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.recorded_model import RecordedModel, recorded
from tests.patience import PROCESS_S
from tests.scripted_model import ScriptedModel, serving
from tests.thoroughness import THOROUGH
from vaultsearch.core.models.chat_client import ChatClient, Endpoint, EndpointDownError

ROOT = Path(__file__).parents[2]


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.bench", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=PROCESS_S)


@pytest.mark.skipif(not THOROUGH, reason="measures for a minute: python -m tests --thorough")
def test_the_quick_rows_of_a_small_vault_are_measured_and_judged(tmp_path: Path, models_folder: Path) -> None:
    file = tmp_path / "figures.json"
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "models").symlink_to(models_folder)
    rows = ["words-searchable", "second-sync", "visible", "answer-words", "answer-meaning", "size"]
    effort = ("--notes", "10", "--starts", "1", "--folder", str(tmp_path))
    done = bench(*effort, "--rows", ",".join(rows), "--json", str(file))
    content = json.loads(file.read_text())
    (run,) = content["runs"]
    assert [figure["row"] for figure in run["figures"]] == rows
    assert all(figure["value"] > 0 for figure in run["figures"]), done.stdout
    assert all(f"│ {row} " in done.stdout for row in rows)
    assert done.returncode == (0 if all(figure["holds"] for figure in run["figures"]) else 1), done.stderr
    assert "cpu" in content["machine"]
    assert "10 notes: second-sync" in done.stderr


def test_a_row_that_is_none_is_refused() -> None:
    done = bench("--rows", "speed")
    assert done.returncode == 2
    assert "no such row: speed" in done.stderr


async def test_a_models_answers_are_recorded_and_served_again_without_it(tmp_path: Path) -> None:
    file = tmp_path / "recordings" / "answers.jsonl"

    async def answer(model: RecordedModel, question: str) -> str:
        client = ChatClient(Endpoint.from_address(model.address, "any"))
        try:
            return (await client.complete((("user", question),))).strip()
        finally:
            await client.close()

    with (
        serving(ScriptedModel(reply=lambda body: f"To {body['messages'][-1]['content']}:\nyes.")) as upstream,
        recorded(file, f"{upstream.address}/v1") as model,
    ):
        for _ in range(2):
            assert await answer(model, "which rivets?") == "To which rivets?:\nyes."
        assert len(upstream.requests) == 1
    with recorded(file) as model:
        assert await answer(model, "which rivets?") == "To which rivets?:\nyes."
        with pytest.raises(EndpointDownError, match="sent no text"):
            await answer(model, "which planks?")
        assert model.missing == 1

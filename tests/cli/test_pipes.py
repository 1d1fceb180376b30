"""The output for other programs: formats, exit codes, colour, and the numbers and ids that lead back."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner, Result

from tests.builders import CHUNKER, HashEncoder, WordCounter, write_notes
from vaultsearch.cli.program import app
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.worker import in_thread
from vaultsearch.service.factory import ComponentFactory
from vaultsearch.service.vault import Vault
from vaultsearch.service.workers import Workers
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LONG = "Flensburg " + "liegt an der Förde und hat einen Hafen " * 30
NOTES = {
    "Äpfel & Birnen.md": "# Ernte\n\nDie Äpfel sind reif.\n\nUnd eine Zeile, in der die Birnen stehen.\n",
    "笔记/苹果.md": "苹果树在春天开花。 Äpfel.\n",
    "Escape\x1b[31m.md": "Äpfel in \x1b[31mred.\n",
    "Hafen.md": f"{LONG}\n",
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home with the index of the vault in it, which is the last one."""
    folder = tmp_path_factory.mktemp("pipes")
    write_notes(folder / "my vault", NOTES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VAULTSEARCH_HOME", str(folder))
        patch.setattr(ComponentFactory, "encoder", HashEncoder())
        patch.setattr(ComponentFactory, "chunker", CHUNKER)
        patch.setattr(HashEncoder, "counter", WordCounter(), raising=False)
        asyncio.run(_index(folder / "my vault"))
        settings.remember_vault(folder / "my vault")
        yield folder


async def _index(vault: Path) -> None:
    workers = Workers(in_thread, in_thread)
    async with await Vault.open(vault, settings.index_folder(vault), Parameters(), workers) as opened:
        await opened.index.sync(lambda _: None)


@pytest.fixture(autouse=True)
def environment(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTSEARCH_HOME", str(home))
    monkeypatch.setenv("VAULTSEARCH_SESSION", "test")
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)


def run(*words: str, code: int = 0) -> Result:
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code == code, done.output
    return done


def search(*words: str, code: int = 0) -> str:
    return run("search", "--mode", "fulltext", *words, code=code).stdout


def test_a_record_of_each_format_is_one_whole_line_that_leads_to_the_file(home: Path) -> None:
    file = home / "my vault" / "Äpfel & Birnen.md"
    assert search("birnen", "--format", "vimgrep") == (
        f"{file}:5:28:Und eine Zeile, in der die Birnen stehen.\n"
    )
    assert search("birnen", "--format", "paths") == f"{file}\n"
    number, short, score, path, line, title, section, text = search("birnen", "--format", "tsv")[:-1].split(
        "\t"
    )
    assert (number, path, line, title, section) == ("1", str(file), "5", "Äpfel & Birnen", "Ernte")
    assert (float(score) > 0, text) == (True, "Und eine Zeile, in der die Birnen stehen.")
    assert search("birnen", "--null") == f"{file}\0"
    assert json.loads(search("birnen", "--json"))["results"][0]["id"] == short
    shown = search("hafen")
    assert max(map(len, shown.splitlines())) > 200
    assert "…\n" not in shown.splitlines()[0]


def test_what_notes_hold_never_reaches_the_terminal_as_a_command() -> None:
    for style in ("text", "tsv", "vimgrep"):
        assert "\x1b[31mred" not in search("äpfel", "--format", style)


def test_jsonl_streams_the_stages_and_all_results_are_had_with_0() -> None:
    stages = [
        json.loads(line) for line in search("äpfel", "--mode", "hybrid", "--format", "jsonl").splitlines()
    ]
    assert [stage["final"] for stage in stages] == [*[False] * (len(stages) - 1), True]
    assert len(stages) > 1
    assert len(search("äpfel", "-n", "1", "--format", "paths").splitlines()) == 1
    assert len(search("äpfel", "-n", "0", "--format", "paths").splitlines()) == 3


def test_colour_is_for_a_terminal_unless_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in search("birnen")
    coloured = run("search", "--mode", "fulltext", "birnen", "--color", "always").stdout
    assert "\x1b]8;" in coloured
    assert "obsidian://open?vault=my%20vault" in coloured
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in run("--color=never", "search", "--mode", "fulltext", "birnen").stdout


def test_an_id_and_a_number_lead_to_the_note_and_another_session_has_other_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = json.loads(search("birnen", "--json"))["results"][0]
    text = NOTES["Äpfel & Birnen.md"]
    assert (
        run("read", "1").stdout
        == run("read", found["id"]).stdout
        == run("read", found["id"][1:]).stdout
        == text
    )
    monkeypatch.setenv("VAULTSEARCH_SESSION", "another")
    with pytest.raises(Exception, match=r"No note has the number 1; .* none yet"):
        run("read", "1")


def test_nothing_found_is_code_1_with_an_empty_output() -> None:
    for style in ("text", "tsv", "paths", "vimgrep"):
        assert search("xylophon", "--format", style, code=1) == ""
    answer: dict[str, Any] = json.loads(search("xylophon", "--json", code=1))
    assert (answer["results"], answer["query"]) == ([], "xylophon")


def test_a_context_that_nothing_fits_in_tells_the_budget_that_it_takes() -> None:
    asked = ("context", "flensburg hafen", "-n", "1", "--budget")
    nothing = run(*asked, "100", code=1)
    assert nothing.stdout == ""
    needed = re.search(r"Nothing fits in 100 tokens; .* Use --budget (\d+) or more", nothing.stderr)
    assert needed
    assert "Flensburg" in run(*asked, needed[1]).stdout
    run(*asked, str(int(needed[1]) - 1), code=1)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no SIGPIPE")
def test_a_closed_pipe_ends_it_quietly(home: Path) -> None:
    command = [sys.executable, "-m", "vaultsearch", "config"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ) as process:
        assert process.stdout is not None
        process.stdout.close()
        told = process.stderr.read() if process.stderr else b""
    assert (process.returncode, told) == (141, b"")

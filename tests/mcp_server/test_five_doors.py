"""A question has the same rows in the window, a shell, over MCP, as JSON and in the library."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import httpx2
import pytest
from pytestqt.qtbot import QtBot

from tests.cli.command import Command
from tests.mcp_server.serving import Asked, index, served
from tests.mcp_server.test_json_api import serving
from tests.thoroughness import THOROUGH
from vaultsearch.core.values.search import PER_NOTE, Mode, Result, SearchStage, unfold_results
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.service.blocking import BlockingVault
from vaultsearch.service.vault import Vault
from vaultsearch.settings.resources import resources_folder

N = 10
QUERIES = """
vault
results
canvas
keyboard
inde
inapprop
keybord shortcut
shortcutt
search results
passages notes
how do I search for a phrase
what do my notes say about OCR?
where did I write about Zotero
find my notes on themes
notes: basket
is there a way to use it without a mouse?
which files are read
why is a note missing from the list
what is sent to the internet?
how long does indexing take
Shortcuts
Command line
Troubleshooting
+token
+canvas drawing
+inde
notes -canvas
"exact text"
"the window"
tag:help
path:Window.md theme
file:Asking rows
heading:keys
-path:Changes.md version
content:basket
title:ranking
Ctrl+G
vaultsearch.toml
retrieval.extra
--per-note
127.0.0.1
0.5
2024
all-MiniLM-L6-v2
http://127.0.0.1
/mcp
C#
Wie suche ich nach einer Phrase?
Notizen zu Tastenkürzeln
dove ho scritto di immagini?
关于标签
検索
last month notes
before 2020
e
of the
?
🚀
model language local offline server answer
a question with many more words than any note of this small vault is likely to hold in one of its passages
""".strip().splitlines()
MODES = {
    "fulltext": ("canvas", "inde", "search results"),
    "grep": ("canvas", "/pass(age|word)/"),
    "semantic": ("vault",),
}
ASKED = [(query, Mode.HYBRID) for query in QUERIES] + [
    (query, Mode(mode)) for mode, queries in MODES.items() for query in queries
]
# Each is asked at five doors, which takes a second: a sixth of them shows a door that ranks by itself.
IN_THIS_RUN = ASKED if THOROUGH else ASKED[::6]
Row: TypeAlias = tuple[str, int | None, str, int]


def of_library(results: Iterable[Result]) -> list[Row]:
    return [
        (one.path, None if one.chunk.is_generated else one.chunk.line_start, one.text, len(one.behind))
        for one in results
    ]


def of_json(results: Iterable[Mapping[str, Any]]) -> list[Row]:
    return [(one["path"], one["line_start"], one["text"], one.get("more", 0)) for one in results]


@pytest.fixture(scope="module")
def manual(tmp_path_factory: pytest.TempPathFactory, models_folder: Path) -> Path:
    """A home with the manual as its vault, and its index."""
    folder = tmp_path_factory.mktemp("doors")
    (folder / "models").symlink_to(models_folder)
    shutil.copytree(resources_folder() / "manual", folder / "vault")
    asyncio.run(index(folder / "vault"))
    return folder


@pytest.fixture(scope="module")
def library(manual: Path) -> Iterator[BlockingVault]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VAULTSEARCH_HOME", str(manual))
        with BlockingVault(manual / "vault") as vault:
            yield vault


@pytest.fixture(scope="module")
def agent(manual: Path) -> Iterator[Asked]:
    with served(manual / "vault") as asked:
        yield asked


@pytest.fixture(scope="module")
def address(manual: Path) -> Iterator[str]:
    with serving(manual, "--http", "127.0.0.1:0") as served_at:
        yield served_at


class Opens:
    """Opens vaults for an engine thread."""

    async def __call__(self, folder: Path) -> Vault:
        return await Vault.open(folder, write=False)


@pytest.fixture
def window(qtbot: QtBot, manual: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EngineThread]:
    monkeypatch.setenv("VAULTSEARCH_HOME", str(manual))
    engine = EngineThread(Opens())  # type: ignore[arg-type]  # the rest is not asked
    with qtbot.waitSignal(engine.vault_opened, timeout=60_000):
        engine.open_vault(manual / "vault")
    yield engine
    engine.stop()


def rows_in_the_window(qtbot: QtBot, window: EngineThread, query: str, mode: Mode) -> tuple[Result, ...]:
    """Return the rows of the last answer, as the window lists them at rest."""
    with qtbot.waitSignal(
        window.stage_arrived, timeout=60_000, check_params_cb=lambda _, stage: stage.final
    ) as last:
        window.search(query, mode)
    stage: SearchStage = last.args[1]
    return stage.results


def written_lines(vault: Path, result: Result) -> str:
    """Return a result's title, headings and the lines of its passage, as they are in the file."""
    lines = (vault / result.path).read_text(encoding="utf-8").splitlines()
    held = lines[result.chunk.line_start - 1 : result.chunk.line_end]
    return "\n".join((result.title, *result.heading_path, *held))


def test_queries_have_the_same_rows_at_five_doors(
    qtbot: QtBot, library: BlockingVault, agent: Asked, address: str, window: EngineThread, manual: Path
) -> None:
    headers = {"Authorization": f"Bearer {(manual / 'mcp.token').read_text().strip()}"}
    web = httpx2.Client(headers=headers, timeout=120)
    command = Command(manual)
    differences: dict[tuple[str, str], list[Row]] = {}
    # The first is asked twice: at rest, each door has counted the words of the vault.
    for number, (query, mode) in enumerate((IN_THIS_RUN[0], *IN_THIS_RUN)):
        results = library.search(query, N, mode)
        expected = of_library(results)
        asked = {"query": query, "mode": mode.value, "n": N}
        words = ("search", "--mode", mode.value, "--vault", str(manual / "vault"), "--json", "--", query)
        at_doors = {
            "window": of_library(rows_in_the_window(qtbot, window, query, mode)[:N]),
            "command line": of_json(json.loads(command(*words, code=0 if results else 1).stdout)["results"]),
            "MCP": of_json(agent("search", **asked)["results"]),
            "JSON": of_json(web.post(f"{address}/search", json=asked).json()["results"]),
        }
        if not number:
            continue
        differences |= {(query, door): rows for door, rows in at_doors.items() if rows != expected}
        of_notes = Counter(path for path, *_ in expected)
        assert max(of_notes.values(), default=0) <= PER_NOTE, query
        if query.startswith("+"):
            word = query.split()[0][1:].casefold()
            # Passages cut from one long line share its range, so the line holds the word.
            assert all(word in written_lines(manual / "vault", one).casefold() for one in results), query
    web.close()
    assert differences == {}


@pytest.mark.parametrize("query", ["vault", "how does it rank?"])
def test_ten_rows_are_ten_though_few_notes_hold_most_passages(library: BlockingVault, query: str) -> None:
    results = library.search(query, N)
    assert len(results) == N
    assert max(Counter(one.path for one in results).values()) <= PER_NOTE
    ids = [one.chunk.id for one in unfold_results(results)]
    assert len(ids) == len(set(ids))

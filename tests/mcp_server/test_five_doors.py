"""A question has the same rows in the window, a shell, over MCP, as JSON and in the library."""

import asyncio
import json
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from importlib.util import find_spec
from math import isnan
from pathlib import Path
from typing import Any, TypeAlias

import httpx2
import pytest
from pytestqt.qtbot import QtBot

from tests.cli.command import Command
from tests.core.search.test_fusion import is_in_order
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
canvas
inde
inapprop
keybord shortcut
search results
how do I search for a phrase
what do my notes say about OCR?
where did I write about Zotero
find my notes on themes
notes: basket
is there a way to use it without a mouse?
why is a note missing from the list
what is sent to the internet?
Shortcuts
+token
+canvas drawing
+inde
notes -canvas
"exact text"
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
    Mode.FULLTEXT: ("canvas", "inde", "search results"), Mode.GREP: ("canvas", "/pass(age|word)/"),
    Mode.SEMANTIC: ("vault", "tag:help"), Mode.EXPLORE: ("vault", "tag:help"),
}  # fmt: skip
# Each is asked at five doors, which takes a second: a seventh of them shows a door that ranks by itself.
ASKED = [(query, Mode.HYBRID) for query in (QUERIES if THOROUGH else QUERIES[::7])] + [
    (query, mode) for mode, queries in MODES.items() for query in queries
]
MISSING = -1e9
Row: TypeAlias = tuple[str, int | None, str, int, float, float]
"""Path, line, text, number of results behind it, score, probability; a missing number is near no other."""


def known(number: float | None) -> float:
    return MISSING if number is None or isnan(number) else number


def of_library(results: Iterable[Result]) -> list[Row]:
    rows = []
    for one in results:
        line = None if one.chunk.is_generated else one.chunk.line_start
        rows.append((one.path, line, one.text, len(one.behind), known(one.score), known(one.probability)))
    return rows


def of_json(results: Iterable[Mapping[str, Any]]) -> list[Row]:
    rows = []
    for one in results:
        numbers = known(one["score"]), known(one["probability"])
        rows.append((one["path"], one["line_start"], one["text"], one.get("more", 0), *numbers))
    return rows


def nearly(rows: list[Row]) -> Any:
    """Allow for a vector that is compared in memory or in the table, which rounds it otherwise."""
    return [(*row[:4], *(pytest.approx(number, 1e-3, 5e-4) for number in row[4:])) for row in rows]


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


@pytest.fixture
def window(qtbot: QtBot, manual: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EngineThread]:
    monkeypatch.setenv("VAULTSEARCH_HOME", str(manual))
    engine = EngineThread(partial(Vault.open, write=False))  # type: ignore[arg-type]  # the rest is not asked
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
    differences: dict[tuple[str, Mode, str], list[Row]] = {}
    # The first is asked twice: at rest, each door has counted the words of the vault.
    for number, (query, mode) in enumerate((ASKED[0], *ASKED)):
        stages = list(library.search_stages(query, N, mode))
        assert all(map(is_in_order, stages)), query
        results = stages[-1].results
        asked = {"query": query, "mode": mode.value, "n": N}
        words = ("search", "--mode", mode.value, "--vault", str(manual / "vault"), "--json", "--", query)
        at_doors = {
            "window": of_library(rows_in_the_window(qtbot, window, query, mode)[:N]),
            "command line": of_json(json.loads(command(*words, code=0 if results else 1).stdout)["results"]),
        }
        if mode is Mode.EXPLORE:
            at_doors["MCP"] = of_json(agent("explore", query=query, n=N)["results"])
        else:
            at_doors["MCP"] = of_json(agent("search", **asked)["results"])
            at_doors["JSON"] = of_json(web.post(f"{address}/search", json=asked).json()["results"])
        if not number:
            continue
        expected = nearly(of_library(results))
        differences |= {(query, mode, door): rows for door, rows in at_doors.items() if rows != expected}
        assert max(Counter(path for path, *_ in expected).values(), default=0) <= PER_NOTE, query
        if query.startswith("+"):
            word = query.split()[0][1:].casefold()
            # Passages cut from one long line share its range, so the line holds the word.
            assert all(word in written_lines(manual / "vault", one).casefold() for one in results), query
    web.close()
    assert differences == {}


def test_lines_columns_and_a_frame_hold_the_same_numbers(library: BlockingVault, manual: Path) -> None:
    results = library.search("search results", N)
    rows = nearly(of_library(results))
    assert of_library([*library.search_stages("search results", N)][-1].results) == rows
    words = ("search", "search results", "-n", str(N), "--vault", str(manual / "vault"), "--format")
    assert of_json(map(json.loads, Command(manual)(*words, "jsonl").stdout.splitlines())) == rows
    columns = (row.split("\t") for row in Command(manual)(*words, "tsv").stdout.splitlines())
    scores = pytest.approx([known(one.score) for one in results], 1e-3, 1e-3)
    assert [float(row[2] or MISSING) for row in columns] == scores
    if find_spec("pandas"):
        table = library.to_pandas("search results", N)[["path", "line_start", "score", "probability"]]
        named = [(path, line, *map(known, numbers)) for path, line, *numbers in table.itertuples(index=False)]
        assert named == [(*row[:2], *row[4:]) for row in rows]


def test_an_exact_title_stands_first_though_others_answer_likelier(library: BlockingVault) -> None:
    first, *_ = library.search("Shortcuts", N)
    assert (first.is_exact_title, first.path) == (True, "Shortcuts.md")


@pytest.mark.parametrize("query", ["vault", "how does it rank?"])
def test_ten_rows_are_ten_though_few_notes_hold_most_passages(library: BlockingVault, query: str) -> None:
    results = library.search(query, N)
    assert len(results) == N
    assert max(Counter(one.path for one in results).values()) <= PER_NOTE
    ids = [one.chunk.id for one in unfold_results(results)]
    assert len(ids) == len(set(ids))

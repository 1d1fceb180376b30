"""A question has the same rows in the same order in the window, a shell, over MCP, as JSON and in the library."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections import Counter
from contextlib import ExitStack
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

import httpx2
import pytest

from tests.cli.command import Command
from tests.mcp_server.serving import Asked, index, served
from tests.mcp_server.test_json_api import serving
from vaultsearch.core.values.search import PER_NOTE, Mode, Result, SearchStage, unfolded
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.service.blocking import BlockingVault
from vaultsearch.service.vault import Vault
from vaultsearch.settings.resources import resource_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path
    from typing import Any

    from pytestqt.qtbot import QtBot

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
    shutil.copytree(resource_folder("manual"), folder / "vault")
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
    with ExitStack() as stack:
        yield served(manual / "vault", stack)


@pytest.fixture(scope="module")
def address(manual: Path) -> Iterator[str]:
    with serving(manual, "--http", "127.0.0.1:0") as served_at:
        yield served_at


class Opens:
    """Opens vaults for an engine thread."""

    async def __call__(self, folder: Path) -> Vault:
        return await Vault.open(folder, write=False)


class Window:
    """The part of the window that asks, and shows the last answer."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.qtbot, self.engine = qtbot, EngineThread(Opens())
        with qtbot.waitSignal(self.engine.vault_opened, timeout=60_000):
            self.engine.open_vault(folder)

    def search(self, query: str, mode: Mode) -> SearchStage:
        def is_last(_number: int, stage: SearchStage) -> bool:
            return stage.final

        with self.qtbot.waitSignal(
            self.engine.stage_arrived, timeout=60_000, check_params_cb=is_last
        ) as last:
            self.engine.search(query, mode)
        return last.args[1]

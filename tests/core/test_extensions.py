"""Extensions of other packages: the tutorial of the manual, parts of each kind, and broken ones."""

from __future__ import annotations

import re
import sys
import tomllib
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from tests.builders import write_notes
from vaultsearch.cli.program import app
from vaultsearch.core.errors import ExtensionError, SettingsError, VaultNotFoundError
from vaultsearch.core.installation import extensions
from vaultsearch.core.models.encoder import ExtensionEncoder
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.search import Mode
from vaultsearch.core.vault.source import ExtensionSource
from vaultsearch.core.worker import close_extensions, in_thread
from vaultsearch.service.vault import Vault
from vaultsearch.service.workers import Workers
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

CHAPTER = (Path(__file__).parents[2] / "resources/developer/Extensions.md").read_text(encoding="utf-8")
TUTORIAL, PROJECT = re.findall(r"```(?:python|toml)\n(.*?)```", CHAPTER, re.DOTALL)[:2]
OTHERS = """
import asyncio, os
from dataclasses import replace
import numpy as np
from vaultsearch import LanceCorpus, Revision, parse_note

class Lengths:  # an encoder of texts by their lengths
    dimension, fingerprint = 2, "lengths-1"
    def encode_queries(self, texts):
        angles = np.array([min(len(text), 100) / 100 for text in texts])
        return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    encode_passages = encode_queries

class Everything:  # a retriever of all passages, the last one first
    def __init__(self, index): self.index = index
    async def __call__(self, query, n, where):
        corpus = await LanceCorpus.open(self.index)
        found = [chunk async for chunk in corpus.get_all_text()]
        corpus.close()
        return [replace(chunk, score=float(chunk.path == "Tea.md")) for chunk in found]

class Raises:
    async def __call__(self, query, chunks, n): raise ValueError("no such colour")

class Rubbish:  # an encoder, and a source
    dimension, fingerprint = 2, "rubbish-1"
    def __init__(self, *folder): pass
    def encode_queries(self, texts): return "rubbish"
    def scan(self): return [Revision("A.md", 1, 1), Revision("B.md", 1, 1)], []
    def read(self, revision): return 3 if revision.path == "A.md" else parse_note(revision, b"Green tea.")

class Odd:  # an encoder, and a source
    dimension = "two"
    def __init__(self, *folder): pass
    def scan(self): return "rubbish"

class Ends:
    def __init__(self, index): pass
    async def __call__(self, query, n, where): os._exit(3)
"""
BROKEN = {"rubbish": "other_parts:Rubbish", "odd": "other_parts:Odd", "absent": "not_there:Anything"}
ENTRIES = {
    "encoders": {"lengths": "other_parts:Lengths", **BROKEN},
    "sources": BROKEN,
    "retrievers": {"everything": "other_parts:Everything", "ends": "other_parts:Ends"},
    "rerankers": {"raises": "other_parts:Raises", "missing": "not_there:Anything"},
}


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the tutorial's package, and one of other parts, as pip would have left them."""
    site, project = tmp_path / "site", tomllib.loads(PROJECT)["project"]
    groups = {group.removeprefix("vaultsearch."): names for group, names in project["entry-points"].items()}
    for name, version, entries in ((project["name"], project["version"], groups), ("others", "2.1", ENTRIES)):
        lines = [
            f"[vaultsearch.{kind}]\n" + "".join(f"{n} = {at}\n" for n, at in of.items())
            for kind, of in entries.items()
        ]
        write_notes(
            site / f"{name.replace('-', '_')}-{version}.dist-info",
            {"METADATA": f"Name: {name}\nVersion: {version}\n", "entry_points.txt": "".join(lines)},
        )
    write_notes(site, {"my_notes.py": TUTORIAL, "other_parts.py": OTHERS})
    monkeypatch.syspath_prepend(site)
    extensions.cache_clear()
    yield
    close_extensions()
    extensions.cache_clear()


@asynccontextmanager
async def opened(folder: Path, place: Path, **parameters: str) -> AsyncIterator[Vault]:
    chosen = {name.replace("__", "."): value for name, value in parameters.items()}
    vault = await Vault.open(folder, place, Parameters(command=chosen), Workers(in_thread, in_thread))
    try:
        await vault.index.sync(lambda _: None)
        yield vault
    finally:
        await vault.close()


def test_the_tutorial_is_short() -> None:
    assert len(CHAPTER.split("\n## ")[0].splitlines()) < 60


async def test_the_readmes_source_and_reranker_index_and_rank_in_another_process(
    installed: None, tmp_path: Path
) -> None:
    folder = tmp_path / "texts"
    write_notes(
        folder, {"Long.txt": "Bread with rye, oats and seeds.", "Sub/Short.txt": "Bread.", "Not.md": "Bread"}
    )
    chain = "late_interaction+shortest_first"
    async with opened(folder, tmp_path / "i", source__kind="text_files", reranker__chain=chain) as vault:
        found = [stage async for stage in vault.search_stages("which bread is made with rye")][-1]
        assert [one.chunk.path for one in found.results] == ["Sub/Short.txt", "Long.txt"]
        assert "shortest_first" in (await vault.status()).reranker
    assert "my_notes" not in sys.modules, "their code is not loaded beside the database"


async def test_the_readmes_source_names_a_folder_with_nothing_to_read(
    installed: None, tmp_path: Path
) -> None:
    # It had no `location`, which the sentence about such a folder names.
    write_notes(tmp_path / "texts", {"Not.md": "Bread"})
    with pytest.raises(VaultNotFoundError, match=f"No notes or documents in {tmp_path / 'texts'}"):
        async with opened(tmp_path / "texts", tmp_path / "i", source__kind="text_files"):
            pass


async def test_an_encoder_and_a_retriever_take_part_in_a_search(installed: None, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    write_notes(
        folder,
        {
            "Tea.md": "Tea",
            "Soup.md": "A soup of leeks and potatoes, with a bay leaf and cream.",
            "Sub/B.md": "Tea",
        },
    )
    chosen = {
        "embedding__embedding_model": "lengths",
        "retrieval__extra": "everything",
        "reranker__chain": "none",
    }
    async with opened(folder, tmp_path / "i", **chosen) as vault:
        meant = await vault.search("x" * 60, mode=Mode.SEMANTIC)
        assert meant[0].chunk.path == "Soup.md", "the nearest by length"
        mixed = [stage async for stage in vault.search_stages("nothing that is there")][-1]
        assert mixed.results[0].chunk.path == "Tea.md"
        assert "everything" in mixed.results[0].chunk.ranks
        within = [stage async for stage in vault.search_stages("nothing path:Sub/")][-1]
        assert {one.chunk.path for one in within.results} == {"Sub/B.md"}, (
            "conditions hold for retrievers, too"
        )


async def test_broken_ones_are_a_sentence_each_and_stop_nothing(installed: None, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    write_notes(folder, {"Tea.md": "Green tea is steeped."})
    chain = "raises+missing+recency"
    async with opened(folder, tmp_path / "i", retrieval__extra="ends", reranker__chain=chain) as vault:
        found = [stage async for stage in vault.search_stages("green tea")][-1]
    assert [one.chunk.path for one in found.results] == ["Tea.md"]
    notice = found.notice or ""
    assert "The retriever “ends” (others 2.1) failed: its process ended." in notice
    assert "The reranker “raises” (others 2.1) failed: ValueError: no such colour." in notice
    assert "The reranker “missing” (others 2.1) failed: ModuleNotFoundError" in notice


def test_an_encoder_or_a_source_that_cannot_be_loaded_or_returns_rubbish_is_a_sentence(
    installed: None, tmp_path: Path
) -> None:
    for work, told in (
        (
            lambda: ExtensionEncoder("absent").dimension,
            "“absent” (others 2.1) failed: ModuleNotFound",
        ),
        (lambda: ExtensionEncoder("odd").dimension, "failed: its dimension cannot be 'two'."),
        (
            lambda: ExtensionEncoder("rubbish").encode_queries(["tea"]),
            "encoder “rubbish” (others 2.1) failed: its encode_queries cannot be 'rubbish'.",
        ),
        (ExtensionSource("absent", tmp_path).scan, "source “absent” (others 2.1) failed: ModuleNotFound"),
        (ExtensionSource("odd", tmp_path).scan, "failed: its scan cannot be 'rubbish'."),
    ):
        with pytest.raises(ExtensionError, match=re.escape(told)) as refused:
            work()
        assert "leave it out in the settings" in refused.value.remedy


async def test_a_source_that_returns_no_note_has_the_others_read(installed: None, tmp_path: Path) -> None:
    async with opened(tmp_path, tmp_path / "i", source__kind="rubbish") as vault:
        assert [one.chunk.path for one in await vault.search("green tea", mode=Mode.FULLTEXT)] == ["B.md"]
        (failure,) = (await vault.status()).failed
    assert failure.path == "A.md"
    assert "source “rubbish” (others 2.1) failed: its read cannot be 3" in failure.reason


def test_a_name_that_nothing_installs_is_told_and_the_default_stands(own_home: Path) -> None:
    with pytest.raises(SettingsError, match=r"reranker\.chain is set to 'mine', but must be"):
        Parameters(command={"reranker.chain": "mine"}).check()
    (own_home / "settings.toml").write_text('[parameters]\n"source.kind" = "gone"\n')
    loaded = settings.load()
    assert loaded.parameters == {}
    assert "source.kind is set to 'gone'" in loaded.problems[0]


def test_config_lists_them_with_their_packages(installed: None) -> None:
    said = CliRunner().invoke(app, ["config"], env={"COLUMNS": "200"}).output
    assert "rerankers: shortest_first (my-notes 1.0)" in said
    assert "encoders: lengths (others 2.1)" in said

"""Whatever happens to a vault, its index holds what a fresh build of the same disk would hold."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import Callable
from contextlib import closing
from operator import itemgetter
from pathlib import Path
from typing import Any

import lancedb
import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests.builders import CHUNKER, WordTokenEncoder, write_notes
from tests.core.index.indexing import small_pipeline
from tests.thoroughness import THOROUGH
from vaultsearch.core.chunking.embedded_text import LateChunker
from vaultsearch.core.errors import VaultNotFoundError
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.sync.pipeline import VectorPipeline
from vaultsearch.core.index.sync.token_filling import TokenPipeline
from vaultsearch.core.values.sync import SyncReport

FOLDERS = ("", "sub/", "sub/deep/", "it's 100%_/", "Übung/")
NAMES = ("a", "A", "b", "c#1 ^x", "über", "u\u0308ber", "日本 [x]")
LINES = (
    "# Heading", "## Under it", "plain words here", 'other words, it\'s "quoted" and 100%_',
    "#tag/child and [[a]] or [[sub/b|alias]]", "- [ ] a task", "key:: value", "```\n# no heading\n```", "",
)  # fmt: skip
FRONT = ("", "---\ntags: [x, y/z]\naliases: other name\nrating: 3\n---\n", "---\nbroken: [\n---\n")

paths = st.builds("{}{}.md".format, st.sampled_from(FOLDERS), st.sampled_from(NAMES))
bodies = st.lists(st.sampled_from(LINES), max_size=6).map("\n".join)
texts = st.builds("{}{}".format, st.sampled_from(FRONT), bodies)


class Upkeep(RuleBasedStateMachine):
    """Edits a vault on the disk in any order, and brings one index up to date with it now and then."""

    chunker = CHUNKER
    tokens: TokenPipeline | None = None

    def __init__(self) -> None:
        super().__init__()
        self.home = Path(tempfile.mkdtemp(prefix="upkeep-"))
        self.vault, self.index = self.home / "vault", self.home / "index"
        (self.vault / ".obsidian").mkdir(parents=True)
        self.loop = asyncio.Runner()

    @initialize(notes=st.dictionaries(paths, texts, min_size=1, max_size=5))
    def begin(self, notes: dict[str, str]) -> None:
        self.checkout(notes)

    # --- what happens to the vault ---

    @rule(path=paths, text=texts)
    def write(self, path: str, text: str) -> None:
        self._put(path, text)

    @rule(path=paths, text=texts)
    def save_safely(self, path: str, text: str) -> None:
        draft = self._put("draft.tmp", text)
        (self.vault / path).parent.mkdir(parents=True, exist_ok=True)
        draft.replace(self.vault / path)

    @rule(data=st.data(), line=st.sampled_from(LINES))
    def append(self, data: st.DataObject, line: str) -> None:
        if note := self._one(data):
            note.write_text(note.read_text(encoding="utf-8") + "\n" + line, encoding="utf-8")

    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        if note := self._one(data):
            note.unlink()

    @rule(data=st.data(), path=paths)
    def rename(self, data: st.DataObject, path: str) -> None:
        if note := self._one(data):
            (self.vault / path).parent.mkdir(parents=True, exist_ok=True)
            note.replace(self.vault / path)

    @rule(data=st.data())
    def swap(self, data: st.DataObject) -> None:
        one, other = self._one(data), self._one(data)
        if one and other and one != other:
            aside = one.replace(self.vault / "aside.tmp")
            other.replace(one)
            aside.replace(other)

    @rule(data=st.data(), seconds=st.integers(-10_000, 10_000))
    def set_the_clock(self, data: st.DataObject, seconds: int) -> None:
        if note := self._one(data):
            os.utime(note, (0, 1_790_000_000 + seconds))

    @rule()
    def move_a_folder(self) -> None:
        if (self.vault / "sub").is_dir() and not (self.vault / "moved").exists():
            (self.vault / "sub").rename(self.vault / "moved")
        elif (self.vault / "moved").is_dir() and not (self.vault / "sub").exists():
            (self.vault / "moved").rename(self.vault / "sub")

    @rule()
    def delete_a_folder(self) -> None:
        shutil.rmtree(self.vault / "sub", ignore_errors=True)

    @rule(notes=st.dictionaries(paths, texts, min_size=1, max_size=6))
    def checkout(self, notes: dict[str, str]) -> None:
        for note in self._notes():
            note.unlink()
        for path, text in notes.items():
            self._put(path, text)

    @rule(lines=st.sampled_from(("", "sub/", "*b.md\n!b.md", "/it's*")))
    def exclude(self, lines: str) -> None:
        (self.vault / ".vaultsearchignore").write_text(lines, encoding="utf-8")

    # --- what happens to the index ---

    @rule()
    def sync(self) -> None:
        self._sync()

    @rule(after=st.integers(0, 6))
    def cancel_a_sync(self, after: int) -> None:
        told = iter(range(after))

        def watch(pipeline: VectorPipeline) -> None:
            if next(told, None) is None:
                pipeline.cancel()

        self._sync(watch)

    @rule()
    def take_the_vault_away(self) -> None:
        if self._sync() is None:
            return
        before = tables(self.index)
        away = self.vault.rename(self.home / "away")
        with pytest.raises(VaultNotFoundError):
            self._sync()
        self.vault.mkdir()
        with pytest.raises(VaultNotFoundError):
            self._sync()
        self.vault.rmdir()
        away.rename(self.vault)
        assert_same(tables(self.index), before)

    @rule()
    def the_index_is_what_a_fresh_build_would_be(self) -> None:
        self._compare()

    def teardown(self) -> None:
        try:
            if self.vault.exists():
                self._compare()
        finally:
            self.loop.close()
            shutil.rmtree(self.home)

    # --- helpers ---

    def _compare(self) -> None:
        self._sync()
        # What was renamed is encoded under its new title by the sync after.
        self._sync()
        fresh = self.home / "fresh"
        self._sync(index=fresh)
        if self.index.exists():
            assert_same(tables(self.index), tables(fresh))
        shutil.rmtree(fresh, ignore_errors=True)

    def _sync(
        self, watch: Callable[[VectorPipeline], None] = lambda _: None, index: Path | None = None
    ) -> SyncReport | None:
        async def sync() -> SyncReport:
            parts: dict[str, Any] = {"tokens": self.tokens, "on_progress": lambda _: watch(pipeline)}
            with closing(await LanceCorpus.open(index or self.index)) as corpus:
                pipeline: VectorPipeline = small_pipeline(self.vault, corpus, chunker=self.chunker, **parts)
                return await pipeline.sync()

        try:
            return self.loop.run(sync())
        except VaultNotFoundError:
            if self.vault.is_dir() and any(self.vault.iterdir()):
                return None  # a new vault in which everything is excluded
            raise

    def _put(self, path: str, text: str) -> Path:
        write_notes(self.vault, {path: text})
        return self.vault / path

    def _notes(self) -> list[Path]:
        return sorted(self.vault.rglob("*.md"))

    def _one(self, data: st.DataObject) -> Path | None:
        notes = self._notes()
        return data.draw(st.sampled_from(notes)) if notes else None


KEYS = {"notes": "path", "chunks": "id", "vectors": "id", "summaries": "path", "tokens": "text_key"}


def tables(index: Path) -> dict[str, list[dict[str, Any]]]:
    """All that an index holds, but for the sizes that tell what is to be read again."""
    connection, held = lancedb.connect(index), dict[str, list[dict[str, Any]]]()
    for name, key in KEYS.items():
        # An index that was never filled has no such table.
        is_there = name in connection.list_tables().tables
        rows = connection.open_table(name).to_arrow().to_pylist() if is_there else []
        held[name] = sorted(rows, key=itemgetter(key))
    for note in held["notes"]:
        del note["size"]
    return held


def assert_same(held: dict[str, list[dict[str, Any]]], wanted: dict[str, list[dict[str, Any]]]) -> None:
    for table in ("vectors", "summaries"):
        these, others = ([row.pop("vector") for row in side[table]] for side in (held, wanted))
        np.testing.assert_allclose(these, others, atol=1e-3)
    assert held == wanted


class UpkeepLate(Upkeep):
    """The same where passages are embedded with their neighbours."""

    chunker = LateChunker(CHUNKER.counter)


class UpkeepTokens(Upkeep):
    """The same where passages have token vectors, too."""

    tokens = TokenPipeline(WordTokenEncoder())


TestUpkeep = Upkeep.TestCase
TestUpkeep.settings = settings(
    max_examples=60 if THOROUGH else 5, stateful_step_count=15, deadline=None,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
TestUpkeepLate = UpkeepLate.TestCase
TestUpkeepTokens = UpkeepTokens.TestCase
TestUpkeepLate.settings = TestUpkeepTokens.settings = settings(
    TestUpkeep.settings, max_examples=20 if THOROUGH else 2
)

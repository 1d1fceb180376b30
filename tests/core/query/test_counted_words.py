"""Counts of words are kept for the next process, but none of hidden notes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from vaultsearch.core.chunking.embedded_text import SearchedText
from vaultsearch.core.filters import AtPaths, Filter
from vaultsearch.core.index.index_folder import Manifest, write_manifest
from vaultsearch.core.query.expansion import WordExpander
from vaultsearch.core.query.vocabulary import CountedWords

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@dataclass
class Notes:
    """Notes in German with words in their text, the first of which is their title."""

    text: str
    number: int = 1
    hidden: Filter | None = None
    counted: int = 0

    async def version(self) -> int:
        return self.number

    async def words(self) -> AsyncIterator[list[SearchedText]]:
        self.counted += 1
        yield [SearchedText(self.text.split()[0], self.text, "de")] * 4

    async def shown(self, where: Filter | None) -> Filter | None:
        return self.hidden


async def corrected(notes: Notes, index: Path, query: str, rested_s: float = 60.0) -> tuple[str, ...]:
    """Ask a process that has just been started."""
    expander = WordExpander(notes, rested_s=rested_s, stored=CountedWords(index, notes))
    await expander.prepare()
    vocabulary = await expander.vocabulary()
    await expander.close()
    return tuple(vocabulary.near(query, 1, 3, "de"))


def kept(index: Path) -> list[Path]:
    return list(index.glob("words.*"))


@pytest.fixture
def index(tmp_path: Path) -> Path:
    write_manifest(tmp_path, Manifest("vault", "schema", "model", tables="those"))
    return tmp_path


async def test_the_next_process_counts_nothing(index: Path) -> None:
    notes = Notes("Töpferei lernen")
    first = await corrected(notes, index, "topferie")
    assert first == ("töpferei",)
    assert (await corrected(notes, index, "topferie"), notes.counted) == (first, 1)


async def test_after_an_edit_the_former_counts_do_for_a_while(index: Path) -> None:
    await corrected(Notes("Töpferei"), index, "")
    edited = Notes("Weberei", number=2)
    assert (await corrected(edited, index, "webreei"), edited.counted) == ((), 0)
    assert (await corrected(edited, index, "webreei", rested_s=0), edited.counted) == (("weberei",), 1)


async def test_tables_made_anew_are_counted_anew(index: Path) -> None:
    await corrected(Notes("Töpferei"), index, "")
    write_manifest(index, Manifest("vault", "schema", "model", tables="others"))
    anew = Notes("Weberei")
    assert (await corrected(anew, index, "webreei"), anew.counted) == (("weberei",), 1)


@pytest.mark.parametrize("content", [b"", b"no counts", b"x\x9c\xab\xae\x05\x00\x01u\x00\xf9"])
async def test_a_damaged_file_is_made_anew(index: Path, content: bytes) -> None:
    await corrected(Notes("Töpferei"), index, "")
    kept(index)[0].write_bytes(content)
    assert await corrected(Notes("Töpferei"), index, "topferie") == ("töpferei",)


async def test_hidden_notes_leave_no_word_behind_and_are_told_none(index: Path) -> None:
    hiding = Notes("Weberei", hidden=AtPaths(frozenset({"secret.md"})))
    await corrected(hiding, index, "")
    assert kept(index) == []
    await corrected(Notes("Töpferei"), index, "")
    assert await corrected(hiding, index, "topferie") == ()

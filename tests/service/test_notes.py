"""The notes of an open vault and of several: found by name, listed as opened and changed lately."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date, timedelta
from itertools import count
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.builders import open_vaults, write_notes
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.search.switcher import NameTable
from vaultsearch.core.usage_store import UsageStore
from vaultsearch.core.values.query import NameKind
from vaultsearch.service.vault import Vault
from vaultsearch.settings import settings

pytestmark = pytest.mark.usefixtures("token_parts")
PARAMETERS = {"reranker.chain": "late_interaction", "multilingual_model": "none"}
ANSWER = "It is planed flat first, then soaked in warm water for a day, and bent around the ribs. " * 2
PLANKS = f"---\naliases: [Planking]\n---\n# Planks\n\n## How is a garboard shaped?\n\n{ANSWER}\n"
NOTES = {
    "Boat/Planks.md": PLANKS,
    "Glue.md": "# Glue\n\nResin for the house.\n",
    "Sails.md": "# Sails\n\nCotton, tanned.\n",
}
SAVED = 1_790_000_000


@pytest.fixture
def store(tmp_path: Path) -> UsageStore:
    """A store whose clock advances by a minute each time it is read."""
    minutes = count(1.8e9, 60)
    return UsageStore(tmp_path / "opened.sqlite", lambda: next(minutes))


async def open_one(folder: Path, **parameters: str) -> Vault:
    given = Parameters(command=PARAMETERS | parameters)
    return await Vault.open(folder, settings.index_folder(folder), given)


def save(folder: Path, notes: dict[str, str]) -> Path:
    """Write notes into a folder, each saved a minute before the one above it."""
    write_notes(folder, notes)
    for minutes, path in enumerate(notes):
        os.utime(folder / path, (0, SAVED - 60 * minutes))
    return folder


@asynccontextmanager
async def indexed(folder: Path, notes: dict[str, str], **parameters: str) -> AsyncIterator[Vault]:
    async with await open_one(save(folder / "Home", notes), **parameters) as vault:
        await vault.index.sync(lambda _: None)
        yield vault


@pytest.fixture
async def vault(tmp_path: Path, store: UsageStore) -> AsyncIterator[Vault]:
    async with indexed(tmp_path, NOTES) as vault:
        vault.learn_from(store)
        yield vault


async def test_a_heading_and_an_alias_lead_to_their_place_in_obsidian(vault: Vault) -> None:
    (heading, *_), (alias, *_) = [await vault.notes.named(name, 9) for name in ("garboard", "planking")]
    assert (heading.kind, heading.note.title, heading.line) == (NameKind.HEADING, "Planks", 6)
    assert heading.uri.endswith("%23How%20is%20a%20garboard%20shaped%3F")
    assert (alias.kind, alias.name, alias.uri) == (NameKind.ALIAS, "Planking", alias.note.uri)


async def test_a_note_that_was_written_meanwhile_is_found_after_the_sync(vault: Vault) -> None:
    assert not [one for one in await vault.notes.named("rigging", 9) if one.kind is NameKind.TITLE]
    write_notes(vault.folder, {"Rigging.md": "# Rigging\n\nStays and shrouds.\n"})
    await vault.index.sync(lambda _: None)
    assert (await vault.notes.named("rigging", 9))[0].note.path == "Rigging.md"
    assert (await vault.notes.beginnings(3)).changed[0].path == "Rigging.md"


async def test_the_most_linked_note_is_known_once_the_first_notes_are_indexed(tmp_path: Path) -> None:
    async with await open_one(save(tmp_path / "Home", {"Hub.md": "hub", "A.md": "[[Hub]]"})) as vault:
        assert (await vault.notes.beginnings(3)).most_linked == ()
        await vault.index.sync()
        assert [note.path for note in (await vault.notes.beginnings(3)).most_linked] == ["Hub.md"]


async def test_notes_are_listed_by_the_time_they_were_saved_and_those_opened_apart(vault: Vault) -> None:
    found = await vault.notes.beginnings(9)
    assert [note.title for note in found.changed] == ["Planks", "Glue", "Sails"]
    assert (found.opened, found.questions) == ((), ("How is a garboard shaped?",))
    for path in ("Glue.md", "Sails.md", "Gone.md"):
        await vault.usage.note_opened(path)
    found = await vault.notes.beginnings(9)
    titles = [[note.title for note in notes] for notes in (found.opened, found.changed)]
    assert titles == [["Sails", "Glue"], ["Planks"]]
    assert [one.note.title for one in await vault.notes.named("", 9)] == ["Sails", "Glue", "Planks"]


async def test_notes_dated_to_this_day_of_earlier_years_are_listed_the_latest_first(tmp_path: Path) -> None:
    today = date.today()
    last, earlier = (f"{today.year - years}-{today:%m-%d}" for years in (4, 8))  # also of a leap day
    notes = {
        f"Diary/{earlier}.md": "the first sail", "Launch.md": f"---\ndate: {last}\n---\nshe floats",
        f"Diary/{today}.md": "today", "Saved today.md": "without a date",
    }  # fmt: skip
    async with indexed(tmp_path, notes) as vault:
        listed = (await vault.notes.beginnings(9)).on_this_day
    dated = [(today.year - day.year, note.path) for day, note in listed]
    assert dated == [(4, "Launch.md"), (8, f"Diary/{earlier}.md")]


async def test_notes_of_the_days_around_this_one_a_year_ago_are_nearest_first(tmp_path: Path) -> None:
    then = date.today() - timedelta(days=365)
    near, nearer, far = (then + timedelta(days=days) for days in (-3, 2, 5))
    async with indexed(tmp_path, {f"{day}.md": "a day" for day in (near, nearer, far, then)}) as vault:
        begun = await vault.notes.beginnings(9)
    listed, same_day = ([day for day, _ in days] for days in (begun.a_year_ago, begun.on_this_day))
    assert [day for day in listed if day != then] == [nearer, near]
    assert then in {*listed, *same_day}  # of a leap year, it is another day of the month


async def test_where_no_query_is_kept_no_opened_note_is(tmp_path: Path, store: UsageStore) -> None:
    async with indexed(tmp_path, NOTES, **{"window.recent_queries": "0"}) as vault:
        vault.learn_from(store)
        await vault.usage.note_opened("Glue.md")
        assert (await vault.notes.beginnings(9)).opened == ()
    assert not store.file.exists()


async def test_several_vaults_are_listed_as_one_with_own_links(tmp_path: Path, store: UsageStore) -> None:
    folders = [save(tmp_path / name, {"Glue.md": f"# Glue\n\nOf {name}.\n"}) for name in ("Home", "Work")]
    os.utime(folders[1] / "Glue.md", (0, SAVED + 60))
    group = await open_vaults(folders, open_one, Parameters(command=PARAMETERS))
    for member in group._members:
        member.vault.learn_from(store)
    await group.index.sync(lambda _: None)
    named = await group.notes.named("glue", 9)
    assert [one.note.path for one in named] == ["Work/Glue.md", "Home/Glue.md"]
    assert ["vault=Work" in one.uri for one in named] == [True, False]
    await group.usage.note_opened("Home/Glue.md")
    assert [note.path for note in (await group.notes.beginnings(9)).opened] == ["Home/Glue.md"]
    assert [one.note.path for one in await group.notes.named("glue", 9)] == ["Home/Glue.md", "Work/Glue.md"]
    await group.close()


async def test_the_latest_notes_are_true_before_names(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [note.path for note in (await vault.notes.beginnings(9)).unlinked] == [*NOTES]
    assert await vault.notes.named("garboard", 9)
    making = Mock(wraps=NameTable.of)
    monkeypatch.setattr(NameTable, "of", making)
    write_notes(vault.folder, {"Rigging.md": "Of [[Sails]] and [[Glue]].\n"})
    await vault.index.sync(lambda _: None)
    assert [note.path for note in (await vault.notes.beginnings(9)).unlinked] == ["Boat/Planks.md"]
    making.assert_not_called()
    assert (await vault.notes.named("", 9))[0].note.path == "Rigging.md"
    assert (await vault.notes.named("rigging", 9))[0].note.path == "Rigging.md"
    making.assert_called_once()

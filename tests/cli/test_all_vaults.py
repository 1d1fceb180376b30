"""`search --all`: what every known vault holds, for a person and for a program."""

from __future__ import annotations

import asyncio
import json
import shutil
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner, Result

from tests.builders import use_small_parts, write_notes
from vaultsearch.cli.program import app
from vaultsearch.core.errors import QueryError
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.threads import in_thread
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.vault import Vault
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from pathlib import Path


BY_WORDS = ("--mode", "fulltext")


@pytest.fixture
def vaults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, ...]:
    """Two vaults that have been indexed."""
    use_small_parts(monkeypatch)
    found = (tmp_path / "Home", tmp_path / "Work")
    for vault in found:
        write_notes(vault, {"Boat/Note.md": f"planks at {vault.name}\n"})
        asyncio.run(_indexed(vault))
        settings.remember_vault(vault)
    return found


async def _indexed(vault: Path) -> None:
    workers, index = Workers(in_thread, in_thread), settings.index_folder(vault)
    session = await Vault.open(vault, index, Parameters(), workers, write=True)
    await session.index.sync(lambda _: None)
    await session.close()


def asked(*words: str) -> Result:
    return CliRunner().invoke(app, ["search", "planks", "--all", *words])


def test_a_program_is_told_the_vault_and_the_path_within_it(vaults: tuple[Path, ...]) -> None:
    done = asked("--json", *BY_WORDS)
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)["results"]
    assert {(one["vault"], one["path"]) for one in found} == {(str(one), "Boat/Note.md") for one in vaults}
    uris = {one["url"] for one in found}
    assert uris == {f"obsidian://open?vault={name}&file=Boat%2FNote" for name in ("Home", "Work")}


def test_a_number_means_a_note_of_the_vault_that_it_was_found_in(vaults: tuple[Path, ...]) -> None:
    shown = asked(*BY_WORDS).stdout
    first, second = (line for line in shown.splitlines() if line.startswith("["))
    assert first.startswith("[1] ")
    read = CliRunner().invoke(app, ["read", "2"])
    assert read.stdout == f"planks at {'Work' if 'Work' in second else 'Home'}\n"


def test_a_vault_whose_index_is_gone_is_told_of_and_the_others_are_searched(vaults: tuple[Path, ...]) -> None:
    shutil.rmtree(settings.index_folder(vaults[1]))
    done = asked("--json", *BY_WORDS)
    assert done.exit_code == 0
    assert [one["vault"] for one in json.loads(done.stdout)["results"]] == [str(vaults[0])]
    assert "Work skipped: " in done.stderr
    assert "has not been indexed yet" in done.stderr


def test_all_vaults_and_one_are_not_asked_for_together(vaults: tuple[Path, ...]) -> None:
    assert isinstance(asked("--vault", str(vaults[0])).exception, QueryError)

"""A vault as it was on a day: by words, exactly as an index of its notes of then would answer."""

from __future__ import annotations

import shutil
from datetime import date
from typing import TYPE_CHECKING

import pytest

from tests.builders import write_notes
from tests.git_repository import commit, git
from vaultsearch.core.errors import QueryError
from vaultsearch.core.history import HistoryError
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.search import Mode
from vaultsearch.service.as_of import as_of, search_as_of
from vaultsearch.service.vault import Vault
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
JUNE, JULY = date(2025, 6, 1), date(2025, 7, 1)
THEN = {
    "Keel.md": "# Keel\n\nThe keel needs five bolts.\n",
    "Boats/Mast.md": "The mast is spruce, and stands on the keel.\n",
    "Gone.md": "Lead for the keel.\n",
}


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A vault with a home of its own; of its notes, one was changed and one was deleted since."""
    monkeypatch.setenv("VAULTSEARCH_HOME", str(tmp_path / "home"))
    folder = tmp_path / "vault"
    write_notes(folder, THEN)
    git(folder, "init", "-q")
    commit(folder, "begin", "2025-05-01T12:00:00Z")
    write_notes(folder, {"Keel.md": "# Keel\n\nThe keel needs six bolts of bronze.\n"})
    (folder / "Gone.md").unlink()
    commit(folder, "bronze", "2025-06-10T12:00:00Z")
    return folder


async def test_a_day_is_answered_as_its_notes_were_and_told_what_became_of_them(vault: Path) -> None:
    stage, states = await search_as_of(vault, "keel", JUNE, 10, Parameters())
    assert states == {"Keel.md": "changed", "Boats/Mast.md": "same", "Gone.md": "deleted"}
    assert "five bolts" in "".join(result.chunk.text for result in stage.results)
    stage, _ = await search_as_of(vault, "bronze", JUNE, 10, Parameters())
    assert not stage.results
    _, states = await search_as_of(vault, "bronze", JULY, 10, Parameters())
    assert states == {"Keel.md": "same"}


async def test_it_answers_as_a_fresh_index_of_a_worktree(vault: Path, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    git(vault, "worktree", "add", "-q", "--detach", str(tree), "HEAD~1")
    today = await Vault.open(vault, settings.index_folder(vault), Parameters())
    await today.index.sync()
    await today.close()
    fresh = await Vault.open(tree, tmp_path / "fresh", Parameters())
    await fresh.index.sync()
    for query in ("keel", "mast spruce", "five bolts", "lead -mast", "path:Boats keel"):
        stages = [one async for one in fresh.search_stages(query, 10, Mode.FULLTEXT, learned=False)]
        stage, _ = await search_as_of(vault, query, JUNE, 10, Parameters())
        assert [(one.chunk.path, one.score) for one in stage.results] == [
            (one.chunk.path, one.score) for one in stages[-1].results
        ]
    await fresh.close()


async def test_a_day_before_the_first_commit_has_no_vault(vault: Path) -> None:
    with pytest.raises(HistoryError, match="no commit of 2025-04-30"):
        await search_as_of(vault, "keel", date(2025, 4, 30), 10, Parameters())


@pytest.mark.parametrize(
    ("query", "day", "words"),
    [
        ("asof:2025-06-01 keel bolts", JUNE, "keel bolts"),
        ("keel asof:2025-05 bolts", date(2025, 5, 31), "keel bolts"),
        ('keel asof:"1 June 2025"', JUNE, "keel"),
    ],
)
def test_the_day_is_taken_out_of_the_query(query: str, day: date, words: str) -> None:
    asked = as_of(query)
    assert asked is not None
    assert (asked.day, asked.query) == (day, words)


def test_a_query_without_a_day_is_of_today_and_no_date_is_refused() -> None:
    assert as_of("keel bolts") is None
    with pytest.raises(QueryError, match="“soon” is no date"):
        as_of("asof:soon keel")

"""The vault that a command asks: that of the current folder, the last one with its name, or all of them."""

import asyncio
import json
import os
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tests.builders import index_vault, use_small_parts, write_notes
from vaultsearch.cli.program import app
from vaultsearch.cli.vault_choice import enclosing_vault, vault_to_index
from vaultsearch.core.errors import NotIndexedError, QueryError
from vaultsearch.core.values.sync import Progress
from vaultsearch.service.vault import Vault
from vaultsearch.settings import settings


@pytest.fixture
def vaults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Two vaults that have been indexed; the second is the last one."""
    use_small_parts(monkeypatch)
    home, work = tmp_path / "Home", tmp_path / "Work"
    for vault in (home, work):
        write_notes(vault, {"Boat/Note.md": f"planks at {vault.name}\n"})
        os.utime(vault / "Boat/Note.md", (1_700_000_000, 1_700_000_000))
        asyncio.run(index_vault(vault, settings.index_folder(vault)))
        settings.remember_vault(vault)
    return home, work


def test_a_vault_that_is_named_twice_is_served_once(vaults: tuple[Path, Path]) -> None:
    home, work = vaults
    named = [word for vault in (home, home.parent / "Work/../Home", work) for word in ("--vault", str(vault))]
    done = CliRunner().invoke(app, ["mcp", "--print-config", "claude-code", *named])
    assert done.stdout.rstrip().endswith(shlex.join(["mcp", "--vault", str(home), "--vault", str(work)]))


BY_WORDS = ("--mode", "fulltext")


@pytest.mark.parametrize(("folder", "vault", "sentence"), [
    ("Home", "Home", ""), ("Home/Boat", "Home", ""),
    (".", "Work", "vaultsearch: using the last vault, {}.\n"),
])  # fmt: skip
def test_the_vault_of_the_folder_answers_and_elsewhere_the_last_one_which_is_named(
    vaults: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, folder: str, vault: str, sentence: str
) -> None:
    place = vaults[0].parent
    monkeypatch.chdir(place / folder)
    done = CliRunner().invoke(app, ["search", "planks", *BY_WORDS, "--json"])
    (found,) = json.loads(done.stdout)["results"]
    assert (found["vault"], done.stderr) == (str(place / vault), sentence.format(place / vault))


def test_in_a_vault_that_is_not_indexed_the_command_that_indexes_it_is_offered(
    vaults: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = tmp_path / "New notes"
    (new / ".obsidian").mkdir(parents=True)
    (new / "Inbox").mkdir()
    monkeypatch.chdir(new / "Inbox")
    with pytest.raises(NotIndexedError, match=f"{new} is a vault that has not been indexed yet") as refused:
        CliRunner().invoke(app, ["search", "planks"], catch_exceptions=False)
    assert refused.value.remedy == f"Run: vaultsearch index {shlex.quote(str(new))}"
    assert vault_to_index(None, None) == new


def test_a_vault_in_another_belongs_to_it(vaults: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    (vaults[0] / "Boat" / ".obsidian").mkdir()
    monkeypatch.chdir(vaults[0] / "Boat")
    assert enclosing_vault() == vaults[0]


def test_a_home_with_obsidians_settings_is_no_vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / "Downloads").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.chdir(tmp_path / "Downloads")
    assert enclosing_vault() is None


def test_a_path_from_this_folder_wins(vaults: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    home, _ = vaults
    write_notes(home, {"index.md": "[[Trip]]\n", "Boat/index.md": "[[Trip]]\n", "Trip.md": "a trip\n"})
    asyncio.run(index_vault(home, settings.index_folder(home)))
    expected: dict[tuple[str, ...], str] = {
        ("", "read", "index.md"): "index.md", ("Boat", "read", "index.md"): "Boat/index.md",
        ("Boat", "read", "./index.md"): "Boat/index.md", ("Boat", "read", "./index"): "Boat/index.md",
        ("Boat", "read", "../index.md"): "index.md",
        ("Boat", "read", "../Boat/index.md:1-1"): "Boat/index.md", ("Boat", "read", "Trip"): "Trip.md",
        ("Boat", "links", "../index.md"): "index.md",
    }  # fmt: skip
    paths: dict[tuple[str, ...], str] = {}
    for folder, *words in expected:
        monkeypatch.chdir(home / folder)
        paths[folder, *words] = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)["path"]
    assert paths == expected


def test_a_file_of_another_vault_is_read_in_that_vault(
    vaults: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home, work = vaults
    monkeypatch.chdir(tmp_path)
    assert "planks at Home" in CliRunner().invoke(app, ["read", "Home/Boat/Note.md"]).stdout
    monkeypatch.chdir(work)
    done = CliRunner().invoke(app, ["read", str(home / "Boat" / "Note.md"), "Boat/Note.md"])
    assert done.stdout.index("planks at Home") < done.stdout.index("planks at Work")


def test_a_renamed_vault_is_followed(vaults: tuple[Path, Path], own_home: Path) -> None:
    work, commands = (
        vaults[1],
        (("search", "planks"), ("index", str(vaults[1]) + "22"), ("search", "planks", "--all")),
    )
    for words in commands:
        former, work = work, work.rename(work.with_name(f"{work.name}2"))
        done = CliRunner().invoke(app, [*words, *(BY_WORDS if "planks" in words else ())])
        kept = f"{work.name} was moved from {former} to {work}; index, basket and searches were kept."
        assert (kept in done.stderr, done.exit_code) == (True, 0), done.output
        known = CliRunner().invoke(app, ["vaults", "--format", "paths"]).stdout.split()
        assert sorted(known) == [str(vaults[0]), str(work)]
    CliRunner().invoke(app, ["vaults", "forget", str(work), "--yes"])
    assert not [
        file for file in own_home.rglob("*.*") if file.is_file() and str(work) in file.read_text("latin-1")
    ]


def test_moved_notes_are_counted_as_moved(vaults: tuple[Path, Path]) -> None:
    (vaults[0] / "Boat").rename(vaults[0] / "Ship")
    done = CliRunner().invoke(app, ["index", str(vaults[0])])
    assert done.stdout.startswith("0 added, 0 changed, 1 moved, 0 unchanged, 0 removed; 1 passage, ")
    (vaults[0] / "Ship").rename(vaults[0] / "Boat")
    counts = json.loads(CliRunner().invoke(app, ["index", str(vaults[0]), "--json"]).stdout)
    assert [counts[name] for name in ("added", "moved", "removed")] == [0, 1, 0]


def search_all(*words: str) -> Result:
    return CliRunner().invoke(app, ["search", "planks", "--all", *words])


def test_of_several_vaults_paths_and_numbers_say_which_they_are_of(vaults: tuple[Path, Path]) -> None:
    done = search_all("--json", *BY_WORDS)
    assert done.exit_code == 0, done.output
    found = {(one["vault"], one["path"], one["url"]) for one in json.loads(done.stdout)["results"]}
    url = "obsidian://open?vault={}&file=Boat%2FNote"
    assert found == {(str(vault), "Boat/Note.md", url.format(vault.name)) for vault in vaults}
    first, second = (line for line in search_all(*BY_WORDS).stdout.splitlines() if line.startswith("["))
    assert first.startswith("[1] ")
    read = CliRunner().invoke(app, ["read", "2"])
    assert read.stdout == f"planks at {'Work' if 'Work' in second else 'Home'}\n"


def test_a_vault_whose_index_is_gone_is_told_and_the_others_are_searched(vaults: tuple[Path, Path]) -> None:
    shutil.rmtree(settings.index_folder(vaults[1]))
    done = search_all("--json", *BY_WORDS)
    assert [one["vault"] for one in json.loads(done.stdout)["results"]] == [str(vaults[0])]
    assert done.exit_code == 0
    assert "has not been indexed yet" in done.stderr.partition("Work skipped: ")[2]
    assert isinstance(search_all("--vault", str(vaults[0])).exception, QueryError)


def test_lost_settings_do_not_say_that_nothing_was_indexed(vaults: tuple[Path, Path], own_home: Path) -> None:
    (own_home / "settings.toml").write_text("broken =")
    for command in (("search", "planks"), ("search", "planks", "--all"), ("mcp", "--all")):
        done = CliRunner().invoke(app, command)
        assert str(done.exception) == "The settings name no vault."


def test_a_vault_is_known_with_its_index(vaults: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    async def end_amid(vault: Vault, *, on_progress: Callable[[Progress], None], **_: object) -> None:
        on_progress(Progress("reading", 1, 2))
        assert settings.load_settings().last_vault == vault.folder
        raise KeyboardInterrupt

    monkeypatch.setattr("vaultsearch.service.commands.sync_and_wait", end_amid)
    CliRunner().invoke(app, ["index", str(vaults[0])])
    assert settings.load_settings().last_vault == vaults[0]

"""`skill install`: it asks first, says where it writes, and the skill names commands that are there."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from vaultsearch.cli.program import Commands, app
from vaultsearch.core.errors import QueryError


@pytest.fixture(autouse=True)
def users_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["skill", *words], catch_exceptions=False)


def test_nothing_is_written_without_a_confirmation(users_home: Path) -> None:
    with pytest.raises(QueryError, match="needs a confirmation"):
        run("install", "codex")
    assert list(users_home.iterdir()) == []
    with pytest.raises(QueryError, match="No agent was found"):
        run("install")


def test_the_skill_is_written_for_the_agents_that_are_used_and_its_places_are_shown(users_home: Path) -> None:
    for name in (".claude", ".cursor"):
        (users_home / name).mkdir()
    done = run("install", "--yes")
    files = [users_home / name / "skills/vaultsearch/SKILL.md" for name in (".claude", ".cursor")]
    assert done.stdout.splitlines() == [f"Installed {file}." for file in files]
    assert done.stderr.splitlines() == [f"Write {file}" for file in files]
    assert {file.read_text() for file in files} == {run("show").stdout}
    assert not (users_home / ".codex").exists()
    assert "Replace" in run("install", "cursor", "--yes").stderr


def test_the_skill_is_short_and_names_commands_that_are_there() -> None:
    skill = run("show").stdout
    assert skill.startswith("---\nname: vaultsearch\ndescription: ")
    assert len(skill) < 2_000
    assert {"search", "context", "read"} <= set(re.findall(r"`vaultsearch (\w+)", skill)) <= set(Commands())

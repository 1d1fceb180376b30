"""The commands about notes among themselves, as a person and a program use them: real processes and models."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.builders import write_notes
from tests.core.relations.test_duplicates import KEEL
from tests.core.relations.test_related import ENGLISH

if TYPE_CHECKING:
    from pathlib import Path

NOTES = {
    **ENGLISH,
    "Log.md": f"Was at the [[Mast]], read [[Gone]], and thought of the bread oven.\n\n## Keel\n\n{KEEL}",
    "Keel.md": KEEL,
}

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> Command:
    home = tmp_path_factory.mktemp("relations-home")
    vault = tmp_path_factory.mktemp("relations-vault")
    write_notes(vault, NOTES)

    def run(*words: str, code: int = 0) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "vaultsearch", *words, "--vault", str(vault)],
            capture_output=True,
            text=True,
            env=os.environ | {"VAULTSEARCH_HOME": str(home), "COLUMNS": "200"},
            check=False,
            timeout=120,
        )
        assert done.returncode == code, (done.stdout, done.stderr)
        assert "Traceback" not in done.stderr
        return done

    run("index")
    return run


def parsed(command: Command, *words: str) -> Any:
    return json.loads(command(*words, "--json").stdout)


def test_related_tells_path_title_score_and_reasons(command: Command) -> None:
    (first,) = parsed(command, "related", "Sourdough", "-n", "1")
    assert (first["path"], first["title"]) == ("Bread oven.md", "Bread oven")
    assert 0 < first["score"] <= 1
    assert first["reasons"] == ["talks about the same: Bread oven > First loaf"]
    printed = command("related", "Sourdough").stdout
    assert "1. Bread oven  Bread oven.md:9" in printed
    assert "talks about the same: Bread oven > First loaf" in printed


def test_links_tell_where_a_note_is_linked_and_named(command: Command) -> None:
    log = parsed(command, "links", "Log")
    assert (log["path"], log["backlinks"]) == ("Log.md", [])
    assert [(one["path"], one["line"]) for one in log["outgoing"]] == [("Mast.md", 1)]
    assert [one["written"] for one in log["unresolved"]] == ["Gone"]
    oven = parsed(command, "links", "bread oven")
    assert [(one["path"], one["line"]) for one in oven["mentions"]] == [("Log.md", 1)]
    printed = command("links", "Mast").stdout
    assert "Links here (1)" in printed
    assert "Was at the [[Mast]], read [[Gone]]" in printed


def test_loose_ends_are_listed(command: Command) -> None:
    orphans = [note["path"] for note in parsed(command, "orphans")]
    assert "Rent.md" in orphans
    assert "Mast.md" not in orphans
    (missing,) = parsed(command, "unresolved")
    assert missing["target"] == "Gone"
    assert [(one["path"], one["line"]) for one in missing["references"]] == [("Log.md", 1)]
    assert "notes that no link leads to or from" in command("orphans").stdout
    assert "Gone (1)" in command("unresolved").stdout


def test_duplicates_are_groups_of_passages(command: Command) -> None:
    (group,) = parsed(command, "duplicates")
    keel = {"path": "Keel.md", "heading_path": [], "line_start": 1, "line_end": 1, "similarity": 1.0}
    assert keel in group
    assert {one["path"]: one["heading_path"] for one in group} == {"Keel.md": [], "Log.md": ["Keel"]}
    assert "100%  Keel.md:1-1" in command("duplicates").stdout


def test_a_summary_is_printed_and_none_is_missing_after_a_sync(command: Command) -> None:
    assert "bronze" in parsed(command, "summaries", "Keel")["summary"]
    assert "The keel bolts are bronze" in command("summaries", "Keel").stdout
    assert parsed(command, "summaries", "--missing") == {"made": 0}
    assert "Name a note" in command("summaries", code=2).stderr


def test_a_name_that_no_note_has_is_a_sentence_with_a_remedy(command: Command) -> None:
    told = command("related", "Nobody", code=2).stderr
    assert "There is no note called Nobody. Name it by its path" in told

"""The commands about notes among themselves, as a person and a program use them, with the real models."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from jsonschema import ValidationError

from tests.builders import write_notes
from tests.cli.command import Command, with_models
from tests.cli.contract import validate
from tests.core.relations.test_duplicates import KEEL
from tests.core.relations.test_related import ENGLISH
from tests.git_repository import commit, git
from vaultsearch.cli.output import PrintedPlace
from vaultsearch.cli.reports import print_orphans
from vaultsearch.cli.watching import _print_change
from vaultsearch.core.values.note import NoteAddress
from vaultsearch.service.shapes import OUTPUTS, VERSION, output_schema

NOTES = {
    **ENGLISH,
    "Log.md": f"Was at the [[Mast]], read [[Gone]], and thought of the bread oven.\n\n## Keel\n\n{KEEL}",
    "Keel.md": KEEL,
}

Run: TypeAlias = Callable[..., str]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, models_folder: Path) -> Path:
    """A home with the index of the vault beside it."""
    folder = tmp_path_factory.mktemp("relations")
    write_notes(folder / "vault", NOTES)
    git(folder / "vault", "init", "-q")
    commit(folder / "vault", "begin", "2025-05-01T12:00:00Z")
    with_models(folder, models_folder)("index", str(folder / "vault"))
    return folder


@pytest.fixture
def command(home: Path) -> Run:
    def run(*words: str, code: int = 0) -> str:
        done = Command(home)(*words, "--vault", str(home / "vault"), code=code)
        return done.stdout + done.stderr

    return run


def parsed(command: Run, *words: str) -> Any:
    return json.loads(command(*words, "--json"))


def test_related_tells_path_title_score_and_reasons(home: Path, command: Run) -> None:
    (first,) = parsed(command, "related", "Sourdough", "-n", "1")["notes"]
    assert (first["path"], first["title"]) == ("Bread oven.md", "Bread oven")
    assert 0 < first["score"] <= 1
    assert first["reasons"] == ["similar topic: Bread oven > First loaf"]
    printed = command("related", "Sourdough")
    assert f"[1] Bread oven  Bread oven.md:9  {first['id']}\n" in printed
    assert command("related", "Sourdough", "-n", "1", "--null") == f"{home / 'vault' / first['path']}\0"
    assert "similar topic: Bread oven > First loaf" in printed


def test_links_tell_where_a_note_is_linked_and_named(command: Run) -> None:
    log = parsed(command, "links", "Log")
    assert (log["path"], log["backlinks"]) == ("Log.md", [])
    (link,), (gone,) = log["outgoing"], log["unresolved"]
    (mention,) = parsed(command, "links", "bread oven")["mentions"]
    assert (link["path"], link["line"], gone["written"]) == ("Mast.md", 1, "Gone")
    assert (mention["path"], mention["line"]) == ("Log.md", 1)
    (back,) = parsed(command, "links", "Mast")["backlinks"]
    shown = f"Backlinks (1)\n[1] Log  Log.md:1  {back['id']}\n   Was at the [[Mast]], read [[Gone]]"
    assert shown in command("links", "Mast")


def test_lists_of_places_lead_other_programs_there_and_back(home: Path, command: Run) -> None:
    vault = home / "vault"
    text = "Was at the [[Mast]], read [[Gone]], and thought of the bread oven."
    assert command("links", "Log", "--format", "vimgrep").splitlines() == [f"{vault}/Log.md:1:1:{text}"] * 2
    assert command("links", "Mast", "--format", "paths") == f"{vault}/Log.md\n{vault}/Rigging.md\n"
    mast = parsed(command, "links", "Log")["outgoing"][0]["id"]
    row = f"1\t{mast}\t\t{vault}/Mast.md\t1\tMast\t\t{text}\toutgoing\n"
    assert command("links", "Log", "--format", "tsv").startswith(row)
    assert command("read", "1") == NOTES["Mast.md"], "numbered by the list"
    assert command("unresolved", "--format", "vimgrep") == f"{vault}/Log.md:1:1:{text}\n"
    assert command("duplicates", "--format", "paths", "--null").count("\0") == 2
    rows = [row.split("\t") for row in command("duplicates", "--format", "tsv").splitlines()]
    assert {(Path(row[3]).name, row[-1]) for row in rows} == {("Log.md", "1"), ("Keel.md", "1")}
    for name, words in {"links": ("Log",), "unresolved": (), "duplicates": ()}.items():
        assert command(name, *words, "--format", "jsonl").endswith("}\n")


@pytest.mark.parametrize(("count", "sentence"), [(1, "1 orphaned note."), (2, "2 orphaned notes.")])
def test_orphans_are_counted_as_one_says_it(
    count: int, sentence: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    print_orphans([PrintedPlace(NoteAddress(tmp_path, "Rent.md", "ab12", "obsidian://open"), "Rent")] * count)
    assert capsys.readouterr().err.strip() == sentence


def test_loose_ends_are_listed(command: Run) -> None:
    orphans = [note["path"] for note in parsed(command, "orphans")["notes"]]
    assert ("Rent.md" in orphans, "Mast.md" in orphans) == (True, False)
    (missing,) = parsed(command, "unresolved")["unresolved"]
    (reference,) = missing["references"]
    assert (missing["target"], reference["path"], reference["line"]) == ("Gone", "Log.md", 1)
    assert "orphaned notes" in command("orphans")
    assert "Gone (1)" in command("unresolved")


def test_duplicates_are_groups_of_passages(command: Run) -> None:
    (group,) = parsed(command, "duplicates")["groups"]
    keel = {"path": "Keel.md", "heading_path": [], "line_start": 1, "line_end": 1, "similarity": 1.0}
    assert keel.items() <= next(one for one in group if one["path"] == "Keel.md").items()
    assert {one["path"]: one["heading_path"] for one in group} == {"Keel.md": [], "Log.md": ["Keel"]}
    ids = {one["path"]: one["id"] for one in group}
    assert f"Keel  Keel.md:1  {ids['Keel.md']}  100%" in command("duplicates")


def test_a_summary_is_printed_and_none_is_missing_after_a_sync(command: Run) -> None:
    assert "bronze" in parsed(command, "summaries", "Keel")["summary"]
    assert "The keel bolts are bronze" in command("summaries", "Keel")
    assert parsed(command, "summaries", "--missing") == {"version": VERSION, "made": 0}
    assert "Give a note, or use --missing" in command("summaries", code=2)
    assert "Set its address and name" in command("summaries", "--by-model", code=2)


def test_a_note_has_versions_and_a_day_before_them_has_none(command: Run) -> None:
    (version,) = parsed(command, "history", "Keel")["versions"]
    assert (version["subject"], version["deleted"]) == ("begin", False)
    assert "begin" in command("history", "Keel")
    assert "Nothing has changed since." in command("diff", "Keel", "--at", "2025-06")
    refused = command("diff", "Keel", "--at", "2025-04-30", code=2)
    assert "no version of 2025-04-30" in refused
    assert "The first is of 2025-05-01." in refused
    assert "“soon” isn't a date" in command("diff", "Keel", "--at", "soon", code=2)


JSON_COMMANDS = (
    *("search keel", "context keel", "read Keel --question bolts?", "related Mast", "links Log"),
    *("history Keel", "diff Keel --at 2025-06-01", "timeline keel", "summaries Keel", "index", "recent"),
    *("random", "stats", "files", "status", "config", "topics", "entities", "orphans", "unresolved"),
    "duplicates",
)
VALIDATED_ELSEWHERE = {"ask", "publish", "evaluate", "export", "models list", "vaults", "watch"}


def test_every_output_fits_its_schema_and_names_its_version(command: Run, home: Path) -> None:
    assert {words.split()[0] for words in JSON_COMMANDS} | VALIDATED_ELSEWHERE == OUTPUTS.keys()
    versions = {words: parsed(command, *words.split())["version"] for words in JSON_COMMANDS}
    assert versions == dict.fromkeys(JSON_COMMANDS, VERSION)
    (home / "text.md").write_text("The keel bolts are bronze.", encoding="utf-8")
    from_file = ("search", "--from-file", str(home / "text.md"))
    assert parsed(command, *from_file)["topics"][0]["results"]
    assert "text" in parsed(command, "read", "Keel")
    assert "suggestions" in parsed(command, "links", "Log", "--suggest")


def test_an_output_of_another_shape_is_found_out(command: Run) -> None:
    answer = parsed(command, "search", "keel bolts")
    answer["results"][0]["surprise"] = 1
    with pytest.raises(ValidationError, match="surprise"):
        validate(["search", "--json"], json.dumps(answer))
    del answer["results"][0]["surprise"], answer["results"][0]["url"]
    with pytest.raises(ValidationError, match="url"):
        validate(["search", "--json"], json.dumps(answer))


def test_a_change_of_the_schemas_is_a_new_version() -> None:
    """Where this fails, raise VERSION if a program that reads the output could notice the change."""
    published = json.dumps(_without_words([output_schema(name) for name in sorted(OUTPUTS)]), sort_keys=True)
    assert (VERSION, hashlib.sha256(published.encode()).hexdigest()[:16]) == (4, "29c5d633966bb800")


def _without_words(part: Any) -> Any:
    if isinstance(part, dict):
        kept = {key: one for key, one in part.items() if not isinstance(one, str) or key in ("type", "$ref")}
        return {key: _without_words(one) for key, one in kept.items()}
    if not isinstance(part, list):
        return part
    # The keys that are required, or the values of an enumeration: in which order says nothing.
    return sorted(part) if all(isinstance(one, str) for one in part) else list(map(_without_words, part))


def test_a_schema_is_printed_and_a_command_without_one_is_told(home: Path) -> None:
    printed = json.loads(Command(home)("schema", "models", "list").stdout)
    assert printed["anyOf"][0]["properties"]["version"] == {"const": VERSION}
    assert printed["$defs"]["Model"]["required"] == ["name", "kind", "source", "path", "bytes", "verified"]
    assert Command(home)("schema", "vaults", "list").stdout == Command(home)("schema", "vaults").stdout != ""
    assert "open prints no JSON." in Command(home)("schema", "open", code=2).stderr


def test_a_line_of_watch_fits_its_schema(capsys: pytest.CaptureFixture[str]) -> None:
    _print_change(True, "added", "Café.md")
    validate(["watch", "--json"], capsys.readouterr().out)

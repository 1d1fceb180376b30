"""On two computers: an index is published to a folder, and taken from there instead of indexing again."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from tests.builders import write_notes
from tests.cli.command import Command, with_models

NOTES = {
    f"Note {number}.md": f"# About {number}\n\nThe planks of boat {number} are held by copper rivets.\n"
    for number in range(20)
}


def publish(folder: Path, models: Path) -> Command:
    """Publish a vault from a computer that has indexed it."""
    write_notes(folder / "vault", NOTES)
    run = with_models(folder / "desktop", models)
    run("index", str(folder / "vault"))
    report = json.loads(run("publish", str(folder / "vault"), str(folder / "nas"), "--json").stdout)
    assert 0 < report["copied"] <= report["files"]  # files of the same content are there once
    return run


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory, models_folder: Path) -> Path:
    """The folder of a vault and of its publication, which tests leave as they are."""
    folder = tmp_path_factory.mktemp("desk")
    publish(folder, models_folder)
    return folder


@pytest.fixture
def laptop(tmp_path: Path, models_folder: Path) -> Command:
    """The commands of another computer."""
    return with_models(tmp_path / "laptop", models_folder)


def passages(run: Command, vault: Path, file: Path) -> list[tuple[str, str]]:
    run("export", str(file), "--format", "jsonl", "--vault", str(vault), "--no-vectors")
    rows = map(json.loads, file.read_text("utf-8").splitlines())
    return sorted((row["path"], row["text"]) for row in rows)


def test_only_what_differs_is_read(desk: Path, tmp_path: Path, laptop: Command, models_folder: Path) -> None:
    other = tmp_path / "elsewhere" / "vault"
    write_notes(other, {**NOTES, "Note 3.md": "# About 3\n\nBronze screws now.\n", "New.md": "Rye bread.\n"})
    for file in other.iterdir():
        os.utime(file, (1, 1))
    words = ("index", str(other), "--from", str(desk / "nas"), "--json")
    report = json.loads(laptop(*words).stdout)
    assert (report["taken_over"], report["encoded"]) == (19, 2)
    fresh = with_models(tmp_path / "fresh", models_folder)
    fresh("index", str(other))
    assert passages(laptop, other, tmp_path / "a.jsonl") == passages(fresh, other, tmp_path / "b.jsonl")
    again = json.loads(laptop(*words).stdout)
    assert (again["taken_over"], again["encoded"]) == (21, 0)
    asked = ("search", "bronze screws", "--vault", str(other), "--json")
    assert json.loads(laptop(*asked).stdout)["results"][0]["path"] == "Note 3.md"


def test_places_that_will_not_do_are_told(desk: Path, tmp_path: Path) -> None:
    vault, desktop = str(desk / "vault"), Command(desk / "desktop")
    assert "where nothing is written" in desktop("publish", vault, str(desk / "vault" / "x"), code=2).stderr
    assert "Add --yes if you agree" in desktop("publish", vault, "s3://bucket/notes", code=2).stderr
    told = desktop("publish", vault, "ftp://u:key@host/notes?sig=key", code=2).stderr
    assert "ftp://…@host/notes?… is no place that" in told
    write_notes(tmp_path / "fresh", NOTES)
    fresh = ("publish", str(tmp_path / "fresh"), str(tmp_path / "y"))
    assert "isn't indexed yet" in desktop(*fresh, code=2).stderr
    assert "No index is published" in desktop("index", vault, "--from", str(tmp_path), code=2).stderr
    assert "Note 10.md" in desktop("search", "rivets", "--vault", vault).stdout  # it is as it was


def test_another_computer_is_refused_by_name(desk: Path, tmp_path: Path, laptop: Command) -> None:
    shutil.copytree(desk / "nas", tmp_path / "nas")
    laptop("index", str(desk / "vault"))
    words = ("publish", str(desk / "vault"), str(tmp_path / "nas"))
    assert "publishes “vault” there" in laptop(*words, code=2).stderr
    assert "Published to" in laptop(*words, "--take-over").stdout


def test_it_is_searched_where_the_notes_are_not(tmp_path: Path, laptop: Command, models_folder: Path) -> None:
    desktop, place = publish(tmp_path, models_folder), tmp_path / "nas"
    (tmp_path / "vault").rename(tmp_path / "elsewhere")
    found = laptop("search", "what holds the planks", "--vault", str(place))
    assert "copper rivets" in found.stdout
    assert f"{place}, published 20" in found.stderr
    assert "copper rivets" in laptop("read", "Note 7.md", "--vault", str(place)).stdout
    (tmp_path / "elsewhere").rename(tmp_path / "vault")
    write_notes(tmp_path / "vault", {"New.md": "Rye bread rests for a night.\n"})
    desktop("index", str(tmp_path / "vault"))
    desktop("publish", str(tmp_path / "vault"), str(place))
    assert "Rye bread" in laptop("search", "rye bread", "--vault", str(place)).stdout
    place.rename(tmp_path / "away")
    assert f'"{place}"' in laptop("mcp", "--print-config", "cursor", "--vault", str(place)).stdout
    replica = next((tmp_path / "laptop" / "replicas").glob("*.place")).with_suffix("") / "nas"
    (tmp_path / "laptop" / "settings.toml").write_text(f'last_vault = "{replica}"\n')
    assert "doesn't exist" in Command(tmp_path / "new")("status", "--vault", str(place), code=2).stderr
    for is_mount_point in (False, True):
        if is_mount_point:
            place.mkdir()  # empty, while the drive is away
        for vault in ((), ("--vault", str(place))):  # unnamed, as after a window that showed it
            away = laptop("search", "rye bread", *vault)
            assert "Rye bread" in away.stdout
            assert "Searching what was published 20" in away.stderr


def test_what_others_publish_is_only_searched(desk: Path, tmp_path: Path, laptop: Command) -> None:
    place = str(desk / "nas")
    commands = [(name, *words) for name in ("index", "watch") for words in (("--vault", place), (place,))]
    for words in (*commands, ("index", place, "--from", place), ("publish", place, str(tmp_path / "other"))):
        assert "here it is only searched" in laptop(*words, code=2).stderr
    assert not (tmp_path / "other").exists()
    assert "Note 10.md" in laptop("search", "rivets", "--vault", place, "-n", "20").stdout
    manifest = next((tmp_path / "laptop" / "indexes").glob("*/manifest.json"))
    manifest.write_text(re.sub('("embedding_model"): "[^"]*"', r'\1: "theirs"', manifest.read_text("utf-8")))
    status = laptop("status", "--vault", place).stdout
    assert (place in status, re.findall("embedding model *(.*?) *\n", status)) == (True, ["theirs"])
    for key, *asked in (("results", "search", "rivets"), ("notes", "recent"), ("files", "files")):
        listed = json.loads(laptop(*asked, "--vault", place, "--json").stdout)[key]
        assert {(each["vault"], each["file"]) for each in listed} == {(place, None)}, asked
    # A file that nobody has could not be opened: the paths are those that `read` takes.
    paths = laptop("search", "rivets", "--vault", place, "--format", "paths").stdout.split("\n")[:-1]
    assert "copper rivets" in laptop("read", *paths, "--vault", place).stdout
    assert "\nNote 11.md:3:42:" in laptop("search", "rivets", "--vault", place, "--format", "vimgrep").stdout
    assert "isn't there" in laptop("open", "Note 7.md", "--editor", "--vault", place, code=2).stderr
    nothing = laptop("search", "rivets tag:none", "--vault", place, code=1).stderr
    assert f"Try: vaultsearch search --vault {place} " in nothing
    assert "here it is only searched" in laptop("evaluate", "--vault", place, code=2).stderr
    assert [each["vault"] for each in json.loads(laptop("vaults", "--json").stdout)["vaults"]] == [place]
    assert f"Removed the index of {place} (" in laptop("vaults", "forget", "--yes", place).stdout
    assert "No vault is known yet" in laptop("vaults", code=1).stderr
    refused = laptop("search", "rivets", "--vault", "ftp://host/notes", code=2).stderr
    assert "ftp://host/notes is no place" in refused


def test_a_vault_with_a_file_of_the_manifests_name_is_a_vault(tmp_path: Path, laptop: Command) -> None:
    write_notes(tmp_path / "blog", {"Post.md": "Rye bread rests for a night.\n", "published.json": "[]"})
    vault = ("--vault", str(tmp_path / "blog"))
    laptop("index", *vault)
    assert "Rye bread" in laptop("search", "rye bread", *vault).stdout


@pytest.mark.parametrize("part", ["data", "_versions"])
def test_a_damaged_replica_is_copied_anew(desk: Path, tmp_path: Path, laptop: Command, part: str) -> None:
    asked = ("search", "rivets", "--vault", str(desk / "nas"))
    laptop(*asked)
    for file in (tmp_path / "laptop" / "indexes").glob(f"nas-*/*.lance/{part}/*"):
        file.write_bytes(b"x" * file.stat().st_size)
    assert "ask a published index again" in laptop(*asked, code=2).stderr
    assert "copper rivets" in laptop(*asked).stdout

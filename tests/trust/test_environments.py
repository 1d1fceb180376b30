"""In any environment, the command line answers, or says in a sentence why it cannot."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.builders import write_notes
from tests.cli.command import Command
from tests.trust.limits import run, run_python, with_small_files, without_roots_rights

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="speaks of rights, limits and bytes of Unix")

POSIX = {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
SEARCH = ("search", "--mode", "fulltext", "flour")


@dataclass(frozen=True, slots=True)
class Place:
    """A vault with an index, and its folder."""

    vault: Path
    home: Path
    env: dict[str, str] = field(default_factory=dict)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, models_folder: Path) -> Place:
    folder = tmp_path_factory.mktemp("environments")
    vault, home = folder / "Vårt bröd", folder / "home"
    home.mkdir(mode=0o700)
    (home / "models").symlink_to(models_folder)
    write_notes(vault, {"Bröd.md": "# Bröd\n\nRye flour — water.\n"})
    made = Place(vault, home, {"VAULTSEARCH_HOME": str(home)})
    done = run("index", str(vault), env=made.env)
    assert done.returncode == 0, done.stderr
    return made


def home_with_models(home: Path, place: Place) -> dict[str, str]:
    """Make a home for another vault, so that `place` stays the one that was indexed last in its own."""
    home.mkdir(mode=0o700)
    (home / "models").symlink_to(place.home / "models")
    return {"VAULTSEARCH_HOME": str(home)}


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    """Return the one sentence on stderr of a run that ended with an expected error."""
    assert "Traceback" not in done.stderr
    assert done.returncode == 2, done.stderr
    *before, line = done.stderr.splitlines()
    assert all(other.startswith("vaultsearch: using the last vault") for other in before)
    assert line.startswith("vaultsearch: ")
    return line.removeprefix("vaultsearch: ")


@pytest.mark.parametrize("words", [("index", "{vault}"), SEARCH, ("open", "{vault}"), ("mcp",)])
@pytest.mark.parametrize(("home", "trouble"), [
    (__file__, "VAULTSEARCH_HOME is not a folder"),
    ("~nosuchuser/x", "VAULTSEARCH_HOME names an unknown user"),
    (os.fsdecode(b"/tmp/h\xe9"), "VAULTSEARCH_HOME is not valid UTF-8"),
])  # fmt: skip
def test_a_home_that_is_a_file_is_told(place: Place, words: tuple[str, ...], home: str, trouble: str) -> None:
    done = Command(Path(home))(*(word.format(vault=place.vault) for word in words), code=2)
    assert sentence(done).startswith(trouble)


WITHOUT_END = "flour " * 20_000


@pytest.mark.parametrize(
    ("words", "trouble"),
    [
        (("index", "~nosuchuser"), r"~nosuchuser"),
        ((*SEARCH, "--vault", "~nosuchuser/notes"), r"~nosuchuser"),
        (("status", "--vault", "~nosuchuser"), r"~nosuchuser"), (("open", "~nosuchuser"), r"~nosuchuser"),
        (("search", WITHOUT_END), r"can have 1,000 characters.*--from-file"),
        (("search", "--all", WITHOUT_END), r"can have 1,000 characters.*--from-file"),
        (("search", "--mode", "grep", WITHOUT_END), r"can have 1,000 characters.*--from-file"),
        (("context", WITHOUT_END), r"can have 1,000 characters.*--from-file"),
        (("search", "--from-file", "/dev/zero"), r"longer than 32 MB"),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, tuple) else "",
)  # fmt: skip
def test_unknown_users_and_endless_files_are_told(place: Place, words: tuple[str, ...], trouble: str) -> None:
    assert re.search(trouble, sentence(Command(place.home)(*words, code=2)))


@pytest.mark.parametrize("command", ["index", "status", "open"])
def test_a_vault_whose_path_is_not_unicode_is_told(place: Place, tmp_path: Path, command: str) -> None:
    vault = os.fsencode(tmp_path) + b"/v\xe9"
    os.mkdir(vault)  # noqa: PTH102  # a name of bytes
    option = [] if command in ("index", "open") else ["--vault"]
    done = run(command, *option, vault, env=place.env | {"QT_QPA_PLATFORM": "offscreen"})
    assert "isn't valid UTF-8" in sentence(done)


@pytest.mark.parametrize("words", [SEARCH, ("status", "--json"), ("--help",)])
def test_output_that_cannot_be_written_is_told(place: Place, words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        done = run(*words, env=place.env, output=full.fileno())
    assert "No space left on device" in sentence(done)


def test_letters_that_the_output_lacks_are_written_as_escapes(place: Place) -> None:
    done = run(*SEARCH, env=place.env | {"PYTHONIOENCODING": "ascii"})
    assert r"Br\xf6d.md" in done.stdout, done.stderr
    done = run(*SEARCH, "--json", env=place.env | {"PYTHONIOENCODING": "ascii"})
    assert json.loads(done.stdout)["results"][0]["path"] == "Bröd.md"


@pytest.mark.parametrize("words", [SEARCH, ("read", "Bröd")])
def test_a_terminal_without_a_language_finds_the_same_index(place: Place, words: tuple[str, ...]) -> None:
    done = run(*words, "--vault", str(place.vault), env=place.env | POSIX)
    expected = Command(place.home)(*words, "--vault", str(place.vault)).stdout
    assert (done.returncode, done.stdout) == (0, expected), done.stderr


def test_what_a_terminal_without_a_language_indexes_is_found_in_any(place: Place, tmp_path: Path) -> None:
    env = home_with_models(tmp_path / "home", place)
    write_notes(tmp_path / "Blåbär", {"Blåbär.md": "Blueberries.\n"})
    assert run("index", str(tmp_path / "Blåbär"), env=env | POSIX).returncode == 0
    assert "Blåbär.md" in Command(tmp_path / "home")("search", "--mode", "grep", "lueberr").stdout


@pytest.fixture
def read_only(place: Place) -> Iterator[Place]:
    """A folder that nobody can write to, not even root if `without_roots_rights`."""
    paths = [place.home, *(path for path in place.home.rglob("*") if not path.is_symlink())]
    for path in paths:
        path.chmod(0o500 if path.is_dir() else 0o400)
    yield place
    for path in paths:
        path.chmod(0o700 if path.is_dir() else 0o600)


@pytest.mark.parametrize("words", [("search", "flour"), ("context", "flour"), ("status",)])
def test_an_index_on_a_read_only_disk_is_searched(read_only: Place, words: tuple[str, ...]) -> None:
    vault = ("--vault", str(read_only.vault))
    done = run(*words, *vault, env=read_only.env, before=without_roots_rights)
    assert (done.returncode, done.stderr) == (0, "")


def test_that_an_index_cannot_be_written_is_told(read_only: Place, tmp_path: Path) -> None:
    write_notes(tmp_path / "other", {"a.md": "A.\n"})
    for vault in (read_only.vault, tmp_path / "other"):
        done = run("index", str(vault), env=read_only.env, before=without_roots_rights)
        assert "can't be written" in sentence(done), vault


def test_who_would_write_an_index_that_cannot_be_written_reads_it_and_is_told(read_only: Place) -> None:
    program = f"""
import asyncio, sys
from pathlib import Path
from vaultsearch.service.opening import open_vault
from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.search import Mode

async def main():
    session = await open_vault(Path({str(read_only.vault)!r}), Parameters(), write=True)
    stages = [stage async for stage in session.search_stages("flour", 5, Mode.FULLTEXT)]
    print(session.index.writes, [result.chunk.path for result in stages[-1].results])
    try:
        await session.index.sync(lambda progress: None)
    except VaultSearchError as error:
        print(error)
    await session.close()

asyncio.run(main())
"""
    environment = os.environ | read_only.env
    done = run_python("-c", program, before=without_roots_rights, env=environment, capture_output=True)
    assert done.returncode == 0, done.stderr
    opened, told = done.stdout.splitlines()
    assert opened == "False ['Bröd.md']"
    assert "can't be written" in told


def test_after_a_full_disk_the_vault_is_still_known_as_the_indexed_one(place: Place, tmp_path: Path) -> None:
    # It was noted at the end: `search` said that no vault had been indexed.
    env = home_with_models(tmp_path / "home", place)
    write_notes(tmp_path / "large", {f"{n}.md": f"# Note {n}\n\n{'flour ' * 2000}\n" for n in range(5)})
    done = run("index", str(tmp_path / "large"), env=env, before=with_small_files(50_000))
    assert "No disk space left" in sentence(done)
    done = run(*SEARCH, env=env)
    assert "No vault has been indexed" not in done.stderr
    assert "Traceback" not in done.stderr

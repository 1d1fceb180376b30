"""Completion by Tab: in real shells, from a real index, with names that no shell may take for commands."""

from __future__ import annotations

import asyncio
import os
import pty
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.builders import index_vault, write_notes
from tests.patience import PROCESS_S
from tests.thoroughness import THOROUGH
from vaultsearch.cli.completion import answer_shell
from vaultsearch.cli.program import app
from vaultsearch.settings import settings

ROOT = Path(__file__).parents[2]
DARING = 'Don\'t $(touch ran) `touch ran`; "say\\so"'
NOTES = {
    f"{DARING}.md": "A name is not a command. #work/now",
    "Two  words.md": "#two",
    "Twin.md": "One.",
    "Sub/Twin.md": "---\ntags: [work]\naliases: [The other twin]\n---\nOther.",
    "Third Place/Apart.md": "Three.",
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the index of the vault beside it, which is the last one; and the program to be found."""
    folder = tmp_path_factory.mktemp("completion")
    write_notes(folder / "vault", NOTES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VAULTSEARCH_HOME", str(folder))
        settings.remember_vault(folder / "vault")
        place = settings.index_folder(folder / "vault")
    asyncio.run(index_vault(folder / "vault", place))
    program = folder / "bin" / "vaultsearch"
    program.parent.mkdir()
    # Completes as the program does; otherwise writes down what it was called with.
    program.write_text(
        "#!/bin/sh\n"
        f'[ "$_VAULTSEARCH_COMPLETE" ] && PYTHONPATH="{ROOT}" "{sys.executable}" -m vaultsearch && exit\n'
        f'printf "%s\\n" "$@" > "{folder}/called"\n'
    )
    program.chmod(0o700)
    return folder


@pytest.fixture
def complete(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[str], list[str]]:
    monkeypatch.setenv("VAULTSEARCH_HOME", str(home))

    def candidates(typed: str) -> list[str]:
        monkeypatch.setenv("_VAULTSEARCH_COMPLETE", f"vaultsearch {typed}")
        answer_shell(app)
        return capsys.readouterr().out.splitlines()

    return candidates


def in_a_terminal(home: Path, shell: list[str], typed: str) -> list[str]:
    """Type into a shell that has a terminal; return the arguments that the program was called with."""
    (home / "called").unlink(missing_ok=True)
    keyboard, terminal = pty.openpty()
    environment = os.environ | {
        "VAULTSEARCH_HOME": str(home),
        "HOME": str(home),
        "TERM": "dumb",
        "PATH": f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}",
    }
    os.write(keyboard, typed.encode())
    started = subprocess.Popen(
        shell,
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env=environment,
        cwd=home,
        start_new_session=True,
    )
    os.close(terminal)
    try:
        started.wait(PROCESS_S)
    finally:
        started.kill()
        os.close(keyboard)
    return (home / "called").read_text().splitlines()


def require(shell: str) -> str:
    """Return where a shell is, or skip the test. The default checks try bash alone: each costs a second."""
    found = shutil.which(shell)
    if found is None:
        pytest.skip(f"{shell} is not installed")
    if shell != "bash" and not THOROUGH:
        pytest.skip("only thorough checks try other shells than bash")
    return found


@pytest.mark.parametrize("shell", [["bash", "--norc", "-i"], ["zsh", "-f", "-i"]], ids=["bash", "zsh"])
def test_a_note_that_a_shell_completes_is_one_argument_and_runs_nothing(home: Path, shell: list[str]) -> None:
    require(shell[0])
    script = CliRunner().invoke(app, ["completion", "show", shell[0]]).output
    (home / "script").write_text(script)
    typed = ". ./script\nvaultsearch read Don\t\nexit\n"
    assert in_a_terminal(home, shell, typed) == ["read", DARING]
    assert not (home / "ran").exists()


def test_fish_is_given_candidates_with_their_help(home: Path) -> None:
    fish = require("fish")
    script = CliRunner().invoke(app, ["completion", "show", "fish"]).output
    done = subprocess.run(
        [fish, "--no-config", "-c", f'{script}\ncomplete -C "vaultsearch search \'so tag:w"'],
        env=os.environ | {"VAULTSEARCH_HOME": str(home), "PATH": f"{home / 'bin'}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
        timeout=PROCESS_S,
    )
    assert done.stdout.splitlines() == ["so tag:work\t2 notes", "so tag:work/now\t1 note"]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("sear", "search\tSearch an indexed vault with"),
        ("search --expl", "--explain\tShow why"),
        ("search --mode gr", "grep\t"),
        ("search x --set fusion.words", "fusion.words_weight=\t0 to 1; default 0.45; weight of keywords"),
        ("search x --set fusion.method=l", "fusion.method=linear\t"),
        ("search x --set reranker.chain=mmr+rec", "reranker.chain=mmr+recency\t"),
        ("search 'gift ta", "gift tag:\ttagged"),
        ("search lang:Germ", "lang:German\t"),
        ("context 'x tag:tw", "x tag:two\t1 note"),
        ("related Two\\ ", "Two  words\t"),
        ("links Sub/", "Sub/Twin.md\t"),
        ("read Third\\ P", "Third Place/Apart.md\t"),
        ("read The\\ oth", "The other twin\t"),
        ("index --read-for d", "da\tDanish"),
    ],
)
def test_each_kind_of_argument_is_completed(
    complete: Callable[[str], list[str]], typed: str, first: str
) -> None:
    assert complete(typed)[0].startswith(first)


def test_known_vaults_are_completed_and_a_title_of_two_notes_by_its_paths(
    home: Path, complete: Callable[[str], list[str]]
) -> None:
    assert complete("search --vault ") == [f"{home / 'vault'}\t"]
    assert complete("read Twin") == ["Twin.md\t"]
    assert complete(f"read --vault '{home}' ") == [], "that folder is not indexed"


def test_a_tab_loads_neither_models_nor_the_database(
    complete: Callable[[str], list[str]], home: Path
) -> None:
    assert complete("read Two")  # the first one reads the index, and keeps the names
    program = (
        "import sys, atexit, vaultsearch.__main__ as program\n"
        "heavy = {'torch', 'lancedb', 'pyarrow', 'onnxruntime', 'scipy', 'transformers'}\n"
        "atexit.register(lambda: print(heavy & sys.modules.keys()))\n"
        "program.main()"
    )
    asked = {"VAULTSEARCH_HOME": str(home), "_VAULTSEARCH_COMPLETE": "vaultsearch read Two"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | asked, capture_output=True, text=True, check=True
    )
    assert done.stdout == "Two  words\t\nset()\n"


def test_installing_twice_adds_one_line_to_what_the_shell_starts_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "ZDOTDIR"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / ".zshrc").write_text("alias l=ls")
    for shell in ("bash", "zsh", "zsh", "fish"):
        assert CliRunner().invoke(app, ["completion", "install", shell]).exit_code == 0
    script = tmp_path / ".local" / "share" / "vaultsearch" / "completion.zsh"
    assert (tmp_path / ".zshrc").read_text() == f"alias l=ls\n. {script}\n"
    assert script.read_text().startswith("#compdef vaultsearch")
    assert (tmp_path / ".config" / "fish" / "completions" / "vaultsearch.fish").exists()

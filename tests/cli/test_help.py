"""Help: examples, the man page, errors that name what was typed; completion by Tab in real shells."""

import os
import pty
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import typer
from typer.main import get_command
from typer.testing import CliRunner

from tests.builders import write_notes
from tests.cli.command import with_models
from tests.patience import PROCESS_S
from tests.thoroughness import THOROUGH
from vaultsearch.cli.completion import answer_shell
from vaultsearch.cli.program import app, read_examples
from vaultsearch.settings.resources import resources_folder

ROOT = Path(__file__).parents[2]


def commands(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each command by its whole name."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{before}{name} ")
        else:
            yield before + name, command


COMMANDS = dict(commands(get_command(app)))


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_shows_examples_that_it_understands(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    shown = CliRunner().invoke(app, [*name.split(), "--help"]).output
    assert read_examples()[name], "each command has an example"
    for example in read_examples()[name]:
        assert example in shown
        program, *words = shlex.split(example.partition(" > ")[0])
        assert program == "vaultsearch"
        given = words[len(name.split()) :]
        assert COMMANDS[name].make_context(name, given), "raises for an unknown option or a bad value"


def test_completion_is_installed_by_its_command_alone() -> None:
    main: Any = get_command(app)
    groups = [main, *(each for each in main.commands.values() if hasattr(each, "commands"))]
    assert len(groups) == 5
    options = {word for group in groups for parameter in group.params for word in parameter.opts}
    assert not options & {"--install-completion", "--show-completion"}


def test_the_manual_names_the_commands_without_an_option() -> None:
    manual = (resources_folder() / "manual" / "Command line.md").read_text("utf-8")
    (sentence,) = re.findall(r"^All take .*$", manual, re.MULTILINE)
    options = {name: {word for each in one.params for word in each.opts} for name, one in COMMANDS.items()}
    for option in ("--json", "--vault"):
        (exceptions,) = re.findall(rf"`{option}[^`]*` \(except (.*?)\)", sentence)
        named = re.findall(r"`([^`]+)`", exceptions)
        lacking = {name for name, known in options.items() if option not in known}
        said = {name for name in COMMANDS if any(name == one or name.startswith(f"{one} ") for one in named)}
        assert said == lacking, option


def test_the_man_page_has_every_command_and_option_and_is_set_without_a_warning() -> None:
    man_page = runpy.run_path(str(ROOT / "packaging" / "man_page.py"))["man_page"]()
    said = man_page.replace("\\-", "-")
    options = {one for command in COMMANDS.values() for each in command.params for one in each.opts}
    named = [f".SS vaultsearch {name}" for name in COMMANDS] + [one for one in options if one[:1] == "-"]
    assert [name for name in (*named, "\\fBfusion.words_weight\\fR") if name not in said] == []
    if groff := shutil.which("groff"):
        words = [groff, "-man", "-Tutf8", "-ww", "-z"]
        assert subprocess.run(words, input=man_page, capture_output=True, text=True, check=True).stderr == ""


@pytest.mark.parametrize(("typed", "named"), [
    ("context x --budget 5", "--budget"), ("context x -n 0", "-n"), ("search x -n=-1", "-n"),
    ("search x --mode best", "--mode"), ("config --set words_weight=2", "words_weight is set to '2'"),
    ("config --set fusion.words_weight=2", "fusion.words_weight is set to '2'"),
    ("config --set fusion.words_weight", "--set fusion.words_weight has no value"),
    ("evaluate --self --compare fusion.method", "--compare fusion.method has no value"),
    ("search x --colour", "--colour"),
])  # fmt: skip
def test_an_error_names_the_option_as_it_was_typed(typed: str, named: str) -> None:
    done = CliRunner().invoke(app, shlex.split(typed), env={"COLUMNS": "200"})
    assert named in (done.output if done.exit_code == 2 else str(done.exception))


def test_a_value_is_read_alike_whether_pydantic_is_needed_or_not() -> None:
    typed = ("search x -n 007", "search x --mode grep --set a.b=1 --set c.d=2 --vault notes")
    for one in (*typed, "open", "open notes other", "open notes"):
        words = shlex.split(one)
        quickly = COMMANDS[words[0]].make_context(words[0], words[1:])
        application = typer.Typer()
        application.command()(COMMANDS[words[0]].callback.__wrapped__)
        usual = get_command(application).make_context(words[0], words[1:])
        assert quickly.params == usual.params
        assert [*map(type, quickly.params.values())] == [*map(type, usual.params.values())]


def test_the_window_opens_a_folder_without_pydantic() -> None:
    program = (
        "import sys; from vaultsearch.cli.program import _build_command\n"
        "_build_command('open').make_context('open', ['notes', '--vault', 'other'])\n"
        "print('pydantic' in sys.modules)"
    )
    output = subprocess.check_output([sys.executable, "-c", program], text=True)
    assert output == "False\n", "it takes 8 MB of the window's process"


DARING = 'Don\'t $(touch ran) `touch ran`; "say\\so"'
NOTES = {
    f"{DARING}.md": "A name is not a command. #work/now", "Two  words.md": "#two", "Twin.md": "One.",
    "Sub/Twin.md": "---\ntags: [work]\naliases: [The other twin]\n---\nOther.",
    "Third Place/Apart.md": "Three.",
}  # fmt: skip


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, models_folder: Path) -> Path:
    """A home with the index of the vault beside it, which is the last one; and the program to be found."""
    folder = tmp_path_factory.mktemp("completion")
    write_notes(folder / "vault", NOTES)
    with_models(folder, models_folder)("index", str(folder / "vault"))
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


Complete: TypeAlias = Callable[[str], list[str]]


@pytest.fixture
def complete(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Complete:
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
    path = f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}"
    homes = dict.fromkeys(("VAULTSEARCH_HOME", "HOME"), str(home))
    environment = os.environ | homes | {"TERM": "dumb", "PATH": path}
    options: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), terminal)
    options |= {"env": environment, "cwd": home, "start_new_session": True, "timeout": PROCESS_S}
    os.write(keyboard, typed.encode())
    try:
        subprocess.run(shell, check=False, **options)
    finally:
        os.close(terminal)
        os.close(keyboard)
    return (home / "called").read_text().splitlines()


def require(shell: str) -> None:
    """Skip the test if a shell is not there. The default checks try bash alone: each costs a second."""
    if shutil.which(shell) is None or (shell != "bash" and not THOROUGH):
        pytest.skip(f"{shell} is not installed, or tried by thorough checks alone")


@pytest.mark.parametrize("shell", [["bash", "--norc", "-i"], ["zsh", "-f", "-i"]], ids=["bash", "zsh"])
def test_a_note_that_a_shell_completes_is_one_argument_and_runs_nothing(home: Path, shell: list[str]) -> None:
    require(shell[0])
    (home / "script").write_text(CliRunner().invoke(app, ["completion", "show", shell[0]]).output)
    assert in_a_terminal(home, shell, ". ./script\nvaultsearch read Don\t\nexit\n") == ["read", DARING]
    assert not (home / "ran").exists()


def test_fish_is_given_candidates_with_their_help(home: Path) -> None:
    require("fish")
    script = CliRunner().invoke(app, ["completion", "show", "fish"]).output
    words = ["fish", "--no-config", "-c", f'{script}\ncomplete -C "vaultsearch search \'so tag:w"']
    own = {"VAULTSEARCH_HOME": str(home), "PATH": f"{home / 'bin'}:{os.environ['PATH']}"}
    shown = subprocess.check_output(words, env=os.environ | own, text=True, timeout=PROCESS_S)
    assert shown.splitlines() == ["so tag:work\t2 notes", "so tag:work/now\t1 note"]


@pytest.mark.parametrize(("typed", "first"), [
    ("sear", "search\tSearch an indexed vault with"), ("search --expl", "--explain\tShow why"),
    ("search --mode gr", "grep\t"),
    ("search x --set fusion.words", "fusion.words_weight=\t0 to 1; default 0.45; weight of keywords"),
    ("search x --set fusion.method=l", "fusion.method=linear\t"),
    ("search x --set reranker.chain=mmr+rec", "reranker.chain=mmr+recency\t"),
    ("search 'gift ta", "gift tag:\ttagged"), ("search lang:Germ", "lang:German\t"),
    ("context 'x tag:tw", "x tag:two\t1 note"), ("related Two\\ ", "Two  words\t"),
    ("links Sub/", "Sub/Twin.md\t"), ("read Third\\ P", "Third Place/Apart.md\t"),
    ("read The\\ oth", "The other twin\t"), ("index --read-for d", "da\tDanish"),
])  # fmt: skip
def test_arguments_of_each_kind_end(complete: Complete, typed: str, first: str) -> None:
    assert complete(typed)[0].startswith(first)


def test_vaults_and_the_paths_of_a_title_are_given(home: Path, complete: Complete) -> None:
    assert complete("search --vault ") == [f"{home / 'vault'}\t"]
    assert complete("read Twin") == ["Twin.md\t"]
    assert complete(f"read --vault '{home}' ") == [], "that folder is not indexed"


def test_a_tab_loads_neither_models_nor_database(complete: Complete, home: Path) -> None:
    assert complete("read Two")  # the first one reads the index, and keeps the names
    program = (
        "import sys, atexit, vaultsearch.__main__ as program\n"
        "heavy = {'torch', 'lancedb', 'pyarrow', 'onnxruntime', 'scipy', 'transformers'}\n"
        "atexit.register(lambda: print(heavy & sys.modules.keys()))\n"
        "program.main()"
    )
    asked = {"VAULTSEARCH_HOME": str(home), "_VAULTSEARCH_COMPLETE": "vaultsearch read Two"}
    output = subprocess.check_output([sys.executable, "-c", program], env=os.environ | asked, text=True)
    assert output == "Two  words\t\nset()\n"


def test_installing_twice_adds_one_line_to_the_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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

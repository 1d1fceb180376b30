"""Help: an example for each command, the man page made of it, and errors that name what was typed."""

from __future__ import annotations

import re
import runpy
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.main import get_command
from typer.testing import CliRunner

from vaultsearch.cli.program import app, read_examples
from vaultsearch.settings.resources import resources_folder

_MAN_PAGE = Path(__file__).parents[2] / "packaging" / "man_page.py"


def commands(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each command by its whole name."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{before}{name} ")
        else:
            yield before + name, command


COMMANDS = dict(commands(get_command(app)))


@pytest.fixture(scope="module")
def man_page() -> str:
    made: str = runpy.run_path(str(_MAN_PAGE))["man_page"]()
    return made


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


def test_the_manual_names_the_commands_without_an_option() -> None:
    manual = (resources_folder() / "manual" / "Command line.md").read_text("utf-8")
    (sentence,) = re.findall(r"^All take .*$", manual, re.MULTILINE)
    for option in ("--json", "--vault"):
        (exceptions,) = re.findall(rf"`{option}[^`]*` \(except (.*?)\)", sentence)
        named = re.findall(r"`([^`]+)`", exceptions)
        lacking = {name for name, command in COMMANDS.items() if option not in _options(command)}
        said = {name for name in COMMANDS if any(name == one or name.startswith(f"{one} ") for one in named)}
        assert said == lacking, option


def _options(command: Any) -> set[str]:
    return {option for parameter in command.params for option in parameter.opts}


def test_the_man_page_has_every_command_and_option(man_page: str) -> None:
    said = man_page.replace("\\-", "-")
    for name, command in COMMANDS.items():
        assert f".SS vaultsearch {name}" in said
        assert all(option in said for one in command.params for option in one.opts if option[:1] == "-")
    assert "\\fBfusion.words_weight\\fR" in said


def test_the_man_page_is_set_without_a_warning(man_page: str) -> None:
    groff = shutil.which("groff")
    if groff is None:
        pytest.skip("groff is not installed")
    done = subprocess.run(
        [groff, "-man", "-Tutf8", "-ww", "-z"], input=man_page, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ("context x --budget 5", "--budget"),
        ("context x -n 0", "-n"),
        ("search x -n=-1", "-n"),
        ("search x --mode best", "--mode"),
        ("config --set words_weight=2", "words_weight is set to '2'"),
        ("config --set fusion.words_weight=2", "fusion.words_weight is set to '2'"),
        ("config --set fusion.words_weight", "--set fusion.words_weight has no value"),
        ("evaluate --self --compare fusion.method", "--compare fusion.method has no value"),
        ("search x --colour", "--colour"),
    ],
)
def test_an_error_names_the_option_as_it_was_typed(typed: str, named: str) -> None:
    done = CliRunner().invoke(app, shlex.split(typed), env={"COLUMNS": "200"})
    assert named in (done.output if done.exit_code == 2 else str(done.exception))


def test_a_value_is_read_alike_whether_pydantic_is_needed_or_not() -> None:
    typed = ("search x -n 007", "search x --mode grep --set a.b=1 --set c.d=2 --vault notes")
    for one in (*typed, "open", "open notes other", "open notes"):
        words = shlex.split(one)
        quickly = COMMANDS[words[0]].make_context(words[0], words[1:])
        usual = get_command(_usual(words[0])).make_context(words[0], words[1:])
        assert quickly.params == usual.params
        assert [*map(type, quickly.params.values())] == [*map(type, usual.params.values())]


def test_the_window_opens_a_folder_without_pydantic() -> None:
    program = (
        "import sys; from vaultsearch.cli.program import _build_command\n"
        "_build_command('open').make_context('open', ['notes', '--vault', 'other'])\n"
        "print('pydantic' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n", "it takes 8 MB of the window's process"


def _usual(name: str) -> typer.Typer:
    application = typer.Typer()
    application.command()(COMMANDS[name].callback.__wrapped__)
    return application

"""Write the man page from the commands' own help: `python packaging/man_page.py [vaultsearch.1]`.

Without a file, to standard output. Run it with the package installed, or with PYTHONPATH at its root.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import typer

from vaultsearch.cli.candidates import describe_allowed_values
from vaultsearch.cli.program import app, read_examples
from vaultsearch.core.parameters import PARAMETERS

_NAME = "vaultsearch"
_EXIT = {
    "0": "Done; something was found.",
    "1": "Nothing was found.",
    "2": "Known trouble: a sentence with a remedy is on standard error.",
    "130": "Ctrl+C.",
}
_VARIABLES = {
    "VAULTSEARCH_HOME": "The folder of settings and indexes, in place of the usual ones.",
}


def man_page() -> str:
    """Return the page in roff, as man(7) has it."""
    program: Any = typer.main.get_command(app)
    lines = [
        f'.TH VAULTSEARCH 1 "" "{_NAME} {_version()}" "User Commands"',
        ".SH NAME",
        f"{_NAME} \\- {_roff(program.help.rstrip('.').lower())}",
        ".SH SYNOPSIS",
        f".B {_NAME}\n[\\fIFOLDER\\fR | \\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]...]",
        ".SH DESCRIPTION",
        f"{_roff(program.help)} Without a command, the window opens.",
        ".SH OPTIONS",
        *_parameters(program),
        ".SH COMMANDS",
        *_commands(program, ""),
        ".SH SETTINGS",
        "For \\fB\\-\\-set\\fR \\fISTEP.KEY=VALUE\\fR, and under [parameters] in the settings file.",
        *(
            _item(f"\\fB{_roff(one.name)}\\fR", f"{one.help} ({describe_allowed_values(one)})")
            for one in PARAMETERS
        ),
        ".SH EXIT STATUS",
        *(_item(code, said) for code, said in _EXIT.items()),
        ".SH ENVIRONMENT",
        *(_item(f"\\fB{name}\\fR", said) for name, said in _VARIABLES.items()),
    ]
    return "\n".join(lines) + "\n"


def _commands(group: Any, before: str) -> list[str]:
    lines = []
    for name, command in group.commands.items():
        if command.hidden:
            continue
        whole = before + name
        if hasattr(command, "commands"):
            lines += _commands(command, f"{whole} ")
            continue
        arguments = [f"\\fI{_roff(_metavar(one))}\\fR" for one in _visible(command) if one.opts[0][:1] != "-"]
        lines += [f".SS {_roff(' '.join((_NAME, whole)))} {' '.join(arguments)}".rstrip()]
        lines += [_roff(paragraph) + "\n.PP" for paragraph in re.split(r"\n\s*\n", command.help or "")]
        lines += _parameters(command)
        if whole in read_examples():
            lines += [".PP\nExamples:", ".PP\n.nf\n.RS", *map(_roff, read_examples()[whole]), ".RE\n.fi"]
    return lines


def _parameters(command: Any) -> list[str]:
    return [_item(_heading(one), one.help or "") for one in _visible(command)]


def _visible(command: Any) -> list[Any]:
    return [one for one in command.params if not getattr(one, "hidden", False)]


def _heading(parameter: Any) -> str:
    """Return an option's names, as in "--vault PATH", or an argument's."""
    if parameter.opts[0][:1] != "-":
        return f"\\fI{_roff(_metavar(parameter))}\\fR"
    names = ", ".join(f"\\fB{_roff(name)}\\fR" for name in (*parameter.opts, *parameter.secondary_opts))
    return names if parameter.is_flag else f"{names} \\fI{_roff(_metavar(parameter))}\\fR"


def _metavar(parameter: Any) -> str:
    choices = getattr(parameter.type_descriptor, "choices", None)
    named = "|".join(str(getattr(one, "value", one)) for one in choices or ())
    return named or str(parameter.metavar or parameter.name).upper().strip("[]")


def _item(heading: str, text: str) -> str:
    return f".TP\n{heading}\n{_roff(text)}"


def _roff(text: str) -> str:
    """Escape a text, so that nothing in it is a request, and hyphens are those that can be copied."""
    line = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga")
    line = line.replace("'", "\\(aq").replace("~", "\\(ti").replace("^", "\\(ha")
    return f"\\&{line}" if line.startswith(".") else line


def _version() -> str:
    try:
        return version(_NAME)
    except PackageNotFoundError:  # run from the source tree
        return ""


if __name__ == "__main__":
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(man_page(), encoding="utf-8")
    else:
        print(man_page(), end="")

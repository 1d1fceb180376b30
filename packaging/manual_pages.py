"""Write the manual's pages of keys and settings from the program: `python packaging/manual_pages.py`."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path

from vaultsearch.cli.candidates import describe_allowed_values
from vaultsearch.core.parameters import PARAMETERS
from vaultsearch.gui.settings.parameters_page import ParametersPage
from vaultsearch.gui.window.dialogs import list_key_groups

MANUAL = Path(__file__).parents[1] / "resources" / "manual"


def shortcuts() -> str:
    """Return the page of all keys, by menu."""
    groups = "\n".join(
        f"## {title}\n\n| key | does |\n| --- | --- |\n"
        + "".join(f"| {_cell(keys)} | {_cell(text)} |\n" for keys, text in lines)
        for title, lines in list_key_groups().items()
    )
    intro = "# Shortcuts\n\nAll keys, by menu. Shift+F1 shows them in the window.\n\n"
    return f"{_properties('keys, keyboard')}{intro}{groups}"


def settings() -> str:
    """Return the page of all settings, by step."""
    steps = "\n".join(
        f"## {ParametersPage.step_title(step)}\n\n"
        + "".join(f"- `{one.name}`: {one.help} ({describe_allowed_values(one)}).\n" for one in parameters)
        for step, parameters in groupby(PARAMETERS, key=lambda parameter: parameter.step)
    )
    return (
        f"{_properties('parameters, configuration')}"
        "# Settings\n\n"
        "Settings → Advanced has them all; the command line takes them as `--set step.key=value`, the "
        "settings file under `[parameters]`. `vaultsearch config` shows where that file is, and the "
        "values in force. `--set weight=0` sets a key for every step that has no value of its own.\n\n"
        f"{steps}"
    )


def _properties(aliases: str) -> str:
    return f"---\naliases: [{aliases}]\n---\n"


def _cell(text: str) -> str:
    """Return a cell of a table; a link in it is an example."""
    return re.sub(r"\[\[[^\]]*\]\]", r"`\g<0>`", text).replace("|", "\\|")


PAGES = {"Shortcuts.md": shortcuts, "Settings.md": settings}


def main() -> None:
    """Write the pages."""
    for name, page in PAGES.items():
        (MANUAL / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()

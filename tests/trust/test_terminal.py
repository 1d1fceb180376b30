"""What a note may send to a terminal."""

import os
from pathlib import Path

import pytest

from tests.builders import write_notes
from tests.cli.command import Command
from tests.trust.limits import run

TURNED = "Rye \u202e dellac \u2066 salt \u2069\u202f.\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such terminals")
def test_nothing_printed_to_a_terminal_turns_its_direction(vault: Path, own_home: Path) -> None:
    """A name with U+202E reads as another one; a pipe gets the text as it is."""
    write_notes(vault, {"Bread\u202efdp.md": TURNED})
    Command(own_home)("index", str(vault))
    controller, terminal = os.openpty()
    printed = b""
    for words in (("search", "salt"), ("read", "Bread\u202efdp.md")):
        done = run(*words, "--vault", str(vault), output=terminal)
        assert done.returncode == 0, done.stderr
        printed += os.read(controller, 100_000)
    shown = printed.decode()
    assert "dellac" in shown
    assert set(shown) & set("\u202e\u2066\u2069\u202f") == {"\u202f"}, "a narrow space turns nothing"
    write_notes(vault, {"Es\x1b]0;title\x07.pdf": "no pdf", "Es\x1b]0;title\x07.md": "Salt.\n"})
    for command in (("index",), ("status",), ("search", "salt", "--format", "paths")):
        run(*command, "--vault", str(vault), output=terminal)
        printed = os.read(controller, 100_000)
        assert (b"]0;title" in printed, b"\x1b]0;title" in printed) == (True, False), command
    piped = Command(own_home)("read", "Bread\u202efdp.md", "--vault", str(vault)).stdout
    assert piped.strip() == TURNED.strip()

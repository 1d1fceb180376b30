"""Output for people and for pipes: colour and links on a terminal, whole lines without either elsewhere."""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console
    from rich.text import Text

    from vaultsearch.core.values.note import NoteAddress

NOTHING_FOUND = 1
"""The exit code of a search, or a list, that found nothing."""

_WIDEST = 100_000
"""The columns of an output that is no terminal: nothing is wrapped, no table cut."""
_INDENT = 3
_SHORTEST_NAMES = 20
"""The columns that a title and a path have on the narrowest terminal."""
_LONGEST_QUERY = 120
"""Characters of a query in a command that is offered."""
_CONTROLS = dict.fromkeys((*range(32), *range(127, 160)), " ")
"""Characters that would move the cursor, colour what follows, or end a line or a field."""
_TURNING = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
"""Characters that turn the direction of what follows: a name with one reads as another name."""


class _Terminal(io.TextIOWrapper):
    """A terminal that is sent no characters that turn the direction."""

    def write(self, text: str) -> int:
        return super().write(text.translate(_TURNING))


def keep_direction() -> None:
    """Have all that is printed to a terminal, by whatever library, keep its direction."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper) and stream.isatty():
            terminal = _Terminal(stream.buffer, stream.encoding, stream.errors, line_buffering=True)
            setattr(sys, name, terminal)


class Format(StrEnum):
    """Output format of a list of passages or notes."""

    TEXT = "text"
    TSV = "tsv"
    PATHS = "paths"
    VIMGREP = "vimgrep"
    JSON = "json"
    JSONL = "jsonl"


def console(*, stderr: bool = False) -> Console:
    """Return a console that colours and wraps on a terminal alone; with NO_COLOR, nothing is styled."""
    from rich.console import Console

    # A class of its own inside the function: rich is imported only by commands that print by it.
    class Piped(Console):
        def on_broken_pipe(self) -> None:
            """Leave the end to the error boundary; rich would exit with 1."""
            raise BrokenPipeError

    stream = sys.stderr if stderr else sys.stdout
    # Without a console, as in the frozen program on Windows, there are no streams.
    on_terminal = stream is not None and stream.isatty()
    return Piped(
        stderr=stderr,
        highlight=False,
        soft_wrap=not on_terminal,
        width=None if on_terminal else _WIDEST,
        color_system=None if os.environ.get("NO_COLOR") else "auto",
    )


def plain(text: str) -> str:
    """Return a text of a note for one line: without control characters, which a terminal would obey."""
    return text.translate(_CONTROLS)


def echo_text(text: str, *, stderr: bool = False) -> None:
    """Print a note's text as it is; on a terminal without what the terminal would obey, but for new lines."""
    if not stderr and sys.stdout.isatty():
        # Control characters in a note could move the cursor, or rename the window of the terminal.
        text = text.translate({code: shown for code, shown in _CONTROLS.items() if chr(code) not in "\t\n"})
    typer.echo(text, nl=not text.endswith("\n"), err=stderr)


def shell_command(*words: str) -> str:
    """Return a command of the program that can be pasted into a shell."""
    command = ("vaultsearch", *words)
    return subprocess.list2cmdline(command) if sys.platform == "win32" else shlex.join(command)


def as_argument(query: str) -> tuple[str, ...]:
    """Return a query as words of a command: one that begins with a hyphen behind ``--``, a long one cut."""
    text = " ".join(query.split())
    if len(text) > _LONGEST_QUERY:
        text = text[:_LONGEST_QUERY].rpartition(" ")[0] or text[:_LONGEST_QUERY]
    # An offered command must work when it is pasted, also for a query that begins with an exclusion.
    return ("--", text) if text.startswith("-") else (text,)


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a note, as a line of output has it.

    Attributes:
        line: 1-based; None for a whole note and for a canvas, whose passages have no lines in its file.
        column: In bytes, 1-based, as editors count them.
        number: The note's number in this session, None if it has none.
        relation: Its part in a list of several kinds of places, such as "backlinks"; the last field of tsv.
    """

    note: NoteAddress
    title: str
    text: str = ""
    line: int | None = None
    column: int = 1
    section: tuple[str, ...] = ()
    number: int | None = None
    score: float | None = None
    relation: str = ""


def print_places(places: Iterable[Place], style: Format, *, null: bool) -> None:
    """Print places as tsv, paths or vimgrep, each a record that ends with a newline or NUL."""
    print_records(_RECORDS[style](places), null=null)


def print_records(records: Iterable[str], *, null: bool) -> None:
    """Print records, each at once, so that a program at the other end of a pipe can begin."""
    for record in records:
        typer.echo(record + "\0" if null else record, nl=not null)


def _tsv(places: Iterable[Place]) -> Iterable[str]:
    for place in places:
        number = "" if place.number is None else str(place.number)
        score = "" if place.score is None else f"{place.score:.4f}"
        note, section = place.note, " > ".join(place.section)
        fields = [
            number,
            note.id,
            score,
            str(note.file),
            str(place.line or 1),
            place.title,
            section,
            place.text,
        ]
        yield "\t".join(map(plain, [*fields, place.relation] if place.relation else fields))


def _paths(places: Iterable[Place]) -> Iterable[str]:
    return dict.fromkeys(str(place.note.file) for place in places)


def _vimgrep(places: Iterable[Place]) -> Iterable[str]:
    for place in places:
        yield f"{plain(str(place.note.file))}:{place.line or 1}:{place.column}:{plain(place.text)}"


_RECORDS = {Format.TSV: _tsv, Format.PATHS: _paths, Format.VIMGREP: _vimgrep}


def print_heading(out: Console, place: Place, facts: str = "", link: str = "") -> None:
    """Print a note's number, title, path, id and facts; the title opens the note.

    On a terminal they are one line: the title is cut at its end, the path in its middle.
    """
    from rich.cells import cell_len
    from rich.text import Text

    number = "" if place.number is None else f"[{place.number}] "
    line = "" if place.line is None else f":{place.line}"
    title, path = plain(place.title), plain(f"{place.note.path}{line}")
    behind = "".join(f"  {part}" for part in (place.note.id, facts) if part)
    # Wrapped at 80 columns, the id of one result stood where the number of the next was looked for.
    if not out.soft_wrap:
        room = max(_SHORTEST_NAMES, out.width - len(number) - 2 - len(behind))
        title = _fitted(title, max(room // 2, room - cell_len(path)), at_end=True)
        path = _fitted(path, room - cell_len(title))
    head = Text(number).append(title, style=f"bold link {link or place.note.uri}")
    out.print(head.append(f"  {path}{behind}", style="dim"), no_wrap=not out.soft_wrap, overflow="ellipsis")


def print_indented(out: Console, text: Text) -> None:
    """Print what belongs to a heading: indented, in each of its lines if a terminal wraps it."""
    from rich.padding import Padding

    if out.soft_wrap:
        text.pad_left(_INDENT)
        out.print(text)
    else:
        out.print(Padding(text, (0, 0, 0, _INDENT)))


def _fitted(text: str, room: int, *, at_end: bool = False) -> str:
    """Cut a text to so many columns of a terminal, in the middle or at its end."""
    from rich.cells import cell_len, set_cell_size

    if cell_len(text) <= room:
        return text
    if at_end:
        return set_cell_size(text, room - 1).rstrip() + "…"
    behind = text[-1:]
    for start in range(len(text) - 1, 0, -1):
        if cell_len(text[start:]) > (room - 1) * 2 // 3:
            break
        behind = text[start:]
    return f"{set_cell_size(text, room - 1 - cell_len(behind)).rstrip()}…{behind}"


def print_json(value: object, *, versioned: bool = True) -> None:
    """Print a command's output with its version as JSON; a schema has none."""
    typer.echo(json_text(value, indent=2, versioned=versioned))


def json_text(value: object, *, indent: int | None = None, versioned: bool = True) -> str:
    """Return an output as JSON, by default in one line, escaped if the output's encoding lacks a letter."""
    from vaultsearch.service.shapes import VERSION
    from vaultsearch.service.wire import plain_json

    whole = {**({"version": VERSION} if versioned else {}), **plain_json(value)}
    written = json.dumps(whole, ensure_ascii=False, indent=indent)
    try:
        # On Windows, the output of a pipe may be in an encoding that lacks the letters of a note.
        written.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return json.dumps(whole, indent=indent)
    return written

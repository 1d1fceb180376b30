"""Output for people and pipes: colour, links and wrapping on a terminal only."""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import IO, TYPE_CHECKING, TypeVar

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.segment import Segment
    from rich.text import Text

    from vaultsearch.core.values.note import NoteAddress, Span

T = TypeVar("T")

NOTHING_FOUND_EXIT_CODE = 1
"""Exit code of a search or list without results."""

_UNWRAPPED_COLUMNS = 100_000
"""Columns of output to a file or pipe: nothing is wrapped, no table cut."""
_INDENT_COLUMNS = 3
_MIN_NAME_COLUMNS = 20
"""Columns for a title and a path on the narrowest terminal."""
_MAX_QUERY_CHARACTERS = 120
"""Maximum characters of a query in a suggested command."""
_CONTROL_CHARACTERS = dict.fromkeys((*range(32), *range(127, 160)), " ")
"""Characters able to move the cursor, change colours, or end a line or field."""
_DIRECTION_CHARACTERS = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
"""Characters that change text direction, and so make a name read as another."""


class _Terminal(io.TextIOWrapper):
    """A terminal stream without characters that change text direction."""

    def write(self, text: str) -> int:
        return super().write(text.translate(_DIRECTION_CHARACTERS))


def strip_direction_characters() -> None:
    """Strip direction-changing characters from everything printed to a terminal, by any library."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper) and stream.isatty():
            terminal = _Terminal(stream.buffer, stream.encoding, stream.errors, line_buffering=True)
            setattr(sys, name, terminal)


class ListFormat(StrEnum):
    """Output formats for a list of passages or notes."""

    TEXT = "text"
    TSV = "tsv"
    PATHS = "paths"
    VIMGREP = "vimgrep"
    JSON = "json"
    JSONL = "jsonl"


def make_console(*, stderr: bool = False) -> Console:
    """Return a rich console, which colours and wraps only on a terminal; NO_COLOR turns styles off."""
    from rich.console import Console

    # Defined inside the function: rich is imported only by commands that use it.
    class Piped(Console):
        def on_broken_pipe(self) -> None:
            """Raise BrokenPipeError for the error boundary; rich would exit with code 1."""
            raise BrokenPipeError

        def _render_buffer(self, buffer: Iterable[Segment]) -> str:
            # Only rich's own controls reach a terminal: names of files may hold others.
            return super()._render_buffer(
                part if part.control else part._replace(text=text_for(self.file, part.text))
                for part in buffer
            )

    stream = sys.stderr if stderr else sys.stdout
    # Without a console, as in the frozen program on Windows, there are no streams.
    on_terminal = stream is not None and stream.isatty()
    return Piped(
        stderr=stderr,
        highlight=False,
        soft_wrap=not on_terminal,
        width=None if on_terminal else _UNWRAPPED_COLUMNS,
        color_system=None if os.environ.get("NO_COLOR") else "auto",
    )


def make_styled_console() -> Console | None:
    """Return a console for stdout, or None if it shows no styles: rich takes a sixth of a search's time."""
    shows_styles = os.environ.get("FORCE_COLOR") or os.environ.get("TTY_COMPATIBLE") == "1"
    return make_console() if shows_styles or (sys.stdout is not None and sys.stdout.isatty()) else None


def styled_text(text: str, style: str = "") -> Text:
    """Return text for a console, not as markup: brackets in a note are no styles."""
    from rich.text import Text

    return Text(text, style)


def write_line(text: str = "") -> None:
    """Write a line to stdout in the encoding of the stream, where click writes UTF-8 instead of ASCII."""
    print(text)  # noqa: T201 - also without a stdout


def strip_controls(text: str) -> str:
    """Replace control characters, which a terminal would obey, so a note's text fits on a line."""
    return text.translate(_CONTROL_CHARACTERS)


def echo_text(text: str, *, stderr: bool = False) -> None:
    """Print a text that a note, its name or another computer has a part in."""
    shown = text_for(sys.stderr if stderr else sys.stdout, text)
    typer.echo(shown, nl=not shown.endswith("\n"), err=stderr)


def text_for(stream: IO[str] | None, text: str) -> str:
    """Return a text unchanged, or for a terminal without control characters except tabs and newlines."""
    # They could move the cursor, or rename the window of the terminal.
    controls = {code: shown for code, shown in _CONTROL_CHARACTERS.items() if chr(code) not in "\t\n"}
    return text.translate(controls) if stream is not None and stream.isatty() else text


def tell_notice(answer: tuple[T, str | None]) -> T:
    """Return an answer that comes with a notice, which is printed on stderr."""
    if answer[1]:
        echo_text(answer[1], stderr=True)
    return answer[0]


def require_found(results: object, sentence: str = "") -> None:
    """Exit with NOTHING_FOUND without results, printing the sentence on stderr."""
    if not results:
        if sentence:
            echo_text(sentence, stderr=True)
        raise typer.Exit(NOTHING_FOUND_EXIT_CODE)


def shell_command(*words: str) -> str:
    """Return a command of this program, quoted for pasting into a shell."""
    command = ("vaultsearch", *words)
    return subprocess.list2cmdline(command) if sys.platform == "win32" else shlex.join(command)


def query_arguments(query: str) -> tuple[str, ...]:
    """Return a query as shell words: after ``--`` if it begins with a hyphen, and cut if long."""
    text = " ".join(query.split())
    if len(text) > _MAX_QUERY_CHARACTERS:
        text = text[:_MAX_QUERY_CHARACTERS].rpartition(" ")[0] or text[:_MAX_QUERY_CHARACTERS]
    # A suggested command must work when pasted, even if the query begins with an exclusion.
    return ("--", text) if text.startswith("-") else (text,)


@dataclass(frozen=True, slots=True)
class PrintedPlace:
    """A place in a note, as printed in lists.

    Attributes:
        line: 1-based; None for a whole note and for a canvas, whose passages have no lines in the file.
        column: 1-based, in bytes, as editors count.
        number: The note's number in this session, or None.
        relation: The group in a list with several kinds of places, such as "backlinks"; tsv's last field.
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


def print_records(records: Iterable[str], *, null: bool) -> None:
    """Print records terminated by a newline or NUL, each immediately, so a pipe's reader can begin."""
    for record in records:
        typer.echo(record + "\0" if null else text_for(sys.stdout, record), nl=not null)


def _printed_file(note: NoteAddress) -> str:
    """Return a note's file, or for a published index, which has no files here, the path that `read` takes."""
    from vaultsearch.service.parts.replicas import is_replica

    return note.path if is_replica(note.vault) else str(note.file)


def _tsv_records(places: Iterable[PrintedPlace]) -> Iterable[str]:
    for place in places:
        number = "" if place.number is None else str(place.number)
        score = "" if place.score is None else f"{place.score:.4f}"
        file, line, section = _printed_file(place.note), str(place.line or 1), " > ".join(place.section)
        fields = [number, place.note.id, score, file, line, place.title, section, place.text]
        yield "\t".join(map(strip_controls, [*fields, place.relation] if place.relation else fields))


def _vimgrep_records(places: Iterable[PrintedPlace]) -> Iterable[str]:
    for place in places:
        file, text = strip_controls(_printed_file(place.note)), strip_controls(place.text)
        yield f"{file}:{place.line or 1}:{place.column}:{text}"


RECORD_FORMATS = {
    ListFormat.TSV: _tsv_records,
    ListFormat.PATHS: lambda places: dict.fromkeys(_printed_file(place.note) for place in places),
    ListFormat.VIMGREP: _vimgrep_records,
}


def print_heading(out: Console | None, place: PrintedPlace, facts: str = "", link: str = "") -> None:
    """Print a note's number, title, path, id and facts; the title links to the note.

    On a terminal they share a line: the title is cut at the end, the path in the middle.
    """
    number = "" if place.number is None else f"[{place.number}] "
    line = "" if place.line is None else f":{place.line}"
    title, path = strip_controls(place.title), strip_controls(f"{place.note.path}{line}")
    behind = "".join(f"  {part}" for part in (place.note.id, facts) if part)
    if out is None:
        write_line(f"{number}{title}  {path}{behind}")
        return
    # Wrapped at 80 columns, the id of one result stood where the number of the next was looked for.
    if not out.soft_wrap:
        from rich.cells import cell_len

        room = max(_MIN_NAME_COLUMNS, out.width - len(number) - 2 - len(behind))
        title = _cut_to_columns(title, max(room // 2, room - cell_len(path)), at_end=True)
        path = _cut_to_columns(path, room - cell_len(title))
    head = styled_text(number).append(title, style=f"bold link {link or place.note.uri}")
    out.print(head.append(f"  {path}{behind}", style="dim"), no_wrap=not out.soft_wrap, overflow="ellipsis")


def print_indented(
    out: Console | None, shown: Text | str, style: str = "", matches: Iterable[Span] = ()
) -> None:
    """Print text below a heading, indenting wrapped lines too. Replace control characters in a ``str``."""
    if out is None:
        write_line(" " * _INDENT_COLUMNS + strip_controls(str(shown)))
        return
    from rich.padding import Padding

    text = styled_text(strip_controls(shown), style) if isinstance(shown, str) else shown
    for span in matches:
        text.stylize("bold yellow", span.start, span.end)
    if out.soft_wrap:
        text.pad_left(_INDENT_COLUMNS)
        out.print(text)
    else:
        out.print(Padding(text, (0, 0, 0, _INDENT_COLUMNS)))


def _cut_to_columns(text: str, room: int, *, at_end: bool = False) -> str:
    """Cut text to a number of terminal columns, in the middle or at the end."""
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
    """Print a command's output as JSON, with the schema version unless it is a schema."""
    typer.echo(json_text(value, indent=2, versioned=versioned))


def json_text(value: object, *, indent: int | None = None, versioned: bool = True) -> str:
    """Return an output as JSON, by default on a single line.

    Letters missing from the output encoding are escaped.
    """
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

"""The border between the command line and the system: known trouble becomes a sentence and an exit code."""

from __future__ import annotations

import io
import logging
import os
import sys
from typing import TYPE_CHECKING, Any

from vaultsearch.core.errors import VaultSearchError

if TYPE_CHECKING:
    from collections.abc import Callable

TROUBLE = 2
"""The exit code of known trouble."""
CLOSED_PIPE = 141
"""The exit code if nobody reads the output any more, as a shell reports the signal SIGPIPE."""

_log = logging.getLogger(__name__)


def exit_code_of(work: Callable[[], Any]) -> int:
    """Do the work of a command and return its exit code.

    Known trouble is a sentence and a remedy on stderr, and so is a file or an output that the system refuses.
    A pipe that is closed at its other end is told by the exit code alone. Any other exception is a bug: its
    traceback shows.
    """
    _escape_missing_letters()
    code = 0
    try:
        try:
            work()
        except SystemExit as end:
            if isinstance(end.__context__, BrokenPipeError):  # for which typer exits with 1
                raise end.__context__ from None
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        if sys.stdout is not None:
            sys.stdout.flush()
    except VaultSearchError as error:
        _print_trouble(f"{error} {error.remedy}")
    except BrokenPipeError:
        _discard_output()
        return CLOSED_PIPE
    except (OSError, UnicodeError) as error:
        _log.debug("trouble", exc_info=error)
        _discard_output()
        _print_trouble(_sentence(error))
    else:
        return code
    return TROUBLE


def _escape_missing_letters() -> None:
    r"""Print letters that the output's encoding lacks as ``\xf6``, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def restart_in_utf8_mode() -> None:
    """Start this process again in Python's UTF-8 mode if file names have another encoding in its locale.

    The database takes the bytes of a path for UTF-8; so a vault with an ``å`` in its name had another index,
    or none, in a terminal with the locale POSIX.
    """
    if sys.getfilesystemencoding() == "utf-8" or getattr(sys, "frozen", False):
        return
    if sys.stdout is not None and sys.stdout.encoding.lower() not in ("ascii", "utf-8"):
        os.environ.setdefault("PYTHONIOENCODING", sys.stdout.encoding)  # as the terminal has it
    os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606


def _sentence(error: OSError | UnicodeError) -> str:
    if isinstance(error, UnicodeError):
        return f"A name or text is not valid Unicode ({error}). Rename the file or the folder."
    why = (error.strerror or str(error)).rstrip(".")
    if error.filename is None:
        return f"The output or a file couldn't be read or written: {why}."
    return f"{error.filename} couldn't be read or written: {why}. Check its location and permissions."


def _print_trouble(sentence: str) -> None:
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(f"vaultsearch: {sentence}\n")
        sys.stderr.flush()
    except OSError:
        return


def _discard_output() -> None:
    """Discard the output that could not be written: Python would try again at its end, and complain."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError:
        return

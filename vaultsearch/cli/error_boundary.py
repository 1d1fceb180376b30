"""The border between the command line and the system: what goes wrong there is told in a sentence."""

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
"""The exit code of a trouble that is known."""

_log = logging.getLogger(__name__)


def told(work: Callable[[], Any]) -> int:
    """Do the work of a command; gives the exit code. A known trouble is a sentence and a remedy on stderr.

    So is what the system refuses, be it a file or the output. Anything else is a bug: its traceback shows.
    """
    write_whatever_it_is()
    code = 0
    try:
        try:
            work()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        if sys.stdout is not None:
            sys.stdout.flush()
    except VaultSearchError as error:
        _tell(f"{error} {error.remedy}")
    except BrokenPipeError:
        _let_go_of_output()
        return 1
    except (OSError, UnicodeError) as error:
        _log.debug("trouble", exc_info=error)
        _let_go_of_output()
        _tell(_sentence(error))
    else:
        return code
    return TROUBLE


def write_whatever_it_is() -> None:
    r"""Have output that its encoding lacks a letter for show it as ``\xf6``, rather than end there."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def speak_utf8() -> None:
    """Start this process again in Python's UTF-8 mode, where the system's locale has other names of files.

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
        return f"A name or a text is not valid Unicode ({error}). Rename the file or the folder."
    why = (error.strerror or str(error)).rstrip(".")
    if error.filename is None:
        return f"The output, or a file, could not be read or written: {why}."
    return f"{error.filename} could not be read or written: {why}. See to its place and its rights."


def _tell(sentence: str) -> None:
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(f"vaultsearch: {sentence}\n")
        sys.stderr.flush()
    except OSError:
        return


def _let_go_of_output() -> None:
    """Throw away what could not be written: Python would try again at its end, and complain."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError:
        return

"""The log of the window: small rotating files in the user's log folder, without any text of the notes."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler

from vaultsearch.core.crash_log import make_logs_folder

_MOST_BYTES = 256 * 1024
_FORMER_FILES = 2


def start_logging() -> logging.Handler | None:
    """Write warnings to rotating files; return None if the folder cannot be written."""
    try:
        handler = RotatingFileHandler(
            make_logs_folder() / "vaultsearch.log",
            maxBytes=_MOST_BYTES,
            backupCount=_FORMER_FILES,
            encoding="utf-8",
            delay=True,
        )
    except OSError:
        return None
    handler.setLevel(logging.WARNING)
    _filter_terminal()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logging.getLogger().addHandler(handler)
    return handler


def frames_of(report: str) -> str:
    """Return the code locations of a traceback, innermost first, without messages, which may quote a note."""
    lines = report.strip().splitlines()
    places = [line.strip() for line in lines if line.lstrip().startswith('File "')]
    kind = lines[-1].partition(":")[0] if lines else ""
    return " < ".join((kind, *reversed(places)))


def _filter_terminal() -> None:
    """Pass warnings of ours to the log although the terminal shows errors only."""
    ours = logging.getLogger("vaultsearch")
    shown = ours.getEffectiveLevel()
    for terminal in logging.getLogger().handlers:
        terminal.addFilter(lambda record: record.levelno >= shown or not record.name.startswith(ours.name))
    if shown > logging.WARNING:
        ours.setLevel(logging.WARNING)

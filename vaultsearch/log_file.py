"""The log of the window: small files in the user's log folder that turn over; no note's text is in them."""

from __future__ import annotations

import logging
import os
from logging.handlers import RotatingFileHandler
from pathlib import Path

import platformdirs

_MOST_BYTES = 256 * 1024
_FORMER_FILES = 2


def logs_folder() -> Path:
    """Give the place of the logs; VAULTSEARCH_HOME moves it."""
    home = os.environ.get("VAULTSEARCH_HOME")
    return Path(home).expanduser() / "logs" if home else platformdirs.user_log_path("vaultsearch")


def start_logging() -> logging.Handler | None:
    """Have warnings, and what is logged of vaultsearch, written there; None where nothing can be."""
    folder = logs_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handler = RotatingFileHandler(
            folder / "vaultsearch.log",
            maxBytes=_MOST_BYTES,
            backupCount=_FORMER_FILES,
            encoding="utf-8",
            delay=True,
        )
    except OSError:
        return None
    handler.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logging.getLogger().addHandler(handler)
    return handler

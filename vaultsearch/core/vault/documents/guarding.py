"""The guard around the libraries that read documents, and the values that documents tell of themselves."""

from __future__ import annotations

import errno
import functools
import sys
import warnings
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from vaultsearch.core.messages import Message
from vaultsearch.core.vault.decoding import UnreadableNoteError

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultsearch.core.values.note import PropertyValue
    from vaultsearch.core.vault.documents.document_text import DocumentText

_OF_THE_DISK = {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM}
"""Errors that no content causes; a library raises others for damaged bytes."""
SAVE_AGAIN = "Open it in the program that made it, and save it again."


def reads(
    kind: str,
) -> Callable[[Callable[[bytes], DocumentText]], Callable[[bytes], DocumentText]]:
    """Make a reader raise UnreadableNoteError, whatever its library raises on damaged bytes.

    Want of memory and errors of the disk pass through: the file is not to blame for those.

    Args:
        kind: The document in a sentence, with its article: "a Word document".
    """
    _refuse_postscript()

    def guarded(read: Callable[[bytes], DocumentText]) -> Callable[[bytes], DocumentText]:
        @functools.wraps(read)
        def reader(raw: bytes) -> DocumentText:
            if not raw.strip(b"\0 \t\r\n"):
                raise UnreadableNoteError("The file is empty.", "Remove it, or restore an older version.")
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # of styles and extensions that a library leaves out
                    return read(raw)
            except (UnreadableNoteError, MemoryError):
                raise
            # The libraries raise KeyError, IndexError, zlib.error, RecursionError ... on damaged files.
            except Exception as error:
                if isinstance(error, OSError) and error.errno in _OF_THE_DISK:
                    raise
                raise UnreadableNoteError(
                    Message("It isn't {}, or is damaged, so it can't be read.", kind), SAVE_AGAIN
                ) from error

        return reader

    return guarded


def _refuse_postscript() -> None:
    """Keep Pillow, if a library uses it, from running Ghostscript on what a file holds.

    openpyxl opens the pictures of chart sheets with whatever decoder fits; no reader needs this decoder.
    """
    sys.modules.setdefault("PIL.EpsImagePlugin", None)  # type: ignore[arg-type]  # an import that fails


def moment(written: str | None) -> datetime | None:
    """Return an ISO 8601 date in UTC, or None; without a zone it is taken for UTC."""
    try:
        moment_read = datetime.fromisoformat((written or "").strip())
        return moment_read.astimezone(UTC) if moment_read.tzinfo else moment_read.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def properties_of(**named: str | None) -> dict[str, PropertyValue]:
    """Return the properties that have a value, each on one line."""
    return {name: " ".join(value.split()) for name, value in named.items() if value and value.strip()}

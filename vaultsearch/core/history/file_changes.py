"""Share what the sources of versions have in common: changes of files, a day's end, an error."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from pathlib import Path

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.messages import Message
from vaultsearch.core.vault.file_content import UnreadableNoteError, decode_text


class HistoryError(VaultSearchError):
    """A note has no readable history."""


def no_notes(folder: Path) -> HistoryError:
    """Return the error for a vault without a folder, such as a published index."""
    return HistoryError(
        Message("The notes of {} aren't on this computer, nor are their versions.", folder.name),
        "Connect their drive, or ask where they are.",
    )


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file before and after: paths and blobs, "" if it did not exist."""

    path_before: str
    path_after: str
    blob_before: str
    blob_after: str


def decode_version(content: bytes) -> str:
    """Decode a version as files are decoded, with its data; of a binary, what can be."""
    try:
        return decode_text(content, keeps_data=True).text
    except UnreadableNoteError:
        return content.decode(errors="replace")


def end_of(day: date) -> datetime:
    """Return the end of a day in local time."""
    return datetime.combine(day + timedelta(days=1), time()).astimezone()

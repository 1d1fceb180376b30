"""Search published indexes away from their notes, each in a replica on this computer.

A replica is an index for a vault whose folder does not exist: it can be read like the index for an unmounted
drive, and never synced, as no notes would be found. A file beside it names the place.
"""

from __future__ import annotations

import hashlib
import logging
import re
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from vaultsearch.core.errors import DiskFullError, IndexInUseError, VaultSearchError
from vaultsearch.core.files import expand_home, write_atomically
from vaultsearch.core.index.index_folder import Manifest, read_made, read_manifest
from vaultsearch.core.index.published import (
    PublishError,
    Transfer,
    holds_publication,
    parse_place,
    take_publication,
    taken_publication,
)
from vaultsearch.core.index.writer_lock import WriterLock
from vaultsearch.core.messages import Message
from vaultsearch.settings import settings

_log = logging.getLogger(__name__)


PULLED_AFTER_S = 300.0
"""Seconds between two looks at the place that a replica was pulled from."""
_PLACE_FILE = ".place"
_STORE = re.compile(r"^([a-z][a-z0-9+]+):/+(?=[^/])")
"""As a path has it: `s3:/bucket`."""


class Replica(NamedTuple):
    """A replica, and the place's state when last checked.

    Attributes:
        folder: The folder standing for the vault; it does not exist.
        place: The place, without abbreviation.
        published: When the index it holds was published.
        trouble: Why the place was not checked just now, or "".
    """

    folder: Path
    place: str
    published: datetime
    trouble: str


def as_written(place: Path) -> str:
    """Return a place as the user wrote it: a path keeps only one slash after a URI's scheme."""
    return _STORE.sub(r"\1://", place.as_posix()) if _STORE.match(place.as_posix()) else str(place)


def name_of(folder: Path) -> str:
    """Return a vault's resolved path, or a replica's place if it is known."""
    try:
        return _replica_place(str(folder))
    except PublishError:
        return str(folder)


def is_replica(folder: Path) -> bool:
    """Return whether a folder stands for a vault searched in a replica."""
    return folder.is_relative_to(_replicas_file())


def is_published(written: str) -> bool:
    """Return whether a vault is given as a place for a published index: a URI, or such a folder.

    A place pulled before is known while the drive is away, whose folder may be there, and empty.
    """
    folder = expand_home(written)
    if "://" in written or is_replica(Path(written)) or holds_publication(folder):
        return True
    replica = _replica_folder(str(folder.resolve()))
    indexed = (read_manifest(settings.index_folder(each)) is not None for each in (replica, folder))
    return next(indexed) and not next(indexed)


def pull_index(written: str) -> Replica:
    """Bring a place's replica up to date; without network, leave it unchanged.

    Args:
        written: The place, or the replica's folder.

    Raises:
        PublishError: Nothing is published there, or it cannot be read and was never pulled.
    """
    place = _replica_place(written)
    folder = _replica_folder(place)
    trouble = ""
    try:
        take_over(place, folder)
        # Noted at every pull: without the file, nobody knows where the index is from.
        _note_place(folder, place)
    except (PublishError, IndexInUseError, DiskFullError) as error:
        # Once pulled, it can be searched without the network.
        if read_manifest(settings.index_folder(folder)) is None or publication_shown(folder) is None:
            raise
        # If the index is in use, another process pulls it at this moment: nothing to tell.
        if not isinstance(error, IndexInUseError):
            trouble = error.sentence
    publication, _ = taken_publication(settings.index_folder(folder))
    return Replica(folder, place, datetime.fromisoformat(publication), trouble)


def renew_replica(replica: Path) -> None:
    """Bring a replica up to date.

    Raises:
        PublishError: The place cannot be read.
        IndexInUseError: Another process pulls it.
    """
    take_over(_replica_place(str(replica)), replica)


def renew_quietly(replica: Path) -> None:
    """Bring a replica up to date if possible; nobody waits for it in the background."""
    try:
        renew_replica(replica)
    except VaultSearchError as error:
        _log.warning("not pulled vault=%s because=%s", replica, error)


def tables_version(folder: Path, index: Path) -> Manifest | str | None:
    """Return what tells the tables of a vault's index from those that replace them, None without any."""
    return taken_publication(index)[0] if is_replica(folder) else read_made(index)


def folder_to_open(folder: Path) -> Path:
    """Return a vault's resolved folder; for a place, the replica's, pulled if it never was.

    Raise PublishError if nothing is published there, or it cannot be read and was never pulled.
    """
    written = as_written(folder)
    if not is_published(written):
        return expand_home(folder).resolve()
    place = _replica_place(written)
    replica = _replica_folder(place)
    if not publication_shown(replica):
        return pull_index(written).folder
    _note_place(replica, place)
    return replica


def publication_shown(folder: Path) -> datetime | None:
    """Return when a replica's index was published; None for any other vault."""
    publication = taken_publication(settings.index_folder(folder))[0] if is_replica(folder) else ""
    return datetime.fromisoformat(publication) if publication else None


def vault_name(folder: Path) -> str:
    """Return the vault name a replica uses in links to notes; "" for any other vault."""
    return taken_publication(settings.index_folder(folder))[1] if is_replica(folder) else ""


def take_over(place: str, vault: Path) -> Transfer:
    """Replace a vault's index by the index published in a place.

    Raises:
        PublishError: Nothing is published there, or it cannot be read.
        IndexInUseError: Another process writes the index.
    """
    index = settings.index_folder(vault)
    # Another process may index or pull here: files of two versions would be mixed.
    lock = WriterLock(index)
    lock.acquire()
    try:
        return take_publication(parse_place(place, expand_home(place)), index, vault)
    finally:
        lock.release()


def require_own(folder: Path) -> None:
    """Raise PublishError if a folder is a replica or holds a published index: the notes are elsewhere."""
    if is_replica(folder) or holds_publication(expand_home(folder)):
        raise PublishError(
            Message(
                "{} is published by another computer, which indexes it; here it is only searched.",
                folder.name,
            ),
            "To index your own copy of its notes, run: vaultsearch index VAULT --from PLACE",
        )


def _replica_place(written: str) -> str:
    """Return a place without abbreviation; for a replica, the place it was pulled from."""
    if "://" in written:
        return written
    if not is_replica(Path(written)):
        return str(expand_home(written).resolve())
    try:
        return Path(written).parent.with_suffix(_PLACE_FILE).read_text("utf-8")
    except OSError as error:
        raise PublishError(
            Message("It is not known any more where {} is published.", Path(written).name),
            "Open the place again.",
        ) from error


def _note_place(replica: Path, place: str) -> None:
    write_atomically(replica.parent.with_suffix(_PLACE_FILE), place, make_folder=True)


def _replica_folder(place: str) -> Path:
    digest = hashlib.blake2b(place.encode(errors="surrogateescape"), digest_size=6).hexdigest()
    return _replicas_file() / digest / (Path(place).name or "published")


def _replicas_file() -> Path:
    return settings.data_folder() / "replicas"

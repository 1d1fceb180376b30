"""Published indexes that are searched where their notes are not, each in a replica on this computer.

A replica is the index of a vault whose folder does not exist: it can be read like the index of one whose
drive is away, and never synced, which would find no notes.
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from vaultsearch.core.errors import IndexInUseError
from vaultsearch.core.files import expand_home
from vaultsearch.core.index.manifest import read_manifest
from vaultsearch.core.index.places import PublishError, place_of
from vaultsearch.core.index.published import holds_publication, publication_taken, take_from
from vaultsearch.core.index.writer_lock import WriterLock
from vaultsearch.core.messages import Message
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from vaultsearch.core.index.published import Transfer


class Replica(NamedTuple):
    """A replica, and how it was found.

    Attributes:
        folder: The folder that stands for its vault; it does not exist.
        published: The moment of the publication that it holds.
        trouble: Why the place was not looked at just now, "" if it was.
    """

    folder: Path
    published: datetime
    trouble: str


def is_published(written: str) -> bool:
    """Return whether a vault is written as a place that an index is published to: a URI, or such a folder.

    One that was pulled is known while its drive is away.
    """
    if "://" in written:
        return True
    folder = expand_home(written)
    if folder.exists():
        return holds_publication(folder)
    return read_manifest(settings.index_folder(_folder(str(folder.resolve())))) is not None


def pull(written: str) -> Replica:
    """Bring the replica of a place up to date; without the network, it stays as it is.

    Raises:
        PublishError: Nothing is published there, or it cannot be read and was never pulled.
    """
    place = written if "://" in written else str(expand_home(written).resolve())
    folder = _folder(place)
    trouble = ""
    try:
        take_over(place, folder)
    except (PublishError, IndexInUseError) as error:
        if read_manifest(settings.index_folder(folder)) is None:
            raise
        if not isinstance(error, IndexInUseError):  # else another process pulls it
            trouble = error.sentence
    taken = publication_taken(settings.index_folder(folder))
    return Replica(folder, datetime.fromisoformat(taken), trouble)


def take_over(place: str, vault: Path) -> Transfer:
    """Replace a vault's index by the one that is published in a place.

    Raises:
        PublishError: Nothing is published there, or it cannot be read.
        IndexInUseError: Another process writes the index.
    """
    index = settings.index_folder(vault)
    lock = WriterLock(index)
    lock.acquire()
    try:
        return take_from(place_of(place, expand_home(place)), index)
    finally:
        lock.release()


def require_own(folder: Path) -> None:
    """Raise PublishError if a folder stands for a replica: its notes are elsewhere."""
    if folder.is_relative_to(_replicas()):
        raise PublishError(
            Message(
                "{} is published by another computer: only commands and servers can search it.", folder.name
            ),
            "To index your own copy of its notes, run: vaultsearch index VAULT --from PLACE",
        )


def _folder(place: str) -> Path:
    """Return the folder that stands for the vault of a place."""
    digest = hashlib.blake2b(place.encode(), digest_size=6).hexdigest()
    return _replicas() / digest / (Path(place).name or "published")


def _replicas() -> Path:
    return settings.data_folder() / "replicas"

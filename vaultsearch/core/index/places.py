"""The places that an index is published to: a folder, or a bucket of an object store.

Each holds named contents that are never changed, and one small file that is replaced at once.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.files import write_atomically
from vaultsearch.core.installation import has_extra, how_to_add
from vaultsearch.core.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_STORES = ("s3", "gs", "az")
_URI = re.compile(r"([a-z][a-z0-9+]+)://", re.IGNORECASE)
# Objects deleted by one call.
_AT_ONCE = 100
_TRIES = 5
"""Times that a connection may break while the one file is replaced."""


class PublishError(VaultSearchError):
    """An index cannot be published to a place, or taken from it."""


class Place(Protocol):
    """A place to publish to; ``str`` of it is its name as the user wrote it."""

    def read(self, name: str) -> bytes | None:
        """Return the content of a small file, None if there is none."""
        ...

    def replace(self, name: str, content: bytes) -> None:
        """Replace a small file as it was read last. Raise PublishError if it has changed since."""
        ...

    def sizes(self, beneath: str) -> dict[str, int]:
        """Map the names of all contents beneath a name to their sizes in bytes."""
        ...

    def put(self, name: str, file: Path) -> None:
        """Store the content of a file; it is there whole or not at all."""
        ...

    def fetch(self, name: str, target: Path) -> None:
        """Write a content to a file. Raise OSError if it is not there."""
        ...

    def delete_older(self, names: list[str], seconds: float) -> None:
        """Delete contents that have been there for so long."""
        ...

    def require_free(self, others: tuple[str, ...]) -> None:
        """Raise PublishError if anything but ``others`` is there."""
        ...


def place_of(written: str, folder: Path) -> Place:
    """Return the place that is written as a URI, else the folder.

    Raises:
        PublishError: It is a URI of a kind that is not known, or the extra is not installed.
    """
    scheme = _URI.match(written)
    if scheme is None:
        return FolderPlace(folder)
    if scheme[1].lower() not in _STORES:
        raise PublishError(
            Message("{} is no place that an index can be published to.", written),
            "Use a folder, or s3://, gs:// or az://.",
        )
    # Keys in an address would end up in the settings, in messages and in shells' histories.
    if "@" in written.partition("://")[2].partition("/")[0]:
        raise PublishError(
            "The address of a bucket holds no key.",
            "Set the keys of the store in the environment, or in its profile.",
        )
    if not has_extra("store"):
        raise PublishError("An object store needs the extra “store”.", how_to_add("store"))
    return StorePlace(written)


class FolderPlace:
    """A folder, such as one on a network drive or one that is synced."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __str__(self) -> str:
        return str(self._folder)

    def read(self, name: str) -> bytes | None:
        """Return the content of a small file."""
        try:
            return (self._folder / name).read_bytes()
        except FileNotFoundError:
            return None

    def replace(self, name: str, content: bytes) -> None:
        """Replace a small file."""
        write_atomically(self._folder / name, content, make_folder=True)

    def sizes(self, beneath: str) -> dict[str, int]:
        """Map the names of the files beneath a folder to their sizes."""
        # Contents lie two levels deep, by the first digits of their digests. Partial files that a crash left
        # are listed, too, and so are deleted with old contents.
        found = ((file, file.stat().st_size) for file in (self._folder / beneath).glob("*/*"))
        return {file.relative_to(self._folder).as_posix(): size for file, size in found}

    def put(self, name: str, file: Path) -> None:
        """Copy a file."""
        copy_whole(file, self._folder / name)

    def fetch(self, name: str, target: Path) -> None:
        """Copy a file from there."""
        copy_whole(self._folder / name, target)

    def delete_older(self, names: list[str], seconds: float) -> None:
        """Delete files that have been there for so long."""
        oldest = time.time() - seconds
        for name in names:
            # The times are those of the copies, see `copy_whole`: a table's own file may be much older.
            # Another publisher, or the program that syncs the folder, may have deleted it already.
            with suppress(FileNotFoundError):
                if (file := self._folder / name).stat().st_mtime < oldest:
                    file.unlink()

    def require_free(self, others: tuple[str, ...]) -> None:
        """Raise PublishError if it is no folder, or holds anything else."""
        if self._folder.exists() and not self._folder.is_dir():
            raise PublishError(Message("{} is not a folder.", self), "Choose another place.")
        names = [file.name for file in self._folder.iterdir()] if self._folder.is_dir() else []
        if any(name not in others for name in names):
            raise PublishError(
                Message("{} holds other files.", self), "Choose an empty folder, or a new one."
            )


class StorePlace:
    """A prefix of a bucket, by `obstore`; credentials are those of the usual environment and profiles."""

    def __init__(self, uri: str) -> None:
        self._uri = uri
        self._tag: str | None = None

    def __str__(self) -> str:
        return self._uri

    @cached_property
    def _store(self) -> Any:
        from obstore.store import from_url

        with self._explained():
            return from_url(self._uri)

    def read(self, name: str) -> bytes | None:
        """Return the content of a small object, and remember which version it is."""
        import obstore

        # No object is a version, too: the next `replace` may only create it then.
        self._tag = None
        with self._explained():
            try:
                read = obstore.get(self._store, name)
            except FileNotFoundError:
                return None
            self._tag = read.meta["e_tag"]
            return bytes(read.bytes())

    def replace(self, name: str, content: bytes) -> None:
        """Replace a small object, if it is still the one that was read (a conditional put).

        The store repeats no such request of its own, as it can't tell whether a lost one took effect.
        """
        tag = self._tag
        for left in reversed(range(_TRIES)):
            try:
                self._put_if(name, content, tag)
            except PublishError:
                # The request that failed may have taken effect, with only its answer lost.
                if self.read(name) == content:
                    return
                if self._tag != tag:
                    raise PublishError(
                        Message("Somebody else published to {} meanwhile.", self._uri), "Publish again."
                    ) from None
                if not left:
                    raise
            else:
                return

    def _put_if(self, name: str, content: bytes, tag: str | None) -> None:
        import obstore

        mode: Any = {"e_tag": tag} if tag else "create"
        with self._explained():
            obstore.put(self._store, name, content, mode=mode)

    def sizes(self, beneath: str) -> dict[str, int]:
        """Map the names of the objects beneath a prefix to their sizes."""
        return {entry["path"]: entry["size"] for entry in self._entries(beneath)}

    def _entries(self, beneath: str) -> Iterator[Any]:
        import obstore

        with self._explained():
            for batch in obstore.list(self._store, prefix=beneath):
                yield from batch

    def put(self, name: str, file: Path) -> None:
        """Upload a file."""
        import obstore

        with self._explained():
            obstore.put(self._store, name, file)

    def fetch(self, name: str, target: Path) -> None:
        """Download an object."""
        import obstore

        partial = target.with_name(f"{target.name}.{os.getpid()}.partial")
        try:
            with self._explained(), partial.open("wb") as file:
                for part in obstore.get(self._store, name):
                    file.write(part)
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)

    def delete_older(self, names: list[str], seconds: float) -> None:
        """Delete objects that have been there for so long."""
        import obstore

        oldest, wanted = time.time() - seconds, frozenset(names)
        # A store tells the time of an object only when it lists them.
        beneath = {name.partition("/")[0] for name in names}
        entries = [entry for prefix in beneath for entry in self._entries(prefix)]
        old = [
            entry["path"]
            for entry in entries
            if entry["path"] in wanted and entry["last_modified"].timestamp() < oldest
        ]
        with self._explained():
            for start in range(0, len(old), _AT_ONCE):
                obstore.delete(self._store, old[start : start + _AT_ONCE])

    def require_free(self, others: tuple[str, ...]) -> None:
        """Raise PublishError if anything else lies beneath the prefix."""
        if any(entry["path"].partition("/")[0] not in others for entry in self._entries("")):
            raise PublishError(Message("{} holds other files.", self), "Choose another prefix.")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Raise what the store raises as a PublishError; a missing object is an OSError."""
        from obstore.exceptions import BaseError

        try:
            yield
        except BaseError as error:
            # Behind the first line, the library prints the fields of its error.
            said = " ".join(str(error).partition("\n")[0].split())[:200]
            raise PublishError(
                Message("{} can't be used ({}).", self._uri, said),
                "Check the address, the network, and the credentials in your environment.",
            ) from error


def copy_whole(file: Path, target: Path) -> None:
    """Copy a file so that it is there whole or not at all; its time is that of the copy."""
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f"{target.name}.{os.getpid()}.partial")
    try:
        shutil.copyfile(file, partial)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)

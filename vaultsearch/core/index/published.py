"""An index published to a place, a folder or a bucket, and taken from there on another computer.

Each file is there once, under the digest of its content, and is never changed. One small file, written last
and at once, says which of them make the index: whoever reads it sees one version whole, whatever ends the
publisher, and a folder that is only half synced is noticed.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import socket
import time
import uuid
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.files import write_atomically
from vaultsearch.core.index.index_folder import DAMAGE_MARK, MODEL_SUMMARIES, MODEL_TEXTS
from vaultsearch.core.index.index_folder import MANIFEST as INDEX_MANIFEST
from vaultsearch.core.installation import has_extra, how_to_add
from vaultsearch.core.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

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
            # Behind the question mark of a signed address stands what opens it.
            Message("{} is no place that an index can be published to.", written.partition("?")[0]),
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

        with _whole(target) as partial, self._explained(), partial.open("wb") as file:
            for part in obstore.get(self._store, name):
                file.write(part)

    def delete_older(self, names: list[str], seconds: float) -> None:
        """Delete objects that have been there for so long."""
        import obstore

        oldest, wanted = time.time() - seconds, frozenset(names)
        # A store tells the time of an object only when it lists them.
        beneath = {name.partition("/")[0] for name in names}
        entries = [entry for prefix in beneath for entry in self._entries(prefix)]
        named = [entry for entry in entries if entry["path"] in wanted]
        old = [entry["path"] for entry in named if entry["last_modified"].timestamp() < oldest]
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
    with _whole(target) as partial:
        shutil.copyfile(file, partial)


@contextmanager
def _whole(target: Path) -> Iterator[Path]:
    """Yield a file to be written, which takes the place of ``target`` if nothing is raised."""
    partial = target.with_name(f"{target.name}.{os.getpid()}.partial")
    try:
        yield partial
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


MANIFEST = "published.json"
"""The file's name that says what is published, in the place published to."""
_OBJECTS = "objects"
_OWN_ID = "publisher.id"
"""Of an index: the file that tells its publisher from any other."""
_TAKEN = "taken-over"
"""Of an index: the file with the moment of the publication that it was taken from."""
# To be raised when an older version could not read what is published.
_FORMAT = 1
_BY_MODEL = (MODEL_TEXTS, MODEL_SUMMARIES)
_SINGLE_FILES = (INDEX_MANIFEST, "topics.json", "map.json", *_BY_MODEL)
"""The files published beside the tables: nothing that tells of use, and no lock."""
_TABLES = "*.lance"
_KEPT_S = 3600.0
"""Seconds for which files of former versions stay: a reader may be in the middle of one."""


@dataclass(frozen=True, slots=True)
class PublishedFile:
    """A file of an index: its path in the index's folder, the digest of its content, its size in bytes."""

    path: str
    digest: str
    size: int


@dataclass(frozen=True, slots=True)
class Publication:
    """An index that is published in a place.

    Attributes:
        vault: The vault's name.
        publisher: The id of who publishes there, and ``host``, the name of that computer.
        published: The moment, in ISO 8601.
        files: The files of the index.
    """

    vault: str
    publisher: str
    host: str
    published: str
    files: tuple[PublishedFile, ...]

    @property
    def size(self) -> int:
        """The size of the index in bytes."""
        return sum(file.size for file in self.files)


@dataclass(frozen=True, slots=True)
class Transfer:
    """All files and bytes of an index that was moved, and how many of them had to be copied."""

    files: int
    bytes: int
    copied: int
    bytes_copied: int


def snapshot(index: Path) -> Path:
    """Link the files of an index into a new folder beside it, in no time; the caller removes it.

    Tables write new files and change none, so the folder stays as the index is now.
    """
    folder = index.with_name(f"{index.name}.publishing-{os.getpid()}-{uuid.uuid4().hex[:8]}")
    for file in _files_of(index):
        target = folder / file.relative_to(index)
        target.parent.mkdir(parents=True, exist_ok=True)
        # What is written in place of an older file is copied: it may be written again meanwhile.
        if file.parent == index:
            shutil.copy2(file, target)
        else:
            _link(file, target)
    return folder


def publish(source: Path, place: Place, vault: str, publisher: str, *, take_over: bool = False) -> Transfer:
    """Publish the files of ``source``, a snapshot, to a place; copy only what is not there yet.

    Raises:
        PublishError: Somebody else publishes there, and is not to be replaced; or the place cannot be used.
    """
    former = _former(place, publisher, take_over=take_over)
    known = {(file.path, file.size): file.digest for file in former.files} if former is not None else {}
    # Sizes besides names: an upload that was cut short in a synced folder must be done again.
    sizes = place.sizes(_OBJECTS)
    files: list[PublishedFile] = []
    copied = bytes_copied = 0
    for path in sorted(_files_of(source)):
        name, size = path.relative_to(source).as_posix(), path.stat().st_size
        # A table's file of the same name and size is the same: names are made up for each.
        digest = known.get((name, size)) if "/" in name else None
        digest = digest or _digest(path)
        files.append(PublishedFile(name, digest, size))
        if sizes.get(_object(digest)) != size:
            place.put(_object(digest), path)
            sizes[_object(digest)] = size
            copied, bytes_copied = copied + 1, bytes_copied + size
    now = datetime.now(UTC).isoformat()
    publication = Publication(vault, publisher, socket.gethostname(), now, tuple(files))
    # Last of all: until then, readers see the former version, all of whose files are still there.
    content = json.dumps({"format": _FORMAT, **asdict(publication)}, ensure_ascii=False)
    place.replace(MANIFEST, content.encode())
    # Files of former versions stay as long as somebody may be in the middle of reading them.
    needed = {_object(file.digest) for file in files}
    place.delete_older([name for name in sizes if name not in needed], _KEPT_S)
    return Transfer(len(files), sum(file.size for file in files), copied, bytes_copied)


def holds_publication(folder: Path) -> bool:
    """Return whether an index is published in a folder, which may be a vault with a file of that name."""
    return (folder / MANIFEST).is_file() and (folder / _OBJECTS).is_dir()


def read_publication(place: Place) -> Publication:
    """Return what is published in a place. Raise PublishError if that is nothing, or of another format."""
    content = place.read(MANIFEST)
    if content is None:
        raise PublishError(
            Message("No index is published in {}.", place),
            "Publish one on the other computer: vaultsearch publish VAULT PLACE",
        )
    return _publication(place, content)


def _publication(place: Place, content: bytes) -> Publication:
    try:
        read = json.loads(content)
        if read["format"] != _FORMAT:
            raise PublishError(
                Message("The index in {} was published by another version.", place),
                "Use the same version of vaultsearch on both computers.",
            )
        files = tuple(PublishedFile(**file) for file in read["files"])
        return Publication(read["vault"], read["publisher"], read["host"], read["published"], files)
    except (ValueError, KeyError, TypeError) as error:
        raise PublishError(
            Message("What is published in {} can't be read ({}).", place, error),
            "Wait until the folder is synced, or publish again.",
        ) from error


def take_from(place: Place, index: Path, vault: Path) -> Transfer:
    """Make the folder ``index``, which is not in use, the index of ``vault`` that is published in ``place``.

    Files that it has already are not copied again, and the same version not twice. It is replaced at once,
    when all of them are there.

    Raises:
        PublishError: Nothing is published there, or a file is missing or damaged.
    """
    publication = read_publication(place)
    if publication_taken(index) == publication.published:
        return Transfer(len(publication.files), publication.size, 0, 0)
    # Beside the index and not in a temporary folder: it is moved into its place by a rename, and its files
    # are linked.
    folder = index.with_name(f"{index.name}.taking")
    shutil.rmtree(folder, ignore_errors=True)
    copied = bytes_copied = 0
    for file in publication.files:
        own, target = index / file.path, folder / _checked(file.path)
        target.parent.mkdir(parents=True, exist_ok=True)
        # Files beside the tables are written in place, so that a link to one would change with the former
        # index. The size is compared before the digest, which reads the whole file.
        if "/" in file.path and _is_whole(own, file.size) and _digest(own) == file.digest:
            _link(own, target)
            continue
        try:
            place.fetch(_object(file.digest), target)
        except OSError as error:
            shutil.rmtree(folder, ignore_errors=True)
            raise _incomplete(place, error) from error
        # Readable and complete need not mean right: a folder may be in the middle of its sync.
        if _digest(target) != file.digest:
            shutil.rmtree(folder, ignore_errors=True)
            raise _incomplete(place, file.path)
        copied, bytes_copied = copied + 1, bytes_copied + file.size
    write_atomically(folder / _TAKEN, publication.published)
    # The publisher's manifest names the folder of the vault on that computer.
    manifest = folder / INDEX_MANIFEST
    content = json.loads(manifest.read_text("utf-8"))
    write_atomically(manifest, json.dumps({**content, "vault": str(vault)}))
    _replace(index, folder)
    return Transfer(len(publication.files), publication.size, copied, bytes_copied)


def _replace(index: Path, folder: Path) -> None:
    """Replace an index by ``folder``; its basket, its versions of notes and its lock stay."""
    # Two renames, as none replaces a folder that is not empty.
    former = index.with_name(f"{index.name}.former")
    shutil.rmtree(former, ignore_errors=True)
    if index.exists():
        index.replace(former)
    folder.replace(index)
    for kept in former.iterdir() if former.is_dir() else ():
        # Texts by a language model cost money and time: those that were made here are appended to the
        # publisher's.
        if kept.name in _BY_MODEL:
            with (index / kept.name).open("ab") as file:
                file.write(b"\n" + kept.read_bytes())
        elif kept.name not in (*_SINGLE_FILES, _TAKEN, DAMAGE_MARK) and not kept.match(_TABLES):
            kept.replace(index / kept.name)
    shutil.rmtree(former, ignore_errors=True)


def publisher_id(index: Path) -> str:
    """Return the id under which an index is published, which is made when it is first asked for."""
    file = index / _OWN_ID
    try:
        return file.read_text("ascii").strip()
    except FileNotFoundError:
        made = uuid.uuid4().hex
        write_atomically(file, made)
        return made


def publication_taken(index: Path) -> str:
    """Return the moment of the publication that an index was taken from, in ISO 8601, "" if it was not."""
    try:
        return (index / _TAKEN).read_text("ascii")
    except OSError:
        return ""


def _former(place: Place, publisher: str, *, take_over: bool) -> Publication | None:
    content = place.read(MANIFEST)
    if content is None:
        place.require_free((_OBJECTS,))
        return None
    former = _publication(place, content)
    if former.publisher != publisher and not take_over:
        raise PublishError(
            Message("{} publishes “{}” there, since {}.", former.host, former.vault, former.published[:16]),
            "Choose another place, or add --take-over to publish there from now on.",
        )
    return former


def _files_of(index: Path) -> Iterator[Path]:
    for name in _SINGLE_FILES:
        if (index / name).is_file():
            yield index / name
    for table in index.glob(_TABLES):
        yield from (file for file in table.rglob("*") if file.is_file())


def _object(digest: str) -> str:
    return f"{_OBJECTS}/{digest[:2]}/{digest}"


def _checked(path: str) -> Path:
    """Return the path of a file in an index; raise PublishError if it leads out of it."""
    parts = Path(path).parts
    # Whoever can write to the place would otherwise write anywhere on this computer.
    if not parts or Path(path).is_absolute() or ".." in parts:
        raise PublishError(Message("{} is no file of an index.", path), "Publish again.")
    return Path(path)


def _is_whole(file: Path, size: int) -> bool:
    try:
        return file.stat().st_size == size
    except OSError:
        return False


def _link(file: Path, target: Path) -> None:
    try:
        os.link(file, target)
    # A file system without hard links, or two of them.
    except OSError:
        shutil.copy2(file, target)


def _digest(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, lambda: hashlib.blake2b(digest_size=20)).hexdigest()


def _incomplete(place: Place, detail: object) -> PublishError:
    return PublishError(
        Message("The index in {} is not there whole ({}).", place, detail),
        "Wait until the folder is synced, or publish again on the other computer.",
    )

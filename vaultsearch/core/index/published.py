"""Publish an index to a folder or bucket, and take it from there on another computer.

Each file is stored once under a digest of its content and never changed. A small manifest, written last and
atomically, lists the current files: readers always see a whole version, even if the publisher is killed, and
notice a half-synced folder.
"""

from __future__ import annotations

import glob
import hashlib
import json
import os
import random
import re
import shutil
import socket
import stat
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property, partial
from io import BufferedReader
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.files import is_folder, users_umask, write_atomically
from vaultsearch.core.index import index_folder
from vaultsearch.core.index.index_folder import MANIFEST as INDEX_MANIFEST
from vaultsearch.core.installation import describe_how_to_add, has_extra
from vaultsearch.core.messages import Message

_STORES = ("s3", "gs", "az")
_URI = re.compile(r"([a-z][a-z0-9+]+)://", re.IGNORECASE)
_SECRETS = re.compile(r"(?<=://)[^/]*(?=@)|(?<=\?).+|(?<=#).+", re.DOTALL)
# Objects deleted by one call.
_DELETED_AT_ONCE = 100
_MAX_TRIES = 5
"""Attempts to replace the manifest over a broken connection."""
_MAX_SMALL_BYTES = 1 << 26
"""Maximum bytes read as a small file; the manifest for ten million passages takes a tenth."""
_MAX_NAME_BYTES = 1_000
_COPIED_AT_ONCE = 1 << 20
_PART_BYTES, _MAX_READ_AGAIN = 5 << 20, 1 << 26
"""Size of a large object's parts, on which its tag depends; bytes of others that a publication compares."""


class PublishError(VaultSearchError):
    """An index cannot be published to a place, or taken from there."""


PublishPlace: TypeAlias = "FolderPlace | StorePlace"
"""A place to publish to; ``str(place)`` is the name the user wrote."""


def parse_place(written: str, folder: Path) -> PublishPlace:
    """Parse a place: a bucket if ``written`` is a URI, else ``folder``.

    Raises:
        PublishError: The URI's scheme is unknown, the URI holds a key, or the extra is not installed.
    """
    scheme = _URI.match(written)
    if scheme is None:
        return FolderPlace(folder)
    if scheme[1].lower() not in _STORES:
        raise PublishError(
            Message("{} is no place that an index can be published to.", hide_keys(written)),
            "Use a folder, or s3://, gs:// or az://.",
        )
    # Keys in an address would end up in the settings, in messages and in shells' histories.
    if hide_keys(written) != written:
        raise PublishError(
            "The address of a bucket holds no key.",
            "Set the keys of the store in the environment, or in its profile.",
        )
    if not has_extra("store"):
        raise PublishError("An object store needs the extra “store”.", describe_how_to_add("store"))
    return StorePlace(written)


def hide_keys(address: str) -> str:
    """Hide the user name, key and signature in an address, for display."""
    return _SECRETS.sub("…", address)


class FolderPlace:
    """A folder, such as a network drive or a synced folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __str__(self) -> str:
        return str(self._folder)

    def read(self, name: str) -> bytes | None:
        """Return a small file's content, cut at the size limit, or None if it does not exist."""
        try:
            with _open_plain_file(self._folder / name) as file:
                return file.read(_MAX_SMALL_BYTES)
        except (FileNotFoundError, NotADirectoryError):
            return None

    def replace(self, name: str, content: bytes) -> None:
        """Replace a small file."""
        self._make()
        write_atomically(self._folder / name, content)
        self._share(self._folder / name)

    def sizes(self, beneath: str) -> dict[str, int]:
        """Map the names of all files beneath a folder to their sizes."""
        # Contents lie two levels deep, by the first digits of their digests. Partial files that a crash left
        # are listed, too, and so are deleted with old contents.
        files = (self._folder / beneath).glob("*/*")
        return {file.relative_to(self._folder).as_posix(): file.lstat().st_size for file in files}

    def ensure(self, name: str, file: Path, content: PublishedFile, size: int | None) -> bool:
        """Copy a file unless the place already holds it whole; return whether it was copied.

        The copy is read back and verified. ``size`` is the present size under this name, or None.
        """
        self._make()
        target = self._folder / name
        is_there = size == content.size and _file_digest(target) == content.digest
        if not is_there:
            copy_whole(file, target, content.size)
            if _file_digest(target) != content.digest:
                raise PublishError(
                    Message("{} does not keep what is copied to it.", self),
                    "Check its drive, or its network.",
                )
        for part in (target, target.parent, target.parent.parent):
            self._share(part)
        return not is_there

    def fetch(self, name: str, target: Path, size: int) -> None:
        """Copy ``size`` bytes from the place. Raise OSError if the file is missing or larger."""
        copy_whole(self._folder / name, target, size)

    def _make(self) -> None:
        if not self._folder.is_dir():
            with users_umask():
                self._folder.mkdir(parents=True, exist_ok=True)

    def _share(self, path: Path) -> None:
        """Set a path to the folder's own permissions: whoever reads the folder can read everything in it."""
        rights = stat.S_IMODE(self._folder.stat().st_mode)
        # Of a file that another user made there, nobody else can change them.
        with suppress(PermissionError):
            path.chmod(rights if path.is_dir() else rights & 0o666)

    def delete_older(self, names: list[str], seconds: float) -> None:
        """Delete files older than ``seconds``."""
        oldest = time.time() - seconds
        for name in names:
            # The times are those of the copies, see `copy_whole`: a table's own file may be much older.
            # Another publisher, or the program that syncs the folder, may have deleted it already.
            with suppress(FileNotFoundError):
                if (file := self._folder / name).stat().st_mtime < oldest:
                    file.unlink()

    def require_free(self) -> None:
        """Raise PublishError unless the place is a folder, empty but for former contents."""
        if self._folder.exists() and not self._folder.is_dir():
            raise PublishError(Message("{} is not a folder.", self), "Choose another place.")
        names = [file.name for file in self._folder.iterdir()] if self._folder.is_dir() else []
        # A publisher that was killed may leave the temporary file of the small one.
        if any(name != _OBJECTS and not re.fullmatch(r"published\.\d+\.tmp", name) for name in names):
            raise PublishError(
                Message("{} holds other files.", self), "Choose an empty folder, or a new one."
            )


class StorePlace:
    """A bucket prefix, by `obstore`; credentials come from the environment and the usual profiles."""

    def __init__(self, uri: str) -> None:
        self._uri = uri
        self._tag: str | None = None
        self._listed: dict[str, Any] = {}
        self._unread = 0

    def __str__(self) -> str:
        return self._uri

    @cached_property
    def _store(self) -> Any:
        from obstore.store import from_url

        with self._explained():
            return from_url(self._uri)

    def read(self, name: str) -> bytes | None:
        """Return a small object's content, and remember the object's version for `replace`."""
        import obstore

        # No object is a version, too: the next `replace` may only create it then.
        self._tag = None
        with self._explained():
            try:
                read = obstore.get(self._store, name)
            except FileNotFoundError:
                return None
            self._tag = read.meta["e_tag"]
            return bytes(read.bytes()) if read.meta["size"] <= _MAX_SMALL_BYTES else b""

    def replace(self, name: str, content: bytes) -> None:
        """Replace a small object, unless it changed since `read` (a conditional put).

        Retried here: the store itself repeats no conditional put, since it cannot know whether a lost request
        took effect.
        """
        import obstore

        tag = self._tag
        mode: Any = {"e_tag": tag} if tag else "create"
        for left in reversed(range(_MAX_TRIES)):
            try:
                with self._explained():
                    obstore.put(self._store, name, content, mode=mode)
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

    def sizes(self, beneath: str) -> dict[str, int]:
        """Map the names of all objects beneath a prefix to their sizes; remember their tags and times."""
        self._listed = {entry["path"]: entry for entry in self._entries(beneath)}
        self._unread = _MAX_READ_AGAIN
        return {name: entry["size"] for name, entry in self._listed.items()}

    def _entries(self, beneath: str) -> Iterator[Any]:
        import obstore

        with self._explained():
            for batch in obstore.list(self._store, prefix=beneath):
                yield from batch

    def ensure(self, name: str, file: Path, content: PublishedFile, size: int | None) -> bool:
        """Upload a file unless the store already holds it; return whether it was uploaded."""
        import obstore

        # The content of an object of the right size is compared by S3's tag, or read again. Of objects with
        # other tags, those beyond a limit of bytes in a publication are taken to be right.
        if size == content.size:
            tag = (self._listed[name]["e_tag"] or "").strip('"')
            if tag == _s3_tag(file) or content.size > self._unread:
                return False
            self._unread -= content.size
            digest = hashlib.blake2b(digest_size=20)
            with self._explained():
                for part in obstore.get(self._store, name):
                    digest.update(part)
            if digest.hexdigest() == content.digest:
                return False
        with self._explained():
            obstore.put(self._store, name, file, chunk_size=_PART_BYTES)
        return True

    def fetch(self, name: str, target: Path, size: int) -> None:
        """Download an object."""
        import obstore

        with _write_whole(target) as partial, self._explained(), partial.open("wb") as file:
            read = obstore.get(self._store, name)
            if read.meta["size"] > size:
                raise OSError(_TOO_LARGE)
            for part in read:
                file.write(part)

    def delete_older(self, names: list[str], seconds: float) -> None:
        """Delete objects that were listed and are older than ``seconds``."""
        import obstore

        oldest = time.time() - seconds
        old = [name for name in names if self._listed[name]["last_modified"].timestamp() < oldest]
        with self._explained():
            for start in range(0, len(old), _DELETED_AT_ONCE):
                obstore.delete(self._store, old[start : start + _DELETED_AT_ONCE])

    def require_free(self) -> None:
        """Raise PublishError if the prefix holds anything but former contents."""
        if any(entry["path"].partition("/")[0] != _OBJECTS for entry in self._entries("")):
            raise PublishError(Message("{} holds other files.", self), "Choose another prefix.")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Translate the store's errors into PublishError; a missing object stays an OSError."""
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


def copy_whole(file: Path, target: Path, size: int) -> None:
    """Copy a file atomically. Raise OSError beyond ``size`` bytes: a stranger's name may lead to a device."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with _write_whole(target) as partial, _open_plain_file(file) as source, partial.open("wb") as copy:
        left = size
        while part := source.read(_COPIED_AT_ONCE):
            left -= len(part)
            if left < 0:
                raise OSError(_TOO_LARGE)
            copy.write(part)


_TOO_LARGE = "larger than published"


def _open_plain_file(file: Path) -> BufferedReader:
    """Open a file for reading. Raise OSError for a device or pipe, which might never end."""
    if file.exists() and not file.is_file():
        raise OSError("no plain file")
    return file.open("rb")


@contextmanager
def _write_whole(target: Path) -> Iterator[Path]:
    """Yield a temporary file that replaces ``target`` unless an error is raised."""
    partial = target.with_name(f"{target.name}.{os.getpid()}.partial")
    try:
        yield partial
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


PUBLICATION_FILE = "published.json"
"""Lists the published files, at the root of the place."""
_OBJECTS = "objects"
_PUBLISHER_FILE = "publisher.id"
"""Holds the publisher's id, in the index folder."""
_TAKEN_FILE = "taken-over"
"""Holds the time and vault of the publication an index was taken from, in the index folder."""
# To be raised when an older version could not read what is published.
_FORMAT = 1
_SINGLE_FILES = (INDEX_MANIFEST, "topics.json", "map.json", index_folder.MODEL_TEXTS)
"""The files published beside the tables: no traces of use, and no lock."""
_TABLES = "*.lance"
_VERSIONS = "_versions"
_TABLE_FILE = re.compile(r"[\w-]{1,60}\.lance(?:/(?!\.+(?:/|$))[\w.-]{1,120}){1,4}", re.ASCII)
"""A table's file as LanceDB names it; files left half written by a killed process contain a #."""
_DIGEST_PATTERN = re.compile(r"[0-9a-f]{40}")
_FORMER_KEPT_S = 3600.0
"""Seconds for which replaced files stay, for readers in the middle of a download."""


@dataclass(frozen=True, slots=True)
class PublishedFile:
    """A file in an index: path within the folder, content digest, size in bytes."""

    path: str
    digest: str
    size: int

    def __post_init__(self) -> None:
        """Raise ValueError unless it can belong to an index."""
        if self.path not in _SINGLE_FILES and not _TABLE_FILE.fullmatch(self.path):
            raise ValueError(f"{self.path!r:.100} is no file of an index")
        if not _DIGEST_PATTERN.fullmatch(self.digest) or not 0 <= self.size < 1 << 63:
            raise ValueError(f"the size or digest of {self.path}")


@dataclass(frozen=True, slots=True)
class Publication:
    """A published index.

    Attributes:
        publisher: The publisher's id; ``host`` is that computer's name.
        published: The moment, in ISO 8601.
        left: Maps digests of former files to when a version without them was published, in seconds.
    """

    vault: str
    publisher: str
    host: str
    published: str
    files: tuple[PublishedFile, ...]
    left: dict[str, float] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """The index's size in bytes."""
        return sum(file.size for file in self.files)


@dataclass(frozen=True, slots=True)
class Transfer:
    """The files and bytes in a published index, and how many had to be copied."""

    files: int
    bytes: int
    copied: int
    bytes_copied: int


def snapshot_index(index: Path) -> Path:
    """Link an index's files into a new folder beside it, in no time; the caller removes the folder.

    Tables add new files and change none, so the snapshot stays as it is.
    """
    folder = index.with_name(f"{index.name}{_SNAPSHOT}{os.getpid()}-{uuid.uuid4().hex[:8]}")
    try:
        for file in _files_of(index):
            target = folder / file.relative_to(index)
            target.parent.mkdir(parents=True, exist_ok=True)
            # What is written in place of an older file is copied: it may be written again meanwhile.
            if file.parent == index:
                shutil.copy2(file, target)
            else:
                link_or_copy(file, target)
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        if full := index_folder.disk_full_error(error, index):
            raise full from error
        raise
    return folder


_SNAPSHOT = ".publishing-"


def remove_snapshots(index: Path) -> None:
    """Remove snapshots left by killed publishers: they hold the text of deleted notes."""
    for folder in index.parent.glob(f"{glob.escape(index.name)}{_SNAPSHOT}*"):
        # Only this process publishes the index that it writes.
        if not folder.name.startswith(f"{index.name}{_SNAPSHOT}{os.getpid()}-"):
            shutil.rmtree(folder, ignore_errors=True)


def publish_index(
    source: Path, place: PublishPlace, vault: str, publisher: str, *, take_over: bool = False
) -> Transfer:
    """Publish a snapshot; copy only files the place does not hold whole.

    Raises:
        PublishError: Somebody else publishes there and ``take_over`` is not set, or the place cannot be used.
    """
    try:
        former = _former_publication(place, publisher, take_over=take_over)
        sizes = place.sizes(_OBJECTS)
        # Each is read: after a rebuild, files of the same names and sizes held something else.
        files = [
            PublishedFile(path.relative_to(source).as_posix(), _file_digest(path), path.stat().st_size)
            for path in sorted(_files_of(source))
        ]
        # Contents that several files have are there once.
        contents = {_object_name(file.digest): file for file in files}
        copied = [
            file.size
            # In another order each time: a bucket of which not all can be read again is sampled.
            for name, file in random.sample(list(contents.items()), len(contents))
            if place.ensure(name, source / file.path, file, sizes.get(name))
        ]
        # Files of former versions stay as long as somebody may be in the middle of reading them.
        now, left = datetime.now(UTC), {file.digest: time.time() for file in former.files} | former.left
        left = {
            digest: since
            for digest, since in left.items()
            if _object_name(digest) not in contents and abs(time.time() - since) < _FORMER_KEPT_S
        }
        publication = Publication(vault, publisher, socket.gethostname(), now.isoformat(), tuple(files), left)
        # Last of all: until then, readers see the former version, all of whose files are still there.
        content = json.dumps({"format": _FORMAT, **asdict(publication)}, ensure_ascii=False)
        place.replace(PUBLICATION_FILE, content.encode())
        needed = {*contents, *map(_object_name, left)}
        place.delete_older([name for name in sizes if name not in needed], _FORMER_KEPT_S)
    except OSError as error:
        raise _unusable_place_error(place, error) from error
    return Transfer(len(files), publication.size, len(copied), sum(copied))


def holds_publication(folder: Path) -> bool:
    """Return whether a folder holds a published index, and is no vault with a file named alike."""
    return is_folder(folder / _OBJECTS) and (folder / PUBLICATION_FILE).is_file()


def read_publication(place: PublishPlace) -> Publication:
    """Return the publication in a place. Raise PublishError if there is none, or an unknown format."""
    try:
        content = place.read(PUBLICATION_FILE)
    except OSError as error:
        raise _unusable_place_error(place, error) from error
    if content is None:
        raise PublishError(
            Message("No index is published in {}.", place),
            "Publish one on the other computer: vaultsearch publish VAULT PLACE",
        )
    return _parse_publication(place, content)


def _parse_publication(place: PublishPlace, content: bytes) -> Publication:
    try:
        read = msgspec.json.decode(content)
        if read["format"] != _FORMAT:
            raise another_version_error(place)
        publication = msgspec.convert(read, Publication)
        # Whoever can write to the place writes what is read on this computer: texts, and no halves of signs.
        names = publication.vault, publication.publisher, publication.host
        if len("".join(names).encode()) > _MAX_NAME_BYTES:
            raise ValueError("a name that is too long")
        return replace(publication, published=datetime.fromisoformat(publication.published).isoformat())
    except (ValueError, KeyError, TypeError, RecursionError, msgspec.MsgspecError) as error:
        raise PublishError(
            Message("What is published in {} can't be read ({}).", place, str(error)[:200]),
            "Wait until the folder is synced, or publish again.",
        ) from error


def another_version_error(place: PublishPlace | str) -> PublishError:
    """Return the error for an index that this version cannot read."""
    return PublishError(
        Message("The index in {} was published by another version.", place),
        "Use the same version of vaultsearch on both computers.",
    )


def take_publication(place: PublishPlace, index: Path, vault: Path) -> Transfer:
    """Replace ``index``, which must not be in use, by the index published in ``place``.

    Files already present are not copied again, nor is the same version taken twice unless it was found
    damaged. The folder is replaced atomically once all files are there.

    Raises:
        PublishError: Nothing is published there, or a file is missing or damaged.
        DiskFullError: The index does not fit on the disk.
    """
    # Beside the index and not in a temporary folder: it is moved into its place by a rename, and its files
    # are linked. A process that was killed may have left it.
    folder = index.with_name(f"{index.name}.taking")
    shutil.rmtree(folder, ignore_errors=True)
    _keep_own(index)
    publication = read_publication(place)
    if taken_publication(index)[0] == publication.published and not index_folder.is_marked(index):
        return Transfer(len(publication.files), publication.size, 0, 0)
    # Only if there is something to take: the tables' library is long to import.
    from vaultsearch.core.index.corpus import FINGERPRINT

    try:
        # First the manifest: an index of another version would be fetched in vain.
        files = sorted(publication.files, key=lambda file: file.path != INDEX_MANIFEST)
        copied = [file.size for file in files[:1] if _link_or_fetch(file, place, index, folder)]
        # The publisher's manifest names the folder of the vault on that computer.
        manifest = folder / INDEX_MANIFEST
        content = {**json.loads(manifest.read_text("utf-8")), "vault": str(vault)}
        if content.get("fingerprint", FINGERPRINT) != FINGERPRINT:
            raise another_version_error(place)
        copied += [file.size for file in files[1:] if _link_or_fetch(file, place, index, folder)]
        write_atomically(manifest, json.dumps(content))
        write_atomically(folder / _TAKEN_FILE, f"{publication.published}\n{publication.vault}")
        if index.exists():
            index.replace(_former_folder(index))
        folder.replace(index)
        _keep_own(index)
    except (OSError, ValueError, TypeError, RecursionError) as error:
        if isinstance(error, OSError) and (full := index_folder.disk_full_error(error, index)):
            raise full from error
        if isinstance(error, PermissionError):
            raise _unusable_place_error(place, error) from error
        raise PublishError(
            Message("The index in {} is not there whole ({}).", place, error),
            "Wait until the folder is synced, or publish again on the other computer.",
        ) from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return Transfer(len(publication.files), publication.size, len(copied), sum(copied))


def _link_or_fetch(file: PublishedFile, place: PublishPlace, index: Path, folder: Path) -> bool:
    """Link or copy a file into ``folder``; return whether it was copied from the place."""
    own, target = index / file.path, folder / file.path
    target.parent.mkdir(parents=True, exist_ok=True)
    # Files beside the tables are written in place, so that a link to one would change with the former index.
    # The size is compared before the digest, which reads the whole file.
    is_there = "/" in file.path and own.is_file() and own.stat().st_size == file.size
    if is_there and _file_digest(own) == file.digest:
        link_or_copy(own, target)
        return False
    place.fetch(_object_name(file.digest), target, file.size)
    # Readable and complete need not mean right: a folder may be in the middle of its sync.
    if _file_digest(target) != file.digest:
        raise ValueError(file.path)
    return True


def _former_folder(index: Path) -> Path:
    return index.with_name(f"{index.name}.former")


def _keep_own(index: Path) -> None:
    """Move the basket, note versions and lock from the replaced index into the new one.

    A process may be killed at any point: the next pull continues here. Without a new index, the former one is
    put back.
    """
    former = _former_folder(index)
    is_replaced = (index / INDEX_MANIFEST).exists()
    files = list(former.iterdir()) if former.is_dir() else []
    for own in sorted(files, key=lambda file: file.name == INDEX_MANIFEST):
        name, target = own.name, index / own.name
        # Texts by a language model cost money and time: those that were made here are appended to the
        # publisher's.
        if is_replaced and name == index_folder.MODEL_TEXTS:
            with target.open("ab") as file:
                file.write(b"\n" + own.read_bytes())
        elif is_replaced and (
            name in (*_SINGLE_FILES, _TAKEN_FILE, index_folder.DAMAGE_MARK) or own.match(_TABLES)
        ):
            continue
        elif not target.exists():
            index.mkdir(parents=True, exist_ok=True, mode=0o700)
            own.replace(target)
    shutil.rmtree(former, ignore_errors=True)


def publisher_id(index: Path) -> str:
    """Return the id under which an index is published; create it on first use."""
    file = index / _PUBLISHER_FILE
    if not file.exists():
        write_atomically(file, uuid.uuid4().hex)
    return file.read_text("ascii").strip()


def taken_publication(index: Path) -> tuple[str, str]:
    """Return the time, in ISO 8601, and the vault of the publication an index was taken from, or ""."""
    try:
        published, _, vault = (index / _TAKEN_FILE).read_text("utf-8").partition("\n")
        # An older version took whatever was published as a moment.
        return datetime.fromisoformat(published).isoformat(), vault
    except (OSError, ValueError):
        return "", ""


def _former_publication(place: PublishPlace, publisher: str, *, take_over: bool) -> Publication:
    """Return what is published so far. Raise PublishError if somebody else publishes there."""
    content, nothing = place.read(PUBLICATION_FILE), Publication("", "", "", "", ())
    if content is None:
        place.require_free()
        return nothing
    try:
        former = _parse_publication(place, content)
    except PublishError as error:
        # Cut short, it still begins with the names.
        if take_over or publisher.encode() in content:
            return nothing
        raise PublishError(
            error.sentence, "If you publish there, add --take-over; else choose another place."
        ) from error
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
        # The versions first: what a version needs was there before it, and an index of vectors may be added
        # at this moment. The hint of the latest is left out, which no reader needs: it may name another.
        yield from sorted((table / _VERSIONS).glob("*.manifest"))
        for folder in table.iterdir():
            files = (file for file in folder.rglob("*") if folder.name != _VERSIONS and file.is_file())
            yield from (file for file in files if _TABLE_FILE.fullmatch(file.relative_to(index).as_posix()))


def _object_name(digest: str) -> str:
    return f"{_OBJECTS}/{digest[:2]}/{digest}"


def link_or_copy(file: str | Path, target: str | Path) -> None:
    """Link a file, or copy it."""
    try:
        os.link(file, target)
    # A file system without hard links, or two of them.
    except OSError:
        shutil.copy2(file, target)


def _file_digest(file: Path) -> str:
    with _open_plain_file(file) as stream:
        return hashlib.file_digest(stream, lambda: hashlib.blake2b(digest_size=20)).hexdigest()


def _s3_tag(file: Path) -> str:
    """Return the tag that S3 gives a file's content: its MD5 digest, or that of its parts' digests."""
    md5 = partial(hashlib.md5, usedforsecurity=False)
    with _open_plain_file(file) as stream:
        parts = [md5(part) for part in iter(lambda: stream.read(_PART_BYTES), b"")] or [md5(b"")]
    of_parts = f"{md5(b''.join(part.digest() for part in parts)).hexdigest()}-{len(parts)}"
    return parts[0].hexdigest() if len(parts) == 1 else of_parts


def _unusable_place_error(place: PublishPlace, error: OSError) -> PublishError:
    if error.errno in index_folder.NO_SPACE:
        return PublishError(
            Message("No space is left in {}.", place), "Free some space there; publish again."
        )
    why = (error.strerror or str(error)).lower()
    return PublishError(
        Message("{} can't be used ({}).", place, why), "Check the folder, its drive and its permissions."
    )

"""An index published to a folder or a bucket, and taken from there on another computer.

Each file is there once, under the digest of its content, and is never changed. One small file, written last
and at once, says which of them make the index: whoever reads it sees one version whole, whatever ends the
publisher, and a folder that is only half synced is noticed.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import socket
import uuid
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from vaultsearch.core.files import write_atomically
from vaultsearch.core.index.manifest import DAMAGE_MARK
from vaultsearch.core.index.manifest import MANIFEST as INDEX_MANIFEST
from vaultsearch.core.index.places import PublishError
from vaultsearch.core.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultsearch.core.index.places import Place

MANIFEST = "published.json"
"""The file's name that says what is published, in the place published to."""
_OBJECTS = "objects"
_OWN_ID = "publisher.id"
"""Of an index: the file that tells its publisher from any other."""
_TAKEN = "taken-over"
"""Of an index: the file with the moment of the publication that it was taken from."""
# To be raised when an older version could not read what is published.
_FORMAT = 1
_SUMMARIES = "model-summaries.jsonl"
_SINGLE_FILES = (INDEX_MANIFEST, "topics.json", "map.json", _SUMMARIES)
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
        # Summaries by a language model cost money and time: those that were made here are appended to the
        # publisher's.
        if kept.name == _SUMMARIES:
            with (index / _SUMMARIES).open("ab") as file:
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

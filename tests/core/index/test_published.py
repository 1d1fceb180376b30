"""An index published to a folder or an S3 server on loopback, and taken: one version whole, always."""

import errno
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from urllib.parse import urlsplit

import pytest

from tests.builders import files_limited_to
from tests.patience import PROCESS_S
from tests.thoroughness import THOROUGH
from vaultsearch.core import files as core_files
from vaultsearch.core.errors import DiskFullError
from vaultsearch.core.index import published as published_module
from vaultsearch.core.index.index_folder import disk_full_error
from vaultsearch.core.index.published import (
    PUBLICATION_FILE,
    FolderPlace,
    PublishError,
    StorePlace,
    Transfer,
    hide_keys,
    holds_publication,
    parse_place,
    publish_index,
    publisher_id,
    read_publication,
    remove_snapshots,
    snapshot_index,
    take_publication,
)
from vaultsearch.core.search.results import ObsidianVaultName

VAULT, URI = Path("/vaults/Other"), "s3://notes/index"


@pytest.fixture
def index(tmp_path: Path) -> Path:
    """The files of an index, as LanceDB names them, beside some that are nobody else's business."""
    folder = tmp_path / "index"
    for table in ("chunks", "notes"):
        for name in ("data/a.lance", "data/b.lance", "_versions/1.manifest"):
            write(folder / f"{table}.lance" / name, f"{table} {name}")
    write(folder / "manifest.json", "{}")
    write(folder / "basket.json", "[]")
    write(folder / "writer.lock", "")
    return folder


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of an S3 server."""
    from moto.server import ThreadedMotoServer

    moto = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    moto.start()
    host, port = moto.get_host_and_port()
    yield f"http://{host}:{port}"
    moto.stop()


@pytest.fixture
def bucket(server: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """An empty bucket of the server, and the environment of who may use it."""
    import boto3

    environment = {
        "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": "us-east-1",
        "AWS_ALLOW_HTTP": "true", "AWS_ENDPOINT_URL": server,
    }  # fmt: skip
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    made = boto3.resource("s3", endpoint_url=server, region_name="us-east-1").create_bucket(Bucket="notes")
    made.objects.all().delete()
    return made


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def published(index: Path, place: Path | str, **others: bool) -> Transfer:
    to = FolderPlace(place) if isinstance(place, Path) else StorePlace(place)
    return publish_index(snapshot_index(index), to, "Notes", publisher_id(index), **others)


@pytest.fixture
def place(index: Path, tmp_path: Path) -> Path:
    published(index, tmp_path / "place")
    return tmp_path / "place"


def files(folder: Path) -> dict[str, str]:
    return {
        file.relative_to(folder).as_posix(): file.read_text("utf-8")
        for file in folder.rglob("*")
        if file.is_file()
    }


@pytest.mark.parametrize("uri", ["", URI], ids=["folder", "bucket"])
def test_only_new_files_move_and_all_are_taken(bucket: Any, index: Path, tmp_path: Path, uri: str) -> None:
    address, other = uri or tmp_path / "place", tmp_path / "other" / "index"
    place = parse_place(uri or "place", tmp_path / "place")
    assert f"{place}" == f"{address}"
    first = published(index, address)
    assert (first.files, first.copied) == (7, 7)
    assert published(index, address).copied == 0
    assert take_publication(place, other, VAULT).copied == 7
    taken = files(other)
    assert taken.pop("taken-over")
    assert json.loads(taken.pop("manifest.json")) == {"vault": str(VAULT)}, "not that of the other computer"
    assert taken.items() <= files(index).items()
    assert "basket.json" not in taken
    assert take_publication(place, other, VAULT).copied == 0
    write(index / "notes.lance" / "data" / "c.lance", "one note more")
    assert published(index, address).copied == 1
    # What is written in place is copied each time.
    assert take_publication(place, other, VAULT).copied == 1 + 1
    assert (other / "notes.lance" / "data" / "c.lance").read_text("utf-8") == "one note more"
    (index / "publisher.id").unlink()
    with pytest.raises(PublishError, match="publishes “Notes” there"):
        published(index, address)
    published(index, address, take_over=True)


def test_other_content_of_the_same_name_and_size_is_published_anew(index: Path, tmp_path: Path) -> None:
    # After a rebuild, the versions of a table had the names and sizes of the former ones: every new reader
    # found a damaged index.
    place, versions = tmp_path / "place", index / "notes.lance" / "_versions"
    write(versions / "latest_version_hint.json", "1")
    write(index / "notes.lance" / "data" / "c.lance#1", "half written by a process that was killed")
    published(index, place)
    write(versions / "1.manifest", files(index)["notes.lance/_versions/1.manifest"][::-1])
    assert published(index, place).copied == 1
    take_publication(FolderPlace(place), tmp_path / "other", VAULT)
    taken = files(tmp_path / "other")
    assert taken["notes.lance/_versions/1.manifest"] == "tsefinam.1/snoisrev_ seton"
    assert "notes.lance/_versions/latest_version_hint.json" not in taken
    assert "notes.lance/data/c.lance#1" not in taken


def own_of(index: Path) -> set[tuple[str, str]]:
    """Return the files of an index that are not published."""
    own = {"basket.json": "[]", "manifest.json": "{}", "publisher.id": publisher_id(index), "writer.lock": ""}
    return {*own.items()}


def _cut(file: Path) -> None:
    file.write_text(file.read_text("utf-8")[:-3], "utf-8")


def _link(file: Path) -> None:
    file.unlink()
    file.symlink_to("nowhere")


@pytest.mark.parametrize(("damage", "of_manifest"), [
    pytest.param(_cut, False, id="cut"),
    pytest.param(lambda file: file.write_text("notes data/b.lance"), False, id="changed"),
    pytest.param(Path.unlink, False, id="lost"), pytest.param(_link, False, id="link"),
    pytest.param(_cut, True, id="cut manifest"), pytest.param(Path.unlink, True, id="no manifest"),
])  # fmt: skip
def test_publishing_again_mends_what_is_not_whole(
    index: Path, place: Path, tmp_path: Path, damage: Callable[[Path], object], of_manifest: bool
) -> None:
    contents = {file.read_text("utf-8"): file for file in (place / "objects").glob("*/*")}
    damage(place / PUBLICATION_FILE if of_manifest else contents["notes data/a.lance"])
    write(place / "published.4711.tmp", "cut short")
    assert published(index, place).copied == (0 if of_manifest else 1)
    take_publication(FolderPlace(place), tmp_path / "other", VAULT)
    assert {*files(index).items()} - {*files(tmp_path / "other").items()} == own_of(index)


def test_an_unreadable_publication_of_another_is_replaced_by_word(index: Path, place: Path) -> None:
    (index / "publisher.id").unlink()
    write(place / PUBLICATION_FILE, (place / PUBLICATION_FILE).read_text("utf-8")[:200])
    with pytest.raises(PublishError, match="can't be read") as refused:
        published(index, place)
    assert "add --take-over" in refused.value.remedy
    published(index, place, take_over=True)
    assert read_publication(FolderPlace(place)).publisher == publisher_id(index)


def test_a_folder_that_cannot_be_looked_into_holds_no_index_and_no_obsidian_vault(tmp_path: Path) -> None:
    """A vault without permission could not be searched either; a name too long is refused alike."""
    folder = tmp_path / ("x" * 300)
    assert not holds_publication(folder)
    assert ObsidianVaultName.of(folder) == ObsidianVaultName(folder.name)


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
@pytest.mark.parametrize(("mode", "of_files"), [(0o755, 0o644), (0o700, 0o600), (0o2775, 0o664)])
def test_files_have_the_rights_of_the_place(index: Path, place: Path, mode: int, of_files: int) -> None:
    place.chmod(mode)
    for part in place.rglob("*"):
        part.chmod(0o700 if part.is_dir() else 0o600)
    published(index, place)
    rights = {(part.is_dir(), part.stat().st_mode & 0o7777) for part in place.rglob("*")}
    assert rights == {(True, mode), (False, of_files)}


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
def test_a_new_place_has_users_rights(index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core_files, "_users_umask", 0o027)
    former = os.umask(0o077)
    try:
        published(index, tmp_path / "new" / "place")
    finally:
        os.umask(former)
    place = tmp_path / "new" / "place"
    assert (place.stat().st_mode & 0o777, (place / PUBLICATION_FILE).stat().st_mode & 0o777) == (0o750, 0o640)


def test_a_snapshot_that_a_killed_publisher_left_is_removed(index: Path, tmp_path: Path) -> None:
    left, others = tmp_path / "index.publishing-1-abc", tmp_path / "index2.publishing-1-abc"
    own = snapshot_index(index)
    for folder in (left, others):
        write(folder / "notes.lance" / "data" / "a.lance", "the text of a deleted note")
    remove_snapshots(index)
    assert (left.exists(), others.exists(), own.exists()) == (False, True, True)


@pytest.mark.parametrize("killed", ["before", "after"])
def test_a_pull_killed_between_renames_keeps_the_basket(place: Path, tmp_path: Path, killed: str) -> None:
    other, former = tmp_path / "other", tmp_path / "other.former"
    take_publication(FolderPlace(place), other, VAULT)
    write(other / "basket.json", "[1]")
    if killed == "before":
        other.rename(former)
    else:
        write(former / "basket.json", (other / "basket.json").read_text())
        (other / "basket.json").unlink()
    write(other / "writer.lock", "")
    place.rename(tmp_path / "away")
    with pytest.raises(PublishError, match="No index is published"):
        take_publication(FolderPlace(place), other, VAULT)
    assert files(other)["basket.json"] == "[1]"
    assert "notes.lance/data/a.lance" in files(other)
    assert not former.exists()


def test_what_belongs_to_the_other_computer_stays_there(place: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    write(other / "basket.json", "[1]")
    write(other / "model-texts.jsonl", "mine, too\n")
    write(other / "mine.lance" / "data" / "own.lance", "made here")
    take_publication(FolderPlace(place), other, VAULT)
    assert files(other)["basket.json"] == "[1]"
    assert "mine, too" in files(other)["model-texts.jsonl"]
    assert "mine.lance/data/own.lance" not in files(other)
    assert not list(tmp_path.glob("*.former"))


def test_a_folder_of_other_files_is_refused(index: Path, tmp_path: Path) -> None:
    write(tmp_path / "full" / "letter.txt", "Dear")
    with pytest.raises(PublishError, match="holds other files"):
        published(index, tmp_path / "full")


def _lead_out(manifest: Path) -> None:
    manifest.write_text(manifest.read_text("utf-8").replace('"manifest.json"', '"../../outside"'), "utf-8")


@pytest.mark.parametrize(("damaged", "damage", "sentence"), [
    ("objects/*/*", lambda file: file.write_bytes(b"x" * file.stat().st_size), "is not there whole"),
    ("objects/*/*", Path.unlink, "is not there whole"),
    (PUBLICATION_FILE, Path.unlink, "No index is published"),
    (PUBLICATION_FILE, lambda file: file.write_text("{"), "can't be read"),
    (PUBLICATION_FILE, _lead_out, "is no file of an index"),
], ids=["changed", "lost", "no manifest", "broken manifest", "leads out"])  # fmt: skip
def test_a_folder_that_is_not_synced_whole_or_damaged_is_noticed_and_nothing_written(
    place: Path, tmp_path: Path, damaged: str, damage: Callable[[Path], object], sentence: str
) -> None:
    write(tmp_path / "other" / "manifest.json", "as it was")
    damage(next(place.glob(damaged)))
    with pytest.raises(PublishError, match=sentence):
        take_publication(FolderPlace(place), tmp_path / "other", VAULT)
    assert files(tmp_path / "other") == {"manifest.json": "as it was"}
    assert not (tmp_path.parent / "outside").exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")
def test_a_full_disk_is_named_as_the_cause_on_either_side(index: Path, tmp_path: Path) -> None:
    place, other = tmp_path / "place", tmp_path / "other"
    write(index / "notes.lance" / "data" / "large.lance", "x" * 9000)
    source = snapshot_index(index)
    with files_limited_to(8192), pytest.raises(PublishError, match=f"No space is left in {place}"):
        publish_index(source, FolderPlace(place), "Notes", publisher_id(index))
    publish_index(source, FolderPlace(place), "Notes", publisher_id(index))
    sentence = f"No disk space left for the index in {other}"
    with files_limited_to(8192), pytest.raises(DiskFullError, match=sentence):
        take_publication(FolderPlace(place), other, VAULT)
    assert not list(tmp_path.glob("other*"))


@pytest.mark.parametrize(("error", "is_full"), [
    (OSError(errno.EDQUOT, "Quota exceeded"), True), (OSError(errno.EIO, "I/O error"), False),
    (RuntimeError("lance error: LanceError(IO): No space left on device (os error 28)"), True),
    (RuntimeError("lance error: LanceError(IO): (os error 5)"), False),
])  # fmt: skip
def test_a_full_disk_is_told_from_other_errors(error: Exception, is_full: bool) -> None:
    assert (disk_full_error(error, Path("index")) is not None) == is_full


def test_former_files_go_once_nobody_reads(index: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (index / "notes.lance" / "data" / "a.lance").unlink()
    for file in (place / "objects").glob("*/*"):
        os.utime(file, (time.time() - 4000,) * 2)
    later = Mock(wraps=time)
    monkeypatch.setattr(published_module, "time", later)
    # Of a version that was in force within the hour, though it was copied long ago.
    for seconds, left in ((0, 7), (1, 7), (3000, 7), (4000, 6)):
        later.time.return_value = time.time() + seconds
        published(index, place)
        assert len(list((place / "objects").glob("*/*"))) == left


PUBLISH = """
import json, sys, uuid
from pathlib import Path
from vaultsearch.core.index.published import FolderPlace
from vaultsearch.core.index.published import publish_index, publisher_id, snapshot_index
index, place = map(Path, sys.argv[1:])
print("ready", flush=True)
for _ in range(10_000):
    for table in ("chunks", "notes"):
        for file in (index / f"{table}.lance" / "data").iterdir():
            file.unlink()
        version = uuid.uuid4().hex
        for part in range(6):
            (index / f"{table}.lance" / "data" / f"{version}-{part}.lance").write_text(version)
        (index / "manifest.json").write_text(json.dumps({"version": version}))
    publish_index(snapshot_index(index), FolderPlace(place), "Notes", publisher_id(index))
"""


def test_a_killed_publisher_leaves_a_version_that_opens(index: Path, place: Path, tmp_path: Path) -> None:
    for kill in range(100 if THOROUGH else 4):
        command = [sys.executable, "-c", PUBLISH, str(index), str(place)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            before = read_publication(FolderPlace(place)).published
            deadline = time.monotonic() + PROCESS_S
            while read_publication(FolderPlace(place)).published == before and time.monotonic() < deadline:
                take_publication(FolderPlace(place), tmp_path / f"other {kill}", VAULT)  # while it publishes
            os.kill(process.pid, signal.SIGKILL)
        taken = tmp_path / f"reader {kill}"
        take_publication(FolderPlace(place), taken, VAULT)
        versions = {text for name, text in files(taken).items() if name.startswith("notes.lance/data")}
        assert len(versions) == 1  # never parts of two
        assert len(list((taken / "notes.lance" / "data").iterdir())) in (2, 6)


@pytest.mark.parametrize("is_tagged", [True, False])
def test_an_object_of_the_right_size_with_other_content_is_uploaded_again(
    bucket: Any, index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_tagged: bool
) -> None:
    write(index / "notes.lance" / "data" / "large.lance", "a part of a part" * 700_000)
    published(index, URI)
    objects = [*bucket.objects.filter(Prefix="index/objects/")]
    assert any("-" in each.e_tag for each in objects)
    for each in {min(objects, key=lambda each: each.size), max(objects, key=lambda each: each.size)}:
        each.put(Body=b"x" * each.size)
    read: list[str] = []
    if not is_tagged:
        monkeypatch.setattr(published_module, "_s3_tag", lambda file: read.append(file.name))
    # Of a store whose tags say nothing, no more is read again than the limit allows.
    assert published(index, URI).copied == 2
    assert len(read) == (0 if is_tagged else 8)
    assert take_publication(StorePlace(URI), tmp_path / "other", VAULT).copied == 8
    if not is_tagged:
        max(objects, key=lambda each: each.size).put(Body=b"x" * (16 * 700_000))
        monkeypatch.setattr(published_module, "_MAX_READ_AGAIN", 1 << 20)
        assert published(index, URI).copied == 0


def test_two_publishers_do_not_overwrite_each_other(bucket: Any, index: Path) -> None:
    late = StorePlace(URI)
    published(index, URI)
    read_publication(late)
    published(index, URI)
    with pytest.raises(PublishError, match="published to s3://notes/index meanwhile"):
        late.replace("published.json", b"{}")
    assert read_publication(StorePlace(URI)).publisher == publisher_id(index)


def test_a_bad_bucket_has_a_sentence(bucket: Any, index: Path) -> None:
    with pytest.raises(PublishError, match="No index is published in s3://notes/other"):
        read_publication(StorePlace("s3://notes/other"))
    with pytest.raises(PublishError, match="can't be used"):
        published(index, "s3://nowhere/index")


class FaultyProxy:
    """Passes connections on to a server, each after a delay, and drops some in the middle."""

    def __init__(self, server: str, delay_s: float, drops: float) -> None:
        target = urlsplit(server)
        self._target = (target.hostname or "", target.port or 0)
        self._delay_s, self._drops = delay_s, drops
        self._random = random.Random(1)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                threading.Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _pass_on(self, client: socket.socket) -> None:
        time.sleep(self._delay_s)
        with suppress(OSError), client, socket.create_connection(self._target) as server:
            if self._random.random() < self._drops:
                client.recv(1)
                return
            back = threading.Thread(target=_pump, args=(server, client), daemon=True)
            back.start()
            _pump(client, server)
            back.join()

    def close(self) -> None:
        self._listening.close()


def _pump(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65_536):
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)


def test_a_slow_network_that_drops_connections_moves_an_index_whole(
    bucket: Any, server: str, index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy = FaultyProxy(server, delay_s=0.05, drops=0.05)
    monkeypatch.setenv("AWS_ENDPOINT_URL", proxy.address)
    for number in range(3):
        write(index / "notes.lance" / "data" / f"more-{number}.lance", f"more {number}")
        published(index, URI)
        take_publication(StorePlace(URI), other := tmp_path / f"other {number}", VAULT)
        assert (other / "notes.lance" / "data" / f"more-{number}.lance").exists()
    proxy.close()


@pytest.mark.parametrize(("written", "kind"), [("/mnt/nas/index", FolderPlace), ("gs://a/b", StorePlace)])
def test_a_place_is_a_folder_or_a_uri(written: str, kind: type, tmp_path: Path) -> None:
    assert isinstance(parse_place(written, tmp_path), kind)
    with pytest.raises(PublishError, match="no place"):
        parse_place("db://managed", tmp_path)


@pytest.mark.parametrize("damage", ["cut", "lost"])
def test_publishing_again_mends_an_object(bucket: Any, index: Path, tmp_path: Path, damage: str) -> None:
    published(index, URI)
    victim = next(iter(bucket.objects.filter(Prefix="index/objects/"))).Object()
    victim.put(Body=b"part") if damage == "cut" else victim.delete()
    assert published(index, URI).copied == 1
    take_publication(StorePlace(URI), tmp_path / "other", VAULT)
    assert {*files(index).items()} - {*files(tmp_path / "other").items()} == own_of(index)


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("s3://bucket/notes", "s3://bucket/notes"), ("s3://key:secret@bucket/notes", "s3://…@bucket/notes"),
        ("https://host/notes?sig=secret&se=2027", "https://host/notes?…"),
        ("az://box/notes?sig=secret", "az://box/notes?…"), ("gs://box/notes#secret", "gs://box/notes#…"),
    ],
)  # fmt: skip
def test_an_address_is_shown_without_its_keys(address: str, shown: str) -> None:
    assert hide_keys(address) == shown
    if shown != address:
        with pytest.raises(PublishError) as refused:
            parse_place(address, Path())
        assert "secret" not in refused.value.message


def test_a_file_that_may_not_be_read_is_no_matter_of_a_sync(place: Path, tmp_path: Path) -> None:
    class Closed(FolderPlace):
        def fetch(self, name: str, *_: object) -> None:
            raise PermissionError(errno.EACCES, "Permission denied", name)

    with pytest.raises(PublishError) as refused:
        take_publication(Closed(place), tmp_path / "other", VAULT)
    assert refused.value.message == (
        f"{place} can't be used (permission denied). Check the folder, its drive and its permissions."
    )

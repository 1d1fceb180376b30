"""Indexes published to a bucket: an S3 server on loopback, behind a proxy that delays and drops."""

from __future__ import annotations

import json
import random
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from moto.server import ThreadedMotoServer

from tests.core.index.test_published import VAULT, files, write
from vaultsearch.core.index import published
from vaultsearch.core.index.published import (
    FolderPlace,
    PublishError,
    StorePlace,
    hide_keys,
    parse_place,
    publish_index,
    publisher_id,
    read_publication,
    snapshot_index,
    take_publication,
)

URI = "s3://notes/index"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of an S3 server."""
    moto = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    moto.start()
    host, port = moto.get_host_and_port()
    yield f"http://{host}:{port}"
    moto.stop()


@pytest.fixture
def bucket(server: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The server with an empty bucket, and the environment of who may use it."""
    import boto3

    environment = {
        "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": "us-east-1",
        "AWS_ALLOW_HTTP": "true", "AWS_ENDPOINT_URL": server,
    }  # fmt: skip
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    store = boto3.resource("s3", endpoint_url=server, region_name="us-east-1")
    if store.Bucket("notes") in store.buckets.all():
        store.Bucket("notes").objects.all().delete()
    else:
        store.create_bucket(Bucket="notes")
    return server


@pytest.fixture
def index(tmp_path: Path) -> Path:
    """The files of an index."""
    folder = tmp_path / "index"
    for number in range(12):
        write(folder / "notes.lance" / "data" / f"{number}.lance", f"part {number}")
    write(folder / "manifest.json", "{}")
    return folder


def test_an_index_travels_and_only_news_moves(bucket: str, index: Path, tmp_path: Path) -> None:
    place = parse_place(URI, tmp_path)
    assert str(place) == URI
    own = publisher_id(index)
    assert publish_index(snapshot_index(index), place, "Notes", own).copied == 13
    assert publish_index(snapshot_index(index), place, "Notes", own).copied == 0
    other = tmp_path / "other"
    assert take_publication(StorePlace(URI), other, VAULT).copied == 13
    taken = files(other)
    taken.pop("taken-over")
    assert taken.pop("manifest.json") == json.dumps({"vault": str(VAULT)})
    assert taken.items() <= files(index).items()
    write(index / "notes.lance" / "data" / "12.lance", "one note more")
    assert publish_index(snapshot_index(index), place, "Notes", own).copied == 1
    with pytest.raises(PublishError, match="publishes “Notes” there"):
        publish_index(snapshot_index(index), place, "Notes", "another")


@pytest.mark.parametrize("is_tagged", [True, False])
def test_an_object_of_the_right_size_with_other_content_is_uploaded_again(
    bucket: str, index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_tagged: bool
) -> None:
    import boto3

    write(index / "notes.lance" / "data" / "large.lance", "a part of a part" * 700_000)
    own = publisher_id(index)
    publish_index(snapshot_index(index), StorePlace(URI), "Notes", own)
    store = boto3.resource("s3", endpoint_url=bucket, region_name="us-east-1").Bucket("notes")
    objects = [each for each in store.objects.all() if "/objects/" in each.key]
    assert any("-" in each.e_tag for each in objects)
    wrong = {min(objects, key=lambda each: each.size), max(objects, key=lambda each: each.size)}
    for each in wrong:
        each.put(Body=b"x" * each.size)
    read: list[str] = []
    if not is_tagged:
        monkeypatch.setattr(published, "_s3_tag", lambda file: read.append(file.name))
    # Of a store whose tags say nothing, no more is read again than the limit allows.
    assert publish_index(snapshot_index(index), StorePlace(URI), "Notes", own).copied == 2
    assert len(read) == (0 if is_tagged else 14)
    assert take_publication(StorePlace(URI), tmp_path / "other", VAULT).copied == 14
    if not is_tagged:
        max(objects, key=lambda each: each.size).put(Body=b"x" * (16 * 700_000))
        monkeypatch.setattr(published, "_MAX_READ_AGAIN", 1 << 20)
        assert publish_index(snapshot_index(index), StorePlace(URI), "Notes", own).copied == 0


def test_two_publishers_do_not_overwrite_each_other(bucket: str, index: Path, tmp_path: Path) -> None:
    place, late = StorePlace(URI), StorePlace(URI)
    publish_index(snapshot_index(index), place, "Notes", "one")
    read_publication(late)
    publish_index(snapshot_index(index), place, "Notes", "one")
    with pytest.raises(PublishError, match="published to s3://notes/index meanwhile"):
        late.replace("published.json", b"{}")
    assert read_publication(place).publisher == "one"


def test_a_bad_bucket_has_a_sentence(bucket: str, index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PublishError, match="No index is published in s3://notes/other"):
        read_publication(StorePlace("s3://notes/other"))
    with pytest.raises(PublishError, match="can't be used"):
        publish_index(snapshot_index(index), StorePlace("s3://nowhere/index"), "Notes", "one")


class FaultyProxy:
    """Passes connections on to a server, each after a delay, and drops some in the middle."""

    def __init__(self, server: str, delay_s: float, drops: float) -> None:
        target = urlsplit(server)
        self._target = (target.hostname or "", target.port or 0)
        self._delay_s, self._drops = delay_s, drops
        self._random = random.Random(1)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self.dropped = 0
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
                self.dropped += 1
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
    bucket: str, index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy = FaultyProxy(bucket, delay_s=0.05, drops=0.05)
    monkeypatch.setenv("AWS_ENDPOINT_URL", proxy.address)
    place = StorePlace(URI)
    for number in range(3):
        write(index / "notes.lance" / "data" / f"more-{number}.lance", f"more {number}")
        publish_index(snapshot_index(index), place, "Notes", "one")
        other = tmp_path / f"other {number}"
        take_publication(StorePlace(URI), other, VAULT)
        assert (other / "notes.lance" / "data" / f"more-{number}.lance").exists()
    proxy.close()


@pytest.mark.parametrize(("written", "kind"), [("/mnt/nas/index", FolderPlace), ("gs://a/b", StorePlace)])
def test_a_place_is_a_folder_or_a_uri(written: str, kind: type, tmp_path: Path) -> None:
    assert isinstance(parse_place(written, tmp_path), kind)
    with pytest.raises(PublishError, match="no place"):
        parse_place("db://managed", tmp_path)


@pytest.mark.parametrize("damage", ["cut", "lost"])
def test_publishing_again_mends_an_object(bucket: str, index: Path, tmp_path: Path, damage: str) -> None:
    import boto3

    publish_index(snapshot_index(index), StorePlace(URI), "Notes", publisher_id(index))
    objects = boto3.resource("s3", endpoint_url=bucket, region_name="us-east-1").Bucket("notes").objects
    victim = next(iter(objects.filter(Prefix="index/objects/"))).Object()
    victim.put(Body=b"part") if damage == "cut" else victim.delete()
    assert publish_index(snapshot_index(index), StorePlace(URI), "Notes", publisher_id(index)).copied == 1
    take_publication(StorePlace(URI), tmp_path / "other", VAULT)
    assert files(index).items() - files(tmp_path / "other").items() == {
        ("publisher.id", publisher_id(index)),
        ("manifest.json", "{}"),
    }


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("s3://bucket/notes", "s3://bucket/notes"),
        ("s3://key:secret@bucket/notes", "s3://…@bucket/notes"),
        ("https://host/notes?sig=secret&se=2027", "https://host/notes?…"),
        ("az://box/notes?sig=secret", "az://box/notes?…"),
        ("gs://box/notes#secret", "gs://box/notes#…"),
    ],
)
def test_an_address_is_shown_without_its_keys(address: str, shown: str) -> None:
    assert hide_keys(address) == shown
    if shown != address:
        with pytest.raises(PublishError) as refused:
            parse_place(address, Path())
        assert "secret" not in refused.value.message

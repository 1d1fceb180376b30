"""A place whose publication somebody else wrote: whatever it says, a sentence, and the next pull works."""

import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.core.index.test_published import published, write
from tests.trust.limits import run_limited
from vaultsearch.core.index.corpus import FINGERPRINT
from vaultsearch.core.index.index_folder import Manifest, read_manifest, write_manifest
from vaultsearch.core.index.published import (
    PUBLICATION_FILE,
    FolderPlace,
    PublishError,
    take_publication,
    taken_publication,
)
from vaultsearch.service.parts.replicas import publication_shown, pull_index
from vaultsearch.service.sync.open_index import open_index
from vaultsearch.settings import settings

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process")


@pytest.fixture
def index(tmp_path: Path) -> Path:
    """The files of an index."""
    folder = tmp_path / "index"
    for name in ("data/a.lance", "_versions/1.manifest"):
        write(folder / "notes.lance" / name, f"notes {name}")
    write(folder / "manifest.json", "{}")
    return folder


@pytest.fixture
def place(index: Path, tmp_path: Path) -> Path:
    """A place with a publication."""
    published(index, tmp_path / "place")
    return tmp_path / "place"


def of_file(name: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda publication: publication["files"][-1].update({name: value})


def of_publication(name: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda publication: publication.update({name: value})


MOMENTS: list[Any] = ["soon", "", 7, None, [], "2026-13-45", "ä" * 9]
NAMES: list[Any] = [7, None, [], {}, "half \ud800", "long" * 300]
FILES: list[Any] = [{}, [7], [[]], [{}], [{"path": "manifest.json"}], None]
SIZES: list[Any] = [-1, "7", 1.5, None, True, [], 10**30]
DIGESTS: list[Any] = ["", "0" * 39, "../" * 13 + "0", 7, None, [], "Z" * 40]
PATHS: list[Any] = [
    *("", "/etc/passwd", "../outside", "notes.lance/../../outside", "notes.lance/./a", "basket.json"),
    *("writer.lock", "publisher.id", "taken-over", "notes.lance", "notes.lance/a\0b", "C:\\x"),
    *("notes.lance/" + "x" * 300, "notes.lance" + "/x" * 90, "notes!.lance/a", 7, None, []),
]
ODD = [
    *(of_publication("published", value) for value in MOMENTS),
    *(of_publication("vault", value) for value in NAMES),
    *(of_publication(name, 7) for name in ("publisher", "host", "files", "format")),
    *(of_publication("files", value) for value in FILES), *(of_file("size", value) for value in SIZES),
    *(of_file("digest", value) for value in DIGESTS), *(of_file("path", value) for value in PATHS),
]  # fmt: skip


@pytest.mark.parametrize("change", ODD)
def test_odd_fields_are_a_sentence_and_the_replica_is_pulled_again_once_they_are_right(
    index: Path, place: Path, tmp_path: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    right = (place / PUBLICATION_FILE).read_text("utf-8")
    odd = json.loads(right)
    change(odd)
    (place / PUBLICATION_FILE).write_text(json.dumps(odd), "utf-8")
    with pytest.raises(PublishError) as refused:
        pull_index(str(place))
    assert refused.value.remedy
    left = [file.name for file in tmp_path.iterdir() if not file.name.startswith("index.publishing-")]
    assert sorted(left) == ["index", "place"]
    (place / PUBLICATION_FILE).write_text(right, "utf-8")
    replica = pull_index(str(place))
    assert (replica.trouble, publication_shown(replica.folder)) == ("", replica.published)


@pytest.mark.parametrize("written", [b"[" * 500_000, b"\xff\xfe", b"7", b"null", b'"x"', b"{" + b" " * 99])
def test_a_manifest_that_is_no_publication_is_a_sentence(place: Path, written: bytes) -> None:
    (place / PUBLICATION_FILE).write_bytes(written)
    with pytest.raises(PublishError, match="can't be read"):
        pull_index(str(place))


def test_a_replica_that_an_older_version_locked_is_pulled_again(place: Path) -> None:
    replica = pull_index(str(place)).folder
    taken = settings.index_folder(replica) / "taken-over"
    for written in (b"soon", b"\xff\xfe", b""):
        taken.write_bytes(written)
        assert publication_shown(replica) is None
        assert pull_index(str(place)).published == publication_shown(replica)


def test_links_carry_the_name_of_the_vault_and_not_that_of_the_place(place: Path) -> None:
    replica = pull_index(str(place)).folder
    published, vault = taken_publication(settings.index_folder(replica))
    assert (replica.name, vault, published != "") == ("place", "Notes", True)


TAKE = """
import sys
from pathlib import Path
from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.index.published import FolderPlace, publish_index, publisher_id
from vaultsearch.core.index.published import snapshot_index, take_publication
index, place, other = map(Path, sys.argv[1:])
for act in (
    lambda: take_publication(FolderPlace(place), other, Path("/nowhere")),
    lambda: publish_index(snapshot_index(index), FolderPlace(place), "Notes", publisher_id(index)),
    lambda: take_publication(FolderPlace(place), other, Path("/nowhere")),
):
    try:
        print(act().files)
    except VaultSearchError as error:
        print(error.message)
"""


def sparse(file: Path) -> None:
    with file.open("wb") as opened:
        opened.truncate(1 << 40)


ENDLESS: dict[str, Callable[[Path], None]] = {
    "sparse": sparse,
    "to zeros": lambda file: file.symlink_to("/dev/zero"),
    "to a pipe": lambda file: os.mkfifo(file),  # noqa: PLW0108  # which Windows lacks
    "to itself": lambda file: file.symlink_to(file),
}


@pytest.mark.parametrize("make", ENDLESS.values(), ids=ENDLESS)
@pytest.mark.parametrize("which", ["content", "manifest"])
def test_what_never_ends_is_not_copied_and_publishing_mends_it(
    index: Path, place: Path, tmp_path: Path, make: Callable[[Path], None], which: str
) -> None:
    victim = next((place / "objects").glob("*/*")) if which == "content" else place / PUBLICATION_FILE
    victim.unlink()
    make(victim)
    told = run_limited(TAKE, index, place, tmp_path / "other", seconds=20, megabytes=400).splitlines()
    assert not told[0].isdigit()
    if which == "content":
        assert told[1:] == ["3", "3"]


def test_a_publication_takes_nothing_of_this_computers_own(place: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    write(other / "basket.json", "mine")
    publication = json.loads((place / PUBLICATION_FILE).read_text("utf-8"))
    publication["files"].append({**publication["files"][0], "path": "basket.json"})
    (place / PUBLICATION_FILE).write_text(json.dumps(publication), "utf-8")
    with pytest.raises(PublishError, match="is no file of an index"):
        take_publication(FolderPlace(place), other, Path("/nowhere"))
    assert (other / "basket.json").read_text("utf-8") == "mine"


async def test_an_index_of_another_version_is_not_taken_the_former_answers(index: Path, place: Path) -> None:
    refused = f"The index in {place} was published by another version."
    for version, trouble in ((FINGERPRINT, ""), ("schema-0", refused), (FINGERPRINT, "")):
        write_manifest(index, Manifest("Notes", version, "model"))
        published(index, place)
        replica = pull_index(str(place))
        assert replica.trouble == trouble
        known = read_manifest(settings.index_folder(replica.folder))
        assert known is not None
        assert known.fingerprint == FINGERPRINT
    write_manifest(settings.index_folder(replica.folder), Manifest("Notes", "schema-0", "model"))
    with pytest.raises(PublishError, match=re.escape(refused)):
        await open_index(replica.folder, settings.index_folder(replica.folder), write=False)

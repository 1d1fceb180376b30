"""Simulate readers of a published index: `python -m tests.bench.publishing [--notes N] [--readers N]`.

Publishes the index of a generated vault, edits one note, publishes again, and has every reader pull both
versions. Counts requests and bytes, and what they cost at a store's list prices; asks 200 questions of a
pulled index and of the published one.
"""

import argparse
import asyncio
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench.generated_vault import path_of, questions, write_vault
from vaultsearch.core.index import published as published_index
from vaultsearch.core.index.published import FolderPlace, PublishedFile, publish_index, publisher_id
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.search import Mode
from vaultsearch.service.vault import Vault

_GET, _PUT_OR_LIST, _GB_OUT = 0.0004 / 1000, 0.005 / 1000, 0.09
"""Dollars for a request, and for a GB, as S3 lists them for its standard class in us-east-1."""
_LIST = 1000
"""Names that one request lists."""
_GB = 1e9
_QUESTIONS = 200


@dataclass
class CountingPlace(FolderPlace):
    """A folder that counts what a store would be asked for."""

    folder: Path
    requests: Counter[str] = field(default_factory=Counter)
    moved: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        super().__init__(self.folder)

    def read(self, name: str) -> bytes | None:
        content = super().read(name)
        self.requests["get"] += 1
        self.moved["get"] += len(content or b"")
        return content

    def replace(self, name: str, content: bytes) -> None:
        super().replace(name, content)
        self.requests["put"] += 1
        self.moved["put"] += len(content)

    def sizes(self, beneath: str) -> dict[str, int]:
        sizes = super().sizes(beneath)
        self.requests["list"] += 1 + len(sizes) // _LIST
        return sizes

    def ensure(self, name: str, file: Path, content: PublishedFile, size: int | None) -> bool:
        was_copied = super().ensure(name, file, content, size)
        if was_copied:
            self.requests["put"] += 1
            self.moved["put"] += content.size
        return was_copied

    def fetch(self, name: str, target: Path, size: int) -> None:
        super().fetch(name, target, size)
        self.requests["get"] += 1
        self.moved["get"] += target.stat().st_size


@dataclass(frozen=True, slots=True)
class Traffic:
    """What one publication or pull asked a store for."""

    requests: Counter[str]
    moved: Counter[str]

    @property
    def dollars(self) -> float:
        """The price of the requests, and of what leaves the store."""
        gets, puts = self.requests["get"], self.requests["put"] + self.requests["list"]
        return gets * _GET + puts * _PUT_OR_LIST + self.moved["get"] / _GB * _GB_OUT

    def row(self, name: str) -> str:
        gets, puts = self.requests["get"], self.requests["put"] + self.requests["list"]
        return f"| {name} | {gets:,} | {puts:,} | {self.moved.total() / 1e6:,.2f} | {self.dollars:.6f} |"


def published(index: Path, folder: Path) -> Traffic:
    """Publish an index, and return the traffic."""
    place = CountingPlace(folder)
    with _snapshot(index) as source:
        publish_index(source, place, "Notes", publisher_id(index))
    return Traffic(place.requests, place.moved)


def pulled(folder: Path, index: Path) -> Traffic:
    """Pull the index that is published in a folder, and return the traffic."""
    place = CountingPlace(folder)
    published_index.take_publication(place, index, index)
    return Traffic(place.requests, place.moved)


@contextmanager
def _snapshot(index: Path) -> Iterator[Path]:
    source = published_index.snapshot_index(index)
    try:
        yield source
    finally:
        shutil.rmtree(source)


async def answers(vault: Path, index: Path, asked: list[str]) -> list[list[str]]:
    async with await Vault.open(vault, index, Parameters()) as opened:
        listed = []
        for question in asked:
            stages = [stage async for stage in opened.search_stages(question, 10, Mode.HYBRID, rerank=False)]
            listed.append([result.chunk.id for result in stages[-1].results])
        return listed


async def indexed(vault: Path, index: Path) -> int:
    """Bring an index up to date, and return the number of its passages."""
    async with await Vault.open(vault, index, Parameters()) as opened:
        await opened.index.sync()
        return await opened.count_passages()


def measure(notes: int, readers: int, folder: Path) -> None:
    vault, index, place = folder / "vault", folder / "index", folder / "place"
    write_vault(vault, notes)
    passages = asyncio.run(indexed(vault, index))
    first = published(index, place)
    pulls = [pulled(place, folder / f"reader {number}") for number in range(readers)]
    unchanged = pulled(place, folder / "reader 0")
    edited = vault / path_of(0)
    edited.write_text(f"{edited.read_text('utf-8')}\nThe eel trap was mended.\n", "utf-8")
    asyncio.run(indexed(vault, index))
    second = published(index, place)
    again = [pulled(place, folder / f"reader {number}") for number in range(readers)]
    are_alike = len({pull.moved.total() for pull in pulls}) == 1
    print(f"{notes:,} notes, {passages:,} passages, {readers} readers, all alike: {are_alike}")
    print("\n| | GET | PUT, LIST | MB | $ |\n| --- | --- | --- | --- | --- |")
    print(first.row("the first publication"))
    print(pulls[0].row("a reader's first pull"))
    print(unchanged.row("a pull without news"))
    print(second.row("a publication with one note edited"))
    print(again[0].row("a reader's pull of it"))
    asked = questions(_QUESTIONS, notes)
    ours, theirs = (asyncio.run(answers(vault, each, asked)) for each in (index, folder / "reader 1"))
    print(f"\n{_QUESTIONS} questions are answered alike by a pulled index: {ours == theirs}")


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.bench.publishing", description=__doc__)
    parser.add_argument("--notes", type=int, default=1000)
    parser.add_argument("--readers", type=int, default=100)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        measure(options.notes, max(2, options.readers), Path(made))


if __name__ == "__main__":
    main()

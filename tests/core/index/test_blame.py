"""A file is refused for its own fault alone, and only what it took itself is counted against its limits."""

from __future__ import annotations

import errno
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.builders import CHUNKER, HashEncoder, parsed
from vaultsearch.core.errors import WorkerDiedError
from vaultsearch.core.index.sync.file_limits import excess_of
from vaultsearch.core.index.sync.note_reading import NoteReader
from vaultsearch.core.protocols import Runner, Source
from vaultsearch.core.values.note import Note, Revision
from vaultsearch.core.vault.markdown import READ_AS_PLAIN_TEXT_PROBLEM
from vaultsearch.core.vault.source import ObsidianVault
from vaultsearch.core.worker import WorkerProcess

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="without signals, and timers of the processor"
)
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a thread looks at the memory")
KILL_ONCE, KILL, CRASH, SPIN, SLEEP, GROW, FULL, BUG, SOUND = (
    "killed once.csv", "killed.csv", "crash.csv", "spin.pdf", "sleep.pdf", "grow.pdf", "full.pdf", "bug.pdf",
    "sound.md",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TroubledSource:
    """A `Source` whose files are named after the trouble that reading them brings; logs what it read."""

    log: Path
    location = "memory"

    def scan(self) -> Any:
        return [], []

    def read(self, revision: Revision) -> Note:
        with (self.log).open("a") as log:
            log.write(f"{revision.path}\n")
        match revision.path:
            case "killed once.csv" if self.log.read_text().count(revision.path) == 1:
                os.kill(os.getpid(), signal.SIGKILL)
            case "killed.csv":
                os.kill(os.getpid(), signal.SIGKILL)
            case "crash.csv":
                os._exit(7)
            case "spin.pdf":
                while True:
                    pass
            case "sleep.pdf":
                time.sleep(5)
            case "grow.pdf":
                len(bytes(1 << 31))
            case "full.pdf":
                raise OSError(errno.ENOSPC, "No space left on device")
            case "bug.pdf":
                raise KeyError("a bug in the reader")
        return parsed(revision.path, "A note of some words.\n")


@pytest.fixture
async def worker() -> AsyncIterator[WorkerProcess]:
    process = WorkerProcess()
    yield process
    process.close()


async def outcomes(
    source: Source, run: Runner, paths: list[Revision], **options: Any
) -> tuple[list[str], dict[str, str], set[str]]:
    """Return the paths that were read, the reasons of the others, and the refused ones."""
    reading = NoteReader(source, CHUNKER, HashEncoder(), run, run, None, **options)
    read: list[str] = []
    failed: dict[str, str] = {}
    refused: set[str] = set()
    files = 0
    async with aclosing(reading(paths, lambda: False)) as found:
        async for batch in found:
            files += batch.files
            read += [one.path for one in batch.notes]
            failed |= {one.path: one.reason for one in batch.failed}
            refused |= batch.refused.keys()
    assert files == len(paths), "each is counted once"
    return read, failed, refused


def revisions(*paths: str) -> list[Revision]:
    return [Revision(path, 16, 1_700_000_000_000_000_000 + n) for n, path in enumerate(paths)]


CRASHED = "Reading this file crashed; it was skipped."
TOO_LONG = "Reading took longer than 4 s; it was skipped."
TOO_LARGE = "Reading it needed more than 512 MB of memory; it was skipped."
TRIED_AGAIN = "The process that reads it was ended by the system; it is tried again."


@pytest.mark.parametrize(
    ("path", "others", "reason", "attempts"),
    [
        # A table of 16 bytes was skipped for ever, as the system had killed its worker for want of memory.
        pytest.param(KILL, [SOUND, KILL_ONCE], TRIED_AGAIN, 3, id="killed"),
        pytest.param(CRASH, [SOUND], CRASHED, 3, id="crashes"),
        # Ordinary screenshots were given up while other programs kept the processor busy.
        pytest.param(SPIN, [SLEEP, SOUND], TOO_LONG, 1, id="processor time counts, waiting does not"),
        # The thread that looks at the memory never ran while native code did: 1,354 MB were seen.
        pytest.param(GROW, [SOUND], TOO_LARGE, 1, id="memory", marks=on_linux),
    ],
)
async def test_a_file_is_read_again_or_refused_for_what_it_did_itself(
    worker: WorkerProcess, tmp_path: Path, path: str, others: list[str], reason: str, attempts: int
) -> None:
    source = TroubledSource(tmp_path / "log")
    read, failed, refused = await outcomes(source, worker, revisions(*others, path), file_seconds=4.0)
    assert (sorted(read), failed) == (sorted(others), {path: reason})
    assert refused == (set() if reason == TRIED_AGAIN else {path})
    assert source.log.read_text().split("\n").count(path) == attempts


class UnpackingChunker:
    """A `Chunker` whose tables of languages do not fit on the disk."""

    def chunks(self, note: Note) -> list[Any]:
        raise RuntimeError("Error while serializing: I/O error: No space left on device (os error 28)")


async def test_a_full_disk_is_no_fault_of_a_note(tmp_path: Path) -> None:
    """A sound note was refused, as the tables of languages were unpacked to a disk that was full."""
    source = TroubledSource(tmp_path / "log")
    _, failed, refused = await outcomes(source, here, revisions(FULL, BUG))
    assert failed[FULL] == "The disk is full; this is read once there is space."
    assert refused == {BUG}, "a bug in a reader stays where it is as long as the file does"
    chunking = NoteReader(source, UnpackingChunker(), HashEncoder(), here, here, None)  # type: ignore[arg-type]
    async with aclosing(chunking(revisions(SOUND), lambda: False)) as found:
        batches = [batch async for batch in found]
    assert [(one.path, batch.refused) for batch in batches for one in batch.failed] == [(SOUND, {})]


async def here(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    return function(*args, **kwargs)


async def test_after_three_files_that_take_too_long_in_a_row_the_next_have_less_time(tmp_path: Path) -> None:
    given: list[float] = []

    async def run(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        (revision,) = args[-1]
        given.append(args[2])
        if revision.path.startswith("slow"):
            death = WorkerDiedError("It died.", "")
            death.exit_code = -signal.SIGPROF
            assert excess_of(death)
            raise death
        return function(*args, **kwargs)

    slow = [f"slow {n}.pdf" for n in range(4)]
    files = revisions("last.pdf", "quick.pdf", *reversed(slow))
    _, failed, refused = await outcomes(TroubledSource(tmp_path / "log"), run, files)
    assert given == [60.0, 60.0, 60.0, 10.0, 10.0, 60.0]
    assert failed["slow 3.pdf"] == "Reading took longer than 10 s; it was skipped."
    assert refused == set(slow[:3]), "the fourth had less time than it may take"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("ticks.md", "".join("`" * n + " harbour " for n in range(1, 1500))),  # 260 s for 4.5 MB
        (
            "wide.md",
            "|".join("harbour" for _ in range(20_000)) + "\n" + "|".join("-" * 20_000) + "\n" + "x|" * 20_000,
        ),
        ("cards.canvas", '{"nodes": [{"type": "text", "text": "harbour"}' + ", {}" * 4_500_000 + "]}"),
    ],
    ids=["ticks", "table", "cards"],
)
async def test_notes_over_limits(worker: WorkerProcess, tmp_path: Path, name: str, content: str) -> None:
    """4.5 MB of back-ticks took 260 s and 2.2 GB, a table of 20,000 columns 1.3 GB, 18 MB of cards 2.1 GB."""
    (tmp_path / name).write_text(content, "utf-8")
    (revision,), _ = ObsidianVault(tmp_path).scan()
    reading = NoteReader(
        ObsidianVault(tmp_path), CHUNKER, HashEncoder(), worker, worker, None, file_seconds=0.7
    )
    async with aclosing(reading([revision], lambda: False)) as found:
        # While the machine is busy, the process may be ended once more, and comes back with an empty batch.
        batches = [batch async for batch in found]
    (note,) = [note for batch in batches for note in batch.notes]
    assert not any(batch.failed for batch in batches)
    assert READ_AS_PLAIN_TEXT_PROBLEM in note.note["problems"]

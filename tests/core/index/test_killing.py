"""A process killed while it indexes: nothing that was committed is lost, and nothing is left wrong."""

import asyncio
import copy
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from tests.builders import CHUNKER, parsed
from tests.core.index.indexing import synced
from tests.core.index.test_freshness import assert_same, tables
from tests.patience import PROCESS_S
from tests.thoroughness import THOROUGH
from vaultsearch.core.index.tables.passage_cache import passage_of
from vaultsearch.core.index.writer_lock import writer_of

ROOT = Path(__file__).parents[3]
NOTES = 60
COMMITS, KILLS = (None, 20) if THOROUGH else (3, 2)
"""Of the moments before and after a commit, how many end a process; and how many end at any moment."""


def version(number: int, edition: int) -> str:
    """A note's text in one of its editions, of several passages that each name it."""
    sections = (f"# Part {part}\nedition {edition} of note {number} part {part}\n" for part in range(3))
    return f"---\nedition: {edition}\n---\n" + "\n".join(sections)


def edit(vault: Path, edition: int, dice: random.Random) -> dict[str, str]:
    """Write a new edition of most notes, remove some, bring some back; gives what stands there now."""
    for number in range(NOTES):
        note = vault / f"folder {number % 7}" / f"note {number}.md"
        note.parent.mkdir(exist_ok=True)
        if dice.random() < 0.1:
            note.unlink(missing_ok=True)
        elif dice.random() < 0.8 or not note.exists():
            note.write_text(version(number, edition), encoding="utf-8")
    return {note.relative_to(vault).as_posix(): note.read_text("utf-8") for note in vault.rglob("*.md")}


def started(vault: Path, index: Path, *killed_at: int) -> subprocess.Popen[str]:
    """A process that has just begun to index, and kills itself at a commit."""
    command = [sys.executable, "-m", "tests.core.index.indexing", str(vault), str(index)]
    command += [str(moment) for moment in killed_at]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    assert process.stdout.readline() == "begins\n"
    return process


def passages(notes: Mapping[str, str]) -> dict[str, list[str]]:
    """The passages of notes as they should stand in the index."""
    return {path: [c.text for c in CHUNKER.chunks(parsed(path, text))] for path, text in notes.items()}


def assert_nothing_is_wrong(index: Path, editions: list[dict[str, list[str]]]) -> None:
    """No id twice, and each note whole: all of one edition, not half of the next."""
    held = tables(index)
    ids = [row["id"] for row in held["chunks"]]
    assert len(ids) == len(set(ids))
    assert len(held["notes"]) == len({row["path"] for row in held["notes"]})
    found: dict[str, list[str]] = defaultdict(list)
    held_passages = (passage_of(row["packed"], None) for row in held["chunks"])
    for one in sorted(held_passages, key=lambda one: one.position):
        found[one.path].append(one.text)
    for path, texts in found.items():
        assert texts in [edition.get(path) for edition in editions], path


def timed(vault: Path, index: Path) -> tuple[float, int]:
    """How long a process indexes, in seconds, and how many moments it has before and after its commits."""
    with started(vault, index) as process:
        begun = time.monotonic()
        told, _ = process.communicate(timeout=PROCESS_S)
        assert process.returncode == 0
        return time.monotonic() - begun, int(told)


def test_a_process_that_is_killed_leaves_an_index_that_goes_on(tmp_path: Path) -> None:
    vault, index, dice = tmp_path / "vault", tmp_path / "index", random.Random(0)
    (vault / ".obsidian").mkdir(parents=True)
    editions = [passages(edit(vault, 0, dice))]
    asyncio.run(synced(vault, index))
    editions.append(passages(edit(vault, 1, dice)))
    whole, moments = timed(vault, shutil.copytree(index, tmp_path / "timed"))
    asyncio.run(synced(vault, tmp_path / "fresh"))
    wanted = tables(tmp_path / "fresh")
    assert moments >= (COMMITS or 0)
    at_commits = range(0, moments, 1 if COMMITS is None else max(1, moments // COMMITS))
    for number, moment in enumerate([*at_commits, *[None] * KILLS]):
        killed = shutil.copytree(index, tmp_path / f"killed {number}")
        with started(vault, killed, *(() if moment is None else (moment,))) as process:
            if moment is not None:
                assert process.wait(timeout=PROCESS_S) == -signal.SIGKILL
            else:
                with suppress(subprocess.TimeoutExpired):
                    process.wait(timeout=dice.uniform(0, whole))
                process.kill()
        assert_nothing_is_wrong(killed, editions)
        assert writer_of(killed) is None, "the lock of a dead process is free"
        asyncio.run(synced(vault, killed))
        assert_same(tables(killed), copy.deepcopy(wanted))

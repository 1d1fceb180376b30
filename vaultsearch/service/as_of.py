"""A vault as it was at the end of a day: its notes of then, with an index of their words, kept for later."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.errors import QueryError, VaultSearchError
from vaultsearch.core.history import blobs_of, commit_on, contents_of
from vaultsearch.core.index.manifest import MANIFEST
from vaultsearch.core.messages import Message
from vaultsearch.core.query.conditions import last_day
from vaultsearch.core.today import today
from vaultsearch.core.values.search import Mode
from vaultsearch.core.vault.containment import Containment
from vaultsearch.core.worker import in_thread
from vaultsearch.service.vault import Vault
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date
    from pathlib import Path

    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.values.search import SearchStage
    from vaultsearch.core.values.sync import Progress

_OPERATOR = re.compile(r'(?<!\S)asof:(?:"([^"]*)"|(\S+))\s*')
_FOLDER = "as-of"
_OF_WORDS = frozenset({"scanning", "reading"})
_MOST = 5
"""Days that are kept; the one that was made first goes first."""


@dataclass(frozen=True, slots=True)
class AsOf:
    """The query of words for a vault as it was at the end of a ``day``."""

    query: str
    day: date


def as_of(query: str) -> AsOf | None:
    """Take ``asof:DATE`` out of a query; None if there is none.

    Raises:
        QueryError: It names no day.
    """
    match = _OPERATOR.search(query)
    if match is None:
        return None
    written = match[1] or match[2] or ""
    day = last_day(written, today())
    if day is None:
        raise QueryError(Message("“{}” is no date.", written), "Write it like asof:2025-06-01.")
    return AsOf(f"{query[: match.start()]}{query[match.end() :]}".strip(), day)


async def search_as_of(
    folder: Path, query: str, day: date, n: int, parameters: Parameters
) -> tuple[SearchStage, dict[str, str]]:
    """Search the words of a vault as it was, and tell whether each note is the same, changed or deleted now.

    Raises:
        HistoryError: The vault has no version of that day.
    """
    commit, seconds = await in_thread(commit_on, folder, day)
    place = settings.index_folder(folder) / _FOLDER / commit[:16]
    if not (place / "done").exists():
        await in_thread(_check_out, folder, commit, seconds, place)
    session = await Vault.open(place / "vault", place / "index", parameters)
    try:
        if not (place / "done").exists():
            await _read_words(session)
            await in_thread((place / "done").touch)
        stages = [stage async for stage in session.search_stages(query, n, Mode.FULLTEXT, learned=False)]
    finally:
        await session.close()
    paths = tuple(dict.fromkeys(result.chunk.path for result in stages[-1].results))
    return stages[-1], await in_thread(_states, folder, place / "vault", paths)


def _check_out(folder: Path, commit: str, seconds: int, place: Path) -> None:
    shutil.rmtree(place, ignore_errors=True)
    kept = sorted(place.parent.glob("*"), key=lambda each: each.stat().st_mtime, reverse=True)
    for old in kept[_MOST - 1 :]:
        shutil.rmtree(old, ignore_errors=True)
    blobs = blobs_of(folder, commit)
    paths: dict[str, list[str]] = {}
    for path, blob in blobs.items():
        paths.setdefault(blob, []).append(path)
    (place / "vault").mkdir(parents=True)
    inside = Containment(folder)
    for blob, content in contents_of(folder, paths):
        for path in paths[blob]:
            file = place / "vault" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
            os.utime(file, ns=_times(inside, path, content) or (seconds * 10**9, seconds * 10**9))
    try:
        _borrow(place.parent.parent, place)
    except (OSError, ValueError):  # it is being written: all notes are read then
        shutil.rmtree(place / "index", ignore_errors=True)


def _times(inside: Containment, path: str, content: bytes) -> tuple[int, int] | None:
    """Return the times of a note that is the same now, so that its entry in the index is that of then."""
    try:
        with inside.open(path) as now:
            status = os.fstat(now.file.fileno())
            return (status.st_atime_ns, status.st_mtime_ns) if now.file.read() == content else None
    except (OSError, VaultSearchError):
        return None


def _borrow(index: Path, place: Path) -> None:
    """Begin with the index of today: its files never change, and are linked; notes that differ are read."""
    manifest = json.loads((index / MANIFEST).read_text(encoding="utf-8"))
    manifest["vault"] = str(place / "vault")
    for table in index.glob("*.lance"):
        shutil.copytree(table, place / "index" / table.name, copy_function=_linked)
    (place / "index" / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")


def _linked(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # on another drive, or one without links
        shutil.copy2(source, target)


async def _read_words(session: Vault) -> None:
    """Index the words; the meaning of what was would take minutes."""
    phases: set[str] = set()

    def stop_at_meaning(progress: Progress) -> None:
        phases.add(progress.phase)
        if phases - _OF_WORDS:
            syncing.cancel()

    syncing = asyncio.ensure_future(session.index.sync(stop_at_meaning))
    report = await syncing
    if report.cancelled and phases <= _OF_WORDS:  # by Ctrl+C: a cancelled sync reports, and raises nothing
        raise asyncio.CancelledError


def _states(folder: Path, then: Path, paths: Sequence[str]) -> dict[str, str]:
    inside = Containment(folder)

    def state(path: str) -> str:
        try:
            with inside.open(path) as now:
                return "same" if now.file.read() == (then / path).read_bytes() else "changed"
        except (OSError, VaultSearchError):
            return "deleted"

    return {path: state(path) for path in paths}

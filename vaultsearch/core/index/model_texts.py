"""Texts that a language model wrote about notes and passages: kept by kind and by what each is about."""

from __future__ import annotations

import json
import logging
import os
from typing import TYPE_CHECKING

from vaultsearch.core.index.index_folder import MODEL_SUMMARIES, MODEL_TEXTS
from vaultsearch.core.values.context import TextKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

_log = logging.getLogger(__name__)


class ModelTexts:
    """The texts in the folder of an index, by their kind and the hash of the content that each is about.

    Lines are only added, each whole before the next request: whatever ends the program, no content is sent
    a second time, but for the one that was on its way.
    """

    def __init__(self, index: Path) -> None:
        self._file, self._summaries = index / MODEL_TEXTS, index / MODEL_SUMMARIES
        self._loaded: tuple[Sequence[tuple[int, int]], Mapping[TextKind, Mapping[str, str]]] = (), {}

    def load(self) -> Mapping[TextKind, Mapping[str, str]]:
        """Return the texts by kind and content hash; the last line counts."""
        # Before the reading: a line that is added meanwhile is read the next time.
        states = [_state(file) for file in (self._summaries, self._file)]
        if self._loaded[0] != states:
            self._loaded = states, self._read()
        return self._loaded[1]

    def _read(self) -> dict[TextKind, dict[str, str]]:
        texts: dict[TextKind, dict[str, str]] = {kind: {} for kind in TextKind}
        # A former version kept summaries alone.
        for file, text in ((self._summaries, "summary"), (self._file, "text")):
            for line in filter(None, _lines(file)):
                try:
                    entry = json.loads(line)
                    kind = TextKind(entry.get("kind", TextKind.SUMMARY))
                    texts[kind][str(entry["hash"])] = str(entry[text])
                except (ValueError, KeyError, TypeError, AttributeError):
                    # Cut off in the middle, or of a kind that a later version knows.
                    _log.info("a text by a model is not readable file=%s", file)
        return texts

    def add(self, kind: TextKind, content_hash: str, text: str, model: str) -> None:
        """Write a text to the disk."""
        entry = {"kind": kind.value, "hash": content_hash, "model": model, "text": text}
        with self._file.open("a", encoding="utf-8") as file:
            # The line before was cut off by a crash; appended to it, this one would be lost as well.
            if file.tell() and not self._ends_with_line():
                file.write("\n")
            file.write(f"{json.dumps(entry, ensure_ascii=False)}\n")
            file.flush()
            # Each text has cost the user a request, perhaps money.
            os.fsync(file.fileno())

    def _ends_with_line(self) -> bool:
        with self._file.open("rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read(1) == b"\n"


def _state(file: Path) -> tuple[int, int]:
    """Return size and date of a file, which differ once a line has been added."""
    try:
        status = file.stat()
    except FileNotFoundError:
        return 0, 0
    return status.st_size, status.st_mtime_ns


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text("utf-8", errors="replace").split("\n")
    except FileNotFoundError:
        return []

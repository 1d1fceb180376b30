"""Texts of notes in an unnamed file, read when asked for: in memory, those of 50,000 notes took 88 MB."""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from tempfile import TemporaryFile


class TextFile:
    """A file in ``folder`` that ends with the last of the texts, or with the process."""

    def __init__(self, folder: Path) -> None:
        self._folder, self.descriptor, self._end = folder, -1, 0

    def keep(self, texts: Sequence[str]) -> Sequence[str | Callable[[], str]]:
        """Write texts, and return what reads each; the texts themselves if that fails."""
        # On Windows, an open file keeps its name, and its folder can't be removed.
        if not hasattr(os, "pread"):
            return texts
        contents = [text.encode() for text in texts]
        whole = b"".join(contents)
        try:
            if self.descriptor < 0:
                file = TemporaryFile(dir=self._folder, buffering=0)  # noqa: SIM115  # closed with the last text
                weakref.finalize(self, file.close)
                self.descriptor = file.fileno()
            if os.pwrite(self.descriptor, whole, self._end) < len(whole):
                return texts
        except OSError:  # such as a full disk, or a folder that can only be read
            return texts
        ends = [*accumulate(map(len, contents), initial=self._end)]
        self._end = ends[-1]
        return [_KeptText(self, start, end - start) for start, end in pairwise(ends)]


@dataclass(frozen=True, slots=True)
class _KeptText:
    file: TextFile
    start: int
    size: int

    def __call__(self) -> str:
        return os.pread(self.file.descriptor, self.size, self.start).decode()

"""Parts of an unnamed file, read when asked for: in memory, the texts of 50,000 notes took 88 MB."""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, pairwise
from pathlib import Path
from tempfile import TemporaryFile


class PartFile:
    """A file in ``folder`` that ends with the last of its parts, or with the process."""

    def __init__(self, folder: Path) -> None:
        self._folder, self.descriptor, self._end = folder, -1, 0

    def keep(self, contents: Sequence[bytes]) -> Sequence[Callable[[], bytes]]:
        """Write parts, and return what reads each; if that fails, what holds it."""
        whole, held = b"".join(contents), [partial(bytes, content) for content in contents]
        # On Windows, an open file keeps its name, and its folder can't be removed.
        if not hasattr(os, "pread"):
            return held
        try:
            if self.descriptor < 0:
                file = TemporaryFile(dir=self._folder, buffering=0)  # noqa: SIM115  # closed with the last part
                weakref.finalize(self, file.close)
                self.descriptor = file.fileno()
            if os.pwrite(self.descriptor, whole, self._end) < len(whole):
                return held
        except OSError:  # such as a full disk, or a folder that can only be read
            return held
        ends = [*accumulate(map(len, contents), initial=self._end)]
        self._end = ends[-1]
        return [_KeptPart(self, start, end - start) for start, end in pairwise(ends)]


@dataclass(frozen=True, slots=True)
class _KeptPart:
    file: PartFile
    start: int
    size: int

    def __call__(self) -> bytes:
        return os.pread(self.file.descriptor, self.size, self.start)

"""Parts of an unnamed file, read when asked for: in memory, the texts of 50,000 notes took 88 MB."""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryFile


class PartFile:
    """A file in ``folder`` that ends with the last part, or with the process."""

    def __init__(self, folder: Path) -> None:
        self._folder, self.descriptor, self._end = folder, -1, 0

    def keep(self, contents: Sequence[bytes]) -> Sequence[Callable[[], bytes]]:
        """Write parts, and return what reads each; if that fails, what holds it."""
        whole = b"".join(contents)
        # On Windows, an open file keeps its name, and its folder can't be removed.
        if hasattr(os, "pread"):
            with suppress(OSError):  # such as a full disk, or a folder that can only be read
                if self.descriptor < 0:
                    file = TemporaryFile(dir=self._folder, buffering=0)  # noqa: SIM115  # closed with the last
                    weakref.finalize(self, file.close)
                    self.descriptor = file.fileno()
                if os.pwrite(self.descriptor, whole, self._end) == len(whole):
                    *starts, self._end = accumulate(map(len, contents), initial=self._end)
                    return [_KeptPart(self, *part) for part in zip(starts, map(len, contents), strict=True)]
        return [partial(bytes, content) for content in contents]


@dataclass(frozen=True, slots=True)
class _KeptPart:
    file: PartFile
    start: int
    size: int

    def __call__(self) -> bytes:
        return os.pread(self.file.descriptor, self.size, self.start)

"""Texts compressed by lz-string, which the Excalidraw plugin saves drawings with.

Format: https://github.com/pieroxy/lz-string. The package of that name wants five megabytes of another one.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST = 32 << 20
"""Maximum characters: twenty kilobytes can stand for a gigabyte."""
_CHARACTER_BITS = {0: 8, 1: 16}
_END = 2
_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def decompress(compressed: str) -> str:
    """Return the text of what ``LZString.compressToBase64`` made. Raise ValueError if it is damaged."""
    letters = "".join(compressed.split()).rstrip("=")
    # It pads by up to three characters, which base64 does not know.
    bits = _Bits(base64.b64decode(letters + "A" * (-len(letters) % 4), validate=True))
    parts: list[str] = []
    length = 0
    for part in _parts(bits):
        parts.append(part)
        length += len(part)
        if length > _LONGEST:
            raise ValueError("too long")
    # JavaScript's strings are of UTF-16: a character beyond its plane is two of these.
    return "".join(parts).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _parts(bits: _Bits) -> Iterator[str]:
    """Yield the entries that the codes name, which grow the dictionary as in LZ78."""
    if (code := bits.take(2)) == _END:
        return
    previous = chr(bits.take(_CHARACTER_BITS[code]))
    yield previous
    entries = ["", "", "", previous]
    while True:
        if (code := bits.take(len(entries).bit_length())) == _END:
            return
        if code in _CHARACTER_BITS:
            entries.append(chr(bits.take(_CHARACTER_BITS[code])))
            code = len(entries) - 1
        if code > len(entries):
            raise ValueError("a code that isn't defined")
        entry = entries[code] if code < len(entries) else previous + previous[0]
        yield entry
        entries.append(previous + entry[0])
        previous = entry


class _Bits:
    """The bits of bytes, the highest first; the lowest bit of a number comes first."""

    def __init__(self, raw: bytes) -> None:
        self._raw, self._at = raw.translate(_REVERSED), 0

    def take(self, count: int) -> int:
        start, self._at = self._at, self._at + count
        if self._at > 8 * len(self._raw):
            raise ValueError("it ends too early")
        window = self._raw[start >> 3 : (self._at + 7) >> 3]
        return int.from_bytes(window, "little") >> (start & 7) & ((1 << count) - 1)

"""The text that a passage is embedded by: its own under its headings, or a window of its note around it."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.index.chunking import embedding_text, passage_header
from vaultsearch.core.values.note import EMPTY_NOTE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.protocols import Ranges
    from vaultsearch.core.values.search import Chunk


@dataclass(frozen=True, slots=True)
class EmbeddedText:
    """A text as the model reads it, and the ranges of the passage in it: no ranges mean the whole text."""

    text: str
    ranges: Ranges = ()

    @property
    def key(self) -> str:
        """Name it: the same key means the same vector, and all that has a part in the vector is in it."""
        named = f"{self.text}\0{self.ranges}" if self.ranges else self.text
        return hashlib.blake2b(named.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()

    @property
    def own(self) -> str:
        """The passage's part alone, title and headings included."""
        return "\n".join(self.text[start:end] for start, end in self.ranges) or self.text


def embedded_texts(chunks: Sequence[Chunk]) -> list[EmbeddedText]:
    """Return the text that each passage is embedded by; ``chunks`` hold all passages of each window."""
    windows: dict[tuple[str, int], list[int]] = defaultdict(list)
    texts_to_embed = [EmbeddedText(whole_text(chunk)) for chunk in chunks]
    for place, chunk in enumerate(chunks):
        if chunk.window_start is not None:
            windows[chunk.path, chunk.window_start].append(place)
    for places in windows.values():
        places.sort(key=lambda place: chunks[place].position)
        window = _window([chunks[place] for place in places])
        for place, embedded in zip(places, window, strict=True):
            texts_to_embed[place] = embedded
    return texts_to_embed


def whole_text(chunk: Chunk) -> str:
    """Return the text of a passage embedded alone; one without text must not be found by its title."""
    if not chunk.text.strip():
        return EMPTY_NOTE
    return embedding_text(chunk.title, chunk.headings, chunk.text)


def _window(chunks: Sequence[Chunk]) -> list[EmbeddedText]:
    """Write the passages of a window one after the other: the title once, and each heading once."""
    writer = _Writer()
    title = writer.line(passage_header(chunks[0].title, ()))
    heading, written = "", (0, 0)
    parts: list[Ranges] = []
    for chunk in chunks:
        header = passage_header("", chunk.headings)
        if header != heading:
            heading, written = header, writer.line(header)
        ranges = (title, written if heading else (0, 0), writer.line(chunk.text))
        parts.append(tuple((start, end) for start, end in ranges if start < end))
    return [EmbeddedText(writer.text, part) for part in parts]


@dataclass(slots=True)
class _Writer:
    """Joins lines and returns their bounds."""

    text: str = ""

    def line(self, line: str) -> tuple[int, int]:
        """Add a line, unless it is empty. Return its bounds, in characters."""
        if not line:
            return 0, 0
        start = len(self.text) + 1 if self.text else 0
        self.text = f"{self.text}\n{line}" if self.text else line
        return start, len(self.text)

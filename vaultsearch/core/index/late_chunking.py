"""Late chunking (Günther et al. 2024): passages are encoded together, and their tokens pooled apart."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.index.chunking import Chunker, passage_header
from vaultsearch.core.models.device import leaving_a_core, on_battery
from vaultsearch.core.protocols import PartEncoder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.index.embedded_text import EmbeddedText
    from vaultsearch.core.protocols import Encoder, Vectors
    from vaultsearch.core.values.note import Note
    from vaultsearch.core.values.search import Chunk

_MARKS = 2
"""Tokens that mark beginning and end."""


class LateChunker(Chunker):
    """Cuts as the `Chunker` does, and groups consecutive passages that fit the model's window together."""

    __slots__ = ()

    @property
    def fingerprint(self) -> str:
        """The name of this way to cut and group: other fingerprints mean other passages."""
        return f"{super().fingerprint}:late-1"

    def chunks(self, note: Note) -> list[Chunk]:
        """Cut the note, and set for each passage the window that it is embedded in."""
        cut = super().chunks(note)
        headings = [passage_header("", chunk.headings) for chunk in cut]
        title, *measured = self.lengths(
            [passage_header(note.title, ()), *headings, *(chunk.text for chunk in cut)]
        )
        costs = list(zip(headings, measured[: len(cut)], measured[len(cut) :], strict=True))
        first, room, heading = 0, 0, ""
        firsts: list[int] = []
        for place, (line, line_length, length) in enumerate(costs):
            cost = length if line == heading else line_length + length
            if not firsts or cost > room:
                first, cost = place, line_length + length
                room = self.counter.window - _MARKS - title
            room, heading = room - cost, line
            firsts.append(first)
        passages = Counter(firsts)
        return [
            replace(chunk, window_start=first_part) if passages[first_part] > 1 else chunk
            for chunk, first_part in zip(cut, firsts, strict=True)
        ]


def encode_embedded(encoder: Encoder, texts: Sequence[EmbeddedText], *, yielding: bool = False) -> Vectors:
    """Encode the texts of passages in the process that holds the model: float32 (n, dimension), unit length.

    An encoder that is no `PartEncoder` reads each passage alone. ``yielding`` leaves a core to the user's
    other programs, as running on battery does.
    """
    with leaving_a_core(yielding or on_battery()):
        return _encoded(encoder, texts)


def _encoded(encoder: Encoder, texts: Sequence[EmbeddedText]) -> Vectors:
    if not isinstance(encoder, PartEncoder):
        return encoder.encode_passages([text.own for text in texts])
    vectors = np.empty((len(texts), encoder.dimension), dtype=np.float32)
    whole = [place for place, text in enumerate(texts) if not text.ranges]
    if whole:
        vectors[whole] = encoder.encode_passages([texts[place].text for place in whole])
    windows: dict[str, list[int]] = defaultdict(list)
    for place, text in enumerate(texts):
        if text.ranges:
            windows[text.text].append(place)
    if not windows:  # for an empty list, an encoder would load its model all the same
        return vectors
    parts = [[texts[place].ranges for place in places] for places in windows.values()]
    for places, encoded_parts in zip(
        windows.values(), encoder.encode_parts(list(windows), parts), strict=True
    ):
        vectors[places] = encoded_parts
    return vectors

"""The text to embed for a passage: the passage below its headings, or a window of the note around it."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from vaultsearch.core.analyzer import passage_terms
from vaultsearch.core.chunking.chunker import Chunker, embedding_text, passage_header
from vaultsearch.core.models.device import leaving_a_core, on_battery
from vaultsearch.core.protocols import Encoder, PartEncoder, Ranges, Vectors
from vaultsearch.core.text import fold_text, unspaced_runs
from vaultsearch.core.values.note import EMPTY_NOTE, Note
from vaultsearch.core.values.search import Chunk, searched_part


class WordColumns(NamedTuple):
    """The columns searched by full text in a passage table.

    ``words`` has the analyzer's terms; ``unspaced`` runs of scripts without spaces, which LanceDB splits into
    words by dictionaries.
    """

    words: str
    unspaced: str


NOTE_COLUMNS, FILE_COLUMNS = WordColumns("words", "unspaced"), WordColumns("file_words", "file_unspaced")
"""Notes and other files are indexed apart, so a word's rarity is relative to passages of the same sort.

With both in one index, and 94 PDFs of another subject beside the sample vault, nDCG@10 fell by .005.
"""


class SearchedText(NamedTuple):
    """A passage's searched text as written: the note's names, the rest, and the language."""

    names: str
    rest: str
    language: str

    @classmethod
    def of(cls, chunk: Chunk) -> SearchedText:
        """Read a passage: the note's title and aliases, and the passage's headings and text."""
        headings = (*chunk.headings, *bare_headings(chunk.sections))
        return cls.joined(chunk.title, chunk.aliases, headings, chunk.text, chunk.language)

    @classmethod
    def joined(
        cls, title: str, aliases: Iterable[str], headings: Iterable[str], text: str, language: str
    ) -> SearchedText:
        """Join the searched parts of a passage."""
        return cls("\n".join([title, *aliases]), "\n".join([*headings, text]), language)


def bare_headings(sections: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Yield the headings without text beside a passage, from sections as values or as read from JSON."""
    return (heading_path[-1] for start, end, *_, heading_path in sections if start == end)


def searched_values(chunk: Chunk) -> tuple[str, str | None]:
    """Return a passage's values for the `WordColumns`, links' addresses included; None if all is spaced."""
    names, rest, language = SearchedText.of(chunk)
    text = f"{names}\n{rest}"
    terms = passage_terms("\n".join([text, *map(searched_part, chunk.addresses)]), language)
    return terms, " ".join(unspaced_runs(fold_text(text))) or None


@dataclass(frozen=True, slots=True)
class EmbeddedText:
    """A text as the model reads it, and the passage's ranges in it: no ranges mean the whole text."""

    text: str
    ranges: Ranges = ()

    @property
    def key(self) -> str:
        """The vector's key: a digest of everything it depends on, text and ranges."""
        named = f"{self.text}\0{self.ranges}" if self.ranges else self.text
        # A lone surrogate of a broken note must not fail here, where nothing could name the note.
        return hashlib.blake2b(named.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()

    @property
    def own(self) -> str:
        """The passage's part alone, including title and headings."""
        return "\n".join(self.text[start:end] for start, end in self.ranges) or self.text


def embedded_texts(chunks: Sequence[Chunk]) -> list[EmbeddedText]:
    """Return the text to embed for each passage; ``chunks`` include all passages of each window."""
    windows: dict[tuple[str, int], list[int]] = defaultdict(list)
    texts_to_embed = [EmbeddedText(standalone_text(chunk)) for chunk in chunks]
    for place, chunk in enumerate(chunks):
        if chunk.window_start is not None:
            windows[chunk.path, chunk.window_start].append(place)
    for places in windows.values():
        places.sort(key=lambda place: chunks[place].position)
        window = _window_texts([chunks[place] for place in places])
        for place, embedded in zip(places, window, strict=True):
            texts_to_embed[place] = embedded
    return texts_to_embed


def standalone_text(chunk: Chunk) -> str:
    """Return the text of a passage embedded alone; without text, it must not be found by title."""
    if not chunk.text.strip():
        return EMPTY_NOTE
    return embedding_text(chunk.title, chunk.headings, chunk.text)


def content_key(chunk: Chunk) -> str:
    """Return the key of a passage's own content with headings: the embedded text depends on neighbors."""
    return EmbeddedText(standalone_text(chunk)).key


def _window_texts(chunks: Sequence[Chunk]) -> list[EmbeddedText]:
    """Write a window's passages in turn: the title once, and each heading once."""
    text = ""

    def write_line(line: str) -> tuple[int, int]:
        """Add a line unless empty; return the bounds in characters."""
        nonlocal text
        start = len(text) + 1 if text else 0
        text = "\n".join(filter(None, (text, line)))
        return (start, len(text)) if line else (0, 0)

    title = write_line(passage_header(chunks[0].title, ()))
    heading, written = "", (0, 0)
    parts: list[Ranges] = []
    for chunk in chunks:
        header = passage_header("", chunk.headings)
        if header != heading:
            heading, written = header, write_line(header)
        ranges = (title, written if heading else (0, 0), write_line(chunk.text))
        parts.append(tuple((start, end) for start, end in ranges if start < end))
    return [EmbeddedText(text, part) for part in parts]


_MARK_TOKENS = 2
"""Tokens marking beginning and end."""


class LateChunker(Chunker):
    """Cuts as `Chunker` does, and groups consecutive passages that fit the model's window together."""

    __slots__ = ()

    @property
    def fingerprint(self) -> str:
        """The name of this way to cut and group: other fingerprints mean other passages."""
        return f"{super().fingerprint}:late-1"

    def chunks(self, note: Note) -> list[Chunk]:
        """Cut the note, and set the window each passage is embedded in."""
        cut = super().chunks(note)
        headings = [passage_header("", chunk.headings) for chunk in cut]
        texts = [passage_header(note.title, ()), *headings, *(chunk.text for chunk in cut)]
        title, *measured = self.lengths(texts)
        costs = list(zip(headings, measured[: len(cut)], measured[len(cut) :], strict=True))
        first, room, heading = 0, 0, ""
        firsts: list[int] = []
        for place, (line, line_length, length) in enumerate(costs):
            cost = length if line == heading else line_length + length
            if not firsts or cost > room:
                first, cost = place, line_length + length
                room = self.counter.window - _MARK_TOKENS - title
            room, heading = room - cost, line
            firsts.append(first)
        passages = Counter(firsts)
        return [
            replace(chunk, window_start=first_part) if passages[first_part] > 1 else chunk
            for chunk, first_part in zip(cut, firsts, strict=True)
        ]


def encode_embedded(encoder: Encoder, texts: Sequence[EmbeddedText], *, yielding: bool = False) -> Vectors:
    """Encode passages' texts in the model's process: float32 (n, dimension), unit length.

    An encoder other than a `PartEncoder` reads each passage alone. ``yielding`` leaves a core to other
    programs, as running on battery does.
    """
    windows: dict[str, list[int]] = defaultdict(list)
    for place, text in enumerate(texts):
        if text.ranges:
            windows[text.text].append(place)
    with leaving_a_core(yielding or on_battery()):
        if not isinstance(encoder, PartEncoder):
            return encoder.encode_passages([text.own for text in texts])
        vectors = np.empty((len(texts), encoder.dimension), dtype=np.float32)
        whole = [place for place, text in enumerate(texts) if not text.ranges]
        if whole:
            vectors[whole] = encoder.encode_passages([texts[place].text for place in whole])
        # For an empty list, an encoder would load its model all the same.
        if windows:
            parts = [[texts[place].ranges for place in places] for places in windows.values()]
            encoded = encoder.encode_parts(list(windows), parts)
            for places, vectors_of_parts in zip(windows.values(), encoded, strict=True):
                vectors[places] = vectors_of_parts
        return vectors

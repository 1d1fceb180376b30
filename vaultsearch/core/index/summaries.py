"""What a note is about as a whole: its most telling sentences, and one vector for all of it."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.index.chunking import embedding_text, sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.protocols import Encoder, Vectors

_SENTENCES = 6
_SHORTEST_SENTENCE = 20
_HEADINGS_CHARACTERS = 300
_EVEN_LENGTH = 5
"""Words added to a sentence's length, so that a single rare word is not the most telling sentence."""
# Words of four letters and more: most of the shorter ones are in every sentence.
_WORD = re.compile(r"\w{4,}")


@dataclass(frozen=True, slots=True)
class WholeNote:
    """A note as a summary is made from it: passages in order, with their vectors (passages, dimension)."""

    path: str
    content_hash: str
    title: str
    headings: tuple[str, ...]
    passages: tuple[str, ...]
    vectors: Vectors


@dataclass(frozen=True, slots=True)
class Summary:
    """A note's most telling sentences, and its vector: float32 (dimension,), unit length."""

    path: str
    content_hash: str
    text: str
    vector: Vectors


def summarize(encoder: Encoder, notes: Sequence[WholeNote]) -> list[Summary]:
    """Summarize notes; runs where the model is.

    The vector lies in the middle between that of the summary, under title and headings, and the mean
    of the passages'. A note of one passage has that passage's: there is nothing to sum up.
    """
    texts = [telling_sentences(note.passages) for note in notes]
    long = [i for i, note in enumerate(notes) if len(note.passages) > 1]
    headed = [_summary_text(notes[i], texts[i]) for i in long]
    encoded = dict(zip(long, encoder.encode_passages(headed) if headed else (), strict=True))
    vectors = [_whole(note.vectors, encoded.get(i)) for i, note in enumerate(notes)]
    return [
        Summary(note.path, note.content_hash, text, vector)
        for note, text, vector in zip(notes, texts, vectors, strict=True)
    ]


def telling_sentences(passages: Sequence[str]) -> str:
    """Give the sentences that hold most of what the note speaks of often, in their order.

    After SumBasic (Nenkova and Vanderwende, 2005), with a sentence's words counted once each.
    """
    found = [one.strip() for passage in passages for one in sentences(passage)]
    found = list(dict.fromkeys(one for one in found if len(one) >= _SHORTEST_SENTENCE))
    words = [_WORD.findall(sentence.casefold()) for sentence in found]
    often = Counter(word for of_one in words for word in of_one)

    def telling(i: int) -> float:
        weight = sum(math.log1p(often[word]) for word in sorted(set(words[i])))
        return weight / math.sqrt(len(words[i]) + _EVEN_LENGTH)

    best = sorted(range(len(found)), key=lambda i: (-telling(i), i))[:_SENTENCES]
    return "\n".join(found[i] for i in sorted(best))


def _summary_text(note: WholeNote, text: str) -> str:
    return embedding_text(note.title, (), "; ".join(note.headings)[:_HEADINGS_CHARACTERS] + "\n" + text)


def _whole(passages: Vectors, summary: Vectors | None) -> Vectors:
    mean = _unit(passages.mean(axis=0))
    return mean if summary is None else _unit(mean + summary)


def _unit(vector: Vectors) -> Vectors:
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-12), dtype=np.float32)

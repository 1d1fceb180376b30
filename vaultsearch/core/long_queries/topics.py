"""Which pieces of a text are about the same, and what that is called."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from vaultsearch.core.languages.function_words import frequent_words, function_words
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.query.words import is_spaced, word_spans
from vaultsearch.core.text import fold, parted, stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.query.vocabulary import Vocabulary
    from vaultsearch.core.values.search import Chunk

_COMPARED = 3
"""The best notes of each piece, of which neighbours are compared."""
_SHARED = 0.5
_IN_LABEL = 3
_SHORTEST = 3
_ANSWERED = 2.0
"""What a word counts that the found passages hold, too: it is what the notes have to say of the text."""

_UNKNOWN = 0.5
"""What a word counts that the vault does not hold: it says nothing of what the notes are about."""


def topics(found: Sequence[Sequence[Chunk]]) -> list[tuple[int, ...]]:
    """Group pieces by what was found for each, in order: neighbours that find the same notes are one topic.

    They do where they share half of their best notes. A piece that nothing was found for is in no topic;
    it parts two others only where those differ.
    """
    notes = [list(dict.fromkeys(chunk.path for chunk in chunks))[:_COMPARED] for chunks in found]
    told = [at for at, paths in enumerate(notes) if paths]
    groups: list[list[int]] = [[told[0]]] if told else []
    for before, after in pairwise(told):
        if _alike(notes[before], notes[after]):
            groups[-1].append(after)
        else:
            groups.append([after])
    return [tuple(group) for group in groups]


def _alike(one: Sequence[str], other: Sequence[str]) -> bool:
    shared = len({*one} & {*other})
    return shared >= _SHARED * min(len(one), len(other))


def label(
    text: str, found: Sequence[Chunk], vocabulary: Vocabulary, passages: int, language: str = ENGLISH
) -> str:
    """Name a topic by its most telling words, as they are first written in it, parted by commas.

    A word tells as it is frequent in ``text`` and rare in the vault's ``passages`` (tf-idf, Salton and
    Buckley 1988), and more where the passages that were found hold it. Without any, the best note's title.
    """
    written: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for word in _words(text):
        folded = fold(word)
        if _tells(folded, language):
            root = stem(folded)
            counts[root] += 1
            written.setdefault(root, word)
    held = {stem(fold(word)) for chunk in found for word in _words(f"{chunk.title} {chunk.text}")}

    def telling(root: str) -> float:
        holding = vocabulary.count(fold(written[root]))  # a stem has a stem of its own
        rare = math.log((1 + passages) / (1 + holding)) * (1.0 if holding else _UNKNOWN)
        return counts[root] * max(rare, 0.0) * (_ANSWERED if root in held else 1.0)

    best = sorted(counts, key=lambda root: (-telling(root), root))[:_IN_LABEL]
    return ", ".join(written[root] for root in best) or (found[0].title if found else "")


def _words(text: str) -> list[str]:
    """List the words; what is written without spaces is parted by a dictionary."""
    parts = (text[span.start : span.end] for span in word_spans(text))
    return [word for part in parts for word in ([part] if is_spaced(part) else parted(part).split())]


def _tells(word: str, language: str) -> bool:
    if not is_spaced(word):
        return len(word) > 1 and word not in function_words(language)
    little = frequent_words() if language == ENGLISH else function_words(language)
    return len(word) >= _SHORTEST and not word.isdigit() and word not in little

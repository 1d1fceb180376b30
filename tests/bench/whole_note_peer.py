"""A peer of thirty lines: BM25 over whole notes, each word weighted by how rare it is in the language, too.

As Vespa's global significance does: rarity in the vault times rarity in the language.
"""

import gzip
import json
import math
from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from tests.bench.floor_questions import WORD, VaultText, fold

_K1, _B = 1.2, 0.75


class WholeNotes:
    """Ranks the notes of a vault in the given languages."""

    def __init__(self, vault: VaultText, languages: Sequence[str]) -> None:
        self._notes = [(note.path, Counter(WORD.findall(note.text))) for note in vault.notes]
        self._mean = sum(words.total() for _, words in self._notes) / max(1, len(self._notes))
        self._languages = languages
        self._holding = Counter(word for _, words in self._notes for word in words)

    def __call__(self, query: str) -> list[str]:
        """Return the paths of the notes that hold a word of a query, best first."""
        weights = {word: self._weight(word) for word in WORD.findall(fold(query))}
        scores = {path: self._score(words, weights) for path, words in self._notes}
        return sorted((path for path in scores if scores[path] > 0), key=lambda path: -scores[path])

    def _score(self, words: Counter[str], weights: dict[str, float]) -> float:
        damping = _K1 * (1 - _B + _B * words.total() / self._mean)
        counts = ((words[word], weight) for word, weight in weights.items())
        return sum(weight * n * (_K1 + 1) / (n + damping) for n, weight in counts if n)

    def _weight(self, word: str) -> float:
        holding = self._holding[word]
        rarity = math.log(1 + (len(self._notes) - holding + 0.5) / (holding + 0.5))
        zipf = max(zipf_frequency(word, language) for language in self._languages)
        return rarity * min(1.0, max(0.05, (6.3 - zipf) / 3.3))


def zipf_frequency(word: str, language: str) -> float:
    """Return log10 of a word's occurrences in a thousand million words, 0 if the list lacks it."""
    counts, total = _counts(language)
    return math.log10(1 + counts.get(word, 0) / total * 1e9)


@cache
def _counts(language: str) -> tuple[dict[str, int], int]:
    packed = files("spellchecker").joinpath("resources", f"{language}.json.gz").read_bytes()
    counts: dict[str, int] = json.loads(gzip.decompress(packed))
    return counts, sum(counts.values())

"""Real words in the order of their frequency, for the generated notes."""

import random
from collections.abc import Sequence
from functools import cache
from itertools import accumulate

from vaultsearch.core.models.model_files import DEFAULT_MODEL, locate_embedding_model

_ZIPF_OFFSET = 2.7  # Mandelbrot's, for English
_SUFFIXES = ("ness", "ing", "able", "wards", "less", "ship", "let", "ward", "like", "fold")
_COMPOUND_SHARE, _TOPIC_SHARE = 0.05, 0.25
_TOPICS, _TOPIC_WORDS = 60, 40


@cache
def words() -> tuple[str, ...]:
    """Return the whole words of the default model's vocabulary, the most frequent first."""
    file = locate_embedding_model(DEFAULT_MODEL).path / "vocab.txt"
    listed = file.read_text(encoding="utf-8").splitlines()
    return tuple(word for word in listed if word.isascii() and word.isalpha() and len(word) > 1)


@cache
def _cumulated() -> tuple[float, ...]:
    return tuple(accumulate(1 / (rank + _ZIPF_OFFSET) for rank in range(len(words()))))


@cache
def _topic(number: int) -> tuple[str, ...]:
    return tuple(random.Random(f"topic {number}").sample(words()[300:8000], _TOPIC_WORDS))


def title_words(chooser: random.Random) -> list[str]:
    """Choose the words of a title or heading."""
    return chooser.sample(words()[150:6000], chooser.randint(2, 4))


def prose(chooser: random.Random, topic: int, count: int) -> list[str]:
    """Choose ``count`` words by Zipf's law, a quarter of them from the topic's own."""
    chosen = chooser.choices(words(), cum_weights=_cumulated(), k=count)
    return [_varied(chooser, word, _topic(topic % _TOPICS)) for word in chosen]


def _varied(chooser: random.Random, word: str, topic: Sequence[str]) -> str:
    chance = chooser.random()
    if chance < _TOPIC_SHARE:
        return chooser.choice(topic)
    if chance < _TOPIC_SHARE + _COMPOUND_SHARE and len(word) > 3:
        return word + chooser.choice(_SUFFIXES)
    return word

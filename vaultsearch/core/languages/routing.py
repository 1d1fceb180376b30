"""Which model reads which language: the embedding model what is English, the multilingual one the rest."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.languages.names import ENGLISH, UNDETERMINED

if TYPE_CHECKING:
    from collections.abc import Mapping

_A_STRAY_NOTE = 0.05
"""Up to this share of passages in other languages, questions are expected in the vault's own alone."""


@dataclass(frozen=True, slots=True)
class Routing:
    """What the languages of a vault's passages make of it.

    ``own`` is the language that most passages are in, which stands for undetermined ones. ``read`` are
    the languages of passages that the embedding model reads; None where there is no other model, so
    that it reads all.
    """

    own: str = ENGLISH
    read: frozenset[str] | None = None
    others: float = 0.0
    """The share of passages that the multilingual model reads."""

    @classmethod
    def of(cls, passages: Mapping[str, int], *, multilingual: bool) -> Routing:
        """Route a vault with so many passages in each language, by code."""
        told = Counter({language: count for language, count in passages.items() if language})
        own = max(told, key=lambda language: (told[language], language), default=ENGLISH)
        if not multilingual:
            return cls(own)
        read = frozenset({ENGLISH, UNDETERMINED} if own == ENGLISH else {ENGLISH})
        others = sum(count for language, count in passages.items() if language not in read)
        return cls(own, read, others / max(1, sum(passages.values())))

    def reads(self, language: str) -> bool:
        """Tell whether the embedding model reads a passage, or a question, in this language."""
        return self.read is None or language in self.read

    @property
    def is_mixed(self) -> bool:
        """Tell whether questions in one language are to be expected for passages in another."""
        return self.others > _A_STRAY_NOTE

"""Routing of languages to models: English to the embedding model, others to the multilingual one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.languages.names import ENGLISH, UNDETERMINED

if TYPE_CHECKING:
    from collections.abc import Mapping

_A_STRAY_NOTE = 0.05
"""Share of passages in other languages up to which questions are expected in the vault's own only."""


@dataclass(frozen=True, slots=True)
class Routing:
    """The routing of a vault's languages.

    Attributes:
        own: The language of most passages, assumed for undetermined ones.
        read: The languages of the embedding model's passages, or None without another model, so that it
            embeds all.
    """

    own: str = ENGLISH
    read: frozenset[str] | None = None
    others: float = 0.0
    """Share of the multilingual model's passages."""

    @classmethod
    def of(cls, passages: Mapping[str, int], *, multilingual: bool) -> Routing:
        """Route a vault, given the number of passages by language code."""
        known_languages = Counter({language: count for language, count in passages.items() if language})
        own = max(
            known_languages, key=lambda language: (known_languages[language], language), default=ENGLISH
        )
        if not multilingual:
            return cls(own)
        read = frozenset({ENGLISH, UNDETERMINED} if own == ENGLISH else {ENGLISH})
        others = sum(count for language, count in passages.items() if language not in read)
        return cls(own, read, others / max(1, sum(passages.values())))

    def reads(self, language: str) -> bool:
        """Return whether the embedding model encodes passages and questions in this language."""
        return self.read is None or language in self.read

    @property
    def is_mixed(self) -> bool:
        """Return whether questions are expected in another language than the passages."""
        return self.others > _A_STRAY_NOTE

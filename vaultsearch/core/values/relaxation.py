"""Queries to propose where one finds nothing: apart, as every command that searches imports them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from vaultsearch.core.values.search import Mode


@dataclass(frozen=True, slots=True)
class Edit:
    """A text edit: ``text`` replaces the characters from ``start`` to ``end``."""

    start: int
    end: int
    text: str = ""

    def applied(self, text: str) -> str:
        """Return the edited text."""
        return text[: self.start] + self.text + text[self.end :]


class RelaxationKind(StrEnum):
    """A relaxation's kind."""

    SPELLING = "spelling"
    """Replaces the misspelt ``subject`` by ``proposed``."""
    CONDITION = "condition"
    """Omits the condition written as ``subject``."""
    CONDITIONS = "conditions"
    """Omits all conditions."""
    PHRASE = "phrase"
    """Searches for the words of the phrase ``subject`` anywhere."""
    WORD = "word"
    """Searches for the word ``subject`` only."""
    MODE = "mode"
    """Uses another mode."""


@dataclass(frozen=True, slots=True)
class Relaxation:
    """A modified query with results: ``edit`` applied to the original query, asked in ``mode``.

    ``notes`` counts results or, with ``mention``, those containing any of its words; None if only known to be
    positive.
    """

    kind: RelaxationKind
    edit: Edit
    mode: Mode
    subject: str = ""
    proposed: str = ""
    notes: int | None = None
    mention: bool = False

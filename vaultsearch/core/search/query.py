"""The query language: what was typed -> words that rank, conditions that decide, hints."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from vaultsearch.core.search.query_conditions import held_texts, said

if TYPE_CHECKING:
    from vaultsearch.core.search.query_conditions import Condition


@dataclass(frozen=True, slots=True)
class Query:
    """A query as it is read. ``words`` rank and never exclude; all ``conditions`` must hold.

    ``hints`` are sentences on what was left unfinished or cannot be read.
    """

    text: str
    words: str
    conditions: tuple[Condition, ...] = ()
    hints: tuple[str, ...] = ()

    @property
    def reading(self) -> str:
        """Say in one line how the query is read."""
        words = [f"words: {self.words}"] if self.words else []
        return " · ".join([*words, *map(said, self.conditions)])

    @property
    def shown_words(self) -> str:
        """Give the words that a passage may show, those of phrases among them."""
        return " ".join([self.words, *(text for part in self.conditions for text in held_texts(part))])


def parse(text: str, today: date | None = None) -> Query:
    """Read what was typed; never raises. Dates such as ``last week`` are counted from ``today``."""
    from vaultsearch.core.search.query_grammar import read

    return Query(text, *read(text, today or date.today()))


def literal(text: str) -> Query:
    """Take what was typed for what it is: words, and nothing else."""
    return Query(text, text)

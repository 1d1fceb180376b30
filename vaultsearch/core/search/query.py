"""The query language: what was typed -> words that rank, conditions that decide, hints."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.search.query_conditions import held_texts, said
from vaultsearch.core.search.variants import variants

if TYPE_CHECKING:
    from vaultsearch.core.search.expansion import Correction
    from vaultsearch.core.search.query_conditions import Condition


@dataclass(frozen=True, slots=True)
class Query:
    """A query as it is read. ``words`` rank and never exclude; all ``conditions`` must hold.

    ``hints`` are sentences on what was left unfinished, cannot be read, or is read as something else,
    such as the ``corrections``: words that are looked for as others of the index. ``language`` is that of
    the words, by its code.
    """

    text: str
    words: str
    conditions: tuple[Condition, ...] = ()
    hints: tuple[str, ...] = ()
    corrections: tuple[Correction, ...] = ()
    language: str = ENGLISH

    @property
    def asked(self) -> str:
        """Give the words as legs are asked for them: before a space, the last one is typed to its end."""
        last = self.words.rpartition(" ")[2]
        return self.words if self.text.endswith(last) else self.words + " "

    @property
    def reading(self) -> str:
        """Say in one line how the query is read."""
        words = [f"words: {self.words}"] if self.words else []
        return " · ".join([*words, *map(said, self.conditions)])

    @property
    def shown_words(self) -> str:
        """Give the words that a passage may show, those of phrases, corrections and variants among them."""
        corrected = (word for one in self.corrections for word in one.words)
        held = (text for part in self.conditions for text in held_texts(part))
        return " ".join([self.words, *corrected, *held, *variants(self.words)])


def parse(text: str, today: date | None = None) -> Query:
    """Read what was typed; never raises. Dates such as ``last week`` are counted from ``today``."""
    from vaultsearch.core.search.query_grammar import read

    return Query(text, *read(text, today or date.today()))


def literal(text: str) -> Query:
    """Take what was typed for what it is: words, and nothing else."""
    return Query(text, text)

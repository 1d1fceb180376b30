"""The query language: what was typed -> words that rank, conditions that decide, hints."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from vaultsearch.core.errors import QueryError
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.query.conditions import Holds, Place, Within, held_texts, said
from vaultsearch.core.query.words import beginning, query_terms, typed_terms, variants
from vaultsearch.core.text import fold
from vaultsearch.core.values.query import LONGEST_QUERY

if TYPE_CHECKING:
    from vaultsearch.core.query.conditions import Condition
    from vaultsearch.core.query.expansion import Correction


def require_short(query: str) -> None:
    """Raise QueryError for a query that is longer than any that somebody types."""
    if len(query) > LONGEST_QUERY:
        raise QueryError(
            f"A query has {LONGEST_QUERY:,} characters at most; this one has {len(query):,}.",
            "Search with it as a text: --from-file FILE, search_passage over MCP, or pasted into the window.",
        )


_MOST_NAMES = 16
_TAG = re.compile(r"#[\w/-]+")


@dataclass(frozen=True, slots=True)
class Query:
    """A query as it is read. ``words`` rank and never exclude; all ``conditions`` must hold.

    ``hints`` are sentences on what was left unfinished, cannot be read, or is read as something else,
    such as the ``corrections``: words that are looked for as others of the index. ``language`` is that of
    the words, by its code. ``is_literal`` tells that they are looked for as they stand, within words, too.
    """

    text: str
    words: str
    conditions: tuple[Condition, ...] = ()
    hints: tuple[str, ...] = ()
    corrections: tuple[Correction, ...] = ()
    language: str = ENGLISH
    is_literal: bool = False

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
    def tagged(self) -> Query | None:
        """Give the query for the notes with the tags that all of the words are; None where they are not."""
        tags = [word.removeprefix("#") for word in self.words.split()]
        if self.is_literal or not tags or not all(map(_TAG.fullmatch, self.words.split())):
            return None
        asked = (Within(Place.TAG, Holds(tag)) for tag in tags)
        return replace(self, words="", conditions=(*self.conditions, *asked))

    @property
    def names(self) -> tuple[str, ...]:
        """List what may name a note: the words as they are typed, and with misspelt ones mended."""
        return _names(self.words, self.corrections)

    @property
    def terms(self) -> tuple[str, ...]:
        """List what a passage may show: the words, corrections and variants of them, what conditions ask for.

        Conditions, and what is asked literally, hold within words, too: their terms begin others.
        """
        corrected = (word for one in self.corrections for word in one.words)
        others = " ".join([*corrected, *variants(self.words)])
        held = " ".join(text for part in self.conditions for text in held_texts(part))
        within = [*(query_terms(self.words) if self.is_literal else ()), *query_terms(held)]
        typed = [] if self.is_literal else typed_terms(self.asked, self.language)
        return tuple(dict.fromkeys([*typed, *query_terms(others), *map(beginning, within)]))


@lru_cache(maxsize=64)
def _names(words: str, corrections: tuple[Correction, ...]) -> tuple[str, ...]:
    """As above; each of an answer's passages asks for it."""
    names = [words]
    for one in corrections:
        slip = re.compile(rf"\b{re.escape(one.typed)}\b")
        mended = [slip.sub(word, fold(name)) for name in names for word in one.words]
        names = list(dict.fromkeys([*names, *mended]))[:_MOST_NAMES]
    return tuple(names)


def parse(text: str, today: date | None = None) -> Query:
    """Read what was typed; never raises. Dates such as ``last week`` are counted from ``today``."""
    from vaultsearch.core.query.reading import read

    return Query(text, *read(text, today or date.today()))


def literal(text: str, *, within_words: bool = False) -> Query:
    """Take what was typed for what it is: words, and nothing else."""
    return Query(text, text, is_literal=within_words)

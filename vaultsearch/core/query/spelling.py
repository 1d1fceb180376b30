"""Corrections of a query -> what is said of its spelling, and the query that undoes them or takes them up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.analyzer import fold_word, words_in
from vaultsearch.core.query.expansion import VERBATIM
from vaultsearch.core.query.query import replaced_words
from vaultsearch.core.values.search import Spelling

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.query.expansion import Correction
    from vaultsearch.core.query.query import Query


def spelling_of(query: Query, corrections: Sequence[Correction]) -> Spelling | None:
    """Return the spelling that a query is searched with, else the one to suggest; None if it is as typed."""
    searched = {correction.typed: correction.words[0] for correction in corrections if correction.replaces}
    if searched:
        verbatim = {typed: VERBATIM + typed for typed in searched}
        return _spelling(query, searched, _verbatim(query.text, verbatim), is_searched=True)
    suggested = {correction.typed: correction.words[0] for correction in corrections if correction.known}
    if suggested:
        return _spelling(query, suggested, replaced_words(query.text, suggested), is_searched=False)
    return None


def _spelling(query: Query, meant: dict[str, str], other: str, *, is_searched: bool) -> Spelling:
    typed = [match.group() for match in words_in(query.words) if fold_word(match.group()) in meant]
    corrected = " ".join(meant[fold_word(word)] for word in typed)
    return Spelling(" ".join(typed), corrected, other, is_searched)


def _verbatim(text: str, words: dict[str, str]) -> str:
    """Mark words of a query as meant as they are typed."""
    for match in reversed(list(words_in(text))):
        if fold_word(match.group()) in words:
            text = text[: match.start()] + VERBATIM + text[match.start() :]
    return text

"""German and neighboring languages' compounds around a query's word."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from vaultsearch.core.languages.detection import function_words, is_listed_word
from vaultsearch.core.text import fold_text

if TYPE_CHECKING:
    from vaultsearch.core.query.vocabulary import WordVocabulary

_COMPOUNDING = ("de", "nl", "da", "nb", "no", "sv")
"""Languages that write compounds in one word."""
_LINKS = ("", "s", "e", "n", "es", "en", "er", "ns", "ens")
"""Letters between the parts of a compound, and endings."""
_SHORTEST, _SHORTEST_PART = 4, 3
"""Minimum letters of a word sought inside others, and of the remaining parts."""
_MAX_COMPOUNDS, _MAX_EXAMINED = 8, 80


def compounds_of(term: str, vocabulary: WordVocabulary) -> list[str]:
    """Return the vault's compounds with a folded word, the most frequent first.

    Each remaining part must be a word in the vault or a dictionary: *Schlüssel* is part of
    *Wohnungsschlüssel*, but *Mus* is not part of *Museum*.
    """
    languages = [language for language in _COMPOUNDING if language in vocabulary.all_languages]
    if not languages or len(term) < _SHORTEST or any(term in function_words(each) for each in languages):
        return []

    @cache
    def is_word(part: str) -> bool:
        if len(part) < _SHORTEST_PART:
            return False
        return vocabulary.count_as_written(fold_text(part)) > 0 or any(
            is_listed_word(part, each) for each in languages
        )

    @cache
    def is_part(written: str) -> bool:
        bare = [written.removesuffix(link) for link in _LINKS if written.endswith(link)]
        # German drops an e: Schule, Schulbuch.
        return any(map(is_word, (*bare, f"{written}e")))

    def is_compound(word: str) -> bool:
        start, written = word.find(term), vocabulary.usual(word) or word
        # Dictionaries have accents; if folding changes the number of letters, the folded form is cut.
        written = written if len(written) == len(word) else word
        before, behind = written[:start], written[start + len(term) :]
        if behind in _LINKS:
            return bool(before) and is_part(before)
        linked = [behind.removeprefix(link) for link in _LINKS if behind.startswith(link)]
        return (not before or is_part(before)) and any(map(is_part, linked))

    examined = vocabulary.containing(term)[:_MAX_EXAMINED]
    return [word for word in examined if is_compound(word)][:_MAX_COMPOUNDS]

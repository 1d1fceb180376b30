"""Function words and other frequent words of languages."""

from __future__ import annotations

from functools import cache

from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.text import fold

_IN_ENGLISH = """
a an and are as at be been but by can could did do does for from had has have he her his how i if in
into is it its me my of on or our she should so some than that the their them then there these they
this those to was we were what when where which who why will with would you your
"""
"""Shorter than other lists, because "the who" and "how to" are also searched for."""
_OTHER_CODES = {"no": "nb"}


@cache
def function_words(language: str) -> frozenset[str]:
    """Return the folded function words of a language by code; empty if unknown."""
    if language == ENGLISH:
        return frozenset(_IN_ENGLISH.split())
    from stop_words import LANGUAGE_MAPPING, get_stop_words

    code = _OTHER_CODES.get(language, language)
    if code not in LANGUAGE_MAPPING:
        return frozenset()
    return frozenset(fold(word).replace("'", "") for word in get_stop_words(code))


@cache
def frequent_words() -> frozenset[str]:
    """Return folded frequent English words, many more than the function words."""
    from stop_words import get_stop_words

    return frozenset(map(fold, get_stop_words(ENGLISH)))

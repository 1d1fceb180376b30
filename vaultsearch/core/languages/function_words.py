"""The words of a language that hold its sentences together and say little by themselves."""

from __future__ import annotations

from functools import cache

from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.text import fold

_IN_ENGLISH = """
a an and are as at be been but by can could did do does for from had has have he her his how i if in
into is it its me my of on or our she should so some than that the their them then there these they
this those to was we were what when where which who why will with would you your
"""
"""Fewer than other lists have: "the who" and "how to" are asked for as well."""
_OTHER_CODES = {"no": "nb"}


@cache
def function_words(language: str) -> frozenset[str]:
    """Give those of a language, by its code, folded; none where they are not known."""
    if language == ENGLISH:
        return frozenset(_IN_ENGLISH.split())
    from stop_words import LANGUAGE_MAPPING, get_stop_words

    code = _OTHER_CODES.get(language, language)
    return frozenset(map(fold, get_stop_words(code))) if code in LANGUAGE_MAPPING else frozenset()


@cache
def frequent_words() -> frozenset[str]:
    """Give English words that stand everywhere, folded: many more than hold sentences together."""
    from stop_words import get_stop_words

    return frozenset(map(fold, get_stop_words(ENGLISH)))

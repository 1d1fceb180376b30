"""Function words are known for many languages, and folded as queries are."""

from __future__ import annotations

import pytest

from vaultsearch.core.languages.detection import function_words
from vaultsearch.core.languages.names import LANGUAGE_NAMES
from vaultsearch.core.query.words import query_terms
from vaultsearch.core.text import fold_text


@pytest.mark.parametrize(
    ("language", "word"),
    [("en", "the"), ("de", "über"), ("fr", "été"), ("ru", "ещё"), ("no", "og"), ("ar", "في")],
)
def test_the_usual_ones_are_known_as_a_query_writes_them(language: str, word: str) -> None:
    assert fold_text(word) in function_words(language)


def test_where_a_languages_are_not_known_there_are_none() -> None:
    assert function_words("eu") == frozenset()
    assert function_words("") == frozenset()


@pytest.mark.parametrize("language", sorted(LANGUAGE_NAMES))
def test_every_language_has_some_or_none(language: str) -> None:
    assert all(fold_text(word) == word for word in function_words(language))


def test_a_query_is_marked_without_those_of_its_own_language() -> None:
    assert query_terms("Wann wird die Heizung gewartet", "de") == ["heizung", "gewartet"]
    assert query_terms("die casting", "en") == ["die", "casting"]
    assert query_terms("was ist das", "de") == ["was", "ist", "das"], "where there is nothing else"

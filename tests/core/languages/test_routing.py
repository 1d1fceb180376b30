"""Routing of languages to models, by the languages of a vault's passages."""

from __future__ import annotations

import pytest

from vaultsearch.core.languages.names import Routing


@pytest.mark.parametrize(
    ("counts", "own", "others", "is_mixed", "reads"),
    [
        ({"en": 60, "de": 40}, "en", 0.4, True, ["en", ""]),
        ({"en": 9, "": 3}, "en", 0.0, False, ["en", ""]),
        ({"de": 9, "": 300}, "de", 1.0, True, ["en"]),  # what is undetermined is in the vault's language
        ({"": 3}, "en", 0.0, False, ["en", ""]),  # nothing else is known of it
        ({"en": 99, "fr": 1}, "en", 0.01, False, ["en", ""]),
        ({"en": 90, "fr": 10}, "en", 0.1, True, ["en", ""]),
        ({}, "en", 0.0, False, ["en", ""]),
    ],
)
def test_english_is_for_the_embedding_model_and_all_else_for_the_multilingual(
    counts: dict[str, int], own: str, others: float, is_mixed: bool, reads: list[str]
) -> None:
    routing = Routing.of(counts, multilingual=True)
    assert (routing.own, routing.others, routing.is_mixed) == (own, others, is_mixed)
    assert [language for language in ("en", "de", "") if routing.reads(language)] == reads
    alone = Routing.of(counts, multilingual=False)
    assert (alone.reads("zh"), alone.read) == (True, None)

"""Routing of languages to models, by the languages of a vault's passages."""

from __future__ import annotations

from vaultsearch.core.languages.names import Routing


def test_english_is_for_the_embedding_model_and_all_else_for_the_multilingual() -> None:
    routing = Routing.of({"en": 60, "de": 40}, multilingual=True)
    assert routing.reads("en")
    assert not routing.reads("de")
    assert (routing.own, routing.others, routing.is_mixed) == ("en", 0.4, True)


def test_an_undetermined_passage_is_in_the_language_of_the_vault() -> None:
    assert Routing.of({"en": 9, "": 3}, multilingual=True).reads("")
    assert not Routing.of({"de": 9, "": 300}, multilingual=True).reads("")
    assert Routing.of({"": 3}, multilingual=True).reads(""), "nothing else is known of it"


def test_a_stray_note_makes_no_vault_of_two_languages() -> None:
    assert not Routing.of({"en": 99, "fr": 1}, multilingual=True).is_mixed
    assert Routing.of({"en": 90, "fr": 10}, multilingual=True).is_mixed


def test_without_a_multilingual_model_the_embedding_model_reads_all() -> None:
    routing = Routing.of({"zh": 10}, multilingual=False)
    assert routing.reads("zh")
    assert routing.read is None


def test_an_empty_vault_is_taken_for_an_english_one() -> None:
    routing = Routing.of({}, multilingual=True)
    assert (routing.own, routing.others) == ("en", 0.0)

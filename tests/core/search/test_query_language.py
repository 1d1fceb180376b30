"""In which language a question is asked, and what follows from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.builders import LanguageCounts
from vaultsearch.core.search.query_language import QueryLanguages

if TYPE_CHECKING:
    from collections.abc import Mapping

ENGLISH_VAULT = {"en": 100}
GERMAN_VAULT = {"de": 95, "en": 3, "": 2}
MIXED_VAULT = {"en": 50, "de": 50}


def languages(counts: Mapping[str, int], *, unread: int = 0, **options: object) -> QueryLanguages:
    return QueryLanguages(LanguageCounts(counts, unread), **options)  # type: ignore[arg-type]  # by name


@pytest.mark.parametrize(
    ("query", "counts", "expected"),
    [
        ("what did we say about the mast", ENGLISH_VAULT, "en"),
        ("Wie heißt der Fluss, an dem die Stadt liegt?", ENGLISH_VAULT, "de"),
        ("龙骨", ENGLISH_VAULT, "zh"),
        ("рецепт борща", ENGLISH_VAULT, "ru"),
        ("Kubernetes", ENGLISH_VAULT, "en"),
        ("Kubernetes", GERMAN_VAULT, "de"),
        ("2026", GERMAN_VAULT, "de"),
        ("Rechnung Steuer", MIXED_VAULT, "de"),
        ("meeting notes", MIXED_VAULT, "en"),
        ("", MIXED_VAULT, "en"),
    ],
)
async def test_letters_decide_and_in_doubt_the_vault(
    query: str, counts: Mapping[str, int], expected: str
) -> None:
    assert await languages(counts)(query) == expected


async def test_questions_before_it_decide_where_letters_and_vault_do_not() -> None:
    asked = languages({"en": 60, "de": 40})
    assert await asked("Arbeit") in ("de", "en")
    for question in ("Wann wurde das Schiff gebaut und von wem?", "Wo liegen die alten Segel und Taue?"):
        assert await asked(question) == "de"
    assert await asked("Arbeit") == "de"


async def test_the_user_has_the_last_word() -> None:
    assert await languages(ENGLISH_VAULT, always="fr")("what did we say about the mast") == "fr"


async def test_without_a_multilingual_model_there_is_nothing_to_tell() -> None:
    assert await languages(GERMAN_VAULT, multilingual=False)("what did we say") == "de"


async def test_a_language_that_was_surely_asked_in_is_told_of_once_for_each_question() -> None:
    told: list[str] = []
    asked = languages(ENGLISH_VAULT, on_asked=told.append)
    for typed in ("Wie", "Wie heißt", "Wie heißt der Fluss", "Wie heißt der Fluss", "what did we say of it"):
        await asked(typed)
    assert told == ["de"]


async def test_a_question_is_foreign_where_few_passages_are_in_its_language() -> None:
    german = languages({"de": 90, "en": 10})
    assert await german.is_foreign("what did we say about the mast")
    assert not await german.is_foreign("Wie heißt der Fluss, an dem die Stadt liegt?")
    assert not await languages(MIXED_VAULT).is_foreign("what did we say about the mast")


async def test_what_a_question_misses_is_said_with_a_number() -> None:
    asked = languages(ENGLISH_VAULT, unread=1234)
    assert await asked.hint("what did we say about the mast") is None
    hint = await asked.hint("Wie heißt der Fluss, an dem die Stadt liegt?")
    assert hint is not None
    assert hint.startswith("Asked in German: 1,234 passages in English")
    assert await languages(ENGLISH_VAULT)("Wie heißt der Fluss?") == "de"
    assert await languages(ENGLISH_VAULT).hint("Wie heißt der Fluss?") is None, "all has been read for it"

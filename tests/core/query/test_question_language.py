"""Questions: told from mere words, their language, and what carries their subject to one's own notes."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.builders import LanguageCounts, present
from vaultsearch.core.query.query import parse_query
from vaultsearch.core.query.question_language import QueryLanguages, describe_unread
from vaultsearch.core.query.questions import is_question, subject_of
from vaultsearch.core.tracing import without_timeouts
from vaultsearch.core.values.search import ReadingPlan

ENGLISH_VAULT = {"en": 100}
GERMAN_VAULT = {"de": 95, "en": 3, "": 2}
MIXED_VAULT = {"en": 50, "de": 50}


def languages(counts: Mapping[str, int], *, unread: int = 0, **options: Any) -> QueryLanguages:
    return QueryLanguages(LanguageCounts(counts, unread), **options)


MAST, RIVER = "what did we say about the mast", "Wie heißt der Fluss, an dem die Stadt liegt?"


@pytest.mark.parametrize(
    ("query", "counts", "options", "expected"),
    [
        (MAST, ENGLISH_VAULT, {}, "en"), (RIVER, ENGLISH_VAULT, {}, "de"), ("龙骨", ENGLISH_VAULT, {}, "zh"),
        ("рецепт борща", ENGLISH_VAULT, {}, "ru"), ("Kubernetes", ENGLISH_VAULT, {}, "en"),
        ("Kubernetes", GERMAN_VAULT, {}, "de"), ("2026", GERMAN_VAULT, {}, "de"),
        ("Rechnung Steuer", MIXED_VAULT, {}, "de"), ("meeting notes", MIXED_VAULT, {}, "en"),
        ("", MIXED_VAULT, {}, "en"),
        # A language that the vault does not hold is told only where it is sure, or what the user wants read.
        ("Brotteig einrichten", ENGLISH_VAULT, {}, "en"),
        ("Brotteig einrichten", {"en": 80, "de": 20}, {}, "de"),
        ("Brotteig einrichten", ENGLISH_VAULT, {"requested": lambda: frozenset({"de"})}, "de"),
        (MAST, ENGLISH_VAULT, {"always": "fr"}, "fr"), (MAST, GERMAN_VAULT, {"multilingual": False}, "de"),
    ],
)  # fmt: skip
async def test_letters_then_the_vault_decide_unless_the_user_does(
    query: str, counts: Mapping[str, int], options: dict[str, Any], expected: str
) -> None:
    assert await languages(counts, **options)(query) == expected


async def test_who_cannot_wait_is_told_nothing_and_the_language_is_told_once_it_is_known() -> None:
    free, asked = asyncio.Event(), []

    async def busy(function: Callable[..., object], query: str, *args: object) -> object:
        asked.append(query)
        await free.wait()
        return function(query, *args)

    german = languages(MIXED_VAULT, run=busy)
    with without_timeouts():
        waiting = asyncio.create_task(german.detect_soon("Rechnung Steuer"))
    assert await german.detect_soon("Rechnung Steuer") is None
    telling = asyncio.create_task(german("Rechnung Steuer"))
    free.set()
    assert await telling == await waiting == "de"
    assert await german.detect_soon("Rechnung Steuer") == "de"
    assert asked == ["Rechnung Steuer"]


async def test_what_is_still_being_told_ends_with_the_vault() -> None:
    async def never(*_: object) -> object:
        return await asyncio.Event().wait()

    german = languages(MIXED_VAULT, run=never)
    assert await german.detect_soon("Rechnung Steuer") is None
    await german.close()
    assert len(asyncio.all_tasks()) == 1


async def test_questions_before_it_decide_where_letters_and_vault_do_not() -> None:
    asked = languages({"en": 65, "de": 35})
    german = "Wann wurde das Schiff gebaut und von wem?", "Wo liegen die alten Segel und Taue?"
    assert [await asked(question) for question in ("Segel", *german, "Segel")] == ["en", "de", "de", "de"]


async def test_of_many_questions_the_languages_of_few_are_left_out() -> None:
    """Sets of English questions were taken for other languages, and passages embedded again in vain."""
    english = ["prototype", "tiramisu recipe", "docker compose", "what is a garboard", "per capita income"]
    german = [RIVER]
    assert await languages(ENGLISH_VAULT).of_questions(english * 5) == ["en"]
    assert await languages(ENGLISH_VAULT).of_questions(english * 5 + german) == ["en"]
    assert await languages(ENGLISH_VAULT).of_questions(english + german * 3) == ["de", "en"]
    assert await languages(ENGLISH_VAULT).of_questions([]) == []


async def test_a_question_is_foreign_where_few_passages_are_in_its_language() -> None:
    german = languages({"de": 90, "en": 10})
    asked = (german, MAST), (german, RIVER), (languages(MIXED_VAULT), MAST)
    assert [await vault.is_foreign(question) for vault, question in asked] == [True, False, False]


async def test_reading_notes_for_another_language_is_offered_with_its_cost() -> None:
    """One stray German question caused a whole vault to be embedded for eight minutes, unasked."""
    asked = languages(ENGLISH_VAULT, unread=32_000)
    assert await asked.unread(MAST) is None
    unread = present(await asked.unread(RIVER))
    assert (unread.language, unread.passages, unread.reading) == ("de", 32_000, ReadingPlan.OFFERED)
    assert unread.seconds == pytest.approx(1920)
    sentence = "This looks like German: 32,000 English passages are matched by keywords only."
    assert describe_unread(unread) == sentence
    assert await languages(ENGLISH_VAULT).unread(RIVER) is None, "all has been read for it"


async def test_notes_are_read_without_asking_where_the_vault_holds_the_language_itself() -> None:
    unread = present(await languages(MIXED_VAULT, unread=50).unread(RIVER))
    assert unread.reading is ReadingPlan.EXPECTED
    assert describe_unread(unread).endswith("matched by keywords only until indexing is done.")


@pytest.mark.parametrize("question", ["blorf", "zwiffle grunk", "2026", "Brot"])
async def test_a_language_that_is_only_assumed_is_not_said_to_be_that_of_a_question(question: str) -> None:
    """Words in no language "looked like Chinese" to a Chinese vault with some English notes."""
    for own in ("zh", "de"):
        assert await languages({own: 80, "en": 20}, unread=20).unread(question) is None
    assert await languages({"zh": 80, "en": 20}, unread=20).unread("房租什么时候交") is not None


async def test_what_the_user_wants_read_is_on_its_way() -> None:
    asked = languages(ENGLISH_VAULT, unread=1, requested=lambda: frozenset({"de"}))
    unread = present(await asked.unread(RIVER))
    assert unread.reading is ReadingPlan.WANTED
    assert "1 English passage is matched" in describe_unread(unread)


@pytest.mark.parametrize(
    ("language", "questions", "others"),
    [
        ("en", ["how do I sharpen a plane", "What’s the rule of twelfths", "in which year was she built",
                "is larch any good", "pottery course?", "what do my notes say about larch"],
         ["", "sync", "vault", "pottery course", "proxy settings", "can opener", "who", "come back later",
          "comment syntax", "whole wheat bread"]),
        ("de", ["wie trocken muss das Holz sein", "Kann man Eiche dämpfen", "who built the boat"],
         ["Töpferkurs", "Wohnung kündigen"]),
        ("it", ["come si fa il pane"], []),
        ("fr", ["où est-ce que la marée monte", "peut-on plier le chêne"], []),
        ("es", ["cómo se dobla el roble"], []), ("ru", ["как сушить дерево"], []),
        ("zh", ["木材怎么干燥"], ["木材 干燥"]), ("ja", ["木はどこで乾かす"], []),
        ("ko", ["나무를 어떻게 말리나"], []),
        ("ar", ["هل الخشب جاف"], []),
    ],
)  # fmt: skip
def test_a_question_has_its_word_mark_or_verb(language: str, questions: list[str], others: list[str]) -> None:
    expected = dict.fromkeys(questions, True) | dict.fromkeys(others, False)
    assert {words: is_question(words, language) for words in expected} == expected


CARRIED = {
    "what do my notes say about liberty?": "liberty", "Where did I write about the boat": "the boat",
    "find my notes on keel bolts": "keel bolts", "notes: canvas": "canvas",
    "where is the mast mentioned?": "the mast", "Was habe ich über Segeln geschrieben?": "Segeln",
    "was steht zu Bremsen": "Bremsen", "Notizen zu Freiheit": "Freiheit",
    "dove ho scritto di amore?": "amore", "cosa ho scritto dell'opera": "opera",
    "appunti sulla barca": "barca", "où ai-je écrit sur la mer": "la mer", "mes notes sur Rouen": "Rouen",
    "dónde escribí sobre el faro": "el faro", "mis notas sobre Lima": "Lima",
    "onde escrevi sobre o mar": "o mar", "waar heb ik over kaas geschreven?": "kaas",
    "gdzie pisałem o morzu": "morzu", "где я писал о море?": "море", "deniz hakkında ne yazdım": "deniz",
    "أين كتبت عن البحر": "البحر", "关于番茄我写了什么": "番茄", "番茄的笔记": "番茄",
    "我在哪里写过番茄": "番茄", "我写过的关于番茄": "番茄", "有没有写过番茄？": "番茄",
    "找一下关于番茄的笔记": "番茄", "金沢について何を書いた？": "金沢", "바다에 대한 메모": "바다",
    "บันทึกเกี่ยวกับทะเล": "ทะเล",
}  # fmt: skip


@pytest.mark.parametrize(("question", "subject"), CARRIED.items())
def test_the_subject_of_a_question_is_what_is_searched_for(question: str, subject: str) -> None:
    assert subject_of(question) == subject
    query = parse_query(question)
    assert query.words == subject
    assert query.names == (question, subject)  # a note may be named by either


@pytest.mark.parametrize(
    "question",
    [
        "notes", "how to launch a product", "where is the key", "meeting notes", "write about it",
        "何を書いた", "番茄",
    ],
)  # fmt: skip
def test_other_questions_are_searched_for_as_typed(question: str) -> None:
    assert subject_of(question) is None
    assert parse_query(question).words == question


def test_what_places_the_subject_in_time_is_left_out_as_well() -> None:
    query = parse_query("what did I write last month about the boat")
    assert (query.words, query.is_relative) == ("the boat", True)
    # Notes of last month are asked for, not the one of that name.
    assert query.names == ("what did I write last month about the boat",)

"""What carries a question's subject to one's own notes is not searched for, in any of sixteen languages."""

from __future__ import annotations

import pytest

from vaultsearch.core.query.query import parse_query
from vaultsearch.core.query.questions import subject_of

CARRIED = {
    "what do my notes say about liberty?": "liberty",
    "Where did I write about the boat": "the boat",
    "find my notes on keel bolts": "keel bolts",
    "notes: canvas": "canvas",
    "where is the mast mentioned?": "the mast",
    "Was habe ich über Segeln geschrieben?": "Segeln",
    "was steht zu Bremsen": "Bremsen",
    "Notizen zu Freiheit": "Freiheit",
    "dove ho scritto di amore?": "amore",
    "cosa ho scritto dell'opera": "opera",
    "appunti sulla barca": "barca",
    "où ai-je écrit sur la mer": "la mer",
    "mes notes sur Rouen": "Rouen",
    "dónde escribí sobre el faro": "el faro",
    "mis notas sobre Lima": "Lima",
    "onde escrevi sobre o mar": "o mar",
    "waar heb ik over kaas geschreven?": "kaas",
    "gdzie pisałem o morzu": "morzu",
    "где я писал о море?": "море",
    "deniz hakkında ne yazdım": "deniz",
    "أين كتبت عن البحر": "البحر",
    "关于番茄我写了什么": "番茄",
    "番茄的笔记": "番茄",
    "我在哪里写过番茄": "番茄",
    "金沢について何を書いた？": "金沢",
    "바다에 대한 메모": "바다",
    "บันทึกเกี่ยวกับทะเล": "ทะเล",
}


@pytest.mark.parametrize(("question", "subject"), CARRIED.items())
def test_the_subject_of_a_question_is_what_is_searched_for(question: str, subject: str) -> None:
    assert subject_of(question) == subject
    query = parse_query(question)
    assert query.words == subject
    assert query.names == (question, subject)  # a note may be named by either


@pytest.mark.parametrize(
    "question",
    [
        "notes",
        "how to launch a product",
        "where is the key",
        "meeting notes",
        "write about it",
        "何を書いた",
        "番茄",
    ],
)
def test_other_questions_are_searched_for_as_typed(question: str) -> None:
    assert subject_of(question) is None
    assert parse_query(question).words == question


def test_what_places_the_subject_in_time_is_left_out_as_well() -> None:
    query = parse_query("what did I write last month about the boat")
    assert (query.words, query.is_relative) == ("the boat", True)
    # Notes of last month are asked for, not the one of that name.
    assert query.names == ("what did I write last month about the boat",)

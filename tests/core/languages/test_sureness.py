"""Certainty of the detected language of a question."""

from __future__ import annotations

import pytest

from vaultsearch.core.languages.detection import detect, is_sure

ENGLISH_VAULT = {"en": 1.0}


@pytest.mark.parametrize(
    ("question", "surely"),
    [
        ("Wie heißt der Fluss, an dem die Stadt liegt?", True),
        ("Wann wird die Heizung gewartet", True),
        ("Quando viene pagato l'affitto della casa?", True),
        ("рецепт борща", True),
        ("龙骨", True),
        ("MOCS prototype", False),
        ("prototype", False),
        ("Brot backen", False),
        ("Steuererklärung", False),
        ("Geschwindigkeitsüberschreitungen", False),
        ("Wo liegen die Segel", False),
        ("tiramisu panna cotta", False),
        ("Anna Karenina Vronskaja", False),
        ("curriculum vitae template", False),
        ("", False),
    ],
)
def test_a_name_or_a_word_or_two_are_no_other_language(question: str, surely: bool) -> None:
    """A title of two words was taken for Italian, and a whole vault was about to be embedded for it."""
    found = detect(question, ENGLISH_VAULT, 0.02)
    assert (found.language != "en" and is_sure(question, found)) is surely


def test_an_english_sentence_is_surely_english() -> None:
    question = "what did we say about the mast"
    assert is_sure(question, detect(question, ENGLISH_VAULT, 0.02))
    assert not is_sure("mast", detect("mast", ENGLISH_VAULT, 0.02))

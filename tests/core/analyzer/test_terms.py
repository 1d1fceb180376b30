"""Terms: whatever token of a text is typed finds the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.analyzer import passage_terms, question_terms, stem, stem_term

_WRITTEN = st.text(alphabet="abeginrstABEG'’._-/:@#+ 0123,\näöüßl学习", max_size=80)


@given(_WRITTEN | st.text(max_size=60), st.sampled_from(["en", "de", "it", "zh", ""]))
def test_each_token_of_a_text_asks_for_terms_that_the_text_has(text: str, language: str) -> None:
    held = set(passage_terms(text, language).split())
    for raw in text.split():
        asked = question_terms(raw, (language,))
        assert {*asked.words, *asked.compounds, *asked.characters} <= held


def test_the_form_and_the_stem_are_terms_of_their_own() -> None:
    terms = passage_terms("Interpreting the boats", "en").split()
    assert terms == ["interpreting", "~en:interpret", "the", "boats", "~en:boat"]


@pytest.mark.parametrize(
    ("language", "word", "other"),
    [
        ("de", "hauser", "haus"),
        ("it", "orologi", "orologio"),
        ("fr", "ecoles", "ecole"),
        ("en", "skies", "sky"),
    ],
)
def test_a_word_is_stemmed_by_the_language_of_its_passage(language: str, word: str, other: str) -> None:
    assert stem(word, language) == stem(other, language)
    asked = question_terms(other, ("en", language))
    assert stem_term(word, language) in asked.stems


def test_scripts_without_spaces_are_characters_and_pairs() -> None:
    assert set(passage_terms("学习笔", "zh").split()) == {"学", "习", "笔", "学习", "习笔"}

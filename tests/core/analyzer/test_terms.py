"""Terms: whatever token of a text is typed finds the text."""

from __future__ import annotations

from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.analyzer import passage_terms, question_terms, stem_term, stem_word

_WRITTEN = st.text(alphabet="abeginrstABEG'’._-/:@#+ 0123,\näöüßl学习", max_size=80)


@given(_WRITTEN | st.text(max_size=60), st.sampled_from(["en", "de", "it", "zh", ""]))
def test_each_token_of_a_text_asks_for_terms_that_the_text_has(text: str, language: str) -> None:
    held = set(passage_terms(text, language).split())
    for raw in text.split():
        asked = question_terms(raw, (language,))
        assert {
            *asked.exact, *asked.parts, *chain(*asked.cut), *asked.marked, *asked.required, *asked.characters,
        } <= held  # fmt: skip


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
    assert stem_word(word, language) == stem_word(other, language)
    asked = question_terms(other, ("en", language))
    assert stem_term(word, language) in asked.stems


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("iphone 15", "iPhone15"), ("iPhone15", "iPhone 15"), ("16 GB", "16GB"), ("16GB", "16 GB"),
        ("16GB", "16-GB"), ("5V", "5 V"), ("CO2", "CO₂"), ("m²", "m2"), ("wi-fi", "WiFi"),
        ("1,249.50", "1249.50"), ("1.249", "1249"), ("7 800", "7800 €"), ("7800", "7 800 €"),
        ("3f2a9c1", "3f2a9c1b7d00aa"), ("3f2a9c1b7d", "3f2a9c1b7d00aa"), ("first", "1️⃣first"),
        ("1480", "售价1480元"),
    ],
)  # fmt: skip
def test_what_is_required_of_a_passage_is_in_every_spelling(typed: str, written: str) -> None:
    held = passage_terms(written).split()
    assert [term for term in question_terms(typed).required if term not in held] == []


@pytest.mark.parametrize(
    ("text", "language", "term"),
    [("SINIR", "tr", "sınır"), ("SINIR", "en", None), ("SİNİR", "tr", None), ("sınır", "en", "sınır")],
)
def test_capitals_of_both_i_are_told_apart_in_turkish(text: str, language: str, term: str | None) -> None:
    terms = passage_terms(text, language).split()
    assert terms[-2] == "sinir"
    assert ("sınır" in terms) == (term is not None)


def test_the_letters_and_digits_of_a_word_stand_for_it_together_alone() -> None:
    """A note with any 2 in it was a match of H2O, and all numbered words were one another's."""
    asked = question_terms("H2O in 5kg of getUser")
    assert (asked.words, asked.parts) == (("h2o", "in", "5kg", "of", "getuser"), ("get", "user"))
    assert asked.cut == (("h", "2", "o"), ("5", "kg"))
    assert asked.required == ("h", "2", "o", "in", "5", "kg", "of", "getuser")


def test_scripts_without_spaces_are_characters_and_pairs() -> None:
    assert set(passage_terms("学习笔", "zh").split()) == {"学", "习", "笔", "学习", "习笔"}

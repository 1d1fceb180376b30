"""Word lists, and the recognition of foreign words by them."""

from __future__ import annotations

import gzip
import json
import math
from importlib.resources import files

import pytest

from vaultsearch.core.languages.detection import (
    LISTED_LANGUAGES,
    function_words,
    is_foreign,
    language_rarity,
    zipf_frequency,
)
from vaultsearch.core.languages.names import UNDETERMINED


@pytest.mark.parametrize("language", LISTED_LANGUAGES)
def test_each_word_of_a_list_is_known(language: str) -> None:
    """The lists are bisected: with a scan, a query of 150 words took 7 s."""
    packed = files("spellchecker").joinpath("resources", f"{language}.json.gz").read_bytes()
    listed = list(json.loads(gzip.decompress(packed)))
    words = [listed[0], *listed[::2000], listed[-1]]
    assert [word for word in words if not is_foreign([word], (), UNDETERMINED)] == []
    assert not is_foreign(words, (), language)


@pytest.mark.parametrize("nonsense", ["", "}", "{", '":', 'a": 1', "blorfq", "zzzzzzq", "\uffff"])
def test_nonsense_is_a_word_of_no_language(nonsense: str) -> None:
    assert not is_foreign([nonsense], (), UNDETERMINED)


@pytest.mark.parametrize("language", ["ar", "de", "en", "es", "fa", "fr", "it", "nl", "pt", "ru"])
def test_the_most_frequent_words_of_a_list_have_the_frequencies_of_its_counts(language: str) -> None:
    packed = files("spellchecker").joinpath("resources", f"{language}.json.gz").read_bytes()
    counts: dict[str, int] = json.loads(gzip.decompress(packed))
    word = sorted(counts, key=counts.__getitem__)[-4_000]
    frequency = math.log10(1 + counts[word] / sum(counts.values()) * 1e9)
    assert word in function_words(language) or zipf_frequency(word, language) == pytest.approx(frequency)
    assert zipf_frequency("zqxv", language) == 0


@pytest.mark.parametrize(
    ("word", "languages", "least", "most"),
    [
        ("the", ["en"], 0.05, 0.05),
        ("say", ["en"], 0.05, 0.06),
        ("canvas", ["en"], 0.8, 0.9),
        ("zymurgy", ["en"], 1, 1),
        ("bleiben", ["en"], 1, 1),
        ("bleiben", ["en", "de"], 0.2, 0.3),
        ("C++", ["en"], 0.05, 1),
        ("1.4.16", ["en"], 1, 1),
    ],
)
def test_rare_words_say_more(word: str, languages: list[str], least: float, most: float) -> None:
    assert least <= language_rarity(word, tuple(languages)) <= most

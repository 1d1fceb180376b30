"""How much of a question the words of a passage say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import chunk
from vaultsearch.core.search.fusion import word_coverage


@pytest.mark.parametrize(
    ("query", "language", "text", "share"),
    [
        ("who oiled the mast", "en", "The mast was oiled in autumn.", 1.0),
        ("who oiled the mast", "en", "The mast was cut from a larch.", 0.5),
        ("Wann wurde der Mast geölt?", "de", "Der Mast ist aus Lärche.", 0.5),
        ("Wann wurde der Mast geölt?", "de", "Der Kiel wurde gestern geholt.", 0.0),
        ("冬天给兰花浇水", "zh", "兰花冬天少浇水。", 6 / 7),
        ("冬天给兰花浇水", "zh", "水。", 0.0),
        ("水", "zh", "浇水", 1.0),
        ("Redis 缓存", "zh", "缓存用 Redis。", 1.0),
    ],
)
def test_it_is_the_share_of_telling_words(query: str, language: str, text: str, share: float) -> None:
    assert word_coverage(query, [chunk(text=text)], language) == pytest.approx(share)


def test_titles_and_headings_are_words_too_and_the_best_passage_counts() -> None:
    titled = chunk("Mast.md:0", title="The mast", heading_path=("Oiled",), text="In autumn.")
    assert word_coverage("who oiled the mast", [chunk(text="nothing"), titled]) == 1.0


def test_of_nothing_nothing_is_said() -> None:
    assert word_coverage("", [chunk()]) == 0.0
    assert word_coverage("mast", []) == 0.0


@given(st.text(), st.text())
def test_it_is_a_share(query: str, text: str) -> None:
    assert 0.0 <= word_coverage(query, [chunk(text=text)], "de") <= 1.0 + 1e-9

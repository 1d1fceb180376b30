"""Compounds: a word of a query finds the words that it is a part of."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.search.indexed_notes import indexed
from vaultsearch.core.query.expansion import WordExpander, expand_words
from vaultsearch.core.query.vocabulary import WordVocabulary, compounds_of
from vaultsearch.core.search.retrieval import FullTextRetriever
from vaultsearch.core.values.search import WeightedWords

COUNTS = {
    **{"wohnungsschlüssel": 5, "schlüsseldienst": 4, "haustürschlüsselkopie": 3, "schlüssels": 9},
    **{"aufschlüsselten": 1, "versicherungsgesetz": 2, "gesetze": 7, "schulbuch": 2},
    **{"verzekeringsmaatschappij": 2, "ziektekostenverzekering": 1, "museum": 6, "xyzqschlüssel": 1},
}
GERMAN = WordVocabulary(COUNTS, dict.fromkeys(COUNTS, frozenset({"de", "nl"})))


@pytest.mark.parametrize(
    ("term", "compounds"),
    [
        ("schlussel", ["wohnungsschlussel", "schlusseldienst", "hausturschlusselkopie", "aufschlusselten"]),
        ("wohnung", ["wohnungsschlussel"]),
        ("dienst", ["schlusseldienst"]),
        ("gesetz", ["versicherungsgesetz"]),
        ("buch", ["schulbuch"]),
        ("verzekering", ["verzekeringsmaatschappij", "ziektekostenverzekering"]),
        ("mus", []),
        ("muse", []),
        ("sich", []),
        ("kein", []),
    ],
)
def test_a_compound_is_of_words_of_the_vault_or_of_a_dictionary(term: str, compounds: list[str]) -> None:
    assert compounds_of(term, GERMAN) == compounds


def test_an_english_vault_has_no_compounds() -> None:
    counts = {"keyboard": 4, "board": 2}
    english = WordVocabulary(counts, dict.fromkeys(counts, frozenset({"en"})))
    assert compounds_of("board", english) == []


def test_a_compound_weighs_less_than_a_word_and_least_where_the_vault_has_the_word() -> None:
    assert expand_words("Gesetz ", GERMAN, "de").compounds == (WeightedWords("versicherungsgesetz", 0.3),)
    counts = {"gesetz": 4, "versicherungsgesetz": 2}
    known = WordVocabulary(counts, dict.fromkeys(counts, frozenset({"de"})))
    assert expand_words("Gesetz ", known, "de").compounds == (WeightedWords("versicherungsgesetz", 0.1),)


async def test_the_word_itself_goes_before_its_compounds(tmp_path: Path) -> None:
    """`Schlüssel` found no note that has Wohnungsschlüssel alone."""
    notes = {
        "compound.md": "Der Wohnungsschlüssel liegt bei der Nachbarin im Erdgeschoss, der andere beim Vater.",
        "word.md": "Ein Schlüssel hängt am Brett neben der Tür, wo er seit Jahren seinen Platz gefunden hat.",
        "other.md": "Brot zu backen braucht viel Zeit und auch etwas Geduld, sagt der Bäcker an der Ecke.",
    }
    async with indexed(tmp_path / "index", notes) as corpus:
        await corpus.upkeep.tidy()
        expander = WordExpander(corpus.notes, rested_s=0)
        await expander.prepare()
        found = await FullTextRetriever(corpus, expander)("Schlüssel ", 10)
        await expander.close()
    assert [chunk.path for chunk in found] == ["word.md", "compound.md"]

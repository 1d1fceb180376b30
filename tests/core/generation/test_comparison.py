"""Whether a sentence says the opposite of a passage, or the facts of something else, without any model."""

from __future__ import annotations

import numpy as np
import pytest

from vaultsearch.core.generation.alignment import Alignment, claimed_clauses, places
from vaultsearch.core.generation.comparison import Claim, Comparison
from vaultsearch.core.generation.facts import exchanged_compounds, line_sentences, missing_unspaced_name
from vaultsearch.core.generation.opposition import is_opposed, is_turned


@pytest.mark.parametrize(
    ("language", "claim", "passage", "expected"),
    [
        ("en", "The radiators were replaced.", "The radiators were not replaced.", True),
        ("en", "The radiators were left, not replaced.", "The radiators were not replaced.", False),
        ("en", "Replacing the radiators was forbidden.", "The radiators were not replaced.", False),
        ("en", "No more than two radiators are warm.", "Two radiators are warm.", False),
        ("en", "It held £85 less than last year.", "It held £85 more than last year.", True),
        ("en", "Oak is slower than ash.", "Ash is faster than oak.", False),
        ("de", "Nach acht darf gehobelt werden.", "Ab acht darf nicht mehr gehobelt werden.", True),
        ("de", "Das Hobeln ist verboten.", "Ab acht darf nicht mehr gehobelt werden.", False),
        ("es", "Las habas aguantaron la helada.", "Las habas no aguantaron la helada.", True),
        ("zh", "膝盖有些疼", "膝盖没有疼", True),
        ("zh", "膝盖不疼", "膝盖没有疼", False),
        ("zh", "赛前两周加量", "赛前两周开始减量", True),
        ("sv", "Det regnar.", "Det regnar inte.", False),
    ],
)
def test_statements_are_opposed_by_a_negation_or_antonyms(
    language: str, claim: str, passage: str, expected: bool
) -> None:
    assert is_opposed(claim, passage, passage, language) is expected


@pytest.mark.parametrize(
    ("language", "claim", "passage", "expected"),
    [
        (
            "en",
            "Print the posters before you book the hall.",
            "Book the hall before you print the posters.",
            True,
        ),
        (
            "en",
            "After the hall is booked, print the posters.",
            "Book the hall before printing the posters.",
            False,
        ),
        ("en", "We meet on Tuesdays instead of Wednesdays.", "We move from Tuesday to Wednesday.", True),
        ("en", "We meet on Wednesdays instead of Tuesdays.", "We move from Tuesday to Wednesday.", False),
        ("de", "Eiche trocknet schneller als Esche.", "Esche trocknet schneller als Eiche.", True),
        (
            "es",
            "Las habas se siembran antes que los ajos.",
            "Los ajos se siembran antes que las habas.",
            True,
        ),
        ("zh", "要先炒番茄，然后再炒鸡蛋。", "先炒蛋,后炒番茄", True),
        ("zh", "迷迭香比薄荷更需要水。", "薄荷比迷迭香更需要水。", True),
        ("zh", "薄荷比迷迭香更需要水。", "薄荷比迷迭香更需要水。", False),
    ],
)
def test_an_order_that_is_turned_round_is_noticed(
    language: str, claim: str, passage: str, expected: bool
) -> None:
    assert is_turned(claim, passage, language) is expected


@pytest.mark.parametrize(
    ("language", "sentence", "number", "name"),
    [
        ("en", "The cup went to Lucía.", "", "Lucía"),
        ("en", "The cup went to Sam.", "", ""),
        ("en", "The hall was rented for 15 pounds.", "15", ""),
        ("en", "The hall was rented for 412 pounds.", "", ""),
    ],
)
def test_a_fact_is_said_of_what_the_passages_say_it_of(
    language: str, sentence: str, number: str, name: str
) -> None:
    passage = "The hall was rented for £412. The fee is 15. Then Lucía left early. The cup went to Sam."
    claim = Claim(sentence, passage, language)
    alignment = Alignment(places(passage, language), language)
    # Without any model, words alone decide.
    cosines = np.zeros((len(claim.texts), len(alignment.places)), dtype=np.float32)
    comparison = Comparison(claim, alignment, cosines)
    assert (comparison.misplaced_number(), comparison.misplaced_name()) == (number, name)


def test_clauses_that_say_little_go_with_their_neighbors() -> None:
    assert claimed_clauses("At noon, the crane lifts the boat and the crew paints its hull.", "en") == [
        "At noon the crane lifts the boat",
        "the crew paints its hull.",
    ]
    table = "| Wire | Fuse |\n| --- | --- |\n| VHF | 5 A |\n"
    assert [place.sentence for place in places(table, "en")] == ["Wire VHF / Fuse 5 A"]


def test_a_german_date_does_not_end_a_sentence() -> None:
    assert line_sentences("Bis zum 15. Oktober ziehen wir um. Am 3. Mai auch.") == [
        "Bis zum 15. Oktober ziehen wir um.",
        "Am 3. Mai auch.",
    ]


def test_compounds_and_foreign_names_are_exchanged() -> None:
    assert exchanged_compounds("Mit Tungöl streichen.", "Mit Leinöl streichen, im Wasserbad.") == [
        ("Tungöl", "Leinöl")
    ]
    assert exchanged_compounds("Zwei Schichten.", "Drei Farben, Lackschichten.") == []
    assert missing_unspaced_name("苏联的维果茨基提出了它", "由苏联的包达列夫提出") == "维果茨基"
    assert missing_unspaced_name("读《长河》", "读《边城》") == "长河"
    assert missing_unspaced_name("包达列夫提出了它", "由包达列夫提出") == ""

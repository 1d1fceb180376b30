"""Whether a sentence says the opposite of a passage, or the facts of something else, without any model."""

import numpy as np
import pytest

from vaultsearch.core.generation.alignment import Alignment, claimed_clauses, clause_places
from vaultsearch.core.generation.comparison import Claim, ClaimComparison, is_opposed, is_turned
from vaultsearch.core.generation.facts import line_sentences, missing_unspaced_name
from vaultsearch.core.generation.wording import is_said, without_markup


@pytest.mark.parametrize(
    ("language", "claim", "passage", "expected"),
    [
        ("en", "The radiators were replaced.", "The radiators were not replaced.", True),
        ("en", "The radiators were left, not replaced.", "The radiators were not replaced.", False),
        ("en", "Replacing the radiators was forbidden.", "The radiators were not replaced.", False),
        ("en", "No more than two radiators are warm.", "Two radiators are warm.", False),
        ("en", "It held £85 less than last year.", "It held £85 more than last year.", True),
        ("en", "Oak is slower than ash.", "Ash is faster than oak.", False),
        ("en", "Green oak is slower than red ash.", "Blue ash is faster than brown oak.", False),
        ("en", "Support can reset a lost password.", "Support cannot reset a lost password.", True),
        ("en", "The organ is tuned after the concert.", "The organ is tuned before the concert.", True),
        ("en", "The concert is after the tuning.", "The organ is tuned before the concert.", False),
        ("en", "The second note is removed.", "It removes the first note.", True),
        ("en", "It is cut in spring.", "It is cut in autumn.", True),
        ("de", "Nach jedem Schnitt ölen.", "Vor jedem Schnitt ölen.", True),
        ("de", "Nach acht darf gehobelt werden.", "Ab acht darf nicht mehr gehobelt werden.", True),
        ("de", "Das Hobeln ist verboten.", "Ab acht darf nicht mehr gehobelt werden.", False),
        ("es", "Las habas aguantaron la helada.", "Las habas no aguantaron la helada.", True),
        ("zh", "膝盖有些疼", "膝盖没有疼", True), ("zh", "膝盖不疼", "膝盖没有疼", False),
        ("zh", "赛前两周加量", "赛前两周开始减量", True), ("sv", "Det regnar.", "Det regnar inte.", False),
    ],
)  # fmt: skip
def test_negations_and_antonyms_oppose(language: str, claim: str, passage: str, expected: bool) -> None:
    assert is_opposed(claim, passage, passage, language) is expected


@pytest.mark.parametrize(
    ("language", "claim", "passage", "expected"),
    [
        ("en", "Print posters before you book the hall.", "Book the hall before you print posters.", True),
        ("en", "After the hall is booked, print posters.", "Book the hall before printing posters.", False),
        ("en", "We meet on Tuesdays instead of Wednesdays.", "We move from Tuesday to Wednesday.", True),
        ("en", "We meet on Wednesdays instead of Tuesdays.", "We move from Tuesday to Wednesday.", False),
        ("en", "Ash is harder than green ash.", "Oak is harder than yew.", False),
        ("de", "Eiche trocknet schneller als Esche.", "Esche trocknet schneller als Eiche.", True),
        ("es", "Las habas se siembran antes que el ajo.", "El ajo se siembra antes que las habas.", True),
        ("zh", "要先炒番茄，然后再炒鸡蛋。", "先炒蛋,后炒番茄", True),
        ("zh", "迷迭香比薄荷更需要水。", "薄荷比迷迭香更需要水。", True),
        ("zh", "薄荷比迷迭香更需要水。", "薄荷比迷迭香更需要水。", False),
    ],
)  # fmt: skip
def test_a_reversed_order_is_noticed(language: str, claim: str, passage: str, expected: bool) -> None:
    assert is_turned(claim, passage, language) is expected


def comparison(sentence: str, passage: str, language: str = "en", header: str = "") -> ClaimComparison:
    """A sentence beside a passage, compared without any model: words alone decide."""
    claim = Claim(sentence, passage, language, header)
    alignment = Alignment(clause_places(passage, language), language)
    unlike = np.zeros((len(claim.clauses), len(alignment.places)), dtype=np.float32)
    return ClaimComparison(claim, alignment, unlike)


HALL = "The hall was rented for £412. The yearly fee of members is 15. Then Lucía left early."
CHAIN = "Die Kette wurde im März gewechselt, die Bremsbeläge im Juni. Sie kosten 20 Euro."
WOOD = "| Wood | Price | Lasts |\n| --- | --- | --- |\n| Larch | £38 | 25 years |\n| Oak | £41 | 50 years |\n"


@pytest.mark.parametrize(
    ("language", "passage", "sentence", "number"),
    [
        ("de", CHAIN, "Die Bremsbeläge kosten 20 Cent.", ""), ("en", WOOD, "Oak lasts 50 years.", ""),
        ("de", CHAIN, "Im März wurde die Kette gewechselt, im Juni die Bremsbeläge.", ""),
        ("en", "Descale it every eight weeks.", "Descale it every eight days.", "eight"),
        ("en", "Descale it every eight weeks.", "It is descaled every 8 weeks.", ""),
        ("en", HALL, "The hall was rented for £412 and the fee is 15.", ""),
        ("de", CHAIN, "Die Bremsbeläge wurden im Juni gewechselt.", ""),
        ("de", CHAIN, "Die Kette wurde im Juni gewechselt.", "Juni"),
        ("en", HALL, "The hall was rented for 15 pounds.", "15"), ("en", WOOD, "Oak lasts 25 years.", "25"),
        ("en", HALL, "The hall was rented for 412 pounds.", ""),
        ("en", HALL, "The organ has 15 pipes.", "15"),
    ],
)  # fmt: skip
def test_a_number_stays_with_its_subject(language: str, passage: str, sentence: str, number: str) -> None:
    assert comparison(sentence, passage, language).misplaced_number() == number


RIVETS = "Copper rivets are in a blue tin, iron nails in a bucket. Ola oils the hinges. She paints the door."


@pytest.mark.parametrize(
    ("sentence", "unsaid"),
    [
        ("The blue tin has copper screws.", [("screws", ("rivets", "iron", "nails", "bucket"), False)]),
        ("The nails are in the tin.", [("nails", ("Copper", "rivets", "blue"), True)]),
        ("Ola fixes the hinges.", [("fixes", ("oils",), False)]), ("The blue tin has copper rivets.", []),
        ("The hinges of the boathouse are oiled by Ola.", []),  # it is the title
        ("Ola paints the door.", []),  # "she" is whom the sentence before names
        ("The rivets of copper can be found in the blue tin.", []),
    ],
)  # fmt: skip
def test_a_word_replaces_others(sentence: str, unsaid: list[tuple[str, tuple[str, ...], bool]]) -> None:
    words = comparison(sentence, RIVETS, header="Boathouse").unsaid()
    assert [(each.word, each.others, each.is_elsewhere) for each in words] == unsaid


@pytest.mark.parametrize(
    ("language", "word", "others", "expected"),
    [
        ("en", "purchased", ["bought"], True), ("en", "rivets", ["rivet"], True),
        ("en", "author's", ["Author"], True), ("en", "iron", ["copper"], False),
        ("en", "train", ["bus", "ferry"], False), ("de", "Faser", ["Faserrichtung"], True),
        ("de", "erwarb", ["kaufte"], True), ("de", "verkaufte", ["verlieh"], False),
        ("de", "Vorderreifen", ["Hinterreifen"], False),
    ],
)  # fmt: skip
def test_forms_and_synonyms_say_a_word(language: str, word: str, others: list[str], expected: bool) -> None:
    assert is_said(word, others, language) is expected


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Open **[[Settings]]**.", "Open Settings ."),
        ("See [[Fastenings|the *rivets*]].", "See the rivets ."),
        ("See [the page](https://example.com/a_(b)) of `it`.", "See the page of it ."), ("[[[[[", "["),
    ],
)  # fmt: skip
def test_the_signs_of_markup_are_no_words(text: str, plain: str) -> None:
    assert " ".join(without_markup(text).split()) == plain


def test_clauses_that_say_little_go_with_their_neighbors() -> None:
    clauses = claimed_clauses("At noon, the crane lifts the boat and the crew paints its hull.", "en")
    assert clauses == ["At noon the crane lifts the boat", "the crew paints its hull."]
    (place,) = clause_places("| Wire | Fuse |\n| --- | --- |\n| VHF | 5 A |\n", "en")
    assert place.sentence == "Wire VHF / Fuse 5 A"
    places = clause_places("Ash bends. Oak splits. Yew grips. Elm rots.", "en")
    assert [place.around.split() for place in places][1] == ["Ash", "bends.", "Yew", "grips."]


def test_a_german_date_does_not_end_a_sentence() -> None:
    first, second = "Bis zum 15. Oktober ziehen wir um.", "Am 3. Mai auch."
    assert line_sentences(f"{first} {second}") == [first, second]


@pytest.mark.parametrize(
    ("claim", "passage", "name"),
    [
        ("苏联的维果茨基提出了它", "由苏联的包达列夫提出", "维果茨基"), ("读《长河》", "读《边城》", "长河"),
        ("包达列夫提出了它", "由包达列夫提出", ""),
    ],
)  # fmt: skip
def test_foreign_names_are_exchanged(claim: str, passage: str, name: str) -> None:
    assert missing_unspaced_name(claim, passage) == name

"""Terms by which a sentence and a passage are compared, and the kinds of their numbers."""

from __future__ import annotations

import pytest

from vaultsearch.core.generation.facts import claimed_numbers, kind_of
from vaultsearch.core.generation.terms import (
    comparable_terms,
    is_held,
    share_held,
    term_weight,
    unit_behind,
    with_units,
)


@pytest.mark.parametrize(
    ("text", "language", "single", "terms"),
    [
        ("Dr. Müller measured 5 km of the planks", "en", False, {"muller", "measur", "unitccc", "plank"}),
        ("测量木板的GPS", "zh", False, {"gps", "测", "量", "木", "板", "测量", "量木", "木板"}),
        ("测量木板", "zh", True, {"测", "量", "木", "板"}),
    ],
)
def test_terms_are_stems_and_units_or_chinese_characters_and_pairs(
    text: str, language: str, single: bool, terms: set[str]
) -> None:
    assert comparable_terms(text, language, single=single) == terms


def test_a_unit_is_one_term_however_it_is_written_and_weighs_less() -> None:
    assert with_units("5 kilometres and 5 km, 3 m²") == "5 unitccc and 5 unitccc, 3 unitggg"
    assert [term_weight(term) for term in ("unitccc", "kilometre")] == [0.4, 1.0]
    found = [unit_behind(text, 1) for text in ("5 km", "5weeks", "5 boats", "5km²")]
    assert found == ["unitccc", "duration 4", "", ""]


@pytest.mark.parametrize(
    ("term", "known", "held"),
    [
        ("rivet", {"rivet"}, True),
        ("oak", {"oaks"}, False),  # three letters are too few to be a part
        ("boat", {"boathouse"}, True),
        ("boathouse", {"boat"}, True),
        ("boa", {"boathouse"}, False),
        ("planking", {"plankton"}, True),  # five letters alike
        ("planking", {"planning"}, False),
        ("plan", {"plane"}, True),
    ],
)
def test_a_term_is_held_by_itself_a_part_a_compound_or_one_that_begins_alike(
    term: str, known: set[str], held: bool
) -> None:
    assert is_held(term, known) is held
    assert share_held({term, "zzz"}, known) == (0.5 if held else 0.0)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("on Tuesday", ["weekday"]),
        ("3 May 1998", ["month", "number", "year"]),
        ("in 1500 and 1501", ["number", "year"]),
        ("in 2099 and 2100", ["number", "year"]),
        ("300 and 19980", ["number", "number"]),
    ],
)
def test_a_number_is_of_a_kind(text: str, kinds: list[str]) -> None:
    assert sorted(kind_of(readings) for readings, _ in claimed_numbers(text, "en")) == kinds

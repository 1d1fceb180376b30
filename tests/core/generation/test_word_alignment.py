"""A sentence's words beside those of a passage: what stands there literally, and what else is said."""

from __future__ import annotations

import pytest

from vaultsearch.core.generation.word_alignment import align_words

STATED = (
    "The kiosk opens at ten and has coffee, rolls and maps.",
    "Tickets are sold by the skipper, not by the kiosk.",
    "Jonna runs it since her father retired.",
)

SHARES = ("share", "content", "function", "density")


@pytest.mark.parametrize(
    ("sentence", "counts"),
    [
        ("The kiosk opens at ten.", {"literal": 1}),
        ("The kiosk opens at 10.", {"literal": 1}),
        ("The kiosk begins at ten.", {"literal": 1}),  # a listed synonym
        ("The kiosk of the ferry opens at ten.", {"literal": 1}),  # the header names it
        ("The museum opens at ten.", {"new": 1, "skipped": 1, "gap": 1, "replaced_by_new": 1}),
        ("The skipper opens at ten.", {"elsewhere": 1, "skipped": 1, "gap": 1, "replaced_by_known": 1}),
        ("The kiosk opens at eleven.", {"new": 1, "replaced_by_new": 1}),
        ("Tickets are sold by the kiosk.", {"skipped": 1, "gap": 4}),
        ("Tickets are never sold by the skipper.", {"added_turns": 1}),
        ("All tickets are sold by the skipper.", {"added_limits": 1}),
        ("Coffee opens the kiosk.", {"elsewhere": 2, "lead": 2, "replaced_by_known": 1}),
        ("Her father retired since Jonna runs it.", {"moved": 2}),
        ("Jonna sings.", {"new": 1, "skipped_limits": 1, "replaced_by_new": 1}),
    ],
)
def test_what_differs_from_the_passage_is_counted(sentence: str, counts: dict[str, int]) -> None:
    aligned = align_words(sentence, STATED, "Ferry", "en")
    assert {name: count for name, count in aligned.items() if count and name not in SHARES} == counts


def test_shares_tell_how_literal_a_sentence_is() -> None:
    literal = align_words("Jonna runs it since her father retired.", STATED, "", "en")
    assert [literal[name] for name in SHARES] == [1.0, 1.0, 1.0, 1.0]
    other = align_words("The museum opens at ten.", STATED, "", "en")
    # Two of three content words, "the" and "at", which weigh .1 and .3; "kiosk" is skipped.
    assert [other[name] for name in SHARES] == pytest.approx([2.4 / 3.4, 2 / 3, 1.0, 0.8])


@pytest.mark.parametrize(("sentence", "stated"), [("", STATED), ("?!", STATED), ("The kiosk opens.", ())])
def test_nothing_is_aligned_with_nothing(sentence: str, stated: tuple[str, ...]) -> None:
    assert align_words(sentence, stated, "", "en") == {}


def test_limits_are_listed_in_any_spelling() -> None:
    stated = ("Die Mitglieder können den Saal mieten, außer sonntags.",)
    other = align_words("Die Mitglieder müssen den Saal außer sonntags mieten.", stated, "", "de")
    assert [other[name] for name in ("skipped_limits", "added_limits")] == [1, 1]
    assert not other["literal"]


def test_german_words_are_aligned_by_their_stems_and_units() -> None:
    stated = ("Die Steuerung senkt nachts die Temperatur auf 17 Grad.",)
    assert align_words("Steuerungen senken die Temperatur auf 17 °C.", stated, "", "de")["content"] == 1.0
    pressure = align_words("Die Steuerung senkt den Druck auf 17 Grad.", stated, "", "de")
    assert [pressure[name] for name in ("new", "skipped", "replaced_by_new")] == [1, 2, 1]


def test_four_words_beside_a_missing_one_may_stand_in_its_place() -> None:
    stated = "She waits there with all of them boats and so on."
    last = align_words("She waits there happily.", (stated,), "", "en")
    assert [last[name] for name in ("new", "replaced_by_new", "replaced_by_known")] == [1, 0, 0]
    nearer = align_words("She waits there happily.", (stated.replace("of ", ""),), "", "en")
    assert [nearer[name] for name in ("new", "replaced_by_new")] == [1, 1]


def test_long_texts_are_aligned_as_far_as_the_limits() -> None:
    words = " ".join(f"word{number} other" for number in range(2_000))
    aligned = align_words(words, [words] * 50, words, "en")
    assert (aligned["share"], aligned["new"]) == (1.0, 0)

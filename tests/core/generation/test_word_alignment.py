"""A sentence's words beside those of a passage: what stands there literally, and what else is said."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from vaultsearch.core.generation.word_alignment import WordAlignment, align_words

STATED = (
    "The kiosk opens at ten and has coffee, rolls and maps.",
    "Tickets are sold by the skipper, not by the kiosk.",
    "Jonna runs it since her father retired.",
)


@pytest.mark.parametrize(
    ("sentence", "counts"),
    [
        ("The kiosk opens at ten.", {}),
        ("The kiosk opens at 10.", {}),
        ("The kiosk begins at ten.", {}),  # a listed synonym
        ("The kiosk of the ferry opens at ten.", {}),  # the header names it
        ("The museum opens at ten.", {"new": 1, "skipped": 1, "replaced_by_new": 1}),
        ("The skipper opens at ten.", {"elsewhere": 1, "skipped": 1, "replaced_by_known": 1}),
        ("The kiosk opens at eleven.", {"new": 1, "replaced_by_new": 1, "replaced_numbers": 1}),
        ("Tickets are sold by the kiosk.", {"skipped": 1, "skipped_turns": 1}),
        ("Tickets are never sold by the skipper.", {"added_turns": 1}),
        ("Coffee opens the kiosk.", {"moved": 2}),
    ],
)
def test_what_differs_from_the_passage_is_counted(sentence: str, counts: dict[str, int]) -> None:
    aligned = align_words(sentence, STATED, "Ferry", "en")
    shares = ("share", "content", "function", "density")
    assert {name: count for name, count in asdict(aligned).items() if count and name not in shares} == counts


def test_shares_tell_how_literal_a_sentence_is() -> None:
    literal = align_words("Jonna runs it since her father retired.", STATED, "", "en")
    assert (literal.share, literal.content, literal.function, literal.density) == (1.0, 1.0, 1.0, 1.0)
    other = align_words("Ever since Jonna's father retired, she runs the kiosk.", STATED, "", "en")
    assert other.content == pytest.approx(3 / 4)
    assert other.share < 0.8


@pytest.mark.parametrize(("sentence", "stated"), [("", STATED), ("?!", STATED), ("The kiosk opens.", ())])
def test_nothing_is_aligned_with_nothing(sentence: str, stated: tuple[str, ...]) -> None:
    assert align_words(sentence, stated, "", "en") == WordAlignment()


def test_german_words_are_aligned_by_their_stems() -> None:
    stated = ("Nachts senkt die Steuerung die Temperatur auf 17 Grad.",)
    assert align_words("Die Steuerungen senken die Temperatur auf 17 °C.", stated, "", "de").new == 0
    assert align_words("Die Steuerung senkt den Druck auf 17 Grad.", stated, "", "de").new == 1

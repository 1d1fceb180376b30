"""What is shown around a place in a note."""

from __future__ import annotations

from vaultsearch.core.relations.related import around

LONG = "The first sentence says nothing at all of interest to anybody. " * 3


def test_a_short_line_is_shown_whole() -> None:
    assert around("  - first. See [[Otter]] there. last.  ", "Otter") == "- first. See [[Otter]] there. last."


def test_of_a_long_line_the_sentence_is_shown() -> None:
    assert around(f"{LONG}See [[Otter]] there. {LONG}", "Otter") == "See [[Otter]] there."
    assert around(f"{LONG}See [it](Sea%20otter.md). {LONG}", "Sea otter") == "See [it](Sea%20otter.md)."


def test_a_sentence_without_end_is_cut_around_the_place() -> None:
    shown = around("word " * 200 + "[[Otter]]" + " word" * 200, "Otter")
    assert "[[Otter]]" in shown
    assert len(shown) <= 330
    assert shown[0] == shown[-1] == "…"

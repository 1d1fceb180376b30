"""Two texts side by side: what both say, what is reworded, what only one of them says."""

from __future__ import annotations

from vaultsearch.core.context.comparison import compare_texts


def test_the_same_reworded_and_lone_sentences_are_told_apart() -> None:
    first = "The adze cuts with the grain. Sharpen it weekly. Oil the handle."
    second = "Oil the handle.\nThe adze always cuts across the grain."
    comparison = compare_texts(first, second)
    assert [sentence.counterpart for sentence in comparison.first] == [1, None, 0]
    assert [sentence.counterpart for sentence in comparison.second] == [2, 0]
    reworded = comparison.second[1]
    assert [reworded.text[span.start : span.end] for span in reworded.changes] == ["always", "across"]
    assert comparison.second[0].changes == ()


def test_case_and_accents_are_no_difference() -> None:
    comparison = compare_texts("The CAFÉ is open.", "the cafe is open.")
    assert comparison.first[0].counterpart == 0
    assert comparison.first[0].changes == ()


def test_in_chinese_single_characters_differ() -> None:
    comparison = compare_texts("这个笔记很长。", "这个笔记很短。")
    (sentence,) = comparison.first
    assert sentence.counterpart == 0
    assert [sentence.text[span.start : span.end] for span in sentence.changes] == ["长"]


def test_repeated_sentences_are_paired_in_their_order() -> None:
    comparison = compare_texts("Again. Again.", "Again. Again. Again.")
    assert [sentence.counterpart for sentence in comparison.first] == [0, 1]
    assert [sentence.counterpart for sentence in comparison.second] == [0, 1, None]
    assert compare_texts("", "Words.").first == ()

"""Two texts side by side: what both say, what is reworded, what only one of them says."""

import pytest

from vaultsearch.core.context.comparison import compare_texts


@pytest.mark.parametrize(
    ("first", "second", "pairs", "changes"),
    [
        ("The adze cuts with the grain. Sharpen it weekly. Oil the handle.",
         "Oil the handle.\nThe adze always cuts across the grain.", ([1, None, 0], [2, 0]),
         ["always", "across"]),
        ("Again. Again.", "Again. Again. Again.", ([0, 1], [0, 1, None]), []),
        ("Again. Blue sky. Again.", "Cold rain. Warm wind. Again.", ([None, None, 2], [None, None, 2]), []),
        ("The CAFÉ is open.", "the cafe is open.", ([0], [0]), []), ("", "Words.", ([], [None]), []),
        ("这个笔记很短。", "这个笔记很长。", ([0], [0]), ["长"]),
    ],
)  # fmt: skip
def test_sentences_that_are_the_same_or_reworded_are_paired_in_their_order(
    first: str, second: str, pairs: tuple[list[int | None], list[int | None]], changes: list[str]
) -> None:
    comparison = compare_texts(first, second)
    sides = comparison.first, comparison.second
    assert tuple([sentence.counterpart for sentence in side] for side in sides) == pairs
    assert [one.text[span.start : span.end] for one in comparison.second for span in one.changes] == changes

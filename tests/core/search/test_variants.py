"""Other wordings of a question by a language model, and the fusion of what they find."""

import pytest

from tests.builders import chunk
from vaultsearch.core.search.by_language_model import ask_variants, fuse_variants, named_order


@pytest.mark.parametrize(
    ("answer", "variants"),
    [
        ("how to rivet\n- copper nails\nPassage: Rivet it.",
         (["how to rivet", "copper nails"], ["Rivet it."])),
        ("1. one way\n2) another\n3. third\n4. fourth", (["one way", "another", "third"], [])),
        ("Rivets?\n“rivets”\nrivets", (["Rivets?", "rivets"], [])), ("", ([], [])),
    ],
)  # fmt: skip
async def test_an_answer_is_read_as_models_write_it(
    answer: str, variants: tuple[list[str], list[str]]
) -> None:
    async def complete(_messages: object) -> str:
        return answer

    assert await ask_variants("How do I fasten planks?", complete) == variants


def test_what_two_rankings_find_rises_and_scores_fall_along_the_list() -> None:
    ranking = [chunk(f"{name}.md:0", score=score) for name, score in (("a", 3.0), ("b", 2.0), ("c", 1.0))]
    new, third = chunk("d.md:0"), ranking[2]
    fused = fuse_variants(ranking, [[third, new], [third]])
    assert [each.path for each in fused] == ["c.md", "a.md", "b.md", "d.md"]
    assert [each.path for each in fuse_variants(ranking, [[new]])] == ["a.md", "b.md", "c.md", "d.md"]
    scores = [each.score or 0.0 for each in fused]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(
    ("answer", "order"),
    [
        ("[2] > [1] > [3]", [1, 0, 2]), ("3, 9, 3", [2, 0, 1]), ("None of them.", [0, 1, 2]),
    ],
)  # fmt: skip
def test_passages_that_are_not_named_follow_as_they_were(answer: str, order: list[int]) -> None:
    assert named_order(answer, 3) == order

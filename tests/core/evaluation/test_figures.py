"""Rankings of notes from passages, their figures as trec_eval has them, and confidence intervals."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.builders import chunk
from vaultsearch.core.errors import QueryError
from vaultsearch.core.evaluation import figures as measuring
from vaultsearch.core.evaluation.runs import EvaluatedLeg, note_ranking, rank_questions
from vaultsearch.core.values.evaluation import EvaluationProgress
from vaultsearch.core.values.search import Chunk

PATHS = st.sampled_from([f"{number}.md" for number in range(60)])


@example({"5.md": 1, "10.md": 2}, [f"{number}.md" for number in range(60)])
@example({"10.md": 1}, [f"{number}.md" for number in range(60)])
@given(
    st.dictionaries(PATHS, st.integers(0, 3), min_size=1, max_size=60),
    st.lists(PATHS, unique=True, max_size=60),
)
def test_note_figures_are_those_of_trec_eval(grades: dict[str, int], ranking: list[str]) -> None:
    measures = pytest.importorskip("ir_measures")
    names = {"MRR@10": "RR@10", "Hit@1": "Success@1"}
    run = {"1": {path: float(-rank) for rank, path in enumerate(ranking)}}
    for name, (found,) in measuring.note_figures([grades], [ranking]).items():
        measure, _, cutoff = names.get(name, name).partition("@")
        expected = measures.calc_aggregate([getattr(measures, measure) @ int(cutoff)], {"1": grades}, run)
        assert found == pytest.approx(next(iter(expected.values())), abs=1e-6), name


@pytest.mark.parametrize(("by", "below"), [(0.1, 1), (0.0, 0)])
def test_a_difference_that_is_the_same_for_every_question_is_certain(by: float, below: int) -> None:
    values = np.array([0.1, 0.9, 0.4])
    found, share_below = measuring.paired_difference([values], [values + by])
    assert (found.mean, found.low, found.high) == pytest.approx((-by, -by, -by))
    assert share_below == below


@pytest.mark.parametrize("right", [0, 9])
def test_each_question_is_drawn_for_the_interval(right: int) -> None:
    found = measuring.estimate_mean([np.eye(10)[right]])
    assert (found.mean, found.low, found.high) == pytest.approx((0.1, 0.0, 0.3))


def test_more_questions_make_a_narrower_interval() -> None:
    few, many = np.array([0.0, 1.0] * 10), np.array([0.0, 1.0] * 1000)
    narrow, wide = measuring.estimate_mean([many]), measuring.estimate_mean([few])
    assert narrow.high - narrow.low < wide.high - wide.low
    # The standard error of a share of 1/2 over 2,000 questions is 0.0112.
    assert narrow.high - narrow.low == pytest.approx(2 * 1.96 * 0.0112, rel=0.1)


def test_each_test_set_counts_as_much_as_any_other() -> None:
    assert measuring.estimate_mean([np.ones(1000), np.zeros(10)]).mean == 0.5


def listed(count: int, per_note: int) -> list[Chunk]:
    return [chunk(f"{at // per_note}.md:{at % per_note}") for at in range(count)]


def leg_over(passages: Sequence[Chunk], asked: list[int]) -> EvaluatedLeg:
    async def ask(question: str, n: int) -> Sequence[Chunk]:
        if question == '"':
            raise QueryError("That is no query.", "Ask another.")
        asked.append(n)
        return passages[:n]

    return EvaluatedLeg("whole", ask, ask, n=10)


def test_a_note_stands_where_its_best_passage_does() -> None:
    passages = [chunk(one) for one in ("b.md:3", "a.md:0", "b.md:0", "c.md:1", "a.md:1")]
    assert note_ranking(passages) == ["b.md", "a.md", "c.md"]


@pytest.mark.parametrize(("count", "per_note", "in_vault", "notes", "sizes"), [
    (600, 3, 200, 50, [10, 40, 160]),  # fifty notes are ranked where there are so many
    (10, 5, 2, 2, [10]),  # no more are looked for than there are
    (3000, 1500, 5, 1, [10, 40, 160, 640, 1000]),  # a thousand passages may be of one note
])  # fmt: skip
async def test_notes_are_looked_for_in_more_and_more_passages(
    count: int, per_note: int, in_vault: int, notes: int, sizes: list[int]
) -> None:
    asked: list[int] = []
    (answer,) = (await rank_questions(leg_over(listed(count, per_note), asked), ["x"], in_vault)).answers
    assert list(answer.notes) == [f"{number}.md" for number in range(notes)]
    assert len(answer.passages) == 10  # those that the window would list
    assert asked == 2 * sizes, "the first question is asked twice, to warm up"


@pytest.mark.parametrize(
    ("sets", "named"), [(["sea"], ("sea", 2, ("slow",))), (["sea", "land"], ("mean over the sets", 4, ()))]
)
def test_a_set_by_itself_keeps_its_name_and_notices(sets: list[str], named: tuple[str, int, object]) -> None:
    figures = {"words": {"nDCG@10": np.array([0.2, 0.4])}, "chain": {"nDCG@10": np.array([0.6, 0.8])}}
    seconds = {leg: [0.1, 0.3] for leg in figures}
    measured = [measuring.MeasuredSet(name, figures, seconds, ("slow",)) for name in sets]
    found = measuring.evaluate_legs(measured, measuring.Comparisons(singles=["words"]))
    assert (found.name, found.questions, found.notices) == named
    means = {leg.leg: leg.estimates["nDCG@10"].mean for leg in found.legs}
    assert means == pytest.approx({"words": 0.3, "chain": 0.7})
    (one,) = found.differences
    assert (one.leg, one.other, round(one.estimate.mean, 9)) == ("chain", "best single leg", 0.4)


async def test_a_question_that_cannot_be_asked_is_told_and_answered_by_nothing() -> None:
    steps: list[EvaluationProgress] = []
    run = await rank_questions(leg_over(listed(10, 1), []), ["x", '"', "y"], 10, steps.append)
    assert [len(answer.notes) for answer in run.answers] == [10, 0, 10]
    assert len(run.notices) == 1
    assert "That is no query." in run.notices[0]
    assert [(step.done, step.total) for step in steps] == [(0, 3), (1, 3), (2, 3), (3, 3)]

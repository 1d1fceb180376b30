"""Rankings of notes from passages."""

from __future__ import annotations

from collections.abc import Sequence

from tests.builders import chunk
from vaultsearch.core.errors import QueryError
from vaultsearch.core.evaluation.runs import EvaluatedLeg, note_ranking, rank_questions
from vaultsearch.core.values.evaluation import EvaluationProgress
from vaultsearch.core.values.search import Chunk


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


async def test_fifty_notes_are_ranked_where_there_are_so_many() -> None:
    asked: list[int] = []
    run = await rank_questions(leg_over(listed(600, 3), asked), ["x"], 200)
    (answer,) = run.answers
    assert list(answer.notes) == [f"{at}.md" for at in range(50)]
    assert len(answer.passages) == 10  # those that the window would list
    assert asked[-3:] == [10, 40, 160]


async def test_no_more_notes_are_looked_for_than_there_are() -> None:
    asked: list[int] = []
    run = await rank_questions(leg_over(listed(10, 5), asked), ["x"], 2)
    assert run.answers[0].notes == ("0.md", "1.md")
    assert set(asked) == {10}


async def test_a_question_that_cannot_be_asked_is_told_and_answered_by_nothing() -> None:
    steps: list[EvaluationProgress] = []
    run = await rank_questions(leg_over(listed(10, 1), []), ["x", '"', "y"], 10, steps.append)
    assert [len(answer.notes) for answer in run.answers] == [10, 0, 10]
    assert len(run.notices) == 1
    assert "That is no query." in run.notices[0]
    assert [(step.done, step.total) for step in steps] == [(0, 3), (1, 3), (2, 3), (3, 3)]

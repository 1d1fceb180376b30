"""Which step a model asks for, which of its lines are kept, and when it declines."""

from __future__ import annotations

import pytest

from vaultsearch.core.generation.prompts import (
    DECLINED,
    TEXT_PROMPTS,
    is_declined,
    next_step,
    sentences_in,
    step_messages,
)
from vaultsearch.core.values.context import AgentStep, StepKind, TextKind


@pytest.mark.parametrize(
    ("text", "kind", "argument"),
    [
        ('SEARCH "copper rivets"', StepKind.SEARCH, "copper rivets"),
        ("Let me see.\n- search:  copper   rivets.", StepKind.SEARCH, "copper rivets"),
        ("SEARCH " + "x" * 300, StepKind.SEARCH, "x" * 200),
        ("READ [1]", StepKind.READ, "1"),
        ("READ 3", StepKind.READ, "3"),
        ("READ 4", None, ""),  # there are three
        ("READ 0", None, ""),
        ("READ the first", None, ""),
        ("SEARCH", None, ""),
        ("ANSWER\nSEARCH rivets", None, ""),
        ("DELETE 1", None, ""),
        ("I would SEARCH for rivets", None, ""),
    ],
)
def test_a_step_is_a_search_or_a_note_to_read_and_nothing_else(
    text: str, kind: StepKind | None, argument: str
) -> None:
    assert next_step(text, 3) == (None if kind is None else AgentStep(kind, argument))


def test_a_model_is_told_the_steps_before_and_how_many_are_left() -> None:
    steps = [AgentStep(StepKind.SEARCH, "rivets", 5), AgentStep(StepKind.READ, "2", 0)]
    (_, content) = step_messages("Which rivets?", steps, [], 3)[1]
    end = "Question: Which rivets?\n\nSteps so far:\nSEARCH rivets (5 new)\nREAD 2 (0 new)\nSteps left: 3"
    assert content.endswith(end)
    assert step_messages("?", [], [], 4)[1][1].endswith("Steps so far:\nnone\nSteps left: 4")


@pytest.mark.parametrize(
    ("kind", "answer", "kept"),
    [
        (TextKind.QUESTIONS, "Here:\n1. **Which?**\n- Who set them?\nIn May.", "Which?\nWho set them?"),
        (TextKind.QUESTIONS, "A?\nA?\nB？\nC?\nD?", "A?\nB？\nC?"),  # nothing twice, three at most
        (TextKind.SUMMARY, " Rivets\n of copper. ", "Rivets of copper."),
    ],
)
def test_of_a_models_lines_those_that_were_asked_for_are_kept(kind: TextKind, answer: str, kept: str) -> None:
    assert TEXT_PROMPTS[kind].parse(answer) == kept


@pytest.mark.parametrize(("n_more", "declined"), [(len(DECLINED) - 1, True), (len(DECLINED), False)])
def test_a_long_text_that_begins_by_declining_is_an_answer(n_more: int, declined: bool) -> None:
    assert is_declined(DECLINED + "X" * n_more) is declined


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        # Twelve letters are a sentence, eleven were cut off at an abbreviation, unless they cite something.
        ("Twelve things. Copper holds. [1]", [("Twelve things.", (1,)), ("Copper holds.", (1,))]),
        ("Eleven signs. Copper holds. [1]", [("Eleven signs. Copper holds.", (1,))]),
        ("Eleven [2]. Copper holds. [1]", [("Eleven.", (2,)), ("Copper holds.", (1,))]),
        ("It is of oak. [2][2]", [("It is of oak.", (2,))]),
    ],
)
def test_short_parts_belong_to_the_next_sentence(
    text: str, sentences: list[tuple[str, tuple[int, ...]]]
) -> None:
    assert [(sentence.text, sentence.citations) for sentence in sentences_in(text)] == sentences

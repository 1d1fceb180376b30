"""Example questions: made of headings with something below them, the same for the same notes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from vaultsearch.core.evaluation.generated_questions import example_questions
from vaultsearch.core.values.note import Heading, StoredNote

ANSWER = (
    "It is planed flat first, then soaked in warm water for a day, and bent around the ribs while it is soft "
    "and yields to the hand."
)
SAVED = datetime(2026, 5, 1, tzinfo=UTC)


def note(title: str, *sections: tuple[str, str]) -> StoredNote:
    """Return a note with a heading and a text for each section."""
    lines: list[str] = []
    headings = []
    for heading, text in sections:
        headings.append(Heading(2, heading, len(lines) + 1))
        lines += [f"## {heading}", text]
    return StoredNote(f"{title}.md", title, SAVED, "\n".join(lines), (), {}, (), (), tuple(headings))


@pytest.mark.parametrize(
    ("notes", "questions"),
    [
        ((note("Boats", ("How is a garboard shaped?", ANSWER)),), ("How is a garboard shaped?",)),
        ((note("Fastenings", ("Which way round", ANSWER)),), ("Fastenings, Which way round",)),
        ((note("面包", ("如何保存酸面包的面种直到明天", ANSWER)),), ("如何保存酸面包的面种直到明天",)),
        ((note("Boats", ("How is a garboard shaped?", "Later.")),), ()),
        # A heading of two notes, a date, a single word.
        (
            (
                note("One", ("The weekly review", ANSWER), ("Anna", ANSWER)),
                note("Two", ("The weekly review", ANSWER), ("Meeting on 12 May 2026", ANSWER)),
            ),
            (),
        ),
    ],
)
def test_a_heading_of_one_note_with_a_text_below_makes_a_question(
    notes: tuple[StoredNote, ...], questions: tuple[str, ...]
) -> None:
    assert example_questions(notes) == questions


def test_there_are_three_at_most_each_of_another_note_and_they_stay_when_other_notes_change() -> None:
    topics = ("sourdough bread", "pottery glazes", "garden sheds", "wooden boats", "rubber stamps")
    notes = tuple(
        note(topic, (f"All about {topic} here", ANSWER), (f"More about {topic} there", ANSWER))
        for topic in topics
    )
    asked = example_questions(notes)
    assert len(asked) == 3
    assert len({next(topic for topic in topics if topic in one) for one in asked}) == 3
    assert example_questions((*notes[::-1], note("Empty"))) == asked

"""Generated questions: their choice, their answers, and the parts removed from the notes."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from tests.builders import CHUNKER, chunk, parsed
from vaultsearch.core.evaluation.figures import measure_generated
from vaultsearch.core.evaluation.generated_questions import (
    ALIASES,
    HEADINGS,
    LINK_TEXTS,
    SENTENCES,
    Alteration,
    AlteredVault,
    GeneratedQuestion,
    HeadingSpan,
    NoteFacts,
    alter_note,
    example_questions,
    gather_facts,
    generate_questions,
    required_alterations,
)
from vaultsearch.core.values.evaluation import Answered, LegRun
from vaultsearch.core.values.note import Heading, Note, Revision, StoredNote
from vaultsearch.core.values.sync import Failure

DUGONGS = """---
aliases: [Sea cow, dugongs]
---
Dugongs graze slowly on wide meadows of seagrass. They sleep near the surface, and calves stay close.

## Feeding habits

They dig for roots.

### Best seagrass kinds

Halophila first.

## Dugongs

Named like the note.

## Young

One calf in years.
"""
NUMBATS = """Numbats eat termites. That is all there is to be said about their food and their days.

They have [[Dugongs|a distant marine cousin]] at sea, and [[Dugongs|dugongs]], and [[Gone|a lost friend]].

## Empty heading here
"""


@dataclass(frozen=True)
class Notes:
    """A `Source` of notes in memory."""

    texts: Mapping[str, str]
    location: str = "memory"

    def scan(self) -> tuple[list[Revision], list[Failure]]:
        return [parsed(path, text).revision for path, text in self.texts.items()], []

    def read(self, revision: Revision) -> Note:
        note = parsed(revision.path, self.texts[revision.path])
        if note.revision != revision:
            raise FileNotFoundError(revision.path)
        return note


VAULT = Notes({"Dugongs.md": DUGONGS, "Numbats.md": NUMBATS})


@pytest.fixture(scope="module")
def facts() -> list[NoteFacts]:
    return gather_facts(VAULT, VAULT.scan()[0])


def texts(questions: list[GeneratedQuestion], kind: str) -> set[str]:
    return {question.text for question in questions if question.kind == kind}


def test_questions_are_made_of_headings_links_aliases_and_first_sentences(facts: list[NoteFacts]) -> None:
    made = generate_questions(facts)
    # Neither the note's own title, nor one word, nor what has nothing below it.
    assert texts(made, HEADINGS) == {"Feeding habits", "Best seagrass kinds"}
    # Neither what the note is called anyway nor what leads nowhere.
    assert texts(made, LINK_TEXTS) == {"a distant marine cousin"}
    assert texts(made, ALIASES) == {"Sea cow"}
    assert texts(made, SENTENCES) == {"Dugongs graze slowly on wide meadows of seagrass"}


def test_no_more_than_asked_for_and_always_the_same(facts: list[NoteFacts]) -> None:
    assert len(texts(generate_questions(facts, 1), HEADINGS)) == 1
    assert generate_questions(facts, 1) == generate_questions(facts, 1)


def test_what_two_notes_would_answer_is_not_asked() -> None:
    twice = Notes({"a.md": DUGONGS, "b.md": DUGONGS})
    assert generate_questions(gather_facts(twice, twice.scan()[0])) == []


def test_no_sign_of_the_query_language_is_asked() -> None:
    source = Notes({"a.md": '# Tags: "what" OR -who (path:x)\n\nText.\n'})
    (question,) = generate_questions(gather_facts(source, source.scan()[0]))
    assert question.text == "Tags what or who path x"


def test_a_note_that_cannot_be_read_offers_nothing() -> None:
    assert gather_facts(Notes({"a.md": DUGONGS}), [parsed("a.md", "other").revision]) == []


def test_a_heading_is_answered_by_the_passages_below_it() -> None:
    question = GeneratedQuestion(HEADINGS, "?", "a.md", HeadingSpan("Food", 5, 9))
    places = (("a.md:0", 1, 4), ("b.md:2", 6, 6), ("a.md:1", 6, 8), ("a.md:2", 9, 9))
    found = [chunk(passage, line_start=first, line_end=last) for passage, first, last in places]
    assert question.ranking(found) == ["passage a.md:0", "passage b.md:2", "right"]


def test_a_link_text_is_not_answered_by_the_passage_that_holds_it() -> None:
    question = GeneratedQuestion(LINK_TEXTS, "?", "a.md", passed_over=frozenset({("b.md", 3)}))
    holding, other = chunk("b.md:0", line_start=2, line_end=4), chunk("b.md:1", line_start=5, line_end=5)
    assert question.ranking([holding, chunk("a.md:7"), other]) == ["right", "note b.md"]


def test_what_is_asked_is_not_in_what_is_indexed(facts: list[NoteFacts]) -> None:
    source = AlteredVault(VAULT, required_alterations(generate_questions(facts)))
    revisions, _ = source.scan()
    notes = {revision.path: source.read(revision) for revision in revisions}
    passages = CHUNKER.chunks(notes["Dugongs.md"])
    indexed = " ".join(f"{p.title} {p.heading_path} {p.aliases} {p.text} {p.content}" for p in passages)
    for gone in ("Feeding habits", "Best seagrass kinds", "Sea cow", "graze slowly"):
        assert gone in DUGONGS
        assert gone not in indexed
    for kept in ("They sleep near", "dig for roots", "Halophila", "Young"):
        assert kept in indexed
    assert [heading.text for heading in notes["Dugongs.md"].headings] == ["Dugongs", "Young"]
    unaltered = CHUNKER.chunks(VAULT.read(VAULT.scan()[0][0]))
    assert [p.line_start for p in passages] == [p.line_start for p in unaltered]


def test_only_the_notes_that_are_altered_look_changed() -> None:
    source = AlteredVault(VAULT, {"Dugongs.md": Alteration(aliases=True)})
    before, after = VAULT.scan()[0], source.scan()[0]
    assert [a == b for a, b in zip(before, after, strict=True)] == [False, True]
    changed = source.read(after[0])
    assert changed.revision == after[0]
    assert changed.content_hash != VAULT.read(before[0]).content_hash
    assert source.read(after[1]) == VAULT.read(before[1])


def test_an_alteration_of_nothing_takes_nothing_out() -> None:
    note = parsed("Dugongs.md", DUGONGS)
    assert CHUNKER.chunks(alter_note(note, Alteration())) == CHUNKER.chunks(note)


def test_a_first_sentence_is_taken_out_once() -> None:
    sentence = "Dugongs graze slowly on wide meadows of seagrass."
    note = alter_note(parsed("a.md", f"{sentence} {sentence}\n\n{sentence}\n"), Alteration(sentence=True))
    blocks = [block for section in note.sections for block in section.blocks]
    assert [(block.text, block.content) for block in blocks] == [(sentence, sentence)] * 2


def test_figures_are_given_for_each_kind_and_for_all() -> None:
    questions = [GeneratedQuestion(ALIASES, "x", "a.md"), GeneratedQuestion(SENTENCES, "y", "b.md")]
    answers = (Answered((chunk("a.md:0"),), (), 0.01), Answered((chunk("a.md:0"), chunk("b.md:0")), (), 0.03))
    overall, aliases, sentences = measure_generated(questions, [LegRun("chain", answers)])
    assert overall.figures["chain"]["MRR@10"].tolist() == [1, 0.5]
    assert (aliases.name, aliases.figures["chain"]["Hit@1"].tolist()) == (ALIASES, [1])
    assert (sentences.name, sentences.figures["chain"]["Hit@1"].tolist()) == (SENTENCES, [0])
    assert list(sentences.seconds["chain"]) == [0.03]


ANSWER = (
    "It is planed flat first, then soaked in warm water for a day, and bent around the ribs while it is soft "
    "and yields to the hand."
)
SAVED = datetime(2026, 5, 1, tzinfo=UTC)


def note(title: str, *sections: tuple[str, str]) -> StoredNote:
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
        ((note("One", ("The weekly review", ANSWER), ("Anna", ANSWER)),
          note("Two", ("The weekly review", ANSWER), ("Meeting on 12 May 2026", ANSWER))), ()),
    ],
)  # fmt: skip
def test_one_notes_heading_makes_questions(notes: tuple[StoredNote, ...], questions: tuple[str, ...]) -> None:
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

"""Make texts of many topics from a test set: `python -m tests.bench.topics TESTSET FOLDER`.

A topic is the questions about one note, or the same note in another language (`--told-by`). In each text
one topic takes half of the room. The new test set holds a link to the notes, and is measured by
`python -m tests.bench.ranking FOLDER`.
"""

from __future__ import annotations

import argparse
import json
import random
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.judged_sets import JUDGMENTS, QUERIES, VAULT, load_test_set
from vaultsearch.core.vault.file_content import decode_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.bench.judged_sets import Question

_SEED = 8


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic: its paragraphs, and the notes that answer it."""

    paragraphs: tuple[str, ...]
    notes: tuple[str, ...]


def topics_of(questions: Sequence[Question], told_by: Path | None = None) -> list[Topic]:
    """Make a topic of each note that questions ask for; notes of no two topics are the same."""
    taken: set[str] = set()
    found: list[Topic] = []
    for question in questions:
        answers = _answers(question)
        if not answers or not taken.isdisjoint(answers):
            continue
        taken |= {*answers}
        same = [one.text for one in questions if {*_answers(one)} == {*answers}]
        said = (
            _paragraphs(same) if told_by is None else [decode_text((told_by / answers[0]).read_bytes()).text]
        )
        found.append(Topic(tuple(said), tuple(answers)))
    return found


def _answers(question: Question) -> list[str]:
    return [path for path, grade in question.grades.items() if grade > 0]


def _paragraphs(questions: Sequence[str]) -> list[str]:
    """Put some questions into a paragraph each."""
    return [" ".join(questions[at : at + 4]) for at in range(0, min(len(questions), 8), 4)]


def texts(
    topics: Sequence[Topic], count: int, per_text: int, seed: int = _SEED
) -> list[tuple[str, list[Topic]]]:
    """Make ``count`` texts of so many topics; the first is repeated until it takes half of the room."""
    chooser = random.Random(seed)
    made = []
    for _ in range(count):
        chosen = chooser.sample(list(topics), min(per_text, len(topics)))
        paragraphs = [p for topic in chosen for p in topic.paragraphs]
        loud = list(chosen[0].paragraphs) * max(1, len(paragraphs) // (2 * len(chosen[0].paragraphs)))
        made.append(("\n\n".join([*loud, *(p for t in chosen[1:] for p in t.paragraphs)]), chosen))
    return made


def write(folder: Path, made: Sequence[tuple[str, list[Topic]]], vault: Path) -> None:
    """Write a test set whose notes are those of ``vault``."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / QUERIES).open("w", encoding="utf-8") as file:
        for number, (text, chosen) in enumerate(made):
            row = {"_id": f"t{number}", "text": text, "topics": [list(topic.notes) for topic in chosen]}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    with (folder / JUDGMENTS).open("w", encoding="utf-8") as file:
        file.write("query-id\tcorpus-id\tscore\n")
        for number, (_, chosen) in enumerate(made):
            file.writelines(f"t{number}\t{path}\t1\n" for topic in chosen for path in topic.notes)
    link = folder / VAULT
    if not link.exists():
        link.symlink_to(vault.resolve(), target_is_directory=True)


def main() -> None:
    """Read a test set and write the one made of it."""
    parser = argparse.ArgumentParser("python -m tests.bench.topics", description=__doc__)
    parser.add_argument("test_set", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--told-by", type=Path, help="notes of the same paths, in another language")
    parser.add_argument("--texts", type=int, default=40)
    parser.add_argument("--topics", type=int, default=5, help="topics of a text")
    options = parser.parse_args()
    vault = options.test_set / VAULT
    topics = topics_of(load_test_set(options.test_set).questions, options.told_by)
    made = texts(topics, options.texts, options.topics)
    write(options.folder, made, vault)
    words = sorted(len(text.split()) for text, _ in made)
    print(f"{len(topics)} topics, {len(made)} texts of {words[len(words) // 2]} words in the median")


if __name__ == "__main__":
    main()

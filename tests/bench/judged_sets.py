"""Test sets in BEIR's layout (Thakur et al. 2021), and run files for TREC's tools.

``queries.jsonl`` holds a question a line: ``_id``, ``text``, and optionally ``excerpts``, a list of
``path``, ``start`` and ``end`` (characters of the note's text), or, for a text of many topics, ``topics``:
for each, the list of the paths of the notes that answer it. ``qrels.tsv`` holds a judgment a line, below a
line of headings: the question's id, the note's path and an integer grade, separated by tabs. The notes are
in ``vault/``.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from vaultsearch.core.values.evaluation import LegRun
from vaultsearch.core.values.note import Span


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A character range of a file's text that answers a question."""

    path: str
    span: Span


@dataclass(frozen=True, slots=True)
class Question:
    """A question and its judgments: relevance grades of 1 or more by path, 0 for judged irrelevant notes.

    For a text with many topics, ``topics`` lists the paths of the relevant notes per topic.
    """

    id: str
    text: str
    grades: Mapping[str, int]
    excerpts: tuple[Excerpt, ...] = ()
    topics: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """A test set; ``notices`` are sentences on omitted parts and the reasons."""

    name: str
    questions: tuple[Question, ...]
    notices: tuple[str, ...] = ()

    @property
    def has_excerpts(self) -> bool:
        return bool(self.questions) and all(question.excerpts for question in self.questions)

    @property
    def has_topics(self) -> bool:
        return bool(self.questions) and all(question.topics for question in self.questions)


QUERIES, JUDGMENTS, VAULT = "queries.jsonl", "qrels.tsv", "vault"
_SHOWN = 3


def load_test_set(folder: Path, vault: Path | None = None) -> QuestionSet:
    """Read a test set whose notes are in ``vault``, by default its own.

    A question without a judgment above 0 is left out; a judgment of a missing note is kept and counts against
    every leg. Both are reported in the notices.
    """
    questions = {read["_id"]: read for read in map(json.loads, _lines_of(folder / QUERIES))}
    grades: dict[str, dict[str, int]] = {}
    for line in _lines_of(folder / JUDGMENTS)[1:]:
        name, path, grade = line.split("\t")
        grades.setdefault(name, {})[path] = int(grade)
    judged = [name for name in questions if any(grade > 0 for grade in grades.get(name, {}).values())]
    if not judged:
        raise ValueError(f"None of the {len(questions)} questions in {folder} is judged in {JUDGMENTS}.")
    kept = tuple(_question(questions[name], grades[name]) for name in judged)
    relevant = dict.fromkeys(path for one in kept for path, grade in one.grades.items() if grade > 0)
    absent = [path for path in relevant if not ((vault or folder / VAULT) / path).is_file()]
    notices = (
        _notice("questions without a judgment, left out", [name for name in questions if name not in judged]),
        _notice(f"judged questions that are not in {QUERIES}", [q for q in grades if q not in questions]),
        _notice("judged notes that are not in the vault, counted as missed", absent),
    )
    return QuestionSet(folder.name, kept, tuple(filter(None, notices)))


def _lines_of(file: Path) -> list[str]:
    # Spreadsheets put a byte-order mark before what they save as UTF-8.
    return [line for line in file.read_text(encoding="utf-8-sig").split("\n") if line.strip()]


def _question(read: Mapping[str, Any], grades: Mapping[str, int]) -> Question:
    excerpts = (Excerpt(one["path"], Span(one["start"], one["end"])) for one in read.get("excerpts", ()))
    return Question(
        read["_id"], read["text"], grades, tuple(excerpts), tuple(map(tuple, read.get("topics", ())))
    )


def _notice(finding: str, names: Sequence[str]) -> str | None:
    if not names:
        return None
    shown = ", ".join(names[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")
    return f"{finding}: {len(names)} ({shown})"


def write_run(folder: Path, test_set: QuestionSet, run: LegRun) -> Path:
    """Write a leg's ranking of notes as ``<leg>.run`` in a folder and return the file.

    Six columns: question, Q0, note, rank, score, leg. Paths are percent-encoded, and so are the spaces of an
    id, since a space would break the format. The score counts the notes down to 1: tools order by it, and
    break ties each in their own way.
    """
    file = folder / f"{run.leg}.run"
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(_lines(test_set, run)), encoding="utf-8", newline="\n")
    return file


def encoded(path: str) -> str:
    return quote(path, safe="/")


def decoded(written: str) -> str:
    return unquote(written)


def _lines(test_set: QuestionSet, run: LegRun) -> Iterator[str]:
    for question, answer in zip(test_set.questions, run.answers, strict=True):
        question_id = re.sub(r"\s", lambda space: quote(space[0]), question.id)
        for rank, path in enumerate(answer.notes, start=1):
            score = len(answer.notes) - rank + 1
            yield f"{question_id} Q0 {encoded(path)} {rank} {score} {run.leg}\n"

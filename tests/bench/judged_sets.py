"""Test sets in BEIR's layout (Thakur et al. 2021), and run files for TREC's tools.

``queries.jsonl`` holds a question a line: ``_id``, ``text``, and optionally ``excerpts``, a list of
``path``, ``start`` and ``end`` (characters of the note's text), or, for a text of many topics, ``topics``:
for each, the list of the paths of the notes that answer it. ``qrels.tsv`` holds a judgment a line, below a
line of headings: the question's id, the note's path and an integer grade, separated by tabs. The notes are
in ``vault/``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias
from urllib.parse import quote, unquote

from vaultsearch.core.errors import VaultSearchError
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
        """Return whether every question has relevant excerpts."""
        return bool(self.questions) and all(question.excerpts for question in self.questions)

    @property
    def has_topics(self) -> bool:
        """Return whether every question is a text with many topics."""
        return bool(self.questions) and all(question.topics for question in self.questions)


QUERIES, JUDGMENTS, VAULT = "queries.jsonl", "qrels.tsv", "vault"
_QuestionFields: TypeAlias = "tuple[str, tuple[Excerpt, ...], tuple[tuple[str, ...], ...]]"
_SHOWN = 3
_LAYOUT = "The head of `tests.bench.judged_sets` describes the files of a test set."


class TestSetError(VaultSearchError):
    """Raised for a test set that cannot be used as it is."""

    __test__ = False  # pytest collects classes of such a name


def load_test_set(folder: Path, vault: Path | None = None) -> QuestionSet:
    """Read a test set whose notes are in ``vault``, by default its own. Raise TestSetError if it is invalid.

    A question without a judgment above 0 is left out; a judgment of a missing note is kept and counts against
    every leg. Both are reported in the notices.
    """
    texts = dict(_questions(folder / QUERIES))
    grades = _judgments(folder / JUDGMENTS)
    notes = vault or folder / VAULT
    if not notes.is_dir():
        raise TestSetError(f"{notes} doesn't exist.", "Put the notes there, or name another folder.")
    judged = [q for q in texts if any(grade > 0 for grade in grades.get(q, {}).values())]
    if not judged:
        raise TestSetError(
            f"None of the {len(texts)} questions in {folder} is judged in {JUDGMENTS}.",
            f"The first column there must be the _id of {QUERIES}, the last a grade above 0.",
        )
    known = set(judged)
    questions = tuple(Question(q, texts[q][0], grades[q], *texts[q][1:]) for q in judged)
    notices = (
        _notice("questions without a judgment, left out", [q for q in texts if q not in known]),
        _notice(f"judged questions that are not in {QUERIES}", [q for q in grades if q not in texts]),
        _notice("judged notes that are not in the vault, counted as missed", _absent(questions, notes)),
    )
    return QuestionSet(folder.name, questions, tuple(filter(None, notices)))


def _absent(questions: Iterable[Question], vault: Path) -> list[str]:
    relevant = dict.fromkeys(path for q in questions for path, grade in q.grades.items() if grade > 0)
    return [path for path in relevant if not (vault / path).is_file()]


def _notice(finding: str, names: Sequence[str]) -> str | None:
    if not names:
        return None
    shown = ", ".join(names[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")
    return f"{finding}: {len(names)} ({shown})"


def _numbered_lines(file: Path) -> list[tuple[int, str]]:
    try:
        # Spreadsheets put a byte-order mark before what they save as UTF-8.
        text = file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise TestSetError(f"{file} doesn't exist.", _LAYOUT) from None
    except (OSError, UnicodeDecodeError) as error:
        raise TestSetError(f"{file} can't be read ({error}).", "It must be text in UTF-8.") from error
    return [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]


def _questions(file: Path) -> Iterable[tuple[str, _QuestionFields]]:
    seen: set[str] = set()
    for number, line in _numbered_lines(file):
        name, fields = _question(file, number, line)
        if name in seen:
            raise TestSetError(f"{file}, line {number}: duplicate question {name!r}.", _LAYOUT)
        seen.add(name)
        yield name, fields


def _question(file: Path, number: int, line: str) -> tuple[str, _QuestionFields]:
    try:
        read = json.loads(line)
        name, text = read["_id"], read["text"]
        excerpts = tuple(_excerpt(excerpt) for excerpt in read.get("excerpts", ()))
        topics = tuple(_topic(topic) for topic in read.get("topics", ()))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise TestSetError(
            f"{file}, line {number} is not a valid question ({type(error).__name__}: {error}).",
            'Write it as {"_id": "1", "text": "..."}, on a line of its own.',
        ) from error
    if not isinstance(name, str) or not isinstance(text, str) or not name or not text.strip():
        raise TestSetError(
            f"{file}, line {number}: _id and text must be non-empty text.",
            'Write it as {"_id": "1", "text": "..."}.',
        )
    return name, (text, excerpts, topics)


def _topic(read: object) -> tuple[str, ...]:
    if not isinstance(read, list) or not read or not all(isinstance(path, str) for path in read):
        raise ValueError(f"a topic must be a list of paths, but is {read}")
    return tuple(read)


def _excerpt(read: Mapping[str, object]) -> Excerpt:
    path, start, end = read["path"], read["start"], read["end"]
    if not (isinstance(path, str) and isinstance(start, int) and isinstance(end, int) and 0 <= start < end):
        raise ValueError(f"an excerpt must have path, start and end, start below end, but is {read}")
    return Excerpt(path, Span(start, end))


def _judgments(file: Path) -> dict[str, dict[str, int]]:
    grades: dict[str, dict[str, int]] = {}
    for number, line in _numbered_lines(file):
        columns = line.rstrip("\r").split("\t")
        try:
            name, path, grade = columns[0], columns[1], int(columns[2])
        except (IndexError, ValueError) as error:
            if number == 1:  # the headings
                continue
            raise TestSetError(
                f"{file}, line {number} is not a valid judgment.",
                "It must be the question's id, the note's path and a whole number, separated by tabs.",
            ) from error
        grades.setdefault(name, {})[path] = grade
    return grades


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
    """Percent-encode a note's path."""
    return quote(path, safe="/")


def decoded(written: str) -> str:
    """Undo `encoded`."""
    return unquote(written)


def _lines(test_set: QuestionSet, run: LegRun) -> Iterator[str]:
    for question, answer in zip(test_set.questions, run.answers, strict=True):
        question_id = re.sub(r"\s", lambda space: quote(space[0]), question.id)
        for rank, path in enumerate(answer.notes, start=1):
            score = len(answer.notes) - rank + 1
            yield f"{question_id} Q0 {encoded(path)} {rank} {score} {run.leg}\n"

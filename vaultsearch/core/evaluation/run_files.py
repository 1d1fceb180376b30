"""Rankings -> TREC run files, so that other tools can check the figures."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from vaultsearch.core.files import as_the_user_has_it

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vaultsearch.core.values.evaluation import LegRun, QuestionSet


def write_run(folder: Path, test_set: QuestionSet, run: LegRun) -> Path:
    """Write a leg's ranking of notes as ``<leg>.run`` and give the file's place.

    Six columns: question, Q0, note, rank, score, leg. Paths are percent-encoded, since a space would
    break the format; of an id, its spaces are. The score counts the notes down to 1:
    tools order by it, and treat equal ones each in their own way.
    """
    file = folder / f"{run.leg}.run"
    with as_the_user_has_it():
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(_lines(test_set, run)), encoding="utf-8", newline="\n")
    return file


def encoded(path: str) -> str:
    """Write a note's path without spaces."""
    return quote(path, safe="/")


def decoded(written: str) -> str:
    """Undo `encoded`."""
    return unquote(written)


def _lines(test_set: QuestionSet, run: LegRun) -> Iterator[str]:
    for question, answer in zip(test_set.questions, run.answers, strict=True):
        asked = re.sub(r"\s", lambda space: quote(space[0]), question.id)
        for rank, path in enumerate(answer.notes, start=1):
            score = len(answer.notes) - rank + 1
            yield f"{asked} Q0 {encoded(path)} {rank} {score} {run.leg}\n"

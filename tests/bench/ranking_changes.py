"""The questions that a change answers better or worse: two runs over the same questions compared."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.bench.judged_sets import Question, QuestionSet, decoded
from tests.bench.ranking_runs import BEST, best_first
from vaultsearch.core.evaluation.figures import note_figures, paired_difference
from vaultsearch.core.values.evaluation import LegRun

METRICS = (BEST, "Hit@1", "nDCG@5", "nDCG@10", "R@5")
_BY = "nDCG@10"
_LEAST = 1e-9


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two rankings of the same questions: the notes' paths, best first, before and after."""

    name: str
    questions: tuple[Question, ...]
    before: Sequence[Sequence[str]]
    after: Sequence[Sequence[str]]

    def figures(self) -> dict[str, tuple[NDArray[np.float64], NDArray[np.float64]]]:
        """Return each question's figures before and after, by metric."""
        grades = [question.grades for question in self.questions]
        before, after = (note_figures(grades, one) for one in (self.before, self.after))
        for figures, ranking in ((before, self.before), (after, self.after)):
            figures[BEST] = best_first(self.questions, ranking)
        return {metric: (before[metric], after[metric]) for metric in METRICS}

    def lines(self) -> list[str]:
        """Write the questions that are answered better, and those that are answered worse."""
        before, after = self.figures()[_BY]
        gained = after - before
        told = []
        for title, places in (
            ("better", [at for at in np.argsort(-gained) if gained[at] > _LEAST]),
            ("worse", [at for at in np.argsort(gained) if gained[at] < -_LEAST]),
        ):
            told.append(f"\n{self.name}, {title}: {len(places)} of {len(self.questions)}")
            told += [self._line(at, float(gained[at])) for at in places]
        return told

    def _line(self, at: int, gained: float) -> str:
        question = self.questions[at]
        was, now = (place(question, ranking[at]) for ranking in (self.before, self.after))
        first = self.after[at][0] if self.after[at] else "nothing"
        return f"  {gained:+.3f}  {was} → {now}  {question.text}  (first now: {first})"


def place(question: Question, ranking: Sequence[str]) -> str:
    """Return the rank of the first note of the highest grade, a dash if it is not among them."""
    best = max(question.grades.values())
    found = (at for at, path in enumerate(ranking, start=1) if question.grades.get(path) == best)
    return str(next(found, "-"))


def summary(comparisons: Sequence[Comparison]) -> Iterator[str]:
    """Write the differences by set, and over the mean of the sets, with paired intervals."""
    figures = [one.figures() for one in comparisons]
    for metric in METRICS:
        groups = [(one.name, [found[metric]]) for one, found in zip(comparisons, figures, strict=True)]
        groups += [("mean over the sets", [found[metric] for found in figures])] if len(groups) > 1 else []
        for name, pairs in groups:
            change, below = paired_difference([after for _, after in pairs], [before for before, _ in pairs])
            moved = f"{change.mean:+.3f} [{change.low:+.3f}, {change.high:+.3f}]"
            yield f"| {name} | {metric} | {moved} | {below:.2f} |"


def compared(name: str, questions: QuestionSet, before: LegRun, after: LegRun) -> Comparison:
    rankings = [[answer.notes for answer in run.answers] for run in (before, after)]
    return Comparison(name, questions.questions, *rankings)


def compared_with_file(name: str, questions: QuestionSet, file: Path, after: LegRun) -> Comparison:
    """Set a run against one that was written before, over the questions that are in both.

    `tests.bench.ranking --runs` writes such files.
    """
    written = read_run(file)
    pairs = zip(questions.questions, after.answers, strict=True)
    kept = [(question, answer.notes) for question, answer in pairs if _id(question) in written]
    asked = tuple(question for question, _ in kept)
    return Comparison(name, asked, [written[_id(one)] for one in asked], [notes for _, notes in kept])


def read_run(file: Path) -> dict[str, list[str]]:
    """Read a TREC run: the notes' paths by the question's id, best first."""
    found: dict[str, list[tuple[int, str]]] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        asked, _, path, rank, *_ = line.split()
        found.setdefault(decoded(asked), []).append((int(rank), decoded(path)))
    return {asked: [path for _, path in sorted(ranking)] for asked, ranking in found.items()}


def _id(question: Question) -> str:
    return decoded(question.id)

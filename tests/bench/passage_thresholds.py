"""Fit the least cosine of a near passage: `python -m tests.bench.passage_thresholds TESTSET TESTSET ...`.

Compares, for each model, the cosines of the questions about a note with that note, and the highest cosine
of each with the notes of the other sets, which are about something else. The threshold is the cosine at
which the share of right notes below equals that of unrelated ones above (equal error rate), each set
counting the same.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tests.bench.judged_sets import VAULT, Question, load_test_set
from vaultsearch.core.models.encoder import SentenceTransformerEncoder
from vaultsearch.core.models.universal_sentence_encoder import UniversalSentenceEncoder
from vaultsearch.core.protocols import Encoder, Vectors
from vaultsearch.core.vault.file_content import decode_text

_CHARACTERS = 800
"""About as much of a note as a passage holds."""


@dataclass(frozen=True, slots=True)
class Topic:
    """The first questions about one note, as a paragraph, and that note."""

    paragraph: str
    note: str


def topics_of(questions: Sequence[Question]) -> list[Topic]:
    """Make a topic of each note that questions ask for; notes of no two topics are the same."""
    known: set[str] = set()
    topics: list[Topic] = []
    for question in questions:
        answers = _answers(question)
        if answers and known.isdisjoint(answers):
            known |= {*answers}
            same = [other.text for other in questions if {*_answers(other)} == {*answers}]
            topics.append(Topic(" ".join(same[:4]), answers[0]))
    return topics


def _answers(question: Question) -> list[str]:
    return [path for path, grade in question.grades.items() if grade > 0]


def vectors_of(encoder: Encoder, test_set: Path, count: int) -> tuple[Vectors, Vectors]:
    """Encode topics and their notes: two of float32 (count, dimension), in the same order."""
    topics = topics_of(load_test_set(test_set).questions)[:count]
    files = [test_set / VAULT / topic.note for topic in topics]
    texts = [f"{file.stem}\n{decode_text(file.read_bytes()).text[:_CHARACTERS]}" for file in files]
    return encoder.encode_queries([topic.paragraph for topic in topics]), encoder.encode_passages(texts)


def fitted(right: Sequence[Vectors], foreign: Sequence[Vectors]) -> tuple[float, float]:
    """Return the threshold, and the mean share on its wrong side."""
    cosines = np.linspace(-0.2, 1.0, 1201)
    missed = np.mean([[np.mean(one < at) for at in cosines] for one in right], axis=0)
    let_in = np.mean([[np.mean(one >= at) for at in cosines] for one in foreign], axis=0)
    best = int(np.argmin(np.abs(missed - let_in)))
    return float(cosines[best]), float((missed[best] + let_in[best]) / 2)


def main() -> None:
    """Fit on the sets, and on each choice of all but one."""
    parser = argparse.ArgumentParser("python -m tests.bench.passage_thresholds", description=__doc__)
    parser.add_argument("test_sets", type=Path, nargs="+")
    parser.add_argument("--multilingual", action="store_true")
    parser.add_argument("--count", type=int, default=80)
    options = parser.parse_args()
    encoder: Encoder = (
        UniversalSentenceEncoder.installed() if options.multilingual else SentenceTransformerEncoder.named()
    )
    encoded = {one.name: vectors_of(encoder, one, options.count) for one in options.test_sets}
    right = {name: np.sum(asked * notes, axis=1) for name, (asked, notes) in encoded.items()}
    foreign = {
        name: np.concatenate([asked @ notes.T for o, (_, notes) in encoded.items() if o != name], axis=1).max(
            1
        )
        for name, (asked, _) in encoded.items()
    }
    for name in encoded:
        quantiles = [np.round(np.quantile(of[name], (0.05, 0.5, 0.95)), 3) for of in (right, foreign)]
        print(f"{name}: right {quantiles[0]}, foreign {quantiles[1]} (5, 50 and 95 %)")
    least, wrong = fitted([*right.values()], [*foreign.values()])
    print(f"{encoder.name}: {least:.3f}, {wrong:.1%} on the wrong side")
    for left_out in encoded if len(encoded) > 2 else ():
        others = [name for name in encoded if name != left_out]
        at = fitted([right[o] for o in others], [foreign[o] for o in others])[0]
        print(f"  without {left_out}: {at:.3f}; there {np.mean(right[left_out] < at):.1%} missed, ", end="")
        print(f"{np.mean(foreign[left_out] >= at):.1%} let in")


if __name__ == "__main__":
    main()

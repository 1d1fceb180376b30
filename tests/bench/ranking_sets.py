"""The sets of the ranking bench: given ones, golden questions, and questions as people type them."""

import hashlib
import json
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tests.bench.judged_sets import JUDGMENTS, QUERIES, VAULT, QuestionSet, load_test_set
from tests.golden.typed_questions import HERE, OWN_VAULTS, TypedSet, composed_paths, typed_sets
from vaultsearch.core.query.narrowing import proposed_interval

_GOLDEN = {
    "golden": (OWN_VAULTS["sample"], HERE / "questions.json"),
    "golden-languages": (OWN_VAULTS["languages"], HERE / "questions_languages.json"),
}
_ACROSS = (("xquad-de", "xquad-en"), ("xquad-zh", "xquad-en"))
"""Sets whose notes have the same names in several languages: the questions of one, asked of another's."""
HALVES = ("a", "b")


@dataclass(frozen=True, slots=True)
class RankedSet:
    """A test set in a folder, the vault that it is asked of, and the typed questions that it is made of."""

    name: str
    folder: Path
    vault: Path
    typed: TypedSet | None = None

    def questions(
        self, half: str | None = None, limit: int | None = None, *, timed: bool = False
    ) -> QuestionSet:
        """Read the questions, those of one half, or those that speak of a time."""
        read = load_test_set(self.folder, self.vault)
        kept = [one for one in read.questions if half is None or half_of(one.text) == half]
        if timed:
            kept = [one for one in kept if proposed_interval(one.text) is not None]
        return replace(read, name=self.name, questions=tuple(kept[:limit]))

    def languages(self) -> dict[str, str]:
        """Map the texts of typed questions to their languages; of others, none is known."""
        if self.typed is None:
            return {}
        return {one["question"]: one["language"] for one in self.typed.questions()}


def half_of(question: str) -> str:
    """Return the half that a question belongs to, by its hash: the same in every run and set."""
    return HALVES[hashlib.blake2b(question.encode(), digest_size=1).digest()[0] % 2]


def add_set_options(parser: ArgumentParser) -> None:
    """Let a command be told which sets it measures."""
    parser.add_argument("test_sets", nargs="*", type=Path, metavar="TESTSET")
    parser.add_argument("--golden", action="store_true", help="ask our own vaults, too")
    parser.add_argument("--vaults", type=Path, help="ask vaults of this folder that we have questions for")
    parser.add_argument("--limit", type=int, help="ask so many questions of each at most")


def named_sets(options: Namespace, folder: Path) -> list[RankedSet]:
    """Return the sets that a command was told, those that are written in a folder."""
    sets = given_sets(options.test_sets, folder)
    return sets + (golden_sets(folder, options.vaults) if options.golden or options.vaults else [])


def given_sets(test_sets: Sequence[Path], folder: Path) -> list[RankedSet]:
    """Return the test sets with notes of their own, with their typed questions and those across languages."""
    found = [RankedSet(one.name, one, one / VAULT) for one in test_sets]
    vaults = {one.name: one.vault for one in found}
    for asked, of in _ACROSS:
        if asked in vaults and of in vaults:
            questions = next(one.folder for one in found if one.name == asked)
            found.append(RankedSet(f"{asked} of {of}", questions, vaults[of]))
    typed = typed_sets(test_sets=test_sets[0].parent if test_sets else None)
    return found + [_typed(one, folder) for one in typed if one.name in vaults]


def golden_sets(folder: Path, vaults: Path | None = None) -> list[RankedSet]:
    """Write the golden and the typed questions over our own vaults and those in ``vaults`` as test sets."""
    found = [write_golden(name, folder) for name in _GOLDEN]
    return found + [_typed(one, folder) for one in typed_sets(vaults)]


def write_golden(name: str, folder: Path) -> RankedSet:
    """Write golden questions as a test set, by the note that answers."""
    vault, file = _GOLDEN[name]
    asked = json.loads(file.read_text(encoding="utf-8"))
    made, on_disk = folder / name, composed_paths(vault)
    made.mkdir(parents=True)
    questions = [json.dumps({"_id": f"q{at}", "text": one["question"]}) for at, one in enumerate(asked)]
    judged = [f"q{at}\t{on_disk[one['path']]}\t1" for at, one in enumerate(asked)]
    (made / QUERIES).write_text("\n".join(questions) + "\n", encoding="utf-8")
    (made / JUDGMENTS).write_text("\n".join(["query-id\tcorpus-id\tscore", *judged]) + "\n", encoding="utf-8")
    return RankedSet(name, made, vault)


def _typed(one: TypedSet, folder: Path) -> RankedSet:
    written = one.write(folder)
    return RankedSet(written.name, written, one.vault, one)

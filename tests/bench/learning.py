"""Measure the benefit and harm of learning from use: `python -m tests.bench.learning [--seeds N]`.

Asks the sample vault's questions once, then lets simulated users come back to some of them: they look down
the list, less likely the further down, open the note that they take for the answer, and sometimes another
one. Prints the mean reciprocal rank (MRR) of the questions they had asked and of those they had not, with
and without learning, and exits with 1 if a figure misses its limit.
"""

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from vaultsearch.core.recall import Recall, boost_used
from vaultsearch.core.usage_store import UsageStore
from vaultsearch.core.values.query import DAY_S, AskedQuestion
from vaultsearch.core.values.search import Result, Use

_GOLDEN = Path(__file__).parents[1] / "golden"
_VAULT = "sample"
_VISITS = 2
_LOOKED_AT = 20
_BIAS = 0.7
"""Somebody looks at the row at a rank with a probability of 1 / rank ** 0.7 (as in ULTR's simulations)."""
_OPENS_RIGHT, _OPENS_WRONG, _IS_CONTENT = 0.9, 0.05, 0.95


@dataclass(frozen=True, slots=True)
class Answered:
    """A question, the engine's results, and the predicate of a right one."""

    asked: AskedQuestion
    results: tuple[Result, ...]
    is_right: Callable[[Result], bool]

    def reciprocal(self, results: Sequence[Result]) -> float:
        """Return the reciprocal rank of the first right result, 0 if there is none."""
        rank = next((rank for rank, one in enumerate(results, 1) if self.is_right(one)), None)
        return 1 / rank if rank else 0.0


@dataclass(slots=True)
class User:
    """A simulated user with random habits, and the uses learned from them in ``store``, until ``now``."""

    chance: random.Random
    store: UsageStore
    now: list[float] = field(default_factory=lambda: [1.8e9])
    recalled: tuple[int, Recall] = (-1, Recall())

    def shown(self, question: Answered) -> tuple[Result, ...]:
        """Return the results as they are shown to this user."""
        if self.recalled[0] != self.store.version:
            self.recalled = self.store.version, Recall(self.store.recall(_VAULT))
        return boost_used(question.results, self.recalled[1].history(question.asked, self.now[0]))

    def visit(self, question: Answered) -> None:
        """Ask, look down the list, and open some of it."""
        self.now[0] += 3600
        for rank, one in enumerate(self.shown(question)[:_LOOKED_AT], start=1):
            if self.chance.random() > rank**-_BIAS:
                continue
            right = question.is_right(one)
            if self.chance.random() < (_OPENS_RIGHT if right else _OPENS_WRONG):
                self.open(question, one, rank)
                if right and self.chance.random() < _IS_CONTENT:
                    return

    def open(self, question: Answered, one: Result, rank: int) -> None:
        """Open a result, as the window notes it, a minute after the one before."""
        self.now[0] += 60
        place = (one.chunk.path, one.chunk.heading_path)
        self.store.note(_VAULT, question.asked, *place, Use.OPENED, raises=rank > 1)


@dataclass(frozen=True, slots=True)
class Gains:
    """The gain of one user: MRR with learning minus MRR without, for repeated and new questions."""

    repeated: float
    new: float
    after_90_days: float
    titles_moved: int


def simulated(questions: Sequence[Answered], seed: int, folder: Path, visits: int = _VISITS) -> Gains:
    """Let a user come back to half of the questions and return the gain."""
    chance = random.Random(seed)
    mixed = chance.sample(questions, len(questions))
    repeated, new = mixed[: len(mixed) // 2], mixed[len(mixed) // 2 :]
    now = [1.8e9]
    user = User(chance, UsageStore(folder / f"{seed}.sqlite", lambda: now[0]), now)
    for _ in range(visits):
        for question in repeated:
            user.visit(question)
    gained, on_new = _gain(user, repeated), _gain(user, new)
    moved = sum(_title_moved(user, question) for question in questions)
    now[0] += 90 * DAY_S
    return Gains(gained, on_new, _gain(user, repeated), moved)


def _gain(user: User, questions: Sequence[Answered]) -> float:
    gains = (one.reciprocal(user.shown(one)) - one.reciprocal(one.results) for one in questions)
    return sum(gains) / len(questions)


def _title_moved(user: User, question: Answered) -> bool:
    named = [one.chunk.id for one in question.results if one.is_exact_title]
    return [one.chunk.id for one in user.shown(question)][: len(named)] != named


def changed_by_first_rows(questions: Sequence[Answered], folder: Path) -> int:
    """Open the first row of every question, and give how many are answered otherwise then."""
    user = User(random.Random(0), UsageStore(folder / "first.sqlite"))
    for question in questions:
        if question.results:
            user.open(question, question.results[0], 1)
    return sum(user.shown(question) != question.results for question in questions)


async def answered(home: Path) -> list[Answered]:
    """Ask the engine all questions over the sample vault."""
    from tests.golden.typed_questions import OWN_VAULTS
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.values.search import Mode
    from vaultsearch.service.parts.components import ComponentFactory
    from vaultsearch.service.vault import Vault

    encoder = ComponentFactory(Parameters()).encoder
    session = await Vault.open(OWN_VAULTS["sample"], home / "index", Parameters())
    await session.index.sync(lambda _: None)
    found = []
    for words, is_right in _questions():
        stages = [stage async for stage in session.search_stages(words, mode=Mode.HYBRID)]
        vector = tuple(encoder.encode_queries([words])[0].tolist())
        found.append(Answered(AskedQuestion(words, encoder.name, vector), stages[-1].results, is_right))
    await session.close()
    return found


def _questions() -> list[tuple[str, Callable[[Result], bool]]]:
    """Return the golden questions, answered by passages, and typed questions, answered by notes."""
    golden = json.loads((_GOLDEN / "questions.json").read_text(encoding="utf-8"))
    return [
        *((one["question"], _in_section(one)) for one in golden),
        *(
            (one["question"], _in_notes({path for path, grade in one["grades"].items() if grade == 2}))
            for one in json.loads((_GOLDEN / "as_typed" / "sample.json").read_text(encoding="utf-8"))
        ),
    ]


def _in_section(question: dict[str, object]) -> Callable[[Result], bool]:
    return lambda one: (
        one.chunk.path == question["path"]
        and (question["kind"] == "title" or list(one.chunk.heading_path) == question["heading_path"])
    )


def _in_notes(paths: set[str]) -> Callable[[Result], bool]:
    return lambda one: one.chunk.path in paths


def judged(gains: Sequence[Gains], changed: int) -> list[tuple[str, float, str, bool]]:
    """Return each figure, its limit, and whether it is reached."""
    mean = {name: sum(getattr(one, name) for one in gains) / len(gains) for name in ("repeated", "new")}
    late = sum(one.after_90_days for one in gains) / len(gains)
    moved = sum(one.titles_moved for one in gains)
    return [
        ("questions asked before, MRR", mean["repeated"], ">= +0.05", mean["repeated"] >= 0.05),
        ("new questions, MRR", mean["new"], ">= -0.005", mean["new"] >= -0.005),
        ("the former after 90 days, MRR", late, "< a tenth", abs(late) < 0.1 * mean["repeated"]),
        ("exact titles moved", moved, "0", moved == 0),
        ("answers changed by opening first rows", changed, "0", changed == 0),
    ]


def main() -> int:
    parser = argparse.ArgumentParser("python -m tests.bench.learning", description=__doc__)
    parser.add_argument("--seeds", type=int, default=30, help="users that are simulated")
    parser.add_argument("--visits", type=int, default=_VISITS, help="how often each asks a question")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="vaultsearch-learning-") as temporary:
        folder = Path(temporary)
        os.environ.setdefault("VAULTSEARCH_HOME", str(folder / "home"))
        questions = asyncio.run(answered(folder))
        gains = [simulated(questions, seed, folder, options.visits) for seed in range(options.seeds)]
        changed = changed_by_first_rows(questions, folder)
    base = sum(one.reciprocal(one.results) for one in questions) / len(questions)
    print(f"{len(questions)} questions, MRR {base:.3f} without history; {options.seeds} users")
    figures = judged(gains, changed)
    for name, figure, wanted, holds in figures:
        print(f"{name:<40} {figure:+8.4f}   {wanted:<10} {'holds' if holds else 'FALLS SHORT'}")
    spread = sorted(one.repeated for one in gains)
    print(f"of single users: {spread[0]:+.3f} to {spread[-1]:+.3f}")
    return 0 if all(holds for *_, holds in figures) else 1


if __name__ == "__main__":
    sys.exit(main())

"""Count wrong answer cards: `python -m tests.bench.cards [--golden] [--limit N] [TESTSET ...]`.

Asks each question as the window does, and reads the sentences of the passages that it would. A card is wrong
if its first sentence stands in a note that was not judged to answer. Then the questions of another set are
asked of the same notes, which are about something else: there, each card is wrong.
"""

import argparse
import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.bench.judged_sets import Question
from tests.bench.ranking_sets import RankedSet, add_set_options, named_sets
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.context import SentenceAnswer
from vaultsearch.core.values.search import Mode
from vaultsearch.service.evaluation import up_to_date
from vaultsearch.service.vault import Vault

_READ, _LIKELY = 4, 0.1
"""As `gui.results.answer_card` has it."""


@dataclass(frozen=True, slots=True)
class Cards:
    """How many cards a set's questions had, and how many were wrong."""

    asked: int
    shown: int
    wrong: int

    @property
    def line(self) -> str:
        """The cells of a table."""
        share = f"{self.wrong / self.shown:.1%}" if self.shown else "-"
        return f"{self.asked} | {self.shown} | {self.wrong} | {share}"


async def card_of(vault: Vault, question: str) -> tuple[SentenceAnswer, ...]:
    """Return the sentences of the card that the window shows for a question."""
    last = [stage async for stage in vault.search_stages(question, 50, Mode.HYBRID, operators=False)][-1]
    may_answer = [result.probability is None or result.probability >= _LIKELY for result in last.results]
    if last.unanswered or not last.results or not may_answer[0]:
        return ()
    read = zip(last.results[:_READ], may_answer, strict=False)
    return await vault.answers(question, [result.chunk for result, may in read if may])


async def cards(vault: Vault, questions: Sequence[Question], *, are_foreign: bool, verbose: bool) -> Cards:
    """Ask the questions and judge their cards."""
    shown = wrong = 0
    for question in questions:
        answers = await card_of(vault, question.text)
        if answers:
            shown += 1
            if are_foreign or not question.grades.get(answers[0].path):
                wrong += 1
                if verbose:
                    first = answers[0]
                    print(f"<!-- {question.text} | {first.path} | {first.text} | {first.probability} -->")
    return Cards(len(questions), shown, wrong)


def _are_foreign(questions: Sequence[Question], of: RankedSet) -> bool:
    """Return whether none of the notes that answer is in a set: some have the same ones in two languages."""
    return not any((of.vault / path).exists() for question in questions for path in question.grades)


async def measure(sets: Sequence[RankedSet], skip: int, limit: int, *, verbose: bool) -> None:
    print("| set | asked | cards | wrong | share | foreign: asked | cards | wrong | share |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
    every = [each.questions(limit=skip + limit).questions[skip:] for each in sets]
    for number, each in enumerate(sets):
        async with await up_to_date(each.vault, Parameters(), lambda _: None) as vault:
            own = await cards(vault, every[number], are_foreign=False, verbose=verbose)
            following = [*every[number + 1 :], *every[:number]]
            others = next((questions for questions in following if _are_foreign(questions, each)), ())
            foreign = await cards(vault, others, are_foreign=True, verbose=verbose)
        print(f"| {each.name} | {own.line} | {foreign.line} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.bench.cards", description=__doc__)
    add_set_options(parser)
    parser.add_argument("--skip", type=int, default=0, help="leave out the first questions")
    parser.set_defaults(limit=60)
    parser.add_argument("--verbose", action="store_true", help="print the wrong cards")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        sets = named_sets(options, Path(made))
        asyncio.run(measure(sets, options.skip, options.limit, verbose=options.verbose))


if __name__ == "__main__":
    main()

"""Measure exploring along links: `python -m tests.bench.exploring VAULT ...`.

Chains of three notes are planted in a copy of each vault: the first one answers a question and links to the
second, which links to the third; that shares no word with the question and is far from it in meaning. Is the
third one among the first ten that exploring reaches (R@10), and at which place does a search by meaning have
it (the median)? Beside it stands the time of a question, relative to a search by meaning and words.
"""

import argparse
import asyncio
import random
import statistics
import time
from pathlib import Path

from tests.bench.ground import indexed_copy
from vaultsearch.core.values.search import Mode

_NAMES = [
    *("Malwine", "Casimir", "Ottilie", "Lorenz", "Philippa"),
    *("Hektor", "Isolde", "Balduin", "Rosalind", "Egon"),
]
_THINGS = [
    *("zither", "harpsichord", "sextant", "astrolabe", "loom"),
    *("kayak", "telescope", "spinet", "lathe", "barometer"),
]
_SHOPS = ["Brandt", "Okafor", "Lindqvist", "Moreau", "Tanaka", "Havel", "Quint", "Serrano", "Yilmaz", "Zeman"]
_RULES = (
    "Invoices are due on the third of each month.", "Closed on Wednesdays, except before public holidays.",
    "Ring twice, and leave the parcel with the neighbour.", "The gate code is changed every quarter.",
    "Prices went up by four per cent last winter.", "Deliveries come through the yard behind the mill.",
    "Two apprentices begin in autumn.", "The kiln is shared with the school next door.",
    "Receipts are kept for ten years in the attic.", "Parking is free after six.",
)  # fmt: skip
_FILLER = 20
"""Other notes that each workshop links to none of, but that make the third note one of many alike."""


def planted(folder: Path) -> list[tuple[str, str]]:
    """Write the chains into a vault; return the questions, each with the path of its third note."""
    questions = []
    for number, (name, thing, shop, rule) in enumerate(zip(_NAMES, _THINGS, _SHOPS, _RULES, strict=True)):
        ledger = f"Ledger {40 + number}"
        _write(
            folder,
            f"{thing.title()} of {name}",
            f"The {thing} of aunt {name} went to [[{shop} and Sons]] for repair.",
        )
        _write(folder, f"{shop} and Sons", f"Three people at the canal. Accounts: [[{ledger}]].")
        _write(folder, ledger, rule)
        questions.append((f"who repaired the {thing} of aunt {name}", f"Planted/{ledger}.md"))
    draw = random.Random(7)
    for number in range(_FILLER):
        _write(
            folder, f"Aunts and repairs {number}", f"Repaired the {draw.choice(_THINGS)} of an aunt, again."
        )
    return questions


def _write(folder: Path, title: str, text: str) -> None:
    file = folder / "Planted" / f"{title}.md"
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"{text}\n", "utf-8")


async def measured(folder: Path) -> None:
    """Index a copy of a vault with planted chains, ask their questions, and print the figures."""
    questions: list[tuple[str, str]] = []
    async with indexed_copy(folder, lambda copy: questions.extend(planted(copy))) as vault:
        found, ranks, seconds = 0, [], {Mode.EXPLORE: 0.0, Mode.HYBRID: 0.0}
        for question, third in questions:
            paths = {}
            for mode in (Mode.HYBRID, Mode.EXPLORE):
                begun = time.process_time()
                paths[mode] = [result.path for result in await vault.search(question, 10, mode)]
                seconds[mode] += time.process_time() - begun
            found += third in paths[Mode.EXPLORE]
            near = [result.path for result in await vault.search(question, 1000, Mode.SEMANTIC)]
            notes = list(dict.fromkeys(near))
            ranks.append(notes.index(third) + 1 if third in notes else len(notes) + 1)
    ratio = seconds[Mode.EXPLORE] / seconds[Mode.HYBRID]
    print(
        f"{folder.name}: R@10 {found / len(questions):.2f} (asked: .80); place by meaning "
        f"{statistics.median(ranks):.0f} (asked: above 50); CPU of a hybrid search x {ratio:.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vaults", nargs="+", type=Path)
    for vault in parser.parse_args().vaults:
        asyncio.run(measured(vault))


if __name__ == "__main__":
    main()

"""How many sentences of a language model's answers the check takes for what they are not.

Sentences over passages of six vaults and over made-up notes, the greater part of them honest, wrong, or with
a single noun exchanged. Half of the passages were looked at while the check was made; those of the sets that
are held out were counted only.

    python -m tests.bench.cited_sentences kepano=DIR zh=DIR ideaverse=DIR xquad-en=DIR xquad-de=DIR
"""

import asyncio
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from vaultsearch.core.parameters import Parameters
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.context import CitedSentence, ContextPiece, Verdict
from vaultsearch.service.parts.components import ComponentFactory

ROOT = Path(__file__).parents[2]
SENTENCES = Path(__file__).with_name("cited_sentences.jsonl")
OWN_VAULTS = {"sample": ROOT / "resources" / "Sample vault"}
_HEADING = re.compile(r"(#{1,6})\s+(.+)")
HELD_OUT = ("held out", "fifth")
LIMITS = "asked: of 60 honest ones at most 6 struck, of 60 wrong and of 40 exchanged ones at most 6 checked"


def sentences(vaults: Mapping[str, Path]) -> Iterator[tuple[dict[str, Any], ContextPiece]]:
    """Yield the sentences over these vaults, each with the passage that it cites."""
    for line in SENTENCES.read_text("utf-8").splitlines():
        sentence = json.loads(line)
        if "passage" in sentence:
            headings = tuple(sentence.get("headings", ()))
            yield sentence, _piece(sentence["title"], headings, 1, 1, sentence["passage"])
        elif sentence["vault"] in vaults:
            yield sentence, _passage(vaults[sentence["vault"]], sentence["path"], *sentence["lines"])


def _passage(vault: Path, path: str, first: int, last: int) -> ContextPiece:
    lines = (vault / path).read_text("utf-8").splitlines()
    headings: dict[int, str] = {}
    for line in lines[: first - 1]:
        if (heading := _HEADING.match(line)) is not None:
            level = len(heading[1])
            headings = {above: text for above, text in headings.items() if above < level}
            headings[level] = heading[2]
    text = "\n".join(lines[first - 1 : last])
    return _piece(path, tuple(headings.values()), first, last, text)


def _piece(path: str, headings: tuple[str, ...], first: int, last: int, text: str) -> ContextPiece:
    return ContextPiece(path, Path(path).stem, headings, first, last, 0, "", 1, text)


def kind_of(sentence: Mapping[str, Any]) -> str:
    """Return whether a sentence is honest, exchanged or wrong."""
    return sentence["kind"] if sentence["kind"] in ("honest", "exchanged") else "wrong"


def print_matrix(verdicts: Counter[tuple[str, str, Verdict | None]]) -> None:
    """Print how many sentences of each set and kind got which verdict."""
    for name, kind in dict.fromkeys((name, kind) for name, kind, _ in verdicts):
        print(f"{name}, {kind}:", ", ".join(f"{verdicts[name, kind, each]} {each}" for each in Verdict))


async def measure(vaults: Mapping[str, Path]) -> None:
    """Check each sentence, and print the counts, and each one that is taken for the other kind."""
    check = ComponentFactory(Parameters(), None).support_check(in_thread)
    verdicts = Counter[tuple[str, str, Verdict | None]]()
    start = time.process_time()
    for sentence, passage in sentences(vaults):
        checked = await check(CitedSentence(sentence["sentence"], (1,)), [passage])
        verdicts[sentence["set"], kind_of(sentence), checked.verdict] += 1
        is_wrong_way = checked.verdict is (Verdict.STRUCK if sentence["supported"] else Verdict.CHECKED)
        if is_wrong_way and sentence["set"] not in HELD_OUT:  # nobody shall fit the check to these
            why = f"{checked.verdict} {checked.objection or ''} {checked.detail}"
            print(f"  {sentence['set']}, {sentence['kind']}: {why}: {sentence['sentence']}")
    print_matrix(verdicts)
    print(f"{(time.process_time() - start) / max(1, verdicts.total()):.2f} CPU s a sentence; {LIMITS}")


if __name__ == "__main__":
    given = dict(argument.split("=", 1) for argument in sys.argv[1:])
    asyncio.run(measure({**OWN_VAULTS, **{name: Path(folder) for name, folder in given.items()}}))

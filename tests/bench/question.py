"""CPU milliseconds of a warm question, step by step: ``python -m tests.bench.question VAULT...``.

Each vault is indexed in a temporary home. A word, five words and a sentence are asked for, each of several
notes; no question comes twice, so that nothing is known from before.
"""

import asyncio
import os
import random
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from tests.bench.figures import percentile
from tests.bench.ground import opened
from vaultsearch.core import tracing
from vaultsearch.core.languages.detection import function_words
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.search import Mode
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.vault import Vault
from vaultsearch.settings import settings

QUESTIONS, LISTED = 15, 10
WARM_UP = 3
FUSED, REST, WHOLE = "legs, until fused", "all else", "whole"
_ALONE = ("late interaction", "cross-encoder", "marks")
"""Steps beside which nothing else runs, by the beginnings of their names; the legs run at once."""


def make_questions(texts: Sequence[str], seed: int = 1) -> dict[str, list[str]]:
    """Return questions by sort, each of another note's words."""
    sorts: dict[str, list[str]] = {"a word": [], "five words": [], "a sentence": []}
    chosen = random.Random(seed)
    for text in chosen.sample(texts, len(texts)):
        words = [word for word in text.split() if word.isalpha() and len(word) > 3]
        words = [word for word in dict.fromkeys(words) if word.lower() not in function_words("en")]
        if len(words) < 12:
            continue
        picked = chosen.sample(words, 12)
        sorts["a word"].append(picked[0])
        sorts["five words"].append(" ".join(picked[1:6]))
        sorts["a sentence"].append(f"what did I write about {' and '.join(picked[6:9])} in {picked[9]}")
    return {sort: questions[: QUESTIONS + WARM_UP] for sort, questions in sorts.items()}


async def cpu_by_step(vault: Vault, question: str) -> dict[str, float]:
    """Ask, and return the CPU milliseconds of each step in this process."""
    spent: defaultdict[str, float] = defaultdict(float)
    start = time.process_time()
    async for stage in vault.search_stages(question, LISTED, Mode.HYBRID, learned=False):
        if FUSED not in spent and stage.name == "fused":
            spent[FUSED] = 1000 * (time.process_time() - start)
    spent[WHOLE] = 1000 * (time.process_time() - start)
    for step in stage.steps:
        for name in _ALONE:
            if step.name.startswith(name):
                spent[name] += 1000 * step.seconds
    spent[REST] = spent[WHOLE] - sum(spent[name] for name in (FUSED, *_ALONE))
    return spent


async def measure_vault(folder: Path) -> dict[str, Mapping[str, float]]:
    """Index a vault, ask, and return each sort's median CPU milliseconds by step."""
    medians: dict[str, Mapping[str, float]] = {}
    async with opened(folder, workers=Workers(in_thread, in_thread)) as vault:
        await vault.index.sync()
        await vault.index.vectors_indexed()
        await vault.warm_up()
        for sort, questions in make_questions([note.text for note in await vault.query.notes()]).items():
            spent = [await cpu_by_step(vault, question) for question in questions][WARM_UP:]
            medians[sort] = {
                name: percentile([each[name] for each in spent], 0.5)
                for name in (FUSED, *_ALONE, REST, WHOLE)
            }
    return medians


def main() -> None:
    # The steps' own clock, which counts seconds that pass, counts those of this process's cores instead.
    clock = SimpleNamespace(**vars(time) | {"perf_counter": time.process_time})
    models = settings.models_folder()
    with tempfile.TemporaryDirectory() as home, patch.object(tracing, "time", clock):
        os.environ["VAULTSEARCH_HOME"] = home
        Path(home, "models").symlink_to(models)
        for folder in map(Path, sys.argv[1:]):
            medians = asyncio.run(measure_vault(folder.resolve()))
            print(f"\n{folder.name:20}" + "".join(f"{sort:>12}" for sort in medians))
            for name in (FUSED, *_ALONE, REST, WHOLE):
                print(f"{name:20}" + "".join(f"{median[name]:12.1f}" for median in medians.values()))


if __name__ == "__main__":
    main()

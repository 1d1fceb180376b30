"""Time the first results beside a language model: `python -m tests.bench.dead_endpoint TESTSET [--limit N]`.

Variants and the model as a reranker are both on. The endpoint is off, or nothing listens there, or it stalls
after its first word: the first results must come as soon as without one. The ways are asked in turn, as the
machine may be busier later than at first.
"""

import argparse
import asyncio
import socket
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from pathlib import Path

from tests.bench.figures import percentile
from tests.bench.judged_sets import VAULT
from tests.bench.ranking_sets import RankedSet
from tests.scripted_model import MODEL, ScriptedModel, serving
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.search import Mode
from vaultsearch.service.evaluation import up_to_date

_ROUNDS, _WARM_UP = 3, 5


async def first_results_ms(asked: RankedSet, address: str, questions: Sequence[str]) -> list[float]:
    """Ask every question, wait until its first results, and leave it as the next key would."""
    endpoint = {
        "ask.base_url": address, "ask.model": MODEL, "ask.variants": True,
        "reranker.chain": "late_interaction+cross_encoder+language_model",
    }  # fmt: skip
    parameters, took = Parameters(endpoint if address else {}), []
    async with await up_to_date(asked.vault, parameters, lambda _: None) as vault:
        for question in (*questions[:_WARM_UP], *questions):
            begun = time.perf_counter()
            async with aclosing(vault.search_stages(question, 10, Mode.HYBRID)) as stages:
                await anext(stages)
                took.append(1000 * (time.perf_counter() - begun))
    return took[_WARM_UP:]


async def measure(asked: RankedSet, limit: int, addresses: Mapping[str, str]) -> None:
    questions = [question.text for question in asked.questions(limit=limit).questions]
    took: dict[str, list[float]] = defaultdict(list)
    for _ in range(_ROUNDS):
        for name, address in addresses.items():
            took[name] += await first_results_ms(asked, address, questions)
    print("| endpoint | questions | p50 ms | p95 ms |")
    print("| --- | --- | --- | --- |")
    for name, values in took.items():
        print(f"| {name} | {len(values)} | {percentile(values, 0.5):.0f} | {percentile(values, 0.95):.0f} |")


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.bench.dead_endpoint", description=__doc__)
    parser.add_argument("test_set", type=Path)
    parser.add_argument("--limit", type=int, default=40)
    options = parser.parse_args()
    asked = RankedSet(options.test_set.name, options.test_set, options.test_set / VAULT)
    with serving(ScriptedModel(fault="stall")) as stalling:
        with socket.create_server(("127.0.0.1", 0)) as closed:
            dead = f"http://127.0.0.1:{closed.getsockname()[1]}"
        ways = {"none": "", "nothing listens": dead, "stalls": stalling.address}
        asyncio.run(measure(asked, options.limit, ways))


if __name__ == "__main__":
    main()

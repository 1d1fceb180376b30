"""Measure texts by a language model: `python -m tests.bench.model_texts RECORDINGS [--golden] [TESTSET ...]`.

Asks the whole search without such texts, then with those of each kind, and with all of them. The answers of
the model come from RECORDINGS, a JSONL file by a hash of the request; with ``--server ADDRESS --model NAME``,
any server that speaks OpenAI's protocol is asked for those that are missing, for ``--minutes`` at most, and
they are added to the file. A passage whose answer is missing after that has no text. ``--gguf FILE`` starts
llama.cpp's server (xllamacpp) with a model. ``--record`` only records.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import numpy as np

from tests.bench.judged_sets import QuestionSet
from tests.bench.ranking_runs import asked_of, measured
from tests.bench.ranking_sets import RankedSet, add_set_options, named_sets
from tests.bench.ranking_tables import shown
from tests.bench.recorded_model import RecordedModel, recorded
from tests.service.test_llama_server import llama_server
from vaultsearch.core.evaluation.figures import paired_difference
from vaultsearch.core.index.index_folder import MODEL_TEXTS
from vaultsearch.core.models.chat_client import ChatClient, Endpoint
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.context import TextKind
from vaultsearch.service.evaluation import index_place, open_vault, up_to_date
from vaultsearch.service.parts.workers import Workers

_LEGS = ("fused", "chain")
_KINDS: dict[str, tuple[TextKind, ...]] = {
    "none": (), **{kind.value: (kind,) for kind in TextKind}, "all": tuple(TextKind),
}  # fmt: skip
_NOTHING = "<think></think>"
"""A thought without an answer: a blank one is taken for a failure of the server."""
_FIGURES = ("nDCG@5", "nDCG@10", "Hit@1")


def _client(model: RecordedModel) -> ChatClient:
    return ChatClient(Endpoint.from_address(model.address, model.model))


async def record(sets: Sequence[RankedSet], kinds: Sequence[TextKind], model: RecordedModel) -> None:
    """Have the model write what is not recorded."""
    parameters = Parameters()
    for one in sets:
        session = await up_to_date(one.vault, parameters, lambda _: None)
        (session.index_folder / MODEL_TEXTS).unlink(missing_ok=True)
        for kind in kinds:
            model.missing, begun = 0, time.monotonic()
            requests = await session.model_texts.fill(kind, _client(model), None, lambda _: None)
            seconds = time.monotonic() - begun
            print(
                f"{one.name} {kind}: {requests} requests, {model.missing} missing, {seconds:.0f} s",
                flush=True,
            )
        await session.close()


async def measure_set(one: RankedSet, questions: QuestionSet, model: RecordedModel) -> None:
    """Print the figures of a set without texts, with each kind and with all, and their change."""
    parameters = Parameters()
    texts = [question.text for question in questions.questions]
    session = await up_to_date(one.vault, parameters, lambda _: None, questions=texts)
    await session.close()
    index = index_place(one.vault, parameters)
    session = await open_vault(one.vault, index, parameters, Workers.one_process(), write=True)
    before: dict[str, np.ndarray] = {}
    async with session:
        for name, kinds in _KINDS.items():
            (index / MODEL_TEXTS).unlink(missing_ok=True)
            model.missing, begun = 0, time.monotonic()
            made = {
                kind: await session.model_texts.fill(kind, _client(model), None, lambda _: None)
                for kind in kinds
            }
            seconds = time.monotonic() - begun
            await session.index.encode_model_texts(lambda _: None)
            if sum(map(bool, made.values())) < min(2, len(kinds)):
                continue  # there are none, or all are of one kind
            answers = await asked_of(session, texts, _LEGS)
            runs = measured(one, questions, answers)
            for leg, run in zip(_LEGS, answers, strict=True):
                figures = runs.figures[leg]
                before.setdefault(leg, figures["nDCG@5"])
                change = figures["nDCG@5"] - before[leg]
                cells = [f"{figures[figure].mean():.3f}" for figure in _FIGURES]
                cells += [
                    shown(paired_difference([figures["nDCG@5"]], [before[leg]])[0], signed=True),
                    f"{(change < 0).sum()}/{(change > 0).sum()}",
                ]
                taken = np.median([answer.seconds for answer in run.answers])
                cells += [f"{taken:.3f}", f"{sum(made.values())}; {model.missing}", f"{seconds:.0f}"]
                print("|", one.name, "|", name, "|", leg, "|", " | ".join(cells), "|", flush=True)


async def measure_all(sets: Sequence[RankedSet], model: RecordedModel, limit: int | None) -> None:
    columns = ["set", "texts", "stage", *_FIGURES, "change of nDCG@5", "worse/better", "CPU s"]
    columns += ["texts; not recorded", "s"]
    print("|", " | ".join(columns), "|\n|" + " --- |" * len(columns), flush=True)
    for one in sets:
        await measure_set(one, one.questions(None, limit), model)


def _kinds(text: str) -> tuple[TextKind, ...]:
    return tuple(map(TextKind, text.split(",")))


def main() -> int:
    parser = argparse.ArgumentParser("python -m tests.bench.model_texts", description=__doc__)
    parser.add_argument("recordings", type=Path)
    add_set_options(parser)
    parser.add_argument("--only", default="", help="the names of the sets to measure, joined by commas")
    parser.add_argument("--record", action="store_true", help="measure nothing")
    parser.add_argument("--kinds", type=_kinds, default=tuple(TextKind), help="the kinds of texts to record")
    parser.add_argument("--server", default="http://127.0.0.1:8080/v1", help="the server's address")
    parser.add_argument("--model", default="recorded", help="its model")
    parser.add_argument("--gguf", type=Path, help="start a server with this model")
    parser.add_argument("--minutes", type=float, default=0.0, help="ask the server for so long at most")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="vaultsearch-texts-") as folder:
        os.environ.setdefault("VAULTSEARCH_HOME", str(Path(folder) / "home"))
        sets = named_sets(options, Path(folder))
        until = time.monotonic() + 60 * options.minutes
        with (
            llama_server(options.gguf) if options.gguf else nullcontext(options.server) as address,
            recorded(options.recordings, address, options.model, until=until, nothing=_NOTHING) as model,
        ):
            chosen = [one for one in sets if not options.only or one.name in options.only.split(",")]
            recording = record(chosen, options.kinds, model) if options.record else None
            asyncio.run(recording or measure_all(chosen, model, options.limit))
    return 0


if __name__ == "__main__":
    sys.exit(main())

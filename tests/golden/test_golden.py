"""Questions over the sample vault, with floors for each leg: below them, something has broken."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values import Mode, Result
from vaultsearch.core.worker import in_thread
from vaultsearch.parts import Runners
from vaultsearch.session import VaultSession

QUESTIONS = json.loads((Path(__file__).parent / "questions.json").read_text(encoding="utf-8"))

# (Recall@5, MRR@10) by passage: the note under the right headings, or the note alone for titles.
FLOORS = {
    (Mode.FULLTEXT, False): (0.58, 0.50),
    (Mode.SEMANTIC, False): (0.80, 0.70),
    (Mode.HYBRID, False): (0.76, 0.69),
    (Mode.HYBRID, True): (0.79, 0.70),
}


@pytest.fixture(scope="module")
def rankings(
    sample_vault: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[tuple[Mode, bool], list[tuple[Result, ...]]]:
    """Every leg's answers to every question, from one index."""

    async def ask() -> dict[tuple[Mode, bool], list[tuple[Result, ...]]]:
        index = tmp_path_factory.mktemp("golden") / "index"
        runners = Runners(in_thread, in_thread)
        session = await VaultSession.open(sample_vault, index, Parameters(), runners, write=True)
        await session.sync(lambda _: None)
        found: dict[tuple[Mode, bool], list[tuple[Result, ...]]] = {leg: [] for leg in FLOORS}
        for question in QUESTIONS:
            for mode, rerank in FLOORS:
                stages = [s async for s in session.search(question["question"], mode, 10, rerank=rerank)]
                found[mode, rerank].append(stages[-1].results)
        await session.close()
        return found

    return asyncio.run(ask())


def place(question: dict[str, object], results: tuple[Result, ...]) -> int | None:
    """The rank of the first passage that answers, None where there is none among ten."""
    for rank, result in enumerate(results, start=1):
        in_section = list(result.chunk.heading_path) == question["heading_path"]
        if result.chunk.path == question["path"] and (in_section or question["kind"] == "title"):
            return rank
    return None


@pytest.mark.parametrize(("mode", "rerank"), FLOORS, ids=str)
def test_the_answers_are_found_and_stand_high(
    rankings: dict[tuple[Mode, bool], list[tuple[Result, ...]]], mode: Mode, rerank: bool
) -> None:
    places = [place(q, r) for q, r in zip(QUESTIONS, rankings[mode, rerank], strict=True)]
    recall = sum(p is not None and p <= 5 for p in places) / len(places)
    reciprocal = sum(1 / p for p in places if p) / len(places)
    missed = [q["question"] for q, p in zip(QUESTIONS, places, strict=True) if not p or p > 5]
    floor_recall, floor_mrr = FLOORS[mode, rerank]
    shown = f"{mode} rerank={rerank}: Recall@5 {recall:.3f}, MRR@10 {reciprocal:.3f}; missed: {missed}"
    print(shown)
    assert recall >= floor_recall, shown
    assert reciprocal >= floor_mrr, shown


def test_the_questions_name_passages_that_are_there(sample_vault: Path) -> None:
    from vaultsearch.core.index.chunking import Chunker
    from vaultsearch.core.index.embedding import SentenceTransformerEncoder
    from vaultsearch.core.vault.source import ObsidianVault

    vault = ObsidianVault(sample_vault)
    revisions, failed = vault.scan()
    chunker = Chunker(SentenceTransformerEncoder.named().counter)
    chunks = [c for revision in revisions for c in chunker.chunks(vault.read(revision))]
    assert failed == []
    sections = {(c.path, c.heading_path) for c in chunks}
    for question in QUESTIONS:
        named = (question["path"], tuple(question["heading_path"]))
        assert named in sections or question["kind"] == "title", question
    assert len(QUESTIONS) >= 60

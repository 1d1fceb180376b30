"""Questions and long texts over three vaults, with a floor for each leg: below it, something has broken."""

import asyncio
import json
import os
import shutil
import unicodedata
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias, TypedDict, cast

import pytest

from tests.bench.judged_figures import PASSAGE, measure, passage_leg
from tests.bench.judged_sets import load_test_set
from tests.core.search.test_fusion import is_in_order
from tests.thoroughness import THOROUGH
from vaultsearch.core.evaluation.runs import rank_questions
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.tracing import without_timeouts
from vaultsearch.core.values.search import Mode, Result
from vaultsearch.service.evaluation import make_leg
from vaultsearch.service.vault import Vault

HERE = Path(__file__).parent
TOPICS = HERE / "topics_sample"
WORDS, MEANING, BOTH, RERANKED = LEGS = (
    (Mode.FULLTEXT, False), (Mode.SEMANTIC, False), (Mode.HYBRID, False), (Mode.HYBRID, True),
)  # fmt: skip

Leg: TypeAlias = tuple[Mode, bool]
Floors: TypeAlias = dict[Leg, tuple[float, float]]


class Question(TypedDict):
    """A question, and the place of its answer: under these headings, or in the note for titles."""

    question: str
    path: str
    heading_path: list[str]
    kind: str


Answers: TypeAlias = list[tuple[Question, tuple[Result, ...]]]


@dataclass(frozen=True, slots=True)
class Group:
    """Questions of some kinds, and by leg their floors of (Recall@5, MRR@10) by passage."""

    kinds: frozenset[str]
    floors: Floors


@dataclass(frozen=True, slots=True)
class GoldenSet:
    """A vault and the questions over it."""

    vault: Path
    questions: Path
    groups: dict[str, Group]
    fewest: int
    reranks_each: int = 1
    """Rerank the answers to every such question: for one in English that takes 0.7 s of a core."""

    def asked(self) -> list[Question]:
        return cast("list[Question]", json.loads(self.questions.read_text(encoding="utf-8")))


SETS = {
    "sample": GoldenSet(
        vault=HERE.parents[1] / "resources" / "Sample vault",
        questions=HERE / "questions.json",
        groups={
            "sample": Group(
                frozenset({"keyword", "paraphrase", "conceptual", "title", "syntax", "code"}),
                # Without VNNI, sums of eight bits overflow: MEANING has an MRR@10 of 0.698.
                {WORDS: (0.58, 0.50), MEANING: (0.80, 0.69), BOTH: (0.76, 0.69), RERANKED: (0.79, 0.70)},
            )
        },
        fewest=60,
        reranks_each=3,
    ),
    "manual": GoldenSet(
        vault=HERE.parents[1] / "resources" / "manual",
        questions=HERE / "questions_manual.json",
        groups={
            "manual": Group(
                frozenset({"keyword", "paraphrase", "title"}),
                {WORDS: (0.84, 0.75), MEANING: (0.85, 0.75), BOTH: (0.90, 0.82), RERANKED: (0.92, 0.84)},
            )
        },
        fewest=40,
        reranks_each=2,
    ),
    "languages": GoldenSet(
        vault=HERE / "vault_languages",
        questions=HERE / "questions_languages.json",
        groups={
            "own-language": Group(
                frozenset({"keyword", "paraphrase", "title"}),
                {WORDS: (0.66, 0.60), MEANING: (0.70, 0.57), BOTH: (0.87, 0.73), RERANKED: (0.84, 0.71)},
            ),
            "cross-language": Group(
                frozenset({"cross-language"}),
                # No word is the same in both: words alone find nothing.
                {MEANING: (0.70, 0.60), BOTH: (0.70, 0.60), RERANKED: (0.70, 0.60)},
            ),
            "text-detail": Group(
                frozenset({"text-detail"}), {WORDS: (0.85, 0.85), BOTH: (0.85, 0.85), RERANKED: (0.85, 0.85)}
            ),
        },
        fewest=50,
    ),
}


@pytest.fixture(scope="module")
def indexes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the copy and the index of each vault, which the first test that opens it makes."""
    return tmp_path_factory.mktemp("golden")


def undated(vault: Path, folder: Path) -> Path:
    """Copy a vault once, with one date for all: those of a checkout change what "last week" means."""
    if not folder.exists():
        for file in shutil.copytree(vault, folder).rglob("*"):
            os.utime(file, (1_700_000_000, 1_700_000_000))
    return folder


async def answers_by_leg(golden: GoldenSet, folder: Path, models: Path) -> dict[Leg, Answers]:
    """Return every leg's answers to every question, those of the last leg to a share of them."""
    vault = undated(golden.vault, folder / "vault")
    session = await Vault.open(vault, folder / "index", Parameters(), models=models)
    await session.index.sync(lambda _: None)
    found: dict[Leg, Answers] = {leg: [] for leg in LEGS}
    for number, question in enumerate(golden.asked()):
        for mode in (Mode.FULLTEXT, Mode.SEMANTIC, Mode.HYBRID):
            rerank = mode is Mode.HYBRID and (THOROUGH or number % golden.reranks_each == 0)
            stages = [s async for s in session.search_stages(question["question"], 10, mode, rerank=rerank)]
            assert all(map(is_in_order, stages)), question["question"]
            found[mode, False].append((question, [s for s in stages if s.name != "reranked"][-1].results))
            if rerank:
                found[RERANKED].append((question, stages[-1].results))
    await session.close()
    return found


def measured(group: Group, answers: Answers) -> tuple[float, float, list[str]]:
    """Return Recall@5 and MRR@10 of a leg's answers to a group's questions, and the questions it missed."""
    places = {q["question"]: place(q, r) for q, r in answers if q["kind"] in group.kinds}
    missed = [question for question, rank in places.items() if not rank or rank > 5]
    recall = (len(places) - len(missed)) / len(places)
    return recall, sum(1 / rank for rank in places.values() if rank) / len(places), missed


def composed(path: str) -> str:
    """Return a path in composed Unicode, as the questions write it."""
    return unicodedata.normalize("NFC", path)


def place(question: Question, results: tuple[Result, ...]) -> int | None:
    """The rank of the first passage that answers, None if there is none among ten."""
    for rank, result in enumerate(results, start=1):
        in_section = list(result.chunk.heading_path) == question["heading_path"]
        if composed(result.chunk.path) == question["path"] and (in_section or question["kind"] == "title"):
            return rank
    return None


@pytest.mark.parametrize("name", SETS)
def test_the_answers_are_found_and_stand_high(name: str, indexes: Path, models_folder: Path) -> None:
    """All groups and legs together: an index, and the answers of its legs, take a minute to make."""
    golden = SETS[name]
    with without_timeouts():  # else on a busy machine words that stand nowhere aren't corrected in time
        answers = asyncio.run(answers_by_leg(golden, indexes / name, models_folder))
    low = []
    for kinds, group in golden.groups.items():
        for leg in LEGS:
            recall, reciprocal, missed = measured(group, answers[leg])
            told = f"{kinds} {leg[0]} rerank={leg[1]}: Recall@5 {recall:.3f}, MRR@10 {reciprocal:.3f}"
            print(told)
            floors = group.floors.get(leg, (0.0, 0.0))
            if recall < floors[0] or reciprocal < floors[1]:
                low.append(f"{told}; the floors are {floors}; missed: {' | '.join(missed)}")
    assert low == []


@pytest.mark.parametrize("golden", SETS.values(), ids=SETS)
def test_the_questions_name_passages_that_are_there(golden: GoldenSet) -> None:
    from vaultsearch.core.chunking.chunker import Chunker
    from vaultsearch.core.models.onnx_encoding import OnnxEncoder
    from vaultsearch.core.vault.source import ObsidianVault

    vault = ObsidianVault(golden.vault)
    revisions, failed = vault.scan()
    chunker = Chunker(OnnxEncoder.installed().counter)
    chunks = [c for revision in revisions for c in chunker.chunks(vault.read(revision))]
    assert failed == []
    sections = {(composed(c.path), c.heading_path) for c in chunks}
    notes = {path for path, _ in sections}
    for question in golden.asked():
        named = (question["path"], tuple(question["heading_path"]))
        assert named in sections or (question["kind"] == "title" and question["path"] in notes), question
        assert sum(question["kind"] in group.kinds for group in golden.groups.values()) == 1, question
    assert len(golden.asked()) >= golden.fewest


async def test_segments_beat_a_single_query(indexes: Path, sample_vault: Path, models_folder: Path) -> None:
    test_set = load_test_set(TOPICS, sample_vault)
    assert (test_set.has_topics, test_set.notices) == (True, ())
    vault, index = (indexes / "sample" / name for name in ("vault", "index"))
    session = await Vault.open(undated(sample_vault, vault), index, Parameters(), models=models_folder)
    await session.index.sync(lambda _: None)
    test_set = replace(test_set, questions=test_set.questions[:: 1 if THOROUGH else 2])
    texts = [question.text for question in test_set.questions]
    legs = (make_leg("semantic", session), make_leg("hybrid", session), passage_leg(session))
    runs = [await rank_questions(leg, texts, 200) for leg in legs]
    of_pasted = await rank_questions(passage_leg(session), [" ".join(text.split()) for text in texts], 200)
    await session.close()
    figures = measure(test_set, runs, str).figures
    found = {leg: figures[leg]["Topics@5"].mean() for leg in figures}
    assert found[PASSAGE] >= 0.7
    assert found[PASSAGE] >= max(found["semantic"], found["hybrid"]) + 0.2
    # Pasted without blank lines, the same texts found half of their topics: 0.48.
    assert measure(test_set, [of_pasted], str).figures[PASSAGE]["Topics@5"].mean() >= 0.7

"""``vaultsearch evaluate`` as a person and a program use it: real index, real model."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.builders import write_notes
from tests.cli.command import Done, with_models
from vaultsearch.core.evaluation.generated_questions import QUESTION_KINDS
from vaultsearch.service.evaluation import ABLATIONS

NOTES = {
    "Sea/Dugongs & co.md": "---\naliases: [Sea cow]\n---\nDugongs graze on wide seagrass meadows. "
    "They are calm, large and slow, and seldom seen at all.\n\n## Their young ones\n\nOne calf in years.\n",
    "Land/Numbats.md": "Numbats eat termites.\n\nThey have [[Dugongs & co|a distant marine cousin]].\n",
    "Land/Quolls.md": "Quolls hunt at night, and sleep in hollow logs.\n",
}
Evaluate: TypeAlias = Callable[..., Done]


@pytest.fixture(scope="module")
def animals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evaluate") / "animals"
    write_notes(folder, NOTES)
    return folder


@pytest.fixture(scope="module")
def command(animals: Path, models_folder: Path) -> Evaluate:
    return partial(with_models(animals.parent, models_folder), "evaluate", "--vault", str(animals))


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {str(f): (f.read_bytes(), f.stat().st_mtime_ns) for f in folder.rglob("*") if f.is_file()}


def test_legs_and_chain_are_measured_with_each_value_and_compared(command: Evaluate) -> None:
    compared = ("--compare", "fusion.words_weight=0,1", "--set", "reranker.chain=none")
    done = command("--json", *compared)
    steps = [line for line in done.stderr.splitlines() if line.startswith("vaultsearch: ")]
    assert {"vaultsearch: semantic", "vaultsearch: chain"} <= set(steps)
    assert len(steps) == len(set(steps)), "each step once where no terminal shows a bar"
    overall: dict[str, Any] = json.loads(done.stdout)["overall"]
    assert (overall["test_set"], overall["questions"]) == ("all questions", 4)
    legs = ["semantic", "fulltext", "rrf", "hybrid", "chain"]
    swept = [f"{leg} fusion.words_weight={value}" for value in (0, 1) for leg in ("hybrid", "chain")]
    assert list(overall["legs"]) == [*legs, *swept]
    chain = overall["legs"]["chain"]
    assert 0 < chain["p50_ms"] <= chain["p95_ms"]
    pairs = {(pair["leg"], pair["other"]) for pair in overall["differences"]}
    assert {("chain", "rrf"), ("chain", "best single leg")} <= pairs
    assert ("chain fusion.words_weight=1", "chain") in pairs


def test_a_person_is_shown_a_table(command: Evaluate) -> None:
    shown = command("--self", "--legs", "fulltext,chain", "--limit", "1", "--ablate").stdout
    assert "all questions: 4 questions\n" in shown
    rows = shown.split("\n")[1:]
    assert any("fulltext" in line and "chain" in line for line in rows)
    parts_off = [f"chain {label}" for label, _ in ABLATIONS]
    kinds = [f"{kind}: {meaning[:40]}" for kind, meaning in QUESTION_KINDS.items()]
    for row in ("nDCG@10", "Hit@1", "p95 ms", "chain − best single leg", *parts_off, *kinds):
        assert any(line.startswith(row) for line in rows), (row, shown)
    assert "below 0" in shown


def test_a_narrow_terminal_cuts_nothing_off(command: Evaluate) -> None:
    legs = ("semantic", "fulltext", "rrf", "hybrid")
    shown = command("--legs", ",".join(legs), width=60).stdout
    assert all(leg in shown for leg in legs)
    assert "…" not in shown


def test_ones_own_notes_are_asked_what_they_hold(command: Evaluate, animals: Path) -> None:
    before = contents(animals)
    report = json.loads(command("--self", "--legs", "semantic,fulltext", "--json").stdout)
    counts = {kind["test_set"]: kind["questions"] for kind in report["by_kind"]}
    assert counts == dict.fromkeys(("headings", "link texts", "aliases", "first sentences"), 1)
    assert (report["overall"]["questions"], len(report["limits"])) == (4, 3)
    kinds = {kind["test_set"]: kind["legs"] for kind in report["by_kind"]}
    # The alias stands nowhere but in the properties, so that words alone cannot know it.
    assert kinds["aliases"]["fulltext"]["metrics"]["R@10"]["mean"] == 0
    assert kinds["link texts"]["semantic"]["metrics"]["R@10"]["mean"] == 1
    assert contents(animals) == before
    assert list(animals.parent.rglob("*questions*")) == []


def test_token_vectors_are_measured_where_the_setting_makes_them(command: Evaluate) -> None:
    assert "colbert" in command("--legs", "tokens", code=2).stderr
    colbert = command("--legs", "tokens", "--set", "chunking_mode=colbert", "--json")
    assert json.loads(colbert.stdout)["overall"]["legs"]["tokens"]["metrics"]["R@10"]["mean"] >= 0.75

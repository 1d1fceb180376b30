"""``vaultsearch evaluate`` as a person and a program use it: real index, real model."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from tests.builders import write_notes
from tests.cli.command import Command, Done
from vaultsearch.service.evaluation import ABLATIONS

if TYPE_CHECKING:
    from pathlib import Path

NOTES = {
    "Sea/Dugongs & co.md": "---\naliases: [Sea cow]\n---\nDugongs graze on wide seagrass meadows. "
    "They are calm, large and slow, and seldom seen at all.\n\n## Their young ones\n\nOne calf in years.\n",
    "Land/Numbats.md": "Numbats eat termites.\n\nThey have [[Dugongs & co|a distant marine cousin]].\n",
    "Land/Quolls.md": "Quolls hunt at night, and sleep in hollow logs.\n",
}
QUERIES = [
    {"_id": "q1", "text": "animals grazing under water"},
    {"_id": "q2", "text": "who hunts at night"},
    {"_id": "q3", "text": "never judged"},
]
Evaluate: TypeAlias = Callable[..., Done]
JUDGMENTS = "query-id\tcorpus-id\tscore\nq1\tSea/Dugongs & co.md\t1\nq2\tLand/Quolls.md\t1\n"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, models_folder: Path) -> Path:
    folder = tmp_path_factory.mktemp("evaluate-home")
    (folder / "models").symlink_to(models_folder)
    return folder


@pytest.fixture(scope="module")
def command(home: Path) -> Evaluate:
    return partial(Command(home), "evaluate")


def write_set(folder: Path, *extra: object) -> Path:
    write_notes(folder / "vault", NOTES)
    lines = [json.dumps(query) for query in (*QUERIES, *extra)]
    (folder / "queries.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (folder / "qrels.tsv").write_text(JUDGMENTS, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def animals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_set(tmp_path_factory.mktemp("sets") / "animals")


@pytest.fixture(scope="module")
def excerpts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same notes, with the characters that answer."""
    folder = write_set(tmp_path_factory.mktemp("sets") / "excerpts")
    span = {"path": "Land/Quolls.md", "start": 0, "end": len("Quolls hunt at night")}
    query = {"_id": "q2", "text": "who hunts at night", "excerpts": [span]}
    (folder / "queries.jsonl").write_text(json.dumps(query), encoding="utf-8")
    return folder


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {str(f): (f.read_bytes(), f.stat().st_mtime_ns) for f in folder.rglob("*") if f.is_file()}


def test_legs_and_chain_are_measured_on_each_set_and_over_them(
    command: Evaluate, animals: Path, excerpts: Path, tmp_path: Path
) -> None:
    before = contents(animals)
    sets = ("--testset", str(animals), "--testset", str(excerpts))
    runs = tmp_path / "runs"
    compared = ("--compare", "fusion.words_weight=0,1", "--set", "reranker.chain=none")
    done = command(*sets, "--json", "--run-dir", str(runs), *compared)
    steps = [line for line in done.stderr.splitlines() if line.startswith("vaultsearch: ")]
    assert {"vaultsearch: semantic", "vaultsearch: chain"} <= set(steps)
    assert len(steps) == len(set(steps)), "each step once where no terminal shows a bar"
    answer = json.loads(done.stdout)
    found: list[dict[str, Any]] = answer["evaluations"]
    assert [(one["test_set"], one["questions"]) for one in found] == [
        ("animals", 2),
        ("excerpts", 1),
        ("mean over the sets", 3),
    ]
    legs = ["semantic", "fulltext", "rrf", "hybrid", "chain"]
    swept = [f"{leg} fusion.words_weight={value}" for value in (0, 1) for leg in ("hybrid", "chain")]
    assert list(found[0]["legs"]) == [*legs, *swept]
    chain = found[0]["legs"]["chain"]
    assert chain["metrics"]["Hit@1"] == {"mean": 1.0, "low": 1.0, "high": 1.0}
    assert 0 < chain["p50_ms"] <= chain["p95_ms"]
    assert found[0]["notices"] == [
        "questions without a judgment, left out: 1 (q3)",
    ]
    assert found[1]["legs"]["fulltext"]["metrics"]["Chars@1"]["mean"] == 1.0
    assert "Chars@1" not in chain["metrics"]
    pairs = {(one["leg"], one["other"]) for one in found[2]["differences"]}
    assert {("chain", "rrf"), ("chain", "best single leg")} <= pairs
    assert ("chain fusion.words_weight=1", "chain") in pairs
    assert sorted(file.name for file in runs.glob("animals/*")) == sorted(f"{leg}.run" for leg in legs)
    first = (runs / "animals" / "chain.run").read_text(encoding="utf-8").split("\n")[0].split(" ")
    assert first == ["q1", "Q0", "Sea/Dugongs%20%26%20co.md", "1", "3", "chain"]
    assert contents(animals) == before


def test_a_person_is_shown_a_table(command: Evaluate, animals: Path) -> None:
    shown = command("--testset", str(animals), "--legs", "fulltext,chain", "--limit", "1", "--ablate").stdout
    assert "animals: 1 question\n" in shown
    rows = shown.split("\n")[1:]
    assert any("fulltext" in line and "chain" in line for line in rows)
    parts_off = [f"chain {label}" for label, _ in ABLATIONS]
    for row in ("nDCG@10", "Hit@1", "p95 ms", "chain − best single leg", *parts_off):
        assert any(line.startswith(row) for line in rows), (row, shown)
    assert "below 0" in shown


def test_a_narrow_terminal_cuts_nothing_off(command: Evaluate, animals: Path) -> None:
    legs = ("semantic", "fulltext", "rrf", "hybrid")
    shown = command("--testset", str(animals), "--legs", ",".join(legs), width=60).stdout
    assert all(leg in shown for leg in legs)
    assert "…" not in shown


def test_ones_own_notes_are_asked_what_they_hold(command: Evaluate, animals: Path, home: Path) -> None:
    vault = animals / "vault"
    before, indexed = contents(vault), set(home.rglob("*questions*"))
    words = ("--self", "--vault", str(vault), "--legs", "semantic,fulltext", "--json")
    report = json.loads(command(*words).stdout)
    assert {kind["test_set"]: kind["questions"] for kind in report["by_kind"]} == {
        "headings": 1,
        "link texts": 1,
        "aliases": 1,
        "first sentences": 1,
    }
    assert report["overall"]["questions"] == 4
    assert len(report["limits"]) == 3
    kinds = {kind["test_set"]: kind["legs"] for kind in report["by_kind"]}
    # The alias stands nowhere but in the properties, so that words alone cannot know it.
    assert kinds["aliases"]["fulltext"]["metrics"]["R@10"]["mean"] == 0
    assert kinds["link texts"]["semantic"]["metrics"]["R@10"]["mean"] == 1
    assert contents(vault) == before
    assert set(home.rglob("*questions*")) == indexed == set()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "Nothing to evaluate"),
        (("--testset", "{tmp}/nowhere"), "queries.jsonl doesn't exist"),
        (("--testset", "{set}", "--legs", "chain,smell"), "Unknown leg 'smell'"),
        (("--testset", "{set}", "--legs", ","), "No leg given"),
        (("--testset", "{set}", "--compare", "reranker.chain"), "has no value"),
        (("--testset", "{set}", "--compare", "reranker.chain=none,magic"), "must be one or several"),
        (("--testset", "{set}", "--compare", "reranker.nome=none"), "Unknown parameter 'reranker.nome'"),
        (("--self", "--vault", "{tmp}/nowhere"), "nowhere"),
        (("--self", "--vault", "{tmp}"), "No questions can be made from these notes"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_known_trouble_is_one_sentence_and_a_remedy(
    command: Evaluate, animals: Path, tmp_path: Path, words: tuple[str, ...], sentence: str
) -> None:
    write_notes(tmp_path, {"a.md": "Nothing to ask.\n"})
    done = command(*(w.format(tmp=tmp_path, set=animals) for w in words), code=2)
    assert done.stdout == ""
    assert sentence in done.stderr
    assert done.stderr.startswith("vaultsearch: ")
    assert len(done.stderr.strip().split("\n")) == 1


def test_token_vectors_are_measured_where_the_setting_makes_them(command: Evaluate, tmp_path: Path) -> None:
    folder = str(write_set(tmp_path / "set"))
    told = command("--testset", folder, "--legs", "tokens", code=2).stderr
    assert "colbert" in told
    words = ("--testset", folder, "--legs", "tokens", "--set", "chunking_mode=colbert", "--json")
    (found,) = json.loads(command(*words).stdout)["evaluations"]
    assert found["legs"]["tokens"]["metrics"]["Hit@1"]["mean"] == 1.0

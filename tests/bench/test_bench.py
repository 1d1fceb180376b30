"""The benchmark: verdicts, table, quick rows, recorded answers, simulated users, phrases of bound texts."""

import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from tests.bench import measurements
from tests.bench.__main__ import exit_code
from tests.bench.beside import compare, medians, read_numbers
from tests.bench.figures import ROW_OF, Figure, percentile
from tests.bench.ground import Effort, Ground
from tests.bench.learning import Answered, changed_by_first_rows, judged, simulated
from tests.bench.pdf import LEAST_FOUND, SAMPLE, bound, phrases, words_of
from tests.bench.recorded_model import RecordedModel, recorded
from tests.bench.report import ProgressLine, print_figures
from tests.builders import chunk, write_notes
from tests.core.index.indexing import small_pipeline
from tests.patience import PROCESS_S
from tests.scripted_model import ScriptedModel, serving
from tests.thoroughness import THOROUGH
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.models.chat_client import ChatClient, Endpoint, EndpointDownError
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.query.query import parse_query
from vaultsearch.core.query.scope import QueryScope
from vaultsearch.core.values.query import AskedQuestion
from vaultsearch.core.values.search import Result, Snippet
from vaultsearch.core.vault.reading import FileRules
from vaultsearch.core.vault.source import ObsidianVault

ROOT = Path(__file__).parents[2]


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.bench", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=PROCESS_S)


@pytest.mark.skipif(not THOROUGH, reason="measures for a minute: python -m tests --thorough")
def test_the_quick_rows_of_a_small_vault_are_measured_and_judged(tmp_path: Path, models_folder: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "models").symlink_to(models_folder)
    rows = ["words-searchable", "second-sync", "visible", "answer-words", "answer-meaning", "size"]
    done = bench("--notes", "10", "--starts", "1", "--folder", str(tmp_path), "--rows", ",".join(rows))
    cells = [[cell.strip() for cell in line.split("│")] for line in done.stdout.splitlines() if "│" in line]
    measured = {row[2]: row[3:6] for row in cells}
    assert list(measured) == rows
    assert all(next(iter(read_numbers(value).values()))[0] > 0 for value, *_ in measured.values()), (
        done.stdout
    )
    assert done.returncode == ("NO" in {row[2] for row in measured.values()}), done.stderr
    assert done.stdout.startswith("cpu ")
    assert "10 notes: second-sync" in done.stderr


def test_a_row_that_is_none_is_refused() -> None:
    done = bench("--rows", "speed")
    assert done.returncode == 2
    assert "no such row: speed" in done.stderr


async def test_a_models_answers_are_recorded_and_served_again_without_it(tmp_path: Path) -> None:
    file = tmp_path / "recordings" / "answers.jsonl"

    async def answer(model: RecordedModel, question: str) -> str:
        client = ChatClient(Endpoint.from_address(model.address, "any"))
        try:
            return (await client.complete((("user", question),))).strip()
        finally:
            await client.close()

    with (
        serving(ScriptedModel(reply=lambda body: f"To {body['messages'][-1]['content']}:\nyes.")) as upstream,
        recorded(file, f"{upstream.address}/v1") as model,
    ):
        for _ in range(2):
            assert await answer(model, "which rivets?") == "To which rivets?:\nyes."
        assert len(upstream.requests) == 1
    with recorded(file) as model:
        assert await answer(model, "which rivets?") == "To which rivets?:\nyes."
        with pytest.raises(EndpointDownError, match="sent no text"):
            await answer(model, "which planks?")
        assert model.missing == 1


@pytest.mark.parametrize(
    ("figure", "holds"),
    [
        (Figure("query-p95", 50), True), (Figure("query-p95", 50.1), False), (Figure("cpu", 0.49), True),
        (Figure("cpu", 0.5), False), (Figure("memory", 800), False), (Figure("memory", 800, limit=900), True),
        (Figure("size", 42), True), (Figure("stall", None, detail="the window ended"), False),
    ],
)  # fmt: skip
def test_a_figure_holds_within_its_limit(figure: Figure, holds: bool) -> None:
    assert figure.holds is holds


@pytest.mark.parametrize(
    ("row", "few", "many"),
    [
        ("query-p50", 25, 60), ("query-p95", 50, 100), ("memory", 450, 900), ("memory-indexing", 900, 900),
        ("query-cpu", 0.25, 0.25), ("size", None, None),
    ],
)  # fmt: skip
def test_a_limit_depends_on_the_number_of_notes(row: str, few: float | None, many: float | None) -> None:
    assert [ROW_OF[row].limit_for(notes) for notes in (1000, 10_000, 50_000)] == [few, few, many]


def test_what_is_measured_is_judged_by_the_limit_for_its_vault(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(ground: Ground) -> list[Figure]:
        return [Figure("query-p50", 40)]

    monkeypatch.setattr(measurements, "_MEASUREMENTS", ((("query-p50",), asked),))
    for notes, holds in ((10_000, False), (50_000, True)):
        ground = Ground(Path("vault"), notes, Effort(), ProgressLine())
        (figure,) = measurements.measure(ground, ["query-p50"])
        assert figure.holds is holds


def test_one_row_that_falls_short_fails_the_run() -> None:
    good, bad = Figure("stall", 20), Figure("visible", 1.2)
    assert (exit_code([[good], [good]]), exit_code([[good], [good, bad]])) == (0, 1)


def test_the_table_shows_each_figure_with_its_limit_and_its_peer(capsys: pytest.CaptureFixture[str]) -> None:
    figures = [
        Figure("memory", 512, "fresh 300 MB", "3 processes"), Figure("size", 2.5),
        Figure("stall", None, detail="the window ended"),
    ]  # fmt: skip
    print_figures(Console(width=140), 1000, figures)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].strip() == "1,000 notes"
    rows = [figure.row for figure in figures]
    shown = {name: line for name in rows for line in lines if f"│ {name} " in line}
    assert all(part in shown["memory"] for part in ("512 MB", "≤ 450 MB", "NO", "fresh 300 MB"))
    assert all(part in shown["size"] for part in ("2.50 ×", "report", "yes"))
    assert all(part in shown["stall"] for part in ("none", "≤ 50 ms", "NO"))
    assert "stall: the window ended" in lines


def test_numbers_of_two_versions_stand_beside_one_another_by_the_text_of_their_line() -> None:
    former = [read_numbers(f"{n:,} notes\nsearch  {n / 1000:.2f} s of 3\ngone 7") for n in (1200, 9900, 1000)]
    now = [read_numbers("800 notes\n search .60 s of 3\nnew .5; p95 1"), read_numbers("nothing")]
    assert list(compare(medians(former), medians(now))) == [
        "| # notes | 1200 | 800 | 0.6667 |",
        "| search # s of # | 1.2; 3 | 0.6; 3 | 0.5; 1 |",
        "| new #; p95 # | - | 0.5; 1 | - |",
    ]


def test_a_percentile_is_one_of_the_values() -> None:
    values = [float(value) for value in range(100, 0, -1)]
    assert (percentile(values, 0.95), percentile(values, 0.5)) == (95, 50)
    assert percentile([7.0], 0.95) == 7.0


def questions(count: int) -> list[Answered]:
    """Return unrelated questions; every other answer is below the second rank."""
    vectors = np.linalg.qr(np.random.default_rng(0).normal(size=(count, count)))[0]
    made = []
    for number in range(count):
        right = f"right {number}.md:0"
        ids = [f"wrong {one}.md:0" for one in random.Random(number).sample(range(90), 9)]
        ids.insert(2 + number % 3 if number % 2 else 0, right)
        results = tuple(
            Result(chunk(one, score=-float(rank)), Snippet(""), "", "") for rank, one in enumerate(ids)
        )
        asked = AskedQuestion(f"question {number}", "model", tuple(vectors[number].tolist()))
        made.append(Answered(asked, results, lambda one, right=right: one.chunk.id == right))  # type: ignore[misc]
    return made


def test_users_gain_on_what_they_ask_again_and_lose_nothing_on_what_is_new(tmp_path: Path) -> None:
    asked = questions(40)
    gains = [simulated(asked, seed, tmp_path) for seed in range(3)]
    figures = judged(gains, changed_by_first_rows(asked, tmp_path))
    assert [(name, figure) for name, figure, _, holds in figures if not holds] == []


async def test_phrases_lead_to_pages(vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.bench.pdf.PAGES_A_FILE", 3)
    books = list(bound(words_of(SAMPLE)[:3_600]))
    assert len({book.name.partition(" (")[2] for book in books}) == 5
    write_notes(vault, {"Home.md": "# Home\n\nA vault of PDFs.\n"})
    for book in books:
        (vault / f"{book.name}.pdf").write_bytes(book.pdf.written())
    corpus = await LanceCorpus.open(tmp_path / "index")
    await small_pipeline(ObsidianVault(vault, files=FileRules.of(Parameters())), corpus).sync()
    wanted = phrases(books, 60)
    scope = QueryScope(corpus.notes)
    missed = []
    for phrase, name, page in wanted:
        best = [(one.path, one.page) for one in await corpus.query_text(phrase, 5)]
        if (name, page) not in best:
            missed.append((phrase, name, page, best))
        quoted = [(one.path, one.page) for one in await scope.newest(parse_query(f'"{phrase}"'), 3)]
        assert quoted == [(name, page)], f"{phrase}, which may stand across two passages"
    corpus.close()
    assert len(missed) <= (1 - LEAST_FOUND) * len(wanted), missed

"""The ranking bench: test sets whole or broken, its table, and the questions that a change moves."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bench.judged_sets import Excerpt, Question, QuestionSet, decoded, encoded, load_test_set, write_run
from tests.bench.ranking_changes import Comparison, compared_with_file, summary
from tests.bench.ranking_runs import best_first
from tests.bench.ranking_sets import given_sets, golden_sets
from tests.bench.ranking_tables import by_language, curve, rows, shown
from tests.builders import write_notes
from vaultsearch.core.evaluation.figures import MeasuredSet
from vaultsearch.core.values.evaluation import Answered, Estimate, Evaluation, LegFigures, LegRun
from vaultsearch.core.values.note import Span

ASKED = (
    Question("1", "tide times", {"Tides.md": 2, "Journal.md": 1}),
    Question("2", "slugs", {"Kitchen garden.md": 2}), Question("3", "knots", {"Knots.md": 2}),
)  # fmt: skip
BEFORE = (("Journal.md", "Tides.md"), ("Kitchen garden.md",), ("Knots.md", "Boat.md"))
AFTER = (("Tides.md", "Journal.md"), ("Boat.md", "Kitchen garden.md"), ("Knots.md", "Boat.md"))


def run(rankings: tuple[tuple[str, ...], ...]) -> LegRun:
    return LegRun("chain", tuple(Answered((), notes, 0.1) for notes in rankings))


def xquad(folder: Path, language: str) -> Path:
    made = folder / f"xquad-{language}"
    (made / "vault").mkdir(parents=True)
    (made / "queries.jsonl").write_text(json.dumps({"_id": "1", "text": f"asked in {language}"}))
    (made / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\n1\t1 Rhine.md\t1\n")
    (made / "vault" / "1 Rhine.md").write_text("# Rhine\n")
    return made


def test_every_answer_to_a_golden_or_typed_question_is_a_note_of_its_vault(tmp_path: Path) -> None:
    sets = {one.name: one.questions() for one in golden_sets(tmp_path)}
    assert sets.keys() == {"golden", "golden-languages", "sample-typed", "languages-typed"}
    assert len(sets["golden"].questions) >= 60
    assert all(one.notices == () for one in sets.values())


def test_what_was_typed_over_another_vault_is_asked_where_that_vault_is(tmp_path: Path) -> None:
    (tmp_path / "vaults" / "kepano-obsidian").mkdir(parents=True)
    names = {one.name for one in golden_sets(tmp_path / "made", tmp_path / "vaults")}
    assert "kepano-obsidian-typed" in names
    assert "ideaverse-jj-typed" not in names


def test_questions_in_one_language_are_asked_of_notes_in_another(tmp_path: Path) -> None:
    sets = given_sets([xquad(tmp_path, "de"), xquad(tmp_path, "en")], tmp_path / "made")
    (across,) = [one for one in sets if one.name == "xquad-de of xquad-en"]
    assert [question.text for question in across.questions().questions] == ["asked in de"]
    assert across.vault == tmp_path / "xquad-en" / "vault"
    assert {one.name for one in sets} >= {"xquad-de-typed", "xquad-en-typed"}


def test_the_two_halves_of_a_set_have_each_question_once_and_about_as_many(tmp_path: Path) -> None:
    (golden, *_) = golden_sets(tmp_path)
    halves = [{one.text for one in golden.questions(half).questions} for half in ("a", "b")]
    assert halves[0] | halves[1] == {one.text for one in golden.questions().questions}
    assert halves[0].isdisjoint(halves[1])
    assert min(map(len, halves)) >= 25


def test_a_change_is_told_by_question_with_its_places_before_and_after() -> None:
    assert [line.strip() for line in Comparison("sea", ASKED, BEFORE, AFTER).lines()] == [
        "sea, better: 1 of 3", "+0.140  2 → 1  tide times  (first now: Tides.md)", "sea, worse: 1 of 3",
        "-0.369  1 → 2  slugs  (first now: Boat.md)",
    ]  # fmt: skip


def test_a_note_that_answers_partly_is_no_best_first_note() -> None:
    assert best_first(ASKED, BEFORE).tolist() == [0, 1, 1]
    assert best_first(ASKED, ((), ("Kitchen garden.md",), ("Boat.md",))).tolist() == [0, 1, 0]


def test_a_change_is_summed_up_by_set_and_over_the_mean_of_the_sets() -> None:
    one = Comparison("sea", ASKED, BEFORE, AFTER)
    told = [line for line in summary([one, Comparison("land", ASKED, BEFORE, BEFORE)]) if "Hit@1" in line]
    assert [line.split(" | ")[0] for line in told] == ["| sea", "| land", "| mean over the sets"]
    assert "+0.000 [+0.000, +0.000]" in told[1]
    assert "-0.167 [" in told[2]


def test_a_run_that_was_written_before_is_compared_with(tmp_path: Path) -> None:
    questions = QuestionSet("sea", tuple(Question(f"q {one.id}%", one.text, one.grades) for one in ASKED))
    found = compared_with_file("sea", questions, write_run(tmp_path, questions, run(BEFORE)), run(AFTER))
    assert found.before == [list(ranking) for ranking in BEFORE]
    assert found.after == list(AFTER)


def test_what_was_typed_in_one_language_is_put_together_from_all_sets() -> None:
    def measured(name: str, *hits: float) -> MeasuredSet:
        return MeasuredSet(name, {"chain": {"Hit@1": np.array(hits)}}, {"chain": [0.5] * len(hits)})

    typed = [(measured("sea", 1, 0, 1), ["en", "de", "en"]), (measured("land", 0), ["de"])]
    english, german = by_language(typed)
    assert (english.name, english.questions) == ("typed in English", 2)
    assert english.figures["chain"]["Hit@1"].tolist() == [1, 1]
    assert german.figures["chain"]["Hit@1"].tolist() == [0, 0]


def test_a_line_has_a_figure_of_each_leg_and_stage_with_its_interval() -> None:
    half = {"nDCG@10": Estimate(0.5, 0.4, 0.6)}
    names = ("semantic", "fulltext", "rrf", "fused", "read", "chain")
    (line,) = rows(Evaluation("sea", 3, tuple(LegFigures(leg, half, 1.0, 1.0) for leg in names)))
    assert line == "| sea (3) | nDCG@10 |" + " 0.500 [0.400, 0.600] |" * 6
    assert shown(Estimate(0.02, -0.01, 0.05), signed=True) == "+0.020 [-0.010, +0.050]"


def test_the_effort_of_each_stage_stands_beside_its_quality() -> None:
    half = {"nDCG@10": np.array([1.0, 0.5])}
    bad = {"nDCG@10": np.array([0.25])}
    one = MeasuredSet(
        "sea", {"chain": half, "fulltext": half}, {"chain": [0.2, 0.4], "fulltext": [0.01, 0.03]}
    )
    worse = MeasuredSet("land", {"chain": bad, "fulltext": bad}, {"chain": [0.6], "fulltext": [0.05]})
    assert list(curve([one, worse]))[1:] == [
        "| words | 0.030 | 0.046 | 0.5000 |",
        "| chain | 0.400 | 0.560 | 0.5000 |",
    ]


HEADINGS = "query-id\tcorpus-id\tscore\n"


def write_set(folder: Path, queries: list[dict[str, object]], judgments: str) -> Path:
    write_notes(folder / "vault", {"a b.md": "Apples.", "sub/c.md": "Cherries."})
    (folder / "queries.jsonl").write_text("\n".join(map(json.dumps, queries)), encoding="utf-8")
    (folder / "qrels.tsv").write_text(judgments, encoding="utf-8")
    return folder


def test_questions_come_with_their_grades_and_excerpts(tmp_path: Path) -> None:
    excerpt = {"path": "a b.md", "start": 0, "end": 6}
    queries: list[dict[str, object]] = [{"_id": "1", "text": "fruit?", "excerpts": [excerpt]}]
    found = load_test_set(write_set(tmp_path, queries, HEADINGS + "1\ta b.md\t2\n1\tsub/c.md\t0\n"))
    (question,) = found.questions
    assert (question.id, question.text) == ("1", "fruit?")
    assert question.grades == {"a b.md": 2, "sub/c.md": 0}
    assert question.excerpts == (Excerpt("a b.md", Span(0, 6)),)
    assert found.has_excerpts
    assert found.notices == ()


def test_what_is_left_out_and_what_is_not_there_is_told(tmp_path: Path) -> None:
    queries: list[dict[str, object]] = [{"_id": one, "text": "?!"} for one in ("1", "2", "3")]
    judgments = HEADINGS + "1\ta b.md\t1\n1\tgone.md\t1\n2\tsub/c.md\t0\n9\ta b.md\t1\n"
    found = load_test_set(write_set(tmp_path, queries, judgments))
    assert [question.id for question in found.questions] == ["1"]
    assert list(found.notices) == [
        "questions without a judgment, left out: 2 (2, 3)",
        "judged questions that are not in queries.jsonl: 1 (9)",
        "judged notes that are not in the vault, counted as missed: 1 (gone.md)",
    ]


def test_the_notes_may_lie_elsewhere(tmp_path: Path) -> None:
    folder = write_set(tmp_path / "set", [{"_id": "1", "text": "x"}], HEADINGS + "1\tother.md\t1\n")
    write_notes(tmp_path / "mine", {"other.md": "Text."})
    assert load_test_set(folder, tmp_path / "mine").notices == ()
    assert "other.md" in load_test_set(folder).notices[0]


def test_a_set_without_any_judged_question_is_refused(tmp_path: Path) -> None:
    folder = write_set(tmp_path, [{"_id": "1", "text": "x"}], HEADINGS + "one\ta b.md\t1\n")
    with pytest.raises(ValueError, match="None of the 1 questions"):
        load_test_set(folder)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_path_comes_back_from_its_encoding(path: str) -> None:
    assert decoded(encoded(path)) == path
    assert not any(char.isspace() for char in encoded(path))


def test_a_run_file_is_what_trec_eval_reads(tmp_path: Path) -> None:
    questions = QuestionSet("set", (Question("q 1", "?", {}), Question("q2", "?", {})))
    answers = Answered((), ("Ideen & Pläne/a b.md", "c.md", "100 %.md"), 0.1), Answered((), (), 0.1)
    file = write_run(tmp_path / "runs", questions, LegRun("chain", answers))
    assert file.name == "chain.run"
    rows = [line.split() for line in file.read_text(encoding="utf-8").splitlines()]
    assert rows[0] == ["q%201", "Q0", "Ideen%20%26%20Pl%C3%A4ne/a%20b.md", "1", "3", "chain"]
    assert {len(row) for row in rows} == {6}
    scores = [float(row[4]) for row in rows]
    assert scores == sorted(set(scores), reverse=True)
    assert [decoded(row[2]) for row in rows] == list(answers[0].notes)

"""Test sets as people make them, whole, with gaps, or broken with a remedy named; and their run files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bench.judged_sets import (
    Excerpt,
    Question,
    QuestionSet,
    TestSetError,
    decoded,
    encoded,
    load_test_set,
    write_run,
)
from tests.builders import write_notes
from vaultsearch.core.values.evaluation import Answered, LegRun
from vaultsearch.core.values.note import Span

HEADINGS = "query-id\tcorpus-id\tscore\n"


def write_set(folder: Path, queries: list[object], judgments: str) -> Path:
    write_notes(folder / "vault", {"a b.md": "Apples.", "sub/c.md": "Cherries."})
    lines = [query if isinstance(query, str) else json.dumps(query) for query in queries]
    (folder / "queries.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (folder / "qrels.tsv").write_text(judgments, encoding="utf-8")
    return folder


def test_questions_come_with_their_grades_and_excerpts(tmp_path: Path) -> None:
    excerpt = {"path": "a b.md", "start": 0, "end": 6}
    queries: list[object] = [{"_id": "1", "text": "fruit?", "excerpts": [excerpt]}]
    found = load_test_set(write_set(tmp_path, queries, HEADINGS + "1\ta b.md\t2\n1\tsub/c.md\t0\n"))
    (question,) = found.questions
    assert (question.id, question.text) == ("1", "fruit?")
    assert question.grades == {"a b.md": 2, "sub/c.md": 0}
    assert question.excerpts == (Excerpt("a b.md", Span(0, 6)),)
    assert found.has_excerpts
    assert found.notices == ()


def test_what_is_left_out_and_what_is_not_there_is_told(tmp_path: Path) -> None:
    queries: list[object] = [{"_id": one, "text": "?!"} for one in ("1", "2", "3")]
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


@pytest.mark.parametrize("file", ["queries.jsonl", "qrels.tsv"])
def test_a_missing_file_is_named(tmp_path: Path, file: str) -> None:
    folder = write_set(tmp_path, [{"_id": "1", "text": "x"}], HEADINGS + "1\ta b.md\t1\n")
    (folder / file).unlink()
    with pytest.raises(TestSetError, match=file) as caught:
        load_test_set(folder)
    assert "describes the files of a test set" in caught.value.remedy


def test_a_vault_that_is_not_there_is_told(tmp_path: Path) -> None:
    folder = write_set(tmp_path, [{"_id": "1", "text": "x"}], HEADINGS + "1\ta b.md\t1\n")
    with pytest.raises(TestSetError, match="nowhere doesn't exist"):
        load_test_set(folder, tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"_id": "2", "text": ', "line 2 is not a valid question"),
        ('["2", "text"]', "line 2 is not a valid question"),
        ('{"_id": "2"}', "line 2 is not a valid question .KeyError: 'text'"),
        ('{"_id": 2, "text": "x"}', "line 2: _id and text must be non-empty text"),
        ('{"_id": "2", "text": " "}', "line 2: _id and text must be non-empty text"),
        ('{"_id": "1", "text": "again"}', "line 2: duplicate question '1'"),
        (
            '{"_id": "2", "text": "x", "excerpts": [{"path": "a b.md", "start": 5, "end": 5}]}',
            "start below end",
        ),
        ('{"_id": "2", "text": "x", "excerpts": [{"path": "a b.md"}]}', "line 2 is not a valid question"),
    ],
)
def test_a_line_that_is_no_question_is_named(tmp_path: Path, line: str, said: str) -> None:
    folder = write_set(tmp_path, [{"_id": "1", "text": "x"}, line], HEADINGS + "1\ta b.md\t1\n")
    with pytest.raises(TestSetError, match=said):
        load_test_set(folder)


@pytest.mark.parametrize("line", ["1 a.md 1", "1\ta b.md", "1\ta b.md\tvery"])
def test_a_line_that_is_no_judgment_is_named(tmp_path: Path, line: str) -> None:
    folder = write_set(tmp_path, [{"_id": "1", "text": "x"}], HEADINGS + "1\ta b.md\t1\n" + line)
    with pytest.raises(TestSetError, match=r"qrels\.tsv, line 3 is not a valid judgment"):
        load_test_set(folder)


def test_a_set_without_any_judged_question_is_refused(tmp_path: Path) -> None:
    folder = write_set(tmp_path, [{"_id": "1", "text": "x"}], HEADINGS + "one\ta b.md\t1\n")
    with pytest.raises(TestSetError, match="None of the 1 questions"):
        load_test_set(folder)


def test_text_that_is_not_utf8_is_told(tmp_path: Path) -> None:
    folder = write_set(tmp_path, [{"_id": "1", "text": "x"}], HEADINGS + "1\ta b.md\t1\n")
    (folder / "qrels.tsv").write_bytes(b"1\t\xff\xfe\t1\n")
    with pytest.raises(TestSetError, match="can't be read"):
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

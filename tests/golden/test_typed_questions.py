"""The questions as people type them name existing notes, and are of every kind and language."""

from collections import Counter
from pathlib import Path

import pytest

from tests.bench.judged_sets import load_test_set
from tests.golden.typed_questions import FOLDER, KINDS, LANGUAGES, OWN_VAULTS, TypedSet, typed_sets

ALL = [TypedSet(file.stem, FOLDER) for file in sorted(FOLDER.glob("*.json"))]


@pytest.mark.parametrize("typed", typed_sets(), ids=lambda typed: typed.name)
def test_every_answer_is_a_note_of_the_vault(typed: TypedSet, tmp_path: Path) -> None:
    read = load_test_set(typed.write(tmp_path), typed.vault)
    assert len(read.questions) == len(typed.questions())
    assert read.notices == ()


def test_the_two_vaults_that_are_shipped_can_be_asked() -> None:
    assert {typed.name for typed in typed_sets()} == set(OWN_VAULTS)


@pytest.mark.parametrize("typed", ALL, ids=lambda typed: typed.name)
def test_each_question_is_asked_once_and_has_a_note_that_is_right(typed: TypedSet) -> None:
    asked = typed.questions()
    assert len({one["question"] for one in asked}) == len(asked)
    for one in asked:
        assert one["kind"] in KINDS, one
        assert one["language"] in LANGUAGES, one
        assert 2 in one["grades"].values(), one
        assert {1, 2} >= set(one["grades"].values()), one


def test_there_are_fifty_questions_in_each_language_and_more_with_typos_and_half_titles() -> None:
    asked = [one for typed in ALL for one in typed.questions()]
    languages = Counter(one["language"] for one in asked)
    kinds = Counter(one["kind"] for one in asked)
    assert min(languages[language] for language in LANGUAGES) >= 50
    assert kinds["typo"] >= 20
    assert kinds["half-title"] >= 50
    assert kinds["symptom"] >= 20


def test_a_set_is_written_for_one_language_alone(tmp_path: Path) -> None:
    (sample,) = [typed for typed in typed_sets() if typed.name == "sample"]
    german = load_test_set(sample.write(tmp_path, "de"), sample.vault)
    assert german.name == "sample-typed-de"
    assert "Gezeiten" in {question.text for question in german.questions}
    assert "slugs" not in {question.text for question in german.questions}

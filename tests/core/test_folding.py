"""Equality of folded texts."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.text import fold, runs, split_particles


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("Straße CAFÉ Ørsted", "strasse cafe orsted"),
        ("İstanbul ﬁne ＡＢＣ", "istanbul fine abc"),
        ("ｶﾞﾗｽ がく", "ガラス がく"),
        ("Ёлка мой стра́на", "елка мой страна"),
        ("Їжак Ѓорѓи Ўзор", "їжак ѓорѓи ўзор"),
        ("Άνθρωπος ΣΟΦΟΣ", "ανθρωποσ σοφοσ"),
        ("اَلْعَرَبِيَّةُ أحمد مـــدى آخر مؤمن", "العربيه احمد مدي اخر مؤمن"),
        ("שָׁלוֹם", "שלום"),
        ("किताबें น้ำ", "किताबें น้ำ"),
        ("x² Java™", "x² java™"),
        ("zwei\u00adteilig", "zweiteilig"),
    ],
)
def test_case_width_and_optional_marks_do_not_count_but_letters_do(written: str, folded: str) -> None:
    assert fold(written) == folded
    assert fold(normalize("NFD", written)) == folded


@given(st.text())
def test_folding_twice_is_folding_once_whatever_the_form(text: str) -> None:
    composed = normalize("NFC", text)
    assert fold(fold(composed)) == fold(composed)
    assert fold(normalize("NFD", composed)) == fold(composed)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Python学习, データ。한국어를!", ["学习", "データ", "한국어를"]),
        ("ไทย๛ ភាសា។ 々〇", ["ไทย", "ភាសា", "々〇"]),
        ("plain Äpfel, русский", []),
    ],
)
def test_runs_are_what_is_written_without_spaces_and_hangul(text: str, found: list[str]) -> None:
    assert runs(text) == found


def test_korean_particles_are_parted_from_latin_words_and_numbers() -> None:
    assert split_particles("ai를 3월에 서울") == "ai 를 3 월에 서울"

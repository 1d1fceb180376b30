"""Text is folded as queries are, and cut between letters."""

from unicodedata import normalize

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.text import (
    break_after,
    break_before,
    fold_case,
    fold_text,
    lower_text,
    plain_numerals,
    split_particles,
    unspaced_runs,
    with_accents,
    with_small_i,
)


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("Straße CAFÉ Ørsted", "strasse cafe orsted"), ("İstanbul ﬁne ＡＢＣ", "istanbul fine abc"),
        ("ｶﾞﾗｽ がく", "ガラス がく"), ("Ёлка мой стра́на", "елка мой страна"),
        ("Їжак Ѓорѓи Ўзор", "їжак ѓорѓи ўзор"), ("Άνθρωπος ΣΟΦΟΣ", "ανθρωποσ σοφοσ"),
        ("اَلْعَرَبِيَّةُ أحمد مـــدى آخر مؤمن", "العربيه احمد مدي اخر مؤمن"), ("שָׁלוֹם", "שלום"),
        ("किताबें น้ำ", "किताबें น้ำ"), ("x² Java™", "x² java™"),
        ("۶۷۸۹ ४५६७ ๓๔ １２ 七", "6789 4567 34 12 七"), ("zwei\u00adteilig", "zweiteilig"),
    ],
)  # fmt: skip
def test_case_width_and_optional_marks_do_not_count_but_letters_do(written: str, folded: str) -> None:
    assert (fold_text(written), fold_text(normalize("NFD", written))) == (folded, folded)


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("STRASSE Straße", "strasse strasse"), ("Café cafe", "café cafe"),
        ("İSTANBUL IŞIK ışık", "istanbul işik işik"), ("ΣΟΦΌΣ σοφός", "σοφόσ σοφόσ"),
        ("ＷＩＤＥ road", "wide road"), ("soft\u00adhyphen", "softhyphen"), ("שָׁלוֹם كَتَبَ", "שלום كتب"),
        ("it’s m² ½", "it's m² ½"),
    ],
)  # fmt: skip
def test_of_exact_texts_accents_count(written: str, folded: str) -> None:
    assert fold_case(written) == folded


def test_both_i_of_turkish_are_letters_with_capitals_of_their_own() -> None:
    small = with_accents(with_small_i("SINIR SİNİR", "tr"))
    assert (with_accents("sınır SINIR SİNİR"), small) == ("sınır sinir sinir", "sınır sinir")
    assert (with_small_i("SINIR", "de"), lower_text("İZMİR")) == ("SINIR", "izmir")


def test_numbers_that_are_raised_or_circled_are_plain_ones_but_fractions_stay() -> None:
    assert plain_numerals("CO₂ m² 10⁶ ③ ⑩ ½ ❸") == "CO2 m2 106 3 10 ½ ❸"


@given(st.text())
def test_folding_twice_is_folding_once_whatever_the_form(text: str) -> None:
    composed = normalize("NFC", text)
    assert fold_text(fold_text(composed)) == fold_text(composed)
    assert fold_text(normalize("NFD", composed)) == fold_text(composed)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Python学习, データ。한국어를!", ["学习", "データ", "한국어를"]),
        ("ไทย๛ ភាសា។ 々〇", ["ไทย", "ភាសា", "々〇"]), ("plain Äpfel, русский", []),
    ],
)  # fmt: skip
def test_runs_are_what_is_written_without_spaces_and_hangul(text: str, found: list[str]) -> None:
    assert unspaced_runs(text) == found


def test_korean_particles_are_parted_from_latin_words_and_numbers() -> None:
    assert split_particles("ai를 3월에 서울") == "ai 를 3 월에 서울"


FAMILY = "👨‍👩‍👧"
LETTERS = st.sampled_from(["a", " ", "，", "字", "e\u0301", "นี้", FAMILY, "क्ष", "\n", "7", "."])
TEXTS = st.lists(LETTERS, max_size=60).map("".join)


@pytest.mark.parametrize(
    ("text", "at", "before", "after"),
    [
        ("one two three", 5, "one ", "one two"), ("我喜欢在海边", 3, "我喜欢", "我喜欢"),
        ("我喜欢，在海边散步。再见", 6, "我喜欢，", "我喜欢，在海边散步。"), ("๑นี้นี้", 3, "๑", "๑"),
        (FAMILY + "ab", 2, FAMILY, ""), ("3,141 592", 2, "3,", "3,141"), ("short", 9, "short", "short"),
    ],
)  # fmt: skip
def test_a_cut_follows_signs_else_letters(text: str, at: int, before: str, after: str) -> None:
    assert text[: break_before(text, at, 20)] == before
    assert text[: break_after(text, at, 20)] == after


@given(TEXTS, st.integers(1, 60), st.integers(0, 30))
def test_no_cut_is_within_a_letter(text: str, at: int, reach: int) -> None:
    edges = {0, *(match.end() for match in regex.finditer(r"\X", text))}
    assert break_before(text, at, reach) in edges
    assert break_after(text, at, reach) in edges

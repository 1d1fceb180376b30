"""A question is told from mere words: an answer is shown for questions only."""

from __future__ import annotations

import pytest

from vaultsearch.core.query.questions import is_question


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("how do I sharpen a plane", "en"),
        ("What’s the rule of twelfths", "en"),
        ("in which year was she built", "en"),
        ("is larch any good", "en"),
        ("pottery course?", "en"),
        ("what do my notes say about larch", "en"),
        ("wie trocken muss das Holz sein", "de"),
        ("Kann man Eiche dämpfen", "de"),
        ("who built the boat", "de"),
        ("come si fa il pane", "it"),
        ("où est-ce que la marée monte", "fr"),
        ("peut-on plier le chêne", "fr"),
        ("cómo se dobla el roble", "es"),
        ("как сушить дерево", "ru"),
        ("木材怎么干燥", "zh"),
        ("木はどこで乾かす", "ja"),
        ("나무를 어떻게 말리나", "ko"),
        ("هل الخشب جاف", "ar"),
    ],
)
def test_a_question_is_known_by_its_word_mark_or_verb(words: str, language: str) -> None:
    assert is_question(words, language)


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("", "en"), ("sync", "en"), ("vault", "en"), ("pottery course", "en"), ("proxy settings", "en"),
        ("can opener", "en"), ("who", "en"), ("come back later", "en"), ("comment syntax", "en"),
        ("whole wheat bread", "en"), ("Töpferkurs", "de"), ("Wohnung kündigen", "de"), ("木材 干燥", "zh"),
    ],
)  # fmt: skip
def test_mere_words_are_no_question(words: str, language: str) -> None:
    assert not is_question(words, language)

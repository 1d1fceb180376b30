"""The notes in other languages keep the Unicode forms that questions rely on, whatever saved them last."""

import unicodedata
from pathlib import Path

import pytest

VAULT = Path(__file__).parent / "vault_languages"


def test_an_accented_file_name_is_decomposed() -> None:
    names = [path.name for path in VAULT.rglob("*.md")]
    assert [n for n in names if n != unicodedata.normalize("NFC", n)] == ["Cafe\u0301 Gru\u0308nau.md"]


@pytest.mark.parametrize(
    ("path", "character"),
    [
        ("茶/茶叶账本.md", "FULLWIDTH LATIN CAPITAL LETTER H"), ("茶/茶叶账本.md", "FULLWIDTH DIGIT TWO"),
        ("茶/茶叶账本.md", "THAI CHARACTER CHO CHANG"), ("金沢/加賀棒茶.md", "HALFWIDTH KATAKANA LETTER KA"),
        ("金沢/冬の金沢.md", "FULLWIDTH LATIN CAPITAL LETTER J"),
        ("Leipzig/Cafe\u0301 Gru\u0308nau.md", "ARABIC LETTER SAD"), ("食谱/🍲 腌笃鲜.md", "POT OF FOOD"),
    ],
)  # fmt: skip
def test_a_note_holds_the_character(path: str, character: str) -> None:
    assert unicodedata.lookup(character) in (VAULT / path).read_text(encoding="utf-8")

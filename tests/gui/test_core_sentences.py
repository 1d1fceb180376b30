"""The core's own sentences are recognized and told in the language of the window."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from vaultsearch.core.errors import VaultNotFoundError
from vaultsearch.core.query.grammar import syntax_trees
from vaultsearch.core.vault.source import ObsidianVault
from vaultsearch.gui.core_texts.sentences import in_users_language, told
from vaultsearch.gui.core_texts.templates import TEMPLATES
from vaultsearch.gui.translations import install_language

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication

ROOT = Path(__file__).parents[2]
COMMAND = "packaging/update_translations.py"
FOLDER = ROOT / "resources" / "translations"


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    install_language(qapp, FOLDER, "de")
    yield
    install_language(qapp, FOLDER, "en")


def test_the_templates_are_those_of_the_core() -> None:
    said = runpy.run_path(str(ROOT / COMMAND))["templates"]()
    assert set(TEMPLATES) == {text for of_module in said.values() for text in of_module}, f"run {COMMAND}"


def test_in_english_a_sentence_stays_as_it_is() -> None:
    for template in TEMPLATES:
        sentence = template.format(*("a b.md" for _ in range(template.count("{}"))))
        assert in_users_language(sentence) == sentence


@pytest.mark.usefixtures("german")
def test_every_sentence_is_told_in_german_with_its_values() -> None:
    for template in TEMPLATES:
        values = [f"value{at}" for at in range(template.count("{}"))]
        sentence = template.format(*values)
        translated = in_users_language(sentence)
        assert translated != sentence or template == "VAULTSEARCH_HOME {}: {}."
        assert [value for value in values if value not in translated] == [], translated


@pytest.mark.usefixtures("german")
def test_an_error_of_the_core_is_told_with_its_remedy(tmp_path: Path) -> None:
    missing = tmp_path / "a folder. With a sentence"
    with pytest.raises(VaultNotFoundError) as raised:
        ObsidianVault(missing).scan()
    expected = f"Den Ordner {missing} gibt es nicht. Bitte den Ordner mit den Notizen wählen."
    assert told(str(raised.value), raised.value.remedy) == expected


@pytest.mark.usefixtures("german")
def test_hints_one_after_the_other_are_told_each() -> None:
    hints: list[str] = []
    syntax_trees("path: OR (a", hints)
    in_german = [
        "Schließende Klammer am Ende angenommen.",
        "path: braucht einen Wert und wird ignoriert.",
        "OR braucht auf beiden Seiten ein Wort und wird ignoriert.",
    ]
    assert [in_users_language(hint) for hint in hints] == in_german
    assert in_users_language(" ".join(hints)) == " ".join(in_german)


@pytest.mark.usefixtures("german")
def test_a_sentence_within_a_sentence_is_told_too() -> None:
    assert (
        in_users_language("'!' isn't a valid pattern. This rule is ignored.")
        == "'!' ist kein gültiges Muster. Diese Regel wird ignoriert."
    )


@pytest.mark.usefixtures("german")
def test_what_others_wrote_stays_as_it_is() -> None:
    assert in_users_language("Broken pipe. {0} {}") == "Broken pipe. {0} {}"


def test_chinese_sentences_follow_one_another_without_a_space(qapp: QApplication) -> None:
    install_language(qapp, FOLDER, "zh")
    try:
        assert (
            in_users_language("Not indexed yet. Open it once to index it.") == "尚未索引。打开一次即可索引。"
        )
    finally:
        install_language(qapp, FOLDER, "en")

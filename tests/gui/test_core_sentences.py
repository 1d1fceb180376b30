"""The core's own sentences are told in the language of the window, by their templates."""

import ast
import asyncio
import pickle
import runpy
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.builders import CHUNKER, HashEncoder, present, write_notes
from tests.gui.conftest import TRANSLATIONS
from vaultsearch.core.errors import VaultNotFoundError
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.index_folder import read_manifest
from vaultsearch.core.index.sync.pipeline import VectorPipeline
from vaultsearch.core.messages import Message, load_message, split_sentences, store_message
from vaultsearch.core.query.conditions import Holds, describe_condition
from vaultsearch.core.query.reading import syntax_trees
from vaultsearch.core.values.query import Correction
from vaultsearch.core.vault.source import ObsidianVault
from vaultsearch.gui.translations import install_language, translate_error, translate_message

ROOT = Path(__file__).parents[2]
SCRIPT = runpy.run_path(str(ROOT / "packaging/update_translations.py"))


@cache
def find_templates() -> list[str]:
    """Find them in all modules, which takes seconds: not while tests are collected."""
    return sorted({text for of_module in SCRIPT["templates"]().values() for text in of_module})


def filled(template: str, value: str) -> Message:
    return Message(template, *(f"{value}{number}" for number in range(template.count("{}"))))


def test_a_sentence_with_values_that_is_no_message_is_refused() -> None:
    """It would be shown in English in every language."""
    collect, sentence = SCRIPT["_templates"], SCRIPT["_SENTENCE"]
    assert collect(ast.parse('Message("The file {} is gone.", path)'), sentence) == ["The file {} is gone."]
    with pytest.raises(ValueError, match="must be a Message"):
        collect(ast.parse('reason = f"The file {path} is gone."'), sentence)


def test_in_english_a_sentence_stays_as_it_is() -> None:
    for template in find_templates():
        assert translate_message(filled(template, "a b.md")) == filled(template, "a b.md")


@pytest.mark.usefixtures("german")
def test_every_sentence_is_told_in_german_with_its_values() -> None:
    for template in find_templates():
        sentence = filled(template, "value")
        translated = translate_message(sentence)
        assert translated != sentence or template == "VAULTSEARCH_HOME {}: {}."
        assert [value for value in sentence.values if str(value) not in translated] == [], translated


@pytest.mark.usefixtures("german")
def test_an_error_of_the_core_is_told_with_its_remedy_also_by_another_process(tmp_path: Path) -> None:
    missing = tmp_path / "a folder. With a sentence"
    with pytest.raises(VaultNotFoundError) as raised:
        ObsidianVault(missing).scan()
    remedy = "Bitte das Laufwerk anschließen oder den Ordner am neuen Ort öffnen."
    expected = f"Den Ordner {missing} gibt es nicht. {remedy}"
    error = pickle.loads(pickle.dumps(raised.value))  # its own
    assert translate_error(error.sentence, error.remedy) == translate_message(error.message) == expected
    assert str(error) == f"The folder {missing} doesn't exist."


@pytest.mark.usefixtures("german")
def test_the_reasons_in_an_index_are_told_in_german(tmp_path: Path) -> None:
    """A sentence that came out of the index was recognized by a pattern, and else stayed English."""
    vault, index = tmp_path / "vault", tmp_path / "index"
    write_notes(vault, {"a.md": "text"})
    (vault / "latin.md").write_bytes("# Überschrift\n\nein Text mit Wörtern, für später\n".encode("latin-1"))
    (vault / "broken.canvas").write_text("{no card")

    async def reasons() -> list[str]:
        corpus = await LanceCorpus.open(index)
        await VectorPipeline(ObsidianVault(vault), corpus, encoder=HashEncoder(), chunker=CHUNKER).sync()
        partly = await corpus.notes.problems()
        corpus.close()
        return [failure.reason for failure in (*partly, *present(read_manifest(index)).failed)]

    partly, failed = asyncio.run(reasons())
    assert partly.startswith("Not UTF-8; read as ")
    assert translate_message(partly).startswith("Kein UTF-8; als ")
    assert failed.startswith("Not a valid canvas: ")
    assert translate_message(failed).startswith("Kein gültiges Canvas: ")


@pytest.mark.usefixtures("german")
def test_hints_one_after_the_other_are_told_each() -> None:
    hints: list[str] = []
    syntax_trees("path: OR (a", hints)
    in_german = [
        "Schließende Klammer am Ende angenommen.", "path: braucht einen Wert und wird ignoriert.",
        "OR braucht auf beiden Seiten ein Wort und wird ignoriert.",
    ]  # fmt: skip
    assert [translate_message(hint) for hint in hints] == in_german
    assert translate_message(Message.joined(hints)) == " ".join(in_german)


@pytest.mark.usefixtures("german")
def test_quoted_words_have_the_quotes_of_the_language() -> None:
    corrected = translate_message(str(Correction("coarse", known=False, words=("course", "coast"))))
    assert corrected == "„coarse“ kommt in den Notizen nicht vor; auch nach „course“, „coast“ gesucht."
    assert translate_message(describe_condition(Holds("sea grass"))) == "enthält „sea grass“"


@pytest.mark.usefixtures("german")
def test_what_others_wrote_stays_and_chinese_sentences_have_no_space_between(qapp: QApplication) -> None:
    assert translate_message("Broken pipe. {0} {}") == "Broken pipe. {0} {}"
    assert translate_message(Message("No note called {}.", "Open")) == "Keine Notiz namens Open."
    install_language(qapp, TRANSLATIONS, "zh")
    sentences = Message.joined(("Not indexed yet.", "Open it once to index it."))
    assert translate_message(sentences) == "尚未索引。打开一次即可索引。"


@pytest.mark.parametrize("sentence", [
    "", "Not a regular file.", Message("No note called {}.", "{a} \x1f"),
    Message("{}: {}", "Work", Message.joined(("Rename it.", Message("Page {} is damaged.", 3)))),
])  # fmt: skip
def test_a_message_is_stored_and_read_again(sentence: str) -> None:
    again = load_message(store_message(sentence))
    assert again == sentence
    assert getattr(again, "values", None) == getattr(sentence, "values", None)


def test_joined_sentences_are_told_apart_again() -> None:
    sentences = ("Rename it.", Message("Page {} is damaged.", 3))
    assert split_sentences(Message.joined(sentences)) == sentences
    assert split_sentences(Message.joined(["Rename it.", None])) == ("Rename it.",)
    assert split_sentences(Message.joined([])) == ()

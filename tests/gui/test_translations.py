"""The translations: they are complete, fit their sources, and are what the window says."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator
from PySide6.QtWidgets import QDialogButtonBox

from vaultsearch.gui.actions import ACTIONS, Menu
from vaultsearch.gui.catalogue import read_sources, read_texts, speak

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from tests.gui.conftest import Desk

    Speak = Callable[[Path], None]

ROOT = Path(__file__).parents[2]
COMMAND = "packaging/update_translations.py"
FOLDER = ROOT / "resources" / "translations"
PLACE = re.compile(r"\{[^{}]*\}")
PARTLY = """<TS version="2.1" language="de" sourcelanguage="en"><context><name>actions</name>
<message><source>&amp;File</source><translation>&amp;Datei</translation></message>
<message><source>&amp;Search</source><translation type="unfinished">&amp;Sucherei</translation></message>
</context></TS>"""

in_each_file = pytest.mark.parametrize("file", sorted(FOLDER.glob("*.ts")), ids=lambda file: file.stem)


@pytest.fixture
def speak_german(qapp: QApplication) -> Iterator[Speak]:
    """Have the application speak the German of a folder until the test is over."""
    locale = QLocale()
    yield lambda folder: speak(qapp, folder, "de")
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(locale)


@pytest.fixture
def german(speak_german: Speak) -> None:
    speak_german(FOLDER)


@in_each_file
def test_a_file_holds_the_texts_of_the_program_and_no_others(file: Path) -> None:
    said = runpy.run_path(str(ROOT / COMMAND))["texts"]()
    texts = {text for of_module in said.values() for text in of_module}
    differing = sorted(texts ^ read_sources(file))
    assert not differing, f"{file.name} is not up to date: run `python {COMMAND}`, then translate what is new"


@in_each_file
def test_a_translation_has_the_places_of_its_source(file: Path) -> None:
    for source, translation in read_texts(file).items():
        places = len(PLACE.findall(source))
        assert len(PLACE.findall(translation)) == places, source
        assert "{" not in translation.format(*[1] * places), source  # numbers fit each place


@in_each_file
def test_a_translation_ends_and_is_reached_as_its_source(file: Path) -> None:
    for source, translation in read_texts(file).items():
        assert translation.endswith("…") == source.endswith("…"), source
        assert translation.count("&") == source.count("&"), source
        assert translation.startswith(" ") == source.startswith(" "), source


@in_each_file
def test_each_menu_is_reached_by_a_letter_of_its_own(file: Path) -> None:
    texts = read_texts(file)
    titles = [texts.get(menu, menu) for menu in Menu]
    letters = [title[title.index("&") + 1].casefold() for title in titles]
    assert len(set(letters)) == len(letters)


def test_german_is_finished() -> None:
    file = FOLDER / "vaultsearch_de.ts"
    assert sorted(read_sources(file) - read_texts(file).keys()) == []


@pytest.mark.usefixtures("german")
def test_the_window_speaks_german(desk: Desk) -> None:
    titles = [action.text() for action in desk.window.menuBar().actions()]
    assert titles == ["&Datei", "&Suche", "&Passage", "&Ansicht", "&Hilfe"]
    assert desk.window.actions_by_id["choose_folder"].text() == "Ordner wählen…"
    assert desk.field.placeholderText() == "Notizen durchsuchen"
    desk.open()
    desk.says("Notizen")


@pytest.mark.usefixtures("german")
def test_keys_have_their_german_names(desk: Desk) -> None:
    assert desk.window.actions_by_id["basket"].toolTip().endswith("(Strg+K)")
    for spec in ACTIONS:
        shortcuts = [key.toString() for key in desk.window.actions_by_id[spec.id].shortcuts()]
        assert shortcuts == list(spec.shortcuts)


@pytest.mark.usefixtures("german")
def test_buttons_of_qt_are_german(qtbot: QtBot) -> None:
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    qtbot.addWidget(box)
    assert [button.text().replace("&", "") for button in box.buttons()] == ["Abbrechen"]


def test_what_is_not_translated_stays_english(speak_german: Speak, tmp_path: Path) -> None:
    (tmp_path / "vaultsearch_de.ts").write_text(PARTLY, encoding="utf-8")
    speak_german(tmp_path)
    said = [QCoreApplication.translate("Actions", text) for text in ("&File", "&Search", "&View")]
    assert said == ["&Datei", "&Search", "&View"]


def test_a_language_without_a_file_is_english(speak_german: Speak, tmp_path: Path) -> None:
    speak_german(tmp_path)
    assert QCoreApplication.translate("Actions", "&File") == "&File"

"""The translations are complete, fit their sources, and appear in the window."""

import os
import re
import runpy
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from threading import Event
from xml.etree import ElementTree

import pytest
from PySide6 import QtWidgets
from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLabel, QLineEdit, QMenu, QTabBar, QWidget

from tests.builders import present
from tests.gui.conftest import TRANSLATIONS, VAULT, Desk
from tests.gui.fake_script import Script, passage
from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.query.conditions import RELATIVE_DATES, moments_of_date
from vaultsearch.core.values.search import ReadingPlan, UnreadNotes
from vaultsearch.gui import phrases
from vaultsearch.gui.action_table import Menu
from vaultsearch.gui.actions import ACTION_SPECS
from vaultsearch.gui.translations import install_language
from vaultsearch.gui.window.dialogs import list_key_groups
from vaultsearch.settings.protocol import InstalledModel
from vaultsearch.settings.resources import compile_outdated, compile_translation
from vaultsearch.settings.settings import Preferences

Speak = Callable[..., None]

ROOT = Path(__file__).parents[2]
COMMAND = "packaging/update_translations.py"
PLACE = re.compile(r"\{[^{}]*\}")
PARTLY = """<TS version="2.1" language="de" sourcelanguage="en"><context><name>vaultsearch</name>
<message><source>&amp;File</source><translation>&amp;Datei</translation></message>
<message><source>&amp;Search</source><translation type="unfinished">&amp;Sucherei</translation></message>
</context></TS>"""

in_each_file = pytest.mark.parametrize("file", sorted(TRANSLATIONS.glob("*.ts")), ids=lambda file: file.stem)


def messages(file: Path) -> Iterator[tuple[str, list[str]]]:
    """List the texts of a .ts file, each with its translation in all its forms; [] if it is unfinished."""
    for message in ElementTree.parse(file).getroot().iter("message"):  # noqa: S314 - a file of our own
        translation = present(message.find("translation"))
        forms = [form.text or "" for form in translation.iter("numerusform")] or [translation.text or ""]
        finished = translation.get("type") is None and all(forms)
        yield message.findtext("source", ""), forms if finished else []


@pytest.fixture
def speak(qapp: QApplication) -> Iterator[Speak]:
    """Return a function that installs a language until the end of the test."""

    def install(language: str, folder: Path = TRANSLATIONS) -> None:
        install_language(qapp, folder, language)
        QApplication.processEvents()

    yield install
    install_language(qapp, TRANSLATIONS, "en")


def test_formats_are_the_languages_if_the_system_names_no_region(
    speak: Speak, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = QLocale("de")
    own.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    monkeypatch.setattr(QLocale, "system", lambda: own)
    for formats, number in (("C.UTF-8", "3.197"), ("POSIX", "3.197"), ("de_DE.UTF-8", "3197")):
        monkeypatch.setenv("LC_ALL", formats)
        speak("system")
        assert phrases.format_number(3197) == number


@in_each_file
def test_a_file_has_the_texts_of_the_program_and_no_others(file: Path) -> None:
    said = runpy.run_path(str(ROOT / COMMAND))["texts"]()
    texts = {text for of_module in said.values() for text in of_module}
    if file.stem.endswith("_en"):
        texts = {text for text in texts if "%n" in text or "%Ln" in text}
    differing = sorted(texts ^ {source for source, _ in messages(file)})
    assert not differing, f"{file.name} is not up to date: run `python {COMMAND}`, then translate what is new"


def faults(source: str, forms: list[str]) -> Iterator[str]:
    """List what is wrong with a text of the program and its translation."""
    places = len(PLACE.findall(source))
    if not forms:
        yield "not translated"
    elif ("%Ln" in forms[-1], "%n" in forms[-1]) != ("%Ln" in source, "%n" in source):
        yield "number"  # a form for one alone may do without it
    if "recognis" in source.casefold():
        yield "spelling"
    for form in forms:
        if len(PLACE.findall(form)) != places or "{" in form.format(*[1] * places):
            yield "places"  # which numbers fit, too
        if form.endswith("…") != source.endswith("…"):
            yield "ellipsis"
        if form.count("&") != source.count("&"):
            yield "mnemonic"
        if form.startswith(" ") != source.startswith(" "):
            yield "space"


@in_each_file
def test_every_text_is_translated_once_and_as_its_source_is(file: Path) -> None:
    assert {text: found for text, forms in messages(file) if (found := [*faults(text, forms)])} == {}
    times = Counter(source for source, _ in messages(file))
    assert [source for source, count in times.items() if count > 1] == []


@in_each_file
def test_each_menu_is_reached_by_a_letter_of_its_own(file: Path) -> None:
    texts = {source: forms[0] for source, forms in messages(file)}
    titles = [texts.get(menu, menu) for menu in Menu]
    letters = [title[title.index("&") + 1].casefold() for title in titles]
    assert len(set(letters)) == len(letters)


@pytest.mark.parametrize(("language", "counts", "menu"), [
    ("en", ("1 note", "2,341 notes"), "Passage"), ("de", ("1 Notiz", "2.341 Notizen"), "Passage"),
    ("zh", ("1 篇笔记", "2,341 篇笔记"), "段落"),
])  # fmt: skip
def test_numbers_and_menus_translate(speak: Speak, language: str, counts: tuple[str, str], menu: str) -> None:
    speak(language)
    assert (phrases.count_notes(1), phrases.count_notes(2341)) == counts
    assert menu in list_key_groups(), "without the letter it is reached by"


@pytest.mark.usefixtures("german")
def test_the_window_its_keys_and_the_buttons_of_qt_are_german(desk: Desk) -> None:
    titles = [action.text() for action in desk.window.menuBar().actions()]
    assert titles == ["&Datei", "&Suche", "&Passage", "&Notiz", "&Ansicht", "&Hilfe"]
    assert desk.window.menu_actions.choose_folder.text() == "Ordner wählen…"
    assert desk.window.menu_actions.basket.toolTip().endswith("(Strg+K)")
    for spec in ACTION_SPECS:
        shortcuts = [key.toString() for key in desk.window.menu_actions.built[spec].shortcuts()]
        assert shortcuts == list(spec.shortcuts)
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, desk.window)
    assert [button.text().replace("&", "") for button in box.buttons()] == ["Abbrechen"]
    assert desk.field.placeholderText() == "Notizen durchsuchen"
    desk.page.preview.find_bar.show_count(1_234, 5_678)
    assert desk.page.preview.find_bar.count.text() == "1.234 von 5.678"
    desk.open()
    desk.says("Notizen")


def _texts(window: QWidget) -> list[str]:
    """List all texts of a window's parts, visible and accessible."""
    said = []
    for part in [window, *window.findChildren(QWidget)]:
        if isinstance(part.parent(), QTabBar):  # Qt names its arrows only once
            continue
        said += [part.toolTip(), part.accessibleName(), part.accessibleDescription()]
        if isinstance(part, QLabel | QtWidgets.QAbstractButton):
            said.append(part.text())
        if isinstance(part, QLineEdit):
            said.append(part.placeholderText())
        if isinstance(part, QMenu):
            said += [part.title(), *(action.text() for action in part.actions())]
        if isinstance(part, QtWidgets.QComboBox):
            said += [part.itemText(row) for row in range(part.count())]
    return said


def _fill(desk: Desk) -> None:
    """Show something in every part of the window."""
    desk.ask("pottery")
    QTest.keyClick(desk.list, Qt.Key.Key_Down)
    desk.trigger("keep")
    desk.bot.waitUntil(lambda: desk.window.basket.context is not None)
    desk.trigger("toggle_sidebar", until="facets")


def test_a_switched_window_says_the_same(desk: Desk, another_desk: Callable[[], Desk], speak: Speak) -> None:
    _fill(desk)
    speak("de")
    fresh = another_desk()
    _fill(fresh)
    for window in (desk.window, fresh.window):
        window.status.show_message("")  # a message is shown once, in the language of its time
    said, expected = _texts(desk.window), _texts(fresh.window)
    assert "Notizen durchsuchen" in said
    assert sorted((Counter(said) - Counter(expected)).items()) == []
    assert sorted((Counter(expected) - Counter(said)).items()) == []


def test_another_language_and_back_loses_nothing(desk: Desk, speak: Speak) -> None:
    _fill(desk)
    query, found, chosen = desk.field.text(), desk.list.results, desk.list.currentIndex().row()
    for language, menu, placeholder, count in (
        ("de", "&Datei", "Notizen durchsuchen", "3 Passagen in 2 Notizen"),
        ("en", "&File", "Search your notes", "3 passages in 2 notes"),
    ):
        speak(language)
        assert desk.window.menuBar().actions()[0].text() == menu
        assert desk.field.placeholderText() == placeholder
        assert desk.page.results.head.count.text() == count
    assert (desk.field.text(), desk.list.results, desk.list.currentIndex().row()) == (query, found, chosen)
    assert len(desk.window.basket.chunks) == 1


@pytest.mark.parametrize(("language", "said", "offered"), [
    ("de", "Nur Stichworttreffer: 32.000 Passagen auf Englisch.", "Niederländisch"),
    ("zh", "仅按关键词匹配：32,000 个段落（英文）。", "荷兰语"),
])  # fmt: skip
def test_what_a_question_in_another_language_misses_is_said_in_the_language_that_is_spoken(
    desk: Desk, script: Script, speak: Speak, language: str, said: str, offered: str
) -> None:
    """The sentence above the link stayed English."""
    script.unread = UnreadNotes("nl", "Dutch", 32_000, 480.0, ReadingPlan.OFFERED)
    desk.ask("pottery")
    results = desk.page.results
    assert results.head.notice.text() == "Keyword matches only: 32,000 passages in English."
    speak(language)
    assert results.head.notice.text() == said
    assert offered in results.head.offer.sentence


@pytest.mark.parametrize(("language", "dates"), [
    ("de", ["heute", "gestern", "diese Woche", "letzte Woche", "dieser Monat", "letzter Monat"]),
    ("zh", ["今天", "昨天", "本周", "上周", "这个月", "上个月"]),
])  # fmt: skip
def test_dates_are_proposed_as_spoken(ready: Desk, speak: Speak, language: str, dates: list[str]) -> None:
    """German windows proposed "last week", and nothing for "letzte"."""
    speak(language)
    proposals = ready.window.page.proposals
    QTest.keyClicks(ready.field, "boat after:")
    ready.bot.waitUntil(proposals.isVisible)
    model, today = proposals.model(), date(2026, 11, 29)
    labels = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert labels[:6] == dates
    read = [[moments_of_date(name, today) for name in names] for names in (labels, RELATIVE_DATES)]
    assert read[0] == read[1]


def test_the_settings_window_stays_on_its_page(desk: Desk, speak: Speak) -> None:
    former = desk.window.settings.open()
    former.show_page(former.appearance)
    speak("de")
    window = present(desk.window.settings.window)
    assert not former.isVisible()
    assert window.windowTitle() == "Einstellungen"
    assert window.appearance.isVisible()
    window.close()


def test_late_look_ups_are_dropped(desk: Desk, speak: Speak, monkeypatch: pytest.MonkeyPatch) -> None:
    verified = Event()

    def models() -> tuple[InstalledModel, ...]:
        verified.wait()
        return ()

    monkeypatch.setattr(desk.settings.storage, "list_models", models, raising=False)
    former = desk.window.settings.open()
    former.show_page(former.models)
    former.show_page(former.appearance)
    with desk.bot.waitSignal(former.destroyed):
        speak("de")
    verified.set()
    assert desk.window.background._pool is not None
    desk.window.background._pool.shutdown()
    QApplication.processEvents()  # a bug here would fail the test
    desk.window.settings.close()


def test_the_trays_menu_follows(desk: Desk, speak: Speak, monkeypatch: pytest.MonkeyPatch) -> None:
    lifecycle = desk.window.lifecycle
    monkeypatch.setattr(lifecycle, "has_tray", lambda: True)
    lifecycle.set_preferences(Preferences(tray=True))
    assert lifecycle.tray is not None
    speak("de")
    assert "Beenden" in [action.text() for action in lifecycle.tray.menu.actions()]


def test_what_is_not_translated_stays_english(speak: Speak, tmp_path: Path) -> None:
    speak("de", tmp_path)  # a language without a file
    assert QCoreApplication.translate("Actions", "&File") == "&File"
    (tmp_path / "vaultsearch_de.ts").write_text(PARTLY, encoding="utf-8")
    speak("de", compile_outdated(tmp_path))
    said = [QCoreApplication.translate("Actions", text) for text in ("&File", "&Search", "&View")]
    assert said == ["&Datei", "&Search", "&View"]


def test_a_translation_that_changed_is_compiled_again(tmp_path: Path) -> None:
    source = tmp_path / "vaultsearch_de.ts"
    source.write_text(PARTLY, encoding="utf-8")
    compiled = compile_outdated(tmp_path) / "vaultsearch_de.qm"
    former = compiled.read_bytes()
    source.write_text(PARTLY.replace("Datei", "Akte"), encoding="utf-8")
    later = compiled.stat().st_mtime_ns + 1
    os.utime(source, ns=(later, later))
    compile_outdated(tmp_path)
    assert compiled.read_bytes() != former


def test_a_translation_that_is_no_xml_is_no_translation(tmp_path: Path) -> None:
    (tmp_path / "broken.ts").write_text("<TS", encoding="utf-8")
    with pytest.raises(OSError, match="cannot be compiled"):
        compile_translation(tmp_path / "broken.ts", tmp_path / "broken.qm")


def test_outcomes_and_the_search_mode_follow_the_language(ready: Desk, script: Script, speak: Speak) -> None:
    """In a running window, "50 added" stayed English and the button said "Bedeutung + Wör"."""
    ready.ask("zymurgy")
    assert "No results" in ready.page.results.page.text()
    script.added_by_sync = (passage("New", "something"),)
    ready.trigger("sync")
    ready.says("1 added")
    before = ready.page.search.modes.width()
    speak("de")
    ready.says("1 hinzugefügt")
    assert "Keine Treffer" in ready.page.results.page.text()
    modes = ready.page.search.modes
    ready.bot.waitUntil(lambda: modes.width() > before)
    assert modes.width() >= modes.sizeHint().width()


def test_a_failure_follows_a_change_of_language(desk: Desk, script: Script, speak: Speak) -> None:
    free = "Free some space; notes indexed so far are searchable, the rest follows later."
    script.sync_error = VaultSearchError("The disk is full.", free)
    desk.window.open_vault(VAULT)
    desk.says("Free some space")
    speak("de")
    desk.says("Bitte Platz schaffen")

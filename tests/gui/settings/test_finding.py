"""Every word finds its setting, in the window's languages, in *Find a setting* and in the palette."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QWidget

from tests.builders import present
from tests.gui.conftest import Desk, texts
from vaultsearch.core.parameters import PARAMETERS
from vaultsearch.gui.settings.finding import load_synonyms, parameter_name
from vaultsearch.gui.settings.window import SettingsWindow
from vaultsearch.gui.translations import without_mnemonic


def lit(window: SettingsWindow) -> QWidget | None:
    parts = [part for part in window.findChildren(QWidget) if part.property("lit")]
    assert len(parts) <= 1
    return parts[0] if parts else None


# The page, by its attribute, that a word leads to.
FORTY_SYNONYMS = {
    "dark": "appearance", "dunkel": "appearance", "深色": "appearance", "color": "appearance",
    "farbe": "appearance", "颜色": "appearance", "german": "appearance", "Deutsch": "appearance",
    "德语": "appearance", "font": "appearance", "schrift": "appearance", "字体": "appearance",
    "autostart": "appearance", "开机启动": "appearance", "compact": "appearance", "kompakt": "appearance",
    "editor": "appearance", "dark theme": "appearance", "ollama": "language_model",
    "api key": "language_model", "API-Schlüssel": "language_model", "密钥": "language_model",
    "llm": "language_model", "人工智能": "language_model", "endpoint": "language_model", "ocr": "files",
    "texterkennung": "files", "文字识别": "files", "dateigröße": "files", "exclude": "ignore",
    "ausschließen": "ignore", "排除": "ignore", "gitignore": "ignore", "folder": "vaults", "ordner": "vaults",
    "文件夹": "vaults", "hotkey": "shortcut", "tastenkürzel": "shortcut", "快捷键": "shortcut",
    "embedding": "models", "einbettung": "models", "嵌入": "models", "history": "privacy",
    "verlauf": "privacy", "历史": "privacy", "chunk size": "parameters", "reihenfolge": "ranking",
}  # fmt: skip


def test_forty_synonyms_in_three_languages_lead_to_their_setting(window: SettingsWindow) -> None:
    led = {}
    for word in FORTY_SYNONYMS:
        window.search.setText(word)
        page = window.pages[window.list.currentRow()]
        led[word] = next(name for name in vars(window) if vars(window)[name] is page)
        part = lit(window)
        assert part is not None, word
        assert page.isAncestorOf(part), word
        assert not part.visibleRegion().isEmpty(), word
    assert led == FORTY_SYNONYMS
    window.search.clear()
    assert lit(window) is None


def test_every_label_finds_its_setting(window: SettingsWindow) -> None:
    for page in window.pages:
        page.build_whole()
    labels = [
        (page, without_mnemonic(part.text()))
        for page in window.pages
        for part in page.findChildren(QWidget)
        if (isinstance(part, QAbstractButton) or (isinstance(part, QLabel) and not part.property("tone")))
        and part.text()
        and part.isVisibleTo(page)
    ]
    boxes = ((page, box) for page in window.pages for box in page.findChildren(QComboBox))
    labels += [(page, box.accessibleName()) for page, box in boxes if box.isVisibleTo(page)]
    assert len(labels) > 90
    for page, label in labels:
        window.search.setText(label)
        assert not window.list.item(window.pages.index(page)).isHidden(), label
        assert lit(window) is not None


def test_every_parameter_and_label_has_words_in_three_languages(window: SettingsWindow) -> None:
    tables = load_synonyms()
    assert set(tables["parameters"]) == {parameter.name for parameter in PARAMETERS}
    for table in tables.values():
        for name, words in table.items():
            assert set(words) == {"en", "de", "zh"}, name
            assert all(words.values()), name
    for label in tables["labels"]:
        window.search.setText(label)
        assert window.message.text() == "", label
    names = [parameter_name(parameter.name) for parameter in PARAMETERS]
    assert len(set(names)) == len(names)
    assert not any("_" in name for name in names)


def palette_rows(desk: Desk, typed: str) -> list[str]:
    palette = desk.window.command_palette
    if not palette.isVisible():
        desk.trigger("palette")
    palette.field.setText(typed)
    return texts(palette.list)


def test_the_palette_finds_a_setting(desk: Desk) -> None:
    led = {
        "dark": "Theme: Dark", "dunkel": "Theme: Dark", "german": "Language: Deutsch", "ollama": "Server…",
        "hotkey": "Global shortcut…", "api key": "Key, if it needs one…", "font": "Font…",
        "ocr": "Recognize text in pictures and scanned pages…", "directory": "Add a folder…",
        "gitignore": "Exclusions for all vaults…",
    }  # fmt: skip
    assert {typed: palette_rows(desk, typed)[0] for typed in led} == led
    rows = {"color": "Theme: Light", "exclude": "Exclusions for all vaults…", "folder": "Add a folder…"}
    assert [typed for typed, row in rows.items() if row not in palette_rows(desk, typed)] == []
    assert "Theme: Dark" not in palette_rows(desk, "")


def test_a_row_of_the_palette_sets_a_value_at_once(ready: Desk) -> None:
    palette_rows(ready, "theme dark")
    QTest.keyClick(ready.window.command_palette.field, Qt.Key.Key_Return)
    assert ready.settings.preferences.theme == "dark"
    assert ready.window.settings.window is None
    with ready.bot.waitSignal(ready.engine.sync_finished):
        assert palette_rows(ready, "text recognition")[0] == "Text recognition: on"
        QTest.keyClick(ready.window.command_palette.field, Qt.Key.Key_Return)
    assert ready.settings.parameters == {"files.recognize_text": True}
    palette_rows(ready, "theme follow")
    QTest.keyClick(ready.window.command_palette.field, Qt.Key.Key_Return)


def test_a_row_of_the_palette_opens_the_setting_and_the_filter_is_empty_on_reopening(desk: Desk) -> None:
    palette_rows(desk, "hotkey")
    QTest.keyClick(desk.window.command_palette.field, Qt.Key.Key_Return)
    window = present(desk.window.settings.window)
    assert window.isVisible()
    assert window.list.currentItem().text() == "Shortcuts"
    assert lit(window) is not None
    window.close()
    desk.window.settings.open()
    assert window.search.text() == ""
    assert lit(window) is None
    window.close()

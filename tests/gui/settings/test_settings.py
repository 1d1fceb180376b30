"""The settings window: every page does what it says, at once, and says what cannot be."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLineEdit, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from tests.gui.conftest import CTRL, KEY, VAULT, Desk, clipboard, show_page
from tests.gui.settings.conftest import settings_window
from tests.scripted_model import MODEL, ScriptedModel, serving
from vaultsearch.core.errors import SettingsError
from vaultsearch.core.parameters import PARAMETERS, Parameters
from vaultsearch.core.values.context import EndpointReport
from vaultsearch.core.values.note import FileKind
from vaultsearch.core.values.pictures import Recognition
from vaultsearch.core.values.query import AskedQuestion
from vaultsearch.core.values.search import Use
from vaultsearch.core.values.sync import EndingCount, KindCount
from vaultsearch.desktop.settings_store import FileSettingsStore
from vaultsearch.gui.reading.vault_dialogs import TopicsDialog
from vaultsearch.gui.settings.privacy_page import PrivacyPage
from vaultsearch.gui.settings.window import SettingsWindow
from vaultsearch.gui.theme import DARK_TOKENS, LIGHT_TOKENS, Theme
from vaultsearch.gui.window.dialogs import list_key_groups
from vaultsearch.settings import settings
from vaultsearch.settings.history import recent_file
from vaultsearch.settings.protocol import StoredThing

_ENGLISH_LAST = ("best_sentence", "late_interaction")


def test_ctrl_comma_opens_one_window(desk: Desk) -> None:
    for _ in range(2):
        QTest.keyClick(desk.window, KEY.Key_Comma, CTRL)
    (window,) = desk.window.findChildren(SettingsWindow)
    desk.bot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, KEY.Key_Escape)
    assert not window.isVisible()


def test_the_start_at_login_is_as_the_system_has_it_and_stays_so_if_it_cannot_be_changed(
    real: SettingsWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def live_in(place: Path) -> None:
        for variable in ("HOME", "XDG_CONFIG_HOME"):
            monkeypatch.setenv(variable, str(place))

    live_in(tmp_path)
    page, storage = real.appearance, real.appearance._store.storage
    show_page(real, "appearance")
    qtbot.waitUntil(page.at_login.isEnabled)
    assert not page.at_login.isChecked()
    QTest.mouseClick(page.at_login, Qt.MouseButton.LeftButton, pos=QPoint(8, page.at_login.height() // 2))
    qtbot.waitUntil(storage.starts_at_login)
    storage.start_at_login(enabled=False)  # somebody switches it off in the system's settings
    show_page(real, "about")
    show_page(real, "appearance")
    qtbot.waitUntil(lambda: not page.at_login.isChecked())
    (tmp_path / "file").touch()
    live_in(tmp_path / "file")
    page.at_login.click()
    qtbot.waitUntil(lambda: "start at login" in real.message.text())
    qtbot.waitUntil(lambda: not page.at_login.isChecked())


def test_each_page_is_reached_by_keys_and_made_when_it_first_comes_to_the_front(real: SettingsWindow) -> None:
    for count, page in enumerate(real.pages, start=1):
        assert page.isVisible()
        assert page.title == real.list.currentItem().text()
        assert [page.built for page in real.pages].count(True) == count
        QTest.keyClick(real.list, KEY.Key_Down)


def test_every_parameter_is_there_and_found_by_its_name_and_documentation(real: SettingsWindow) -> None:
    show_page(real, "parameters")
    page = real.parameters
    assert set(page.rows) == {parameter.name for parameter in PARAMETERS}
    row = page.rows["passages.top_k"]
    assert "Notes listed for all topics" in row.help.text()
    assert "5" in row.note.text()
    QTest.keyClicks(page.filter, "freshness order")
    assert {name for name, row in page.rows.items() if row.isVisible()} == {"recency.weight"}
    page.filter.setText("chunk size")
    assert page.rows["chunking.chunk_size"].isVisible()
    page.filter.setText("zymurgy")
    assert page.nothing.isVisible()


def test_what_is_typed_is_taken_if_it_can_be(real: SettingsWindow, remembered: FileSettingsStore) -> None:
    show_page(real, "parameters")
    row = real.parameters.rows["passages.top_k"]
    assert isinstance(row.field, QLineEdit)
    row.field.clear()
    QTest.keyClicks(row.field, "0")
    assert row.trouble.isVisible()
    assert "at least 1" in row.trouble.text()
    QTest.keyClick(row.field, KEY.Key_Return)
    assert remembered.parameters == {}
    QTest.keyClick(row.field, KEY.Key_Backspace)
    QTest.keyClicks(row.field, "10")
    assert not row.trouble.isVisible()
    QTest.keyClick(row.field, KEY.Key_Return)
    assert remembered.parameters == {"passages.top_k": 10}
    row.field.setText("12")
    real.close()
    assert remembered.parameters == {"passages.top_k": 12}


def test_a_parameter_is_written_and_reset(qtbot: QtBot, real: SettingsWindow) -> None:
    show_page(real, "parameters")
    row = real.parameters.rows["fusion.method"]
    assert isinstance(row.field, QComboBox)
    assert not row.reset.isVisible()
    row.field.setCurrentText("reciprocal_rank")
    real.show_again()
    assert row.reset.isVisible()
    qtbot.waitUntil(lambda: settings.load_settings().parameters == {"fusion.method": "reciprocal_rank"})
    row.reset.click()
    assert row.field.currentText() == "linear"
    qtbot.waitUntil(lambda: settings.load_settings().parameters == {})


def test_a_parameter_of_the_command_line_is_shown_and_left_alone(qtbot: QtBot, theme: Theme) -> None:
    store = FileSettingsStore(Parameters(command={"passages.top_k": "7"}))
    with settings_window(qtbot, store) as window:
        show_page(window, "parameters")
        row = window.parameters.rows["passages.top_k"]
        assert not row.field.isEnabled()
        assert "command line" in row.note.text()
    store.close()


def test_a_change_reaches_the_open_vault_without_losing_query_and_selection(ready: Desk) -> None:
    ready.ask("pottery")
    ready.list.setCurrentIndex(ready.list.model().index(1, 0))
    window = ready.open_settings("ranking")
    with ready.bot.waitSignal(ready.engine.stage_arrived, check_params_cb=lambda _, stage: stage.final):
        window.ranking.list.item(3).setCheckState(Qt.CheckState.Checked)
    assert ready.service.used == {"reranker.chain": "best_sentence+late_interaction+cross_encoder+mmr"}
    assert ready.field.text() == "pottery"
    assert ready.list.currentIndex().row() == 1
    assert window.message.text() == "Saved"
    assert len(ready.script.opened) == 1, "the vault stayed open"


def test_the_chain_is_checked_ordered_and_reset(real: SettingsWindow, remembered: FileSettingsStore) -> None:
    page = real.ranking
    show_page(real, "ranking")
    assert page.recommended.isChecked()
    page.list.item(2).setCheckState(Qt.CheckState.Unchecked)
    assert page.own.isChecked()
    assert Parameters(remembered.parameters).reranker.chain == _ENGLISH_LAST
    page.list.setCurrentRow(1)
    QTest.mouseClick(page.up, Qt.MouseButton.LeftButton)
    assert Parameters(remembered.parameters).reranker.chain == _ENGLISH_LAST[::-1]
    QTest.mouseClick(page.recommended, Qt.MouseButton.LeftButton, pos=page.recommended.rect().center() / 4)
    assert "reranker.chain" not in remembered.parameters


def choose(field: QComboBox, data: str) -> None:
    field.setCurrentIndex(field.findData(data))
    field.activated.emit(field.currentIndex())


def test_the_theme_holds_at_once(desk: Desk) -> None:
    page = desk.open_settings("appearance").appearance
    for name, tokens in (("dark", DARK_TOKENS), ("light", LIGHT_TOKENS)):
        choose(page.theme, name)
        assert QApplication.palette().window().color().name() == tokens.ground
        assert desk.settings.preferences.theme == name


def test_what_cannot_be_read_or_saved_is_told_in_both_windows(ready: Desk, own_home: Path) -> None:
    (own_home / "settings.toml").write_text('theme = "purple"\n')
    anew = ready.restarted()
    wrong = "theme in the settings is ignored: expected theme (system, light, dark)."
    assert anew.settings.open().message.text() == anew.welcome.trouble.text() == wrong
    window = ready.open_settings("parameters")
    lost, reason = "This change can't be saved, and is lost when the program ends.", "No space left."
    with ready.answering("settings"):
        window.shown_page.signals.tuned.emit("window.n_results", "20")
        ready.settings.on_saved(SettingsError(lost, reason))
    assert window.message.text() == ready.window.status.text.text() == f"{lost} {reason}"
    ready.settings.on_saved(None)
    with ready.answering("settings"):
        window.shown_page.signals.tuned.emit("window.n_results", "30")
    assert window.message.text() == "Saved"


def test_rules_are_checked_as_typed_and_taken_when_one_rests_beside_links_out_of_it(ready: Desk) -> None:
    page = ready.open_settings("ignore").ignore
    field = page.single
    QTest.keyClicks(field.text, "!")
    assert "isn't a valid pattern" in field.trouble.text()
    field.commit()
    assert ready.settings.ignore_lines(VAULT) == ()
    field.text.setPlainText("Archive/\n\n*.tmp.md")
    with ready.bot.waitSignal(ready.engine.sync_finished):
        field.commit()
    assert ready.settings.ignore_lines(VAULT) == ("Archive/", "*.tmp.md")
    assert page.title == "Exclusions"
    assert isinstance(page.links_out.field, QCheckBox)
    assert not page.links_out.field.isChecked()
    page.links_out.field.click()
    assert ready.settings.parameters == {"source.follow_links_out": True}


def test_a_kind_of_files_is_switched_and_limited_and_says_how_many_are_read(desk: Desk) -> None:
    desk.script.kinds = (KindCount(FileKind.PDF, 12, 3, 3),)
    desk.open()
    page = desk.open_settings("files").files
    row, size = page.rows[FileKind.PDF], page.sizes["files.document_mb"]
    assert row.state.text() == "12 of 18 PDFs read, 3 need text recognition, which is off, 3 failed"
    size.setFocus()
    size.setValue(50)
    with desk.bot.waitSignals([desk.engine.sync_finished, desk.engine.status_changed]):
        desk.engine.sync()
    with desk.bot.waitSignal(desk.engine.sync_finished):
        size.editingFinished.emit()
    with desk.bot.waitSignal(desk.engine.sync_finished):
        row.on.click()
    kinds = "image+media+document+book+web+slides+sheet+mail+notebook+base+drawing"
    assert desk.settings.parameters == {"files.kinds": kinds, "files.document_mb": 50}
    row.on.click()
    assert desk.settings.parameters == {"files.document_mb": 50}


def test_a_change_before_the_last_one_is_applied_takes_nothing_from_it(listed: Desk) -> None:
    tune = listed.window.settings.tune
    with listed.answering("search"), listed.answering(listed.engine.sync_finished):
        tune("files.document_mb", "50")
        tune("passages.top_k", "7")
    assert listed.service.used == listed.settings.parameters
    with listed.bot.assertNotEmitted(listed.engine.sync_finished), listed.answering("search"):
        tune("passages.top_k", "8")


def test_what_is_not_read_is_counted_and_recognition_that_is_not_installed_says_so(desk: Desk) -> None:
    desk.script.unread_endings = (EndingCount(".doc", 1200), EndingCount("", 3))
    desk.open()
    page = desk.open_settings("files").files
    assert page.unread.text() == "Not read: 1,200 .doc, 3 without an ending"
    assert not page.recognition.on.isEnabled()
    assert "extra “ocr”" in page.recognition.state.text()


def test_text_recognition_is_switched_on_with_an_estimate(desk: Desk) -> None:
    counted = Recognition(available=True, waiting=1190, recognised=12, refused=3)
    desk.script.recognition = replace(counted, seconds_each=1.75)
    desk.open()
    row = desk.open_settings("files").files.recognition
    assert not row.on.isChecked()
    assert "Pictures and scanned pages waiting: 1,190, about 35 min." in row.state.text()
    assert "Text found in 12; 3 can't be read." in row.state.text()
    with desk.bot.waitSignal(desk.engine.sync_finished):
        row.on.click()
    assert desk.settings.parameters == {"files.recognize_text": True}


@pytest.fixture
def page(real: SettingsWindow, remembered: FileSettingsStore) -> PrivacyPage:
    """The page on privacy, once something was asked and opened."""
    remembered.add_recent_query("secret")
    asked = AskedQuestion("secret question")
    remembered.usage.note("/vault", asked, "Secret.md", (), Use.OPENED, raises=True)
    show_page(real, "privacy")
    return real.privacy


def test_recent_queries_are_forgotten_not_kept(page: PrivacyPage, remembered: FileSettingsStore) -> None:
    QTest.mouseClick(page.clear, Qt.MouseButton.LeftButton)
    assert remembered.recent_queries == ()
    assert not page.clear.isEnabled()
    page.keep.click()
    remembered.add_recent_query("another secret")
    remembered.close()
    assert not recent_file().exists()


def test_opened_notes_are_forgotten(page: PrivacyPage, remembered: FileSettingsStore, qtbot: QtBot) -> None:
    qtbot.waitUntil(page.forget_all.isEnabled)
    with qtbot.waitSignal(page.signals.searching_changed):
        QTest.mouseClick(page.forget_all, Qt.MouseButton.LeftButton)
    assert not remembered.usage.file.exists()
    qtbot.waitUntil(lambda: not page.forget_all.isEnabled())


def test_learning_is_switched_and_ends_with_queries(page: PrivacyPage, remembered: FileSettingsStore) -> None:
    for enabled in (False, True):
        page.learn.click()
        assert remembered.in_force.learning.enabled is enabled
    assert page.learn.isChecked()
    page.keep.click()
    remembered.close()
    assert not remembered.usage.file.exists()
    assert not page.learn.isChecked()
    assert not page.learn.isEnabled()


def test_programs_search_if_they_may(page: PrivacyPage, remembered: FileSettingsStore, qtbot: QtBot) -> None:
    assert not page.serves.isChecked()
    assert not page.token.isVisibleTo(page)
    with qtbot.waitSignal(page.signals.preferred) as told:
        page.serves.click()
    assert told.args == [remembered.preferences]
    assert remembered.preferences.serves
    page.show_server("http://127.0.0.1:8765", "a-token-of-the-test")
    assert "http://127.0.0.1:8765" in page.address.text()
    QTest.mouseClick(page.copy_token, Qt.MouseButton.LeftButton)
    assert clipboard() == "a-token-of-the-test"
    page.serves.click()
    page.show_server("", "")
    assert not remembered.preferences.serves
    assert not page.copy_token.isVisibleTo(page)


def test_deleting_the_index_of_the_open_vault_asks_closes_and_deletes(desk: Desk) -> None:
    desk.settings.storage.kept = (StoredThing("My vault", Path("/i"), 10, VAULT),)
    desk.open()
    desk.ask("pottery", until="preview")
    desk.trigger("topics")
    window = desk.open_settings()
    with desk.bot.waitSignal(desk.window.background.answered, check_params_cb=lambda job: job == "stored"):
        show_page(window, "privacy")
    assert not window.privacy.delete.isEnabled()
    window.privacy.list.setCurrentIndex(window.privacy.list.model().index(0, 0))
    QTest.mouseClick(window.privacy.delete, Qt.MouseButton.LeftButton)
    assert desk.settings.storage.deleted == []
    desk.answer("Delete index")
    desk.bot.waitUntil(lambda: desk.settings.storage.deleted == [VAULT])
    assert desk.service.closed
    assert desk.window.welcome.isVisible()
    assert not any(dialog.isVisible() for dialog in desk.window.findChildren(TopicsDialog))
    assert not desk.window.menu_actions.history.isEnabled(), "the note was still on the hidden page"


def test_a_tested_server_is_chosen(real: SettingsWindow, remembered: FileSettingsStore, qtbot: QtBot) -> None:
    with serving(ScriptedModel()) as server:
        show_page(real, "models")
        box, choice = real.models.server, real.models.english
        assert not box.isVisible()
        choice.setCurrentText("Choose server…")
        choice.activated.emit(choice.currentIndex())
        assert box.isVisible()
        assert box.form.address.text() == "http://127.0.0.1:11434/v1"
        box.form.address.setText(server.address)
        assert box.form.preset.currentText() == "Other"
        QTest.mouseClick(box.form.test, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: "Choose one of its 2 models" in box.form.outcome.text())
        assert not box.use.isEnabled()
        box.form.model.setCurrentText(MODEL)
        assert "Test it first." in box.meaning.text()
        QTest.mouseClick(box.form.test, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: "It works" in box.form.outcome.text())
        assert "All notes are read again by this server" in box.meaning.text()
        box.show_passages(1000)
        assert "for the 1,000 passages in this vault" in box.meaning.text()
        box.form.model.setCurrentText("another")
        assert not box.use.isEnabled()  # it was not tested
        box.form.model.setCurrentText(MODEL)
        changes = []
        real.shown_page.signals.tuned.connect(lambda name, value: changes.append((name, value)))
        QTest.mouseClick(box.use, Qt.MouseButton.LeftButton)
        reference = f"{server.address}#{MODEL}"
        assert changes == [("embedding.embedding_model", reference)]
        remembered.set_parameter(*changes[0])
        real.show_again()
        assert choice.currentText() == f"{MODEL} ({server.address})"
        assert not box.use.isVisible()


@pytest.mark.parametrize("for_embeddings", [True, False])
def test_another_computer_needs_consent_for_questions_or_embeddings(desk: Desk, for_embeddings: bool) -> None:
    storage = desk.settings.storage
    storage.model_report = EndpointReport(True, "It works.", (), "gpu.example.com", 10)
    hosts = (storage.allowed_hosts, storage.embedding_hosts)
    own, other = hosts[for_embeddings], hosts[not for_embeddings]
    other.append("gpu.example.com")
    desk.open()
    window = desk.open_settings("models" if for_embeddings else "language_model")
    form = window.models.server.form if for_embeddings else window.language_model.server
    form.address.setText("https://gpu.example.com/v1")
    form.model.setCurrentText("large")
    form.test.click()
    box = desk.message_box()
    assert "gpu.example.com is not this computer" in box.text()
    assert ("the text of every note" in box.informativeText()) is for_embeddings
    desk.answer("Send to gpu.example.com")
    desk.bot.waitUntil(lambda: form.outcome.text() == "It works.")
    assert own == ["gpu.example.com"]


def test_fetching_a_model_says_what_before_it_does_and_can_be_cancelled(desk: Desk) -> None:
    box = desk.open_settings("models").models.download
    answered = desk.window.background.answered
    assert not box.fetch.isVisible()
    with desk.bot.waitSignal(answered, check_params_cb=lambda job: job == "download offer"):
        QTest.mouseClick(box.ask, Qt.MouseButton.LeftButton)
    assert "someone/reranker" in box.words.text()
    assert "91 MB from https://hub" in box.words.text()
    QTest.mouseClick(box.fetch, Qt.MouseButton.LeftButton)
    desk.bot.waitUntil(lambda: box.bar.value() == box.bar.maximum() // 2)
    with desk.bot.waitSignal(answered, check_params_cb=lambda job: job == "download"):
        QTest.mouseClick(box.cancel, Qt.MouseButton.LeftButton)
    assert "Cancelled" in box.words.text()
    assert box.ask.isVisible()


def test_a_vault_whose_first_index_is_not_at_its_end_says_so(ready: Desk) -> None:
    ready.settings.storage.unfinished = frozenset({VAULT})
    page = ready.open_settings().vaults
    row = page.list.findItems("", Qt.MatchFlag.MatchContains)[0]
    ready.bot.waitUntil(lambda: row.text(5) == "open · indexing isn't finished")
    headings = page.list.headerItem()
    at_end = [column for column in range(6) if row.textAlignment(column) & Qt.AlignmentFlag.AlignRight]
    assert at_end == [c for c in range(6) if headings.textAlignment(c) & Qt.AlignmentFlag.AlignRight]
    assert at_end == [1, 2, 3]


def test_vaults_are_opened_and_taken_off_the_list(desk: Desk) -> None:
    other = Path("/vaults/Other")
    desk.open(other)
    desk.open()
    desk.settings.storage.not_there = frozenset({other})
    page = desk.open_settings().vaults
    rows = page.list.findItems("", Qt.MatchFlag.MatchContains)
    assert [row.text(0) for row in rows] == ["My vault", "Other"]
    desk.bot.waitUntil(lambda: rows[1].text(5) != "")
    told = [rows[0].text(column) for column in range(1, 6)]
    assert told == ["1,204", "", "12 MB", "12 May 2026", "open · indexed"]
    assert rows[1].text(5) == "unavailable; connect its drive"
    page.list.setCurrentItem(rows[0])
    assert not page.open.isEnabled()
    page.list.setCurrentItem(rows[1])
    desk.click(page.open, until=desk.engine.vault_opened)
    assert desk.service.folder == other
    page.list.setCurrentItem(page.list.findItems("My vault", Qt.MatchFlag.MatchExactly)[0])
    QTest.mouseClick(page.forget, Qt.MouseButton.LeftButton)
    assert desk.settings.vaults == (other,)


def test_about_tells_the_installation_and_the_extras_that_are_missing(desk: Desk) -> None:
    storage = desk.settings.storage
    remedy = "Add it: run pip install 'vaultsearch[models,chinese]' in a terminal."
    storage.program = replace(storage.program, missing=("models", "chinese"), remedy=remedy)
    about = desk.open_settings("about").about
    desk.bot.waitUntil(lambda: about.installed.text() == "Installed with pip, in /venv")
    assert about.versions.text().startswith("vaultsearch 1.2\n")
    assert "Qt 6" in about.versions.text()
    missing = "Not installed: other models and GPUs, simplified for traditional characters."
    assert about.missing.text() == f"{missing} {remedy}"
    assert [part.isVisible() for part in (about.releases, about.notices)] == [False] * 2, "no page is known"


def test_about_of_an_application_leads_to_its_releases_licenses_and_log(desk: Desk) -> None:
    storage, releases, notices = desk.settings.storage, "https://example.org/releases", Path("/NOTICES.txt")
    storage.program = replace(storage.program, kind="application", releases=releases, notices=notices)
    about = desk.open_settings("about").about
    desk.bot.waitUntil(about.releases.isVisible)
    assert not desk.opened_urls
    for button in (about.releases, about.notices, about.logs):
        desk.click(button)
    assert [url.toString() for url in desk.opened_urls] == [releases, "file:///NOTICES.txt", "file:///logs"]


def test_a_setting_is_found_by_its_words_on_whatever_page_it_stands(desk: Desk) -> None:
    real = desk.open_settings()

    def listed() -> list[str]:
        items = (real.list.item(row) for row in range(real.list.count()))
        return [item.text() for item in items if not item.isHidden()]

    every = listed()
    real.search.setText("densit")
    assert listed() == ["Appearance"]
    assert real.list.currentItem().text() == "Appearance"
    QTest.keyClick(real.search, Qt.Key.Key_Return)
    assert real.appearance.density.hasFocus()
    real.search.setText("hides window tray")
    assert listed() == ["Appearance"]
    real.search.setText("zymurgy")
    assert listed() == []
    assert real.message.text() == "No setting is named so"
    real.search.clear()
    assert listed() == every
    assert real.message.text() == ""


def test_notes_are_read_in_the_chosen_font_and_width(ready: Desk) -> None:
    ready.ask("gift", until="preview")
    view = ready.page.preview.view
    page = ready.open_settings("appearance").appearance
    family = page.reading_font.itemData(page.reading_font.count() - 1)
    choose(page.reading_font, family)
    assert view.document().defaultFont().families()[0] == family
    side = view.document().rootFrame().frameFormat().leftMargin()
    choose(page.reading_width, "narrow")
    assert view.document().rootFrame().frameFormat().leftMargin() >= side
    assert ready.settings.preferences.reading_width == "narrow"
    assert "Gift ideas" in view.toPlainText()


def test_a_command_takes_the_keys_that_no_other_has_and_its_own_again_by_default(desk: Desk) -> None:
    window = desk.open_settings("shortcut")
    own, action = window.shortcut.own, desk.window.menu_actions.related
    choose_keys(desk, window, "Ctrl+K")
    assert own.message.text() == "Ctrl+K already stands for “Show or hide the basket”."
    assert (action.shortcut().toString(), desk.settings.preferences.keys) == ("Ctrl+R", {})
    item = choose_keys(desk, window, "Ctrl+Alt+R")
    assert action.shortcut().toString() == "Ctrl+Alt+R"
    assert "Ctrl+Alt+R" in action.toolTip()
    assert item.text(1) == "Ctrl+Alt+R"
    assert desk.settings.preferences.keys == {"related": "Ctrl+Alt+R"}
    assert any("Ctrl+Alt+R" in keys for lines in list_key_groups().values() for keys, _ in lines)
    own.reset.click()
    assert (action.shortcut().toString(), desk.settings.preferences.keys) == ("Ctrl+R", {})
    own.remove.click()
    assert action.shortcut().isEmpty()
    assert "(" not in action.toolTip()


def choose_keys(desk: Desk, window: SettingsWindow, keys: str) -> QTreeWidgetItem:
    """Type keys for the related notes; return the row of that command."""
    own, action = window.shortcut.own, desk.window.menu_actions.related
    (item,) = own.list.findItems(action.text(), Qt.MatchFlag.MatchExactly)
    own.list.setCurrentItem(item)
    own.edit.setKeySequence(QKeySequence(keys))
    own.edit.editingFinished.emit()
    return item

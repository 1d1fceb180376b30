"""The main job with every real part: drop a folder, type, read the passage first, copy it, paste it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.patience import PROCESS_S
from tests.pdf_files import Pdf, PdfPage, TextLine
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.search import SearchStage
from vaultsearch.desktop.settings_store import FileSettingsStore
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.theme import Theme
from vaultsearch.gui.window.main_window import MainWindow
from vaultsearch.service.opening import VaultFactory
from vaultsearch.settings import settings
from vaultsearch.settings.resources import resources_folder

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
LONG = PROCESS_S * 1000


class Desk:
    """The window as app.py puts it together, and a folder to drop on it."""

    def __init__(self, bot: QtBot, app: QApplication, folder: Path) -> None:
        self.bot, self.folder = bot, folder
        self.opened: list[QUrl] = []
        self.remembered = FileSettingsStore(Parameters())
        self.engine = EngineThread(VaultFactory(Parameters))
        self.window = MainWindow(
            self.engine, icons_folder=resources_folder() / "icons", theme=Theme(app),
            settings=self.remembered, open_url=self._open,
        )  # fmt: skip
        bot.addWidget(self.window)
        self.window.show()

    def _open(self, url: QUrl) -> bool:
        self.opened.append(url)
        return True

    def drop(self) -> None:
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(self.folder))])
        at, copy = QPointF(40, 40), Qt.DropAction.CopyAction
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(self.window, QDragEnterEvent(at.toPoint(), copy, mime, left, none))
        QApplication.sendEvent(self.window, QDropEvent(at, copy, mime, left, none))

    def ask(self, query: str) -> SearchStage:
        """Type a question and wait for the best answer to it."""
        field = self.window.page.search.field
        field.take_focus()
        final = self.bot.waitSignal(
            self.engine.stage_arrived,
            timeout=LONG,
            check_params_cb=lambda _, stage: stage.final and stage.query == query,
        )
        with final:
            QTest.keyClicks(field, query)
        assert final.args is not None
        stage: SearchStage = final.args[1]
        return stage

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(QApplication.focusWidget() or self.window, key, modifier)


@pytest.fixture
def desk(
    qtbot: QtBot,
    qapp: QApplication,
    sample_vault: Path,
    tmp_path: Path,
    models_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Desk]:
    """A desk with seven notes of the sample vault, which take a fifth of the time of all."""
    folder = tmp_path / "My notes"
    # A machine with xdg-mime, and without Obsidian, would be offered the default app.
    monkeypatch.setattr("vaultsearch.desktop.storage.DiskStorage.opens_obsidian_links", lambda _: True)
    shutil.copytree(sample_vault / "People", folder)
    settings.models_folder().symlink_to(models_folder)
    desk = Desk(qtbot, qapp, folder)
    yield desk
    desk.window.close()
    assert desk.engine.stop()
    desk.remembered.close()


def seen(folder: Path) -> list[tuple[str, int, int]]:
    return [(str(p), p.stat().st_mtime_ns, p.stat().st_size) for p in sorted(folder.rglob("*"))]


def test_drop_a_folder_type_read_copy_paste(desk: Desk) -> None:
    before = seen(desk.folder)
    with desk.bot.waitSignal(desk.engine.sync_finished, timeout=LONG) as synced:
        desk.drop()
    assert synced.args is not None
    assert (synced.args[0].added, synced.args[0].failed) == (7, ())

    stage = desk.ask("a ceramics class as a present for Anna")
    assert stage.name == "reranked"
    first = stage.results[0].chunk
    assert (first.path, first.heading_path) == ("Gift ideas.md", ("Family", "Anna"))
    current = desk.window.page.results.list.current()
    assert current is not None
    assert current.chunk.id == first.id
    desk.bot.waitUntil(lambda: "Magdalen Street" in desk.window.page.preview.view.toPlainText(), timeout=LONG)

    desk.press(Qt.Key.Key_Down)
    with desk.bot.waitSignal(desk.engine.answered, timeout=LONG, check_params_cb=lambda job: job == "copy"):
        desk.press(Qt.Key.Key_C, CTRL)
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("From Gift ideas (section: Family > Anna):\n\n- **Pottery course**")
    link = "obsidian://open?vault=My%20notes&file=Gift%20ideas%23Family%23Anna"
    assert link in copied

    with desk.bot.waitSignal(desk.engine.answered, timeout=LONG, check_params_cb=lambda job: job == "copy"):
        desk.press(Qt.Key.Key_C, CTRL | SHIFT)
    context = QGuiApplication.clipboard().text()
    assert context.startswith("### [1] Gift ideas\n")
    assert "\nSection: Family > Anna\n\n- **Pottery course**" in context
    assert context.count("\n### [") >= 2

    desk.press(Qt.Key.Key_Return)
    assert desk.opened[-1].toString(QUrl.ComponentFormattingOption.FullyEncoded) == link
    assert seen(desk.folder) == before
    desk.bot.waitUntil(lambda: settings.load_settings().last_vault == desk.folder, timeout=LONG)


def test_what_is_saved_in_another_program_is_found_without_a_key(desk: Desk) -> None:
    with desk.bot.waitSignal(desk.engine.sync_finished, timeout=LONG):
        desk.drop()
    desk.ask("quokka")
    first = desk.window.page.results.list.current()
    assert first is None or "quokka" not in first.chunk.text
    answered = desk.bot.waitSignal(
        desk.engine.stage_arrived,
        timeout=LONG,
        check_params_cb=lambda _, stage: any("quokka" in r.chunk.text for r in stage.results),
    )
    with desk.bot.waitSignal(desk.engine.sync_finished, timeout=LONG) as synced, answered:
        (desk.folder / "Rottnest.md").write_text("On the island we met a quokka.\n")
    assert synced.args is not None
    assert (synced.args[0].added, synced.args[0].changed, synced.args[0].embedded) == (1, 0, 1)


def test_a_link_to_a_page_of_a_pdf_shows_that_page(desk: Desk) -> None:
    lines = [TextLine(72, 700, f"Of {grain} and its sowing") for grain in ("rye", "oats", "barley")]
    pages = [PdfPage([line]) for line in lines]
    (desk.folder / "Grain.pdf").write_bytes(Pdf(pages).written())
    (desk.folder / "Fields.md").write_text("What the quokka sows: [[Grain.pdf#page=3|the third]].\n")
    with desk.bot.waitSignal(desk.engine.sync_finished, timeout=LONG):
        desk.drop()
    desk.ask("what the quokka sows")
    pane = desk.window.page.preview
    desk.bot.waitUntil(lambda: "the third" in pane.view.toPlainText(), timeout=LONG)
    link = pane.view.document().find("the third")
    link.setPosition(link.selectionStart() + 4)
    answered = desk.engine.answered
    with desk.bot.waitSignal(answered, timeout=LONG, check_params_cb=lambda job: job == "sheet"):
        center = pane.view.cursorRect(link).center()
        QTest.mouseClick(pane.view.viewport(), Qt.MouseButton.LeftButton, pos=center)
    assert (pane.title.text(), pane.reading_part, pane.sheets.page) == ("Grain", pane.sheets, 3)
    assert pane.headings.accessibleDescription() == "Page 3"


def test_the_same_folder_by_another_name_is_the_same_vault(desk: Desk, tmp_path: Path) -> None:
    with desk.bot.waitSignal(desk.engine.sync_finished, timeout=LONG):
        desk.window.open_vault(desk.folder)
    (tmp_path / "alias").symlink_to(desk.folder)
    with desk.bot.waitSignal(desk.engine.sync_finished, timeout=LONG) as synced:
        desk.window.open_vault(tmp_path / "alias")
    assert synced.args is not None
    assert synced.args[0].unchanged == 7

"""The window over a real engine thread and a vault in memory."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6 import QtCore
from PySide6.QtCore import QBuffer, QEvent, QMimeData, QModelIndex, QPoint, QPointF, Qt, QUrl, SignalInstance
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from tests.builders import present
from tests.gui.fake_script import Script, passage
from tests.gui.fake_service import FakeFactory, FakeService
from tests.gui.fake_settings import FakeSettings
from vaultsearch.core.values.note import Preview
from vaultsearch.core.values.sync import Progress
from vaultsearch.gui.asking.search_field import SearchField
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.results.results_list import ResultsList
from vaultsearch.gui.settings.window import SettingsWindow
from vaultsearch.gui.theme import Theme
from vaultsearch.gui.translations import install_language
from vaultsearch.gui.window.main_window import MainWindow
from vaultsearch.gui.window.search_page import SearchPage
from vaultsearch.settings.protocol import WindowState
from vaultsearch.settings.resources import compile_outdated

ICONS = Path(__file__).parents[2] / "resources" / "icons"
TRANSLATIONS = ICONS.with_name("translations")
VAULT = Path("/vaults/My vault")
KEY, LEFT, NO_KEYS = Qt.Key, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier

PASSAGES = (
    passage("Gift ideas", "She would love a pottery course", ("Gift ideas", "Anna"), "People", 0),
    passage("Gift ideas", "No gift with batteries, no pottery gift", ("Gift ideas", "Father"), "People", 1),
    passage("Workshops", "Bread, bookbinding, pottery", (), "", 0),
)


def png(width: int, height: int, colour: str = "red") -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    buffer = QBuffer()
    buffer.open(QtCore.QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, "PNG")  # type: ignore[call-overload]  # a device is as good as a name
    return bytes(buffer.data().data())


def show_page(window: SettingsWindow, page: str) -> None:
    """Bring a page of the settings to the front, with all that is made by and by."""
    window.show_page(getattr(window, page))
    getattr(window, page).build_whole()
    QApplication.processEvents()


def press_keys(part: QWidget, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(part, key)


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def texts(
    view: QAbstractItemView, role: int = Qt.ItemDataRole.DisplayRole, head: QModelIndex | None = None
) -> list[str]:
    """Return what the rows of a list, or those beneath a head of a tree, say."""
    model, head = view.model(), head or QModelIndex()
    return [str(model.index(row, 0, head).data(role)) for row in range(model.rowCount(head))]


def tree_texts(tree: QAbstractItemView) -> dict[str, list[str]]:
    """Map the heads of a tree to the rows beneath them."""
    heads = (tree.model().index(row, 0) for row in range(tree.model().rowCount()))
    return {str(head.data()): texts(tree, head=head) for head in heads}


@dataclass
class Desk:
    """A window with the parts that it is built from, and the URLs that it handed to the system."""

    window: MainWindow
    engine: EngineThread
    script: Script
    settings: FakeSettings
    bot: QtBot
    opened_urls: list[QUrl] = field(default_factory=list)
    opens_urls: bool = True
    revealed: list[Path] = field(default_factory=list)
    reveals: bool = True

    @property
    def page(self) -> SearchPage:
        return self.window.page

    @property
    def field(self) -> SearchField:
        return self.page.search.field

    @property
    def list(self) -> ResultsList:
        return self.page.results.list

    @property
    def service(self) -> FakeService:
        return self.script.opened[-1]

    @property
    def shown(self) -> Preview:
        return present(self.page.preview.shown)

    def open(self, vault: Path = VAULT, *, until: str = "") -> None:
        opened = [self.engine.vault_opened, self.engine.status_changed]
        with self.answering(until), self.bot.waitSignals(opened, order="strict"):
            self.window.open_vault(vault)

    def open_indexing(self, done: int, of: int) -> None:
        """Open the vault, whose files are then indexed for ever."""
        self.script.progress, self.script.sync_waits = (Progress("reading", done, of),), True
        with self.answering(self.engine.progress):
            self.window.open_vault(VAULT)

    def ask(self, query: str, *, until: str = "search") -> None:
        """Ask the open vault, or open it if none is; wait for the last answer, and that of a job."""
        if not self.script.opened:
            self.open()
        with self.answering(until), self.answering("search"):
            self.field.setText(query)

    def answering(self, until: str | SignalInstance) -> AbstractContextManager[object]:
        """Wait at the end of the block for the answer of a job, the last one of a search, or a signal."""
        if not until:
            return nullcontext()
        if until == "search":
            return self.bot.waitSignal(self.engine.stage_arrived, check_params_cb=lambda _, one: one.final)
        if isinstance(until, str):
            return self.bot.waitSignal(self.engine.answered, check_params_cb=lambda job: job == until)
        return self.bot.waitSignal(until)

    def trigger(self, name: str, *, until: str | SignalInstance = "") -> None:
        with self.answering(until):
            getattr(self.window.menu_actions, name).trigger()

    def press(
        self,
        part: QWidget,
        key: Qt.Key,
        modifiers: Qt.KeyboardModifier = NO_KEYS,
        *,
        until: str | SignalInstance = "",
    ) -> None:
        with self.answering(until):
            QTest.keyClick(part, key, modifiers)

    def click(self, part: QWidget, place: QPoint | None = None, *, until: str | SignalInstance = "") -> None:
        with self.answering(until):
            QTest.mouseClick(part, LEFT, pos=place or part.rect().center())

    def click_row(
        self, view: QAbstractItemView, row: int, keys: Qt.KeyboardModifier = NO_KEYS, *, until: str = ""
    ) -> None:
        place = view.visualRect(view.model().index(row, 0)).center()
        with self.answering(until):
            QTest.mouseClick(view.viewport(), LEFT, keys, place)

    def open_settings(self, page: str = "vaults") -> SettingsWindow:
        """Open the settings at a page, until the end of the test."""
        self.trigger("settings")
        window = present(self.window.settings.window)
        self.bot.addWidget(window)
        self.bot.waitUntil(window.isActiveWindow)
        show_page(window, page)
        return window

    def message_box(self) -> QMessageBox:
        """Wait for a question that the window asks, and return the latest."""
        self.bot.waitUntil(lambda: bool(self.window.findChildren(QMessageBox)))
        return self.window.findChildren(QMessageBox)[-1]

    def answer(self, text: str) -> None:
        """Click the button of the latest question with a text."""
        next(button for button in self.message_box().buttons() if button.text() == text).click()

    def drop(self, mime: QMimeData) -> None:
        """Drop on the window what another program offers to copy."""
        copy, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
        enter = QDragEnterEvent(QPoint(9, 9), copy, mime, left, NO_KEYS)
        QApplication.sendEvent(self.window, enter)
        assert enter.isAccepted()
        assert self.window.drops.hint.isVisible()
        QApplication.sendEvent(self.window, QDropEvent(QPointF(9, 9), copy, mime, left, NO_KEYS))
        assert not self.window.drops.hint.isVisible()

    def restarted(self, state: WindowState | None = None) -> MainWindow:
        """Start the window anew over what it remembered when it was closed, or over another state."""
        settings = FakeSettings()
        settings.window_state = state or self.settings.window_state
        window = MainWindow(self.engine, icons_folder=ICONS, theme=self.window._theme, settings=settings)
        self.bot.addWidget(window)
        window.background.stop()
        return window

    def reads(self, words: str) -> None:
        """Wait until the note on the page has these words."""
        self.bot.waitUntil(lambda: words in self.page.preview.view.toPlainText())

    def says(self, words: str) -> None:
        self.bot.waitUntil(lambda: words in self.window.status.text.text())


@pytest.fixture(scope="session", autouse=True)
def english(qapp: QApplication) -> None:
    """Speak English, in which texts with a number have two forms."""
    install_language(qapp, compile_outdated(TRANSLATIONS), "en")


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    """Speak German until the end of the test."""
    install_language(qapp, TRANSLATIONS, "de")
    yield
    install_language(qapp, TRANSLATIONS, "en")


@pytest.fixture(scope="session")
def theme(qapp: QApplication) -> Theme:
    theme = Theme(qapp, Qt.ColorScheme.Light)
    theme.dress()
    return theme


@pytest.fixture
def script() -> Script:
    return Script(passages=PASSAGES)


@pytest.fixture
def engine(qapp: QApplication, script: Script) -> Iterator[EngineThread]:
    engine = EngineThread(FakeFactory(script))
    yield engine
    assert engine.stop()
    assert [thread.name for thread in threading.enumerate() if thread.name.startswith("engine")] == []


@pytest.fixture
def desk(qtbot: QtBot, theme: Theme, engine: EngineThread, script: Script) -> Iterator[Desk]:
    with _shown(qtbot, theme, engine, script) as desk:
        yield desk


@pytest.fixture
def ready(desk: Desk) -> Desk:
    """The window with the vault open."""
    desk.open()
    return desk


@pytest.fixture
def listed(ready: Desk) -> Desk:
    """The window with three results listed."""
    ready.ask("pottery")
    return ready


@pytest.fixture
def another_desk(qtbot: QtBot, theme: Theme) -> Iterator[Callable[[], Desk]]:
    """Open a second window on an engine and a vault of its own."""
    with ExitStack() as stack:

        def shown() -> Desk:
            script = Script(passages=PASSAGES)
            engine = EngineThread(FakeFactory(script))
            stack.callback(engine.stop)
            return stack.enter_context(_shown(qtbot, theme, engine, script))

        yield shown


@contextmanager
def _shown(qtbot: QtBot, theme: Theme, engine: EngineThread, script: Script) -> Iterator[Desk]:
    def open_url(url: QUrl) -> bool:
        shown.opened_urls.append(url)
        return shown.opens_urls

    def reveal(files: Sequence[Path], if_not: Callable[[], None]) -> None:
        shown.revealed.extend(files)
        if not shown.reveals:
            if_not()

    settings = FakeSettings()
    # As in the program, it is dressed once it is whole: Qt applies the sheet again to each widget placed.
    if isinstance(app := QApplication.instance(), QApplication):
        # Windows of former tests wait for a loop that ends them.
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        app.setStyleSheet("")
    window = MainWindow(
        engine, icons_folder=ICONS, theme=theme, settings=settings, open_url=open_url, reveal_files=reveal
    )
    # What is left would be dressed again for each test that follows: of 500 windows that is 16,000 parts.
    for each in (window, window.manual, window.beside.window):
        qtbot.addWidget(each)
    with qtbot.waitExposed(window):
        window.show()
    shown = Desk(window, engine, script, settings, qtbot)
    yield shown
    window.background.stop()

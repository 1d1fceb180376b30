"""The settings window over the real settings, in English and in each language."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.gui.conftest import ICONS, TRANSLATIONS
from vaultsearch.core.parameters import Parameters
from vaultsearch.desktop.settings_store import FileSettingsStore
from vaultsearch.gui.background import Background
from vaultsearch.gui.settings.widgets import SettingsSignals
from vaultsearch.gui.settings.window import SettingsWindow
from vaultsearch.gui.theme import Icons, Theme
from vaultsearch.gui.translations import install_language
from vaultsearch.settings.resources import compile_outdated


@contextmanager
def settings_window(qtbot: QtBot, store: FileSettingsStore) -> Iterator[SettingsWindow]:
    """Show the window over the real settings, with no main window around it."""
    Icons(ICONS)  # the style sheet names some
    background = Background()
    window = SettingsWindow(store, background, SettingsSignals(), can_have_tray=True)
    qtbot.addWidget(window)
    window.show()
    yield window
    window.close()
    background.stop()


@pytest.fixture
def remembered() -> Iterator[FileSettingsStore]:
    store = FileSettingsStore(Parameters())
    yield store
    store.close()


@pytest.fixture
def real(qtbot: QtBot, theme: Theme, remembered: FileSettingsStore) -> Iterator[SettingsWindow]:
    """The window, whose parameters are written as they are set."""
    with settings_window(qtbot, remembered) as window:
        window.shown_page.signals.tuned.connect(remembered.set_parameter)
        yield window


@pytest.fixture(params=["en", "de", "zh"])
def window(
    request: pytest.FixtureRequest,
    qtbot: QtBot,
    qapp: QApplication,
    theme: Theme,
    remembered: FileSettingsStore,
) -> Iterator[SettingsWindow]:
    """The window in each language."""
    install_language(qapp, compile_outdated(TRANSLATIONS), request.param)
    with settings_window(qtbot, remembered) as window:
        yield window
    install_language(qapp, TRANSLATIONS, "en")

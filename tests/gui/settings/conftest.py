"""The settings window over the real settings, in each language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.gui.conftest import ICONS, TRANSLATIONS
from vaultsearch.core.parameters import Parameters
from vaultsearch.desktop.settings_store import FileSettingsStore
from vaultsearch.gui.background import Background
from vaultsearch.gui.settings.window import SettingsWindow
from vaultsearch.gui.theme import Icons
from vaultsearch.gui.translations import install_language
from vaultsearch.settings.resources import compile_outdated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from vaultsearch.gui.theme import Theme


@pytest.fixture(params=["en", "de", "zh"])
def window(
    request: pytest.FixtureRequest, qtbot: QtBot, qapp: QApplication, theme: Theme
) -> Iterator[SettingsWindow]:
    """The window over the real settings, in each language."""
    install_language(qapp, compile_outdated(TRANSLATIONS), request.param)
    Icons(ICONS)  # the style sheet names some
    store, background = FileSettingsStore(Parameters()), Background()
    made = SettingsWindow(store, background, can_have_tray=True)
    qtbot.addWidget(made)
    made.show()
    yield made
    made.close()
    background.stop()
    store.close()
    install_language(qapp, TRANSLATIONS, "en")

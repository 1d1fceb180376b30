"""The theme of the application: light or dark as the system is, now and whenever the system changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from vaultsearch.gui.looks.style_sheet import style_sheet
from vaultsearch.gui.looks.tokens import DARK, LIGHT, Tokens, palette_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication


class Theme(QObject):
    """Dresses ``app`` in palette and style sheet. ``scheme`` fixes light or dark; None follows the system."""

    changed = Signal()

    def __init__(self, app: QApplication, scheme: Qt.ColorScheme | None = None) -> None:
        super().__init__(app)
        self._app = app
        self._fixed = scheme
        self._tokens = self._wanted()
        self._dress()
        app.styleHints().colorSchemeChanged.connect(self._follow)

    @property
    def tokens(self) -> Tokens:
        """The colours in use."""
        return self._tokens

    def fix(self, scheme: Qt.ColorScheme | None) -> None:
        """Stay with ``scheme`` whatever the system says, or with None follow it again."""
        self._fixed = scheme
        self._follow()

    def _follow(self) -> None:
        wanted = self._wanted()
        if wanted != self._tokens:
            self._tokens = wanted
            self._dress()
            self.changed.emit()

    def _wanted(self) -> Tokens:
        scheme = self._fixed or self._app.styleHints().colorScheme()
        return DARK if scheme == Qt.ColorScheme.Dark else LIGHT

    def _dress(self) -> None:
        self._app.setPalette(palette_of(self._tokens))
        self._app.setStyleSheet(style_sheet(self._tokens, self._app.font()))


def scheme_named(name: str) -> Qt.ColorScheme | None:
    """Give what "light" and "dark" mean; None, to follow the system, for all else."""
    return {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}.get(name)

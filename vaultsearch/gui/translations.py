"""The window's texts in other languages: installed from .ts files, set again when the language changes."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

from PySide6.QtCore import QEvent, QLibraryInfo, QLocale, QObject, Qt, QTranslator

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtCore import QCoreApplication
    from PySide6.QtWidgets import QWidget

_OURS = "vaultsearch_{}.ts"
_QTS = {"de": "qtbase_de", "zh": "qtbase_zh_CN"}


class Catalogue(QTranslator):
    """Translates a text whatever its context: the same English words are the same everywhere.

    ``file`` is a .ts file that ships with the program; its unfinished texts stay in English.
    """

    def __init__(self, file: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._texts = read_texts(file)

    def translate(
        self,
        context: str | bytes | bytearray | memoryview,
        source: str | bytes | bytearray | memoryview,
        _disambiguation: str | bytes | bytearray | memoryview | None = None,
        _n: int = -1,
    ) -> str | None:
        """Return the translation, or None, upon which Qt asks its other translators."""
        # Qt knows the names of keys; "Up" is a button here.
        return None if context == "QShortcut" else self._texts.get(str(source))

    def isEmpty(self) -> bool:  # noqa: N802 - Qt's name
        """Return False if there are texts; Qt does not consult an empty translator."""
        return not self._texts


def read_texts(file: Path) -> dict[str, str]:
    """Read the finished translations of a .ts file."""
    root = ElementTree.parse(file).getroot()  # noqa: S314 - a file of our own
    texts = {}
    for message in root.iter("message"):
        translation = message.find("translation")
        if translation is not None and translation.get("type") != "unfinished" and translation.text:
            texts[message.findtext("source", "")] = translation.text
    return texts


def install_language(application: QCoreApplication, folder: Path, language: str) -> None:
    """Install the translators and the locale of a language, instead of the former ones.

    Qt notifies every widget of the change; `keep_translated` listens to that.

    Args:
        application: receives the translators.
        folder: holds a .ts file per language but English; a language without one falls back to English.
        language: "de", "zh", "en", or "system" for that of the system.
    """
    for former in application.findChildren(QTranslator, options=Qt.FindChildOption.FindDirectChildrenOnly):
        application.removeTranslator(former)
        former.deleteLater()
    locale = QLocale.system() if language == "system" else QLocale(language)
    QLocale.setDefault(locale)
    code = locale.name().partition("_")[0]
    file = folder / _OURS.format(code)
    if not file.exists():
        return
    of_qt = QTranslator(application)  # the texts of Qt's own buttons and dialogs
    if of_qt.load(_QTS[code], QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        application.installTranslator(of_qt)
    application.installTranslator(Catalogue(file, application))


class InterfaceLanguage:
    """The language of the application; it may change at any time."""

    def __init__(self, application: QCoreApplication, folder: Path) -> None:
        self._application = application
        self._folder = folder
        self._current: str | None = None

    def set(self, language: str) -> None:
        """Install ``language``, as `install_language` takes it, unless it is installed already."""
        if language != self._current:
            self._current = language
            install_language(self._application, self._folder, language)


def keep_translated(widget: QWidget, set_texts: Callable[[], object]) -> None:
    """Call ``set_texts`` now, and again whenever the language changes, as long as ``widget`` lives."""
    set_texts()
    widget.installEventFilter(_LanguageListener(widget, set_texts))


class _LanguageListener(QObject):
    """Listens to the event that Qt sends every widget once a translator is installed or removed."""

    def __init__(self, widget: QWidget, set_texts: Callable[[], object]) -> None:
        super().__init__(widget)
        self._set_texts = set_texts

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Set the texts again, and pass the event on."""
        if event.type() == QEvent.Type.LanguageChange:
            self._set_texts()
        return False

"""The window's texts in another language, from the files that Qt Linguist edits."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

from PySide6.QtCore import QLibraryInfo, QLocale, Qt, QTranslator

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QCoreApplication, QObject

_OURS = "vaultsearch_{}.ts"
_QTS = {"de": "qtbase_de", "zh": "qtbase_zh_CN"}


class Catalogue(QTranslator):
    """Gives a text's translation, whoever asks for it: the same English words are the same everywhere.

    ``file`` is a .ts file that comes with the program; what is unfinished in it stays in English.
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
        """Give the translation, None where there is none: then others are asked, Qt's and the source."""
        # What keys are called, Qt knows; "Up" is a button here.
        return None if context == "QShortcut" else self._texts.get(str(source))

    def isEmpty(self) -> bool:  # noqa: N802 - Qt's name
        """Say that there is something in it, or Qt would not ask."""
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


def read_sources(file: Path) -> set[str]:
    """Read the texts that a .ts file holds, translated or not."""
    root = ElementTree.parse(file).getroot()  # noqa: S314 - a file of our own
    return {message.findtext("source", "") for message in root.iter("message")}


def speak(application: QCoreApplication, folder: Path, language: str) -> None:
    """Have the application speak a language: "de", "zh", "en", or with "system" that of the system.

    ``folder`` holds a file for each but English. What there is none for is said in English. Qt tells
    every widget of the change, which is what `keep_translated` goes by.
    """
    for former in application.findChildren(QTranslator, options=Qt.FindChildOption.FindDirectChildrenOnly):
        application.removeTranslator(former)
        former.deleteLater()
    follows = language == "system"
    locale = QLocale.system() if follows else QLocale(language)
    QLocale.setDefault(locale)
    wanted = locale.name().partition("_")[0]
    file = folder / _OURS.format(wanted)
    if not file.exists():
        return
    of_qt = QTranslator(application)  # the texts of Qt's own buttons and dialogs
    if of_qt.load(_QTS[wanted], QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        application.installTranslator(of_qt)
    application.installTranslator(Catalogue(file, application))


class Language:
    """The language of the application, which can be another at any time."""

    def __init__(self, application: QCoreApplication, folder: Path) -> None:
        self._application = application
        self._folder = folder
        self._spoken: str | None = None

    def speak(self, language: str) -> None:
        """Speak ``language``, as `speak` takes it, unless it is spoken already."""
        if language != self._spoken:
            self._spoken = language
            speak(self._application, self._folder, language)

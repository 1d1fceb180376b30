"""Translations of the window's texts and core messages from .qm files, updated when the language changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from os import environ
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QLibraryInfo, QLocale, QObject, Qt, QTranslator
from PySide6.QtWidgets import QWidget

from vaultsearch.core.messages import Message

_CATALOGUE_FILE = "vaultsearch_{}.qm"
_QT_CATALOGUES = {"de": "qtbase_de", "zh": "qtbase_zh_CN"}
CATALOGUE_CONTEXT = "vaultsearch"
"""The only context in our catalogues, which contain each English text once."""


class Catalogue(QTranslator):
    """Translate a text in any context: identical English words are translated alike.

    Texts with numbers ("%Ln note(s)") have a form for each number, in English, too. Shown texts are kept
    with their English source: Qt's files cannot be read backwards, and settings are found in English, too.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.english: dict[str, str] = {}

    def translate(
        self,
        context: str | bytes | bytearray | memoryview,
        source: str | bytes | bytearray | memoryview,
        _disambiguation: str | bytes | bytearray | memoryview | None = None,
        n: int = -1,
    ) -> str | None:
        """Return the translation; None makes Qt ask other translators."""
        # Qt itself knows the names of most keys; "Up" is the text of a button here.
        if context == "QShortcut":
            return KEY_NAMES.get(str(source))
        shown = super().translate(CATALOGUE_CONTEXT, str(source), None, n) or None
        if shown is not None:
            self.english[without_mnemonic(shown)] = without_mnemonic(str(source))
        return shown


KEY_NAMES = {"Return": "Enter", "Enter": "Enter", "Up": "↑", "Down": "↓", "Left": "←", "Right": "→"}
"""Keys that Qt names as no keyboard does: both Enter keys are one, and Down is "Herunter" in German."""


def tr(text: str, n: int = -1) -> str:
    """Translate a window text; ``n`` selects the form, and replaces %Ln."""
    return QCoreApplication.translate(CATALOGUE_CONTEXT, text, None, n)


def english_of(shown: str) -> str:
    """Return the English source of a text that the window shows, or the text itself, without mnemonics."""
    text, application = without_mnemonic(shown), QCoreApplication.instance()
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    catalogues = application.findChildren(Catalogue, options=direct) if application is not None else []
    return next((book.english[text] for book in catalogues if text in book.english), text)


def without_mnemonic(text: str) -> str:
    """Return a text without the sign for its key: "&Theme", or "(&T)" behind a Chinese one."""
    return _MNEMONIC.sub("", text)


_MNEMONIC = re.compile(r"\(&\w\)|&")


def install_language(application: QCoreApplication, folder: Path, language: str) -> None:
    """Install a language's translators and locale, replacing the previous ones.

    Qt notifies every widget; `keep_translated` handles the event.

    Args:
        application: Receives the translators.
        folder: Contains a .qm file per language; without a file, English is used.
        language: "de", "zh", "en", or "system".
    """
    for former in application.findChildren(QTranslator, options=Qt.FindChildOption.FindDirectChildrenOnly):
        application.removeTranslator(former)
        former.deleteLater()
    locale = QLocale.system() if language == "system" else QLocale(language)
    formats = next(filter(None, map(environ.get, ("LC_ALL", "LC_NUMERIC", "LANG"))), "")
    if locale.language() == QLocale.Language.C:
        # The locale C groups no digits.
        locale = QLocale(QLocale.Language.English)
    elif language == "system" and formats.partition(".")[0] in ("C", "POSIX"):
        # Under LANGUAGE alone, a German window said "1. Dec" and "3,197".
        locale = QLocale(locale.name())
    QLocale.setDefault(locale)
    code = locale.name().partition("_")[0]
    known = code if (folder / _CATALOGUE_FILE.format(code)).exists() else "en"
    # The texts of Qt's own buttons and dialogs.
    of_qt = QTranslator(application)
    if known in _QT_CATALOGUES and of_qt.load(
        _QT_CATALOGUES[known], QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    ):
        application.installTranslator(of_qt)
    # Installed last, as Qt asks the translator that was installed last first.
    ours = Catalogue(application)
    if ours.load(str(folder / _CATALOGUE_FILE.format(known))):
        application.installTranslator(ours)


def keep_translated(widget: QWidget, *set_texts: Callable[[], object]) -> None:
    """Call functions now and whenever the language changes, as long as ``widget`` lives."""
    former = widget.changeEvent

    def change(event: QEvent) -> None:
        former(event)
        if event.type() == QEvent.Type.LanguageChange:
            for set_text in set_texts:
                set_text()

    for set_text in set_texts:
        set_text()
    # Of all events this one alone: a filter for each widget took a tenth of the time that a window takes.
    widget.changeEvent = change  # type: ignore[method-assign]  # Qt's way, without a class


_COUNT_PATTERN = re.compile(r"\d{1,3}(?:,\d{3})+")
_SPACE_AFTER_SENTENCE = re.compile(r"(?<=[。：；！？]) ")
"""A space after a sentence in a language without such spaces."""


def translate_message(text: str) -> str:
    """Translate a core message, or a sentence without values."""
    if not isinstance(text, Message):
        return tr(text)
    template = tr(text.template)
    return _SPACE_AFTER_SENTENCE.sub("", template.format(*map(_translate_value, text.values)))


def translate_error(sentence: str, remedy: str) -> str:
    """Return an error and the remedy in the user's language."""
    return translate_message(Message.joined((sentence, remedy)))


def join_sentences(*sentences: str) -> str:
    """Join translated sentences, skipping empty ones; Chinese has no space between them."""
    return _SPACE_AFTER_SENTENCE.sub("", " ".join(filter(None, sentences)))


def join_words(words: Iterable[str]) -> str:
    """List translated words in a sentence, in Chinese with its own comma."""
    return tr(", ").join(words)


def _translate_value(value: str | int) -> str:
    """Translate a message; format a count such as "12,345" in the user's locale."""
    text = str(value)
    if isinstance(value, Message):
        return translate_message(value)
    if not _COUNT_PATTERN.fullmatch(text) or QLocale().language() == QLocale.Language.C:
        return text
    return QLocale().toString(int(text.replace(",", "")))

"""The core's messages in the user's language: its errors, notices, hints and reasons, by their templates."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication, QLocale

from vaultsearch.core.messages import Message

_COUNT = re.compile(r"\d{1,3}(?:,\d{3})+")
_CLOSED = re.compile(r"(?<=[。：；！？]) ")
"""A space behind a sentence of a language that has none there."""


def translate_message(text: str) -> str:
    """Translate a message of the core, or a sentence without values."""
    if not isinstance(text, Message):
        return QCoreApplication.translate("Core", text)
    template = QCoreApplication.translate("Core", text.template)
    return _CLOSED.sub("", template.format(*map(_translate_value, text.values)))


def translate_error(sentence: str, remedy: str) -> str:
    """Return a known trouble and its remedy in the user's language."""
    return translate_message(Message.joined((sentence, remedy)))


def _translate_value(value: str | int) -> str:
    """Translate a message, and write a count such as "12,345" as the window does."""
    text = str(value)
    if isinstance(value, Message):
        return translate_message(value)
    if not _COUNT.fullmatch(text) or QLocale().language() == QLocale.Language.C:
        return text
    return QLocale().toString(int(text.replace(",", "")))

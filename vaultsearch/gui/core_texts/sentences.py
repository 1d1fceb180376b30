"""Translate the core's sentences: each is recognized by its template, whose values are filled in again.

The core knows no Qt, writes its sentences for the command line and for programs, too, and some come out of
the index or of another process: there is nothing but the text to go by.
"""

from __future__ import annotations

import re
from functools import cache

from PySide6.QtCore import QCoreApplication, QLocale

from vaultsearch.gui.core_texts.templates import TEMPLATES

_END = re.compile(r"(?<=[.…:!?])\s+")
_COUNT = re.compile(r"\d{1,3}(?:,\d{3})+")
_CLOSED = re.compile(r"(?<=[。：；！？]) ")
"""A space behind a sentence of a language that has none there."""


def in_users_language(text: str) -> str:
    """Translate the sentences of the core in ``text``; others stay as they are."""
    parts, told = _END.split(text), []
    while parts:
        known = ((end, found) for end in range(1, len(parts) + 1) if (found := _known(" ".join(parts[:end]))))
        end, sentence = next(known, (1, parts[0]))
        told.append(sentence)
        del parts[:end]
    return _CLOSED.sub("", " ".join(told))


def told(sentence: str, remedy: str) -> str:
    """Return a known trouble and its remedy in the user's language."""
    return in_users_language(f"{sentence} {remedy}".strip())


def _known(sentence: str) -> str | None:
    """Translate a sentence of the core, and the sentences among its values; None if it is no such one."""
    for template, pattern in _patterns():
        if match := pattern.fullmatch(sentence):
            values = [_known(value) or _number(value) for value in match.groups()]
            return QCoreApplication.translate("Core", template).format(*values)
    return None


def _number(value: str) -> str:
    """Write a count such as "12,345" as the window does; return any other value as it is."""
    if not _COUNT.fullmatch(value) or QLocale().language() == QLocale.Language.C:
        return value
    return QLocale().toString(int(value.replace(",", "")))


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the templates with their patterns, those of most words first."""
    ordered = sorted(TEMPLATES, key=lambda template: -len(template.replace("{}", "")))
    return tuple((one, _pattern(one)) for one in ordered)


def _pattern(template: str) -> re.Pattern[str]:
    return re.compile("(.*?)".join(map(re.escape, template.split("{}"))), re.DOTALL)

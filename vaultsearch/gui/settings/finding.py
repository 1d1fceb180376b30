"""Find settings by label, help, value and synonym, in the window's language and in English."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTreeView,
    QWidget,
)

from vaultsearch.gui.settings.widgets import SettingsPage
from vaultsearch.gui.translations import english_of, without_mnemonic

EXACT, NAMED, EXPLAINED = range(3)
"""How well a setting matches: by its whole label, by words of label, value or synonym, or anywhere else."""


@cache
def load_synonyms() -> dict[str, dict[str, dict[str, list[str]]]]:
    """Load the words in each language of "labels", "values" and "parameters", by their names."""
    return tomllib.loads(Path(__file__).with_name("synonyms.toml").read_text("utf-8"))


def parameter_name(key: str) -> str:
    """Return a parameter's name for people, in the window's language."""
    words = load_synonyms()["parameters"].get(key, {"en": [key]})
    return words.get(QLocale().name()[:2], words["en"])[0]


def setting_words(name: str) -> str:
    """Return the synonyms of a label, a value or a parameter in all languages."""
    tables = (table.get(name, {}) for table in load_synonyms().values())
    return " ".join(word for table in tables for words in table.values() for word in words)


def find_part(page: SettingsPage, words: Sequence[str]) -> tuple[int, QWidget] | None:
    """Return how well the best part of a page matches all casefolded words, and the part.

    Builds the page if necessary. Parts that the page hides are no match.
    """
    page.build_whole()
    ranked = [
        (rank, part)
        for part in page.findChildren(QWidget)
        if part.isVisibleTo(page) and (rank := _rank(part, words)) is not None
    ]
    return min(ranked, key=lambda rank_and_part: rank_and_part[0], default=None)


def _rank(part: QWidget, words: Sequence[str]) -> int | None:
    # A tooltip may name what is set elsewhere, and rows of a list are no labels of settings.
    is_label = part.property("tone") != "secondary" and not isinstance(part, QTreeView)
    tip = f" {part.toolTip()} {english_of(part.toolTip())}".casefold()
    for shown in _shown_texts(part):
        texts = [without_mnemonic(text) for text in shown if text]
        english = [english_of(text) for text in texts]
        if is_label and " ".join(words) in map(str.casefold, (*texts, *english)):
            return EXACT
        named = " ".join(("", *texts, *english, *map(setting_words, english))).casefold()
        if all(word in named + tip for word in words):
            # Where a language has spaces, words begin behind one: "log" is no part of "dialogue".
            begins = all((f" {word}" if word.isascii() else word) in named for word in words)
            return NAMED if is_label and begins else EXPLAINED
    return None


def _shown_texts(part: QWidget) -> Iterator[list[str]]:
    names = [part.accessibleName()]
    if isinstance(part, (QLabel, QAbstractButton)):
        yield [part.text(), *names]
    elif isinstance(part, QComboBox):
        yield [*names, *map(part.itemText, range(part.count()))]
    elif isinstance(part, (QAbstractSpinBox, QLineEdit, QKeySequenceEdit, QPlainTextEdit)):
        yield names
    elif isinstance(part, QTreeView) and (model := part.model()) is not None:
        yield names
        for row in range(model.rowCount()):
            yield [str(model.index(row, column).data() or "") for column in range(model.columnCount())]

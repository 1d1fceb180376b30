"""Settings as rows of the command palette: set a value at once, or open the page of a setting."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction

from vaultsearch.gui.settings.appearance_page import preference_choices
from vaultsearch.gui.settings.finding import load_synonyms, parameter_name, setting_words
from vaultsearch.gui.settings.parameters_page import FLAG_KIND
from vaultsearch.gui.translations import english_of, tr, without_mnemonic

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultsearch.gui.settings.window import SettingsController

_MAX_CHOICES = 4
"""A setting with more values is opened: a row for each language of notes would bury the rest."""


def list_setting_actions(controller: SettingsController) -> list[QAction]:
    """Return an action for each value that can be set at once, and for each setting to be opened."""
    preferences = preference_choices()
    shown = {english_of(label) for label, _ in preferences.values()}
    rows = [
        _action(label, text, partial(controller.prefer, **{name: value}))
        for name, (label, choices) in preferences.items()
        for value, text in choices
    ]
    labels = (tr(label) for label in load_synonyms()["labels"] if label not in shown)
    rows += [_action(label, "", partial(controller.find, label)) for label in labels]
    for tunable in controller.store.tunables():
        name, label = tunable.name, parameter_name(tunable.name)
        values = [(value, value) for value in tunable.choices]
        if tunable.kind == FLAG_KIND:
            values = [("true", tr("on")), ("false", tr("off"))]
        if tunable.source == "command line" or tunable.several or not 0 < len(values) <= _MAX_CHOICES:
            rows.append(_action(label, "", partial(controller.find, name), name))
            continue
        for value, text in values:
            change = partial(controller.tune, name, None if value == tunable.default else value)
            rows.append(_action(label, text, change, name))
    return rows


def _action(label: str, value: str, run: Callable[[], object], key: str = "") -> QAction:
    label = without_mnemonic(label)
    made = QAction(tr("{}: {}").format(label, value) if value else f"{label.removesuffix('…')}…")
    made.setToolTip(key or tr("Settings"))
    english = english_of(label)
    made.setProperty("named", f"{english} {english_of(value)} {setting_words(english_of(value))}")
    made.setProperty("hinted", setting_words(key or english))
    made.triggered.connect(lambda _=False: run())
    return made

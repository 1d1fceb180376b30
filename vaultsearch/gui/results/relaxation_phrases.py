"""What another query does and finds, in a person's words. Pure; knows no widget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from vaultsearch.core.values.query import RelaxationKind
from vaultsearch.core.values.search import Mode
from vaultsearch.gui import phrases

if TYPE_CHECKING:
    from vaultsearch.core.values.query import Relaxation

_LONGEST = 40


def said(relaxation: Relaxation, keys: str) -> str:
    """Give "Without tag:boat: 12 notes" and the like; ``keys`` choose the way of searching."""
    if relaxation.kind is RelaxationKind.WORD:
        return _mentioned(relaxation)
    deed = _deed(relaxation, keys)
    if relaxation.notes is None:
        return deed
    if not relaxation.mention:
        return _tr("{}: {}").format(deed, phrases.notes(relaxation.notes))
    if relaxation.notes == 1:
        return _tr("{}: 1 note mentions the words").format(deed)
    return _tr("{}: {} mention the words").format(deed, phrases.notes(relaxation.notes))


def _mentioned(relaxation: Relaxation) -> str:
    notes, word = relaxation.notes or 0, _short(relaxation.subject)
    if notes == 1:
        return _tr("1 note mentions “{}”").format(word)
    return _tr("{} mention “{}”").format(phrases.notes(notes), word)


def _deed(relaxation: Relaxation, keys: str) -> str:
    subject = _short(relaxation.subject)
    match relaxation.kind:
        case RelaxationKind.SPELLING:
            return _tr("“{}” instead of “{}”").format(_short(relaxation.proposed), subject)
        case RelaxationKind.CONDITION:
            return _tr("Without {}").format(subject)
        case RelaxationKind.CONDITIONS:
            return _tr("Without any condition")
        case RelaxationKind.PHRASE:
            return _tr("{} without quotes").format(subject)
        case _:
            return _mode(relaxation.mode).format(keys)


def _mode(mode: Mode) -> str:
    match mode:
        case Mode.SEMANTIC:
            return _tr("Search by meaning ({})")
        case Mode.FULLTEXT:
            return _tr("Search for the words ({})")
        case Mode.GREP:
            return _tr("Search literally ({})")
        case _:
            return _tr("Search by meaning and words ({})")


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _tr(text: str) -> str:
    return QCoreApplication.translate("RelaxationPhrases", text)

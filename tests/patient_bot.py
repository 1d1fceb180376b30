"""pytest-qt's bot, which waits as long as it may take on a machine that is busy with other things."""

# ruff: noqa: N815  # the names are pytest-qt's

from __future__ import annotations

from functools import partialmethod

from pytestqt.qtbot import QtBot

PATIENCE_MS = 60_000
"""How long to wait for what will come: no test waits for it in vain but one that fails."""


class PatientBot(QtBot):
    """Waits for `PATIENCE_MS` where nothing else is said, and not five seconds."""

    waitActive = partialmethod(QtBot.waitActive, timeout=PATIENCE_MS)
    waitExposed = partialmethod(QtBot.waitExposed, timeout=PATIENCE_MS)
    waitSignal = partialmethod(QtBot.waitSignal, timeout=PATIENCE_MS)
    waitSignals = partialmethod(QtBot.waitSignals, timeout=PATIENCE_MS)
    waitUntil = partialmethod(QtBot.waitUntil, timeout=PATIENCE_MS)
    waitCallback = partialmethod(QtBot.waitCallback, timeout=PATIENCE_MS)

"""pytest-qt's bot, with timeouts for a machine that is busy with other things."""

# ruff: noqa: N815  # the names are pytest-qt's

from functools import partialmethod

from pytestqt.qtbot import QtBot

from tests.patience import SIGNAL_S

_PATIENCE_MS = SIGNAL_S * 1000


class PatientBot(QtBot):
    """Waits for `SIGNAL_S` by default instead of five seconds."""

    waitActive = partialmethod(QtBot.waitActive, timeout=_PATIENCE_MS)
    waitExposed = partialmethod(QtBot.waitExposed, timeout=_PATIENCE_MS)
    waitSignal = partialmethod(QtBot.waitSignal, timeout=_PATIENCE_MS)
    waitSignals = partialmethod(QtBot.waitSignals, timeout=_PATIENCE_MS)
    waitUntil = partialmethod(QtBot.waitUntil, timeout=_PATIENCE_MS)
    waitCallback = partialmethod(QtBot.waitCallback, timeout=_PATIENCE_MS)

"""The end by a signal, as of the session or of a terminal."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import pytest

from vaultsearch.desktop.app import SignalCloser

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_amid_a_call_quits_after_it(qtbot: QtBot, number: signal.Signals) -> None:
    quits: list[str] = []
    closing = SignalCloser(lambda: quits.append("quit"))
    try:
        os.kill(os.getpid(), number)
        assert not quits  # the handler has run by now
        qtbot.waitUntil(lambda: quits == ["quit"])
    finally:
        closing.stop()

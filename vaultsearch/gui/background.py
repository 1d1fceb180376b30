"""Blocking work, such as disk or network access, on pool threads; results arrive on the GUI thread."""

from __future__ import annotations

import itertools
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot
from shiboken6 import isValid

from vaultsearch.core.errors import VaultSearchError

_T = TypeVar("_T")
_POOL_THREADS = 2


class Background(QObject):
    """Run possibly blocking functions. Methods are for the GUI thread and return immediately."""

    failed = Signal(str, object)
    """A job failed with a known error: job name, and sentence with remedy."""
    crashed = Signal(str)
    """The report of a bug."""
    answered = Signal(str)
    """The job whose answer was just taken."""
    _done = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._numbers = itertools.count(1)
        self._latest: dict[str, int] = {}
        self._questions: dict[int, tuple[Callable[[], Any], Callable[[Any], None]]] = {}
        """By number, and only here: other threads must not drop references to widgets."""
        self._pool: ThreadPoolExecutor | None = None
        self._stopped = False
        # Queued: it is emitted by threads of the pool, and delivered on the window's.
        self._done.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def ask(self, job: str, question: Callable[[], _T], answer: Callable[[_T], None]) -> None:
        """Run ``question`` on a thread; pass the value to ``answer``, unless the job was asked again.

        The value is dropped if ``answer`` is a method of a deleted widget.
        """
        if self._stopped:
            return
        number = self._latest[job] = next(self._numbers)
        if self._pool is None:
            self._pool = ThreadPoolExecutor(_POOL_THREADS, "background")
        self._questions[number] = question, answer
        self._pool.submit(self._run, job, number)

    def post(self, work: Callable[[], object]) -> None:
        """Run ``work`` on the GUI thread; called from background functions."""
        self._done.emit(work)

    def stop(self) -> None:
        """Drop all further answers, and wait for running functions."""
        self._stopped = True
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def _run(self, job: str, number: int) -> None:
        try:
            value = self._questions[number][0]()
        except VaultSearchError as error:
            message = error.message
            self.post(lambda: self.failed.emit(job, message) if self._latest.get(job) == number else None)
        # Any other error is a bug: report it and continue.
        except Exception:
            self.post(partial(self.crashed.emit, traceback.format_exc()))
        else:

            def accept() -> None:
                _, answer = self._questions[number]
                # A bound method has an owner, which may be deleted.
                owner = getattr(answer, "__self__", None)
                is_alive = not isinstance(owner, QObject) or isValid(owner)
                if self._latest.get(job) == number and is_alive:
                    answer(value)
                    self.answered.emit(job)

            self.post(accept)
        # Dropped on the GUI thread, after the answer: posted work runs in order.
        self.post(lambda: self._questions.pop(number))

    @Slot(object)
    def _deliver(self, work: Callable[[], object]) -> None:
        if not self._stopped:
            work()

"""Blocking work, such as the disk or the network, on a pool's threads; its results on the window's thread."""

from __future__ import annotations

import itertools
import traceback
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot
from shiboken6 import isValid

from vaultsearch.core.errors import VaultSearchError

if TYPE_CHECKING:
    from collections.abc import Callable

_T = TypeVar("_T")
_THREADS = 2


class Background(QObject):
    """Runs functions that may block. Its methods are for the window's thread and return at once."""

    failed = Signal(str, object)
    """A job met known trouble: its name, and the sentence with its remedy."""
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
        """By number, and here alone: what they hold of the window must not be dropped by another thread."""
        self._pool: ThreadPoolExecutor | None = None
        self._stopped = False
        # Queued: it is emitted by threads of the pool, and delivered on the window's.
        self._done.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def ask(self, job: str, question: Callable[[], _T], answer: Callable[[_T], None]) -> None:
        """Run ``question`` on a thread; pass its value to ``answer``, unless the same job was asked anew.

        The value is dropped if ``answer`` is a method of a widget that is gone by then.
        """
        if self._stopped:
            return
        number = self._latest[job] = next(self._numbers)
        if self._pool is None:
            self._pool = ThreadPoolExecutor(_THREADS, "background")
        self._questions[number] = question, answer
        self._pool.submit(self._run, job, number)

    def post(self, work: Callable[[], object]) -> None:
        """Run ``work`` on the window's thread; for the functions that run here."""
        self._done.emit(work)

    def stop(self) -> None:
        """Drop all answers from now on, and wait for the running functions."""
        self._stopped = True
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def _run(self, job: str, number: int) -> None:
        try:
            value = self._questions[number][0]()
        except VaultSearchError as error:
            sentence = error.message
            self.post(lambda: self._report_failure(job, number, sentence))
        # Any other error is a bug: it is reported, and the window goes on.
        except Exception:
            report = traceback.format_exc()
            self.post(lambda: self.crashed.emit(report))
        else:
            self.post(lambda: self._accept(job, number, value))
        # Dropped on the window's thread, behind the answer: posted work is done in its order.
        self.post(lambda: self._questions.pop(number))

    def _report_failure(self, job: str, number: int, sentence: str) -> None:
        if self._latest.get(job) == number:
            self.failed.emit(job, sentence)

    def _accept(self, job: str, number: int, value: object) -> None:
        _, answer = self._questions[number]
        if self._latest.get(job) == number and _is_alive(answer):
            answer(value)
            self.answered.emit(job)

    @Slot(object)
    def _deliver(self, work: Callable[[], object]) -> None:
        if not self._stopped:
            work()


def _is_alive(answer: Callable[[_T], None]) -> bool:
    # A bound method has an owner that may be gone; a plain function has none.
    owner = getattr(answer, "__self__", None)
    return not isinstance(owner, QObject) or isValid(owner)

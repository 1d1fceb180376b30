"""The rest of a process: once it has no work, it gives up memory."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_RELEASED_AFTER_S = 3.0
"""Seconds without work until freed memory goes back to the system."""
_DROPPED_AFTER_S = 60.0
"""Seconds without work until what only much work needs is dropped: it takes a second to make again."""


def drop_at_rest(drop: Callable[[], object], *, is_model: bool = False) -> None:
    """Have ``drop`` called, once, when this process rests: for tables that pay for much work alone.

    Models are dropped only by processes that rest for hours between questions. ``drop`` may be called on any
    thread, and never in a process that ends with its work.
    """
    _to_drop(is_model).append(drop)


def drop_what_rest_allows(*, models: bool = False) -> None:
    """Call all that `drop_at_rest` was given, by default without the models."""
    for waiting in (_to_drop(False), _to_drop(True) if models else []):
        while waiting:
            waiting.pop()()


@cache
def _to_drop(_are_models: bool) -> list[Callable[[], object]]:
    return []


class Rest:
    """Follows the work of a worker process, and on a thread of its own gives up memory when there is none.

    ``give_back`` returns freed memory to the system.

    Twenty passages that were read for a question left 11 MB of freed memory, twenty that were encoded 19.
    """

    def __init__(self, give_back: Callable[[], object]) -> None:
        self._give_back = give_back
        self._changed = threading.Event()
        self._busy = threading.Event()

    @contextmanager
    def work(self) -> Iterator[None]:
        """Hold off rest while the context is open."""
        self._busy.set()
        self._changed.set()
        try:
            yield
        finally:
            self._busy.clear()
            self._changed.set()

    def begin(self) -> None:
        """Start the thread."""
        threading.Thread(target=self._run, name="rest", daemon=True).start()

    def _run(self) -> None:
        while self._changed.wait():
            self._changed.clear()
            if self._lasts(_RELEASED_AFTER_S):
                self._give_back()
                if self._lasts(_DROPPED_AFTER_S - _RELEASED_AFTER_S):
                    drop_what_rest_allows()
                    self._give_back()

    def _lasts(self, seconds: float) -> bool:
        return not self._changed.wait(seconds) and not self._busy.is_set()

"""One worker process for several who take turns in it, so that its models are loaded once."""

from __future__ import annotations

from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultsearch.core.worker import WorkerProcess

P = ParamSpec("P")
T = TypeVar("T")


class SharedProcess:
    """Lends a process; when all have given it back it is ended, and when next used started again."""

    def __init__(self, worker: WorkerProcess) -> None:
        self._worker = worker
        self._lent: set[LentProcess] = set()
        self._running: list[LentProcess] = []
        self._latest: LentProcess | None = None

    def lend(self) -> LentProcess:
        """Give a `Runner` of this process to one more."""
        lent = LentProcess(self)
        self._lent.add(lent)
        return lent

    def begin(self, function: Callable[P, object], /, *args: P.args, **kwargs: P.kwargs) -> None:
        """Start the process, for nobody yet, with a first thing to do there; on any thread."""
        self._worker.begin(function, *args, **kwargs)

    async def run(self, by: LentProcess, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``function`` there for one who has it."""
        self._latest = by
        self._running.append(by)
        try:
            return await self._worker(function, *args, **kwargs)
        finally:
            self._running.remove(by)

    def stop(self, by: LentProcess) -> None:
        """End the process at once, unless another used it last, or uses it now."""
        if self._latest is by and all(one is by for one in self._running):
            self._worker.close()

    def take_back(self, lent: LentProcess) -> None:
        """Know that one uses it no more; the last one ends it."""
        self._lent.discard(lent)
        if not self._lent:
            self._worker.close()


class LentProcess:
    """A `Runner` for one of those who share a process."""

    def __init__(self, process: SharedProcess) -> None:
        self._process = process

    async def __call__(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``function`` there; it and its arguments must be picklable."""
        return await self._process.run(self, function, *args, **kwargs)

    def stop(self) -> None:
        """End what it is doing at once, unless it is another's; it is started again when next used."""
        self._process.stop(self)

    def close(self) -> None:
        """Use it no more."""
        self._process.take_back(self)

"""Share a worker process under leases."""

from __future__ import annotations

from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultsearch.core.worker import WorkerProcess

P = ParamSpec("P")
T = TypeVar("T")


class SharedProcess:
    """A worker process under leases: terminated when none is left, restarted when next used."""

    def __init__(self, worker: WorkerProcess) -> None:
        self.worker = worker
        self.leases: set[WorkerLease] = set()
        self.running: list[WorkerLease] = []
        self.latest: WorkerLease | None = None

    def lease(self) -> WorkerLease:
        """Return another lease, a `Runner` in this process."""
        lease = WorkerLease(self)
        self.leases.add(lease)
        return lease

    def begin(self, function: Callable[P, object], /, *args: P.args, **kwargs: P.kwargs) -> None:
        """Start the process with a first call, before there is a lease; on any thread."""
        self.worker.begin(function, *args, **kwargs)


class WorkerLease:
    """A `Runner` for a user of a shared process."""

    def __init__(self, process: SharedProcess) -> None:
        self._process = process

    async def __call__(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``function`` in the process; it and the arguments must be picklable."""
        self._process.latest = self
        self._process.running.append(self)
        try:
            return await self._process.worker(function, *args, **kwargs)
        finally:
            self._process.running.remove(self)

    def stop(self) -> None:
        """Terminate the process at once, unless another lease used it last, or uses it now."""
        if self._process.latest is self and all(job is self for job in self._process.running):
            self._process.worker.close()

    def close(self) -> None:
        """Release the lease; terminate the process when none is left."""
        self._process.leases.discard(self)
        if not self._process.leases:
            self._process.worker.close()

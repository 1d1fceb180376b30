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
        self._worker = worker
        self._leases: set[WorkerLease] = set()
        self._running: list[WorkerLease] = []
        self._latest: WorkerLease | None = None

    def lease(self) -> WorkerLease:
        """Return another lease, a `Runner` in this process."""
        lease = WorkerLease(self)
        self._leases.add(lease)
        return lease

    def begin(self, function: Callable[P, object], /, *args: P.args, **kwargs: P.kwargs) -> None:
        """Start the process with a first call, before there is a lease; on any thread."""
        self._worker.begin(function, *args, **kwargs)

    async def run(self, by: WorkerLease, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``function`` in the process for the lease ``by``."""
        self._latest = by
        self._running.append(by)
        try:
            return await self._worker(function, *args, **kwargs)
        finally:
            self._running.remove(by)

    def stop(self, by: WorkerLease) -> None:
        """Terminate the process at once, unless another lease used it last, or uses it now."""
        if self._latest is by and all(job is by for job in self._running):
            self._worker.close()

    def release(self, lease: WorkerLease) -> None:
        """Release a lease; terminate the process when none is left."""
        self._leases.discard(lease)
        if not self._leases:
            self._worker.close()


class WorkerLease:
    """A `Runner` for a user of a shared process."""

    def __init__(self, process: SharedProcess) -> None:
        self._process = process

    async def __call__(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``function`` in the process; it and the arguments must be picklable."""
        return await self._process.run(self, function, *args, **kwargs)

    def stop(self) -> None:
        """Terminate the process, unless another lease uses it; it is restarted when next used."""
        self._process.stop(self)

    def close(self) -> None:
        """Release the process."""
        self._process.release(self)

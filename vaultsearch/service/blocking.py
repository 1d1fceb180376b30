"""A vault for scripts without asyncio: each call waits for a loop on another thread."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator, Sequence
from functools import wraps
from pathlib import Path
from threading import Thread
from typing import Any, Concatenate, ParamSpec, TypeVar

from vaultsearch.core.errors import PandasMissingError, VaultClosedError
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.evaluation import OwnReport
from vaultsearch.core.values.search import Mode, Result
from vaultsearch.core.values.sync import SyncReport
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.vault import Vault


def as_data_frame(results: Sequence[Result]) -> Any:
    """Return passages as a DataFrame. Raise PandasMissingError if pandas is not installed."""
    try:
        from pandas import DataFrame
    except ImportError as error:
        raise PandasMissingError("pandas is not installed.", "Install it: pip install pandas") from error
    rows: list[dict[str, object]] = []
    for result in results:
        chunk = result.chunk
        lines = (None, None) if chunk.is_generated else (chunk.line_start, chunk.line_end)
        figures = (result.score, result.probability)
        facts = (result.path, result.title, result.heading_path, *lines, result.text, *figures)
        # Facts, then scores from the legs it was found by.
        legs = {leg: place.score for leg, place in chunk.ranks.items()}
        rows.append(dict(zip(_RESULT_COLUMNS, facts, strict=True)) | legs)
    return DataFrame(rows, columns=None if results else list(_RESULT_COLUMNS))


_RESULT_COLUMNS = ("path", "title", "heading_path", "line_start", "line_end", "text", "score", "probability")


P = ParamSpec("P")
T = TypeVar("T")


def _wait_for_result(
    operation: Callable[Concatenate[Vault, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[BlockingVault, P], T]:
    """Wrap a vault's operation to wait for the result."""

    @wraps(operation)
    def wait(vault: BlockingVault, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return vault._wait_for(operation(vault._vault, *args, **kwargs))

    return wait


def _waiting_for_each(
    operation: Callable[Concatenate[Vault, P], AsyncGenerator[T, None]],
) -> Callable[Concatenate[BlockingVault, P], Iterator[T]]:

    @wraps(operation)
    def wait(vault: BlockingVault, /, *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        vault._require_open()
        stages = operation(vault._vault, *args, **kwargs)

        async def following() -> T | None:
            return await anext(stages, None)

        def each() -> Iterator[T]:
            try:
                while (stage := vault._wait_for(following())) is not None:
                    yield stage
            finally:
                if not vault._loop.is_closed():
                    vault._wait_for(stages.aclose())

        return each()

    return wait


async def _sync_index(vault: Vault) -> SyncReport:
    """Bring the index up to date; raise IndexInUseError if another process writes it."""
    return await vault.index.sync()


def open_vault(folder: str | Path) -> BlockingVault:
    """Open a vault as the window does, and bring the index up to date.

    While another process, such as the window, writes the index, it is read as it is.

    Raises:
        VaultSearchError: a known trouble, such as a missing folder.
    """
    vault = BlockingVault(folder)
    try:
        if vault.writes:
            vault.sync()
    except BaseException:
        vault.close()
        raise
    return vault


class BlockingVault:
    """An open `Vault` whose methods wait for results; also a context manager closing it.

    All but `close` raise VaultClosedError once it is closed.
    """

    def __init__(self, folder: str | Path) -> None:
        # A thread, since a notebook's own thread has a running loop already.
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="vault", daemon=True)
        self._thread.start()
        try:
            self._vault = self._wait_for(Vault.open(folder))
        except BaseException:
            self._stop()
            raise

    @property
    def writes(self) -> bool:
        """Whether this process writes the index."""
        self._require_open()
        return self._vault.index.writes

    sync = _wait_for_result(_sync_index)
    search = _wait_for_result(Vault.search)
    search_stages = _waiting_for_each(Vault.search_stages)

    def to_pandas(self, query: str, n: int = 10, mode: Mode | str = Mode.HYBRID) -> Any:
        """Return the n best passages as a DataFrame, best first, with each leg's score in a column.

        Raises:
            PandasMissingError: pandas is not installed.
            QueryError: The query is invalid.
            ValueError: ``n`` is less than 1, or the mode is unknown.
        """
        return as_data_frame(self.search(query, n, mode))

    def measure(
        self, most: int = 20, legs: Sequence[str] = ("semantic", "fulltext", "hybrid", "chain")
    ) -> OwnReport:
        """Measure each leg on questions made from notes, up to ``most`` per kind, on a copy of the index.

        Raises:
            VaultSearchError: See `measure_own_vault`.
        """
        from vaultsearch.service.evaluation import measure_own_vault

        vault = self._vault
        return self._wait_for(
            measure_own_vault(
                vault.folder, legs, vault.parameters, most=most, workers=lambda: Workers(in_thread, in_thread)
            )
        )

    def close(self) -> None:
        """Close the index; calling it again does nothing."""
        if not self._loop.is_closed():
            self._wait_for(self._vault.close())
            self._stop()

    def __enter__(self) -> BlockingVault:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _require_open(self) -> None:
        if self._loop.is_closed():
            raise VaultClosedError.closed()

    def _wait_for(self, call: Coroutine[None, None, T]) -> T:
        if self._loop.is_closed():
            # Otherwise Python warns of a coroutine that was never awaited.
            call.close()
            raise VaultClosedError.closed()
        return asyncio.run_coroutine_threadsafe(call, self._loop).result()

    def _stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

"""Calls of the parts that other packages install, in a worker process.

They are called in the process that calls them if that is a worker already, else in one that is started for
them; so none of their code runs beside the window or the database.
"""

from __future__ import annotations

import asyncio
import inspect
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context, parent_process
from typing import TYPE_CHECKING, Any, TypeVar

from vaultsearch.core.errors import ExtensionError, VaultSearchError
from vaultsearch.core.installation import extensions
from vaultsearch.core.messages import Message
from vaultsearch.core.worker import begin_worker

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultsearch.core.values.components import ExtensionKind


T = TypeVar("T")

_SHOWN = 60
"""Characters of a value in a sentence."""


@dataclass(frozen=True, slots=True)
class ExtensionPart:
    """An extension with the arguments that its class, or factory, is called with; picklable."""

    kind: ExtensionKind
    name: str
    made_of: tuple[Any, ...] = ()

    def call(self, member: str, *args: Any) -> Any:
        """Call a method, awaited if it is asynchronous, or read an attribute. Blocks.

        Raises:
            ExtensionError: It cannot be loaded, or failed. Known trouble and errors of the disk pass through.
        """
        # This is a worker process already.
        if parent_process() is not None:
            return _call(self, member, args)
        try:
            return _process().submit(_call, self, member, args).result()
        except BrokenProcessPool as error:
            close()
            raise self.failure("its process ended") from error

    def call_for(self, convert: Callable[[Any], T], member: str, *args: Any) -> T:
        """Call a method, and convert what it returns. Raise ExtensionError, also if that cannot be done."""
        value = self.call(member, *args)
        try:
            return convert(value)
        except (AttributeError, TypeError, ValueError) as error:
            text = repr(value)
            shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
            raise self.failure(f"its {member} cannot be {shown}") from error

    def failure(self, why: object) -> ExtensionError:
        """Return the error of this extension."""
        origin = next(
            (
                f" ({extension.origin})"
                for extension in extensions()
                if (extension.kind, extension.name) == self._key
            ),
            "",
        )
        return ExtensionError(
            Message("The {} “{}”{} failed: {}.", self.kind.removesuffix("s"), self.name, origin, why),
            "Mend or update its package, or leave it out in the settings.",
        )

    @property
    def _key(self) -> tuple[ExtensionKind, str]:
        return self.kind, self.name


_lock = threading.Lock()
_running: list[ProcessPoolExecutor] = []


def _process() -> ProcessPoolExecutor:
    with _lock:
        if not _running:
            spawned = get_context("spawn")
            _running.append(ProcessPoolExecutor(1, spawned, begin_worker, (0,)))
        return _running[0]


def close() -> None:
    """End the process of extensions, if there is one; it is started again when it is next used."""
    with _lock:
        ended, _running[:] = _running[:], []
    # Outside of the lock, since it may wait for the process.
    for process in ended:
        process.shutdown(cancel_futures=True)


def _call(part: ExtensionPart, member: str, args: tuple[Any, ...]) -> Any:
    try:
        value = getattr(_made(part), member)
        value = value(*args) if callable(value) else value
        return asyncio.run(value) if inspect.iscoroutine(value) else value
    except (VaultSearchError, OSError):
        raise
    # Code of others may raise anything, also what could not be pickled on the way back.
    except Exception as error:
        raise part.failure(f"{type(error).__name__}: {error}") from error


@cache
def _made(part: ExtensionPart) -> Any:
    from importlib.metadata import entry_points

    for entry in entry_points(group=f"vaultsearch.{part.kind}", name=part.name):
        return entry.load()(*part.made_of)
    raise part.failure("it is not installed")

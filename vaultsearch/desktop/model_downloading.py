"""Downloads a model in a process of its own, so that it can be watched and cancelled."""

from __future__ import annotations

import os
from multiprocessing import get_context
from typing import TYPE_CHECKING

from vaultsearch.core.errors import VaultSearchError, WorkerDiedError
from vaultsearch.core.messages import Message

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess
    from threading import Event

_LOOKED_AT_S = 0.2
_ENDED_WITHIN_S = 5.0


class ModelDownload:
    """Downloads the model ``name`` from the hub into its local cache."""

    def __init__(self, name: str) -> None:
        self._name = name

    def run(self, on_progress: Callable[[int], None], cancelled: Event) -> bool:
        """Download the model; return False if ``cancelled`` was set before the end.

        An interrupted download stays in the hub's cache, and the next try continues there.

        Args:
            on_progress: called with the bytes in the cache.
            cancelled: set by another thread to give up.

        Raises:
            VaultSearchError: if the model could not be fetched.
        """
        from vaultsearch.core.models.model_download import bytes_in_cache

        context = get_context("spawn")
        receiving, sending = context.Pipe(duplex=False)
        process = context.Process(target=_download, args=(self._name, sending), daemon=True)
        process.start()
        sending.close()
        try:
            while not receiving.poll(_LOOKED_AT_S):
                if cancelled.is_set():
                    return False
                on_progress(bytes_in_cache(self._name))
            if cancelled.is_set():  # whoever gave up need not hear of trouble
                return False
            _raise_if_error(self._name, receiving)
            return True
        finally:
            _end(process)
            receiving.close()


def _raise_if_error(name: str, receiving: Connection) -> None:
    try:
        error = receiving.recv()
    except EOFError:
        raise WorkerDiedError(
            Message("The download of {} was interrupted.", name), "Try again; the partial download is kept."
        ) from None
    if isinstance(error, VaultSearchError):
        raise error


def _end(process: BaseProcess) -> None:
    process.join(0.1)
    if process.is_alive():
        process.terminate()
        process.join(_ENDED_WITHIN_S)


def _download(name: str, sending: Connection) -> None:
    """Download in the child process; send None, or the error."""
    os.environ["HF_HUB_DISABLE_PROGRESS_BARS"] = "1"
    from vaultsearch.core.models.model_download import fetch, find_remote

    try:
        fetch(find_remote(name))
    except VaultSearchError as error:
        sending.send(error)
    else:
        sending.send(None)

"""Expected errors, each with a sentence on the cause and a remedy."""

from __future__ import annotations

import signal
from typing import Self

from vaultsearch.core.messages import Message


class VaultSearchError(Exception):
    """An expected error: a sentence, and a remedy."""

    def __init__(self, sentence: str, remedy: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.remedy = remedy

    @property
    def message(self) -> str:
        """The sentence and the remedy."""
        return Message.joined((self.sentence, self.remedy))

    def __reduce__(self) -> tuple[type[VaultSearchError], tuple[str, str]]:
        # Errors cross process boundaries; the default would pass the sentence only.
        return type(self), (self.sentence, self.remedy)


class VaultNotFoundError(VaultSearchError):
    """The folder does not exist, is not a folder, or contains no notes."""


class VaultClosedError(VaultSearchError):
    """The vault was closed before the call."""

    @classmethod
    def closed(cls) -> Self:
        """Return the error for calling a closed vault."""
        return cls("The vault is closed.", "Open it again.")


class PandasMissingError(VaultSearchError):
    """A table was asked for, and pandas is not installed."""


class NotIndexedError(VaultSearchError):
    """The vault has no index yet."""


class IndexInUseError(VaultSearchError):
    """Another process is writing this index."""


class IndexReadOnlyError(IndexInUseError):
    """The index is not writable, for anyone or for this user."""


class IndexDamagedError(VaultSearchError):
    """The index cannot be read."""


class DiskFullError(VaultSearchError):
    """The disk with the index is full."""


class ModelUnavailableError(VaultSearchError):
    """A model is not installed, not the expected one, or cannot be loaded."""


class QueryError(VaultSearchError):
    """The query cannot be evaluated, such as an invalid regular expression."""


class SettingsError(VaultSearchError):
    """A setting has an invalid name or value."""


class WorkerDiedError(VaultSearchError):
    """The worker process died; ``exit_code`` is negative for a signal, None if unknown."""

    exit_code: int | None = None

    @property
    def is_from_outside(self) -> bool:
        """Whether another program ended it, such as the system for lack of memory."""
        return self.exit_code is not None and -self.exit_code in _OUTSIDE_SIGNALS


_OUTSIDE = ("SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT")
_OUTSIDE_SIGNALS = frozenset(getattr(signal, name) for name in _OUTSIDE if hasattr(signal, name))
"""Signals no process gets through its own fault."""


class WorkerNotStartedError(WorkerDiedError):
    """The worker process could not be started, whatever the work."""


class OutsideVaultError(VaultSearchError):
    """The requested file is, or may be, outside the served vault."""


class NoteNotFoundError(VaultSearchError):
    """No note has this name or number, or several have."""

    @classmethod
    def missing(cls, name: str) -> Self:
        """Return the error for a name without a note."""
        remedy = "Search for it; a new note is found once it is indexed."
        return cls(Message("No note called {}.", name), remedy)

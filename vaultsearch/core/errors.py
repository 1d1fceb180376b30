"""Known troubles: each says what happened and what to do about it, in a sentence for a person."""

from __future__ import annotations

from typing import Self


class VaultSearchError(Exception):
    """A trouble that is known. ``str(error)`` is the sentence, ``error.remedy`` what to do."""

    def __init__(self, sentence: str, remedy: str) -> None:
        super().__init__(sentence)
        self.remedy = remedy

    def __reduce__(self) -> tuple[type[VaultSearchError], tuple[str, str]]:
        # Errors cross from the worker process; the default would pass the sentence alone.
        return type(self), (str(self), self.remedy)


class VaultNotFoundError(VaultSearchError):
    """The folder is not there, is no folder, or holds no notes."""


class NotIndexedError(VaultSearchError):
    """The vault has no index yet."""


class IndexInUseError(VaultSearchError):
    """Another process is writing this index."""


class IndexReadOnlyError(IndexInUseError):
    """The index cannot be written, by nobody or not by this user."""


class IndexDamagedError(VaultSearchError):
    """The index cannot be read."""


class DiskFullError(VaultSearchError):
    """Nothing more fits on the disk that holds the index."""


class ModelUnavailableError(VaultSearchError):
    """A model is not installed, is not the one that was expected, or cannot be loaded."""


class QueryError(VaultSearchError):
    """The query cannot be asked as it stands, such as a regular expression that does not compile."""


class SettingsError(VaultSearchError):
    """A setting has a name or a value that cannot be."""


class WorkerDiedError(VaultSearchError):
    """The worker process ended in the middle of its work."""


class DisplayMissingError(VaultSearchError):
    """There is no display for a window."""


class WindowInUseError(VaultSearchError):
    """There is a window already, and it cannot be asked to do what this start wants."""


class OutsideVaultError(VaultSearchError):
    """What is asked for lies, or may lie, outside of the vault that is served."""


class NoteNotFoundError(VaultSearchError):
    """No note has this name or number, or several have."""

    @classmethod
    def missing(cls, name: str) -> Self:
        """Say that no note is called so, or none any more."""
        return cls(
            f"There is no note called {name}.",
            "Look for it with vaultsearch search; a note that is new is known after vaultsearch index.",
        )

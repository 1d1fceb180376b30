"""Known troubles as the tools tell them: no client can run a command of the shell."""

from __future__ import annotations

import re

from vaultsearch.core.errors import (
    ModelUnavailableError,
    NoteNotFoundError,
    NotIndexedError,
    QueryError,
    VaultSearchError,
)

_COMMAND = re.compile(r"\bvaultsearch [a-z]+|(?<!\S)--[a-z]")
_SENTENCES = re.compile(r"(?<=[.!?])\s+")
_REMEDIES: tuple[tuple[type[VaultSearchError], str], ...] = (
    (NoteNotFoundError, "Find it with search or list_notes."),
    (NotIndexedError, "No tool can index notes: ask the user to open the folder in the program's window."),
    (ModelUnavailableError, "Ask the user to download the model in the program's settings."),
    (QueryError, "A text of any length can be given to search_passage."),
)


def error_sentence(error: VaultSearchError) -> str:
    """Return the sentence and the remedy of a trouble, in terms of tools."""
    remedy = error.remedy
    if _COMMAND.search(remedy):
        remedy = next(
            (remedy_text for kind, remedy_text in _REMEDIES if isinstance(error, kind)), "Tell the user."
        )
    return f"{error} {remedy}"


def without_commands(notice: str) -> str:
    """Leave out the sentences of a notice that name a command."""
    return " ".join(sentence for sentence in _SENTENCES.split(notice) if not _COMMAND.search(sentence))

"""Chats as tables -> messages: rows with timestamp, author and message, under these names or synonyms."""

from __future__ import annotations

import csv
from datetime import datetime
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from vaultsearch.core.long_queries.chats.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_TIMES = ("timestamp", "time", "date", "datetime", "sent_at", "created_at")
_AUTHORS = ("author", "sender", "from", "user", "username", "name", "speaker")
_TEXTS = ("message", "text", "content", "body")


@runtime_checkable
class ArrowTable(Protocol):
    """The part of `pyarrow.Table` that is used."""

    def to_pylist(self) -> list[dict[str, object]]:
        """Return the rows."""
        ...


ChatTable: TypeAlias = "ArrowTable | Iterable[Mapping[str, object]]"


def table_messages(table: ChatTable) -> list[Message] | None:
    """Parse a table. Return None if a row lacks an author or a message."""
    rows = table.to_pylist() if isinstance(table, ArrowTable) else list(table)
    read = [_message(row) for row in rows]
    messages = [message for message in read if message is not None]
    return messages if messages and len(messages) == len(read) else None


def csv_messages(text: str) -> list[Message] | None:
    """Parse comma-separated values below a line of names. Return None if they are no chat."""
    first = text.lstrip("\ufeff").split("\n", 1)[0]
    names = [
        name.strip().strip('"').casefold() for name in first.replace(";", ",").replace("\t", ",").split(",")
    ]
    if not all(any(name in names for name in known) for known in (_TIMES, _AUTHORS, _TEXTS)):
        return None
    delimiter = max(",;\t", key=first.count)
    try:
        return table_messages(
            csv.DictReader(text.lstrip("\ufeff").splitlines(keepends=True), delimiter=delimiter)
        )
    except csv.Error:
        return None


def _message(row: Mapping[str, object]) -> Message | None:
    known = {str(name).strip().casefold(): value for name, value in row.items()}
    author, text = _first(known, _AUTHORS), _first(known, _TEXTS)
    if author is None or text is None:
        return None
    time = _first(known, _TIMES)
    shown = f"{time:%Y-%m-%d %H:%M}" if isinstance(time, datetime) else str(time or "")
    return Message(str(author), shown, str(text))


def _first(known: Mapping[str, object], names: Sequence[str]) -> object | None:
    return next((known[name] for name in names if known.get(name) is not None), None)

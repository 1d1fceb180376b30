"""A text pasted, dropped or read from a file -> Markdown: a chat by its messages, any other as it is."""

from __future__ import annotations

import json
from dataclasses import dataclass

from vaultsearch.core.long_queries.chats.copied_text import copied_messages
from vaultsearch.core.long_queries.chats.json_exports import exported_messages
from vaultsearch.core.long_queries.chats.messages import Message, as_markdown
from vaultsearch.core.long_queries.chats.tables import ChatTable, csv_messages, table_messages


@dataclass(frozen=True, slots=True)
class ReadText:
    """A text to search with, in Markdown; ``messages`` counts those of a chat, 0 if it is none."""

    markdown: str
    messages: int = 0


def read_text(source: str | ChatTable) -> ReadText:
    """Read a text, or a table with timestamp, author and message.

    Recognized are the exports of WhatsApp, Telegram, Slack and Discord, as text or JSON, and tables as CSV
    or JSON; any other text is plain. Raise ValueError for a table that is no chat.
    """
    if isinstance(source, str):
        found = _json_messages(source) or copied_messages(source) or csv_messages(source)
        return _written(found) if found else ReadText(source)
    messages = table_messages(source)
    if messages is None:
        raise ValueError("The table needs the columns timestamp, author and message.")
    return _written(messages)


def _written(messages: list[Message]) -> ReadText:
    written = [message for message in messages if message.text.strip()]
    return ReadText(as_markdown(written), len(written))


def _json_messages(text: str) -> list[Message] | None:
    """Parse JSON, or JSON lines."""
    if not text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        return None
    stripped = text.strip("\ufeff \t\r\n")
    try:
        read = json.loads(stripped)
    except (ValueError, RecursionError):
        try:
            read = [json.loads(line) for line in stripped.splitlines() if line.strip()]
        except (ValueError, RecursionError):
            return None
    messages = exported_messages(read)
    if messages is None and isinstance(read, list) and read and all(isinstance(row, dict) for row in read):
        messages = table_messages(read)
    return messages

"""Chats as JSON -> messages: the exports of Telegram Desktop, Slack and DiscordChatExporter."""

from __future__ import annotations

import html
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from vaultsearch.core.long_queries.chats.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_SLACK_LINK = re.compile(r"<([^<>|]+)(?:\|([^<>]*))?>")


def exported_messages(read: object) -> list[Message] | None:
    """Parse the content of a JSON file. Return None if it is no known export."""
    for kind in (_slack, _telegram, _discord):
        messages = list(kind(read))
        if messages:
            return messages
    return None


def _telegram(read: object) -> Iterator[Message]:
    """Yield the messages of one chat, or of all chats one after the other."""
    chats = _mapping(_mapping(read).get("chats")).get("list")
    for chat in [read, *_mappings(chats)]:
        for mapping in _mappings(_mapping(chat).get("messages")):
            if mapping.get("type") == "message" and "from" in mapping:
                yield Message(
                    str(mapping["from"] or ""),
                    _moment(mapping.get("date")),
                    _telegram_text(mapping.get("text")),
                )


def _telegram_text(text: object) -> str:
    """Join a text that may be a list, cut at its links and formats."""
    parts = text if isinstance(text, list) else [text]
    return "".join(
        str(_mapping(part).get("text", "")) if isinstance(part, dict) else str(part) for part in parts
    )


def _slack(read: object) -> Iterator[Message]:
    """Yield the messages of a day of a channel, or of the Web API's answer, which has the newest first."""
    found = read if isinstance(read, list) else _mapping(read).get("messages")
    messages = [
        mapping for mapping in _mappings(found) if mapping.get("type") == "message" and "ts" in mapping
    ]
    for message in sorted(messages, key=lambda message: _seconds(message["ts"])):
        subtype = str(message.get("subtype", ""))
        if subtype in ("", "bot_message", "thread_broadcast", "me_message", "file_share"):
            moment = datetime.fromtimestamp(_seconds(message["ts"]), UTC)
            yield Message(
                _slack_author(message),
                f"{moment:%Y-%m-%d %H:%M}",
                _slack_text(str(message.get("text") or "")),
            )


def _slack_author(message: Mapping[str, Any]) -> str:
    profile = _mapping(message.get("user_profile"))
    names = (
        profile.get("display_name"),
        profile.get("real_name"),
        message.get("username"),
        message.get("user"),
    )
    return next((str(name) for name in names if name), "")


def _slack_text(text: str) -> str:
    """Return the text that Slack shows: the labels of links, the names of people and channels."""
    return html.unescape(_SLACK_LINK.sub(lambda link: link[2] or link[1], text))


def _discord(read: object) -> Iterator[Message]:
    for mapping in _mappings(_mapping(read).get("messages")):
        author = _mapping(mapping.get("author"))
        if author and "timestamp" in mapping:
            name = author.get("nickname") or author.get("name") or author.get("username") or ""
            yield Message(str(name), _moment(mapping["timestamp"]), str(mapping.get("content") or ""))


def _moment(written: object) -> str:
    """Shorten ISO 8601 to minutes; leave any other text unchanged."""
    text = str(written or "")
    try:
        return f"{datetime.fromisoformat(text):%Y-%m-%d %H:%M}"
    except ValueError:
        return text


def _seconds(written: object) -> float:
    try:
        return float(str(written))
    except ValueError:
        return 0.0


def _mapping(read: object) -> Mapping[str, Any]:
    return read if isinstance(read, dict) else {}


def _mappings(read: object) -> list[Mapping[str, Any]]:
    return [element for element in read if isinstance(element, dict)] if isinstance(read, list) else []

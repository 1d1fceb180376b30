"""Chats as JSON: the exports of Telegram Desktop, of Slack, and of DiscordChatExporter."""

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
    """Read what a JSON file holds; None where it is no export that is known."""
    for kind in (_slack, _telegram, _discord):
        found = list(kind(read))
        if found:
            return found
    return None


def _telegram(read: object) -> Iterator[Message]:
    """Give Telegram's: one chat, or all of them one after the other."""
    chats = _mapping(_mapping(read).get("chats")).get("list")
    for chat in [read, *_mappings(chats)]:
        for one in _mappings(_mapping(chat).get("messages")):
            if one.get("type") == "message" and "from" in one:
                yield Message(
                    str(one["from"] or ""), _moment(one.get("date")), _telegram_text(one.get("text"))
                )


def _telegram_text(text: object) -> str:
    """Give a text that may be cut at its links and marks."""
    parts = text if isinstance(text, list) else [text]
    return "".join(
        str(_mapping(part).get("text", "")) if isinstance(part, dict) else str(part) for part in parts
    )


def _slack(read: object) -> Iterator[Message]:
    """Give Slack's: a day of a channel, or what its interface answers, whose newest come first."""
    found = read if isinstance(read, list) else _mapping(read).get("messages")
    told = [one for one in _mappings(found) if one.get("type") == "message" and "ts" in one]
    for one in sorted(told, key=lambda one: _seconds(one["ts"])):
        subtype = str(one.get("subtype", ""))
        if subtype in ("", "bot_message", "thread_broadcast", "me_message", "file_share"):
            at = datetime.fromtimestamp(_seconds(one["ts"]), UTC)
            yield Message(_slack_author(one), f"{at:%Y-%m-%d %H:%M}", _slack_text(str(one.get("text") or "")))


def _slack_author(one: Mapping[str, Any]) -> str:
    profile = _mapping(one.get("user_profile"))
    names = (profile.get("display_name"), profile.get("real_name"), one.get("username"), one.get("user"))
    return next((str(name) for name in names if name), "")


def _slack_text(text: str) -> str:
    """Give what Slack shows: the label of a link, the name of who or where is mentioned."""
    return html.unescape(_SLACK_LINK.sub(lambda link: link[2] or link[1], text))


def _discord(read: object) -> Iterator[Message]:
    for one in _mappings(_mapping(read).get("messages")):
        author = _mapping(one.get("author"))
        if author and "timestamp" in one:
            name = author.get("nickname") or author.get("name") or author.get("username") or ""
            yield Message(str(name), _moment(one["timestamp"]), str(one.get("content") or ""))


def _moment(written: object) -> str:
    """Shorten ISO 8601 to minutes; what is none stays as it is."""
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
    return [one for one in read if isinstance(one, dict)] if isinstance(read, list) else []

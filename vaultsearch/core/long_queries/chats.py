"""Chats as texts to search with: copied from a window, exported as JSON or CSV, or in a table."""

from __future__ import annotations

import csv
import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol, TypeAlias, runtime_checkable

import regex

from vaultsearch.core.text import fence_after, fence_at

_HEADING = re.compile(r"^( {0,3})(?=#{1,6}(?:\s|$))")
_UNDERLINE = re.compile(r"^( {0,3})(?=(?:=+|-+)\s*$)")
_WRITTEN_HEADING = re.compile(r"^## Message \d+ \(.+\)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A chat message; ``time`` is as exported, as most exports do not say which number is the day."""

    author: str
    time: str
    text: str


def chat_to_markdown(messages: Iterable[ChatMessage]) -> str:
    """Write messages as Markdown, each below a heading ``## Message n (author, time)``.

    Escape headings within messages, and end fences with their message. Messages without text are skipped and
    not counted.
    """
    written = []
    for number, message in enumerate((message for message in messages if message.text.strip()), start=1):
        parts = (" ".join(part.split()) for part in (message.author, message.time))
        head = ", ".join(part for part in parts if part) or "nobody"
        written.append(f"## Message {number} ({head})\n\n{_escape_body(message.text)}\n")
    return "\n".join(written)


def _escape_body(text: str) -> str:
    lines, fence = [], ""
    for line in text.strip().splitlines():
        before, fence = fence_at(line, fence), fence_after(line, fence)
        if not before and not fence:
            line = _UNDERLINE.sub(r"\1\\", _HEADING.sub(r"\1\\", line))  # noqa: PLW2901 - the line as written
        lines.append(line)
    return "\n".join([*lines, fence] if fence else lines)


_TIME_COLUMNS = ("timestamp", "time", "date", "datetime", "sent_at", "created_at")
_AUTHOR_COLUMNS = ("author", "sender", "from", "user", "username", "name", "speaker")
_TEXT_COLUMNS = ("message", "text", "content", "body")


@runtime_checkable
class ArrowTable(Protocol):
    """The part of `pyarrow.Table` used here."""

    def to_pylist(self) -> list[dict[str, object]]:
        """Return the rows."""
        ...


ChatTable: TypeAlias = "ArrowTable | Iterable[Mapping[str, object]]"


def table_messages(table: ChatTable) -> list[ChatMessage] | None:
    """Parse a table; return None if a row lacks an author or a message."""
    rows = table.to_pylist() if isinstance(table, ArrowTable) else list(table)
    messages = []
    for row in rows:
        known = {str(name).strip().casefold(): value for name, value in row.items()}
        author, text = _first_value(known, _AUTHOR_COLUMNS), _first_value(known, _TEXT_COLUMNS)
        # One row that is no message, and the table is something else.
        if author is None or text is None:
            return None
        time = _first_value(known, _TIME_COLUMNS)
        shown = f"{time:%Y-%m-%d %H:%M}" if isinstance(time, datetime) else str(time or "")
        messages.append(ChatMessage(str(author), shown, str(text)))
    return messages or None


def csv_messages(text: str) -> list[ChatMessage] | None:
    """Parse comma-separated values below a header line; return None if they are no chat."""
    first = text.lstrip("\ufeff").split("\n", 1)[0]
    names = {name.strip().strip('"').casefold() for name in re.split("[,;\t]", first)}
    if any(names.isdisjoint(known) for known in (_TIME_COLUMNS, _AUTHOR_COLUMNS, _TEXT_COLUMNS)):
        return None
    # Programs in countries with a decimal comma write semicolons.
    delimiter = max(",;\t", key=first.count)
    try:
        return table_messages(
            csv.DictReader(text.lstrip("\ufeff").splitlines(keepends=True), delimiter=delimiter)
        )
    except csv.Error:
        return None


def _first_value(known: Mapping[str, object], names: Sequence[str]) -> object | None:
    return next((known[name] for name in names if known.get(name) is not None), None)


# WhatsApp writes direction marks before its own notices, and narrow spaces before AM and PM.
_DIRECTION_MARKS = regex.compile(r"[\u200e\u200f\u202a-\u202e\ufeff]")
_HALF_OF_DAY = r"(?:[AaPp]\.?\s?[Mm]\.?|上午|下午|午前|午後|오전|오후|凌晨|早上|中午|晚上)"
_DATE = r"\d{1,4}[./\-年]\s?\d{1,2}[./\-月]\s?\d{1,4}[.日]?"
_CLOCK = rf"(?:{_HALF_OF_DAY}\s?)?\d{{1,2}}[:.]\d{{2}}(?:[:.]\d{{2}})?(?:\s?{_HALF_OF_DAY})?"
_MOMENT = rf"(?P<time>{_DATE},?\s(?:um\s|at\s|à\s|a las\s|às\s)?{_CLOCK})"
_SAID = r"(?P<author>[^:\n]{1,60}?)\s?:\s(?P<text>.*)"
_NAME = r"(?P<author>[^\n]{1,60}?)"


@dataclass(frozen=True, slots=True)
class _Format:
    """A program's format: the first line of messages, notices, and lines to skip."""

    begins: regex.Pattern[str]
    notice: regex.Pattern[str] | None = None
    skipped: regex.Pattern[str] | None = None

    def starts_at(self, line: str) -> bool:
        """Return whether a message or a notice begins with this line."""
        return any(pattern.match(line) for pattern in (self.begins, self.notice) if pattern)


_OMITTED = regex.compile(r"^(?:<[^<>]*>|\S{3,20} (?:omitted|weggelassen|omitid[ao]|omise?)|null)$")
_FORMATS = (
    # WhatsApp: "[14.03.26, 10:02:33] Anna: ..." (iOS), "3/14/26, 10:02 AM - Anna: ..." (Android),
    # "2026. 3. 14. 오전 10:02, Anna : ..." (Korean).
    _Format(regex.compile(rf"^\[{_MOMENT}\]\s{_SAID}$"), regex.compile(rf"^\[{_MOMENT}\]\s"), _OMITTED),
    _Format(regex.compile(rf"^{_MOMENT}\s[-–]\s{_SAID}$"), regex.compile(rf"^{_MOMENT}\s[-–]\s"), _OMITTED),
    _Format(regex.compile(rf"^{_MOMENT},\s{_SAID}$"), regex.compile(rf"^{_MOMENT}[,:]\s"), _OMITTED),
    # Telegram Desktop, copied: "Anna, [14.03.2026 10:02]".
    _Format(regex.compile(rf"^{_NAME}, \[{_MOMENT}\]:?(?P<text>)\s*$")),
    # DiscordChatExporter, plain text: "[14-Mar-26 10:02 AM] anna#1234".
    _Format(
        regex.compile(
            rf"^\[(?P<time>(?:{_DATE}|\d{{1,2}}-\p{{L}}{{3,4}}-\d{{2,4}})\s{_CLOCK})\]\s{_NAME}"
            r"(?:\s\(pinned\))?(?P<text>)$"
        ),
        skipped=regex.compile(r"^\{(?:Attachments|Embed|Reactions|Stickers)\}$"),
    ),
    # Discord, copied: "anna — Today at 10:02 AM", "anna — 14/03/2026 10:02".
    _Format(
        regex.compile(rf"^{_NAME}\s+—\s(?P<time>(?:{_DATE}|\p{{L}}+ \p{{L}}+),?\s{_CLOCK})(?P<text>)\s*$")
    ),
    # Slack, copied: "Anna Smith  10:02 AM", "Anna Smith [10:02 AM]".
    _Format(regex.compile(rf"^{_NAME}(?:\s\s+|\s+\[)(?P<time>{_CLOCK})\]?(?P<text>)\s*$")),
)
_MIN_MESSAGES = 2
_MAX_LINES_BEFORE = 8
"""The first message is within this many lines, after a title, a notice or an introduction."""


_SENTENCE_END = regex.compile(r"[.?!…。？！]$")


def read_copied_chat(text: str) -> ReadText | None:
    """Parse a chat and the sentences before it; return None if the format is unknown."""
    lines = [
        _DIRECTION_MARKS.sub("", line).replace("\u202f", " ").replace("\xa0", " ")
        for line in text.splitlines()
    ]
    written = [line for line in lines if line.strip()]
    # In this order: the stricter formats come first, the loosest one, Slack's, last.
    for form in _FORMATS:
        places = [index for index, line in enumerate(written) if form.begins.match(line)]
        if len(places) >= _MIN_MESSAGES and places[0] < _MAX_LINES_BEFORE:
            messages = list(_copied_messages(lines, form))
            authors = [message.author for message in messages if message.text]
            # Lines of an agenda or a price list end like Slack's, but no head of theirs comes back.
            comes_back = len({*authors}) < len(authors) or len(authors) == _MIN_MESSAGES
            if authors and (comes_back or form is not _FORMATS[-1]):
                start = next(index for index, line in enumerate(written) if form.starts_at(line))
                # A title, or an export's head, would only be noise.
                sentences = [line for line in written[:start] if _SENTENCE_END.search(line.rstrip())]
                return _write_chat(messages, "\n".join(sentences))
    return None


def _copied_messages(lines: list[str], form: _Format) -> Iterator[ChatMessage]:
    """Yield the messages, dropping notices without an author."""
    author, time = "", ""
    body: list[str] | None = None
    for line in lines:
        opening = form.begins.match(line)
        if form.starts_at(line):
            if body is not None:
                yield ChatMessage(author, time, "\n".join(body).strip())
            body = None
        if opening:
            author, time, body = opening["author"].strip(), opening["time"].strip(), []
        text = opening["text"] if opening else line
        if body is not None and not (form.skipped and form.skipped.match(text.strip())):
            body.append(text)
    if body is not None:
        yield ChatMessage(author, time, "\n".join(body).strip())


_SLACK_LINK = re.compile(r"<([^<>|]+)(?:\|([^<>]*))?>")


def exported_messages(read: object) -> list[ChatMessage] | None:
    """Parse a JSON file's content; return None if it is no known export."""
    # All three are tried, since their fields differ enough that no file is taken for another's.
    kinds = (_slack_messages, _telegram_messages, _discord_messages)
    return next(filter(None, (list(kind(read)) for kind in kinds)), None)


def _telegram_messages(read: object) -> Iterator[ChatMessage]:
    """Yield the messages of a chat, or of all chats in turn."""
    chats = _as_mapping(_as_mapping(read).get("chats")).get("list")
    for chat in [read, *_as_mappings(chats)]:
        for mapping in _as_mappings(_as_mapping(chat).get("messages")):
            if mapping.get("type") == "message" and "from" in mapping:
                text = mapping.get("text")
                # A text may be a list, split at links and formats.
                parts = text if isinstance(text, list) else [text]
                texts = (str(part.get("text", "") if isinstance(part, dict) else part) for part in parts)
                yield ChatMessage(
                    str(mapping["from"] or ""), _shorten_moment(mapping.get("date")), "".join(texts)
                )


def _slack_messages(read: object) -> Iterator[ChatMessage]:
    """Yield the messages from a channel's day, or from a Web API answer, newest first."""
    exported = read if isinstance(read, list) else _as_mapping(read).get("messages")
    messages = [
        mapping for mapping in _as_mappings(exported) if mapping.get("type") == "message" and "ts" in mapping
    ]
    # Exports are in order, answers of the Web API have the newest first.
    for message in sorted(messages, key=lambda message: _parse_seconds(message["ts"])):
        subtype = str(message.get("subtype", ""))
        if subtype in ("", "bot_message", "thread_broadcast", "me_message", "file_share"):
            seconds = _parse_seconds(message["ts"])
            time = f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}" if seconds else ""
            # As Slack shows it: the labels of links, the names of people and channels.
            text = _SLACK_LINK.sub(lambda link: link[2] or link[1], str(message.get("text") or ""))
            profile = _as_mapping(message.get("user_profile"))
            names = [profile.get("display_name"), profile.get("real_name")]
            names += [message.get("username"), message.get("user")]
            author = next((str(name) for name in names if name), "")
            yield ChatMessage(author, time, html.unescape(text))


def _discord_messages(read: object) -> Iterator[ChatMessage]:
    for mapping in _as_mappings(_as_mapping(read).get("messages")):
        author = _as_mapping(mapping.get("author"))
        if author and "timestamp" in mapping:
            name = author.get("nickname") or author.get("name") or author.get("username") or ""
            yield ChatMessage(
                str(name), _shorten_moment(mapping["timestamp"]), str(mapping.get("content") or "")
            )


def _shorten_moment(written: object) -> str:
    """Shorten ISO 8601 to minutes; return other text unchanged."""
    text = str(written or "")
    try:
        return f"{datetime.fromisoformat(text):%Y-%m-%d %H:%M}"
    except ValueError:
        return text


def _parse_seconds(written: object) -> float:
    """Return the seconds since 1970, 0 for what is no moment, such as milliseconds."""
    with suppress(ValueError, OverflowError, OSError):
        seconds = float(str(written))
        datetime.fromtimestamp(seconds, UTC)  # raises beyond the calendar
        return seconds
    return 0.0


def _as_mapping(read: object) -> Mapping[str, Any]:
    return read if isinstance(read, dict) else {}


def _as_mappings(read: object) -> list[Mapping[str, Any]]:
    return [element for element in read if isinstance(element, dict)] if isinstance(read, list) else []


@dataclass(frozen=True, slots=True)
class ReadText:
    """A Markdown text to search with; ``messages`` counts chat messages, 0 if it is no chat."""

    markdown: str
    messages: int = 0


def read_query_text(source: str | ChatTable) -> ReadText:
    """Read a text, or a table with timestamp, author and message.

    Recognize exports from WhatsApp, Telegram, Slack and Discord, as text or JSON, and tables as CSV or JSON;
    any other text is plain. Raise ValueError if a table is no chat.
    """
    if isinstance(source, str):
        chat = _json_messages(source)
        if not chat and (copied := read_copied_chat(source)) is not None:
            return copied
        chat = chat or csv_messages(source)
        # A chat that was read before, and edited, stays one.
        return _write_chat(chat) if chat else ReadText(source, len(_WRITTEN_HEADING.findall(source)))
    messages = table_messages(source)
    if messages is None:
        raise ValueError("The table needs the columns timestamp, author and message.")
    return _write_chat(messages)


def _write_chat(messages: list[ChatMessage], before: str = "") -> ReadText:
    written = [message for message in messages if message.text.strip()]
    introduction = f"{_escape_body(before)}\n\n" if before else ""
    return ReadText(introduction + chat_to_markdown(written), len(written))


def _json_messages(text: str) -> list[ChatMessage] | None:
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

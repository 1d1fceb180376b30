"""Chats as text -> messages: WhatsApp's export in its locales; Telegram, Slack and Discord as copied."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import regex

from vaultsearch.core.long_queries.chats.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

# WhatsApp writes direction marks before its own notices, and narrow spaces before AM and PM.
_MARKS = regex.compile(r"[\u200e\u200f\u202a-\u202e\ufeff]")
_HALF = r"(?:[AaPp]\.?\s?[Mm]\.?|上午|下午|午前|午後|오전|오후|凌晨|早上|中午|晚上)"
_DATE = r"\d{1,4}[./\-年]\s?\d{1,2}[./\-月]\s?\d{1,4}[.日]?"
_CLOCK = rf"(?:{_HALF}\s?)?\d{{1,2}}[:.]\d{{2}}(?:[:.]\d{{2}})?(?:\s?{_HALF})?"
_MOMENT = rf"(?P<time>{_DATE},?\s(?:um\s|at\s|à\s|a las\s|às\s)?{_CLOCK})"
_SAID = r"(?P<author>[^:\n]{1,60}?)\s?:\s(?P<text>.*)"
_NAME = r"(?P<author>[^\n]{1,60}?)"


@dataclass(frozen=True, slots=True)
class _Format:
    """The format of one program: the first line of a message, notices, and lines to skip."""

    begins: regex.Pattern[str]
    notice: regex.Pattern[str] | None = None
    skipped: regex.Pattern[str] | None = None


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
_FEWEST = 2
_FIRST_WITHIN = 8
"""The first message is among so many lines, after a title or a notice about encryption."""


def copied_messages(text: str) -> list[Message] | None:
    """Parse a chat. Return None if it is in no known format."""
    lines = [_MARKS.sub("", line).replace("\u202f", " ").replace("\xa0", " ") for line in text.splitlines()]
    for form in _FORMATS:
        if _fits(lines, form):
            return list(_messages(lines, form))
    return None


def _fits(lines: list[str], form: _Format) -> bool:
    written = [line for line in lines if line.strip()]
    line_numbers = [index for index, line in enumerate(written) if form.begins.match(line)]
    return len(line_numbers) >= _FEWEST and line_numbers[0] < _FIRST_WITHIN


def _messages(lines: list[str], form: _Format) -> Iterator[Message]:
    """Yield the messages, without the export's own lines before the first and notices without an author."""
    author, time = "", ""
    body: list[str] | None = None
    for line in lines:
        opening = form.begins.match(line)
        if opening or (form.notice and form.notice.match(line)):
            if body is not None:
                yield Message(author, time, "\n".join(body).strip())
            body = None
        if opening:
            author, time, body = opening["author"].strip(), opening["time"].strip(), []
        text = opening["text"] if opening else line
        if body is not None and not (form.skipped and form.skipped.match(text.strip())):
            body.append(text)
    if body is not None:
        yield Message(author, time, "\n".join(body).strip())

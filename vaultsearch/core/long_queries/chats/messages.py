"""Messages of a chat -> Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r"^( {0,3})(?=#{1,6}(?:\s|$))")
_UNDERLINE = re.compile(r"^( {0,3})(?=(?:=+|-+)\s*$)")


@dataclass(frozen=True, slots=True)
class Message:
    """A message; ``time`` is as in the export, most of which do not say which number is the day."""

    author: str
    time: str
    text: str


def as_markdown(messages: Iterable[Message]) -> str:
    """Write messages as Markdown, each under a heading ``## Message n (author, time)``.

    Headings within a message are escaped, and a fence ends with its message. Messages without a text are
    left out and not counted.
    """
    written = [
        f"## Message {number} ({_on_one_line(message)})\n\n{_body(message.text)}\n"
        for number, message in enumerate((message for message in messages if message.text.strip()), start=1)
    ]
    return "\n".join(written)


def _on_one_line(message: Message) -> str:
    parts = (" ".join(part.split()) for part in (message.author, message.time))
    return ", ".join(part for part in parts if part) or "nobody"


def _body(text: str) -> str:
    lines, fence = [], ""
    for line in text.strip().splitlines():
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark.group(1)
        elif mark and mark.group(1).startswith(fence):
            fence = ""
        elif not fence:
            line = _UNDERLINE.sub(r"\1\\", _HEADING.sub(r"\1\\", line))  # noqa: PLW2901 - the line as written
        lines.append(line)
    return "\n".join([*lines, fence] if fence else lines)

"""Read a chat answer from a server, in events or whole, without the model's thoughts."""

from __future__ import annotations

import json
import re

_TAGS = "think(?:ing)?|reason(?:ing)?|thoughts?|seed:think"
_OPENING = re.compile(
    rf"<(?:{_TAGS})>|\[THINK\]|◁think▷|<\|channel\|>(?:analysis|commentary)\b", re.IGNORECASE
)
_CLOSING = re.compile(
    rf"</(?:{_TAGS})>|\[/THINK\]|◁/think▷|<\|channel\|>final[^<]{{0,40}}<\|message\|>|assistantfinal",
    re.IGNORECASE,
)
"""Marks of thoughts in most models, Mistral, Kimi, and gpt-oss channels, with and without signs.

Servers omit the opening mark if it belongs to the prompt, so a closing mark ends whatever precedes it.
"""
_LAST_MARK = re.compile(r"<\|(?:return|end|eot_id|im_end)\|>")
_LONGEST_MARK = 80
_MAX_FAULT_CHARS = 200
_DONE = b"[DONE]"
_CUT = ("length", "content_filter")


class ChatAnswer:
    """An answer received so far.

    Attributes:
        sent: The exact text of the request, "" if none was sent.
        is_finished: Whether the server said the answer is finished.
        is_cut: Whether it said that it stopped early.
        is_complete: Whether the server said nothing more is coming at all.
        has_thoughts: Whether the model has thought.
        prompt_tokens: The question's tokens as counted by the server, 0 if unknown.
        fault: The server's error message, or "".
    """

    def __init__(self) -> None:
        self.sent = ""
        self.is_finished = self.is_complete = self.is_cut = self.has_thoughts = False
        self.prompt_tokens = 0
        self.fault = ""
        self._text = ""
        self._thought: str | None = None

    @property
    def text(self) -> str:
        """The answer without thoughts, in whole characters."""
        return _whole_characters(self._text)

    def read_line(self, line: bytes | bytearray) -> bool:
        """Read a stream's line; return whether it adds to the answer or a thought.

        Raises ValueError, TypeError, AttributeError, LookupError or RecursionError for other shapes.
        """
        field, _, data = line.partition(b":")
        if field != b"data" or not data.strip():
            return False  # a comment, or the name of an event
        if data.strip() == _DONE:
            self.is_finished = self.is_complete = True
            return False
        return self.read(data)

    def read(self, data: bytes | bytearray) -> bool:
        """Read an event, or a whole answer, like `read_line`."""
        event = json.loads(data)
        if event.get("error") or "choices" not in event:
            # Servers that fail in mid-answer say so in an event, perhaps beside what they have written.
            self.fault = fault_words(event)
            self.is_complete = bool(self.fault)
        tokens = (event.get("usage") or {}).get("prompt_tokens")
        self.prompt_tokens = tokens if isinstance(tokens, int) and tokens > 0 else self.prompt_tokens
        has_more = False
        for choice in (event.get("choices") or ())[:1]:
            message = choice.get("delta") or choice.get("message") or {}
            content: object = message.get("content") or choice.get("text")
            # Parts may be thoughts, which have no text.
            if isinstance(content, list):
                content = "".join(part["text"] for part in content if isinstance(part.get("text"), str))
            elif content is not None and not isinstance(content, str):
                raise TypeError("a content that is no text")
            thought = message.get("reasoning_content") or message.get("reasoning")
            self.has_thoughts = self.has_thoughts or bool(thought)
            self._append(content or "")
            reason = choice.get("finish_reason")
            self.is_finished = self.is_finished or bool(reason or "message" in choice)
            self.is_cut = self.is_cut or reason in _CUT
            has_more = bool(content or thought)
        return has_more

    def _append(self, part: str) -> None:
        # Only the end is read again, which may hold half of a mark or of a character: read from its beginning
        # with each part, an answer of nothing but marks took a core for ten minutes.
        read = "" if self._thought is not None else self._text[:-_LONGEST_MARK]
        unread = (self._thought or self._text[-_LONGEST_MARK:]) + part
        half = unread[-1:] if "\ud800" <= unread[-1:] <= "\udbff" else ""
        unread = _whole_characters(unread.removesuffix(half)) + half
        *_, behind = _CLOSING.split(unread)
        if len(behind) < len(unread):
            self.has_thoughts = True
            self._thought, read, unread = None, "", behind
        elif self._thought is not None:
            self._thought = unread[-_LONGEST_MARK:]
            return
        opening = _OPENING.search(unread)
        self._text = read + _LAST_MARK.sub("", unread if opening is None else unread[: opening.start()])
        if opening is not None:
            self._thought = unread[opening.start() :][-_LONGEST_MARK:]
            self.has_thoughts = True


def _whole_characters(text: str) -> str:
    """Join halves of characters, which come in two parts, and replace lone ones, which nothing can print."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def fault_words(body: object) -> str:
    """Return a server's own error message, from any shape, in a single line, or ""."""
    for name in ("error", "detail", "message", "msg"):
        if isinstance(body, list) and body:
            body = body[0]
        if isinstance(body, dict) and name in body:
            body = body[name]
    words = " ".join(body.split()) if isinstance(body, str) else ""
    return "".join(letter for letter in words if letter.isprintable())[:_MAX_FAULT_CHARS]

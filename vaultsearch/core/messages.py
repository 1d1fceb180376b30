"""Messages to a person: an id with values, in English; whoever shows a message translates it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

_STORED_MARK = "\x1e"
"""Begins a stored message, and no sentence."""


class Message(str):
    """An English sentence with the template, for translation, and the template's values.

    As with gettext, the template is the id; sentences without values need no `Message`.

    Args:
        template: The sentence, with {} for each value.
        values: Texts, numbers, or other messages.
    """

    template: str
    values: tuple[str | int, ...]

    def __new__(cls, template: str, *values: object) -> Message:
        """Fill in the values."""
        texts = tuple(value if isinstance(value, str | int) else str(value) for value in values)
        message = super().__new__(cls, template.format(*texts))
        message.template, message.values = template, texts
        return message

    def __getnewargs__(self) -> Any:
        """Return the arguments for another process."""
        return (self.template, *self.values)

    @classmethod
    def joined(cls, sentences: Iterable[str | None]) -> str:
        """Join sentences into a message, skipping empty ones."""
        parts = tuple(filter(None, sentences))
        if len(parts) == 1:
            return parts[0]
        # Braces in a finished sentence are no places for values.
        messages = (
            part if isinstance(part, Message) else cls(part.replace("{", "{{").replace("}", "}}"))
            for part in parts
        )
        return cls(" ".join(["{}"] * len(parts)), *messages)


def split_sentences(text: str) -> tuple[str, ...]:
    """Return the sentences that were `joined`, or the text itself; none for ""."""
    if isinstance(text, Message) and text.template.strip("{} ") == "":
        return tuple(value for value in text.values if isinstance(value, Message))
    return (text,) if text else ()


def store_message(sentence: str) -> str:
    """Return a sentence's text to store; `load_message` restores it."""
    if not isinstance(sentence, Message):
        return sentence
    return _STORED_MARK + json.dumps(_message_to_list(sentence), ensure_ascii=False)


def load_message(text: str) -> str:
    """Restore the sentence stored as ``text``."""
    if not text.startswith(_STORED_MARK):
        return text
    return _message_from_list(json.loads(text.removeprefix(_STORED_MARK)))


def _message_to_list(message: Message) -> list[object]:
    return [message.template, *(_message_to_list(v) if isinstance(v, Message) else v for v in message.values)]


def _message_from_list(listed: list[Any]) -> Message:
    template, *values = listed
    return Message(template, *(_message_from_list(v) if isinstance(v, list) else v for v in values))

"""Messages to a person: an id with values, in English; whoever shows one says it in the user's language."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

_STORED = "\x1e"
"""Begins a stored message; no sentence begins with it."""


class Message(str):
    """A sentence in English that keeps its template, by which it is translated, and the template's values.

    As with gettext, the template is the id; a sentence without values needs no `Message`.

    Args:
        template: The sentence with {} for each value.
        values: Texts, numbers, or messages in their turn.
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
        """Return the arguments to make it again in another process."""
        return (self.template, *self.values)

    @classmethod
    def joined(cls, sentences: Iterable[str | None]) -> str:
        """Return several sentences as one message, leaving out empty ones."""
        parts = tuple(filter(None, sentences))
        return parts[0] if len(parts) == 1 else cls(" ".join(["{}"] * len(parts)), *map(_message, parts))


def sentences_of(text: str) -> tuple[str, ...]:
    """Return the sentences that were `joined`, a single one by itself; none for ""."""
    if isinstance(text, Message) and text.template.strip("{} ") == "":
        return tuple(value for value in text.values if isinstance(value, Message))
    return (text,) if text else ()


def stored(sentence: str) -> str:
    """Return the text to store for a sentence; `read_stored` makes the same sentence of it."""
    if not isinstance(sentence, Message):
        return sentence
    return _STORED + json.dumps(_listed(sentence), ensure_ascii=False)


def read_stored(text: str) -> str:
    """Return the sentence that was stored as ``text``."""
    return _read(json.loads(text.removeprefix(_STORED))) if text.startswith(_STORED) else text


def _message(sentence: str) -> Message:
    # Braces in a finished sentence are no places for values.
    escaped = sentence.replace("{", "{{").replace("}", "}}")
    return sentence if isinstance(sentence, Message) else Message(escaped)


def _listed(message: Message) -> list[object]:
    return [message.template, *(_listed(v) if isinstance(v, Message) else v for v in message.values)]


def _read(listed: list[Any]) -> Message:
    template, *values = listed
    return Message(template, *(_read(value) if isinstance(value, list) else value for value in values))

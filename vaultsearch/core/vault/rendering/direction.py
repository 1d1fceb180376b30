"""Which way a text runs, by the letters in it."""

from __future__ import annotations

import regex

_RIGHT_TO_LEFT = regex.compile(
    r"[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}--\p{N}]", regex.V1
)
_LETTER = regex.compile(r"\p{L}")
_ENOUGH = 2_000


def runs_right_to_left(text: str) -> bool:
    """Tell whether most letters of a text's beginning are written from right to left."""
    text = text[:_ENOUGH]
    against = len(_RIGHT_TO_LEFT.findall(text))
    return against > 0 and 2 * against > len(_LETTER.findall(text))


def has_right_to_left(text: str) -> bool:
    """Tell whether any letter is written from right to left."""
    return _RIGHT_TO_LEFT.search(text) is not None

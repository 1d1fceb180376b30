"""Carrier phrases: "what do my notes say about" introduces a question's subject and is not searched for."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_SUBJECT = r"(\S.*?)"
_END = r"[\s?？!.。]*"


def subject_of(words: str) -> str | None:
    """Return the subject inside a carrier phrase in any language, or None without such a phrase."""
    matches = (pattern.fullmatch(words) for pattern in _carrier_patterns())
    return next((match[1] for match in matches if match), None)


@cache
def _carrier_patterns() -> tuple[re.Pattern[str], ...]:
    text = Path(__file__).with_name("carriers.txt").read_text(encoding="utf-8")
    phrases = (line for line in text.splitlines() if not line.startswith("#"))
    spaced = (phrase.replace(" ?", r"\s*").replace(" ", r"\s+").replace("{}", _SUBJECT) for phrase in phrases)
    return tuple(re.compile(rf"\s*{pattern}{_END}", re.IGNORECASE) for pattern in spaced)

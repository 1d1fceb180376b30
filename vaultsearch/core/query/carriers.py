"""Carrier phrases: "what do my notes say about" carries the subject of a question and is not searched for."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_SUBJECT = r"(\S.*?)"
_END = r"[\s?？!.。]*"


def subject_of(words: str) -> str | None:
    """Return the subject that a carrier phrase of any language carries, or None without such a phrase."""
    matches = (pattern.fullmatch(words) for pattern in _patterns())
    return next((match[1] for match in matches if match), None)


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    lines = Path(__file__).with_name("carriers.txt").read_text(encoding="utf-8").splitlines()
    return tuple(_pattern(line) for line in lines if not line.startswith("#"))


def _pattern(phrase: str) -> re.Pattern[str]:
    spaced = phrase.replace(" ?", r"\s*").replace(" ", r"\s+").replace("{}", _SUBJECT)
    return re.compile(rf"\s*{spaced}{_END}", re.IGNORECASE)

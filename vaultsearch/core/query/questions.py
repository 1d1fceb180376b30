"""Questions, unlike mere words: by question mark, question word, or verb in front."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from vaultsearch.core.languages.names import ENGLISH

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


_MARK = re.compile(r"[?？؟]\s*$|^\s*¿")
# Scripts of their own: the word tells the language, and may stand anywhere.
_ANYWHERE = re.compile(
    r"什[么麼]|怎|[为為]何|[为為]什|哪|[谁誰]|几时|多少|如何|是否|[吗嗎呢]$|なぜ|なに|何|どう|どこ|どの|どれ|いつ|だれ|ですか|ますか"
    r"|무엇|뭐|어떻게|왜|언제|어디|누가|누구|얼마|까$|क्या|कैसे|क्यों|कहाँ|कहां|कौन|कितन|อะไร|ทำไม|อย่างไร|ยังไง|ที่ไหน|เมื่อไ|ใคร"
    r"|^(?:هل|ما|ماذا|كيف|لماذا|متى|أين|من|كم) "
)
_INVERTED = re.compile(r"\w-(?:t-)?(?:je|tu|il|elle|on|nous|vous|ils|elles|ce)\b")
_BEFORE = (
    r"(?:(?:in|at|on|by|for|from|with|to|of|about|an|auf|bei|mit|von|zu|seit|aus|für"
    r"|a|con|de|da|per|en|à|avec|pour|em|met) )?"
)
_CLITIC = re.compile(r"['’](?=s\b|t\b)")


def is_question(words: str, language: str) -> bool:
    """Return whether a query without operators asks something, in the given language or in English."""
    text = _CLITIC.sub("", " ".join(words.lower().split()))
    if _MARK.search(text) or subject_of(words) is not None or _ANYWHERE.search(text):
        return bool(text)
    if language == "fr" and _INVERTED.search(text):
        return True
    return any(pattern.match(text) for code in {language, ENGLISH} for pattern in _patterns().get(code, ()))


def is_question_word(word: str) -> bool:
    """Return whether a lower-case word begins questions in some language: *wann*."""
    return any(re.fullmatch(words, word) for code, words in _lines() if not code.startswith("!"))


@cache
def _patterns() -> dict[str, list[re.Pattern[str]]]:
    patterns: dict[str, list[re.Pattern[str]]] = {}
    for code, words in _lines():
        # A word alone is looked up: "who" may be the band.
        pattern = rf"(?:{words}) \S+ \S" if code.startswith("!") else rf"{_BEFORE}(?:{words})(?: |['’])\S"
        patterns.setdefault(code.lstrip("!"), []).append(re.compile(pattern))
    return patterns


@cache
def _lines() -> list[tuple[str, str]]:
    lines = Path(__file__).with_name("questions.txt").read_text(encoding="utf-8").splitlines()
    return [(code, words) for code, _, words in (line.partition(": ") for line in lines) if code[:1] != "#"]

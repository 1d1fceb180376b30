"""The sentences of a line; a sentence's names and denied words; whether a passage has a word in some form."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import regex

from vaultsearch.core.analyzer import stem
from vaultsearch.core.chunking.chunker import sentence_spans
from vaultsearch.core.languages.detection import function_words
from vaultsearch.core.text import fold

if TYPE_CHECKING:
    from collections.abc import Mapping

UNSPACED_LANGUAGES = ("zh", "ja")
_HAN = r"\p{Han}\p{Hiragana}\p{Katakana}"
_WORD = regex.compile(rf"[[\p{{L}}\p{{M}}]--[{_HAN}]][[\p{{L}}\p{{M}}\p{{N}}'’-]--[{_HAN}]]*", regex.V1)
_CAPITAL = regex.compile(r"\p{Lu}")
_STARTS_A_SENTENCE = regex.compile(r"^[\s\W]*$|[.!?:;»“\"(]\s*$")
_PARTS = re.compile(r"[-'’]")
_SHARED = 4
"""Letters that two forms of a name share at least: Anna, Annas."""
_ENDING = 2
"""Letters by which forms of a name differ at most."""
_NEGATIONS: Mapping[str, str] = {
    "en": r"not|never|no|none|nothing|nobody|neither|nor|without|cannot|\w+n['’]t",
    "de": r"nicht|nichts|nie|niemals|niemand|kein\w*|ohne|weder",
    "fr": r"ne|n['’]\w+|pas|jamais|sans|aucune?|rien",
    "es": r"no|nunca|jamás|sin|ningun[oa]?|ningún|nada",
    "it": r"non|mai|senza|nessun[oa]?|niente|nulla",
    "pt": r"não|nunca|sem|nenhum\w*|nada",
    "nl": r"niet|niets|nooit|geen|zonder",
}
_NEGATION_IN_CHINESE = re.compile(
    "不(?![同断过仅但只管论少久错])|没有?|無法|无法|未(?!来|來)|从不|禁止|别(?![的人])|勿"
)
_LIMITS = "less|more|only|just|later|than|but|nur|mehr|weniger"
"""Words behind a negation that make it none: no more than, not only."""
_BEHIND = regex.compile(rf"(?:[\s*_]+(?!(?:{_LIMITS})\b)[\p{{L}}\p{{M}}'’-]+){{1,4}}")
_BEHIND_IN_CHINESE = regex.compile(r"\p{Han}{1,4}")
_FEW_LETTERS = 2
_ABBREVIATION = regex.compile(r"\b\p{L}{1,3}\.\s*$")
"""As before a number: no. 12, fig. 3, S. 40."""


def line_sentences(line: str) -> list[str]:
    """Cut a line at the ends of its sentences, but not between an abbreviation and its number."""
    parts: list[str] = []
    for start, end in sentence_spans(line):
        if parts and line[start].isdigit() and _ABBREVIATION.search(parts[-1]):
            parts[-1] += line[start:end]
        else:
            parts.append(line[start:end])
    return [part.strip() for part in parts]


def names(text: str, language: str) -> list[str]:
    """Return the words of a text that begin with a capital letter within a sentence, or have one inside.

    In German, that is so of all nouns; scripts without capitals have none.
    """
    functions = function_words(language)
    found_names: list[str] = []
    for found in _WORD.finditer(text):
        word = found[0]
        starts = _STARTS_A_SENTENCE.search(text[: found.start()]) is not None
        is_name = _CAPITAL.search(word[1:]) or (_CAPITAL.match(word) and not starts)
        if is_name and len(word) > 1 and word.lower() not in functions:
            found_names.append(word)
    return found_names


def forms(text: str, language: str) -> frozenset[str]:
    """Return the folded words of a text, their parts, and the stems of both."""
    words = {fold(found[0]) for found in _WORD.finditer(text)}
    parts = words | {part for word in words for part in _PARTS.split(word) if part}
    return frozenset(parts | {stem(part, language) for part in parts})


def has_form(word: str, known: frozenset[str], language: str) -> bool:
    """Return whether the `forms` of a text hold a word, or another form of it."""
    folded = fold(word).removesuffix("'s").removesuffix("’s").rstrip("'’")
    if folded in known or stem(folded, language) in known:
        return True
    parts = [part for part in _PARTS.split(folded) if part]
    if len(parts) > 1:
        return all(has_form(part, known, language) for part in parts)
    return len(folded) >= _SHARED and any(_differ_by_ending(folded, other) for other in known)


def _differ_by_ending(word: str, other: str) -> bool:
    shorter, longer = sorted((word, other), key=len)
    shared = max(_SHARED, len(shorter) - _ENDING)
    return (
        len(shorter) >= _SHARED
        and len(longer) - len(shorter) <= _ENDING
        and longer.startswith(shorter[:shared])
    )


def denied(text: str, language: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the stems of the words that a text denies, and of all others; pairs of characters in Chinese.

    Denied are the few words behind a negation. None are in a language of which no negations are known.
    """
    in_chinese = language in UNSPACED_LANGUAGES
    words = _NEGATIONS.get(language)
    if not in_chinese and words is None:
        return frozenset(), _content(text, language)
    pattern = _NEGATION_IN_CHINESE if in_chinese else re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    behind: list[str] = []
    rest: list[str] = []
    end = 0
    for found in pattern.finditer(text):
        if found.start() >= end:
            following = (_BEHIND_IN_CHINESE if in_chinese else _BEHIND).match(text, found.end())
            rest.append(text[end : found.start()])
            end = following.end() if following else found.end()
            behind.append(text[found.end() : end])
    rest.append(text[end:])
    return _content(" ".join(behind), language), _content(" ".join(rest), language)


def _content(text: str, language: str) -> frozenset[str]:
    functions = function_words(language)
    if language in UNSPACED_LANGUAGES:
        runs = regex.findall(r"\p{Han}+", text)
        return frozenset(run[start : start + 2] for run in runs for start in range(len(run) - 1))
    words = (fold(found[0]) for found in _WORD.finditer(text))
    return frozenset(
        stem(word, language) for word in words if word not in functions and len(word) > _FEW_LETTERS
    )

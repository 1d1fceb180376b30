"""The words of a query, and where a text holds them: for snippets, marks and exact titles."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from vaultsearch.core.values import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_WORD = re.compile(r"\w+(?:['’]\w+)*")
# Scripts written without spaces: a run of them is no word, and any part of it may be.
UNSPACED_LETTERS = r"\u0E00-\u0EFF\u1780-\u17FF\u3040-\u30FF\u3400-\u9FFF\uF900-\uFAFF"
"""For a regular expression's set."""
_UNSPACED = re.compile(rf"[{UNSPACED_LETTERS}]+")
_FUNCTION_WORDS = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "been",
        "but",
        "by",
        "can",
        "could",
        "did",
        "do",
        "does",
        "for",
        "from",
        "had",
        "has",
        "have",
        "he",
        "her",
        "his",
        "how",
        "i",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "me",
        "my",
        "of",
        "on",
        "or",
        "our",
        "she",
        "should",
        "so",
        "some",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "to",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "who",
        "why",
        "will",
        "with",
        "would",
        "you",
        "your",
    ]
)
SHORTEST_PREFIX = 3
"""Fewer letters begin too many words."""


def fold(text: str) -> str:
    """Give a text without case, accents and width: what counts as the same word."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def query_terms(query: str) -> list[str]:
    """List the query's words, folded; function words only where there are no others."""
    terms = list(dict.fromkeys(fold(match.group()) for match in _WORD.finditer(query)))
    telling = [term for term in terms if term not in _FUNCTION_WORDS]
    return telling or terms


def telling_words(query: str) -> str:
    """Give the query without its function words, unless there is nothing else in it."""
    told = [m.group() for m in _WORD.finditer(query) if fold(m.group()) not in _FUNCTION_WORDS]
    return " ".join(told) or query


def last_is_typed(query: str) -> bool:
    """Tell whether the query ends in a word that may go on, and that says something."""
    last = next((m for m in _WORD.finditer(query) if m.end() == len(query)), None)
    return last is not None and fold(last.group()) not in _FUNCTION_WORDS


def is_spaced(term: str) -> bool:
    """Tell whether a word is of a script that is written with spaces."""
    return not _UNSPACED.search(term)


def find_terms(text: str, terms: Sequence[str]) -> list[Span]:
    """Give the spans of the words in ``text`` that one of the terms stands for, in order.

    A word answers a term that is the same, begins it (typing goes on), or differs in an English
    ending only; in scripts without spaces any stretch of the term of two characters or more does.
    """
    spaced = [term for term in terms if is_spaced(term)]
    unspaced = [run for term in terms for run in _UNSPACED.findall(term)]
    found = [*_spaced_spans(text, spaced), *_unspaced_spans(text, unspaced)]
    return sorted(found, key=lambda span: span.start)


def _spaced_spans(text: str, terms: Sequence[str]) -> Iterator[Span]:
    stems = {stem(term) for term in terms}
    prefixes = tuple(term for term in terms if len(term) >= SHORTEST_PREFIX)
    if not terms:
        return
    for match in _WORD.finditer(text):
        word = fold(match.group())
        if word in terms or stem(word) in stems or word.startswith(prefixes):
            yield Span(match.start(), match.end())


def _unspaced_spans(text: str, runs: Sequence[str]) -> Iterator[Span]:
    at = 0
    while runs and at < len(text):
        longest = max((_shared(text, at, run) for run in runs), default=0)
        if longest:
            yield Span(at, at + longest)
        at += longest or 1


def _shared(text: str, at: int, run: str) -> int:
    """Give the length of the longest part of ``run``, of two or more, that stands in ``text`` here."""
    shortest = min(2, len(run))
    longest = 0
    for start in range(len(run) - shortest + 1):
        length = 0
        while start + length < len(run) and text[at + length : at + length + 1] == run[start + length]:
            length += 1
        longest = max(longest, length)
    return longest if longest >= shortest else 0


def stem(word: str) -> str:
    """Give a folded word without its English ending: roughly what the index takes for the same word."""
    for ending in ("ings", "ing", "ies", "ed", "es", "s", "y", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_PREFIX:
            return word.removesuffix(ending)
    return word

"""Find words with content, and whether others say the same: by form, or as synonyms."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

import regex

from vaultsearch.core.analyzer import stem_word
from vaultsearch.core.generation.facts import number_words
from vaultsearch.core.generation.terms import TITLES, UNITS, is_held
from vaultsearch.core.languages.detection import function_words
from vaultsearch.core.text import fold_text

_SYNONYMS = tomllib.loads(Path(__file__).with_name("synonyms.toml").read_text("utf-8"))
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}'’]+")
_POSSESSIVE = re.compile("['’]s?$")
_MARKUP = re.compile(r"!?\[\[(?:[^\[\]|]{1,200}\|)?|\]\]|\*+|__+|`+|~~|==")
_LINK = re.compile(r"\]\((?:[^()\s]|\([^()\s]{0,200}\)){1,400}\)|\[(?=[^\[\]]{1,200}\]\()")


def without_markup(text: str) -> str:
    """Return a text without markup for links, emphasis and code."""
    return _MARKUP.sub(" ", _LINK.sub(" ", text))


def content_words(text: str, language: str) -> list[str]:
    """Return a text's words with content, in order: no numbers, no light words such as "get"."""
    ignored = ignored_words(language)
    words = map(without_possessive, _WORD.findall(text))
    return [word for word in words if len(word) > 1 and fold_text(word) not in ignored]


def without_possessive(word: str) -> str:
    """Return a word without the possessive ending: Anna's."""
    return _POSSESSIVE.sub("", word)


@cache
def ignored_words(language: str) -> frozenset[str]:
    """Return a language's folded words without content, with units, titles and numbers."""
    light = fold_text(_SYNONYMS["light"].get(language, "")).split()
    return frozenset().union(function_words(language), TITLES, UNITS, number_words(language), light)


def is_said(word: str, others: Sequence[str], language: str) -> bool:
    """Return whether other words include a word: in another form, as a part, or as a synonym."""
    known: set[str] = set()
    for other in others:
        known |= _stemmed_forms(other, language)
    mine = _stemmed_forms(word, language)
    if any(is_held(form, known) for form in mine):
        return True
    groups = _synonym_groups(language)
    said = frozenset().union(*(groups.get(form, ()) for form in known))
    return any(not said.isdisjoint(groups.get(form, ())) for form in mine)


@lru_cache(maxsize=4096)
def _stemmed_forms(word: str, language: str) -> frozenset[str]:
    folded = fold_text(word)
    return frozenset({folded, stem_word(folded, language)})


@cache
def _synonym_groups(language: str) -> dict[str, frozenset[int]]:
    """Map word forms to the numbers their synonym groups have."""
    groups: dict[str, frozenset[int]] = {}
    listed = re.split(r"[|\n]", _SYNONYMS["synonyms"].get(language, ""))
    for number, group in enumerate(listed):
        for form in {form for word in group.split() for form in _stemmed_forms(word, language)}:
            groups[form] = groups.get(form, frozenset()) | {number}
    return groups

"""The text that a model writes -> sentences with their citations, as the text grows."""

from __future__ import annotations

import re
from dataclasses import replace

from vaultsearch.core.generation.prompt import DECLINED
from vaultsearch.core.generation.words import line_sentences
from vaultsearch.core.values.context import CitedSentence

_CITATION = re.compile(r"[\[【]\s*((?:\^?\d{1,3}\s*[,;–-]?\s*)+)[\]】]")
_LEADING = re.compile(rf"\s*(?:{_CITATION.pattern}\s*)+")
_RANGE = re.compile(r"(\d+)\s*[–-]\s*(\d+)|(\d+)")
_THOUGHT = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|$)", re.DOTALL | re.IGNORECASE)
_MARKUP = re.compile(r"^\s*(?:[-*+•]|#{1,6}|\d{1,2}[.)])\s+|\*\*|__|`", re.MULTILINE)
_SPACE_BEFORE = re.compile(r"\s+(?=[.,;:!?。，；：！？])")
_UNCLOSED = re.compile(r"[\[【][\d\s,–-]*$")
_FEW_LETTERS = 12
"""A part of a sentence with fewer letters was cut off at an abbreviation."""
_MOST_CITED = 40
"""Numbers of one range: no answer cites more passages."""


def sentences_in(text: str) -> tuple[CitedSentence, ...]:
    """Return the sentences of an answer as far as it is written, each with what it cites.

    A sentence without citations has those of the next one in its paragraph. The last one of an answer that
    is still being written may be incomplete.
    """
    read = _UNCLOSED.sub("", _MARKUP.sub("", _THOUGHT.sub("", text)))
    lines = (line.strip() for line in read.splitlines())
    return tuple(sentence for line in lines if line for sentence in _with_citations(line))


def is_declined(text: str) -> bool:
    """Return whether the model says that the passages do not answer."""
    letters = re.sub(r"[^A-Z ]", "", _THOUGHT.sub("", text).upper()).strip()
    return letters.startswith(DECLINED) and len(letters) < 2 * len(DECLINED)


def _with_citations(line: str) -> list[CitedSentence]:
    read: list[CitedSentence] = []
    cut_off = ""
    parts = line_sentences(line)
    for number, part in enumerate(parts, start=1):
        leading = _LEADING.match(part)
        # A citation behind the full stop belongs to the sentence before it.
        if leading is not None and read and not cut_off:
            read[-1] = replace(read[-1], citations=_merged(read[-1].citations, _cited(leading[0])))
        whole = cut_off + (part[leading.end() :] if leading is not None and not cut_off else part)
        cited = _cited(whole)
        text = _SPACE_BEFORE.sub("", " ".join(_CITATION.sub("", whole).split()))
        letters = sum(map(str.isalnum, text))
        is_cut_off = letters < _FEW_LETTERS and not cited and text.isascii() and number < len(parts)
        cut_off = f"{whole.strip()} " if is_cut_off and text else ""
        if letters and not cut_off:
            read.append(CitedSentence(text, cited))
    for index in range(len(read) - 2, -1, -1):
        if not read[index].citations:
            read[index] = replace(read[index], citations=read[index + 1].citations)
    return read


def _cited(text: str) -> tuple[int, ...]:
    return _merged((), tuple(number for found in _CITATION.finditer(text) for number in _numbers(found[1])))


def _numbers(written: str) -> tuple[int, ...]:
    numbers: list[int] = []
    for found in _RANGE.finditer(written):
        first, last, single = found.groups()
        numbers += [int(single)] if single else list(range(int(first), int(last) + 1))[:_MOST_CITED]
    return tuple(numbers)


def _merged(numbers: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(dict.fromkeys((*numbers, *others)))

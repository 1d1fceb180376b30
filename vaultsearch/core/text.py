"""Text comparison and splitting: case folding, line breaks, fenced code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import takewhile
from typing import TypeVar
from unicodedata import decimal, is_normalized, normalize

import regex

T = TypeVar("T")

# Exempt from NFKC: a footnote's ² is not part of its word, nor is ™. NFKC decomposes the vowel am of Thai and
# Lao, unlike their dictionaries.
_COMPATIBLE = regex.compile(r"[^\p{No}\p{So}\u0E33\u0EB3]+")
# Marks that few people write, and the soft hyphen, which nobody sees.
_UNTYPED = (
    r"[\u0610-\u061A\u0640\u064B-\u0652\u0656-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED"
    r"\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u00AD]+"
)
# A single class first: beside an alternative, the search was nine times as slow.
_UNTYPED_MARKS = re.compile(rf"{_UNTYPED[:-2]}\u0307](?:(?<!\u0307)|(?<=i\u0307))")
_WIDE = re.compile("[\uff01-\uffef]+")
# Marks that are optional in writing. Those of other scripts make letters: が is not か, nor й an и.
_OPTIONAL_MARKS = regex.compile(
    r"(?=[\p{Mn}\u0640\u00AD])(?:"  # the first character of every alternative, for speed
    r"(?<=[\p{Latin}\p{Greek}])\p{Mn}+"
    r"|(?<=е)\u0308|(?<=[аеиоуыэюяіѣ])[\u0300\u0301]+"  # ё, stress marks
    r"|(?<=ا)[\u0653-\u0655]+"  # the alef's hamza and madda
    rf"|{_UNTYPED})"
)
# Letters that NFD does not decompose, and variants of Arabic letters, such as those of Persian.
_SAME_LETTERS = {
    **{"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h", "ı": "i", "þ": "th"},
    **dict(zip("ىةٱیک", "يهايك", strict=True)),
}

_OTHER_DIGIT = re.compile(r"[^\D0-9]")
# Raised, lowered and circled numbers.
_NUMERAL = re.compile("[²³¹\u2070-\u2089\u2460-\u24ff\u3251-\u325f\u32b1-\u32bf]")

_NON_JOINER = "\u200c"
_SIDE_OF_ENDING = regex.compile(rf"(?<=\p{{Arabic}}){_NON_JOINER}")
"""In Persian, the boundary between a word and its endings."""

UNSPACED = (
    r"[[\p{Han}\p{Hiragana}\p{Katakana}ー\uFF70\uFF9E\uFF9F\u3099\u309A\p{Bopomofo}"
    r"\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]&&[\p{L}\p{M}\p{N}--\p{Nd}]]"
)
"""A letter in a script without spaces, as a pattern for the package regex with flag V1."""

_SIDE_OF_HANGUL = regex.compile(r"(?<=\p{Hangul})(?=[\p{Latin}\p{Nd}])|(?<=[\p{Latin}\p{Nd}])(?=\p{Hangul})")
_RUN = regex.compile(rf"(?:{UNSPACED}|\p{{Hangul}})+", regex.V1)


def fold_text(text: str) -> str:
    """Fold a text for comparison: no case, width or optional marks; digits become 0 to 9.

    NFC and NFD fold alike. In Latin, Greek, Cyrillic, Arabic and Hebrew, also remove accents, vowel signs,
    tatweel, and variants of alef, ya and ta marbuta.
    """
    if text.isascii():
        return text.lower()
    if not is_normalized("NFKC", text):
        text = _COMPATIBLE.sub(lambda part: normalize("NFKC", part[0]), text)
    bare = _OPTIONAL_MARKS.sub("", normalize("NFD", text.casefold()))
    for letter, same in _SAME_LETTERS.items():
        bare = bare.replace(letter, same)
    if _NON_JOINER in bare:
        bare = _SIDE_OF_ENDING.sub(" ", bare).replace(_NON_JOINER, "")
    return normalize("NFC", bare if bare.isalpha() else plain_digits(bare))


def plain_digits(text: str) -> str:
    """Replace the digits of other scripts and widths with 0 to 9."""
    return _OTHER_DIGIT.sub(lambda digit: str(decimal(digit[0], digit[0])), text)


@lru_cache(maxsize=10_000)
def fold_line(text: str) -> str:
    """Fold a name or question, with single spaces between words."""
    return " ".join(fold_text(text).split())


def fold_case(text: str) -> str:
    """Fold a text for exact comparison: accents stay; case, width, rare marks and the dotless i go."""
    return with_accents(text).replace("ı", "i")


def lower_text(text: str) -> str:
    """Lowercase a text, with an i for the Turkish İ: Python makes an i and a mark."""
    return text.lower().replace("i\u0307", "i")


def replace_surrogates(text: str) -> str:
    """Replace lone surrogates, from JSON or arguments in bytes, which have no encoding, by question marks."""
    return text.encode("utf-8", "replace").decode()


def index_tags(written: Iterable[str]) -> tuple[str, ...]:
    """Return tags in lower case, each followed by its parents: the forms that conditions compare."""
    return tuple(dict.fromkeys(each for tag in written for each in with_parent_tags(lower_text(tag))))


def with_parent_tags(tag: str) -> Iterator[str]:
    """Yield a tag and its parents, the nearest first."""
    while tag:
        yield tag
        tag = tag.rpartition("/")[0].rstrip("/")


_TURKIC = frozenset({"tr", "az"})
_TURKISH_CAPITALS = str.maketrans("Iİ", "ıi")


def with_small_i(text: str, language: str) -> str:
    """In Turkish text, replace I with ı and İ with i: they are two letters."""
    return text.translate(_TURKISH_CAPITALS) if language in _TURKIC else text


def with_accents(text: str) -> str:
    """Fold a text as `fold_case` does, but keep a dotless i: of sınır and sinir, one is meant."""
    if text.isascii():
        return text.lower()
    plain = _WIDE.sub(lambda part: normalize("NFKC", part[0]), text).replace("’", "'")
    return normalize("NFC", _UNTYPED_MARKS.sub("", plain.casefold()))


def plain_numerals(text: str) -> str:
    """Replace raised, lowered and circled numbers with plain digits: CO₂ is CO2, m² is m2; ½ stays."""
    if text.isascii():
        return text
    return _NUMERAL.sub(lambda n: plain if (plain := normalize("NFKC", n[0])).isdecimal() else n[0], text)


def unspaced_runs(text: str) -> list[str]:
    """List the runs of scripts without spaces, and of Hangul, whose words carry particles."""
    # Most English is, which takes no time to see.
    if text.isascii():
        return []
    texts_run: list[str] = _RUN.findall(text)
    return texts_run


def replace_unspaced_runs(text: str) -> str:
    """Replace each of a text's `unspaced_runs` with a space."""
    return _RUN.sub(" ", text)


def split_particles(text: str) -> str:
    """Insert a space between Latin words or numbers and attached Korean particles."""
    return _SIDE_OF_HANGUL.sub(" ", text)


_BREAK = regex.compile(r"\s+|(?<=[、，；：。！？,;:!?؛،؟۔।॥።၊။។៕…・])(?![\s\p{Pe}\p{Pf}\p{N}])")
_MAX_CLUSTER = 200
"""Characters to search backwards for a grapheme cluster's start."""


def break_before(text: str, position: int, reach: int) -> int:
    """Return the best position to split ``text``, at most ``reach`` characters before ``position``.

    Prefer the last end of a word or phrase in range, else a grapheme cluster boundary; that is after
    ``position`` if the first cluster extends beyond it.
    """
    if position >= len(text):
        return len(text)
    begun = max(0, position - reach)
    ends = [match.end() for match in _BREAK.finditer(text, begun, position + 1)]
    fitting = [end for end in ends if begun < end <= position]
    if fitting:
        return fitting[-1]
    return _cluster_start(text, position) or len(next(regex.finditer(r"\X", text))[0])


def break_after(text: str, position: int, reach: int) -> int:
    """Return the first split position within ``reach`` characters after ``position``, before any space."""
    if position >= len(text):
        return len(text)
    match = next(_BREAK.finditer(text, position, min(len(text), position + reach)), None)
    return match.start() if match else _cluster_start(text, position)


def _cluster_start(text: str, position: int) -> int:
    """Return the start of the grapheme cluster at a position."""
    begun = max(0, position - _MAX_CLUSTER)
    starts = (match.start() for match in regex.finditer(r"\X", text, pos=begun))
    return max(takewhile(lambda start: start <= position, starts), default=begun)


_FENCE = re.compile(r"((?:[> \t]|(?:[-*+]|\d{1,9}[.)])[ \t])*)(`{3,}(?!.*`)|~{3,})(.*)")
"""A fence, perhaps behind the marks of quotations and list items; without it, code in one line."""


def fence_after(line: str, fence: str) -> str:
    """Return the line to close the fence open after a line, given that of the one before; "" means none."""
    fence = fence_at(line, fence)
    if (match := _FENCE.match(line)) is None:
        return fence
    before, marks, info = match.groups()
    if not fence:
        return re.sub(r"[^> \t]", " ", before) + marks
    opened = fence.lstrip("> \t")
    # In fenced Markdown, a list's or a quotation's own fences close nothing.
    is_outside = not before.strip("> \t") and before.count(">") == fence.count(">")
    is_outside = is_outside and len(before) < len(fence) - len(opened) + 4
    return "" if is_outside and marks.startswith(opened) and not info.strip() else fence


def fence_at(line: str, fence: str) -> str:
    """Return the closing line again if a line is in the fence: a quotation's fence ends with it."""
    return "" if ">" in fence and not line.lstrip().startswith(">") else fence


def track_fences(lines: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Yield each line, and whether it continues a fence opened above."""
    fence = ""
    for line in lines:
        yield line, bool(fence_at(line, fence))
        fence = fence_after(line, fence)


def count_shared(first: Iterable[object], second: Iterable[object]) -> int:
    """Return with how many equal items two texts or sequences begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))


def fence_of(content: str) -> str:
    """Return the opening marks of a fenced block, such as three backticks, or ""."""
    match = _FENCE.match(content)
    return match[2] if match else ""


def open_fence(markdown: str) -> str:
    """Return the line to close a fence left open at the end of a text, or ""."""
    return reduce(lambda fence, line: fence_after(line, fence), markdown.split("\n"), "")


def split_into_runs(items: Iterable[T], is_joined: Callable[[T, T], bool]) -> list[list[T]]:
    """Group items, such as lines or spans, into runs of neighbors that are joined."""
    runs: list[list[T]] = []
    for item in items:
        if runs and is_joined(runs[-1][-1], item):
            runs[-1].append(item)
        else:
            runs.append([item])
    return runs


_CELL_BORDER = re.compile(r"(?<!\\)\|")


def row_cells(row: str) -> list[str]:
    r"""Return the cells of a table's row; in a cell, a pipe is escaped: ``[[Note\|Alias]]``."""
    cells = _CELL_BORDER.split(row.strip().removeprefix("|"))
    return [cell.strip().replace(r"\|", "|") for cell in cells]


def close_fences(markdown: str) -> str:
    """Close a fence left open at the end of a text, lest it swallow the next note."""
    fence = open_fence(markdown)
    return f"{markdown}\n{fence}" if fence else markdown

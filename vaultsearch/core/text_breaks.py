"""Where a text may be cut: after a sign or a space, else between what a reader takes for letters."""

from __future__ import annotations

import regex

_BREAK = regex.compile(r"\s+|(?<=[、，；：。！？,;:!?؛،؟۔।॥።၊။។៕…・])(?![\s\p{Pe}\p{Pf}\p{N}])")
_LONGEST_CLUSTER = 200


def break_before(text: str, at: int, reach: int) -> int:
    """Give where to cut ``text`` at ``at`` or up to ``reach`` characters before it.

    That is where a word or a phrase ends, as late as may be; where none does, between two grapheme
    clusters, or behind ``at`` where the text's first one reaches beyond it.
    """
    if at >= len(text):
        return len(text)
    begun = max(0, at - reach)
    ends = [match.end() for match in _BREAK.finditer(text, begun, at + 1)]
    fitting = [end for end in ends if begun < end <= at]
    if fitting:
        return fitting[-1]
    return _cluster_start(text, at) or len(next(regex.finditer(r"\X", text))[0])


def break_after(text: str, at: int, reach: int) -> int:
    """Give where to cut ``text`` at ``at`` or up to ``reach`` characters behind it, spaces left out."""
    if at >= len(text):
        return len(text)
    found = next(_BREAK.finditer(text, at, min(len(text), at + reach)), None)
    return found.start() if found else _cluster_start(text, at)


def _cluster_start(text: str, at: int) -> int:
    """Give where the grapheme cluster begins that holds the character at ``at``."""
    begun = max(0, at - _LONGEST_CLUSTER)
    starts = (match.start() for match in regex.finditer(r"\X", text, pos=begun))
    last = begun
    for start in starts:
        if start > at:
            break
        last = start
    return last
